import { MAX_ESTIMATED_RATE, MIN_STRENGTH } from '../constants.ts';
import { logRising } from '../stats/log-rising.ts';
import type { TalliedWorth } from '../counts/tally.ts';
import type { Counts } from '../counts/valued-leads.ts';

/** The counts of combinations, and the rate that a model predicts for each. */
export interface PredictedCounts {
  leads: Uint32Array;
  conversions: Uint32Array;
  rates: Float64Array;
}

/**
 * The best estimate of a rate: its own rate, shrunk towards the predicted one as if the prediction were `strength` leads:
 * (conversions + strength x predicted) / (leads + strength). An infinite strength gives the prediction. A prediction above
 * 99.9% counts as 99.9%.
 * Example: 8 of 10, predicted 0.5, strength 10: (8 + 5) / 20 = 0.65.
 */
export function estimateRate({ leads, conversions }: Counts, predicted: number, strength: number): number {
  const used = Math.min(predicted, MAX_ESTIMATED_RATE);
  return strength === Infinity ? used : (conversions + strength * used) / (leads + strength);
}

/** The best estimate of the rate of each combination. */
export function estimateRates(
  { leads, conversions, rates }: PredictedCounts,
  strength: number,
): Float64Array {
  const estimates = new Float64Array(rates.length);
  // A plain loop: map() of a typed array takes several times as long. The `!` here: both counts per combination.
  for (let at = 0; at < estimates.length; at++)
    estimates[at] = estimateRate({ leads: leads[at]!, conversions: conversions[at]! }, rates[at]!, strength);
  return estimates;
}

/**
 * The best estimate of an amount per lead, as that of a rate, without a highest prediction:
 * (sum + strength x predicted) / (leads + strength).
 * Example: 10 leads worth 80, 5 each predicted, strength 10: (80 + 50) / 20 = 6.5.
 */
export function estimateAmount(
  { leads, sum }: { leads: number; sum: number },
  predicted: number,
  strength: number,
): number {
  return strength === Infinity ? predicted : (sum + strength * predicted) / (leads + strength);
}

/** The amounts of combinations, and the amount per lead that a model predicts for each. */
interface PredictedAmounts {
  leads: Uint32Array;
  worth: TalliedWorth;
  /** Multipliers and other numbers that the predictions were fitted with. */
  fitted: number;
  amounts: Float64Array;
}

/**
 * The strength of the best estimate by value: credibility (Bühlmann and Straub, "Glaubwürdigkeit für Schadensätze",
 * Mitteilungen der Vereinigung schweizerischer Versicherungsmathematiker 70 (1970)) by the method of moments (Williams,
 * "Extra-binomial variation in logistic linear models", Applied Statistics 31 (1982)). The sum of a combination of n leads
 * with m predicted each is taken to have the variance n φ m (1 + n / strength): φ = sum of squares / sum is that of a number of
 * deals by chance with amounts of their own (compound Poisson), the rest is what the prediction misses. So X² = sum of
 * (sum - n m)² / (n φ m) is about (combinations - fitted) + leads / strength.
 * Degenerate cases: where X² is no larger than chance explains, the strength is infinite. It is at least 1.
 * Example: two combinations of 100 leads, 5 each predicted, worth 300 and 700, φ 20, nothing fitted: X² = 2 x 200² / 10,000 =
 * 8, strength 200 / (8 - 2) = 33.3.
 */
export function fitAmountStrength({ leads, worth, fitted, amounts }: PredictedAmounts): number {
  let [squares, sum, combinations, size, chiSquare] = [0, 0, 0, 0, 0];
  for (let at = 0; at < leads.length; at++) {
    // The `!` here: sums and a prediction per combination.
    const predicted = leads[at]! * amounts[at]!;
    squares += worth.sumsOfSquares[at]!;
    sum += worth.sums[at]!;
    if (!(predicted > 0)) continue;
    combinations++;
    size += leads[at]!;
    chiSquare += (worth.sums[at]! - predicted) ** 2 / predicted;
  }
  const excess = (chiSquare * sum) / squares - Math.max(0, combinations - fitted);
  return excess > 0 ? Math.max(MIN_STRENGTH, size / excess) : Infinity;
}

/** The search ends at this strength: above it the prediction alone is the best estimate. */
const MAX_STRENGTH = 1e6;
/** In the first search each strength is this many times the one before. */
const COARSE_STEP = 4;
/** The second search ends when the strength is known to within this ratio. */
const FINE_STEP = 1.001;
const GOLDEN_SHARE = (Math.sqrt(5) - 1) / 2;

/**
 * The strength at which the counts are most likely: empirical Bayes. The rate of a combination is taken to come from a
 * beta distribution with the predicted rate as its mean and the strength as its size, so that its conversions are
 * beta-binomial; the strength maximises their joint (marginal) likelihood (Griffiths, "Maximum likelihood estimation for the
 * beta-binomial distribution", Biometrics 29 (1973); Kleinman, "Proportions with extraneous variance", Journal of the
 * American Statistical Association 68 (1973)).
 *
 * The search tries strengths from 1 to 1,000,000, each four times the last, then narrows the best one's neighbourhood by
 * golden section (Kiefer, "Sequential minimax search for a maximum", Proceedings of the American Mathematical Society
 * 4 (1953)). It needs no derivative, and ends after a fixed number of steps.
 * Degenerate cases: where no combination has two leads, or the rates scatter no more than chance explains, nothing is
 * known against the prediction and the strength is infinite. It is at least 1.
 */
export function fitStrength(counts: PredictedCounts): number {
  const telling = withoutSingles(counts);
  const likelihood = (logStrength: number) => logLikelihood(telling, Math.exp(logStrength));
  const step = Math.log(COARSE_STEP);
  const steps = Math.round(Math.log(MAX_STRENGTH / MIN_STRENGTH) / step);
  let best = steps;
  let highest = likelihood(Math.log(MIN_STRENGTH) + steps * step);
  for (let at = steps - 1; at >= 0; at--) {
    const value = likelihood(Math.log(MIN_STRENGTH) + at * step);
    if (value > highest) [best, highest] = [at, value];
  }
  if (best === steps) return Infinity;
  const middle = Math.log(MIN_STRENGTH) + best * step;
  return Math.exp(goldenSection(likelihood, best === 0 ? middle : middle - step, middle + step));
}

/** Leaves out combinations of one lead: they tell nothing about the strength, and may be most of 100,000. */
function withoutSingles({ leads, conversions, rates }: PredictedCounts): PredictedCounts {
  let count = 0;
  const [kept, converted] = [new Uint32Array(leads.length), new Uint32Array(leads.length)];
  const predicted = new Float64Array(leads.length);
  // A plain loop: filter() of a typed array takes several times as long.
  for (let at = 0; at < leads.length; at++) {
    if (leads[at]! < 2) continue; // below the length, as are all lists
    kept[count] = leads[at]!;
    converted[count] = conversions[at]!;
    predicted[count++] = rates[at]!;
  }
  return {
    leads: kept.subarray(0, count),
    conversions: converted.subarray(0, count),
    rates: predicted.subarray(0, count),
  };
}

/** The argument of the highest value between two arguments, by golden section. */
function goldenSection(valueAt: (argument: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  let [a, b] = [to - GOLDEN_SHARE * (to - from), from + GOLDEN_SHARE * (to - from)];
  let [valueA, valueB] = [valueAt(a), valueAt(b)];
  while (to - from > Math.log(FINE_STEP)) {
    if (valueA >= valueB) {
      [to, b, valueB] = [b, a, valueA];
      a = to - GOLDEN_SHARE * (to - from);
      valueA = valueAt(a);
    } else {
      [from, a, valueA] = [a, b, valueB];
      b = from + GOLDEN_SHARE * (to - from);
      valueB = valueAt(b);
    }
  }
  return (from + to) / 2;
}

/** The logarithms of combinations with more leads are added; a product of this many factors stays far from 0. */
const MULTIPLIED_LEADS = 16;
const LEAST_MULTIPLIED_RATE = 1e-9;
/** A product below this is taken by its logarithm, before it becomes too small for a number. */
const LEAST_PRODUCT = 1e-100;

/**
 * The log-likelihood of beta-binomial counts, without the part that no strength changes. Most of
 * 100,000 combinations have few leads, so their likelihoods are multiplied, which is much faster than to add logarithms: k of
 * n leads with a share of r and a strength of s have r (r + 1/s) ... (k factors), times the same for 1 - r and n - k,
 * divided by 1 (1 + 1/s) ... (n factors).
 */
function logLikelihood({ leads, conversions, rates }: PredictedCounts, strength: number): number {
  const step = 1 / strength;
  const divisors = new Float64Array(MULTIPLIED_LEADS + 1).fill(1);
  for (let n = 1; n <= MULTIPLIED_LEADS; n++) divisors[n] = divisors[n - 1]! * (1 + (n - 1) * step); // one more each
  let sum = 0;
  let product = 1;
  for (let at = 0; at < leads.length; at++) {
    // The `!` here: both counts and a rate per combination, a divisor for each number of leads up to 16.
    const n = leads[at]!;
    const rate = Math.min(rates[at]!, MAX_ESTIMATED_RATE);
    const converted = conversions[at]!;
    if (n > MULTIPLIED_LEADS || rate < LEAST_MULTIPLIED_RATE) {
      sum -= logRising(strength, n);
      if (rate > 0) sum += logRising(strength * rate, converted);
      sum += logRising(strength * (1 - rate), n - converted);
      continue;
    }
    for (let factor = 0; factor < converted; factor++) product *= rate + factor * step;
    for (let factor = 0; factor < n - converted; factor++) product *= 1 - rate + factor * step;
    product /= divisors[n]!;
    if (product > LEAST_PRODUCT) continue;
    sum += Math.log(product);
    product = 1;
  }
  return sum + Math.log(product);
}
