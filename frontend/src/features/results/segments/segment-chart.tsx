import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { formatCount, formatLift, formatPercent, formatRatio } from '#frontend/lib/format.ts';
import { partName } from '#frontend/lib/cut-name.ts';
import { cutName } from '#frontend/lib/text-width.ts';
import { radiusOf } from '#frontend/ui/chart-marks.tsx';
import type { RatioRow } from '#frontend/ui/chart-table.tsx';
import type { LiftChartContent, LiftChartKind } from '../charts/lift-chart.tsx';
import { listSegmentFigures, lookOfLift } from '../figures.tsx';
import { nameSegment } from '../names.tsx';
import { groupForChart } from './chart-segments.ts';

/** Adjusted lift of the segments with 95% intervals of the counted lift, by attribute. */
export const SEGMENT_CHART: LiftChartKind = {
  title: 'Adjusted Lift by Segment',
  fileName: 'segment_chart',
  countUsual: () => 24,
  mostRows: 500,
  make: drawSegments,
};

function drawSegments(analysis: Analysis, limit: number): LiftChartContent {
  const { segments, significantSegments, settings } = analysis;
  const threshold = formatPercent(settings.thresholdPercent);
  const total = formatCount(segments.length);
  const shown = formatCount(Math.min(limit, segments.length));
  const groups = groupForChart(analysis, limit);
  const leads = groups.flatMap((group) => group.segments.map((segment) => segment.leads));
  const mostLeads = Math.max(1, ...leads);
  return {
    table: {
      groups: groups.map((group) => ({
        key: String(group.field),
        heading: group.fieldName,
        rows: group.segments.map((segment) =>
          toRow(segment, mostLeads, analysis.fields[group.field]?.values),
        ),
      })),
      rowHeight: 28,
      names: { share: 0.25, most: 260, narrowShare: 0.32 },
      columns: [
        { title: 'Adjusted lift', narrowTitle: 'Lift', wide: 84, narrow: 64 },
        { title: '95% interval', wide: 116, narrow: 0 },
        { title: 'Leads', wide: 68, narrow: 0 },
      ],
      bandPercent: settings.thresholdPercent,
    },
    total: segments.length,
    summary: `Adjusted lift of ${shown} of ${total} segments on a logarithmic axis, with 95% intervals of the counted lift; ${formatCount(significantSegments.length)} are significant. The tables below have the same figures.`,
    note: `1x is average. Line: 95% interval of the counted lift. Grey band: within ${threshold} of average. Larger dots: more leads. Hollow: not significant.`,
    caption: (
      <>
        {limit < segments.length && (
          <p className="text-text">
            Top {shown} of {total} segments: significant ones first, then by distance from average.
          </p>
        )}
        <p>
          1x is average. Line: 95% interval of the counted lift, which is not shrunk, so the dot of a small
          segment may lie beside it. Grey band: within {threshold} of average. Larger dots: more leads. Hollow
          and faded: not significant. An arrow points beyond the axis.
        </p>
      </>
    ),
  };
}

const RADIUS_BY_LEADS = 5.5;

function toRow(segment: JudgedSegment, mostLeads: number, values: readonly string[] | undefined): RatioRow {
  const { field, value, adjustedLift, interval, isSignificant, leads } = segment;
  const look = lookOfLift(adjustedLift);
  const radius = radiusOf(leads / mostLeads, RADIUS_BY_LEADS);
  return {
    key: `${field} ${value}`,
    name: nameSegment(segment),
    figures: listSegmentFigures(segment),
    lines: (room) => [
      cutName(partName(value, values), room, { size: 13, weight: isSignificant ? 500 : 400 }),
    ],
    isFaded: !isSignificant,
    look,
    line: [interval.low, interval.high],
    dots: [{ ratio: adjustedLift, radius, isHollow: !isSignificant }],
    cells: [
      {
        text: formatLift(adjustedLift),
        sign: look.sign,
        isStrong: true,
        className: look.sign ? look.fill : 'fill-text',
      },
      { text: `${formatRatio(interval.low)} – ${formatRatio(interval.high)}` },
      { text: formatCount(leads) },
    ],
  };
}
