import type { FieldValue } from './interactions.ts';
import type { JudgedSegment } from './judge-segments.ts';
import { mergeSorted } from './order.ts';
import { compareSegments } from './segments.ts';
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
 * The rules of all segments whose adjusted lift lies outside 1 ± threshold, significant or not, highest multiplier
 * first; equal ones in field order, then by name.
 * Example: adjusted lift 1.1 at 5%, in a significant interaction: suggested 0.935, which turns a raise into a
 * reduction.
 *
 * @param rules one per segment, by adjusted lift descending
 */
export function selectValueRules(rules: readonly ValueRule[], thresholdPercent: number): ValueRule[] {
  const isInside = ({ liftBeforeCut }: ValueRule) => !exceedsThreshold(liftBeforeCut - 1, thresholdPercent);
  const raises = firstIndex(rules, (rule) => rule.liftBeforeCut <= 1 || isInside(rule));
  const reductions = firstIndex(rules, (rule) => rule.liftBeforeCut < 1 && !isInside(rule));
  const outside = [...rules.slice(0, raises), ...rules.slice(reductions)];
  const cut = outside.filter(({ isCut }) => isCut);
  const uncut = cut.length === 0 ? outside : outside.filter(({ isCut }) => !isCut);
  return mergeSorted(
    uncut,
    cut,
    (a, b) => b.suggested - a.suggested || compareSegments(a.segment, b.segment),
  );
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

/** The rule of a segment, whether its lift is outside the threshold or not. */
export function toValueRule(segment: JudgedSegment): ValueRule {
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
