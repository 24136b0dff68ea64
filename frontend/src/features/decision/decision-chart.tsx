import { useEffect, useMemo, useRef } from 'react';
import { isSolid, type Decision } from '#frontend/analysis/decision/decide.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { explainSegmentLabel } from '#frontend/features/results/evidence.tsx';
import {
  lookOfLift,
  describeConverted,
  describeLabel,
  describeMoney,
  describeTest,
} from '#frontend/features/results/figures.tsx';
import { fitName, PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import { nameSegment } from '#frontend/features/results/names.tsx';
import { segmentRowKey, useRuleRows } from '#frontend/features/results/rule-rows.ts';
import { useResults, useScreen, useShownPart } from '#frontend/features/results/shown-results.tsx';
import { formatCount, formatMoney, formatRate } from '#frontend/lib/format.ts';
import { cutText } from '#frontend/lib/cut-name.ts';
import { ChartDrawing, ChartRows } from '#frontend/ui/chart-frame.tsx';
import { useWidth } from '#frontend/ui/layout-hooks.ts';
import { listChartedRows, type ChartedRow } from './charted-rows.ts';
import {
  heightOfRates,
  RateDrawing,
  type RateRow,
  type RateTable,
  ROW_HEIGHT,
  topOf,
} from './rate-drawing.tsx';
import { describeCounted, WORTH_REASONS } from './worth-words.ts';

/** The first screen holds the answer; the tables below have the rest. */
const MOST_ROWS = { wide: 4, small: 2, printed: 6 } as const;

/** Whether there is any segment to draw. */
export function hasChart(analysis: Analysis, decision: Decision): boolean {
  return decision.pattern !== 'nothing' && listChartedRows(analysis, decision, 1).length > 0;
}

/** They stand behind a worth that is not rate x value, and one line below the chart explains them. */
const SIGNS = { drawn: '*', columns: '**' } as const;
const SIGN_WORDS = {
  drawn: `${SIGNS.drawn} ${WORTH_REASONS.drawn}`,
  columns: `${SIGNS.columns} ${WORTH_REASONS.columns}`,
} as const;

interface ChartInput {
  analysis: Analysis;
  rows: readonly ChartedRow[];
  /** Whether the worth is known or still to come. */
  hasWorth: boolean;
  /** Small screens have no room for the meaning of signs: there the sentence and the figures of a row say it. */
  hasSigns: boolean;
}

function makeTable({ analysis, rows, hasWorth, hasSigns }: ChartInput): RateTable {
  const isByValue = analysis.basis === 'value';
  const average = isByValue ? analysis.baseline : analysis.baselineRate;
  return {
    rows: rows.map((row) => toRow(row, analysis, hasSigns)),
    average: { figure: average, text: describeFigure(average, analysis) },
    columns: [
      // Where there is room for one figure, it is the worth: the dot shows the rate.
      { title: isByValue ? 'Per lead' : 'Rate', wide: 72, narrow: hasWorth ? 0 : 60 },
      ...(hasWorth ? [{ title: 'Worth', wide: 72, narrow: 62 }] : []),
    ],
  };
}

/** A rate, or by value money per lead. */
function describeFigure(figure: number, { basis, settings: { currency } }: Analysis): string {
  if (basis === 'conversions') return formatRate(figure);
  return describeCounted(figure, currency);
}

function toRow(row: ChartedRow, analysis: Analysis, hasSigns: boolean): RateRow {
  const { segment, counted, interval, others, worth, reason } = row;
  const { fieldName, value, adjustedLift } = segment;
  const isFaded = !isSolid(segment);
  const sign = hasSigns && reason ? SIGNS[reason] : '';
  return {
    key: segmentRowKey(segment),
    name: nameSegment(segment),
    figures: listFigures(row, analysis),
    fitName: (maxWidth) =>
      analysis.fields.length === 1
        ? cutText(value, maxWidth, { size: 13, weight: isFaded ? 400 : 500 })
        : fitName({ field: fieldName, value }, { maxWidth, isStrong: !isFaded, fields: analysis.fields }),
    isFaded,
    look: lookOfLift(adjustedLift),
    counted,
    interval,
    others,
    cells: [
      describeFigure(counted, analysis),
      worth === null ? '' : `${describeMoney(worth, analysis.settings.currency)}${sign}`,
    ],
  };
}

/** The figures of a row in words, line by line. */
function listFigures(
  { segment, interval, counted, others, worth, reason }: ChartedRow,
  analysis: Analysis,
): string[] {
  const { settings, baseline, baselineRate } = analysis;
  return [
    ...(analysis.basis === 'value' ? [describePerLead({ counted, interval, baseline }, settings)] : []),
    `${describeConverted(segment)}; against ${formatRate(baselineRate)} overall`,
    ...(others === null ? [] : [`All other leads: ${describeFigure(others, analysis)}`]),
    ...(worth === null
      ? []
      : [
          `Worth about ${describeMoney(worth, settings.currency)}${reason ? ` (${WORTH_REASONS[reason]})` : ''}`,
        ]),
    describeTest(segment),
    describeLabel(segment.label, explainSegmentLabel(segment, analysis)),
  ];
}

/** '$49.20 per lead, 95% interval $30.10 to $68.30; against $26.87 overall' */
function describePerLead(
  { counted, interval, baseline }: Pick<ChartedRow, 'counted' | 'interval'> & Pick<Analysis, 'baseline'>,
  { currency }: Analysis['settings'],
): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const range = interval ? `, 95% interval ${money(interval.low)} to ${money(interval.high)}` : '';
  return `${money(counted)} per lead${range}; against ${money(baseline)} overall`;
}

function summarise(rows: readonly ChartedRow[], analysis: Analysis): string {
  const [what, average] =
    analysis.basis === 'value'
      ? ['Mean values per lead', analysis.baseline]
      : ['Conversion rates', analysis.baselineRate];
  return `${what} of ${formatCount(rows.length)} segments with their 95% intervals; the line is the average, ${describeFigure(average, analysis)}.`;
}

/** 'Lines show the 95% interval. Ring: all other leads. * drawn to the average' */
function describeCaption(rows: readonly ChartedRow[], hasSigns: boolean): { text: string; reserve: string } {
  const rings = rows.some(({ others }) => others !== null) ? ' Ring: all other leads.' : '';
  const reasons = hasSigns ? new Set(rows.flatMap(({ reason }) => reason ?? [])) : new Set();
  const signs = (['drawn', 'columns'] as const).filter((reason) => reasons.has(reason));
  const told = signs.map((reason) => SIGN_WORDS[reason]).join('; ');
  const longest = Object.values(SIGN_WORDS).join('; ');
  return {
    text: `Lines show the 95% interval.${rings}${told && ` ${told}.`}`,
    reserve: longest.slice(told.length),
  };
}

/** The counts of the strongest differences, around the average, and the worth of such a lead. A press on a name opens its row. */
export function DecisionChart() {
  const { analysis, decision, combinations } = useResults();
  const { tab } = useShownPart();
  const { openTab, isSmall } = useScreen();
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const hasWorth = combinations !== undefined;
  const rows = useMemo(
    () => listChartedRows(analysis, decision, isSmall ? MOST_ROWS.small : MOST_ROWS.wide),
    [analysis, decision, isSmall],
  );
  const hasSigns = !isSmall;
  const table = useMemo(
    () => makeTable({ analysis, rows, hasWorth, hasSigns }),
    [analysis, rows, hasWorth, hasSigns],
  );
  const caption = describeCaption(rows, hasSigns);
  // Another tab leaves the drawing as it is.
  const drawing = useMemo(
    () => (
      <ChartDrawing
        summary={summarise(rows, analysis)}
        width={width}
        height={heightOfRates(table)}
        draw={(drawn) => <RateDrawing table={table} width={drawn} />}
      />
    ),
    [rows, analysis, width, table],
  );
  const { reveal } = useRuleRows();
  /** The row to show once its tab is open: other tabs have rows of the same name. */
  const sought = useRef<string | null>(null);
  const isTableOpen = tab === 'value-rules';
  useEffect(() => {
    const key = sought.current;
    sought.current = null;
    if (!isTableOpen || key === null) return;
    // The tab before is still drawn in this frame.
    const frame = requestAnimationFrame(() => showOnceDrawn(container.current, key));
    return () => cancelAnimationFrame(frame);
  }, [isTableOpen]);
  const open = (key: string) => {
    openTab('value-rules');
    reveal(key);
    if (isTableOpen) showOnceDrawn(container.current, key);
    else sought.current = key;
  };
  return (
    <div ref={container} className="relative min-w-0">
      {drawing}
      <ChartRows
        rows={table.rows.map((row, at) => ({ ...row, top: topOf(at) }))}
        rowHeight={ROW_HEIGHT}
        onOpen={open}
      />
      {/* The room of what the signs mean, which is known late. */}
      <p
        data-room={hasWorth ? caption.reserve : ''}
        className="mt-1 text-12 text-muted max-sm:hidden after:invisible after:content-[attr(data-room)]"
      >
        {caption.text}
      </p>
    </div>
  );
}

/** The table draws rows out of view after its first paint, and those far down a long one after it has scrolled. */
const MOST_FRAMES = 20;

/** Scrolls to the row of a segment in the table below the chart and moves the focus there, if the table shows it. */
function showOnceDrawn(chart: HTMLElement | null, key: string, frames = MOST_FRAMES): void {
  const results = chart?.closest('section')?.parentElement;
  const rows = results?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [];
  const row = [...rows].find(({ dataset }) => dataset['row'] === key);
  if (!row) {
    if (frames > 0) requestAnimationFrame(() => showOnceDrawn(chart, key, frames - 1));
    return;
  }
  row.scrollIntoView({ block: 'center' });
  row.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
}

/** The same chart on paper. */
export function PrintedDecisionChart() {
  const { analysis, decision } = useResults();
  if (!hasChart(analysis, decision)) return null;
  const rows = listChartedRows(analysis, decision, MOST_ROWS.printed);
  const table = makeTable({ analysis, rows, hasWorth: analysis.estimates !== null, hasSigns: true });
  return (
    <>
      <ChartDrawing
        summary={summarise(rows, analysis)}
        width={PRINTED_WIDTH}
        height={heightOfRates(table)}
        draw={(drawn) => <RateDrawing table={table} width={drawn} />}
      />
      <p className="text-muted">{describeCaption(rows, true).text}</p>
    </>
  );
}
