import { CALIBRATION_GROUPS, CHECK_REPEATS, LEARNING_SHARE, MIN_CHECK_CONVERSIONS } from './constants.ts';
import { groupByRate, type CalibrationGroup } from './group-by-rate.ts';
import { judgeTriedRules, tryRules, type RuleCheck, type TriedRule } from './judge-tried-rules.ts';
import { byMethod, type Learn, type Learned, type Method } from './learn-rules.ts';
import { splitLeads, type SplitLeads } from './split-leads.ts';
import { createRandom } from './stats/random.ts';
import { Z_95, type Interval } from './stats/wilson.ts';
import { observedOf, type Tally, type ValuedTally } from './tally.ts';
import { varianceOf } from './valued-leads.ts';
import type { Basis } from './worth.ts';

/** How the conversions, or by value the amounts, that one method predicts compare with those that happened: means of the repeats. */
export interface MethodCheck {
  predicted: number;
  /** Predicted / actual - 1. */
  bias: number;
  /** The bias of 95% of such checks: bias ± 1.96 standard deviations of the repeats; of chance where there is one. */
  band: Interval;
  /** Whether the band holds 0, so that chance alone can do this. */
  isChance: boolean;
  /** Sum over the tenths of |predicted - actual| / all conversions. */
  calibrationError: number;
  /** Lowest predicted rate first. */
  tenths: readonly CalibrationGroup[];
}

/** The leads that rules are tried on. */
export type CheckedPart = 'random' | 'latest';

/** What is left of rules on leads that they were not learned from. */
export type UnseenCheck =
  | { kind: 'too-few-conversions'; conversions: number; needed: number }
  | {
      kind: 'checked';
      /** What was predicted and happened: conversions, or money. */
      basis: Basis;
      /** Whether the unseen leads are drawn, or are the latest ones. */
      part: CheckedPart;
      seed: number;
      repeats: number;
      learningShare: number;
      /** The fields whose values each repeat chose from the leads that it learned from. */
      chosenAnew: readonly string[];
      /** Unseen leads of each repeat, and their conversions, or by value their worth, in the mean. */
      leads: number;
      actual: number;
      methods: Readonly<Record<Method, MethodCheck>>;
      /** In field order, then by name. Rules of values with fewer than 30 leads in all are left out: too few. */
      rules: readonly RuleCheck[];
    };

export interface CheckOptions {
  seed: number;
  thresholdPercent: number;
  learn: Learn;
  /** The older and the latest leads. Without them, leads are drawn. */
  latest?: SplitLeads;
  /** The fields whose values `learn` chooses. */
  chosenAnew?: readonly string[];
}

/** A check in steps, so that the thread can show its progress and end it early. */
export interface RunningCheck {
  repeats: number;
  /** Draws other leads, learns from them and tries the rules on the rest. */
  repeat(): void;
  /** The summary of the repeats up to now. */
  finish(): UnseenCheck;
}

/**
 * Learns rules from 70% of the leads and tries them on the rest, again and again with other leads; from the older leads
 * and on the latest ones once. `learn` sees the counts of its leads only. The same seed gives the same figures. With fewer
 * than 200 conversions there is no repeat.
 */
export function startCheck(tally: ValuedTally, options: CheckOptions): RunningCheck {
  const { seed, thresholdPercent, learn, latest, chosenAnew = [] } = options;
  const random = createRandom(seed);
  const hasEnough = tally.totalConversions >= MIN_CHECK_CONVERSIONS;
  const tried: Trial[] = [];
  return {
    repeats: hasEnough ? (latest ? 1 : CHECK_REPEATS) : 0,
    repeat() {
      const { learning, unseen } = latest ?? splitLeads(tally, random);
      tried.push(compare(learn(learning), tally, unseen));
    },
    finish() {
      if (!hasEnough) {
        const conversions = tally.totalConversions;
        return { kind: 'too-few-conversions', conversions, needed: MIN_CHECK_CONVERSIONS };
      }
      return {
        kind: 'checked',
        basis: tally.worth ? 'value' : 'conversions',
        part: latest ? 'latest' : 'random',
        seed,
        repeats: tried.length,
        learningShare: LEARNING_SHARE,
        chosenAnew,
        leads: tried[0]?.leads ?? 0,
        actual: mean(tried.map(({ actual }) => actual)),
        methods: byMethod((method) => summarise(tried, method)),
        rules: judgeTriedRules(
          tried.flatMap(({ rules }) => rules),
          thresholdPercent,
        ),
      };
    },
  };
}

/** What one repeat found. */
interface Trial {
  leads: number;
  /** Conversions, or by value money. */
  actual: number;
  /** Of what a lead brought. */
  variance: number;
  tenths: Readonly<Record<Method, readonly CalibrationGroup[]>>;
  rules: readonly TriedRule[];
}

/** Compares what was learned with the unseen leads. */
function compare(learned: Learned, all: Tally, unseen: Tally): Trial {
  return {
    leads: unseen.totalLeads,
    actual: observedOf(unseen).total,
    variance: leadVarianceOf(unseen),
    tenths: byMethod((method) => groupByRate(unseen, learned.rates[method])),
    rules: tryRules(learned, all, unseen),
  };
}

/** Conversions count 0 or 1, so that their squares are the conversions. */
function leadVarianceOf(tally: Tally): number {
  const { total } = observedOf(tally);
  return varianceOf(tally.totalLeads, total, tally.worth ? sumOf([...tally.worth.sumsOfSquares]) : total);
}

function summarise(trials: readonly Trial[], method: Method): MethodCheck {
  const actual = mean(trials.map((trial) => trial.actual));
  const predicted = trials.map(({ tenths }) => sumOf(tenths[method].map((tenth) => tenth.predicted)));
  const bias = biasOf(mean(predicted), actual);
  const biases = trials.map((trial, index) => biasOf(predicted[index]!, trial.actual)); // one per trial
  const [only, another] = trials;
  const reach = Z_95 * (only && !another ? chanceOf(bias, only) : standardDeviation(biases));
  const band = { low: bias - reach, high: bias + reach };
  return {
    predicted: mean(predicted),
    bias,
    band,
    isChance: band.low <= 0 && band.high >= 0,
    calibrationError: mean(
      trials.map((trial) => shareOf(sumOf(trial.tenths[method].map(missOf)), trial.actual)),
    ),
    tenths: Array.from({ length: CALIBRATION_GROUPS }, (_, tenth) => {
      const groups = trials.map(({ tenths }) => tenths[method][tenth]!); // ten of each method
      return {
        leads: mean(groups.map((group) => group.leads)),
        predicted: mean(groups.map((group) => group.predicted)),
        actual: mean(groups.map((group) => group.actual)),
      };
    }),
  };
}

// Where nothing happened, which is possible by value only, there is nothing to miss: 0.
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const biasOf = (predicted: number, actual: number) => (actual === 0 ? 0 : predicted / actual - 1);

/** The standard deviation of predicted / actual that chance gives one trial: that of the sum of so many leads. */
function chanceOf(bias: number, { leads, actual, variance }: Trial): number {
  return (1 + bias) * shareOf(Math.sqrt(leads * variance), actual);
}

const missOf = ({ predicted, actual }: CalibrationGroup) => Math.abs(predicted - actual);

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function mean(numbers: readonly number[]): number {
  return sumOf(numbers) / numbers.length;
}

/** Of a sample: the squares are divided by its size - 1. */
function standardDeviation(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return Math.sqrt(sumOf(numbers.map((number) => (number - middle) ** 2)) / (numbers.length - 1));
}
