import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';

export interface ChartGroup {
  field: number;
  fieldName: string;
  /** Highest adjusted lift first. */
  segments: readonly JudgedSegment[];
}

/**
 * The most telling segments: significant ones first, then those with the adjusted lift furthest from 1. They are
 * grouped by attribute and sorted by adjusted lift, highest first. Attributes without such segments are left out.
 */
export function groupForChart(analysis: Analysis, limit: number): ChartGroup[] {
  const picked = new Set(pickTelling(analysis.segments, limit));
  return analysis.fields.flatMap(({ name }, field) => {
    // The analysis lists segments by adjusted lift, highest first.
    const segments = analysis.segments.filter((segment) => segment.field === field && picked.has(segment));
    return segments.length > 0 ? [{ field, fieldName: name, segments }] : [];
  });
}

function pickTelling(segments: readonly JudgedSegment[], limit: number): readonly JudgedSegment[] {
  if (segments.length <= limit) return segments;
  const distance = ({ adjustedLift }: JudgedSegment) => Math.abs(Math.log(adjustedLift));
  const telling = segments.toSorted(
    (a, b) => Number(b.isSignificant) - Number(a.isSignificant) || distance(b) - distance(a),
  );
  return telling.slice(0, limit);
}
