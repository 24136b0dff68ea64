import { chanceToFall } from '../judge/latest-leads.ts';
import type { Counts } from '../counts/valued-leads.ts';
import { normalCdf } from '../stats/normal.ts';
import { MAX_ALERT_RATE } from './alerts.ts';
import { hasTooFew, sideOf, type Side } from '../judge/expected-to-hold.ts';
import { measureLogRatio, type LogRatio, measureLogRatios, weighSpreads } from '../measure/spreads.ts';
import type { SpreadWeights } from '../measure/measurement.ts';
import { measureRate, adjustLift } from '../measure/lift.ts';
import { exceedsThreshold } from '../judge/settings.ts';

/** An alert has to come with this chance within the runs that are answered. */
const SURE = 0.9;
/** Longer than a year is no answer. */
const MOST_RUNS = 52;
/** Halvings of an interval of log ratios. */
const HALVINGS = 40;

/**
 * About how many runs it takes until a rule that stopped working altogether raises an alert, in 9 of 10 cases: twice as many as its
 * chance p in one run asks for, log(0.1) / log(1 - p), since a long window is two runs wide, and runs that share leads say little new. Null where the long
 * window has too few leads to be judged, or where it takes more than 52 runs.
 * Example: a rule of 1.6 with 300 leads a week where 20% convert: 2; where 5% convert: about 18. Of such simulated rules 99.7 and 94% raised
 * an alert within the runs said of each (`npm run simulate`).
 *
 * @param totals all leads of the reference
 * @param expected leads of the segment and of all in the long window
 * @param rules how many are in use: the more, the smaller a p-value has to be
 */
export function countRunsToAlert(
  rule: EnteredRule,
  { totals, expected, rules }: { totals: Counts; expected: { part: number; total: Counts }; rules: number },
): number | null {
  if (hasTooFew(expected.part, expected.total)) return null;
  const conversions = expected.part * measureRate(expected.total);
  const later = measureLogRatio({ leads: expected.part, conversions }, expected.total);
  const border = findBorder(rule, measureLogRatio(rule, totals), {
    variance: later.variance,
    // p is twice the smaller chance of two windows, and q of a single fall is p times the number of rules.
    chance: MAX_ALERT_RATE / (2 * rules),
  });
  const sign = rule.side === 'raise' ? 1 : -1;
  const found = normalCdf((sign * (border - later.log)) / Math.sqrt(later.variance));
  const runs = 2 * (found >= SURE ? 1 : Math.ceil(Math.log(1 - SURE) / Math.log1p(-found)));
  return runs > MOST_RUNS ? null : runs;
}

/** The log ratio of later leads at which the chance to fall is so small. */
function findBorder(
  { side, weights }: EnteredRule,
  earlier: LogRatio,
  { variance, chance }: { variance: number; chance: number },
): number {
  const sign = side === 'raise' ? 1 : -1;
  let [far, near] = [-20, 20]; // of the rule: beyond every rate that leads can have
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (far + near) / 2;
    const isFallen =
      chanceToFall({ earlier, later: { log: sign * middle, variance } }, side, weights) < chance;
    if (isFallen) far = middle;
    else near = middle;
  }
  return sign * far;
}

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
