import type { Analysis } from '#frontend/analysis/analyse.ts';
import { formatCount, formatPercent } from '#frontend/lib/format.ts';

export interface SegmentChartCaptionProps {
  thresholdPercent: number;
  shown: number;
  total: number;
}

/** How to read the chart, and how its intervals come about. */
export function SegmentChartCaption({ thresholdPercent, shown, total }: SegmentChartCaptionProps) {
  return (
    <>
      {shown < total && (
        <p className="text-text">
          The {formatCount(shown)} most telling of {formatCount(total)} segments: significant ones first, then
          by distance from 1.
        </p>
      )}
      <p>
        1x is average; the grey band is 1 ± {formatPercent(thresholdPercent)}. Larger dots have more leads;
        hollow, faded ones are not significant; an arrow points beyond the axis.
      </p>
      <p>
        The line is the 95% Wilson interval of the conversion rate, divided by the baseline rate and moved
        towards 1 by the same confidence as the lift itself.
      </p>
    </>
  );
}

export function summariseSegmentChart({ segments }: Analysis, shown: number): string {
  const significant = segments.filter(({ isSignificant }) => isSignificant).length;
  return `Adjusted lift of ${formatCount(shown)} of ${formatCount(segments.length)} segments on a logarithmic axis, with 95% intervals; ${formatCount(significant)} are significant. The tables below have the same figures.`;
}

export function noteSegmentChart(thresholdPercent: number): string {
  return `1x is average. Line: 95% interval. Grey band: 1 ± ${formatPercent(thresholdPercent)}. Larger dots: more leads. Hollow: not significant.`;
}
