import { judge, measure, pickMeasurement, type Analysis } from './analyse.ts';
import { fitBalanced, multiplyOut, predictBalanced } from './balanced.ts';
import { estimateAll, fitStrengthOf } from './estimate-combinations.ts';
import { gather } from './coding.ts';
import type { SegmentLabel } from './evidence.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { codesByName, withWorth, type Tally, type ValuedTally } from './tally.ts';

/**
 * The ways to predict the rate of a combination: the value rules alone, so that a value without a rule counts as 1;
 * the product of all adjusted lifts after the cut, as the calculator has it; the balanced multipliers; the best
 * estimate.
 */
export const METHODS = ['rules', 'product', 'balanced', 'best'] as const;
export type Method = (typeof METHODS)[number];

/** A figure of each method. */
export function byMethod<T>(make: (method: Method) => T): Record<Method, T> {
  // Every method has an entry.
  return Object.fromEntries(METHODS.map((method) => [method, make(method)])) as Record<Method, T>;
}

/** A value, its multiplier, and how far the leads that it was learned from support it. */
export interface Rule {
  /** Index into the fields. */
  field: number;
  value: string;
  multiplier: number;
  label: SegmentLabel;
}

/** Chooses the rules to act on. */
export type ChooseRules = (analysis: Analysis) => readonly Rule[];

/** Everything that is chosen with the outcomes of some leads. */
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

/** Learns from some leads. */
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

/** Without the combinations that none of these leads has: they change no figure, and may be many. */
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

/** The multiplier of each value of each field; 1 for a value without a rule. */
export function listMultipliers(
  fields: Tally['fields'],
  rules: readonly Omit<Rule, 'label'>[],
): Float64Array[] {
  const multipliers = fields.map(({ values }) => new Float64Array(values.length).fill(1));
  const codes = codesByName(fields);
  // The `!` here: a rule is about a value of a field.
  for (const { field, value, multiplier } of rules)
    multipliers[field]![codes[field]!.get(value)!] = multiplier;
  return multipliers;
}
