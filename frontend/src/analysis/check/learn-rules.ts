import { judge, measure, pickMeasurement } from '../judge/analyse.ts';
import { listMultipliers, multiplyOut, predictBalanced } from '../balanced/balanced.ts';
import { estimateAll, fitTally } from '../balanced/estimate-combinations.ts';
import { gather } from '../counts/coding.ts';
import { DEFAULT_SETTINGS } from '../judge/settings.ts';
import { withWorth, type Tally, type ValuedTally } from '../counts/tally.ts';
import { recordOf } from '#contract/records.ts';

/**
 * The ways to predict the rate of a combination: the value rules alone, so that a value without a rule counts as 1;
 * the product of all adjusted lifts after the cut, as the calculator has it; the balanced multipliers; the best
 * estimate.
 */
export const METHODS = ['rules', 'product', 'balanced', 'best'] as const;
export type Method = (typeof METHODS)[number];

/** Makes a figure for each method. */
export function byMethod<T>(make: (method: Method) => T): Record<Method, T> {
  return recordOf(METHODS, make);
}

/** The rates that each method predicts for each combination: conversions, or by value money, per lead. */
export type PredictedRates = Readonly<Record<Method, Float64Array>>;

/** Learns from some leads, and predicts the rate of every combination. */
export type Learn = (learning: ValuedTally) => PredictedRates;

/**
 * Learns lifts, interactions, labels, rules, balanced multipliers and best estimates from the counts of
 * these leads. `learnChoices` also chooses their values from them.
 */
export function learnRules(learning: ValuedTally, thresholdPercent: number): PredictedRates {
  const { fields, codes } = learning;
  const seen = withoutEmpty(learning);
  const measurement = pickMeasurement(measure(seen), seen.worth ? 'value' : 'conversions');
  const analysis = judge(measurement, { ...DEFAULT_SETTINGS, thresholdPercent });
  const rules = analysis.valueRules.map(({ segment: { field, value }, suggested }) => ({
    field,
    value,
    multiplier: suggested,
  }));
  const lifts = analysis.segments.map(({ field, value, liftAfterCut }) => ({
    field,
    value,
    multiplier: liftAfterCut,
  }));
  const { baseline } = analysis;
  const fitted = fitTally(seen);
  return {
    rules: multiplyOut(baseline, listMultipliers(fields, rules), codes),
    product: multiplyOut(baseline, listMultipliers(fields, lifts), codes),
    balanced: predictBalanced(fitted.balanced, codes),
    best: estimateAll(learning, fitted),
  };
}

/** Leaves out combinations without leads: they change no figure, and may be many. */
function withoutEmpty(tally: ValuedTally): ValuedTally {
  const all = new Uint32Array(tally.leads.length);
  let count = 0;
  for (let at = 0; at < all.length; at++) if (tally.leads[at]! > 0) all[count++] = at; // below the length
  const positions = all.subarray(0, count);
  const seen: Tally = {
    ...tally,
    codes: tally.codes.map((codes) => gather(codes, positions)),
    leads: gather(tally.leads, positions),
    conversions: gather(tally.conversions, positions),
  };
  if (!tally.valued) return seen;
  const positionOf = new Uint32Array(all.length);
  positions.forEach((at, position) => (positionOf[at] = position));
  return withWorth(seen, { ...tally.valued, items: gather(positionOf, tally.valued.items) });
}
