import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { lackedColumns, type KeptSettings } from '#frontend/choices/kept-settings.ts';
import { choicesOf } from '#frontend/choices/list.ts';
import { optionsOfReading } from '#frontend/choices/reading.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import type { WizardState, KeptWork } from '#frontend/features/wizard/workflow-state.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';

/**
 * Reads the open file as the settings of an earlier analysis say, fits them to it, and chooses them. Resolves to the columns that the file
 * lacks; then it is read as before, and nothing is chosen.
 */
export async function takeOver(kept: KeptSettings, workflow: Workflow): Promise<readonly string[]> {
  const { state, thread, dispatch } = workflow;
  const { file: earlier, ...before } = state;
  const options = { ...state.readOptions, ...optionsFor(kept, state) };
  const isReread = !isSame(options, state.readOptions);
  const file = isReread ? await read(workflow, options) : earlier;
  const headers = file?.headers ?? [];
  const lacked = lackedColumns(kept, headers);
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
  dispatch({ type: 'settingsReused', openedAt, name, notes, choices, ...(isReread && { before }) });
  return [];
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
