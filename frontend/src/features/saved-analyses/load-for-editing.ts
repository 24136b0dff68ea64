import type { Settings } from '#frontend/analysis/analyse.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { createLeadThread } from '#frontend/thread/client.ts';
import { UNPACKED_CSV } from '#frontend/thread/unpack-dataset.ts';
import { openSaved } from './open-saved.ts';
import type { SavedChoices } from './wire.ts';

/** A saved analysis that is to be worked on again. */
export interface AnalysisToEdit {
  file: File;
  readOptions: ReadOptions;
  choices: SavedChoices;
  settings: Settings;
}

/** Fetches an analysis and makes a file of its rows; null where it has too little to work on. */
export async function loadForEditing(id: string): Promise<AnalysisToEdit | null> {
  const thread = createLeadThread();
  try {
    const { record, dataset } = await openSaved(id, thread);
    return dataset && { ...dataset, readOptions: UNPACKED_CSV, settings: record.settings };
  } finally {
    thread.close();
  }
}
