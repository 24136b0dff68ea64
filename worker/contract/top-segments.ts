import { TOP_SEGMENTS } from './limits.ts';
import type { Metric } from './metrics.ts';

/**
 * The top performing segments of an analysis: those with a rate above the overall one (both in percent), the highest rate first. At most
 * `TOP_SEGMENTS`; ties keep their order.
 */
export function findTopSegments(metrics: readonly Metric[], overallRate: number): Metric[] {
  return metrics
    .filter(({ conversionRate }) => conversionRate > overallRate)
    .toSorted((a, b) => b.conversionRate - a.conversionRate)
    .slice(0, TOP_SEGMENTS);
}

/** A field and one of its values as one text, different for different pairs: the key of a segment in maps and lists. */
export const segmentKey = (field: string, value: string): string => JSON.stringify([field, value]);
