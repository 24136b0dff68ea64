import { countNoun } from '#frontend/lib/format.ts';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { Check } from 'lucide-react';
import { blankPlaceholders, restorePlaceholders } from '#frontend/analysis/counts/group-values.ts';
import { Button } from '#frontend/ui/button.tsx';
import type { Remedy } from '#frontend/features/wizard/column-checks.tsx';
import { useSteady } from '#frontend/features/wizard/file-answers.ts';
import { useAnswer } from '#frontend/features/wizard/thread-answers.tsx';
import { useReread } from '#frontend/features/wizard/use-reread.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import type { CellFinding } from '#frontend/threads/leads/check-cells.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { describeCells } from './cell-findings.ts';
import { describeFindings, type DescribedFinding, type FileRemedy } from './file-findings.ts';

/** One line that counts the findings about the open file, and opens to show them with their remedies. */
export function FileCheck({ workflow }: { workflow: Workflow }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const seen = useSeenFindings(workflow);
  const found = seen && [
    ...describeFindings(seen.findings, seen.leftOut, workflow.state),
    ...describeCells(seen.cells, workflow.state),
  ];
  return (
    <div className="flex flex-col gap-3">
      {/* The line is there from the start, so that nothing moves when the findings arrive. */}
      <div className="flex min-h-control-small items-center gap-x-3 text-14 text-muted">
        <output className="block min-w-0 truncate" title={found ? summarise(found) : undefined}>
          {found?.every((finding) => !isOpenFinding(finding)) && (
            <Check aria-hidden className="mr-1.5 inline size-4 align-[-3px]" />
          )}
          {found ? summarise(found) : 'Checking the leads…'}
        </output>
        {found && found.length > 0 && (
          <Button
            variant="ghost"
            size="small"
            className="-mr-2.5 text-accent!"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`${isOpen ? 'Close' : 'Show'} the findings`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Close' : 'Show'}
          </Button>
        )}
      </div>
      {isOpen && found && found.length > 0 && <Findings {...{ id, found, workflow }} />}
    </div>
  );
}

const isOpenFinding = ({ remedy, isOpen = !remedy.isDone }: DescribedFinding) => isOpen;

function summarise(found: readonly DescribedFinding[]): string {
  const open = found.filter(isOpenFinding);
  if (open.length === 0) return `Checked: nothing ${found.length > 0 ? 'more ' : ''}to look at first.`;
  return `${countNoun(open.length, 'thing')} to look at: ${open.map(({ brief }) => brief).join(', ')}`;
}

const NO_CELLS: readonly CellFinding[] = [];

/** The findings. The last ones stay while a file that was read again is checked. */
function useSeenFindings(workflow: Workflow) {
  const findings = useAnswer(workflow, 'checkFile', undefined);
  const cells = useAnswer(workflow, 'checkCells', undefined) ?? NO_CELLS;
  const leftOut = workflow.state.file?.leftOut;
  const found = useMemo(
    () => (findings !== null && leftOut !== undefined ? { findings, leftOut, cells } : null),
    [findings, leftOut, cells],
  );
  return useSteady(found);
}

function Findings({ id, found, workflow }: { id: string; found: DescribedFinding[]; workflow: Workflow }) {
  const reread = useReread(workflow);
  return (
    <FindingList id={id} label="Found in the file">
      {found.map(({ id: key, text, example, remedy }) => (
        <FindingLine
          key={key}
          text={text}
          example={example}
          remedy={{
            label: labelOf(remedy),
            isBusy: (remedy.kind === 'leaveOut' || remedy.kind === 'reread') && reread.isBusy,
            apply: () => applyRemedy(remedy, workflow, reread),
          }}
        />
      ))}
    </FindingList>
  );
}

function labelOf(remedy: FileRemedy): string {
  const { kind, isDone } = remedy;
  if (remedy.kind === 'reread') return remedy.label;
  if (kind === 'rename') return isDone ? 'Undo' : 'Show as ranges';
  if (kind === 'leaveOut') return isDone ? 'Put back' : 'Leave out';
  if (kind === 'blank') return isDone ? 'Undo' : 'Count as blank';
  return isDone ? 'Show in the lists' : 'Hide from the lists';
}

function applyRemedy(
  remedy: FileRemedy,
  { state, dispatch }: Workflow,
  { reread }: ReturnType<typeof useReread>,
): void {
  const { isDone } = remedy;
  if (remedy.kind === 'leaveOut') {
    const others = (state.readOptions.leaveOut ?? []).filter((rows) => rows !== remedy.rows);
    void reread({ leaveOut: isDone ? others : [...others, remedy.rows] });
  } else if (remedy.kind === 'reread') void reread(remedy.change);
  else if (remedy.kind === 'rename') {
    const names = new Map(state.mappings.get(remedy.column));
    for (const [cell, range] of remedy.names) {
      if (isDone) names.delete(cell);
      else names.set(cell, range);
    }
    dispatch({ type: 'mappingReplaced', column: remedy.column, mapping: names });
  } else if (remedy.kind === 'hide')
    dispatch({ type: 'columnsHidden', columns: remedy.columns, isHidden: !isDone });
  else
    for (const { column, values } of remedy.findings) {
      const names = state.mappings.get(column) ?? new Map<string, string>();
      const mapping = isDone ? restorePlaceholders(values, names) : blankPlaceholders(values, names);
      dispatch({ type: 'mappingReplaced', column, mapping });
    }
}

interface FindingLineProps {
  text: string;
  /** An example, shown in muted text after the finding. */
  example?: string;
  remedy?: Remedy;
  isCaution?: boolean;
}

/** One finding of a check, in a list. */
export function FindingLine({ text, example, remedy, isCaution }: FindingLineProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-13">
      <span className={cx('min-w-0 flex-1 basis-60 wrap-break-word', isCaution && 'text-caution')}>
        {text}
        {example && <span className="block text-muted">{example}</span>}
      </span>
      {remedy && (
        <Button
          size="small"
          aria-label={`${remedy.label}: ${text}`}
          // A disabled button would lose the focus.
          aria-disabled={remedy.isBusy}
          onClick={(event) => !remedy.isBusy && remedy.apply(event)}
        >
          {remedy.label}
        </Button>
      )}
    </li>
  );
}

export function FindingList({ label, children, id }: { label: string; children: ReactNode; id?: string }) {
  return (
    <ul id={id} aria-label={label} className="flex flex-col gap-2.5">
      {children}
    </ul>
  );
}
