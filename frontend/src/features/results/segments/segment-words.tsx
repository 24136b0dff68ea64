import type { ChartRow } from '#frontend/ui/chart-rows.tsx';
import { listSegmentFigures } from './segment-figures.ts';
import { SEGMENT_HEIGHT, type SegmentChartLayout } from './segment-chart-layout.ts';

/** What each row of the chart says on hover, touch and focus. */
export function toChartRows({ groups }: SegmentChartLayout): ChartRow[] {
  return groups.flatMap(({ field, fieldName, segments }) =>
    segments.map(({ segment, interval, top }) => {
      const name = `${fieldName}: ${segment.value}`;
      const figures = listSegmentFigures(segment, interval);
      return {
        key: `${field} ${segment.value}`,
        top,
        height: SEGMENT_HEIGHT,
        label: `${name}. ${figures.join('. ')}.`,
        detail: (
          <>
            <p className="line-clamp-3 font-medium wrap-break-word">{name}</p>
            {figures.map((figure) => (
              <p key={figure}>{figure}</p>
            ))}
          </>
        ),
      };
    }),
  );
}
