import type { TwoByTwo } from './chi-square.ts';
import { Z_95, type Interval } from './wilson.ts';

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
