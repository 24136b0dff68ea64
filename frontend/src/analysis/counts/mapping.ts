import { rangeLabel, indexOfRange, type Range, type RangeOrigin } from './binning.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '../columns/columns.ts';
import { nameDate, type DateNaming, type ReadNaming } from '../columns/dates.ts';
import type { LeadFilter } from './lead-filter.ts';
import { readNumber, type NumberFormat } from '../columns/number-format.ts';
import { compareNames } from '../columns/order.ts';
import type { Worth } from './worth.ts';

/**
 * New name by original name; the original is the label after blanks and ranges. A Map, so that '__proto__' is a name
 * like any other.
 */
export type Mapping = ReadonlyMap<string, string>;

/**
 * The visitor's choices for one attribute: its column, its name in results, its ranges if any, the part that stands for
 * its dates if any, and its renamed values.
 */
export interface AttributePlan {
  column: number;
  field: string;
  ranges: readonly Range[] | null;
  /** Absent where the outcome did not choose the ranges. */
  rangesBy?: RangeOrigin;
  /** Absent where dates are texts like any other. */
  dates?: DateNaming | null;
  mapping: Mapping;
  /** How the column writes the numbers that ranges sort. Absent: plain. */
  numberFormat?: NumberFormat;
}

/** The choices that turn the cells of a column into its values, with all that is needed to read the cells. */
export type ValuesPlan = Pick<AttributePlan, 'ranges' | 'mapping' | 'numberFormat'> & {
  dates?: ReadNaming | null;
};

/** All choices that the counts depend on. `qualified` holds trimmed status values, '(Blank)' for the blank. */
export interface Plan {
  statusColumn: number;
  qualified: ReadonlySet<string>;
  attributes: readonly AttributePlan[];
  /** Null or absent: leads have no amounts, so there are no figures by value. */
  worth?: Worth | null;
  /** The leads that count. Absent or null: all. */
  leads?: LeadFilter | null;
}

/**
 * The value of a raw cell before mapping: trimmed; a blank becomes '(Blank)'; in a column with ranges a number
 * becomes its range's label or '(Out of range)', and text stays as it is.
 */
export function labelOf(
  rawValue: string,
  ranges: readonly Range[] | null,
  format: NumberFormat = 'plain',
): string {
  const value = rawValue.trim();
  if (value === '') return BLANK_LABEL;
  if (ranges === null || ranges.length === 0) return value;
  const number = readNumber(value, format);
  if (number === null) return value;
  const range = ranges[indexOfRange(number, ranges)];
  return range === undefined ? OUT_OF_RANGE_LABEL : rangeLabel(range);
}

/** The value of a raw cell of dates before mapping: the name of its date; a text that is no date stays as it is. */
export function labelOfDate(rawValue: string, dates: ReadNaming): string {
  return nameDate(rawValue, dates) ?? labelOf(rawValue, null);
}

/**
 * The new name of a value, or the same name. A new name of spaces only does not count, and a new name is not renamed
 * again.
 */
export function replaceName(name: string, mapping: Mapping): string {
  if (mapping.size === 0) return name;
  const replacement = mapping.get(name)?.trim() ?? '';
  return replacement === '' ? name : replacement;
}

/** A value before mapping, and how many leads have it. */
export interface ListedValue {
  value: string;
  leads: number;
}

/**
 * The values of an attribute before mapping: most leads first, equal counts by name, '(Blank)' and
 * '(Out of range)' last.
 *
 * @param categories distinct raw cells, '' = blank
 * @param leads leads per category
 */
export function listValues(
  categories: readonly string[],
  leads: Uint32Array,
  { ranges, dates, numberFormat }: Pick<ValuesPlan, 'ranges' | 'dates' | 'numberFormat'>,
): ListedValue[] {
  const leadsByName = new Map<string, number>();
  categories.forEach((category, code) => {
    const name = dates ? labelOfDate(category, dates) : labelOf(category, ranges, numberFormat);
    leadsByName.set(name, (leadsByName.get(name) ?? 0) + (leads[code] ?? 0));
  });
  const listed = Array.from(leadsByName, ([value, count]) => ({ value, leads: count }));
  return listed.sort(
    (a, b) =>
      Number(isRemainder(a.value)) - Number(isRemainder(b.value)) ||
      b.leads - a.leads ||
      compareNames(a.value, b.value),
  );
}

function isRemainder(name: string): boolean {
  return name === BLANK_LABEL || name === OUT_OF_RANGE_LABEL;
}
