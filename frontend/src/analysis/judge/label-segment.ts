import type { SegmentLabel } from '../measure/measurement.ts';
import type { PairLabel } from '../measure/interactions.ts';
import {
  MAX_DUPLICATES_PERCENT,
  MAX_FALSE_DISCOVERY_RATE,
  MAX_SETTLED_WIDTH,
  MIN_RULE_CONVERSIONS,
  MIN_RULE_LEADS,
  SIGNIFICANT_P_VALUE,
} from '../constants.ts';
import { exceedsThreshold } from './settings.ts';
import type { Interval } from '../stats/intervals.ts';

/**
 * The label of a segment by its tests. Use: significant and q below 0.05, unless `findLimit` keeps it at Test. Test: significant only.
 * No difference: see `showsNoDifference`. Unclear: everything else.
 * Example: not significant, interval 0.92 to 1.08, threshold 10%: No difference.
 *
 * @param segment q as a fraction, interval of the lift as ratios
 */
export function labelSegment(
  segment: { isSignificant: boolean; q: number; interval: Interval },
  thresholdPercent: number,
): SegmentLabel {
  if (segment.isSignificant) return segment.q < MAX_FALSE_DISCOVERY_RATE ? 'Use' : 'Test';
  return showsNoDifference(segment.interval, thresholdPercent) ? 'No difference' : 'Unclear';
}

/**
 * Whether the interval of a lift lies within 1 ± threshold (both ends may be on it) and is narrower than 0.6 in all: the
 * segment may differ from the others, but not by as much as the threshold.
 */
export function showsNoDifference({ low, high }: Interval, thresholdPercent: number): boolean {
  return (
    high - low < MAX_SETTLED_WIDTH &&
    !exceedsThreshold(low - 1, thresholdPercent) &&
    !exceedsThreshold(high - 1, thresholdPercent)
  );
}

/**
 * The label of a tested pair by its own test. Real: significant and q below 0.05 over the tested pairs. Possible: significant only. No
 * difference: the interval of the difference lies within ± threshold. Unclear: everything else.
 *
 * @param pair interval of actual minus predicted lift, in signed points (100 = a lift of 1), as the difference is
 */
export function labelPair(
  pair: { isSignificant: boolean; q: number; interval: Interval },
  thresholdPercent: number,
): PairLabel {
  if (pair.isSignificant) return pair.q < MAX_FALSE_DISCOVERY_RATE ? 'Real' : 'Possible';
  const isWithin = [pair.interval.low, pair.interval.high].every(
    (points) => !exceedsThreshold(points / 100, thresholdPercent),
  );
  return isWithin ? 'No difference' : 'Unclear';
}

/** Explains a q below its limit. */
const FEW_BY_CHANCE = `under ${100 * MAX_FALSE_DISCOVERY_RATE}% by chance`;

/**
 * Explains each label of a segment.
 *
 * @param threshold as the text names it: '10%', 'the threshold'
 */
export function explainSegmentLabels(threshold: string): Readonly<Record<SegmentLabel, string>> {
  return {
    Use: `significant, also among all tested segments (${FEW_BY_CHANCE}) and among leads of the same age, with ${MIN_RULE_LEADS} leads and ${MIN_RULE_CONVERSIONS} expected conversions (leads × baseline rate) or more, and likely to hold on new leads`,
    Test: `significant alone, or one of these is missing; labels are at most Test where the outcome chose the ranges, and while over ${MAX_DUPLICATES_PERCENT}% of the leads are duplicates`,
    'No difference': `any difference is smaller than ${threshold} (the 95% interval lies within 1 ± ${threshold} and is narrower than ${MAX_SETTLED_WIDTH})`,
    Unclear: 'everything else; more leads would tell',
  };
}

/** Explains each label of a tested pair by its word on the screen; for the threshold see `explainSegmentLabels`. */
export function explainPairLabels(threshold: string): Readonly<Record<SegmentLabel, string>> {
  return {
    Use: `significant, also among all tested pairs (${FEW_BY_CHANCE}), and not explained by how the attributes go together`,
    Test: 'significant alone, or explained by how the attributes go together',
    'No difference': `any difference is smaller than ${threshold} (the 95% interval of the actual lift, less the predicted lift, lies within ± ${threshold})`,
    Unclear: 'everything else',
  };
}

/** Labels and their meanings in one line: 'Use: significant, …. Test: significant alone. …' */
export function listLabels(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([label, meaning]) => `${label}: ${meaning}.`)
    .join(' ');
}

/**
 * The multiplier that the data support at least: 1 where the interval holds 1, else the adjusted lift or the end of the
 * interval nearer 1, whichever is closer to 1.
 * Example: interval 1.59 to 2.48, adjusted lift 1.67: 1.59.
 */
export function chooseCautiousMultiplier(adjustedLift: number, { low, high }: Interval): number {
  if (low > 1) return Math.min(low, adjustedLift);
  if (high < 1) return Math.max(high, adjustedLift);
  return 1;
}

/** How many of these tests chance alone would flag, at most: 0.05 n, rounded up. Example: 41 tests: 3. */
export function countChanceFlags(tests: number): number {
  return Math.ceil(SIGNIFICANT_P_VALUE * tests);
}
