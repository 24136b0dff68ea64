import { MIN_BASIS_DEALS, SIGNIFICANT_P_VALUE, TEST_CAP_PERCENT } from '../constants.ts';
import { testMeans } from '../stats/f-distribution.ts';
import { quantileOfSorted } from '../stats/quantile.ts';
import type { Measurement } from './measurement.ts';
import type { Basis } from '../counts/mapping.ts';

/**
 * The basis where amounts exist (methods I). By value with at least 30 deals whose amounts differ between the values of an attribute: p
 * of a one-way F test of the amounts, cut at their 95th percentile (linear interpolation, type 7), times the number of attributes is
 * below 0.05 for at least one. Else by conversions.
 * Example: 40 deals of 100 and 120, of which those of one source have all of 120: by value.
 *
 * @param amounts of the won leads with an amount above 0
 * @param attributes per attribute the value of each of these leads, as a number
 */
export function chooseBasis(amounts: Float64Array, attributes: readonly (Uint8Array | Uint32Array)[]): Basis {
  if (amounts.length < MIN_BASIS_DEALS) return 'conversions';
  const cap = quantileOfSorted(amounts.toSorted(), 0, [TEST_CAP_PERCENT, 100]);
  const cut = amounts.map((amount) => Math.min(amount, cap));
  const areDifferent = attributes.some(
    (valueOf) => testMeans(cut, valueOf) * attributes.length < SIGNIFICANT_P_VALUE,
  );
  return areDifferent ? 'value' : 'conversions';
}

/** From here on a mean deal is a whole number. */
const WHOLE_FROM = 10;

/**
 * The conversion value for deals of this mean: a whole number from 10 on, else to the cent. Examples: 4803.617 is 4804, 2.345 is 2.35.
 */
export function conversionValueOf(meanDeal: number): number {
  return meanDeal >= WHOLE_FROM ? Math.round(meanDeal) : Math.round(100 * meanDeal) / 100;
}

/**
 * The mean of the amounts above 0 of converted leads, from a measurement with amounts in a column; null without such amounts.
 * Example: 9,000 in all from 5 conversions of which 2 have no amount: 3,000.
 */
export function meanDealOf({ byValue, worth, totalConversions }: Measurement): number | null {
  const total = byValue?.value?.total ?? 0;
  if (!worth || total <= 0) return null;
  const deals = totalConversions - worth.empty - worth.unreadable - worth.otherCurrency;
  return deals > 0 ? total / deals : null;
}
