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
 * multiplier first; equal ones in field order, then by name. Takes time by the number of rules.
 * Example: adjusted lift 1.1 at 5%, in a significant interaction: suggested 0.935, which turns a raise into a
 * reduction.
 *
 * @param segments by adjusted lift descending
 */
export function suggestValueRules(segments: readonly JudgedSegment[], thresholdPercent: number): ValueRule[] {
  const isInside = (lift: number) => !exceedsThreshold(lift - 1, thresholdPercent);
  const raises = firstIndex(segments, ({ adjustedLift: lift }) => lift <= 1 || isInside(lift));
  const reductions = firstIndex(segments, ({ adjustedLift: lift }) => lift < 1 && !isInside(lift));
  const outside = [...segments.slice(0, raises), ...segments.slice(reductions)];
  return sortByLiftAfterCut(outside).map(toValueRule);
}

/** Index of the first item for which a claim holds that, once it holds, holds for all that follow; by bisection. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(items[middle]!))
      to = middle; // below the length
    else from = middle + 1;
  }
  return from;
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
