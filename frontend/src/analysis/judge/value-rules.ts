import type { FieldValue } from '../measure/interactions.ts';
import { sortByLiftAfterCut, type JudgedSegment } from './judge-segments.ts';
import type { Measurement } from '../measure/measurement.ts';
import { exceedsThreshold } from './settings.ts';

/** A suggested multiplier for one segment outside 1 ± threshold. */
export interface ValueRule {
  segment: JudgedSegment;
  /** The multiplier: adjusted lift, times 0.85 where the segment has partners. */
  suggested: number;
  /** The adjusted lift. */
  liftBeforeCut: number;
  isCut: boolean;
  /** Whether the cut brings the multiplier within 1 ± threshold. */
  isCutIntoBand: boolean;
  /** Whether the cut turns a multiplier above 1 into one below 1. */
  turnsRaiseIntoReduction: boolean;
  /** The other side of each significant interaction, in field order, then by name, '(Blank)' last. */
  partners: readonly FieldValue[];
  isSignificant: boolean;
}

/**
 * Positions of the segments whose adjusted lift lies outside 1 ± threshold, by adjusted lift descending. Uses
 * bisection, since there may be 100,000 segments. Example: adjusted lifts 1.2, 1.1, 0.8 at 10%: the first and the
 * last.
 */
export function findOutside(
  { byLift, figures, figureOf }: Pick<Measurement, 'byLift' | 'figures' | 'figureOf'>,
  thresholdPercent: number,
): Uint32Array {
  const isInside = (lift: number) => !exceedsThreshold(lift - 1, thresholdPercent);
  const firstPlace = (holds: (lift: number) => boolean) =>
    firstIndex(byLift, (position) => holds(figures.adjustedLifts[figureOf[position]!]!)); // each has figures
  const raises = firstPlace((lift) => lift <= 1 || isInside(lift));
  const reductions = firstPlace((lift) => lift < 1 && !isInside(lift));
  const outside = new Uint32Array(raises + byLift.length - reductions);
  outside.set(byLift.subarray(0, raises));
  outside.set(byLift.subarray(reductions), raises);
  return outside;
}

/**
 * Index of the first item for which `holds` is true, by bisection. It must be true for all items after that one too.
 */
function firstIndex(items: Uint32Array, holds: (item: number) => boolean): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(items[middle]!)) to = middle; // below the length
    else from = middle + 1;
  }
  return from;
}

/**
 * A rule for each of these segments, significant or not, highest multiplier first; equal ones in field order, then by
 * name. Example: adjusted lift 1.1, in a significant interaction: suggested 0.935, which turns a raise into a
 * reduction.
 *
 * @param segments the segments outside the threshold, by adjusted lift descending
 */
export function suggestValueRules(segments: readonly JudgedSegment[], thresholdPercent: number): ValueRule[] {
  return sortByLiftAfterCut(segments).map((segment) => toValueRule(segment, thresholdPercent));
}

function toValueRule(segment: JudgedSegment, thresholdPercent: number): ValueRule {
  const { adjustedLift, liftAfterCut, partners, isSignificant } = segment;
  return {
    segment,
    suggested: liftAfterCut,
    liftBeforeCut: adjustedLift,
    isCut: partners.length > 0,
    isCutIntoBand: !exceedsThreshold(liftAfterCut - 1, thresholdPercent),
    turnsRaiseIntoReduction: adjustedLift > 1 && liftAfterCut < 1,
    partners,
    isSignificant,
  };
}
