import {
  CALIBRATION_GROUPS,
  CHECK_REPEATS,
  LEARNING_SHARE,
  MIN_CHECK_CONVERSIONS,
  MIN_RULE_CONVERSIONS,
  MIN_RULE_LEADS,
} from './constants.ts';
import { sumByCode } from './coding.ts';
import { METHODS, type Learn, type Learned, type Method, type Rule } from './learn-rules.ts';
import { measureLift, type Counts } from './lift.ts';
import { exceedsThreshold } from './settings.ts';
import { compareNames } from './order.ts';
import { splitLeads } from './split-leads.ts';
import { quantile } from './stats/quantile.ts';
import { createRandom } from './stats/random.ts';
import { Z_95, type Interval } from './stats/wilson.ts';
import { codesByName, type Tally } from './tally.ts';

/** A tenth of the unseen leads, by predicted rate: the mean of the repeats. */
export interface CalibrationGroup {
  leads: number;
  predicted: number;
  actual: number;
}

/** How the conversions that one method predicts compare with those that happened: means of the repeats. */
export interface MethodCheck {
  predicted: number;
  /** Predicted / actual conversions - 1. */
  bias: number;
  /** The bias of 95% of such checks: bias ± 1.96 standard deviations of the repeats. */
  band: Interval;
  /** Whether the band holds 0, so that chance alone can do this. */
  isChance: boolean;
  /** Sum over the tenths of |predicted - actual| / all conversions. */
  calibrationError: number;
  /** Lowest predicted rate first. */
  tenths: readonly CalibrationGroup[];
}

/** A rule, and its value among the unseen leads: medians of the repeats in which it was learned. */
export interface RuleCheck {
  field: string;
  value: string;
  multiplier: number;
  /** Lift of the value among the unseen leads, not shrunk. */
  laterLift: number;
  leads: number;
  /** Unseen leads x baseline rate. */
  expectedConversions: number;
  /** The number of repeats whose leads gave this rule. */
  learned: number;
  outcome: 'held' | 'faded' | 'too-few';
}

/** What is left of rules on leads that they were not learned from. */
export type UnseenCheck =
  | { kind: 'too-few-conversions'; conversions: number; needed: number }
  | {
      kind: 'checked';
      seed: number;
      repeats: number;
      learningShare: number;
      /** Unseen leads of each repeat, and their conversions in the mean. */
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
 * Learns rules from 70% of the leads and tries them on the rest, again and again with other leads. `learn` sees the counts
 * of its leads only. The same seed gives the same figures. With fewer than 200 conversions there is no repeat.
 *
 * A rule held if the later lift lies on the side of 1 that the rule says, by more than half the threshold, and faded
 * otherwise; both are medians of the repeats that gave the rule. Under 30 unseen leads or 5 expected conversions, in the
 * median, there are too few to tell.
 */
export function startCheck(tally: Tally, { seed, thresholdPercent, learn }: CheckOptions): RunningCheck {
  const random = createRandom(seed);
  const hasEnough = tally.totalConversions >= MIN_CHECK_CONVERSIONS;
  const tried: Trial[] = [];
  return {
    repeats: hasEnough ? CHECK_REPEATS : 0,
    repeat() {
      const { learning, unseen } = splitLeads(tally, random);
      tried.push(tryRules(learn(learning), tally, unseen));
    },
    finish() {
      if (!hasEnough) {
        const conversions = tally.totalConversions;
        return { kind: 'too-few-conversions', conversions, needed: MIN_CHECK_CONVERSIONS };
      }
      return {
        kind: 'checked',
        seed,
        repeats: tried.length,
        learningShare: LEARNING_SHARE,
        leads: tried[0]?.total.leads ?? 0,
        actual: mean(tried.map(({ total }) => total.conversions)),
        methods: byMethod((method) => summarise(tried, method)),
        rules: groupRules(tried).map((rules) => judgeRule(rules, thresholdPercent)),
      };
    },
  };
}

/** What one repeat found. */
interface Trial {
  total: Counts;
  tenths: Readonly<Record<Method, readonly CalibrationGroup[]>>;
  rules: readonly TriedRule[];
}

interface TriedRule {
  rule: Rule;
  fieldName: string;
  leads: number;
  laterLift: number;
  expectedConversions: number;
}

/** Compares what was learned with the unseen leads. */
function tryRules({ fields, codes, rates, rules, baselineRate }: Learned, all: Tally, unseen: Tally): Trial {
  const total = { leads: unseen.totalLeads, conversions: unseen.totalConversions };
  const sumPerValue = (amounts: Uint32Array) =>
    fields.map(({ values }, field) => sumByCode(amounts, codes[field]!, values.length)); // a list per field
  const [leadsOfAll, leads, conversions] = [all.leads, unseen.leads, unseen.conversions].map(sumPerValue);
  const codeOf = codesByName(fields);
  const tried: TriedRule[] = [];
  for (const rule of rules) {
    // The `!` here: a rule is about a value of a field, and each value has its counts.
    const code = codeOf[rule.field]!.get(rule.value)!;
    if (leadsOfAll![rule.field]![code]! < MIN_RULE_LEADS) continue;
    const counts = { leads: leads![rule.field]![code]!, conversions: conversions![rule.field]![code]! };
    tried.push({
      rule,
      fieldName: fields[rule.field]!.name,
      leads: counts.leads,
      laterLift: measureLift(counts, total),
      expectedConversions: counts.leads * baselineRate,
    });
  }
  return { total, tenths: byMethod((method) => groupByRate(unseen, rates[method])), rules: tried };
}

function byMethod<T>(make: (method: Method) => T): Record<Method, T> {
  // Every method has an entry.
  return Object.fromEntries(METHODS.map((method) => [method, make(method)])) as Record<Method, T>;
}

/**
 * Ten groups of equally many leads, lowest predicted rate first. Leads of about the same rate at the border of two groups
 * give each its share of leads and conversions, as fractions.
 * Example: 15 leads at a rate of 0.1 with 3 conversions and 5 at 0.4 with 2: each group has 2 leads; the eighth has one of
 * both, 0.5 predicted and 0.6 actual conversions.
 */
export function groupByRate(tally: Tally, rates: Float64Array): CalibrationGroup[] {
  const size = tally.totalLeads / CALIBRATION_GROUPS;
  const groups = Array.from({ length: CALIBRATION_GROUPS }, () => ({ leads: 0, predicted: 0, actual: 0 }));
  let number = 0;
  for (const { leads, predicted, actual } of sortByRate(tally, rates)) {
    for (let left = leads; left > 0;) {
      const group = groups[number]!; // the last one takes all that is left
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

/** Rates from 2^-20 to 2^6 are told apart in steps of 2^(1/256), which is 0.3%. */
const [LOWEST_RATE_POWER, HIGHEST_RATE_POWER, RATE_STEPS] = [-20, 6, 256];

/** The leads in steps of their predicted rate, lowest first. To sort 100,000 combinations would take much longer. */
function sortByRate({ leads, conversions }: Tally, rates: Float64Array): CalibrationGroup[] {
  const count = (HIGHEST_RATE_POWER - LOWEST_RATE_POWER) * RATE_STEPS;
  const [counted, predicted, actual] = [0, 0, 0].map(() => new Float64Array(count));
  // The `!` here: both counts and a rate per combination; three lists with a place for each step.
  for (let at = 0; at < rates.length; at++) {
    if (leads[at] === 0) continue;
    const step = Math.floor((Math.log2(rates[at]!) - LOWEST_RATE_POWER) * RATE_STEPS);
    const place = Math.min(Math.max(step, 0), count - 1);
    counted![place]! += leads[at]!;
    predicted![place]! += leads[at]! * rates[at]!;
    actual![place]! += conversions[at]!;
  }
  return Array.from(counted!, (sum, place) => ({
    leads: sum,
    predicted: predicted![place]!,
    actual: actual![place]!,
  }));
}

function summarise(trials: readonly Trial[], method: Method): MethodCheck {
  const actual = mean(trials.map(({ total }) => total.conversions));
  const predicted = trials.map(({ tenths }) => sumOf(tenths[method].map((tenth) => tenth.predicted)));
  const bias = mean(predicted) / actual - 1;
  const biases = trials.map(({ total }, index) => predicted[index]! / total.conversions - 1); // one per trial
  const reach = Z_95 * standardDeviation(biases);
  const band = { low: bias - reach, high: bias + reach };
  return {
    predicted: mean(predicted),
    bias,
    band,
    isChance: band.low <= 0 && band.high >= 0,
    calibrationError: mean(
      trials.map(({ total, tenths }) => sumOf(tenths[method].map(missOf)) / total.conversions),
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

const missOf = ({ predicted, actual }: CalibrationGroup) => Math.abs(predicted - actual);

function judgeRule(tried: readonly TriedRule[], thresholdPercent: number): RuleCheck {
  const { fieldName, rule } = tried[0]!; // no rule is tried less than once
  const medianOf = (figure: (rule: TriedRule) => number) => median(tried.map(figure));
  const figures = {
    multiplier: medianOf((one) => one.rule.multiplier),
    laterLift: medianOf((one) => one.laterLift),
    leads: medianOf((one) => one.leads),
    expectedConversions: medianOf((one) => one.expectedConversions),
  };
  const outcome = judgeOutcome(figures, thresholdPercent);
  return { field: fieldName, value: rule.value, ...figures, learned: tried.length, outcome };
}

function judgeOutcome(
  figures: Pick<RuleCheck, 'multiplier' | 'laterLift' | 'leads' | 'expectedConversions'>,
  thresholdPercent: number,
): RuleCheck['outcome'] {
  const { multiplier, laterLift, leads, expectedConversions } = figures;
  if (leads < MIN_RULE_LEADS || expectedConversions < MIN_RULE_CONVERSIONS) return 'too-few';
  const isSameSide = multiplier > 1 === laterLift > 1;
  return isSameSide && exceedsThreshold(laterLift - 1, thresholdPercent / 2) ? 'held' : 'faded';
}

/** The trials of each rule, in field order, then by name. */
function groupRules(trials: readonly Trial[]): TriedRule[][] {
  const groups = new Map<number, Map<string, TriedRule[]>>();
  for (const tried of trials.flatMap(({ rules }) => rules)) {
    const { field, value } = tried.rule;
    const ofField = groups.get(field) ?? new Map<string, TriedRule[]>();
    groups.set(field, ofField);
    const ofValue = ofField.get(value);
    if (ofValue) ofValue.push(tried);
    else ofField.set(value, [tried]);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([, values]) => [...values].sort(([a], [b]) => compareNames(a, b)).map(([, tried]) => tried));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function mean(numbers: readonly number[]): number {
  return sumOf(numbers) / numbers.length;
}

function median(numbers: readonly number[]): number {
  const values = Float64Array.from(numbers).sort();
  return quantile({ values, weights: new Uint32Array(values.length).fill(1) }, 1, 2);
}

/** Of a sample: the squares are divided by its size - 1. */
function standardDeviation(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return Math.sqrt(sumOf(numbers.map((number) => (number - middle) ** 2)) / (numbers.length - 1));
}
