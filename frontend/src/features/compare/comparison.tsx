import type { Currency } from '#contract/currencies.ts';
import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import { segmentKey } from '#contract/top-segments.ts';
import { useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import {
  compareMeasurements,
  type Comparison,
  type SegmentChange,
} from '#frontend/analysis/compare/compare.ts';
import { compareStages } from '#frontend/analysis/compare/compare-stages.ts';
import { describeRateChange } from '#frontend/analysis/compare/rate-change.ts';
import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { findSharedLeads } from '#frontend/analysis/compare/shared-leads.ts';
import { formatCount, formatLift, formatPValue, formatRatio } from '#frontend/lib/format.ts';
import { partName, cutName } from '#frontend/lib/cut-name.ts';
import { Button } from '#frontend/ui/button.tsx';
import { radiusOf } from '#frontend/ui/chart-marks.tsx';
import type { RatioRow } from '#frontend/ui/chart-table.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { downloadExport } from '#frontend/features/results/downloads.ts';
import { describeByChance } from '#frontend/features/results/evidence.tsx';
import { lookOfLift, describeConverted } from '#frontend/features/results/figures.tsx';
import {
  LiftChart,
  type LiftChartContent,
  type LiftChartKind,
  PrintedLiftChart,
} from '#frontend/features/results/lift-chart.tsx';
import { FieldsInView, nameFieldValue } from '#frontend/features/results/names.tsx';
import { listStageRows } from '#frontend/features/stages/stages-columns.tsx';
import { usePrintedReport } from '#frontend/features/results/use-printed-report.ts';
import { PaperHead, ReportTable, TableSection } from '#frontend/features/results/table-section.tsx';
import {
  rateChangeColumns,
  exportComparison,
  SPLIT_COLUMNS,
  stageChangeColumns,
  type StageChangeRow,
  TOTAL_COLUMNS,
  type TotalChange,
} from './comparison-columns.tsx';
import {
  type ComparedSide,
  compareToEnter,
  listNotices,
  describeChanges,
  describeMoved,
  describeOwnRules,
  describeAdvice,
  describeRate,
  describeRateTest,
  describeUntested,
} from './comparison-words.ts';
import '#frontend/features/results/report.css';

const fetchReport = () => Promise.resolve(ComparisonReport);

/** Two analyses side by side, from their figures alone: all leads, the baseline rate, every segment of both. */
export function ComparisonView({ before, after }: { before: ComparedSide; after: ComparedSide }) {
  const compared = useMemo(() => compareSides(before, after), [before, after]);
  const { comparison, rate, shared, notices, totals, figures, stages } = compared;
  const { currency } = after.settings;
  const stageColumns = useMemo(() => stageChangeColumns(currency), [currency]);
  const hasOneField = comparison.splits.length === 1;
  const columns = useMemo(() => rateChangeColumns(figures, hasOneField), [figures, hasOneField]);
  const names = { before: before.name, after: after.name };
  const container = useRef<HTMLDivElement>(null);
  const { printed, print } = usePrintedReport(fetchReport, container);
  const download = () => {
    const parts = {
      names,
      notices: notices.map(({ title, text }) => `${title}. ${text}`.trim()),
      totals,
      figures,
      stages,
      currency,
    };
    downloadExport(exportComparison(comparison, parts, new Date()));
  };
  return (
    <FieldsInView value={fieldsOf(comparison)}>
      {printed && <printed.Page {...compared} currency={currency} names={names} date={printed.date} />}
      <div ref={container} className="flex flex-col gap-8">
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-80">
              <h2 className="text-20 tracking-[-0.02em] tabular-nums">
                {describeRate(rate)} {describeAdvice(comparison, figures)}
              </h2>
              <p className="mt-1 text-16 tabular-nums">
                {describeOwnRules(comparison, figures)} {describeMoved(comparison, figures)}
              </p>
              <p className="mt-1 text-14 text-muted tabular-nums">
                {describeChanges(comparison, shared)} {describeUntested(comparison)} {describeRateTest(rate)}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={download}>
                Download CSV
              </Button>
              <Button size="small" onClick={() => print()}>
                Print or save as PDF
              </Button>
            </div>
          </div>
          {notices.map(({ tone, title, text }) => (
            <Notice key={title} tone={tone} title={title} role="note">
              {text}
            </Notice>
          ))}
        </div>
        <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2 [&>*]:min-w-0">
          <TableSection
            title="All Leads"
            description={null}
            columns={TOTAL_COLUMNS}
            items={totals}
            keyOf={({ name }) => name}
            rowHeight={36}
          />
          <TableSection
            title="Change of the Baseline Rate"
            description="in points"
            columns={SPLIT_COLUMNS}
            items={comparison.splits}
            keyOf={({ fieldName }) => fieldName}
            rowHeight={36}
          >
            <SplitNotes comparison={comparison} />
          </TableSection>
        </div>
        {stages.length > 0 && (
          <TableSection
            title={STAGES_TITLE}
            description={null}
            columns={stageColumns}
            items={stages}
            keyOf={({ name }) => name}
            rowHeight={52}
          />
        )}
        {comparison.segments.length > 0 && (
          <>
            <LiftChart kind={COMPARISON_CHART} source={comparison} />
            <TableSection
              title="Segments Before and After"
              description="Changed ones first, then by the size of the change in standard errors"
              columns={columns}
              items={comparison.segments}
              keyOf={({ fieldName, value }) => segmentKey(fieldName, value)}
              rowHeight={44}
            />
          </>
        )}
      </div>
    </FieldsInView>
  );
}

function compareSides(before: ComparedSide, after: ComparedSide) {
  const shared = findSharedLeads(before, after);
  const comparison = compareMeasurements(before.measurement, after.measurement, {
    settings: after.settings,
    isTested: shared === null,
  });
  return {
    comparison,
    rate: describeRateChange(comparison, shared === null),
    shared,
    notices: listNotices(before, after, { comparison, shared }),
    totals: totalsOf(comparison),
    figures: compareToEnter(before, after),
    stages: compareShownStages(before, after, shared === null),
  };
}

/** The stages of both, where both tell them. Amounts of two currencies are not put side by side. */
function compareShownStages(before: ComparedSide, after: ComparedSide, isTested: boolean): StageChangeRow[] {
  if (!before.stageFigures || !after.stageFigures) return [];
  const [own = DEFAULT_CURRENCY, other = DEFAULT_CURRENCY] = [before, after].map(
    ({ settings }) => settings.currency,
  );
  const isOneCurrency = own === other;
  const [first, second] = [before.stageFigures, after.stageFigures].map((figures) =>
    listStageRows(figures).map((row) => (isOneCurrency ? row : { ...row, value: null })),
  );
  return compareStages(first ?? [], second ?? [], isTested);
}

const STAGES_TITLE = 'Stages Before and After';

function totalsOf({ before, after }: Comparison): TotalChange[] {
  return [
    { name: 'Leads', before: before.totalLeads, after: after.totalLeads, isRate: false },
    { name: 'Conversions', before: before.totalConversions, after: after.totalConversions, isRate: false },
    { name: 'Baseline rate', before: before.baselineRate, after: after.baselineRate, isRate: true },
  ];
}

/** The attributes and values of both analyses, so that cut names differ from each other. */
function fieldsOf({ splits, segments }: Comparison): { name: string; values: string[] }[] {
  return splits.map(({ fieldName: name }) => ({
    name,
    values: segments.filter(({ fieldName }) => fieldName === name).map(({ value }) => value),
  }));
}

function SplitNotes({ comparison: { splits } }: { comparison: Comparison }) {
  if (splits.length === 0) return <p className="text-14 text-muted">No attribute is in both.</p>;
  const hasOneSided = splits.some(({ oneSided }) => oneSided > 0);
  const hasUnlisted = splits.some(({ unlisted }) => unlisted !== null);
  return (
    <p className="text-13 text-muted">
      Split by one attribute at a time. Mix: more or fewer leads with some values. Rate: values that convert
      better or worse.
      {hasOneSided && ' A value that only one file has counts as mix.'}
      {hasUnlisted && ' Values whose figures were not stored count as one value.'}
    </p>
  );
}

interface ComparisonReportProps extends ReturnType<typeof compareSides> {
  currency: Currency | undefined;
  names: { before: string; after: string };
  date: Date;
}

/** A comparison for paper: the findings and the chart, then both tables and the method. */
function ComparisonReport(props: ComparisonReportProps) {
  const { comparison, rate, names, notices, totals, shared, date, figures, stages, currency } = props;
  const columns = rateChangeColumns(figures, comparison.splits.length === 1);
  return createPortal(
    <div className="ui-report">
      <PaperHead date={date} title={`Comparison: ${names.before} and ${names.after}`} />
      <p>
        <strong>
          {describeRate(rate)} {describeAdvice(comparison, figures)}
        </strong>{' '}
        {describeOwnRules(comparison, figures)} {describeMoved(comparison, figures)}{' '}
        {describeChanges(comparison, shared)} {describeUntested(comparison)} {describeRateTest(rate)}
      </p>
      {notices.map(({ title, text }) => (
        <p key={title}>
          <strong>{title}.</strong> {text}
        </p>
      ))}
      <ReportTable title="All Leads" Heading="h2" columns={TOTAL_COLUMNS} items={totals} />
      <ReportTable
        title="Change of the Baseline Rate, in Points"
        Heading="h2"
        columns={SPLIT_COLUMNS}
        items={comparison.splits}
      />
      {stages.length > 0 && (
        <ReportTable
          title={STAGES_TITLE}
          Heading="h2"
          columns={stageChangeColumns(currency)}
          items={stages}
        />
      )}
      {comparison.segments.length > 0 && (
        <div className="ui-report-figure">
          <h2>{COMPARISON_CHART.title}</h2>
          <PrintedLiftChart kind={COMPARISON_CHART} source={comparison} />
        </div>
      )}
      <ReportTable
        title="Segments Before and After"
        Heading="h2"
        columns={columns}
        items={comparison.segments}
      />
      <section className="ui-report-figure">
        <h2>Method</h2>
        <p>
          Changed: |ln L2 − ln L1| &gt; 1.96 √(se1² + se2²) and q &lt; {MAX_FALSE_DISCOVERY_RATE} over all
          tested values (Benjamini-Hochberg); L and se come from the 95% interval of each lift. A value is
          tested with at least {MIN_TESTED_LEADS} leads in both files. Mix and rate: Kitagawa with averaged
          weights, one attribute at a time; a value that only one file has counts as mix. Rules of both follow
          the same threshold.
        </p>
      </section>
    </div>,
    document.body,
  );
}

type TwoSided = SegmentChange & { before: JudgedSegment; after: JudgedSegment };

/** The lifts of both files, two dots per segment, by attribute. */
const COMPARISON_CHART: LiftChartKind<Comparison> = {
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
    summary: `Lifts of ${shown} values in both files on a logarithmic axis; ${formatCount(comparison.changed)} have changed. The table below has the same figures.`,
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
          Hollow dot: before. Full dot: after. Larger dots: more leads. Faded: within chance. 1x is the
          average of each file. Grey band: within the threshold. An arrow points beyond the axis.
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
    lines: (maxWidth) => [
      cutName(partName(value, values), maxWidth, { size: 13, weight: isChanged ? 500 : 400 }),
    ],
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
    `${name}: lift ${formatLift(segment.lift)}, 95% interval ${formatRatio(segment.interval.low)} to ${formatRatio(segment.interval.high)}; ${describeConverted(segment)}`;
  const tested = test ? `, p ${formatPValue(test.pValue)}, ${describeByChance(test.q)}` : '';
  return [word('Before', before), word('After', after), `${verdict}${tested}`];
}
