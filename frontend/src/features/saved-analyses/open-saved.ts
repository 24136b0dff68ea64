import { fetchAnalysis, fetchDataset } from '#frontend/api/analyses.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import { readRecord, type SavedRecord } from './read-record.ts';
import type { SavedChoices } from '#frontend/thread/work.ts';
import { unpackChoices } from './wire.ts';

export interface SavedAnalysisParts {
  record: SavedRecord;
  /** The stored rows as a file, and the choices for its columns; null if either is missing or they do not match. */
  dataset: { file: File; choices: SavedChoices } | null;
}

/** Fetches an analysis and its rows. The thread turns the rows into a CSV file. */
export async function openSaved(id: string, thread: LeadThread): Promise<SavedAnalysisParts> {
  const [answer, gzip] = await Promise.all([fetchAnalysis(id), fetchDataset(id)]);
  const dataset = gzip && (await thread.unpackDataset(gzip));
  const record = readRecord(answer);
  const choices = dataset && record.configuration && unpackChoices(record.configuration, dataset.headers);
  return {
    record,
    dataset: choices && { file: asFile(dataset.csv, record.fileName), choices },
  };
}

function asFile(csv: Uint8Array<ArrayBuffer>, fileName: string): File {
  const name = fileName.toLowerCase().endsWith('.csv') ? fileName : `${fileName}.csv`;
  return new File([csv], name, { type: 'text/csv' });
}
