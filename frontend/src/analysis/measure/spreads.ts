import { MIN_TESTED_LEADS, SPREADS } from '../constants.ts';
import type { Counts } from '../counts/valued-leads.ts';
import { measureRatio } from '../stats/intervals.ts';
import { tableAgainstRest } from './lift.ts';
import type { SpreadWeights } from './measurement.ts';

/** The logarithm of the rate of some leads over that of all others, and its variance. */
export interface LogRatio {
  log: number;
  variance: number;
}

/** No spread is likelier than another. */
export const EQUAL_WEIGHTS: SpreadWeights = SPREADS.map(() => 1 / SPREADS.length);

/**
 * The log ratio of a value: rates (k + ½)/(n + 1) and (K - k + ½)/(N - n + 1), variance 1/(k + ½) - 1/(n + 1) + 1/(K - k + ½) -
 * 1/(N - n + 1). Finite for all counts. Example: 150 of 500 in 400 of 2,000: 0.587785 with a standard error of 0.089299.
 */
export function measureLogRatio(part: Counts, total: Counts): LogRatio {
  const { ratio, logVariance } = measureRatio(tableAgainstRest(part, total));
  return { log: Math.log(ratio), variance: logVariance };
}

/** The log ratios of the values of a column with at least 10 leads. */
export function measureLogRatios(values: readonly Counts[], total: Counts): LogRatio[] {
  return values
    .filter(({ leads }) => leads >= MIN_TESTED_LEADS)
    .map((value) => measureLogRatio(value, total));
}

/**
 * How likely each spread τ of a column's true log ratios is, given those of its V values:
 *
 *     weight of τ ∝ g(τ) [Π N(r; 0, s² + τ²)]^((V - 1)/V)
 *
 * The exponent counts V - 1 of V values, since the others of each value are the other values. Without values, or with one, the
 * weights are those of g. Example: the log ratios of 150 of 500, 100 of 500, 100 of 700 and 50 of 300 with equal weights before:
 * 0.549 for 0.32 and 0.350 for 0.64.
 *
 * @param prior g
 */
export function weighSpreads(
  values: readonly LogRatio[],
  prior: SpreadWeights = EQUAL_WEIGHTS,
): SpreadWeights {
  return toWeights(Array.from(logLikelihoods(values), (log, at) => log + Math.log(prior[at] ?? 0)));
}

/** (V - 1)/V Σ log N(r; 0, s² + τ²) of each spread τ; 0 without values and for one. */
export function logLikelihoods(values: readonly LogRatio[]): Float64Array {
  const power = values.length === 0 ? 0 : (values.length - 1) / values.length;
  return Float64Array.from(
    SPREADS,
    (spread) => power * values.reduce((sum, value) => sum + logDensity(value, spread), 0),
  );
}

/** Weights in these proportions, given by their logarithms. */
export function toWeights(logs: readonly number[]): number[] {
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** A variance of 0, which only equal amounts have, would make one spread certain. */
export const LEAST_VARIANCE = 1e-9;

/** log N(r; 0, s² + τ²) without its constant. */
function logDensity({ log, variance }: LogRatio, spread: number): number {
  const whole = Math.max(LEAST_VARIANCE, variance + spread ** 2);
  return -(Math.log(whole) + log ** 2 / whole) / 2;
}
