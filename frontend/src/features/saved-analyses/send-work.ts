import { replaceAnalysis, saveAnalysis } from '#frontend/api/analyses.ts';
import type { Result } from '#frontend/csv/result.ts';
import type { WorkToSave } from '#frontend/thread/work.ts';
import { packRecord, packWork } from './pack-record.ts';

export { refreshAnalyses } from '#frontend/api/analyses.ts';

/** Id of the saved analysis. The error is a text for the visitor; other failures are thrown. */
type Sent = Promise<Result<string, string>>;

/** Saves a new analysis with its dataset. */
export async function sendNew(work: WorkToSave, idempotencyKey: string = crypto.randomUUID()): Sent {
  const packed = await packWork(work);
  return packed.ok ? { ok: true, value: await saveAnalysis({ ...packed.value, idempotencyKey }) } : packed;
}

/** Replaces figures and choices of a saved analysis. Its dataset stays. */
export async function sendUpdate(work: WorkToSave, id: string): Sent {
  const packed = await packRecord(work);
  if (!packed.ok) return packed;
  await replaceAnalysis(id, packed.value);
  return { ok: true, value: id };
}
