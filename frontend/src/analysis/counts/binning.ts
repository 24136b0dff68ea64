import type { NumericSummary } from '../columns/columns.ts';
import { RANGE_GAP, RANGE_GAP_TOLERANCE } from '../constants.ts';

/** A numeric interval with a name. Both ends belong to it; a maximum of null is open-ended. */
export interface Range {
  min: number;
  max: number | null;
  label: string;
}

/** The way in which ranges were found, where it matters to their figures: the best split chose them by the outcome. */
export type RangeOrigin = 'best-split';

/** 'Custom Ranges': one range from the smallest number of the column, open-ended and without a label. */
export function customRanges(summary: NumericSummary): Range[] {
  return [{ min: summary.min, max: null, label: '' }];
}

/** A newly added range starts this much above the previous maximum. */
const ADDED_RANGE_GAP = 1;

/** Adds a range that starts 1 above the previous maximum, or at the column's minimum without one. */
export function addRange(ranges: readonly Range[], summary: NumericSummary): Range[] {
  const previousMax = ranges.at(-1)?.max ?? null;
  const min = previousMax === null ? summary.min : previousMax + ADDED_RANGE_GAP;
  return [...ranges, { min, max: null, label: '' }];
}

/**
 * The index of the first range that a value belongs to, or -1. A value belongs to a range when it is at or
 * below the maximum, and at or above the minimum or in the gap of at most 0.01 between the previous range's
 * maximum and this minimum. Without that rule a column that runs from 0 to 0.2 would lose a third of its leads.
 * Ranges may overlap and stand in any order. Example: 1.005 belongs to the second of 0-1 and 1.01-2.
 */
export function indexOfRange(value: number, ranges: readonly Range[]): number {
  return createRangeFinder(ranges)(value);
}

/** `indexOfRange` for many values: it copies the bounds into arrays once, so that a value takes a few comparisons. */
export function createRangeFinder(ranges: readonly Range[]): (value: number) => number {
  const lowest = Float64Array.from(ranges, ({ min }) => min);
  const highest = Float64Array.from(ranges, ({ max }) => max ?? Infinity);
  // A value above this belongs to the range, or to the gap just below it.
  const gapAbove = Float64Array.from(ranges, ({ min }, index) => {
    const previous = ranges[index - 1]?.max ?? null;
    // Added, not subtracted: in large numbers the minimum of a preset is further away than 0.01, by rounding.
    return previous !== null && min <= previous + RANGE_GAP + RANGE_GAP_TOLERANCE ? previous : Infinity;
  });
  return (value) => {
    for (let index = 0; index < lowest.length; index++) {
      // The `!` here: each list has an entry per range.
      if (value > highest[index]!) continue;
      if (value >= lowest[index]! || value > gapAbove[index]!) return index;
    }
    return -1;
  };
}

/**
 * How many leads fall into each range, and how many have a number outside all of them. Given conversions per number
 * as `leads`, it counts conversions.
 */
export function countByRange(
  summary: Pick<NumericSummary, 'values' | 'leads'>,
  ranges: readonly Range[],
): { leads: number[]; outOfRange: number } {
  const leads = ranges.map(() => 0);
  const findRange = createRangeFinder(ranges);
  let outOfRange = 0;
  for (const [index, value] of summary.values.entries()) {
    const count = summary.leads[index] ?? 0;
    const range = findRange(value);
    if (range === -1) outOfRange += count;
    else leads[range] = (leads[range] ?? 0) + count;
  }
  return { leads, outOfRange };
}

/** The name of a range as a value: its label, or '5 to 10' or '5 and above' where that is empty. */
export function rangeLabel(range: Range): string {
  const label = range.label.trim();
  if (label !== '') return label;
  const min = showBound(range.min);
  return range.max === null ? `${min} and above` : `${min} to ${showBound(range.max)}`;
}

/** A label with the bounds that it stands for: 'Q4 (High): 11.01 and above'. */
export function describeRange(range: Range): string {
  const bounds = rangeLabel({ ...range, label: '' });
  const label = rangeLabel(range);
  return label === bounds ? label : `${label}: ${bounds}`;
}

/** The label of a range shows this many decimals of a bound. */
const SHOWN_DECIMALS = 4;

/**
 * A bound of a range as text, with at most 4 significant decimals and '.' as the decimal point in every
 * locale, because the text becomes the name of a value.
 * Examples: 83.66666666666667 is '83.6667', 0.000123456 is '0.0001235', 5 is '5'.
 */
export function showBound(value: number): string {
  const shown = Math.abs(value) < 1 ? value.toPrecision(SHOWN_DECIMALS) : value.toFixed(SHOWN_DECIMALS);
  return String(Number(shown));
}
