import { BLANK_LABEL, isMostlyUnique } from '../columns/columns.ts';

import { findNumberFormat } from '../columns/number-format.ts';
import { isKnownAfterClick, isSensitive, leadKeyOf, namesLongNumbers } from './header-words.ts';
import { markRounded } from './key-cells.ts';
import { findUnreadDate } from './unread-dates.ts';
import { findPlaceholders } from '../counts/group-values.ts';

/**
 * A reason against a column as an attribute: nearly every lead has a value of its own, all leads have the same value, its values came after
 * the click, it is a sensitive personal attribute, some of its values stand for 'no answer', Excel has rounded its phone numbers or ids, or
 * it looks like dates that cannot be read.
 */
export type ColumnFault =
  | 'unique'
  | 'constant'
  | 'after-click'
  | 'sensitive'
  | 'placeholder'
  | 'rounded'
  | 'unread-dates';

export interface ColumnFinding {
  fault: ColumnFault;
  column: number;
  /** The leads that it concerns. */
  leads: number;
  /** All placeholders; the first cell that is no date; for other faults the first value. */
  values: readonly string[];
}

/** A column before it is chosen. Without `leads` it has more different texts than half of the file has leads. */
export interface CheckedColumn {
  index: number;
  header: string;
  /** Distinct raw values in order of first appearance, '' = blank. */
  categories: readonly string[];
  leads: Uint32Array | null;
  rowCount: number;
}

/** A file with fewer leads has no findings about columns of one value. */
const MIN_CHECKED_LEADS = 10;
/** Numbers are recognised by this many values of a column. */
const LOOKED_AT = 1000;

/**
 * The faults of a column. A constant, mostly unique or rounded column, and one of unread dates, has no other fault. Mostly unique numbers are a
 * fault only where the header says that they are ids or phone numbers, since ranges make groups of all others. A file of under 10 leads has no
 * constant columns.
 * Example: 'Magazine' with 'No' for all 9,240 leads: constant, 9,240 leads, 'No'.
 */
export function findColumnFaults(checked: CheckedColumn): ColumnFinding[] {
  const { index: column, header, categories, leads, rowCount } = checked;
  const blanks = leads?.[categories.indexOf('')] ?? 0;
  const filled = rowCount - blanks;
  const first = categories.find((category) => category !== '') ?? BLANK_LABEL;
  const finding = (fault: ColumnFault): ColumnFinding => ({ fault, column, leads: filled, values: [first] });

  const rounded = namesLongNumbers(header) ? roundedFinding(checked) : null;
  if (rounded) return [rounded];
  if (categories.length === 1 && rowCount >= MIN_CHECKED_LEADS)
    return [{ ...finding('constant'), leads: rowCount }];
  const some = categories.slice(0, LOOKED_AT);
  const unread = findUnreadDate({
    header,
    categories: some,
    leads: leads?.subarray(0, LOOKED_AT) ?? new Uint32Array(some.length).fill(1),
  });
  if (unread !== null) return [{ ...finding('unread-dates'), values: [unread] }];
  if (leads === null || isMostlyUnique(categories.length - Number(blanks > 0), filled))
    return areNumbers(categories) && leadKeyOf(header) === null ? [] : [finding('unique')];
  return [
    ...(isKnownAfterClick(header) ? [finding('after-click')] : []),
    ...(isSensitive(header) ? [finding('sensitive')] : []),
    ...placeholderFinding(checked, leads),
  ];
}

/** The first values tell whether Excel has rounded numbers; of a column that was not read to its end they stand for all of it. */
function roundedFinding({ index, categories, leads, rowCount }: CheckedColumn): ColumnFinding | null {
  const some = categories.slice(0, leads ? Infinity : LOOKED_AT);
  const marks = markRounded(some);
  if (!marks) return null;
  const concerned = leads
    ? some.reduce((sum, _, code) => sum + (marks[code] === 1 ? leads[code]! : 0), 0) // one per value
    : Math.round((rowCount * marks.filter((mark) => mark === 1).length) / some.length);
  return { fault: 'rounded', column: index, leads: concerned, values: [some[marks.indexOf(1)] ?? ''] };
}

function placeholderFinding({ index, categories }: CheckedColumn, leads: Uint32Array): ColumnFinding[] {
  const values = findPlaceholders(categories);
  // A column without another value would be left with nothing.
  if (values.length === 0 || values.length === withoutBlank(categories).length) return [];
  const found = new Set(values);
  const concerned = categories.reduce((sum, value, code) => sum + (found.has(value) ? leads[code]! : 0), 0); // one per value
  return [{ fault: 'placeholder', column: index, leads: concerned, values }];
}

function withoutBlank(categories: readonly string[]): string[] {
  return categories.filter((category) => category !== '');
}

function areNumbers(categories: readonly string[]): boolean {
  const seen = withoutBlank(categories.slice(0, LOOKED_AT));
  return findNumberFormat(seen, new Uint32Array(seen.length).fill(1)) !== null;
}
