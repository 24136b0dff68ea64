import { MIN_BASIS_DEALS, SIGNIFICANT_P_VALUE, TEST_CAP_PERCENT } from '../constants.ts';
import { testMeans } from '../stats/f-distribution.ts';
import { quantileOfSorted } from '../stats/quantile.ts';
import type { Basis } from './worth.ts';

/**
 * The basis where amounts exist (methods I). By value with at least 30 deals whose amounts differ between the values of an attribute: p
 * of a one-way F test of the amounts, cut at their 95th percentile (linear interpolation, type 7), times the number of attributes is
 * below 0.05 for at least one. Else by conversions.
 * Example: 40 deals of 100 and 120, of which those of one source have all of 120: by value.
 *
 * @param amounts of the won leads with an amount above 0
 * @param attributes per attribute the value of each of these leads, as a number
 */
export function chooseBasis(amounts: Float64Array, attributes: readonly ArrayLike<number>[]): Basis {
  if (amounts.length < MIN_BASIS_DEALS) return 'conversions';
  const cap = quantileOfSorted(amounts.toSorted(), 0, [TEST_CAP_PERCENT, 100]);
  const cut = amounts.map((amount) => Math.min(amount, cap));
  const areDifferent = attributes.some(
    (valueOf) => testMeans(cut, valueOf) * attributes.length < SIGNIFICANT_P_VALUE,
  );
  return areDifferent ? 'value' : 'conversions';
}
