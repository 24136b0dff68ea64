import { OUTCOME_WORDS } from '#frontend/features/results/outcome-words.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { formatCount, formatLift, formatPercent } from '#frontend/lib/format.ts';
import { partName, cutName } from '#frontend/lib/cut-name.ts';
import { radiusOf } from '#frontend/ui/chart-marks.tsx';
import type { RatioRow } from '#frontend/ui/chart-table.tsx';
import type { LiftChartContent, LiftChartKind } from '#frontend/features/results/lift-chart.tsx';
import { LabelLegend, LabelShape } from '#frontend/features/results/evidence.tsx';
import {
  hasInterval,
  rangeAfterShrinking,
  listSegmentFigures,
  lookOfLift,
  NO_INTERVAL,
  describeInterval,
} from '#frontend/features/results/figures.tsx';
import { nameSegment } from '#frontend/features/results/names.tsx';

/** Adjusted lift of the segments with its range after shrinking, by attribute. */
export const SEGMENT_CHART: LiftChartKind = {
  title: 'Adjusted Lift by Segment',
  fileName: 'segment_chart',
  verb: 'Chart',
  countUsual: () => 24,
  mostRows: 500,
  make: drawSegments,
};

/** The width of intervals in pixels: that of their heading and a gap. */
const INTERVAL_WIDTH = 136;

function drawSegments(analysis: Analysis, limit: number): LiftChartContent {
  const { segments, significantSegments, settings, basis } = analysis;
  const words = OUTCOME_WORDS[basis];
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
        rows: group.segments.map((segment) => toRow(segment, mostLeads, analysis)),
      })),
      rowHeight: 28,
      names: { share: 0.25, most: 260, narrowShare: 0.32 },
      columns: [
        { title: words.chartedLift, narrowTitle: 'Lift', wide: 84, narrow: 64 },
        { title: 'Range after shrinking', wide: INTERVAL_WIDTH, narrow: 0 },
        { title: 'Leads', wide: 68, narrow: 0 },
      ],
      bandPercent: settings.thresholdPercent,
    },
    total: segments.length,
    summary: `Adjusted ${words.lift} of ${shown} of ${total} segments on a logarithmic axis, with ranges after shrinking; ${formatCount(significantSegments.length)} are significant. The tables below have the same figures.`,
    note: `1x is average. Dot: multiplier. Line: range after shrinking. Grey band: within ${threshold} of average. Larger dots: more leads. Hollow: not significant. ${LEGEND}`,
    caption: (
      <>
        <LabelLegend labels={LABELS} />
        {limit < segments.length && (
          <p className="text-text">
            Top {shown} of {total} segments: significant ones first, then by distance from average.
          </p>
        )}
        <p>
          Dot: multiplier. Line: range after shrinking. 1x is average. Grey band: within {threshold} of
          average. Larger dots: more leads. Hollow and faded: not significant. An arrow points beyond the
          axis.
        </p>
      </>
    ),
  };
}

const LABELS = ['Use', 'Test', 'Unclear', 'No difference'] as const;
/** The downloaded drawing explains its signs, since it has no other legend. */
const LEGEND = 'Before the name: full Use, half Test, ring Unclear, dash No difference.';

const RADIUS_BY_LEADS = 5.5;

function toRow(segment: JudgedSegment, mostLeads: number, analysis: Analysis): RatioRow {
  const { field, value, adjustedLift, isSignificant, leads, label } = segment;
  const { low, high } = rangeAfterShrinking(segment);
  const values = analysis.fields[field]?.values;
  const look = lookOfLift(adjustedLift);
  const radius = radiusOf(leads / mostLeads, RADIUS_BY_LEADS);
  return {
    key: `${field} ${value}`,
    name: nameSegment(segment),
    figures: listSegmentFigures(segment, analysis),
    lines: (maxWidth) => [
      cutName(partName(value, values), maxWidth, { size: 13, weight: isSignificant ? 500 : 400 }),
    ],
    isFaded: !isSignificant,
    look,
    line: [low, high],
    sign: <LabelShape label={label} />,
    dots: [{ ratio: adjustedLift, radius, isHollow: !isSignificant }],
    cells: [
      {
        text: formatLift(adjustedLift),
        sign: look.sign,
        isStrong: true,
        className: look.sign ? look.fill : 'fill-text',
      },
      { text: hasInterval(segment) ? describeInterval({ low, high }) : NO_INTERVAL },
      { text: formatCount(leads) },
    ],
  };
}

interface ChartGroup {
  field: number;
  fieldName: string;
  /** The segments, highest adjusted lift first. */
  segments: readonly JudgedSegment[];
}

/**
 * The most important segments: significant ones first, then those with the adjusted lift furthest from 1. They are grouped
 * by attribute and sorted by adjusted lift, highest first. Attributes without such segments are left out.
 *
 * @internal
 */
export function groupForChart(analysis: Analysis, limit: number): ChartGroup[] {
  const picked = new Set(pickTelling(analysis.segments, limit));
  return analysis.fields.flatMap(({ name }, field) => {
    // The analysis lists segments by adjusted lift, highest first.
    const segments = analysis.segments.filter((segment) => segment.field === field && picked.has(segment));
    return segments.length > 0 ? [{ field, fieldName: name, segments }] : [];
  });
}

function pickTelling(segments: readonly JudgedSegment[], limit: number): readonly JudgedSegment[] {
  if (segments.length <= limit) return segments;
  const distance = ({ adjustedLift }: JudgedSegment) => Math.abs(Math.log(adjustedLift));
  const telling = segments.toSorted(
    (a, b) => Number(b.isSignificant) - Number(a.isSignificant) || distance(b) - distance(a),
  );
  return telling.slice(0, limit);
}
