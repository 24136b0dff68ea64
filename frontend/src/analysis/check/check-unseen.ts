import { CHECK_REPEATS, LEARNING_SHARE, MIN_CHECK_CONVERSIONS } from '../constants.ts';
import { byMethod, type Learn, type Method, type PredictedRates } from './learn-rules.ts';
import { splitLeads, type SplitLeads } from '../counts/split-leads.ts';
import { createRandom } from '../stats/random.ts';
import { Z_95, type Interval } from '../stats/intervals.ts';
import { observedOf, type Tally, type ValuedTally, baselineOf } from '../counts/tally.ts';
import { varianceOf } from '../counts/valued-leads.ts';
import type { Basis } from '../counts/worth.ts';

/** Predicted and actual conversions are compared in this many groups of equally many leads, by predicted rate. */
const CALIBRATION_GROUPS = 10;

/** Predicted against actual conversions of one method, or by value amounts: means of the repeats. */
export interface MethodCheck {
  predicted: number;
  /** Predicted / actual - 1. */
  bias: number;
  /** The bias of 95% of such checks: bias ± 1.96 standard deviations of the repeats; of chance where there is one. */
  band: Interval;
  /** Whether the band contains 0, so that chance alone can explain the bias. */
  isChance: boolean;
  /** Sum over the tenths of |predicted - actual| / all conversions. */
  calibrationError: number;
  /** The calibration error that chance alone gives where the prediction is right; see `missByChance`. */
  chanceError: number;
  /** Lowest predicted rate first. */
  tenths: readonly CalibrationGroup[];
}

/** The leads that rules are tried on. */
export type CheckedPart = 'random' | 'latest';

/** The result of trying rules on leads that they were not learned from. */
export type UnseenCheck =
  | { kind: 'too-few-conversions'; conversions: number; needed: number }
  /** The unseen leads have no conversions, or by value no money: the latest leads may be too young. Nothing is compared. */
  | { kind: 'nothing-happened'; basis: Basis; leads: number }
  | {
      kind: 'checked';
      /** Whether conversions or amounts are compared. */
      basis: Basis;
      /** Whether the unseen leads are drawn at random, or are the latest ones. */
      part: CheckedPart;
      seed: number;
      repeats: number;
      learningShare: number;
      /** The fields whose values each repeat chose from the leads that it learned from. */
      chosenAnew: readonly string[];
      /** Unseen leads of each repeat; the mean of their conversions, or by value of their amounts. */
      leads: number;
      actual: number;
      methods: Readonly<Record<Method, MethodCheck>>;
    };

interface CheckOptions {
  seed: number;
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
 * Learns rules from 70% of the leads and tries them on the rest; 20 times with random leads, once with the latest leads as
 * the rest. `learn` sees the counts of its leads only. The same seed gives the same figures. With fewer than 200
 * conversions there is no repeat.
 */
export function startCheck(tally: ValuedTally, options: CheckOptions): RunningCheck {
  const { seed, learn, latest, chosenAnew = [] } = options;
  const random = createRandom(seed);
  const hasEnough = tally.totalConversions >= MIN_CHECK_CONVERSIONS;
  const tried: Trial[] = [];
  return {
    repeats: hasEnough ? (latest ? 1 : CHECK_REPEATS) : 0,
    repeat() {
      const { learning, unseen } = latest ?? splitLeads(tally, random);
      tried.push(compare(learn(learning), unseen));
    },
    finish() {
      if (!hasEnough) {
        const conversions = tally.totalConversions;
        return { kind: 'too-few-conversions', conversions, needed: MIN_CHECK_CONVERSIONS };
      }
      const basis = tally.worth ? 'value' : 'conversions';
      const leads = tried[0]?.leads ?? 0;
      if (tried.every(({ actual }) => actual === 0)) return { kind: 'nothing-happened', basis, leads };
      return {
        kind: 'checked',
        basis,
        part: latest ? 'latest' : 'random',
        seed,
        repeats: tried.length,
        learningShare: LEARNING_SHARE,
        chosenAnew,
        leads,
        actual: mean(tried.map(({ actual }) => actual)),
        methods: byMethod((method) => summarise(tried, method)),
      };
    },
  };
}

/** The result of one repeat. */
interface Trial {
  leads: number;
  /** Conversions, or by value money. */
  actual: number;
  /** The sum of the squared amounts of the leads. A conversion counts 1, so by conversions it is their number. */
  sumOfSquares: number;
  tenths: Readonly<Record<Method, readonly CalibrationGroup[]>>;
}

/** Compares predictions with the unseen leads. */
function compare(rates: PredictedRates, unseen: Tally): Trial {
  return {
    leads: unseen.totalLeads,
    actual: observedOf(unseen).total,
    sumOfSquares: unseen.worth ? sumOf([...unseen.worth.sumsOfSquares]) : unseen.totalConversions,
    tenths: byMethod((method) => groupByRate(unseen, rates[method])),
  };
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
    chanceError: mean(trials.map((trial) => missByChance(trial.tenths[method], trial))),
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

// By value, the unseen leads of one of several repeats may have no amounts. Its share and its bias are 0.
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const biasOf = (predicted: number, actual: number) => (actual === 0 ? 0 : predicted / actual - 1);

/**
 * The standard deviation of predicted / actual that chance gives one trial if the prediction is right: leads convert as often
 * as predicted, with the amounts that were observed. A few observed conversions tell little about how many were possible.
 * Example: 100 of 1,000 leads predicted, 1 happened: sqrt(1,000 x 0.1 x 0.9) / 1 = 9.49.
 */
function chanceOf(bias: number, { leads, actual, sumOfSquares }: Trial): number {
  return Math.sqrt(leads * varianceOf(leads, (1 + bias) * actual, (1 + bias) * sumOfSquares)) / actual;
}

/**
 * What tenths miss by where each prediction is right, as a share of all that is predicted: the mean of |actual - predicted| over outcomes
 * drawn from the predictions, sqrt(2 v / π) for each tenth, v = its variance. Amounts have the spread of those that were observed.
 * Example: tenths of 100 leads with 20 predicted each, v = 16: 10 x 3.1915 / 200 = 16%.
 * @internal
 */
export function missByChance(
  tenths: readonly CalibrationGroup[],
  { actual, sumOfSquares }: Pick<Trial, 'actual' | 'sumOfSquares'>,
): number {
  const squaresPerUnit = shareOf(sumOfSquares, actual);
  const misses = tenths.map(({ leads, predicted }) =>
    Math.sqrt((2 / Math.PI) * leads * varianceOf(leads, predicted, squaresPerUnit * predicted)),
  );
  return shareOf(sumOf(misses), sumOf(tenths.map(({ predicted }) => predicted)));
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

/** A tenth of the leads, by predicted rate: leads and conversions, or by value amounts. Each figure may be a fraction. */
export interface CalibrationGroup {
  leads: number;
  predicted: number;
  actual: number;
}

/**
 * Ten groups of equally many leads, lowest predicted rate first. Leads of about the same rate at the border of two groups
 * give each its share of leads and conversions, as fractions.
 * Example: 15 leads at a rate of 0.1 with 3 conversions and 5 at 0.4 with 2: each group has 2 leads; the eighth has one of
 * both, 0.5 predicted and 0.6 actual conversions.
 *
 * @internal
 */
export function groupByRate(tally: Tally, rates: Float64Array): CalibrationGroup[] {
  const size = tally.totalLeads / CALIBRATION_GROUPS;
  const groups = Array.from({ length: CALIBRATION_GROUPS }, () => ({ leads: 0, predicted: 0, actual: 0 }));
  let number = 0;
  for (const { leads, predicted, actual } of sortByRate(tally, rates)) {
    for (let left = leads; left > 0;) {
      const group = groups[number]!; // the last group takes all leads that are left
      const isLast = number === groups.length - 1;
      const room = isLast ? left : size - group.leads;
      const taken = Math.min(left, room);
      group.leads += taken;
      group.predicted += (predicted * taken) / leads;
      group.actual += (actual * taken) / leads;
      left -= taken;
      if (taken === room && !isLast) number++;
    }
  }
  return groups;
}

/** Rates from 2^-20 to 2^6 are told apart in steps of 2^(1/256), which is 0.3%; by value so many times the baseline. */
const [LOWEST_RATE_POWER, HIGHEST_RATE_POWER, RATE_STEPS] = [-20, 6, 256];

/** The leads in steps of their predicted rate, lowest first. To sort 100,000 combinations would take much longer. */
function sortByRate(tally: Tally, rates: Float64Array): CalibrationGroup[] {
  const { leads, worth } = tally;
  const { observed } = observedOf(tally);
  const unit = worth ? baselineOf(tally) || 1 : 1;
  const count = (HIGHEST_RATE_POWER - LOWEST_RATE_POWER) * RATE_STEPS;
  const [counted, predicted, actual] = [0, 0, 0].map(() => new Float64Array(count));
  // The `!` here: both counts and a rate per combination; three lists with a place for each step.
  for (let at = 0; at < rates.length; at++) {
    if (leads[at] === 0) continue;
    const step = Math.floor((Math.log2(rates[at]! / unit) - LOWEST_RATE_POWER) * RATE_STEPS);
    const place = Math.min(Math.max(step, 0), count - 1);
    counted![place]! += leads[at]!;
    predicted![place]! += leads[at]! * rates[at]!;
    actual![place]! += observed[at]!;
  }
  const steps: CalibrationGroup[] = [];
  for (let place = 0; place < count; place++) {
    if (counted![place] === 0) continue;
    steps.push({ leads: counted![place]!, predicted: predicted![place]!, actual: actual![place]! });
  }
  return steps;
}
