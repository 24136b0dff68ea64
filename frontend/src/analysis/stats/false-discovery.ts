import { orderDescending } from '../order.ts';

/**
 * The q-values of p-values: the smallest false discovery rate at which each would be found (Benjamini and Hochberg,
 * "Controlling the False Discovery Rate", Journal of the Royal Statistical Society B 57 (1995); R's p.adjust with
 * method "BH"). Of m tests in ascending order, q of the k-th is the least p m / j of the j-th for any j >= k. A lower p
 * never has a higher q. Without tests there is none.
 * Example: p 0.01, 0.04, 0.03, 0.5 once each: q 0.04, 0.16/3, 0.16/3, 0.5.
 *
 * @param repeats how many tests have each p-value; with 0 it is no test, and its q is 1
 */
export function benjaminiHochberg(pValues: Float64Array, repeats: Uint32Array): Float64Array {
  const qValues = new Float64Array(pValues.length).fill(1);
  const tests = repeats.reduce((sum, count) => sum + count, 0);
  let rank = tests;
  let q = 1;
  for (const at of orderDescending(pValues, Uint32Array.from(pValues.keys()))) {
    // The `!` here: a p-value and a number for each.
    if (repeats[at] === 0) continue;
    q = Math.min(q, (pValues[at]! * tests) / rank);
    qValues[at] = q;
    rank -= repeats[at]!;
  }
  return qValues;
}
