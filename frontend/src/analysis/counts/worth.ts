import type { AmountCurrency } from './amount-currency.ts';
import type { NumberFormat } from '../columns/number-format.ts';

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
