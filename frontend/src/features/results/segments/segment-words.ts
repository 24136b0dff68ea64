import type { ChartRow } from '#frontend/ui/chart-rows.tsx';
import { listSegmentFigures } from './segment-figures.ts';
import { SEGMENT_HEIGHT, type SegmentChartLayout } from './segment-chart-layout.ts';

/** What each row of the chart says on hover, touch and focus. */
export function toChartRows({ groups }: SegmentChartLayout): ChartRow[] {
  return groups.flatMap(({ field, fieldName, segments }) =>
    segments.map(({ segment, interval, top }) => ({
      key: `${field} ${segment.value}`,
      top,
      height: SEGMENT_HEIGHT,
      name: `${fieldName}: ${segment.value}`,
      figures: listSegmentFigures(segment, interval),
    })),
  );
}
