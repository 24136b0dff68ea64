import type { Analysis } from '../judge/analyse.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';
import { adjustLift, measureLiftInterval } from '../measure/lift.ts';
import { exceedsThreshold } from '../judge/settings.ts';
import { measureStrength, sortByStrength } from './strongest.ts';

/** A segment that converts less than the average and is worth more, or the other way round. */
export interface TurnedSegment {
  segment: JudgedSegment;
  /** The adjusted lift of its conversions. */
  byConversions: number;
  /** Its adjusted value lift. */
  byValue: number;
}

/**
 * The segment that conversions and amounts judge differently: both 95% intervals exclude 1, on different sides, both adjusted lifts lie
 * outside the threshold, and the value lift is significant. Of several that with the strongest value lift; null without one.
 * Example: 0.74x by conversions (0.60 to 0.90) and 1.40x by value (1.10 to 1.80).
 *
 * @param byValue the results by value
 */
export function findTurned(byValue: Analysis): TurnedSegment | null {
  const { significantSegments, totalLeads, totalConversions, settings } = byValue;
  const total = { leads: totalLeads, conversions: totalConversions };
  const clear = significantSegments.filter((segment) => measureStrength(segment) > 0);
  for (const segment of sortByStrength(clear)) {
    const byConversions = adjustLift(segment, total);
    const isTurned =
      byConversions > 1 !== segment.adjustedLift > 1 &&
      exceedsThreshold(byConversions - 1, settings.thresholdPercent) &&
      measureStrength({ adjustedLift: byConversions, interval: measureLiftInterval(segment, total) }) > 0;
    if (isTurned) return { segment, byConversions, byValue: segment.adjustedLift };
  }
  return null;
}
