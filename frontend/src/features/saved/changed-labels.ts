import { segmentKey } from '#contract/top-segments.ts';
import type { Metric } from '#contract/metrics.ts';
import { judge, type Measurement, type Settings } from '#frontend/analysis/judge/analyse.ts';

/**
 * How many segments have another label than they had when the analysis was saved, under the settings that were saved with it. Labels
 * are stored by conversions; a segment without a stored label, as in records of earlier releases, has not changed.
 */
export function countChangedLabels(
  stored: readonly Metric[],
  measurement: Measurement,
  settings: Settings,
): number {
  const labels = new Map(
    stored.map(({ fieldName, fieldValue, label }) => [segmentKey(fieldName, fieldValue), label]),
  );
  return judge(measurement, settings).segments.filter(({ fieldName, value, label }) => {
    const before = labels.get(segmentKey(fieldName, value));
    return before !== undefined && before !== label;
  }).length;
}
