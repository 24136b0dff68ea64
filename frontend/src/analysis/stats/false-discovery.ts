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
  // Equal p-values have one q.
  const counts = new Map<number, number>();
  let tests = 0;
  for (const [at, p] of pValues.entries()) {
    const repeated = repeats[at]!; // a number for each
    if (repeated > 0) counts.set(p, (counts.get(p) ?? 0) + repeated);
    tests += repeated;
  }
  const qOf = new Map<number, number>();
  let rank = tests;
  let q = 1;
  for (const p of Float64Array.from(counts.keys()).sort().reverse()) {
    q = Math.min(q, (p * tests) / rank);
    qOf.set(p, q);
    rank -= counts.get(p)!; // one of these
  }
  return pValues.map((p, at) => (repeats[at] === 0 ? 1 : qOf.get(p)!)); // a p-value that is counted has a q
}
