import type { FieldValue } from './interactions.ts';
import { sortByLiftAfterCut, type JudgedSegment } from './judge-segments.ts';
import { exceedsThreshold } from './threshold.ts';

/** A suggested multiplier for one segment outside 1 ± threshold. */
export interface ValueRule {
  segment: JudgedSegment;
  /** The multiplier: adjusted lift, times 0.85 where the segment has partners. */
  suggested: number;
  /** The adjusted lift. */
  liftBeforeCut: number;
  isCut: boolean;
  /** The cut turns a multiplier above 1 into one below 1. */
  turnsRaiseIntoReduction: boolean;
  /** The other side of each significant interaction, in field order, then by name, '(Blank)' last. */
  partners: readonly FieldValue[];
  isSignificant: boolean;
}

/**
 * A rule for every segment whose adjusted lift lies outside 1 ± threshold, significant or not, highest
 * multiplier first; equal ones in field order, then by name.
 * Example: adjusted lift 1.1 at 5%, in a significant interaction: suggested 0.935, which turns a raise into a
 * reduction.
 *
 * @param segments by adjusted lift descending
 */
export function suggestValueRules(segments: readonly JudgedSegment[], thresholdPercent: number): ValueRule[] {
  const outside = segments.filter(({ adjustedLift }) => exceedsThreshold(adjustedLift - 1, thresholdPercent));
  return sortByLiftAfterCut(outside).map(toValueRule);
}

function toValueRule(segment: JudgedSegment): ValueRule {
  const { adjustedLift, liftAfterCut, partners, isSignificant } = segment;
  return {
    segment,
    suggested: liftAfterCut,
    liftBeforeCut: adjustedLift,
    isCut: partners.length > 0,
    turnsRaiseIntoReduction: adjustedLift > 1 && liftAfterCut < 1,
    partners,
    isSignificant,
  };
}
