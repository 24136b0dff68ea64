import { useMemo, useRef } from 'react';
import { isSolid, type Decision } from '#frontend/analysis/decision/decide.ts';
import { sortByStrength } from '#frontend/analysis/decision/strongest.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { fitName, PRINTED_WIDTH } from '#frontend/features/results/kit/lift-chart.tsx';
import {
  rangeAfterShrinking,
  listSegmentFigures,
  lookOfLift,
} from '#frontend/features/results/kit/figures.tsx';
import { nameSegment } from '#frontend/features/results/kit/names.tsx';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import { OUTCOME_WORDS } from '#frontend/features/results/kit/outcome-words.ts';
import { formatCount, formatLift, formatPercent } from '#frontend/lib/format.ts';
import { ChartDrawing, ChartRows } from '#frontend/ui/chart-frame.tsx';
import { layOutRatios, RatioDrawing, type RatioRow, type RatioTable } from '#frontend/ui/chart-table.tsx';
import { useWidth } from '#frontend/ui/layout-hooks.ts';

const MOST_ROWS = 6;
/** Small screens have fewer, so that the table below comes into view. */
const MOST_SMALL_ROWS = 4;
const ROW_HEIGHT = 24;

/** The key of a segment, which is also that of its row in the table of value rules. */
const keyOf = ({ field, value }: JudgedSegment) => `${field} ${value}`;

/**
 * The strongest solid segments, or without any the clearest ones outside the threshold; the highest multiplier first. An attribute that
 * looks like the outcome is left out.
 */
function listCharted(analysis: Analysis, decision: Decision, rows: number): JudgedSegment[] {
  const solid = analysis.significantSegments.filter(isSolid);
  const listed = solid.length > 0 ? solid : analysis.valueRules.map(({ segment }) => segment);
  const outcome = decision.pattern === 'like-outcome' ? decision.segment.field : null;
  return sortByStrength(listed.filter(({ field }) => field !== outcome))
    .slice(0, rows)
    .toSorted((a, b) => b.adjustedLift - a.adjustedLift);
}

/** Whether there is any segment to draw. */
export function hasChart(analysis: Analysis, decision: Decision): boolean {
  return decision.pattern !== 'nothing' && listCharted(analysis, decision, 1).length > 0;
}

function makeTable(analysis: Analysis, decision: Decision, rows = MOST_ROWS): RatioTable {
  return {
    groups: [
      { key: 'all', rows: listCharted(analysis, decision, rows).map((segment) => toRow(segment, analysis)) },
    ],
    rowHeight: ROW_HEIGHT,
    names: { share: 0.32, most: 240, narrowShare: 0.36 },
    columns: [{ title: '', wide: 72, narrow: 60 }],
    bandPercent: analysis.settings.thresholdPercent,
  };
}

const RADIUS = 4.5;

/** Dot and line are the same figure: the multiplier, and its range after shrinking. */
function toRow(segment: JudgedSegment, analysis: Analysis): RatioRow {
  const { adjustedLift, fieldName, value } = segment;
  const look = lookOfLift(adjustedLift);
  const isFaded = !isSolid(segment);
  const { low, high } = rangeAfterShrinking(segment);
  return {
    key: keyOf(segment),
    name: nameSegment(segment),
    figures: listSegmentFigures(segment, analysis),
    lines: (room) => [
      fitName({ field: fieldName, value }, { room, isStrong: !isFaded, fields: analysis.fields }),
    ],
    isFaded,
    look,
    line: [low, high],
    dots: [{ ratio: adjustedLift, radius: RADIUS, isHollow: isFaded }],
    cells: [
      {
        text: formatLift(adjustedLift),
        sign: look.sign,
        isStrong: true,
        className: look.sign ? look.fill : 'fill-text',
      },
    ],
  };
}

function summarise({ groups }: RatioTable, { basis }: Analysis): string {
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const { lift } = OUTCOME_WORDS[basis];
  return `${lift === 'lift' ? 'Multipliers' : 'Value multipliers'} of ${formatCount(count)} segments with their ranges after shrinking, on a logarithmic axis.`;
}

/** The strongest differences on one axis. A press on a name opens its row in the table. */
export function DecisionChart() {
  const { analysis, decision, openTab, isSmall } = useShownResults();
  const room = useRef<HTMLDivElement>(null);
  const width = useWidth(room);
  const table = useMemo(
    () => makeTable(analysis, decision, isSmall ? MOST_SMALL_ROWS : MOST_ROWS),
    [analysis, decision, isSmall],
  );
  const layout = useMemo(() => layOutRatios(table), [table]);
  const open = (key: string) => {
    openTab('value-rules');
    // The table draws rows out of view after its first paint.
    requestAnimationFrame(() => requestAnimationFrame(() => showRow(room.current, key)));
  };
  return (
    <div ref={room} className="relative min-w-0">
      <ChartDrawing
        summary={summarise(table, analysis)}
        width={width}
        height={layout.height}
        draw={(drawn) => <RatioDrawing table={table} layout={layout} width={drawn} />}
      />
      <ChartRows rows={layout.groups.flatMap((group) => group.rows)} rowHeight={ROW_HEIGHT} onOpen={open} />
    </div>
  );
}

/** Scrolls to the row of a segment in the table below the chart and moves the focus there, if the table shows it. */
function showRow(chart: HTMLElement | null, key: string): void {
  const results = chart?.closest('section')?.parentElement;
  const rows = results?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [];
  const row = [...rows].find(({ dataset }) => dataset['row'] === key);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}

/** The same chart on paper. */
export function PrintedDecisionChart() {
  const { analysis, decision } = useShownResults();
  if (!hasChart(analysis, decision)) return null;
  const table = makeTable(analysis, decision);
  const layout = layOutRatios(table);
  return (
    <>
      <ChartDrawing
        summary={summarise(table, analysis)}
        width={PRINTED_WIDTH}
        height={layout.height}
        draw={(drawn) => <RatioDrawing table={table} layout={layout} width={drawn} />}
      />
      <p className="text-muted">
        Dot: multiplier. Line: range after shrinking. Grey band: within{' '}
        {formatPercent(analysis.settings.thresholdPercent)} of average.
      </p>
    </>
  );
}
