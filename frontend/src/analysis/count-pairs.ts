import { createNumbers } from './code-numbers.ts';
import type { Items } from './items.ts';
import type { Counts } from './lift.ts';

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

/**
 * Every pair of values that shares at least `minLeads` leads, in no particular order. Without a value that counts on
 * either side it takes no time.
 */
export function countPairs(a: PairSide, b: PairSide, items: Items, minLeads: number): PairCounts[] {
  const cells = a.count * b.count;
  if (cells === 0) return [];
  const most = Math.min(cells, items.leads.length);
  const numberOf = createNumbers(most, cells);
  const leads = new Uint32Array(most);
  const conversions = new Uint32Array(most);
  const cellOf: number[] = [];
  for (let item = 0; item < items.leads.length; item++) {
    // The `!` here: one code per item, one place per code.
    const placeA = a.placeOf[a.codes[item]!]!;
    const placeB = b.placeOf[b.codes[item]!]!;
    if (placeA === 0 || placeB === 0) continue;
    const cell = (placeA - 1) * b.count + placeB - 1;
    const pair = numberOf(cell, cellOf.length);
    if (pair === cellOf.length) cellOf.push(cell);
    leads[pair]! += items.leads[item]!;
    conversions[pair]! += items.conversions[item]!;
  }
  return cellOf.flatMap((cell, pair): PairCounts[] => {
    const counts = { leads: leads[pair]!, conversions: conversions[pair]! }; // an entry per pair
    if (counts.leads < minLeads) return [];
    return [{ places: [Math.floor(cell / b.count), cell % b.count], counts }];
  });
}
