import type { Counts } from './lift.ts';
import type { Fold } from './fold-values.ts';
import type { ValuedLeads, ValuedPart } from './valued-leads.ts';

/**
 * One side of the pairs: the values of a field that may be part of a pair, which are few even where a field has many
 * values.
 */
export interface PairSide {
  /** One code per item. */
  codes: Uint32Array;
  /** The number of each code among those that may be part of a pair, from 1 to `count`; 0 for the others. */
  placeOf: Uint32Array;
  count: number;
}

/** Counts of the leads that have two values of different fields. A value is given by its number on its side, from 0. */
export interface PairCounts {
  places: readonly [number, number];
  counts: ValuedPart;
}

/** Most pairs that are counted in one pass over the items. More pairs take more passes. */
const MAX_CELLS = 2 ** 20;

/**
 * Counts every pair of values that shares at least `minLeads` leads, in no particular order. One pass over the items
 * is usually enough: each value has at least `minLeads` leads itself, so 100,000 leads have at most a few thousand
 * such values. No pass is needed where a side has none.
 * Example: leads with 'Ads', 'Ads', 'Web' and 'Mobile', 'Mobile', 'Mobile', at least 2: Ads and Mobile with 2.
 */
export function countPairs(a: PairSide, b: PairSide, items: Items, minLeads: number): PairCounts[] {
  if (b.count === 0) return [];
  const rows = Math.max(1, Math.floor(MAX_CELLS / b.count));
  const pairs: PairCounts[] = [];
  for (let from = 0; from < a.count; from += rows) {
    const count = Math.min(rows, a.count - from);
    const { leads, conversions } = countCells({ ...a, count }, b, items, from);
    const { sums, sumsOfSquares } = sumCells({ ...a, count }, b, items.valued ?? null, from);
    for (let cell = 0; cell < leads.length; cell++) {
      // The `!` here: each list has an entry per cell.
      if (leads[cell]! < minLeads) continue;
      const places = [from + Math.floor(cell / b.count), cell % b.count] as const;
      const counts = { leads: leads[cell]!, conversions: conversions[cell]! };
      pairs.push({
        places,
        counts: { ...counts, sum: sums[cell] ?? 0, sumOfSquares: sumsOfSquares[cell] ?? 0 },
      });
    }
  }
  return pairs;
}

/** Leads and conversions of each pair of `a.count` values of `a`, from number `from` on, with all values of `b`. */
function countCells(a: PairSide, b: PairSide, items: Items, from: number) {
  const leads = new Uint32Array(a.count * b.count);
  const conversions = new Uint32Array(a.count * b.count);
  // The loop has lists and numbers only: for objects of another shape, browsers would compile it anew in its midst.
  const { leads: leadsOf, conversions: conversionsOf } = items;
  const { codes: rowCodes, placeOf: rowOf, count: rows } = a;
  const { codes: columnCodes, placeOf: columnOf, count: columns } = b;
  for (let item = 0; item < leadsOf.length; item++) {
    // The `!` here: a code per item, a number per code.
    const row = rowOf[rowCodes[item]!]! - 1 - from;
    const column = columnOf[columnCodes[item]!]! - 1;
    if (row < 0 || row >= rows || column < 0) continue;
    leads[row * columns + column]! += leadsOf[item]!;
    conversions[row * columns + column]! += conversionsOf[item]!;
  }
  return { leads, conversions };
}

/** What the leads of each pair are worth; nothing where amounts are not looked at. */
function sumCells(a: PairSide, b: PairSide, valued: ValuedLeads | null, from: number) {
  const size = valued ? a.count * b.count : 0;
  const [sums, sumsOfSquares] = [new Float64Array(size), new Float64Array(size)];
  for (let at = 0; valued && at < valued.items.length; at++) {
    // The `!` here: an item and an amount per lead, a code per item, a number per code.
    const item = valued.items[at]!;
    const row = a.placeOf[a.codes[item]!]! - 1 - from;
    const column = b.placeOf[b.codes[item]!]! - 1;
    if (row < 0 || row >= a.count || column < 0) continue;
    sums[row * b.count + column]! += valued.amounts[at]!;
    sumsOfSquares[row * b.count + column]! += valued.amounts[at]! ** 2;
  }
  return { sums, sumsOfSquares };
}

/** The items that are counted: single leads, or combinations of values with many leads each. */
export interface Items {
  /** Leads of each item. */
  leads: Uint8Array | Uint32Array;
  /** How many of them converted. */
  conversions: Uint8Array | Uint32Array;
  total: Counts;
  /** The amounts of leads; null where there are none, or only conversions matter. */
  valued?: ValuedLeads | null;
}

/** One attribute of the items. */
export interface CountedField {
  name: string;
  /** One code per item. */
  codes: Uint32Array;
  /** Leads and conversions of all items with each code. */
  leads: Uint32Array;
  conversions: Uint32Array;
  /** The values of the codes in the results. */
  fold: Fold;
}
