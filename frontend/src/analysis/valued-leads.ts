import { quantileOfSorted } from './stats/quantile.ts';
import { LARGE_DEAL_PERCENT, SHOWN_CAP_PERCENT, TEST_CAP_PERCENT } from './constants.ts';
import type { Counts } from './lift.ts';

/** The leads that are worth more than 0, in the order of the file. All others are worth 0. */
export interface ValuedLeads {
  /** The item of each: the lead itself, or its combination of values. */
  items: Uint32Array;
  /** From 10^-9 to 10^15. */
  amounts: Float64Array;
  /** 1 where the lead converted, else 0. */
  converted: Uint8Array;
}

/** The amounts of a part of the leads. */
export interface ValuedPart extends Counts {
  sum: number;
  sumOfSquares: number;
}

/** Sums over all leads, which every segment is compared with. */
export interface ValueTotals extends ValuedPart {
  variance: number;
  /** The 95th and the 99th percentile of the amounts of converted leads; see `ValueFigures`. */
  testCap: number;
  shownCap: number;
  /** Of the amounts cut to `testCap`. */
  testSum: number;
  testVariance: number;
  /** Of the amounts cut to `shownCap`. */
  shownSum: number;
}

/** Sums over the leads of each segment, by position. */
export interface ValueSums {
  sums: Float64Array;
  sumsOfSquares: Float64Array;
  testSums: Float64Array;
  shownSums: Float64Array;
  convertedSums: Float64Array;
  /** The largest amount of a converted lead. */
  largest: Float64Array;
}

/** The segments of a field: that of an item has the position `first + codeOf[codes[item]]`. */
export interface FieldSegments {
  codes: Uint32Array;
  codeOf: Uint32Array;
  first: number;
}

/** A smaller variance is due to rounding: the amounts are all alike. As a share of the mean square. */
const LEAST_VARIANCE = 1e-12;

/**
 * The variance of amounts with divisor N, from their sums: mean square - square of the mean. 0 without leads, and where it
 * is so small that it may be due to rounding.
 * Example: 200 leads, of which 50 are worth 10: 5000 / 200 - 2.5² = 18.75.
 */
export function varianceOf(leads: number, sum: number, sumOfSquares: number): number {
  const meanSquare = sumOfSquares / Math.max(1, leads);
  const variance = meanSquare - (sum / Math.max(1, leads)) ** 2;
  return variance > LEAST_VARIANCE * meanSquare ? variance : 0;
}

type Caps = Pick<ValueTotals, 'testCap' | 'shownCap'>;

/**
 * The 95th and the 99th percentile of the amounts of converted leads, those of 0 included.
 * Example: 3 conversions with 10, 20 and 0: 19 and 19.8.
 */
export function findCaps(valued: ValuedLeads, conversions: number): Caps {
  const largest = sortLargest(valued, conversions - Math.floor(((conversions - 1) * TEST_CAP_PERCENT) / 100));
  const capAt = (percent: number) => quantileOfSorted(largest, conversions - largest.length, [percent, 100]);
  return { testCap: capAt(TEST_CAP_PERCENT), shownCap: capAt(SHOWN_CAP_PERCENT) };
}

const SAMPLE_STEP = 32;

/**
 * The largest amounts of converted leads in ascending order: at least so many, or all. Most amounts lie below the caps and
 * need no sorting; a sample tells where those above begin.
 */
function sortLargest(valued: ValuedLeads, least: number): Float64Array {
  const sample = listConverted(valued, { step: SAMPLE_STEP, from: 0 }).sort();
  // Twice as many as needed, since the sample is only about right.
  const from = sample[sample.length - Math.ceil((2 * least) / SAMPLE_STEP)] ?? 0;
  const largest = listConverted(valued, { step: 1, from });
  const list = largest.length < least ? listConverted(valued, { step: 1, from: 0 }) : largest;
  return list.sort();
}

/** The amounts of converted leads from `from` on, of every `step`-th lead. A plain loop: filter() of a typed array takes several times as long. */
function listConverted(
  { amounts, converted }: ValuedLeads,
  { step, from }: { step: number; from: number },
): Float64Array {
  const list = new Float64Array(Math.ceil(amounts.length / step));
  let count = 0;
  for (let at = 0; at < amounts.length; at += step) {
    const amount = amounts[at]!; // below the length
    if (converted[at] === 1 && amount >= from) list[count++] = amount;
  }
  return list.subarray(0, count);
}

/**
 * Sums the amounts of each segment and of all leads, whole and cut to the caps. It only looks at leads that are worth
 * something.
 * Example: 3 conversions with 10, 20 and 0 of 10 leads: sum 30, cut to the 95th percentile 29.
 *
 * @param fields at least one; each lead has a segment of each
 * @param count of all segments
 */
export function sumSegments(
  valued: ValuedLeads,
  fields: readonly FieldSegments[],
  { count, total }: { count: number; total: Counts },
): { sums: ValueSums; totals: ValueTotals } {
  const caps = findCaps(valued, total.conversions);
  const { testSquares, ...sums } = sumEach(valued, fields, { count, ...caps });
  // Each lead is in one segment of the first field.
  const sumAll = (list: Float64Array) =>
    list.subarray(0, fields[1]?.first).reduce((sum, amount) => sum + amount, 0);
  const [sum, sumOfSquares, testSum] = [sumAll(sums.sums), sumAll(sums.sumsOfSquares), sumAll(sums.testSums)];
  const totals = {
    ...total,
    ...caps,
    sum,
    sumOfSquares,
    variance: varianceOf(total.leads, sum, sumOfSquares),
    testSum,
    testVariance: varianceOf(total.leads, testSum, sumAll(testSquares)),
    shownSum: sumAll(sums.shownSums),
  };
  return { sums, totals };
}

function sumEach(
  { items, amounts, converted }: ValuedLeads,
  fields: readonly FieldSegments[],
  { count, testCap, shownCap }: Caps & { count: number },
): ValueSums & { testSquares: Float64Array } {
  const list = () => new Float64Array(count);
  const [sums, sumsOfSquares, testSums, testSquares] = [list(), list(), list(), list()];
  const [shownSums, convertedSums, largest] = [list(), list(), list()];
  for (const { codes, codeOf, first } of fields) {
    for (let at = 0; at < items.length; at++) {
      // The `!` here: each list has an entry per item, per code, per lead or per segment.
      const segment = first + codeOf[codes[items[at]!]!]!;
      const amount = amounts[at]!;
      const tested = amount < testCap ? amount : testCap;
      sums[segment]! += amount;
      sumsOfSquares[segment]! += amount * amount;
      testSums[segment]! += tested;
      testSquares[segment]! += tested * tested;
      shownSums[segment]! += amount < shownCap ? amount : shownCap;
      if (converted[at] === 0) continue;
      convertedSums[segment]! += amount;
      if (amount > largest[segment]!) largest[segment] = amount;
    }
  }
  return { sums, sumsOfSquares, testSums, testSquares, shownSums, convertedSums, largest };
}

/** How many conversions are the largest 1%: at least one, rounded down. Example: 250 conversions: 2. */
export function countLargest(conversions: number): number {
  return Math.max(1, Math.floor((conversions * LARGE_DEAL_PERCENT) / 100));
}
