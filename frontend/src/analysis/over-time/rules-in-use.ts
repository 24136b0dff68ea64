import { hasTooFew, measureLogRatios, sideOf, weighSpreads, type Side } from '../judge/expected-to-hold.ts';
import type { SpreadWeights } from '../measure/measurement.ts';
import { adjustLift } from '../measure/lift.ts';
import type { Counts } from '../counts/lead-counts.ts';
import { exceedsThreshold } from '../judge/settings.ts';

/** The most rules that are watched: those with the most leads. */
export const MOST_WATCHED_RULES = 200;

/** The counts of a value. */
export interface CountedValue extends Counts {
  field: string;
  value: string;
}

/** A rule in use, as it was entered. */
export interface EnteredRule extends CountedValue {
  side: Side;
  /** How likely each spread was of the values of its column. */
  weights: SpreadWeights;
}

/**
 * The rules of some counts that are watched, once they are in use: the values that Value Rules lists, since their adjusted lift lies outside 1 ± threshold,
 * without those that have too few leads or expected conversions for a word on what to expect. They are in the order of the values; of more than 200 those
 * with the most leads. A value of all leads has a lift of 1, and is none.
 * Example: 150 of 500, 100 of 500, 100 of 700 and 50 of 300 in 400 of 2,000 at 10%: the first, the third and the fourth.
 */
export function listRulesInUse(
  values: readonly CountedValue[],
  total: Counts,
  thresholdPercent: number,
): EnteredRule[] {
  const listed = values.filter(
    (value) =>
      exceedsThreshold(adjustLift(value, total) - 1, thresholdPercent) && !hasTooFew(value.leads, total),
  );
  const byLeads = listed.toSorted((a, b) => b.leads - a.leads).slice(0, MOST_WATCHED_RULES);
  const watched = new Set(byLeads);
  const weights = weighFields(values, total);
  return listed
    .filter((value) => watched.has(value))
    .map((value) => ({ ...value, side: sideOf(value, total), weights: weights.get(value.field) ?? [] }));
}

/** The weights of the spreads of each column. */
function weighFields(values: readonly CountedValue[], total: Counts): Map<string, SpreadWeights> {
  const byField = Map.groupBy(values, ({ field }) => field);
  return new Map(Array.from(byField, ([field, own]) => [field, weighSpreads(measureLogRatios(own, total))]));
}
