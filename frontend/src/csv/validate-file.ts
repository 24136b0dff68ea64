import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { BUNDLE_TYPE, MAX_BUNDLE_HEAD } from './file-bundle.ts';

export type FileProblem = { reason: 'not-csv' | 'open-document' } | { reason: 'too-large' };

/** The names of the files that are opened end in one of these. Their content decides how they are read. */
export const FILE_ENDINGS = ['.csv', '.tsv', '.txt', '.xlsx', '.xls', '.zip'] as const;

/** Whether a file may be opened by its name. */
export function hasFileEnding(name: string): boolean {
  return FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}

/** Why a file is refused before it is read: first by its name, then by its size. Null where it is accepted. */
export function validateFile({
  name,
  size,
  type,
}: {
  name: string;
  size: number;
  type?: string;
}): FileProblem | null {
  if (!hasFileEnding(name)) return { reason: /\.ods$/i.test(name) ? 'open-document' : 'not-csv' };
  return size > MAX_FILE_BYTES + (type === BUNDLE_TYPE ? MAX_BUNDLE_HEAD : 0)
    ? { reason: 'too-large' }
    : null;
}
