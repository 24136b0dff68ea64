import { saveAnalysis } from '#frontend/api/analyses.ts';
import { loadResults } from '#frontend/features/saved/saved-results.ts';
import type { CountJob } from '../files/shapes.ts';
import { openFile, startShipped, startShippedThread } from './shipped-counter.ts';

export interface SavedFile {
  id: string;
  /** Of the dataset as it is sent. */
  compressedBytes: number;
}

/** Saves the file with a record, as the page does. */
export async function saveFile(file: File, asked: { script: string; record: string }): Promise<SavedFile> {
  const thread = await startShippedThread(asked.script);
  await openFile(thread, file);
  const { gzip: dataset } = await thread.ask('exportDataset', undefined);
  thread.close();
  const { id } = await saveAnalysis({ record: asked.record, dataset, idempotencyKey: crypto.randomUUID() });
  return { id, compressedBytes: dataset.size };
}

/** From nothing to the measured results of a saved analysis, in milliseconds. */
export async function reopen(id: string): Promise<number> {
  const start = performance.now();
  const { computed } = await loadResults(id);
  if (!computed) throw new Error('The saved analysis came without its rows');
  return performance.now() - start;
}

/** The same answer as mere bytes, and the counts of the file it was made of, in milliseconds. */
export async function fetchAndCount(
  file: File,
  { id, script, job }: { id: string; script: string; job: CountJob },
): Promise<number> {
  const start = performance.now();
  await (await fetch(`/api/analyses/${id}`)).arrayBuffer();
  const counter = await startShipped(script);
  await counter.count(file, job);
  const end = performance.now();
  counter.close();
  return end - start;
}
