import { formatCount, formatLift, formatPValue, formatRate } from '#frontend/lib/format.ts';
import type { ChartRow } from '#frontend/ui/chart-rows.tsx';
import type { ChartSegment } from './chart-segments.ts';
import { SEGMENT_HEIGHT, type SegmentChartLayout } from './segment-chart-layout.ts';

/** The figures of a segment in its chart, line by line. */
function listFigures({ segment, interval }: ChartSegment): string[] {
  const { leads, conversions, conversionRate, lift, adjustedLift, pValue, isSignificant } = segment;
  return [
    `Adjusted lift ${formatLift(adjustedLift)}, 95% interval ${formatLift(interval.low)} to ${formatLift(interval.high)}`,
    `${formatCount(conversions)} of ${formatCount(leads)} leads converted: ${formatRate(conversionRate)}, lift ${formatLift(lift)}`,
    `p ${formatPValue(pValue)}, ${isSignificant ? 'significant' : 'not significant'}`,
  ];
}

/** What each row of the chart says on hover, touch and focus. */
export function toChartRows({ groups }: SegmentChartLayout): ChartRow[] {
  return groups.flatMap(({ field, fieldName, segments }) =>
    segments.map((placed) => {
      const name = `${fieldName}: ${placed.segment.value}`;
      const figures = listFigures(placed);
      return {
        key: `${field} ${placed.segment.value}`,
        top: placed.top,
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
