import { judge, measure, pickMeasurement, type Analysis } from '../judge/analyse.ts';
import { fitBalanced, listMultipliers, multiplyOut, predictBalanced } from '../balanced/balanced.ts';
import { estimateAll, fitStrengthOf } from '../balanced/estimate-combinations.ts';
import { gather, sumAmounts } from '../counts/coding.ts';
import type { SegmentLabel } from '../judge/evidence.ts';
import { DEFAULT_SETTINGS, exceedsThreshold } from '../judge/settings.ts';
import { codesByName, withWorth, type Tally, type ValuedTally, observedOf } from '../counts/tally.ts';
import { MIN_RULE_CONVERSIONS, MIN_RULE_LEADS } from '../constants.ts';
import { measureLift } from '../judge/lift.ts';
import { compareNames } from '../columns/order.ts';
import { quantile } from '../stats/quantile.ts';

/**
 * The ways to predict the rate of a combination: the value rules alone, so that a value without a rule counts as 1;
 * the product of all adjusted lifts after the cut, as the calculator has it; the balanced multipliers; the best
 * estimate.
 */
export const METHODS = ['rules', 'product', 'balanced', 'best'] as const;
export type Method = (typeof METHODS)[number];

/** Makes a figure for each method. */
export function byMethod<T>(make: (method: Method) => T): Record<Method, T> {
  // Every method has an entry.
  return Object.fromEntries(METHODS.map((method) => [method, make(method)])) as Record<Method, T>;
}

/** A value, its multiplier, and how far the leads that it was learned from support it. @internal */
export interface Rule {
  /** Index into the fields. */
  field: number;
  value: string;
  multiplier: number;
  label: SegmentLabel;
}

/** Chooses the rules to act on. */
type ChooseRules = (analysis: Analysis) => readonly Rule[];

/** The rules and predictions that were learned from some leads. */
export interface Learned {
  /** The fields, and the code of each combination in them. */
  fields: Tally['fields'];
  codes: Tally['codes'];
  /** Conversions / leads. */
  baselineRate: number;
  /** The rates that each method predicts for each combination: conversions, or by value money, per lead. */
  rates: Readonly<Record<Method, Float64Array>>;
  rules: readonly Rule[];
}

/** Learns rules and predictions from some leads. */
export type Learn = (learning: ValuedTally) => Learned;

/** The rules of the page: each value whose adjusted lift lies outside the threshold, with its suggested multiplier. */
export const listedRules: ChooseRules = ({ valueRules }) =>
  valueRules.map(({ segment: { field, value, label }, suggested }) => ({
    field,
    value,
    multiplier: suggested,
    label,
  }));

/**
 * Learns lifts, interactions, labels, rules, balanced multipliers and the strength of the best estimate from the counts of
 * these leads. `learnChoices` also chooses their values from them.
 */
export function learnRules(
  learning: ValuedTally,
  thresholdPercent: number,
  chooseRules: ChooseRules,
): Learned {
  const { fields, codes } = learning;
  const seen = withoutEmpty(learning);
  const measurement = pickMeasurement(measure(seen), seen.worth ? 'value' : 'conversions');
  const analysis = judge(measurement, { ...DEFAULT_SETTINGS, thresholdPercent });
  const rules = chooseRules(analysis);
  const lifts = analysis.segments.map(({ field, value, liftAfterCut }) => ({
    field,
    value,
    multiplier: liftAfterCut,
  }));
  const { baselineRate, baseline } = analysis;
  const fit = fitBalanced(seen);
  const strength = fitStrengthOf(seen, predictBalanced(fit, seen.codes));
  const balanced = predictBalanced(fit, codes);
  return {
    fields,
    codes,
    baselineRate,
    rates: {
      rules: multiplyOut(baseline, listMultipliers(fields, rules), codes),
      product: multiplyOut(baseline, listMultipliers(fields, lifts), codes),
      balanced,
      best: estimateAll(learning, balanced, strength),
    },
    rules,
  };
}

/** Leaves out combinations without leads: they change no figure, and may be many. */
function withoutEmpty(tally: ValuedTally): ValuedTally {
  const all = new Uint32Array(tally.leads.length);
  let count = 0;
  for (let at = 0; at < all.length; at++) if (tally.leads[at]! > 0) all[count++] = at; // below the length
  const places = all.subarray(0, count);
  const seen: Tally = {
    ...tally,
    codes: tally.codes.map((codes) => gather(codes, places)),
    leads: gather(tally.leads, places),
    conversions: gather(tally.conversions, places),
  };
  if (!tally.valued) return seen;
  const placeOf = new Uint32Array(all.length);
  places.forEach((at, place) => (placeOf[at] = place));
  return withWorth(seen, { ...tally.valued, items: gather(placeOf, tally.valued.items) });
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
  /** The number of those in which its label was Use. */
  labelledUse: number;
  outcome: 'held' | 'faded' | 'too-few';
}

/** A rule of one repeat on its unseen leads. */
export interface TriedRule {
  rule: Rule;
  fieldName: string;
  leads: number;
  laterLift: number;
  expectedConversions: number;
}

/** The rules of one repeat on its unseen leads. Rules of values with too few leads in all are left out. */
export function tryRules(
  { fields, codes, rules, baselineRate }: Learned,
  all: Tally,
  unseen: Tally,
): TriedRule[] {
  const { observed, total } = observedOf(unseen);
  const sumPerValue = (amounts: Uint32Array | Float64Array) =>
    fields.map(({ values }, field) => sumAmounts(amounts, codes[field]!, values.length)); // a list per field
  const [leadsOfAll, leads, sums] = [all.leads, unseen.leads, observed].map(sumPerValue);
  const codeOf = codesByName(fields);
  const tried: TriedRule[] = [];
  for (const rule of rules) {
    // The `!` here: a rule is about a value of a field, and each value has its counts.
    const code = codeOf[rule.field]!.get(rule.value)!;
    if (leadsOfAll![rule.field]![code]! < MIN_RULE_LEADS) continue;
    // By value the sum of the amounts takes the place of the conversions.
    const counts = { leads: leads![rule.field]![code]!, conversions: sums![rule.field]![code]! };
    tried.push({
      rule,
      fieldName: fields[rule.field]!.name,
      leads: counts.leads,
      laterLift: measureLift(counts, { leads: unseen.totalLeads, conversions: total }),
      expectedConversions: counts.leads * baselineRate,
    });
  }
  return tried;
}

/**
 * The rules of all repeats, each once. A rule held if the later lift lies on the same side of 1 as its multiplier, by more
 * than half the threshold, and faded otherwise; both are medians of the repeats that gave the rule. Under 30 unseen leads
 * or 5 expected conversions, in the median, there are too few to tell.
 * Example: threshold 10%, multiplier 1.3: a later lift of 1.06 held, 1.05 or 0.9 faded.
 */
export function judgeTriedRules(tried: readonly TriedRule[], thresholdPercent: number): RuleCheck[] {
  return groupRules(tried).map((repeats) => judgeRule(repeats, thresholdPercent));
}

function judgeRule(tried: readonly TriedRule[], thresholdPercent: number): RuleCheck {
  const { fieldName, rule } = tried[0]!; // no rule is tried less than once
  const medianOf = (figure: (rule: TriedRule) => number) => median(tried.map(figure));
  const figures = {
    multiplier: medianOf((one) => one.rule.multiplier),
    laterLift: medianOf((one) => one.laterLift),
    leads: medianOf((one) => one.leads),
    expectedConversions: medianOf((one) => one.expectedConversions),
  };
  const labelledUse = tried.filter((one) => one.rule.label === 'Use').length;
  const outcome = judgeOutcome(figures, thresholdPercent);
  return { field: fieldName, value: rule.value, ...figures, learned: tried.length, labelledUse, outcome };
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

/** The repeats of each rule, in field order, then by name. */
function groupRules(triedRules: readonly TriedRule[]): TriedRule[][] {
  const groups = new Map<number, Map<string, TriedRule[]>>();
  for (const tried of triedRules) {
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

function median(numbers: readonly number[]): number {
  const values = Float64Array.from(numbers).sort();
  return quantile({ values, weights: new Uint32Array(values.length).fill(1) }, 1, 2);
}
