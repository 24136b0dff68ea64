import { logGamma } from './incomplete-gamma.ts';
import { t95 } from './intervals.ts';

/** The fraction converges faster than the square root of the larger parameter, and ends long before. */
const MAX_TERMS = 10_000;
/** Stands for a denominator of 0 in the continued fraction. */
const TINY = 1e-300;

/**
 * The chance that a variable of the F distribution is above f: I(x; d2 / 2, d1 / 2) with x = d2 / (d2 + d1 f), the regularised
 * incomplete beta function (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.6.2 and 26.5.8). At or below 0 it is 1, at
 * infinity 0. Both degrees of freedom are above 0.
 * Example: f 4.964602743730711 with 1 and 10 degrees: 0.05; f 1 with 7 and 7: 0.5.
 *
 * @internal
 */
export function upperF(f: number, d1: number, d2: number): number {
  if (!(f > 0)) return 1;
  if (f === Infinity) return 0;
  return regularBeta(d2 / (d2 + d1 * f), d2 / 2, d1 / 2);
}

/** Newton's method doubles the digits in each of these, from two or more. */
const NEWTON_STEPS = 6;

/**
 * The 97.5th percentile of Student's t to the last digits, for any degrees of freedom from 2 on: the root of upperF(t², 1, d) = 0.05 by
 * Newton's method from `t95`, which is faster and exact enough from 19 degrees on.
 * Example: 9 degrees: 2.2621571628.
 *
 * @param degrees of freedom
 */
export function exactT95(degrees: number): number {
  const scale =
    (2 * Math.exp(logGamma((degrees + 1) / 2) - logGamma(degrees / 2))) / Math.sqrt(Math.PI * degrees);
  let t = t95(degrees);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const density = scale * (1 + t ** 2 / degrees) ** (-(degrees + 1) / 2);
    t += (upperF(t ** 2, 1, degrees) - 0.05) / density;
  }
  return t;
}

/** I(x; a, b). Beyond the mean it is 1 - I(1 - x; b, a), where the fraction converges fast. */
function regularBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularBeta(1 - x, b, a);
  const scale = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(scale) * betaFraction(x, a, b)) / a;
}

/** The continued fraction 26.5.8 by Lentz's method as modified by Thompson and Barnett. */
function betaFraction(x: number, a: number, b: number): number {
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || TINY);
  let c = 1;
  let fraction = d;
  for (let m = 1; m < MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let factor = 1;
    for (const numerator of [even, odd]) {
      d = 1 / (1 + numerator * d || TINY);
      c = 1 + numerator / c || TINY;
      factor = c * d;
      fraction *= factor;
    }
    if (Math.abs(factor - 1) < Number.EPSILON) break;
  }
  return fraction;
}

/**
 * The p-value of the one-way F test that groups of numbers have the same mean: (between / (k - 1)) / (within / (n - k)), upper tail with
 * k - 1 and n - k degrees of freedom; groups without numbers don't count. 1 where there are fewer than 2 groups, no more numbers than
 * groups, or all numbers are alike; 0 where they differ between groups only.
 * Example: 6 8 4 5 3 4, 8 12 9 11 6 8 and 13 9 11 8 7 12: F 9.3, p 0.0024.
 *
 * @param groupOf the group of each number, from 0
 */
export function testMeans(numbers: Float64Array, groupOf: Uint8Array | Uint32Array): number {
  const sums = new Map<number, { count: number; sum: number }>();
  for (let at = 0; at < numbers.length; at++) {
    // The `!` here and below: a group per number.
    const group = sums.get(groupOf[at]!) ?? { count: 0, sum: 0 };
    group.count++;
    group.sum += numbers[at]!;
    sums.set(groupOf[at]!, group);
  }
  const total = numbers.reduce((sum, number) => sum + number, 0);
  const mean = total / numbers.length;
  const between = [...sums.values()].reduce(
    (all, { count, sum }) => all + count * (sum / count - mean) ** 2,
    0,
  );
  let within = 0;
  for (let at = 0; at < numbers.length; at++) {
    const { count, sum } = sums.get(groupOf[at]!)!; // counted above
    within += (numbers[at]! - sum / count) ** 2;
  }
  const [d1, d2] = [sums.size - 1, numbers.length - sums.size];
  // Sums of numbers that are alike differ from each other by rounding.
  const rounding = Number.EPSILON * numbers.length * mean * mean;
  if (d1 < 1 || d2 < 1 || between <= rounding) return 1;
  return within <= rounding ? 0 : upperF(between / d1 / (within / d2), d1, d2);
}
