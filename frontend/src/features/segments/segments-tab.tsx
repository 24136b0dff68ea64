import { useMemo } from 'react';
import { SIGNIFICANT_P_VALUE } from '#frontend/analysis/constants.ts';
import { toFieldValue } from '#frontend/analysis/measure/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { sortRows } from '#frontend/analysis/columns/order.ts';
import { compareSegments } from '#frontend/analysis/measure/segments.ts';
import { exportSegments } from '#frontend/exports/downloads.ts';
import { toRows } from '#frontend/exports/table.ts';
import { countNoun, formatPercent } from '#frontend/lib/format.ts';
import { browserStorage } from '#frontend/lib/storage.ts';
import { Button } from '#frontend/ui/button.tsx';
import type { SortDirection } from '#frontend/ui/table.tsx';
import { type Columns, withRange } from '#frontend/features/results/columns.tsx';
import { downloadExport } from '#frontend/features/results/downloads.ts';
import { listTableNotes } from '#frontend/features/results/currency-note.ts';
import type { ResultsTab } from '#frontend/features/results/tab.tsx';
import { LiftChart, PrintedLiftChart } from '#frontend/features/results/lift-chart.tsx';
import {
  type TabChoice,
  useResults,
  useScreen,
  useTabChoice,
} from '#frontend/features/results/shown-results.tsx';
import { TableSection, ReportTable } from '#frontend/features/results/table-section.tsx';
import { SEGMENT_CHART } from './segment-chart.tsx';
import { segmentColumns } from './segment-columns.tsx';

function Segments() {
  const { analysis, bounds, leftOut, currencyNote } = useResults();
  const { isNarrow } = useScreen();
  const [view, changeView] = useTabChoice(VIEW);
  const [isChartShown, showChart] = useChartShown();
  const { segments, settings } = analysis;
  const columns = useMemo(
    () => withRange(segmentColumns(analysis, isNarrow), bounds, (segment) => [toFieldValue(segment)]),
    [analysis, isNarrow, bounds],
  );
  const sorted = useMemo(() => sortSegments(segments, view, columns), [segments, view, columns]);
  const significant = useMemo(() => sorted.filter(({ isSignificant }) => isSignificant), [sorted]);
  const rest = useMemo(() => sorted.filter(({ isSignificant }) => !isSignificant), [sorted]);
  const sortKey = sortedColumn(view, columns);
  const table = {
    columns,
    keyOf: ({ field, value }: (typeof segments)[number]) => `${field} ${value}`,
    rowHeight: 40,
    sort: {
      column: sortKey,
      direction: view.direction,
      onSort: (key: string) => changeView(sortByColumn({ ...view, column: sortKey }, key)),
    },
  };
  return (
    <div className="flex flex-col gap-8">
      {isChartShown && <LiftChart kind={SEGMENT_CHART} source={analysis} />}
      <TableSection
        {...table}
        title="Statistically Significant Segments"
        description={describeSignificant(significant.length, formatPercent(settings.thresholdPercent))}
        actions={
          <>
            <Button size="small" aria-expanded={isChartShown} onClick={() => showChart(!isChartShown)}>
              {isChartShown ? 'Without Chart' : 'With Chart'}
            </Button>
            <Button
              size="small"
              onClick={() =>
                downloadExport(
                  exportSegments(analysis, {
                    columns,
                    notes: listTableNotes(leftOut, currencyNote),
                    date: new Date(),
                  }),
                )
              }
            >
              Download Analysis Results
            </Button>
          </>
        }
        items={significant}
      />
      <TableSection
        {...table}
        title="Not Significant (Ignore These)"
        description={describeRest(rest.length)}
        items={rest}
        disclosure={
          rest.length > 0
            ? {
                isShown: view.isRestShown,
                onChange: (isRestShown) => changeView({ ...view, isRestShown }),
              }
            : undefined
        }
      />
    </div>
  );
}

const CHART_KEY = 'segment-chart';

/** The choice in this page; null before one. */
const CHART: TabChoice<boolean | null> = { first: null };

/** Whether the chart stands above the tables. This browser keeps the choice. */
function useChartShown(): [boolean, (isShown: boolean) => void] {
  const [chosen, choose] = useTabChoice(CHART);
  const show = (isShown: boolean) => {
    choose(isShown);
    browserStorage.keep(CHART_KEY, isShown ? 'shown' : 'hidden');
  };
  return [chosen ?? browserStorage.read(CHART_KEY) === 'shown', show];
}

function describeSignificant(count: number, threshold: string): string {
  return count === 0
    ? `None: no segment with p below ${SIGNIFICANT_P_VALUE} is more than ${threshold} above or below average.`
    : `Unlikely to be chance (p below ${SIGNIFICANT_P_VALUE}), and more than ${threshold} above or below average.`;
}

function describeRest(count: number): string {
  if (count === 0) return 'None: every segment is significant.';
  const differences = count === 1 ? 'Its difference' : 'Their differences';
  return `${countNoun(count, 'segment')}. ${differences} may be chance, or too small to matter.`;
}

/** The order and the open parts of the Segment Details tab. */
interface SegmentView {
  /** The key of the column that sorts both tables. */
  column: string;
  direction: SortDirection;
  isRestShown: boolean;
}

const ADJUSTED_LIFT = 'adjustedLift';

/** @internal */
export const FIRST_SEGMENT_VIEW: SegmentView = {
  column: ADJUSTED_LIFT,
  direction: 'descending',
  isRestShown: false,
};

/**
 * The view after a click on a heading. The same column changes its direction; another one starts descending.
 *
 * @internal
 */
export function sortByColumn(view: SegmentView, column: string): SegmentView {
  const isTurned = view.column === column && view.direction === 'descending';
  return { ...view, column, direction: isTurned ? 'ascending' : 'descending' };
}

/**
 * The key of the column that sorts the tables: adjusted lift where the chosen column is not on the page.
 *
 * @internal
 */
export function sortedColumn({ column }: SegmentView, columns: Columns<JudgedSegment>): string {
  return columns.some(({ key, screen }) => key === column && screen) ? column : ADJUSTED_LIFT;
}

const { compare: compareText } = new Intl.Collator(undefined, { numeric: true });

/**
 * Segments in the order of the view: numbers by value, text by the reader's locale, '(Blank)' last.
 *
 * @param segments by adjusted lift descending
 * @internal
 */
export function sortSegments(
  segments: readonly JudgedSegment[],
  view: SegmentView,
  columns: Columns<JudgedSegment>,
): readonly JudgedSegment[] {
  const sorted = sortedColumn(view, columns);
  // A column on the page may have its figure in the column of files with the same key.
  const valueOf = columns.find(({ key, exported }) => key === sorted && exported)?.exported;
  if (!valueOf || (sorted === ADJUSTED_LIFT && view.direction === 'descending')) return segments;
  return sortRows(segments, {
    valueOf,
    direction: view.direction,
    compareText,
    compareTies: compareSegments,
  });
}

const VIEW: TabChoice<SegmentView> = { first: FIRST_SEGMENT_VIEW };

export const SEGMENTS_TAB: ResultsTab = {
  value: 'segment-details',
  label: 'Segment Details',
  Content: Segments,
  exported: (analysis, bounds) => {
    // Each section has either significant segments or others, so the column would say nothing.
    const all = segmentColumns(analysis).filter(({ key }) => key !== 'Significant');
    const columns = withRange(all, bounds, (segment) => [toFieldValue(segment)]);
    const others = analysis.segments.filter(({ isSignificant }) => !isSignificant);
    return [
      ['Statistically Significant Segments', toRows(columns, analysis.significantSegments)],
      ['Not Significant (Ignore These)', toRows(columns, others)],
    ];
  },
};

/** The section of segments in the report. */
export function SegmentsSection() {
  const { analysis } = useResults();
  const { segments, significantSegments } = analysis;
  const columns = segmentColumns(analysis);
  const rest = segments.filter(({ isSignificant }) => !isSignificant);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Segment Details</h2>
        <PrintedLiftChart kind={SEGMENT_CHART} source={analysis} />
      </div>
      <ReportTable title="Statistically Significant Segments" columns={columns} items={significantSegments} />
      <ReportTable title="Not Significant (Ignore These)" columns={columns} items={rest} />
    </section>
  );
}
