import type { Interval } from '#frontend/analysis/stats/wilson.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { formatCount, formatLift, formatPValue, formatRate } from '#frontend/lib/format.ts';

/** The figures behind a dot and its line, line by line. */
export function listSegmentFigures(segment: JudgedSegment, interval: Interval): string[] {
  const { leads, conversions, conversionRate, lift, adjustedLift, pValue, isSignificant } = segment;
  return [
    `Adjusted lift ${formatLift(adjustedLift)}, 95% interval ${formatLift(interval.low)} to ${formatLift(interval.high)}`,
    `${formatCount(conversions)} of ${formatCount(leads)} leads converted: ${formatRate(conversionRate)}, lift ${formatLift(lift)}`,
    `p ${formatPValue(pValue)}, ${isSignificant ? 'significant' : 'not significant'}`,
  ];
}
