import type { Counts } from './lift.ts';
import type { Fold } from './fold-values.ts';

/** One side of the pairs: those values of a field that count, which are few where values are many. */
export interface PairSide {
  /** One code per item. */
  codes: Uint32Array;
  /** The place of each code among those that count, from 1 to `count`; 0 where it does not count. */
  placeOf: Uint32Array;
  count: number;
}

/** Counts of the leads that have two values, of different fields, by their places from 0 on. */
export interface PairCounts {
  places: readonly [number, number];
  counts: Counts;
}

/** Counts of so many pairs are kept at once: more take another look at the items. */
const MAX_CELLS = 2 ** 20;

/**
 * Every pair of values that shares at least `minLeads` leads, in no particular order. Without a value that counts on
 * either side it takes no time, else one look at each item: a value has at least `minLeads` leads itself, so that in
 * 100,000 leads 1,000 values on either side are many.
 * Example: leads with 'Ads', 'Ads', 'Web' and 'Mobile', 'Mobile', 'Mobile', at least 2: Ads and Mobile with 2.
 */
export function countPairs(a: PairSide, b: PairSide, items: Items, minLeads: number): PairCounts[] {
  if (b.count === 0) return [];
  const rows = Math.max(1, Math.floor(MAX_CELLS / b.count));
  const pairs: PairCounts[] = [];
  for (let from = 0; from < a.count; from += rows) {
    const count = Math.min(rows, a.count - from);
    const { leads, conversions } = countCells({ ...a, count }, b, items, from);
    for (let cell = 0; cell < leads.length; cell++) {
      // The `!` here: both have an entry per cell.
      if (leads[cell]! < minLeads) continue;
      const places = [from + Math.floor(cell / b.count), cell % b.count] as const;
      pairs.push({ places, counts: { leads: leads[cell]!, conversions: conversions[cell]! } });
    }
  }
  return pairs;
}

/** Leads and conversions of each pair of `a.count` values of one side, those from place `from` on, with all of the other. */
function countCells(a: PairSide, b: PairSide, items: Items, from: number) {
  const leads = new Uint32Array(a.count * b.count);
  const conversions = new Uint32Array(a.count * b.count);
  for (let item = 0; item < items.leads.length; item++) {
    // The `!` here: a code per item, a place per code.
    const row = a.placeOf[a.codes[item]!]! - 1 - from;
    const column = b.placeOf[b.codes[item]!]! - 1;
    if (row < 0 || row >= a.count || column < 0) continue;
    leads[row * b.count + column]! += items.leads[item]!;
    conversions[row * b.count + column]! += items.conversions[item]!;
  }
  return { leads, conversions };
}

/** What is counted: leads one by one, or combinations of values with many leads each. */
export interface Items {
  /** Leads of each item, and how many of them converted. */
  leads: Uint8Array | Uint32Array;
  conversions: Uint8Array | Uint32Array;
  total: Counts;
}

/** One attribute of the items. */
export interface CountedField {
  name: string;
  /** One code per item. */
  codes: Uint32Array;
  /** Leads and conversions of all items with each code. */
  leads: Uint32Array;
  conversions: Uint32Array;
  /** What the codes become in the results. */
  fold: Fold;
}
