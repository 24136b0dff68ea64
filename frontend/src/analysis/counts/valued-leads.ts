import { quantileOfSorted } from '../stats/quantile.ts';
import { LARGE_DEAL_PERCENT, SHOWN_CAP_PERCENT, TEST_CAP_PERCENT } from '../constants.ts';

/** Leads and how many of them converted, in a part of the dataset or in all of it. */
export interface Counts {
  leads: number;
  conversions: number;
}

export const NO_LEADS: Counts = { leads: 0, conversions: 0 };

/** The counts of two groups together, which share no lead. */
export function addCounts(a: Counts, b: Counts): Counts {
  return { leads: a.leads + b.leads, conversions: a.conversions + b.conversions };
}

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

/** A field as a side of a crosstab. */
export interface CrosstabSide {
  /** One code per item. */
  codes: Uint32Array;
  /** The position of each code on this side, from 0 to `count` - 1; codes that are left out have `count` or more. */
  positionOf: Uint32Array;
  count: number;
}

/** A table with a cell per position of a field, or for each two positions of two fields. */
export interface Crosstab {
  sides: readonly [CrosstabSide, CrosstabSide?];
  /** The first side begins at this position, and has `count` positions from there on. */
  from: number;
}

/** Sums per cell, row by row. */
interface CrosstabSums {
  sums: Float64Array;
  sumsOfSquares: Float64Array;
  /** The largest amount, 0 where there is none. */
  largest: Float64Array;
}

/** The sums for each cap, where larger amounts count as the cap. */
export type SumCrosstab = (
  leads: Pick<ValuedLeads, 'items' | 'amounts'>,
  table: Crosstab,
  caps: readonly number[],
) => CrosstabSums[];

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
 * The largest amounts of converted leads in ascending order: at least the wanted number, or all. Most amounts lie below the caps and need
 * no sorting; a sample tells where those above begin.
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
 * @param sum replaces `sumCrosstab` by a quicker function with the same sums
 */
export function sumSegments(
  valued: ValuedLeads,
  fields: readonly CrosstabSide[],
  { total, sum = sumCrosstab }: { total: Counts; sum?: SumCrosstab },
): { sums: ValueSums; totals: ValueTotals } {
  const { testCap, shownCap } = findCaps(valued, total.conversions);
  const sumAs = (leads: ValuedLeads, caps: readonly number[]) => {
    const parts = fields.map((field) => sum(leads, { sides: [field], from: 0 }, caps));
    return (at: number) => joinSums(parts.map((sums) => sums[at]!)); // sums for each cap
  };
  const sumsOf = sumAs(valued, [Infinity, testCap, shownCap]);
  const [whole, tested, shown] = [sumsOf(0), sumsOf(1), sumsOf(2)];
  const isAllConverted = !valued.converted.includes(0);
  const converted = isAllConverted ? whole : sumAs(withoutUnconverted(valued), [Infinity])(0);
  // Each lead is in one segment of the first field.
  const sumAll = (list: Float64Array) =>
    list.subarray(0, fields[0]?.count).reduce((sum, amount) => sum + amount, 0);
  const totalsOf = ({ sums, sumsOfSquares }: CrosstabSums) => {
    const [sum, squares] = [sumAll(sums), sumAll(sumsOfSquares)];
    return { sum, sumOfSquares: squares, variance: varianceOf(total.leads, sum, squares) };
  };
  const [wholeTotals, testTotals] = [totalsOf(whole), totalsOf(tested)];
  return {
    sums: {
      sums: whole.sums,
      sumsOfSquares: whole.sumsOfSquares,
      testSums: tested.sums,
      shownSums: shown.sums,
      convertedSums: converted.sums,
      largest: converted.largest,
    },
    totals: {
      ...total,
      ...wholeTotals,
      testCap,
      shownCap,
      testSum: testTotals.sum,
      testVariance: testTotals.variance,
      shownSum: sumAll(shown.sums),
    },
  };
}

function withoutUnconverted({ items, amounts, converted }: ValuedLeads): ValuedLeads {
  const isConverted = (_: number, at: number) => converted[at] === 1;
  return {
    items: items.filter(isConverted),
    amounts: amounts.filter(isConverted),
    converted: converted.filter((flag) => flag === 1),
  };
}

/** The lists of all fields one behind the other. */
function joinSums(parts: readonly CrosstabSums[]): CrosstabSums {
  const count = parts.reduce((sum, { sums }) => sum + sums.length, 0);
  const list = () => new Float64Array(count);
  const joined = { sums: list(), sumsOfSquares: list(), largest: list() };
  let first = 0;
  for (const { sums, sumsOfSquares, largest } of parts) {
    joined.sums.set(sums, first);
    joined.sumsOfSquares.set(sumsOfSquares, first);
    joined.largest.set(largest, first);
    first += sums.length;
  }
  return joined;
}

/**
 * Sums the amounts per cell of a crosstab, for each cap. Leads outside it are left out.
 * Example: leads 0, 1, 2 worth 10, 20, 30 of codes 0, 0, 1, cap 25: sums 30 and 25, largest 20 and 25.
 */
export const sumCrosstab: SumCrosstab = (leads, { sides: [a, b = oneColumn(a)], from }, caps) =>
  caps.map((cap) => sumUpTo(cap, leads, { sides: [a, b], from }));

/** The second side of a crosstab that has a cell per position of the first one. */
export function oneColumn({ codes, positionOf }: CrosstabSide): CrosstabSide {
  return { codes, positionOf: new Uint32Array(positionOf.length), count: 1 };
}

function sumUpTo(
  cap: number,
  { items, amounts }: Pick<ValuedLeads, 'items' | 'amounts'>,
  { sides: [a, b], from }: { sides: readonly [CrosstabSide, CrosstabSide]; from: number },
): CrosstabSums {
  const list = () => new Float64Array(a.count * b.count);
  const [sums, sumsOfSquares, largest] = [list(), list(), list()];
  // The loop has lists and numbers only: for objects of another shape, browsers would compile it anew in its midst.
  const { codes: rowCodes, positionOf: rowOf, count: rows } = a;
  const { codes: columnCodes, positionOf: columnOf, count: columns } = b;
  for (let at = 0; at < items.length; at++) {
    // The `!` here: an item and an amount per lead, a code per item, a position per code.
    const item = items[at]!;
    const row = rowOf[rowCodes[item]!]! - from;
    const column = columnOf[columnCodes[item]!]!;
    if (row < 0 || row >= rows || column >= columns) continue;
    const cell = row * columns + column;
    const amount = amounts[at]! < cap ? amounts[at]! : cap;
    sums[cell]! += amount;
    sumsOfSquares[cell]! += amount * amount;
    if (amount > largest[cell]!) largest[cell] = amount;
  }
  return { sums, sumsOfSquares, largest };
}

/** How many conversions are the largest 1%: at least one, rounded down. Example: 250 conversions: 2. */
export function countLargest(conversions: number): number {
  return Math.max(1, Math.floor((conversions * LARGE_DEAL_PERCENT) / 100));
}

/** The amount of each lead; 0 without one. */
export function spreadAmounts(
  { items, amounts }: Pick<ValuedLeads, 'items' | 'amounts'>,
  leads: number,
): Float64Array<ArrayBuffer> {
  const spread = new Float64Array(leads);
  for (let at = 0; at < items.length; at++) spread[items[at]!] = amounts[at]!; // one per lead with an amount
  return spread;
}
