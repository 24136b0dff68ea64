/** Exactly this many bytes are still accepted. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_COLUMNS = 40;
export const MIN_COLUMNS = 2;

export type FileProblem = { reason: 'not-csv' } | { reason: 'too-large' };

/** Why a file is refused before it is read: first by its name, then by its size. Null where it is accepted. */
export function validateFile(file: { name: string; size: number }): FileProblem | null {
  if (!file.name.toLowerCase().endsWith('.csv')) return { reason: 'not-csv' };
  if (file.size > MAX_FILE_BYTES) return { reason: 'too-large' };
  return null;
}
