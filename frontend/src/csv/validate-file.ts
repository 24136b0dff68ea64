import { MAX_FILE_BYTES } from '#contract/limits.ts';

export type FileProblem = { reason: 'not-csv' } | { reason: 'too-large' };

/** The reason to refuse a file before a byte of it is read: its name first, then its size. Null where there is none. */
export function validateFile(file: { name: string; size: number }): FileProblem | null {
  if (!file.name.toLowerCase().endsWith('.csv')) return { reason: 'not-csv' };
  if (file.size > MAX_FILE_BYTES) return { reason: 'too-large' };
  return null;
}
