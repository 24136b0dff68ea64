import type { ColumnSpreads, SpreadWeights } from '../measure/measurement.ts';
import {
  LIKELY_TO_HOLD,
  MAX_SHOWN_CHANCE_PERCENT,
  MAY_FADE,
  MIN_PRIOR_COLUMNS,
  MIN_RULE_CONVERSIONS,
  MIN_RULE_LEADS,
  PRIOR_ROUNDS,
  SHOWN_CHANCE_STEP_PERCENT,
  SPREADS,
} from '../constants.ts';
import { normalCdf } from '../stats/normal.ts';
import { adjustLift, measureRate } from '../measure/lift.ts';
import {
  EQUAL_WEIGHTS,
  LEAST_VARIANCE,
  logLikelihoods,
  measureLogRatio,
  toWeights,
  weighSpreads,
  type LogRatio,
} from '../measure/spreads.ts';
import type { Counts } from '../counts/valued-leads.ts';

/** The worth of a part of the leads, or of all. */
interface Worth extends Counts {
  sum: number;
}

/**
 * The log ratio of a value by value: of the means per lead, with variance max(0, c/k - 1/n) + max(0, c/(K - k) - 1/(N - n)),
 * where c = K Σa² / (Σa)² is 1 where all amounts a are equal. Null with fewer than 5 conversions, or where the value or the others
 * bring no money: too few to say.
 * Example: 20 of 100 leads with 3,000 in 60 of 1,000 with 6,000 and Σa² 900,000: c 1.5, log ratio log 9 = 2.1972, variance
 * 0.065 + 0.036389.
 */
export function measureValueLogRatio(part: Worth, total: Worth & { sumOfSquares: number }): LogRatio | null {
  const others = {
    leads: total.leads - part.leads,
    conversions: total.conversions - part.conversions,
    sum: total.sum - part.sum,
  };
  if (part.conversions < MIN_RULE_CONVERSIONS || !(part.sum > 0) || !(others.sum > 0)) return null;
  const c = (total.conversions * total.sumOfSquares) / total.sum ** 2;
  const varianceOf = ({ leads, conversions }: Counts) => Math.max(0, c / conversions - 1 / leads);
  return {
    log: Math.log((part.sum * others.leads) / (others.sum * part.leads)),
    variance: varianceOf(part) + varianceOf(others),
  };
}

/**
 * The weights once the values of the column are known otherwise: the likelihood of the new log ratios in place of that of the old.
 *
 * @param before `logLikelihoods` of the old log ratios
 */
export function growWeights(
  weights: SpreadWeights,
  before: Float64Array,
  grown: readonly LogRatio[],
): SpreadWeights {
  const after = logLikelihoods(grown);
  // The `!` here: one per spread.
  return toWeights(weights.map((weight, at) => Math.log(weight) + after[at]! - before[at]!));
}

/**
 * How common each spread is among the columns of a file: 50 rounds of expectation maximisation (Dempster, Laird and Rubin, Journal
 * of the Royal Statistical Society B 39 (1977)) from equal weights. Each round weighs the spreads of every column by the last g; the
 * next g is the mean of these weights and of one more column of equal weights, which keeps every spread possible. Fewer than 8
 * columns say too little: equal weights.
 *
 * @param columns the log ratios of the values of each candidate column
 */
export function fitSpreadPrior(columns: readonly (readonly LogRatio[])[]): SpreadWeights {
  if (columns.length < MIN_PRIOR_COLUMNS) return EQUAL_WEIGHTS;
  // The likelihoods do not change: weights by equal weights are all that a round needs of them.
  const likelihoods = columns.map((values) => weighSpreads(values));
  let prior = EQUAL_WEIGHTS;
  for (let round = 0; round < PRIOR_ROUNDS; round++) {
    const sums = Float64Array.from(EQUAL_WEIGHTS);
    for (const likelihood of likelihoods) {
      const products = likelihood.map((weight, at) => weight * prior[at]!); // both have a weight per spread
      const sum = products.reduce((total, product) => total + product, 0);
      for (const [at, product] of products.entries()) sums[at]! += product / sum;
    }
    prior = Array.from(sums, (sum) => sum / (columns.length + 1));
  }
  return prior;
}

/** A rule raises or lowers what a lead is worth. */
export type Side = 'raise' | 'cut';

/**
 * A raise if the adjusted lift is above 1, else a cut.
 */
export function sideOf(part: Counts, total: Counts): Side {
  return adjustLift(part, total) > 1 ? 'raise' : 'cut';
}

/** A rule as it was learned. */
interface LearnedRule extends LogRatio {
  side: Side;
  /** The leads of its value / all leads. */
  share: number;
}

/**
 * The log ratio at which a value of this share has a lift beyond half the threshold: log(L (1 - f)/(1 - f L)), L = 1 ± half the
 * threshold. Infinity where no rate of its leads gives that lift.
 * Example: a quarter of the leads, 10%, raise: L 1.05: log(1.05 x 0.75 / 0.7375) = 0.065597.
 * @internal
 */
export function borderOf(
  { side, share }: Pick<LearnedRule, 'side' | 'share'>,
  thresholdPercent: number,
): number {
  const half = thresholdPercent / 200;
  const lift = side === 'raise' ? 1 + half : 1 - half;
  return share * lift >= 1 ? Infinity : Math.log((lift * (1 - share)) / (1 - share * lift));
}

/**
 * The chance that a rule holds on a fresh sample of as many leads: that its lift there lies beyond half the threshold, on its side.
 * Given the spread τ, the log ratio there is normal with mean r τ²/(τ² + s²) and variance τ² s²/(τ² + s²) + s²; chances are weighed
 * by how likely each spread is. 0 where no rate of its leads gives that lift.
 * Example: 150 of 500 in 400 of 2,000, among the values of `weighSpreads`, threshold 10%: 0.999939.
 * @internal
 */
export function chanceToHold(rule: LearnedRule, weights: SpreadWeights, thresholdPercent: number): number {
  const border = borderOf(rule, thresholdPercent);
  if (border === Infinity) return 0;
  const sign = rule.side === 'raise' ? 1 : -1;
  return SPREADS.reduce((sum, spread, at) => {
    const { mean, variance } = shrink(rule, spread);
    const deviation = Math.sqrt(Math.max(LEAST_VARIANCE, variance + rule.variance));
    return sum + (weights[at] ?? 0) * normalCdf((sign * (mean - border)) / deviation);
  }, 0);
}

/**
 * The true log ratio given the spread: normal with mean r τ²/(τ² + s²) and variance τ² s²/(τ² + s²).
 */
export function shrink({ log, variance }: LogRatio, spread: number): { mean: number; variance: number } {
  const trust = spread ** 2 / Math.max(LEAST_VARIANCE, spread ** 2 + variance);
  return { mean: log * trust, variance: variance * trust };
}

/** How likely a rule is to hold; 'none' for a value of all leads, and for the only value of a column. */
export type Expectation =
  | { kind: 'none' }
  | { kind: 'too-few' | 'too-few-amounts' }
  | { kind: 'likely' | 'may-fade' | 'unlikely'; chance: number };

/** The words for what to expect; nothing where there is nothing to compare. */
export const EXPECTATION_WORDS: Readonly<Record<Expectation['kind'], string>> = {
  likely: 'Likely to hold',
  'may-fade': 'May fade',
  unlikely: "Don't count on it",
  'too-few': 'Too few leads',
  'too-few-amounts': 'Too few',
  none: '',
};

/** The rule of a value. */
export interface MeasuredRule {
  leads: number;
  side: Side;
  /** Null where the amounts of its leads tell too little. */
  ratio: LogRatio | null;
}

/**
 * The rule of a value by conversions.
 */
export function measureRule(part: Counts, total: Counts): MeasuredRule {
  return { leads: part.leads, side: sideOf(part, total), ratio: measureLogRatio(part, total) };
}

/**
 * Says how likely the rule of a value is to hold: likely with a chance of at least 80%, may fade with at least 50%, else not to be counted
 * on. No word for a value of all leads and for the only value of a column; too few with fewer than 30 leads or fewer than 5 expected
 * conversions, and without a log ratio.
 * Example: 150 of 500 in 400 of 2,000, one of four such values: likely.
 */
export function expectRule(
  { leads, side, ratio }: MeasuredRule,
  { total, values, weights }: ColumnSpreads & { total: Counts },
  thresholdPercent: number,
): Expectation {
  if (leads >= total.leads || values <= 1) return { kind: 'none' };
  if (hasTooFew(leads, total)) return { kind: 'too-few' };
  if (!ratio) return { kind: 'too-few-amounts' };
  const rule = { ...ratio, side, share: leads / total.leads };
  return describeChance(chanceToHold(rule, weights, thresholdPercent));
}

/** Whether this number of leads is below 30, or is expected to bring fewer than 5 conversions. */
export function hasTooFew(leads: number, total: Counts): boolean {
  return leads < MIN_RULE_LEADS || leads * measureRate(total) < MIN_RULE_CONVERSIONS;
}

/** The word for a chance. */
function describeChance(chance: number): Expectation {
  const kind = chance >= LIKELY_TO_HOLD ? 'likely' : chance >= MAY_FADE ? 'may-fade' : 'unlikely';
  return { kind, chance };
}

/**
 * A chance as it is shown, in percent: to the nearest 5%, at most 95%. Null below 50%, where a rule without effect would do as well.
 * Example: 0.74 is shown as 75, 0.99 as 95.
 */
export function showChance(chance: number): number | null {
  if (chance < MAY_FADE) return null;
  const steps = Math.round((100 * chance) / SHOWN_CHANCE_STEP_PERCENT);
  return Math.min(MAX_SHOWN_CHANCE_PERCENT, SHOWN_CHANCE_STEP_PERCENT * steps);
}
