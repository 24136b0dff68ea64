import { useEffect } from 'react';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { listNames } from '#frontend/lib/cut-name.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import type { DraftKeeper } from './use-draft.ts';
import { useUnpressed } from './hold-while-pressed.ts';
import { useConvertedValues } from './thread-answers.tsx';
import { closeUndo } from './undoable.ts';
import type { OpenWizard } from './use-workflow.ts';
import { chosenAttributes, headerOf } from './workflow-selectors.ts';
import { isOpen, type WorkflowState } from './workflow-state.ts';

interface WorkBarProps {
  workflow: OpenWizard;
  onReplace(): void;
}

/** The bar above the steps: in step 1 an offer to restore earlier work, from step 2 on the open file. */
export function WorkBar(props: WorkBarProps) {
  const { at, draft } = props.workflow;
  return at.step > 1 ? <FileBar {...props} /> : <OrphanBar draft={draft} />;
}

/** The file, the choices and buttons to use another file and, above the results, to change the choices. */
function FileBar({ workflow, onReplace }: WorkBarProps) {
  const { state, at, goTo } = workflow;
  const converted = useConvertedValues(workflow);
  const fileNumber = state.file?.number;
  useEffect(() => closeUndo, [fileNumber]);
  if (!isOpen(state) || !state.file) return null;
  const { file, statusColumn, valueColumn } = state;
  const isAboveResults = at.step === 4;
  const guessed = isAboveResults ? listGuessed(state) : [];
  const team = workflow.draft.begunIn;
  return (
    <section aria-label="Your data" className="border-b border-hairline bg-surface print:hidden">
      <div className="mx-auto flex min-h-10 w-full max-w-results items-center gap-2 coarse:min-h-11 px-4 sm:gap-4 sm:px-6">
        <div className="min-w-0 max-sm:flex-1 sm:max-w-72">
          <p className="text-13 font-medium">
            <CutText text={file.fileName} />
          </p>
          {guessed.length > 0 && (
            <p className="text-12 whitespace-nowrap text-muted lg:hidden">{ALL_GUESSED}</p>
          )}
        </div>
        <p className="shrink-0 text-13 text-muted tabular-nums max-sm:hidden">
          {countNoun(file.rowCount, 'lead')}
        </p>
        {team && team.id !== TEAM && (
          <p className="max-w-40 truncate text-13 text-muted" title={team.name}>
            Begun in {team.name}
          </p>
        )}
        <ul className="flex min-w-0 flex-1 gap-1.5 overflow-hidden max-lg:hidden" aria-label="Chosen columns">
          {statusColumn !== null && (
            <Chip kind="Status" header={headerOf(state, statusColumn)} among={file.headers} />
          )}
          {chosenAttributes(state).map((column) => (
            <Chip key={column} header={headerOf(state, column)} among={file.headers} />
          ))}
          {isAboveResults && valueColumn !== null && (
            <Chip kind="Value" header={headerOf(state, valueColumn)} among={file.headers} />
          )}
          {isAboveResults && converted && (
            <Chip kind="Converted" header={listNames(converted, MOST_CONVERTED)} />
          )}
        </ul>
        {guessed.length > 0 && (
          <p className="shrink-0 text-12 text-muted max-lg:hidden">
            {guessed.length < 3 ? `Guessed: ${guessed.join(', ')}` : ALL_GUESSED}
          </p>
        )}
        {isAboveResults && (
          <Button variant="ghost" size="small" className="-mr-2.5" onClick={() => goTo(2)}>
            Change
          </Button>
        )}
        <Button variant="ghost" size="small" className="-mr-2.5" onClick={onReplace}>
          Use Different Data
        </Button>
      </div>
    </section>
  );
}

const ALL_GUESSED = 'Choices are guessed';

/** The choices that were proposed and not yet confirmed, to look at by 'Change'. */
function listGuessed({ isStatusGuessed, guessed, valueColumn }: WorkflowState): string[] {
  const parts = {
    status: isStatusGuessed && guessed.size > 0,
    converted: guessed.has('converted'),
    columns: guessed.has('columns'),
    value: guessed.has('amounts') && valueColumn !== null,
  };
  return Object.entries(parts).flatMap(([part, isGuessed]) => (isGuessed ? [part] : []));
}

interface ChipProps {
  kind?: string;
  header: string;
  /** The headers of the file. */
  among?: readonly string[];
}

const MOST_CONVERTED = 2;

function Chip({ kind, header, among }: ChipProps) {
  return (
    <li
      className={cx(
        'flex max-w-48 rounded-full bg-sunken px-2 py-0.5 text-12 text-muted',
        // Names of columns are cut first.
        kind === 'Converted' ? 'shrink-0' : 'min-w-0',
      )}
    >
      {kind && <span className="shrink-0 whitespace-pre text-faint">{kind}: </span>}
      <CutText text={header} among={among} />
    </li>
  );
}

/** Offers to restore the work of a tab that was closed or crashed. */
function OrphanBar({ draft }: { draft: DraftKeeper }) {
  if (!draft.abandoned) return null;
  const { file, savedAt, team } = draft.abandoned.draft;
  const begun = team ? `, begun in ${team.name}` : '';
  const text = `${file.name}${begun}, last changed ${formatDateTime(new Date(savedAt))}.`;
  return (
    <section aria-label="Kept work" className="border-b border-hairline bg-surface">
      <div className="mx-auto flex min-h-10 w-full max-w-results items-center gap-2 px-4 coarse:min-h-11 sm:px-6">
        <p className="line-clamp-2 flex-1 text-12 leading-tight sm:text-13" title={text}>
          <strong className="font-medium max-sm:sr-only">Pick up where you left off? </strong>
          <span className="text-muted">
            {text}
            <span className="max-sm:sr-only"> It never left this browser.</span>
          </span>
        </p>
        <Button size="small" onClick={() => void draft.adoptOrphan()}>
          Restore
        </Button>
        <Button variant="ghost" size="small" className="-mr-2.5" onClick={() => void draft.discardOrphan()}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/** Notices about drafts in this browser, and about settings that wait for a file. */
export function DraftNotices({ workflow: { draft, at, reuse } }: { workflow: OpenWizard }) {
  const canKeep = useUnpressed(draft.canKeep, true);
  const setAsideFile = useUnpressed(draft.setAsideFile, null);
  const pending = useUnpressed(reuse.pending, null);
  return (
    <>
      {!canKeep && (
        <Notice tone="caution">
          This browser cannot keep your work: its storage is full or switched off. You can go on, but a reload
          or a closed tab loses your work.
        </Notice>
      )}
      {at.step === 1 && pending && (
        <Notice
          tone="info"
          action={
            <Button variant="ghost" size="small" onClick={reuse.dropPending}>
              Dismiss
            </Button>
          }
        >
          The settings of <strong className="font-medium wrap-anywhere">{pending.name}</strong> are used for
          the next file that holds their columns: {namesOf(pending)}.
        </Notice>
      )}
      {at.step === 2 && setAsideFile && (
        <Notice tone="info" className="mx-auto w-full max-w-step">
          Your work on {setAsideFile} is saved in this browser. Start over to return to it.
        </Notice>
      )}
    </>
  );
}

function namesOf({ headers, choices }: KeptSettings): string {
  return [choices.statusColumn, ...choices.attributeColumns].map((column) => headers[column]).join(', ');
}
