import type { ReuseNote } from '#frontend/choices/choice.ts';
import type { Choices } from '#frontend/choices/choices.ts';
import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { lackedColumns, type KeptSettings } from '#frontend/choices/kept-settings.ts';
import { choicesOf } from '#frontend/choices/list.ts';
import { optionsOfReading } from '#frontend/choices/reading.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import { LEFT_VIEW, tabStorage } from '#frontend/lib/storage.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import type { LeftView } from '#frontend/features/results/shown-results.tsx';
import { dispatchUndoable } from '#frontend/features/wizard/undoable.ts';
import type { WizardState, KeptWork, WorkEvent } from '#frontend/features/wizard/workflow-state.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';

/**
 * Reads the open file as the settings of an earlier analysis say, fits them to it, and chooses them. Resolves to the columns that the file
 * lacks; then it is read as before, and nothing is chosen.
 *
 * @param showsResults leads on to the results where the settings fit the whole file
 */
export async function takeOver(
  kept: KeptSettings,
  workflow: Workflow,
  { showsResults = false } = {},
): Promise<readonly string[]> {
  const { state, thread, dispatch } = workflow;
  const { file: earlier, ...before } = state;
  const options = { ...state.readOptions, ...optionsFor(kept, state) };
  const isReread = !isSame(options, state.readOptions);
  const file = isReread ? await read(workflow, options) : earlier;
  const headers = file?.headers ?? [];
  // The file is read as the settings say, but may have had no room for all columns of choices.
  const { reading: _, ...chosen } = kept.choices;
  const lacked = lackedColumns({ ...kept, choices: chosen }, headers);
  if (lacked.length > 0) {
    if (isReread) await undoTakeOver(before, { ...workflow, state: { ...state, readOptions: options } });
    return lacked;
  }
  const details = await Promise.all(
    columnsToFit(kept, headers).map(({ column, numberFormat }) =>
      thread.ask('describeColumn', { column, numberFormat }),
    ),
  );
  const byColumn = new Map(details.map((detail) => [detail.index, detail]));
  const { name, notes, choices: saved, settings } = fitSettings(kept, headers, byColumn);
  const choices = choicesOf(saved, settings);
  const { openedAt } = state;
  const event: WorkEvent = {
    type: 'settingsReused',
    openedAt,
    name,
    notes,
    choices,
    earlier: kept.earlier,
    ...(isReread && { before }),
  };
  const leadsOn = showsResults && fitsWhole(notes, choices, headers);
  // The work that the message would bring back belongs to another reading of the file.
  if (leadsOn && !isReread) dispatchUndoable(workflow, `Settings of ${name} taken`, event);
  else dispatch(event);
  if (leadsOn) showWhatChanged(workflow);
  return [];
}

/**
 * Whether the settings lead to results without a look at them: every choice applies to the file, and it has a converted value. Other values
 * come and go with every file.
 */
export function fitsWhole(
  notes: readonly ReuseNote[],
  choices: Pick<Choices, 'statusColumn' | 'qualified'>,
  headers: readonly string[],
): boolean {
  const converted = qualifiedValues(choices);
  return notes.every((note) => {
    if (note.kind !== 'missing') return note.kind === 'new';
    const isOfStatus = note.header === headers[choices.statusColumn ?? -1];
    return !isOfStatus || [...converted].some((value) => !note.values.includes(value));
  });
}

/** Shows the results, and what has changed since the earlier analysis in place of them. */
export function showWhatChanged({ state: { openedAt }, goTo }: Pick<Workflow, 'state' | 'goTo'>): void {
  tabStorage.keepValue(LEFT_VIEW, { openedAt, view: 'what-changed' } satisfies LeftView);
  goTo(4);
}

/** Brings back the work before the settings, and reads the file as it was read then. */
export async function undoTakeOver(
  before: KeptWork,
  workflow: Pick<Workflow, 'state' | 'rereadFile' | 'dispatch'>,
): Promise<void> {
  const isReread = !isSame(before.readOptions, workflow.state.readOptions);
  if (isReread) await read(workflow, before.readOptions);
  workflow.dispatch({ type: 'reuseUndone', ...(isReread && { before }) });
}

/** The options of reading that differ from those of now: an encoding that was guessed right needs no second reading. */
function optionsFor({ choices }: KeptSettings, { file }: WizardState): OpenOptions {
  const { usualEncoding, ...others } = optionsOfReading(choices.reading ?? {});
  return usualEncoding === file?.report.encoding
    ? others
    : { ...others, ...(usualEncoding && { usualEncoding }) };
}

/** Members that are absent and those that are undefined are the same. */
function isSame(one: OpenOptions, other: OpenOptions): boolean {
  const sorted = (options: OpenOptions) => JSON.stringify(Object.entries(options).toSorted());
  return sorted(one) === sorted(other);
}

async function read({ rereadFile }: Pick<Workflow, 'rereadFile'>, options: OpenOptions): Promise<OpenedFile> {
  const file = await rereadFile(options);
  if (!file) throw new Error('The file could not be read again');
  return file;
}
