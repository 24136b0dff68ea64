/** Distinct values in ascending order and how often each occurs. */
interface WeightedSample {
  values: Float64Array;
  weights: Uint32Array;
}

/**
 * The quantile `part / parts` of a sample: linear interpolation between the closest ranks, type 7 of Hyndman and Fan,
 * "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996), the default of R and NumPy. With n
 * values x[0] <= ... <= x[n-1] and h = (n - 1) x part / parts: x[floor h] + (h - floor h) x (x[floor h + 1] - x[floor
 * h]).
 *
 * The share is a fraction of two whole numbers, so that h is exact: no double equals 2/3. An empty sample has the
 * quantile 0.
 * Example: values 1, 2, 3, 4 once each, part 1, parts 4: h = 0.75, quantile 1.75.
 */
export function quantile(sample: WeightedSample, part: number, parts: number): number {
  let size = 0;
  for (const weight of sample.weights) size += weight;
  if (size === 0) return 0;
  const position = (size - 1) * part;
  const rank = Math.floor(position / parts);
  const [lower, upper] = valuesAt(sample, rank, Math.min(rank + 1, size - 1));
  return interpolate([lower, upper], position % parts, parts);
}

/**
 * The quantile `part / parts`, as above, of positive numbers in ascending order together with some zeros.
 * Example: 10 and 20 with one zero, 95 / 100: h = 1.9, quantile 19.
 */
export function quantileOfSorted(
  positive: Float64Array,
  zeros: number,
  [part, parts]: readonly [part: number, parts: number],
): number {
  const size = zeros + positive.length;
  if (size === 0) return 0;
  const position = (size - 1) * part;
  const rank = Math.floor(position / parts);
  const valueAt = (at: number) => positive[at - zeros] ?? 0;
  return interpolate([valueAt(rank), valueAt(Math.min(rank + 1, size - 1))], position % parts, parts);
}

/** The values at two ranks, from 0, of the sample with every value repeated by its weight. */
function valuesAt(
  { values, weights }: WeightedSample,
  lowerRank: number,
  upperRank: number,
): [number, number] {
  let seen = 0;
  let lower: number | undefined;
  for (let index = 0; index < values.length; index++) {
    seen += weights[index] ?? 0;
    if (seen <= lowerRank) continue;
    lower ??= values[index]!; // below the length
    if (seen > upperRank) return [lower, values[index]!];
  }
  return [lower ?? 0, lower ?? 0];
}

/**
 * The point `part / parts` of the way from lower to upper. Exact where lower, upper and the result are whole
 * numbers, exactly an end at part 0 or `parts` and where both ends are equal, and finite for any finite ends.
 * Example: interpolate(0, 251, 1, 3) = 83.66666666666667.
 */
export function interpolate(ends: readonly [number, number], part: number, parts: number): number {
  const [lower, upper] = ends;
  if (lower === upper || part === 0) return lower;
  if (part === parts) return upper;
  const sum = lower * (parts - part) + upper * part;
  if (Number.isFinite(sum)) return sum / parts;
  return (lower / parts) * (parts - part) + (upper / parts) * part;
}
