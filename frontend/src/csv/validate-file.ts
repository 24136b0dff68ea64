import { MAX_FILE_BYTES } from '#contract/limits.ts';

export type FileProblem = { reason: 'not-csv' | 'old-excel' | 'open-document' } | { reason: 'too-large' };

/** The names of the files that are opened end in one of these. What is in them is read by its content. */
export const FILE_ENDINGS = ['.csv', '.xlsx', '.zip'] as const;
const [OLD_EXCEL, OPEN_DOCUMENT] = ['.xls', '.ods'];

/** Whether a file may be opened by its name. */
export function hasFileEnding(name: string): boolean {
  return FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}

/** Why a file is refused before it is read: first by its name, then by its size. Null where it is accepted. */
export function validateFile(file: { name: string; size: number }): FileProblem | null {
  if (!hasFileEnding(file.name)) return { reason: reasonOf(file.name.toLowerCase()) };
  if (file.size > MAX_FILE_BYTES) return { reason: 'too-large' };
  return null;
}

function reasonOf(name: string): 'not-csv' | 'old-excel' | 'open-document' {
  if (name.endsWith(OLD_EXCEL)) return 'old-excel';
  return name.endsWith(OPEN_DOCUMENT) ? 'open-document' : 'not-csv';
}
