import { dispatchUndoable } from '#frontend/features/wizard/undoable.ts';
import { Suspense, useId, useState } from 'react';
import { MIN_FINDER_CONVERSIONS } from '#frontend/analysis/constants.ts';
import { formatCount } from '#frontend/lib/format.ts';
import type { ColumnFindings, FileColumn } from '#frontend/threads/leads/find-file-columns.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import type { ColumnSearch, ConvertedStatuses } from '#frontend/features/wizard/column-findings.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { StatusPicks } from '#frontend/features/wizard/status-picks.tsx';
import { nameColumn, describeRates, describeFound } from './found-columns.ts';

/** Its table is code of the results. */
const allColumnsDialog = lazyWithPreload(
  async () => (await import('./all-columns-dialog.tsx')).AllColumnsDialog,
);

interface ColumnsThatTellProps {
  workflow: Workflow;
  statuses: ConvertedStatuses | null;
  search: ColumnSearch;
}

/** The part above the fields of step 2: the columns that tell most about the outcome, with a button that uses them. */
export function ColumnsThatTell({ workflow, statuses, search }: ColumnsThatTellProps) {
  const titleId = useId();
  if (!statuses || (statuses.plausible.length === 0 && statuses.values.length === 0)) return null;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 border-y border-hairline py-4">
      <div className="flex items-baseline justify-between gap-x-4 gap-y-1 max-sm:flex-col">
        <h2 id={titleId} className="text-14 font-semibold">
          Columns that tell most
        </h2>
        <p className="min-h-5 text-13 text-muted tabular-nums">
          <output>{describeSearch(search)}</output>
          {/* Outside of the status: a screen reader would read every count. */}
          {describeProgress(search)}
        </p>
      </div>
      {statuses.plausible.length > 1 && <ConvertedStatusChoice workflow={workflow} statuses={statuses} />}
      {search.begin ? (
        <Button size="small" className="self-start" onClick={search.begin}>
          Find these columns
        </Button>
      ) : (
        statuses.values.length > 0 && <Suggestions workflow={workflow} findings={search.findings} />
      )}
      {search.retry && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-13 text-muted">
          The columns could not be compared.
          <Button size="small" variant="ghost" onClick={search.retry}>
            Try Again
          </Button>
        </p>
      )}
    </section>
  );
}

/** Asks which of several plausible values count as converted. */
function ConvertedStatusChoice({
  workflow: { dispatch },
  statuses,
}: {
  workflow: Workflow;
  statuses: ConvertedStatuses;
}) {
  const chosen = new Set(statuses.values);
  const toggle = (value: string) => {
    const values = new Set(chosen);
    if (!values.delete(value)) values.add(value);
    dispatch({ type: 'convertedReplaced', values: [...values] });
  };
  return (
    <StatusPicks
      question="Which of these count as converted?"
      offered={statuses.plausible}
      chosen={chosen}
      onToggle={toggle}
    />
  );
}

function describeSearch({ findings, progress }: ColumnSearch): string {
  if (progress === null) return findings ? 'Tried on leads that they were not learned from' : '';
  return findings ? 'Looking again: the leads or the converted values have changed…' : 'Looking…';
}

function describeProgress({ findings, progress }: ColumnSearch): string {
  if (findings || progress === null || progress === 'begun') return '';
  return ` ${formatCount(progress.read)} of ${formatCount(progress.columns)} columns`;
}

/** The suggested columns. The part has the same height during the search, so that the fields below do not move. */
function Suggestions({ workflow, findings }: { workflow: Workflow; findings: ColumnFindings | null }) {
  const { state } = workflow;
  const [areAllShown, showAll] = useState(false);
  const suggested = findings?.columns.filter(({ suggestion }) => suggestion !== null) ?? [];
  const { run, isBusy } = useAction(async () => {
    const found = await describeFound(workflow, suggested);
    dispatchUndoable(workflow, 'Columns chosen', { type: 'suggestionsAccepted', ...found });
  });
  const areTaken = suggested.every(({ column }) => state.attributeColumns.includes(column));
  return (
    <>
      <div className="min-h-24 max-sm:min-h-40">
        {findings && suggested.length === 0 && (
          <p className="text-14 text-muted">
            No column of this file tells converted leads from others beyond chance. Choose what you want to
            compare.
          </p>
        )}
        <ol className="flex flex-col gap-2">
          {suggested.map((found) => (
            <Suggestion
              key={found.column}
              found={found}
              name={nameColumn(found, state)}
              most={suggested[0]?.added?.gain ?? 0}
            />
          ))}
        </ol>
        {findings?.hasFewConversions && (
          <p className="mt-2 text-13 text-caution">
            Fewer than {MIN_FINDER_CONVERSIONS} conversions: only strong differences can be found.
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {suggested.length > 0 && (
          <Button
            size="small"
            disabled={areTaken}
            aria-disabled={isBusy || undefined}
            onClick={() => void run()}
          >
            {areTaken ? 'In use' : 'Use these'}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          disabled={findings === null}
          onPointerEnter={allColumnsDialog.preload}
          onFocus={allColumnsDialog.preload}
          onClick={() => showAll(true)}
        >
          All columns
        </Button>
      </div>
      {findings && areAllShown && (
        <Suspense>
          <allColumnsDialog.Component {...{ workflow, findings }} onClose={() => showAll(false)} />
        </Suspense>
      )}
    </>
  );
}

interface SuggestionProps {
  found: FileColumn;
  name: string;
  /** The largest gain. Its bar is the longest. */
  most: number;
}

/** A suggested column. Its bar shows the information that it adds to the columns before it, on unseen leads. */
function Suggestion({ found, name, most }: SuggestionProps) {
  const share = most > 0 ? (found.added?.gain ?? 0) / most : 0;
  return (
    <li className="grid grid-cols-[minmax(0,11rem)_5rem_minmax(0,1fr)] items-center gap-x-4 text-14 max-sm:grid-cols-[minmax(0,1fr)_4rem]">
      <CutText text={name} className="font-medium" />
      <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full min-w-1 rounded-full bg-strong" style={{ width: `${100 * share}%` }} />
      </span>
      <span className="text-13 text-muted tabular-nums max-sm:col-span-2">{describeRates(found)}</span>
    </li>
  );
}
