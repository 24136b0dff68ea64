import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { measureLiftInterval } from '#frontend/analysis/lift.ts';
import type { Interval } from '#frontend/analysis/stats/wilson.ts';

/** So many fit a screen. */
export const USUAL_CHART_SEGMENTS = 24;
/** A longer drawing is no picture any more, and no browser saves it as one. */
export const MOST_CHART_SEGMENTS = 500;

export interface ChartSegment {
  segment: JudgedSegment;
  /** 95% around the adjusted lift. */
  interval: Interval;
}

export interface ChartGroup {
  field: number;
  fieldName: string;
  /** Highest adjusted lift first. */
  segments: readonly ChartSegment[];
}

/**
 * The most telling segments: significant ones first, then those whose adjusted lift is furthest from 1. By
 * attribute, each by adjusted lift descending; an attribute with none of them is left out.
 */
export function groupForChart(analysis: Analysis, limit: number): ChartGroup[] {
  const picked = new Set(pickTelling(analysis.segments, limit));
  const total = { leads: analysis.totalLeads, conversions: analysis.totalConversions };
  return analysis.fields.flatMap(({ name }, field) => {
    // In the order of the analysis: by adjusted lift descending.
    const segments = analysis.segments.filter((segment) => segment.field === field && picked.has(segment));
    if (segments.length === 0) return [];
    const withIntervals = segments.map((segment) => ({
      segment,
      interval: measureLiftInterval(segment, total),
    }));
    return [{ field, fieldName: name, segments: withIntervals }];
  });
}

function pickTelling(segments: readonly JudgedSegment[], limit: number): readonly JudgedSegment[] {
  if (segments.length <= limit) return segments;
  const distance = ({ adjustedLift }: JudgedSegment) => Math.abs(Math.log(adjustedLift));
  const tellings = segments.toSorted(
    (a, b) => Number(b.isSignificant) - Number(a.isSignificant) || distance(b) - distance(a),
  );
  return tellings.slice(0, limit);
}
