import { hasTooFew, measureLogRatio, type LogRatio } from '../judge/expected-to-hold.ts';
import { chanceToFall } from '../judge/latest-leads.ts';
import { measureRate } from '../measure/lift.ts';
import type { Counts } from '../counts/lead-counts.ts';
import { normalCdf } from '../stats/normal.ts';
import { MAX_ALERT_RATE } from './alerts.ts';
import type { EnteredRule } from './rules-in-use.ts';

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
