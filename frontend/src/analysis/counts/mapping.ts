import { rangeLabel, indexOfRange, type Range, type RangeOrigin } from './binning.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '../columns/columns.ts';
import { compareNames } from '../columns/order.ts';
import { nameDates, type DateNaming, type ReadNaming, type DateFormat } from '../columns/dates.ts';
import type { AmountCurrency } from './amount-currency.ts';
import { readNumber, type NumberFormat } from '../columns/number-format.ts';

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

/** The values of raw cells of dates before mapping: the names of their dates; a text that is no date stays as it is. */
export function labelDates(categories: readonly string[], dates: ReadNaming): string[] {
  return nameDates(categories, dates).map((name, code) => name ?? labelOf(categories[code]!, null)); // one per cell
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
  const names = dates
    ? labelDates(categories, dates)
    : categories.map((category) => labelOf(category, ranges, numberFormat));
  names.forEach((name, code) => {
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

/** The visitor's choices of leads that are left out of all figures. */
export interface LeadFilter {
  /** Statuses whose leads are left out, trimmed, '(Blank)' for the blank. */
  leftOutStatuses: ReadonlySet<string>;
  /** The column of the three conditions below, which are ignored without it. */
  dateColumn: number | null;
  /** Null: the likeliest way in which its cells can be read. */
  dateFormat: DateFormat | null;
  /** The first and the last day that count, as milliseconds at 00:00 UTC of the written day; null = open. */
  from: number | null;
  to: number | null;
  /** The leads of this number of days are left out, counted back from the newest date of the file. */
  youngerThanDays: number | null;
}

/** The part of a filter that is about dates. */
export type DateFilter = Omit<LeadFilter, 'leftOutStatuses'>;

export const NO_DATES: DateFilter = {
  dateColumn: null,
  dateFormat: null,
  from: null,
  to: null,
  youngerThanDays: null,
};

/** Whether a condition needs the date of each lead. */
export function asksForDate({ dateColumn, from, to, youngerThanDays }: DateFilter): boolean {
  return dateColumn !== null && (from !== null || to !== null || youngerThanDays !== null);
}

/** How many leads are left out, each counted once, for the first reason that holds in this order. */
export interface LeftOutLeads {
  byStatus: number;
  /** Without a date that can be read, where a condition asks for one. */
  unreadableDate: number;
  /** Before the first or after the last day. */
  byDate: number;
  young: number;
}

/** The figures that the results show: of conversions, or of the amounts that leads are worth. */
export type Basis = 'conversions' | 'value';

/**
 * The worth of each lead, as the visitor chose it. `column`: a converted lead is worth the amount in its cell, or 0 if the cell is blank or
 * unreadable or has another currency; all other leads are worth 0. `per-status`: every lead, converted or not, is worth the amount of its
 * status ('(Blank)' for a blank one), or 0 if the status has no amount.
 */
export type Worth =
  | { kind: 'column'; column: number; numberFormat?: NumberFormat; currency?: AmountCurrency }
  | { kind: 'per-status'; amounts: ReadonlyMap<string, number> };

/** How many converted leads have amounts that need attention. The cells of other leads are not read. */
export interface WorthReport {
  /** Converted leads with a blank cell or an amount of 0. */
  empty: number;
  /** Converted leads whose cell is no number, or one above 10^15; they are worth 0. */
  unreadable: number;
  /** Converted leads with an amount below 0. With one of them there are no figures by value. */
  negative: number;
  /** Converted leads with an amount of another currency, which is never converted; they are worth 0. */
  otherCurrency: number;
}

/** The amounts behind the figures by value, each list by index of the figures. Money per lead counts all leads. */
export interface ValueFigures {
  /** The sum of the amounts of all leads. */
  total: number;
  /** Total / leads. */
  perLead: number;
  /** The variance (divisor N) of the amounts of all leads. */
  variance: number;
  /** The 95th percentile of the amounts of converted leads: q also looks at amounts cut to it. */
  testCap: number;
  /** The 99th percentile of the amounts of converted leads. */
  shownCap: number;
  sums: Float64Array;
  sumsOfSquares: Float64Array;
  /** The sums of the amounts of the converted leads. */
  convertedSums: Float64Array;
  /** The value lifts of amounts cut to `shownCap`, not shrunk. */
  cappedLifts: Float64Array;
  /** The statistic behind the p-value of amounts cut to `testCap`. */
  testChiSquares: Float64Array;
  /** 1 where the interval is known. Elsewhere it is that of all lifts that are possible: 0 to leads / leads of the segment. */
  hasIntervals: Uint8Array;
  /** 1 where the largest 1% of the conversions, at least one, hold over half of the value, else 0. */
  largeDeals: Uint8Array;
}
