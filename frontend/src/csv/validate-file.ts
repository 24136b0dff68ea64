import { MAX_FILE_BYTES } from '#contract/limits.ts';

export type FileProblem = { reason: 'not-csv' } | { reason: 'too-large' };

/** Why a file is refused before it is read: first by its name, then by its size. Null where it is accepted. */
export function validateFile(file: { name: string; size: number }): FileProblem | null {
  if (!file.name.toLowerCase().endsWith('.csv')) return { reason: 'not-csv' };
  if (file.size > MAX_FILE_BYTES) return { reason: 'too-large' };
  return null;
}
