import type { Fold } from './fold-values.ts';
import {
  type Counts,
  oneColumn,
  sumCrosstab,
  type CrosstabSide,
  type Crosstab,
  type SumCrosstab,
  type ValuedLeads,
  type ValuedPart,
} from './valued-leads.ts';

/** Counts of the leads that have two values of different fields. A value is given by its number on its side, from 0. */
export interface PairCounts {
  positions: readonly [number, number];
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
export function countPairs(a: CrosstabSide, b: CrosstabSide, items: Items, minLeads: number): PairCounts[] {
  if (b.count === 0) return [];
  const rows = Math.max(1, Math.floor(MAX_CELLS / b.count));
  const pairs: PairCounts[] = [];
  for (let from = 0; from < a.count; from += rows) {
    const count = Math.min(rows, a.count - from);
    const table = { sides: [{ ...a, count }, b], from } as const;
    const { leads, conversions } = (items.countCrosstab ?? countCrosstab)(items, table);
    const [worth] = items.valued ? (items.sumCrosstab ?? sumCrosstab)(items.valued, table, [Infinity]) : [];
    for (let cell = 0; cell < leads.length; cell++) {
      // The `!` here: each list has an entry per cell.
      if (leads[cell]! < minLeads) continue;
      const positions = [from + Math.floor(cell / b.count), cell % b.count] as const;
      const counts = { leads: leads[cell]!, conversions: conversions[cell]! };
      pairs.push({
        positions,
        counts: { ...counts, sum: worth?.sums[cell] ?? 0, sumOfSquares: worth?.sumsOfSquares[cell] ?? 0 },
      });
    }
  }
  return pairs;
}

/**
 * Leads and conversions per cell of a crosstab, row by row. Items outside it are left out.
 * Example: items of one lead each with the codes 0, 0, 1 of one field, the first converted: leads 2 and 1, conversions 1 and 0.
 */
export const countCrosstab: CountCrosstab = (items, { sides: [a, b = oneColumn(a)], from }) => {
  const leads = new Uint32Array(a.count * b.count);
  const conversions = new Uint32Array(a.count * b.count);
  // The loop has lists and numbers only: for objects of another shape, browsers would compile it anew in its midst.
  const { leads: leadsOf, conversions: conversionsOf } = items;
  const { codes: rowCodes, positionOf: rowOf, count: rows } = a;
  const { codes: columnCodes, positionOf: columnOf, count: columns } = b;
  for (let item = 0; item < leadsOf.length; item++) {
    // The `!` here: a code per item, a number per code.
    const row = rowOf[rowCodes[item]!]! - from;
    const column = columnOf[columnCodes[item]!]!;
    if (row < 0 || row >= rows || column >= columns) continue;
    leads[row * columns + column]! += leadsOf[item]!;
    conversions[row * columns + column]! += conversionsOf[item]!;
  }
  return { leads, conversions };
};

/** Counts leads and conversions per cell. */
export type CountCrosstab = (
  items: Pick<Items, 'leads' | 'conversions'>,
  table: Crosstab,
) => { leads: Uint32Array; conversions: Uint32Array };

/** The items that are counted: single leads, or combinations of values with many leads each. */
export interface Items {
  /** Leads of each item. */
  leads: Uint8Array | Uint32Array;
  /** How many of them converted. */
  conversions: Uint8Array | Uint32Array;
  total: Counts;
  /** The amounts of leads; null where there are none, or only conversions matter. */
  valued?: ValuedLeads | null;
  /** They replace the functions of these names by quicker ones with the same answers. */
  countCrosstab?: CountCrosstab;
  sumCrosstab?: SumCrosstab;
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
