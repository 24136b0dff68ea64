import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { SavedChoices } from '#frontend/choices/choices.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import type { ExportedDataset } from '#frontend/threads/leads/export-dataset.ts';
import type { ApplySource } from '#frontend/features/results/kit/results-input.ts';
import type { SaveState } from './save-state.ts';

/** A saved analysis in the form in which the wizard opens it. */
export interface SavedWork {
  file: File;
  readOptions: ReadOptions;
  choices: SavedChoices;
  settings: Settings;
  save: SaveState;
}

/** The wizard's work in the form in which it is saved. */
export interface WorkToSave {
  /** The time at which the file was opened. It identifies the work. */
  openedAt: number;
  save: SaveState;
  onSaveChange(save: SaveState): void;
  measurement: Measurement;
  /** Null or absent until they are counted. */
  combinations?: FittedTally | null;
  settings: Settings;
  context: AnalysisContext;
  /** The choices for the ad platforms, and the question for their plans. */
  apply?: ApplySource;
  /** All values of the status column, '' for a blank. */
  listStatusValues(): Promise<readonly string[]>;
  /** The rows of the open file, ready to be sent. */
  exportDataset(): Promise<ExportedDataset>;
  /** Stores all choices in this browser. To be called before the visitor leaves the page. */
  keepDraft(): Promise<void>;
}
