import { BLANK_LABEL } from './columns.ts';

/** Order of two value names where no locale may play a part: by UTF-16 code units, '(Blank)' last. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  if (a === BLANK_LABEL) return 1;
  if (b === BLANK_LABEL) return -1;
  return a < b ? -1 : 1;
}

/** Distinct names in the order of compareNames. */
export function sortNames(names: readonly string[]): string[] {
  const distinct = new Set(names);
  const hasBlank = distinct.delete(BLANK_LABEL);
  // Without a comparator, sort() orders by code units and is several times faster on 100,000 names.
  const sorted = [...distinct].sort();
  return hasBlank ? [...sorted, BLANK_LABEL] : sorted;
}
