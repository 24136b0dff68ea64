import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import { choicesOf } from '#frontend/choices/list.ts';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';

/** Fits the settings of an earlier analysis to the open file, and chooses them. */
export async function takeOver(kept: KeptSettings, { state, thread, dispatch }: Workflow): Promise<void> {
  const headers = state.file?.headers ?? [];
  const details = await Promise.all(
    columnsToFit(kept, headers).map(({ column, numberFormat }) =>
      thread.ask('describeColumn', { column, numberFormat }),
    ),
  );
  const byColumn = new Map(details.map((detail) => [detail.index, detail]));
  const { name, notes, choices: saved, settings } = fitSettings(kept, headers, byColumn);
  const choices = choicesOf(saved, settings);
  dispatch({ type: 'settingsReused', openedAt: state.openedAt, name, notes, choices });
}
