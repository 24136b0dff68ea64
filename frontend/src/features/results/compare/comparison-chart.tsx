import type { Comparison, SegmentChange } from '#frontend/analysis/compare.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { cutName } from '#frontend/lib/text-width.ts';
import { partName } from '#frontend/lib/cut-name.ts';
import { formatCount, formatLift, formatPValue, formatRatio } from '#frontend/lib/format.ts';
import { radiusOf } from '#frontend/ui/chart-marks.tsx';
import type { RatioRow } from '#frontend/ui/chart-table.tsx';
import type { LiftChartContent, LiftChartKind } from '../charts/lift-chart.tsx';
import { lookOfLift, wordConverted } from '../figures.tsx';
import { nameFieldValue } from '../names.tsx';

type TwoSided = SegmentChange & { before: JudgedSegment; after: JudgedSegment };

/** The lifts of both files, two dots per segment, by attribute. */
export const COMPARISON_CHART: LiftChartKind<Comparison> = {
  title: 'Lift Before and After',
  fileName: 'comparison_chart',
  verb: 'Chart',
  countUsual: () => 24,
  mostRows: 500,
  make: drawChanges,
};

const RADIUS_BY_LEADS = 4;

function drawChanges(comparison: Comparison, limit: number): LiftChartContent {
  const drawable = comparison.segments.filter((change): change is TwoSided =>
    Boolean(change.before && change.after),
  );
  const drawn = drawable.slice(0, limit);
  const mostLeads = Math.max(1, ...drawn.flatMap(({ before, after }) => [before.leads, after.leads]));
  const shown = formatCount(drawn.length);
  return {
    table: {
      groups: comparison.splits.flatMap(({ fieldName }) => {
        const own = drawn.filter((change) => change.fieldName === fieldName);
        const values = own.map(({ value }) => value);
        const rows = own.map((change) => toRow(change, values, mostLeads));
        return rows.length > 0 ? [{ key: fieldName, heading: fieldName, rows }] : [];
      }),
      rowHeight: 28,
      names: { share: 0.25, most: 260, narrowShare: 0.34 },
      columns: [
        { title: 'Before', wide: 72, narrow: 0 },
        { title: 'After', wide: 72, narrow: 60 },
        { title: 'Verdict', wide: 108, narrow: 0 },
      ],
      bandPercent: comparison.after.settings.thresholdPercent,
    },
    total: drawable.length,
    summary: `Counted lifts of ${shown} values in both files on a logarithmic axis; ${formatCount(comparison.changed)} have changed. The table below has the same figures.`,
    note: 'Hollow dot: before. Full dot: after. Larger dots: more leads. Faded: within chance. 1x is the average of each file. Grey band: within the threshold.',
    caption: (
      <>
        {drawn.length < drawable.length && (
          <p className="text-text">
            {shown} of {formatCount(drawable.length)} values that both files have: changed ones first, then by
            the size of their change in standard errors.
          </p>
        )}
        <p>
          Hollow dot: counted lift before. Full dot: after. Larger dots: more leads. Faded: within chance. 1x
          is the average of each file. Grey band: within the threshold. An arrow points beyond the axis.
        </p>
      </>
    ),
  };
}

function toRow(change: TwoSided, values: readonly string[], mostLeads: number): RatioRow {
  const { fieldName, value, before, after, isChanged, verdict } = change;
  const look = lookOfLift(after.lift);
  const dotOf = (segment: JudgedSegment, isHollow: boolean) => ({
    ratio: segment.lift,
    radius: radiusOf(segment.leads / mostLeads, RADIUS_BY_LEADS),
    isHollow,
  });
  return {
    key: nameFieldValue({ field: fieldName, value }),
    name: nameFieldValue({ field: fieldName, value }),
    figures: listFigures(change),
    lines: (room) => [cutName(partName(value, values), room, { size: 13, weight: isChanged ? 500 : 400 })],
    isFaded: !isChanged,
    look,
    line: [before.lift, after.lift],
    dots: [dotOf(before, true), dotOf(after, false)],
    cells: [
      { text: formatLift(before.lift) },
      {
        text: formatLift(after.lift),
        sign: look.sign,
        isStrong: true,
        className: look.sign ? look.fill : 'fill-text',
      },
      { text: verdict, className: isChanged ? 'fill-text' : 'fill-muted' },
    ],
  };
}

function listFigures(change: TwoSided): string[] {
  const { before, after, test, verdict } = change;
  const word = (name: string, segment: JudgedSegment) =>
    `${name}: lift ${formatLift(segment.lift)}, 95% interval ${formatRatio(segment.interval.low)} to ${formatRatio(segment.interval.high)}; ${wordConverted(segment)}`;
  const tested = test ? `, p ${formatPValue(test.pValue)}, q ${formatPValue(test.q)}` : '';
  return [word('Before', before), word('After', after), `${verdict}${tested}`];
}
