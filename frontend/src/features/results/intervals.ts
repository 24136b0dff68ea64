import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import type { Interval } from '#frontend/analysis/stats/intervals.ts';

/** Stands where an interval is not known: by value, with fewer than 20 conversions. */
export const NO_INTERVAL = 'too few conversions';

/** A segment, or a pair of values. By conversions neither has amounts. */
export interface WithInterval {
  interval: Interval;
  amounts?: { hasInterval: boolean } | null;
}

export function hasInterval({ amounts }: WithInterval): boolean {
  return amounts?.hasInterval ?? true;
}

/** The interval as charts draw it: where it is not known, only the place of the lift. */
export function drawnInterval(segment: Pick<JudgedSegment, 'interval' | 'amounts' | 'lift'>): Interval {
  return hasInterval(segment) ? segment.interval : { low: segment.lift, high: segment.lift };
}
