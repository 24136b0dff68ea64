import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { SavedChoices } from '#frontend/choices/choices.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import type { OpenWork, ResultsInput } from '#frontend/features/results/results-source.ts';
import type { SaveState } from '#frontend/features/results/save-state.ts';

/** A saved analysis in the form in which the wizard opens it. */
export interface SavedWork {
  file: File;
  readOptions: ReadOptions;
  choices: SavedChoices;
  settings: Settings;
  save: SaveState;
}

/** The wizard's work in the form in which it is saved. */
export type WorkToSave = OpenWork &
  Pick<ResultsInput, 'measurement' | 'combinations' | 'settings' | 'context' | 'apply' | 'stages'>;
