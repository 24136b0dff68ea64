import { MAX_AMOUNT } from '#contract/limits.ts';
import { readNumber, type NumberFormat } from './number-format.ts';

/** The figures that the results show: of conversions, or of the amounts that leads are worth. */
export type Basis = 'conversions' | 'value';

/**
 * What each lead is worth, as the visitor chose it. `column`: a converted lead is worth the amount in its cell, a blank or
 * unreadable one 0; all other leads 0. `per-status`: every lead is worth the amount of its status, '(Blank)' for a blank
 * one, converted or not; a status without an amount 0.
 */
export type Worth =
  | { kind: 'column'; column: number; numberFormat?: NumberFormat }
  | { kind: 'per-status'; amounts: ReadonlyMap<string, number> };

/** The amounts of converted leads that a reader should know of. Those in other leads' cells count nowhere. */
export interface WorthReport {
  /** Converted leads with a blank cell or an amount of 0. */
  empty: number;
  /** Converted leads whose cell is no number, or one above 10^15; they are worth 0. */
  unreadable: number;
  /** Converted leads with an amount below 0. One of them is enough for no figures by value. */
  negative: number;
}

/** The amounts in a column, of converted leads. */
export interface AmountCounts extends WorthReport {
  converted: number;
  /** Converted leads with an amount above 0, and what they are worth together. */
  filled: number;
  sum: number;
}

/**
 * Sums up the amounts of the converted leads of a column. A blank or 0 is empty; a cell that is no number in this way of
 * writing, or one above 10^15, is unreadable and worth 0. Without conversions all counts are 0.
 * Example: cells '100', '', 'n/a' with 3, 1 and 1 conversions: 5 converted, 3 filled, sum 300, 1 empty, 1 unreadable.
 *
 * @param categories distinct raw cells, '' = blank
 * @param conversions per category
 */
export function countAmounts(
  categories: readonly string[],
  conversions: Uint32Array,
  format: NumberFormat,
): AmountCounts {
  const counts = { converted: 0, filled: 0, sum: 0, empty: 0, unreadable: 0, negative: 0 };
  categories.forEach((category, code) => {
    const leads = conversions[code] ?? 0;
    if (leads === 0) return;
    counts.converted += leads;
    const amount = category.trim() === '' ? 0 : readNumber(category, format);
    if (amount === null || Math.abs(amount) > MAX_AMOUNT) counts.unreadable += leads;
    else if (amount < 0) counts.negative += leads;
    else if (amount === 0) counts.empty += leads;
    else {
      counts.filled += leads;
      counts.sum += leads * amount;
    }
  });
  return counts;
}

/** The amounts behind the figures by value, each list by index of the figures. Money per lead counts all leads. */
export interface ValueFigures {
  /** What all leads are worth together. */
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
  /** What the converted leads are worth. */
  convertedSums: Float64Array;
  /** The value lifts of amounts cut to `shownCap`, not shrunk. */
  cappedLifts: Float64Array;
  /** 1 where the largest 1% of the conversions, at least one, hold over half of the value, else 0. */
  largeDeals: Uint8Array;
}
