import { TOP_SEGMENTS } from '#contract/limits.ts';
import type { Metric } from '#contract/metrics.ts';

const MAX_NAME_LENGTH = 200;

const cut = (name: string): string =>
  name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1)}…`;

/** The best converting metrics above the overall rate, ties in their order. */
export const findTopMetrics = (metrics: readonly Metric[], overallRate: number): Metric[] =>
  metrics
    .filter(({ conversionRate }) => conversionRate > overallRate)
    .toSorted((a, b) => b.conversionRate - a.conversionRate)
    .slice(0, TOP_SEGMENTS)
    .map((metric) => ({ ...metric, fieldName: cut(metric.fieldName), fieldValue: cut(metric.fieldValue) }));
