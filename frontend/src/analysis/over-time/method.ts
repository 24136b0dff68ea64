import { MIN_RULE_CONVERSIONS, MIN_RULE_LEADS } from '../constants.ts';
import type { MethodStep } from '../judge/method.ts';
import { ALERT_DAYS, MAX_ALERT_RATE } from './alerts.ts';

/** A rule is tested for a change with at least this number of periods. */
export const MIN_PERIODS = 4;
/** It has changed where its q is below this. */
export const MAX_CHANGE_RATE = 0.025;
/** Its p-value comes from this number of draws. */
export const CHANGE_DRAWS = 1999;

/**
 * How many of 500 simulated rules of 1.6 that ended, with 300 leads a week in their segment, raised an alert in two weekly runs, by the rate of
 * all leads: `npm run simulate`.
 */
export const FOUND_IN_TWO_RUNS = [
  { baseline: 0.2, found: 1 },
  { baseline: 0.1, found: 0.77 },
  { baseline: 0.05, found: 0.21 },
] as const;

/** The figures over time as page, report and documentation explain them. */
export const OVER_TIME_METHOD = {
  changed: {
    words: `‘Changed’: the lift of a rule rose or fell over time by more than chance does. It takes ${MIN_PERIODS} periods with ${MIN_RULE_LEADS} leads and ${MIN_RULE_CONVERSIONS} expected conversions each; smaller ones are joined.`,
    formula: `T = the larger of |trend of r on the number of the period| / its error and, over all cuts, |mean r after − mean r before| / √(1/w before + 1/w after), with r and s of each period as in the chance to hold, w = 1/s²; p = (1 + draws of N(0, s²) with a T as large) / (1 + draws), ${CHANGE_DRAWS.toLocaleString('en-US')} draws; changed: q of all compared rules (Benjamini-Hochberg) below ${MAX_CHANGE_RATE}`,
    example:
      'r 0.4, 0.4, 0 and 0 in four months, s 0.1 each: 3.58 by the trend, 4 by the cut in the middle, so T is 4.',
  },
  alert: {
    words: `A rule in use raises an alert where the latest leads leave less of it than chance takes away from what it was entered with, and nothing else does. Looked at are the last ${ALERT_DAYS.join(' and the last ')} days that are past the age cut. Their leads count as if they were spread over the other attributes as those before: another mix of leads alone is no fall.`,
    formula: `p = min(1, 2 × the smaller p of a fall in the two windows), 1 in a window with under ${MIN_RULE_LEADS} leads or ${MIN_RULE_CONVERSIONS} expected conversions; rate at the earlier mix = Σ w × later rate over the combinations of the other attributes, w = share of the earlier leads, on (Σw)² / Σ(w² / later leads) leads; alert: q of all rules in use (Benjamini-Hochberg) below ${MAX_ALERT_RATE}`,
    example:
      '150 of 500 in 400 of 2,000 when it was entered, 40 of 200 in 150 of 800 in the last 14 days, too few in the last 7: p = 2 × 0.006775 = 0.014. At the mix: 60 and 40 earlier leads in two combinations, later 12 of 20 and 16 of 80: a rate of 0.44 on 50 leads.',
  },
} as const satisfies Record<string, MethodStep>;
