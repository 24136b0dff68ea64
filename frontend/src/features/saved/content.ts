import type { AnalysisSummary } from '#contract/answers.ts';
import { TOP_SEGMENTS } from '#contract/limits.ts';
import type { Metric } from '#contract/metrics.ts';

/** The best converting segments: above the overall rate, highest rate first, at most `TOP_SEGMENTS`. */
export function topSegments({ metrics, overallRate }: AnalysisSummary['analysisData']): Metric[] {
  return metrics
    .filter(({ conversionRate }) => conversionRate > overallRate)
    .toSorted((a, b) => b.conversionRate - a.conversionRate)
    .slice(0, TOP_SEGMENTS);
}

/** With this query, the page of a saved analysis asks whether its read-only link shall show the current figures. */
export const ASKS_TO_PUBLISH = '?share=update';
