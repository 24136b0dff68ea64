import { fetchAnalysis } from '#frontend/api/analyses.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { SavedRecord } from './read-record.ts';
import { unpackChoices, type SavedChoices } from './wire.ts';

export interface SavedAnalysisParts {
  record: SavedRecord;
  /** The stored rows as a file, and the choices for its columns; null where either is missing or does not fit. */
  dataset: { file: File; choices: SavedChoices } | null;
}

/** Fetches an analysis and takes it apart. The rows go from the answer to the thread and come back as one file. */
export async function openSaved(id: string, thread: LeadThread): Promise<SavedAnalysisParts> {
  const unpacked = await thread.unpackAnalysis(await fetchAnalysis(id));
  // The schemas are fetched with the first analysis that is opened.
  const { readRecord } = await import('./read-record.ts');
  const record = readRecord(unpacked.record);
  const choices = record.configuration && unpackChoices(record.configuration, record.headers);
  return {
    record,
    dataset: unpacked.csv && choices ? { file: asFile(unpacked.csv, record.fileName), choices } : null,
  };
}

function asFile(csv: Uint8Array<ArrayBuffer>, fileName: string): File {
  const name = fileName.toLowerCase().endsWith('.csv') ? fileName : `${fileName}.csv`;
  return new File([csv], name, { type: 'text/csv' });
}
