import { browserStorage } from '#frontend/lib/storage.ts';

const KEY = 'upload-columns';
/** The files of that many kinds are remembered; the one whose choice is the oldest goes first. */
const MOST_SETS = 30;

/** Headers by the names of fields; null for a field without a column. */
export type NamedColumns = Readonly<Record<string, string | null>>;

type Kept = Readonly<Record<string, NamedColumns>>;

/** Files with the same columns, in whatever order, are of one kind. */
const kindOf = (headers: readonly string[]): string => JSON.stringify(headers.toSorted());

/** The columns that were chosen in this browser for the fields of uploads, from a file with the same headers. */
export function readUploadColumns(headers: readonly string[]): NamedColumns {
  return browserStorage.readValue<Kept>(KEY)?.[kindOf(headers)] ?? {};
}

export function keepUploadColumns(headers: readonly string[], columns: NamedColumns): void {
  const kind = kindOf(headers);
  const { [kind]: _, ...others } = browserStorage.readValue<Kept>(KEY) ?? {};
  const kept = [...Object.entries(others), [kind, columns] as const].slice(-MOST_SETS);
  browserStorage.keepValue(KEY, Object.fromEntries(kept));
}

/** Names of columns are of the person who signs out. */
export const forgetUploadColumns = (): void => browserStorage.forget(KEY);
