/** Counts of a 2x2 table: rows are two groups, columns an outcome and its opposite. */
export interface TwoByTwo {
  a: number;
  b: number;
  c: number;
  d: number;
}

/**
 * Pearson's chi-square of a 2x2 table without continuity correction: n (ad - bc)² / ((a + b)(c + d)(a + c)(b + d)). A
 * table with an empty row or column gives 0.
 * Example: a 10, b 20, c 30, d 40 gives 100 x (400 - 600)² / (30 x 70 x 40 x 60) = 0.7936507936507936.
 */
export function chiSquare2x2({ a, b, c, d }: TwoByTwo): number {
  const margins = (a + b) * (c + d) * (a + c) * (b + d);
  if (margins === 0) return 0;
  return ((a + b + c + d) * (a * d - b * c) ** 2) / margins;
}

/**
 * Pearson's chi-square of a count against an expected share: (k - n p)² / (n p (1 - p)). The square of the usual
 * normal approximation. Without variance (n = 0, p at or outside 0 and 1) it is 0.
 * Example: 60 of 100 against 0.5 gives 10² / 25 = 4.
 */
export function chiSquareOfShare(count: number, size: number, share: number): number {
  const variance = size * share * (1 - share);
  return variance > 0 ? (count - size * share) ** 2 / variance : 0;
}

/** Below this the series converges faster than the continued fraction, and 1 - P loses at most two digits. */
const SERIES_UP_TO = 3;
/** Levels of the continued fraction that leave an error under 1e-15 from SERIES_UP_TO upwards. */
const FRACTION_LEVELS = 40;

/**
 * The chance of a chi-square with 1 degree of freedom above x: erfc(sqrt(x / 2)) = Q(1/2, x / 2), the upper
 * incomplete gamma function (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.19 with 6.5.2
 * and 6.5.3). The relative error is under 1e-13 down to the smallest normal doubles, near x = 1400.
 * At or below 0 it is 1, at infinity 0.
 * Example: 3.841458820694124 gives 0.05.
 */
export function chiSquareTail(x: number): number {
  if (!(x > 0)) return 1;
  if (x === Infinity) return 0;
  const z = x / 2;
  return z < SERIES_UP_TO ? 1 - lowerSeries(z) : upperFraction(z);
}

/** P(1/2, z) = e^-z z^1/2 / Γ(3/2) x (1 + z/(3/2) + z²/((3/2)(5/2)) + ...), A&S 6.5.29. */
function lowerSeries(z: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > sum * Number.EPSILON; n++) {
    term *= z / (n + 0.5);
    sum += term;
  }
  return 2 * Math.exp(-z) * Math.sqrt(z / Math.PI) * sum;
}

/** Q(1/2, z) = e^-z z^1/2 / Γ(1/2) x 1/(z+1/2 - (1 x 1/2)/(z+5/2 - (2 x 3/2)/(z+9/2 - ...))), A&S 6.5.31. */
function upperFraction(z: number): number {
  let fraction = z + 2 * FRACTION_LEVELS + 0.5;
  for (let n = FRACTION_LEVELS; n > 0; n--) {
    fraction = z + 2 * n - 1.5 - (n * (n - 0.5)) / fraction;
  }
  return (Math.exp(-z) * Math.sqrt(z / Math.PI)) / fraction;
}
