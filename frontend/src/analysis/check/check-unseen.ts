import { CHECK_REPEATS, LEARNING_SHARE, MIN_CHECK_CONVERSIONS } from '../constants.ts';
import {
  byRate,
  CALIBRATION_GROUPS,
  type CalibrationGroup,
  dealTenths,
  missOfTenths,
  redrawMisses,
} from './tenths.ts';
import { byMethod, type Learn, type Method, type PredictedRates } from './learn-rules.ts';
import { sizesOfRelated, type FamilySizes } from '../counts/related-leads.ts';
import { splitLeads, type SplitLeads } from '../counts/split-leads.ts';
import { quantileOfSorted } from '../stats/quantile.ts';
import { createRandom } from '../stats/random.ts';
import { Z_95, type Interval } from '../stats/intervals.ts';
import { observedOf, type Tally, type ValuedTally } from '../counts/tally.ts';
import { varianceOf } from '../counts/valued-leads.ts';
import type { Basis } from '../counts/mapping.ts';

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
  /** The calibration error that chance alone gives where the prediction is right: the mean of `redrawMisses`. */
  chanceError: number;
  /** Their 95th percentile: chance explains a calibration error up to this one. */
  chanceLimit: number;
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
      /** How many rows the families have that stand on one side of each split; null where rows have no relatives. */
      families: FamilySizes | null;
      /** Unseen leads of each repeat, with families on average; the mean of their conversions, or by value of their amounts. */
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
 * Learns rules from 70% of the leads and tries them on the rest; 20 times with random leads and whole families, once with the latest leads
 * as the rest. `learn` sees the counts of its leads only. The same seed gives the same figures. With fewer than 200
 * conversions there is no repeat.
 */
export function startCheck(tally: ValuedTally, options: CheckOptions): RunningCheck {
  const { seed, learn, latest, chosenAnew = [] } = options;
  const random = createRandom(seed);
  // Another generator, so that the leads drawn do not depend on it.
  const redraw = {
    random: createRandom(seed + 1),
    draws: latest ? CHANCE_DRAWS : CHANCE_DRAWS / CHECK_REPEATS,
  };
  const hasEnough = tally.totalConversions >= MIN_CHECK_CONVERSIONS;
  const tried: Trial[] = [];
  return {
    repeats: hasEnough ? (latest ? 1 : CHECK_REPEATS) : 0,
    repeat() {
      const { learning, unseen } = latest ?? splitLeads(tally, random);
      tried.push(compare(learn(learning), unseen, redraw));
    },
    finish() {
      if (!hasEnough) {
        const conversions = tally.totalConversions;
        return { kind: 'too-few-conversions', conversions, needed: MIN_CHECK_CONVERSIONS };
      }
      const basis = tally.worth ? 'value' : 'conversions';
      const leads = Math.round(mean(tried.map((trial) => trial.leads))) || 0;
      if (tried.every(({ actual }) => actual === 0)) return { kind: 'nothing-happened', basis, leads };
      return {
        kind: 'checked',
        basis,
        part: latest ? 'latest' : 'random',
        seed,
        repeats: tried.length,
        learningShare: LEARNING_SHARE,
        chosenAnew,
        families: !latest && tally.related ? sizesOfRelated(tally.related) : null,
        leads,
        actual: mean(tried.map(({ actual }) => actual)),
        methods: byMethod((method) => summarise(tried, method)),
      };
    },
  };
}

/** How many times outcomes are drawn anew, over all repeats together. */
const CHANCE_DRAWS = 200;

/** The result of one repeat. */
interface Trial {
  leads: number;
  /** Conversions, or by value money. */
  actual: number;
  /** The sum of the squared amounts of the leads. A conversion counts 1, so by conversions it is their number. */
  sumOfSquares: number;
  tenths: Readonly<Record<Method, readonly CalibrationGroup[]>>;
  /** The calibration errors of the tenths where outcomes are drawn by chance, several times. */
  chanceMisses: Readonly<Record<Method, readonly number[]>>;
}

/** Compares predictions with the unseen leads, and with outcomes that chance draws from the predictions. */
function compare(rates: PredictedRates, unseen: Tally, redraw: { random(): number; draws: number }): Trial {
  const steps = byMethod((method) => byRate(unseen, rates[method]));
  const actual = observedOf(unseen).total;
  const sumOfSquares = unseen.worth ? sumOf([...unseen.worth.sumsOfSquares]) : null;
  const squaresPerUnit = sumOfSquares === null ? null : shareOf(sumOfSquares, actual);
  return {
    leads: unseen.totalLeads,
    actual,
    sumOfSquares: sumOfSquares ?? unseen.totalConversions,
    tenths: byMethod((method) => dealTenths(steps[method])),
    chanceMisses: byMethod((method) => redrawMisses(steps[method], { ...redraw, squaresPerUnit })),
  };
}

function summarise(trials: readonly Trial[], method: Method): MethodCheck {
  const actual = mean(trials.map((trial) => trial.actual));
  const predictedOf = ({ tenths }: Trial) => sumOf(tenths[method].map((tenth) => tenth.predicted));
  const predicted = mean(trials.map(predictedOf));
  const bias = biasOf(predicted, actual);
  const biases = trials.map((trial) => biasOf(predictedOf(trial), trial.actual));
  const [only, another] = trials;
  const reach = Z_95 * (only && !another ? chanceOf(bias, only) : standardDeviation(biases));
  const band = { low: bias - reach, high: bias + reach };
  const byChance = trials.flatMap(({ chanceMisses }) => chanceMisses[method]);
  return {
    predicted,
    bias,
    band,
    isChance: band.low <= 0 && band.high >= 0,
    calibrationError: mean(
      trials.map(({ tenths, actual: happened }) => missOfTenths(tenths[method], happened)),
    ),
    chanceError: mean(byChance),
    chanceLimit: quantileOfSorted(Float64Array.from(byChance).toSorted(), 0, [95, 100]),
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
