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
export function katzInterval({ a, b, c, d }: TwoByTwo): Interval {
  const [rate, variance] = measureLog(a + 0.5, b + 0.5);
  const [otherRate, otherVariance] = measureLog(c + 0.5, d + 0.5);
  const reach = Math.exp(Z_95 * Math.sqrt(variance + otherVariance));
  return {
    low: a === 0 ? 0 : rate / otherRate / reach,
    high: c === 0 ? Infinity : (rate / otherRate) * reach,
  };
}

/** A rate, and the variance of its logarithm. */
function measureLog(count: number, others: number): [rate: number, variance: number] {
  return [count / (count + others), 1 / count - 1 / (count + others)];
}
