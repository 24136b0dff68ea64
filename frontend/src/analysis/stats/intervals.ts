import type { TwoByTwo } from './chi-square.ts';

/** The 97.5th percentile of the normal distribution: 95% lie within this many standard deviations. */
export const Z_95 = 1.959963984540054;

/**
 * The 97.5th percentile of Student's t, by its expansion in 1 / degrees of freedom (Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.7.5), to three terms: within 0.00002 from 19 degrees on.
 * Example: 39 degrees: 2.0227.
 */
export function t95(degrees: number): number {
  return Z_95 + (2.37228 + (2.8225 + 2.55584 / degrees) / degrees) / degrees;
}

/** Both ends of an interval of fractions or ratios. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * The 95% score interval of a share (Wilson, "Probable inference, the law of succession, and statistical inference",
 * Journal of the American Statistical Association 22 (1927)): the shares p whose normal approximation does not reject
 * k of n, (p̂ + z²/2n ± z sqrt(p̂(1 - p̂)/n + z²/4n²)) / (1 + z²/n). It always contains k / n and stays within 0 and
 * 1. Without trials it is 0 to 1.
 * Example: 81 of 263: 0.2553 to 0.3662.
 */
export function wilsonInterval(count: number, size: number): Interval {
  if (size === 0) return { low: 0, high: 1 };
  const z2 = Z_95 ** 2;
  const centre = count + z2 / 2;
  const spread = Z_95 * Math.sqrt((count * (size - count)) / size + z2 / 4);
  return {
    // Without successes the lower end is exactly 0, with only successes the upper end is exactly 1: rounding would
    // miss it.
    low: count === 0 ? 0 : (centre - spread) / (size + z2),
    high: count === size ? 1 : (centre + spread) / (size + z2),
  };
}

/**
 * The 95% interval of a ratio of two rates, (a / (a + b)) / (c / (c + d)): the log-ratio interval of Katz, Baptista,
 * Azen and Pike, "Obtaining confidence intervals for the risk ratio in cohort studies", Biometrics 34 (1978), with 0.5
 * added to each of the four counts (as metafor's escalc with measure "RR", add 1/2, to "all"):
 * ratio x exp(± 1.96 sqrt(1/a - 1/(a + b) + 1/c - 1/(c + d))).
 *
 * Half a lead is added to the opposite outcome too: else a group of which all converted would have no variance, and
 * one lead would prove its rate. Without a count in a it begins at 0, without one in c it ends at infinity, as the
 * ratio itself; so it always contains the ratio.
 * Example: a 40, b 60, c 160, d 740: 1.7072 to 2.9682 around 2.25.
 */
export function katzInterval(table: TwoByTwo): Interval {
  const { ratio, logVariance } = measureRatio(table);
  const reach = Math.exp(Z_95 * Math.sqrt(logVariance));
  return {
    low: table.a === 0 ? 0 : ratio / reach,
    high: table.c === 0 ? Infinity : ratio * reach,
  };
}

/**
 * The ratio of two rates in the middle of that interval, and the variance of its logarithm: with 0.5 added to each of the four
 * counts both are finite whatever the counts.
 * Example: a 0, b 20, c 30, d 150: ratio 0.1413, variance 1.9797.
 */
export function measureRatio({ a, b, c, d }: TwoByTwo): { ratio: number; logVariance: number } {
  const [rate, variance] = measureLog(a + 0.5, b + 0.5);
  const [otherRate, otherVariance] = measureLog(c + 0.5, d + 0.5);
  return { ratio: rate / otherRate, logVariance: variance + otherVariance };
}

/** A rate, and the variance of its logarithm. */
function measureLog(count: number, others: number): [rate: number, variance: number] {
  return [count / (count + others), 1 / count - 1 / (count + others)];
}
