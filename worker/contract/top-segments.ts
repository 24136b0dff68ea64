import { TOP_SEGMENTS } from './limits.ts';
import type { Metric } from './metrics.ts';

/** The two-sided 95% quantile of the normal distribution. */
const Z_95 = 1.959963984540054;

/**
 * The lift that a segment has at least: the lower end of its stored 95% interval. Records without it have the lower end of the Wilson
 * interval of the rate over the overall rate.
 * Example: 30 of 100, 20% overall: the rate is at least 21.9%, the lift at least 1.09.
 */
function leastLift({ interval, totalLeads, qualifiedLeads }: Metric, overallRate: number): number {
  if (interval) return interval.low;
  if (totalLeads === 0 || overallRate === 0) return 0;
  const rate = qualifiedLeads / totalLeads;
  const spread = Z_95 ** 2 / totalLeads;
  const middle = rate + spread / 2;
  const reach = Math.sqrt(spread * (rate * (1 - rate) + spread / 4));
  return (100 * (middle - reach)) / (1 + spread) / overallRate;
}

/**
 * The top performing segments of an analysis: those with a rate above the overall one (both in percent), first those that are surely
 * above it, so that a few leads with a high rate by chance do not come first. At most `TOP_SEGMENTS`; ties keep their order.
 */
export function findTopSegments(metrics: readonly Metric[], overallRate: number): Metric[] {
  return metrics
    .filter(({ conversionRate }) => conversionRate > overallRate)
    .toSorted((a, b) => leastLift(b, overallRate) - leastLift(a, overallRate))
    .slice(0, TOP_SEGMENTS);
}
