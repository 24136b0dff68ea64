import type { ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import {
  explainPairLabels,
  explainSegmentLabels,
  listLabels,
} from '#frontend/analysis/judge/label-segment.ts';
import type { InteractionTest } from '#frontend/analysis/measure/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { leadsToTell } from '#frontend/analysis/judge/leads-to-tell.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { type Interval, wilsonInterval } from '#frontend/analysis/stats/intervals.ts';
import { toPercent } from '#frontend/exports/table.ts';
import { formatPercent } from '#frontend/lib/format.ts';
import type { TabStop } from '#frontend/ui/column-table.tsx';
import { downloadColumn, type Column, type Columns } from './columns.tsx';
import {
  LabelWord,
  RowLabel,
  type Label,
  explainPairLabel,
  explainSegmentLabel,
  describeDefinitions,
  describeLeadsToTell,
} from './evidence.tsx';
import { useResults } from './shown-results.tsx';
import { hasInterval, NO_INTERVAL, rangeAfterShrinking, type WithInterval } from './figures.tsx';

/** The column of labels in files and in Copy. It has the key of the column on the page, so that it sorts the page too. */
function labelInFiles<Item extends { label: Label }>(): Column<Item> {
  return { ...downloadColumn<Item>('Label', ({ label }) => label), key: 'label', isCopied: true };
}

/** Draws the label of a row with its explanation. */
type DrawLabel<Item> = (item: Item, stop: TabStop) => ReactNode;

export const drawSegmentLabel =
  (analysis: Analysis): DrawLabel<JudgedSegment> =>
  (segment, stop) => (
    <RowLabel
      label={segment.label}
      hint={<SegmentHint segment={segment} analysis={analysis} />}
      stop={stop}
    />
  );

/** A component of its own, so that the number of needed leads is computed with the hint, after the first paint. */
function SegmentHint({ segment, analysis }: { segment: JudgedSegment; analysis: Analysis }) {
  const { definitions } = useResults();
  const tries = segment.label === 'Use' || segment.label === 'Test' ? describeDefinitions(definitions) : null;
  return [explainSegmentLabel(segment, analysis), tries].filter((words) => words !== null).join(' ');
}

export const drawPairLabel =
  (analysis: Analysis): DrawLabel<InteractionTest> =>
  (test, stop) => <RowLabel label={test.label} hint={explainPairLabel(test, analysis)} stop={stop} />;

interface LabelColumnOptions {
  /** The width in pixels. */
  width: number;
  /** The label stands above the name. */
  isNarrow: boolean;
}

/** The first column on the page and on paper. Files have the label behind the specified columns. */
function labelColumn<Item>(
  { width, isNarrow }: LabelColumnOptions,
  column: { meaning: string; draw: DrawLabel<Item>; print(item: Item): ReactNode },
): Column<Item> {
  return {
    key: 'label',
    heading: 'Label',
    meaning: `How far the leads support a difference. ${column.meaning}`,
    isNumeric: false,
    isShort: true,
    screen: {
      width: { wide: width, narrow: 0 },
      cell: (item, stop) => !isNarrow && column.draw(item, stop),
    },
    exported: null,
    report: column.print,
  };
}

export function segmentLabelColumn(analysis: Analysis, options: LabelColumnOptions): Column<JudgedSegment> {
  const threshold = formatPercent(analysis.settings.thresholdPercent);
  return labelColumn(options, {
    meaning: listLabels(explainSegmentLabels(threshold)),
    draw: drawSegmentLabel(analysis),
    print: (segment) => (
      <>
        <LabelWord label={segment.label} />
        {segment.label === 'Unclear' && (
          <span className="block min-w-[6.5em] text-muted">{describeLeadsToTell(segment, analysis)}</span>
        )}
      </>
    ),
  });
}

export function pairLabelColumn(analysis: Analysis, options: LabelColumnOptions): Column<InteractionTest> {
  const threshold = formatPercent(analysis.settings.thresholdPercent);
  return labelColumn(options, {
    meaning: listLabels(explainPairLabels(threshold)),
    draw: drawPairLabel(analysis),
    print: ({ label }) => <LabelWord label={label} />,
  });
}

/** The figures that decide the label of a segment, for files. */
export function segmentEvidenceColumns(analysis: Analysis): Columns<JudgedSegment> {
  const lift = analysis.basis === 'value' ? 'Value Lift' : 'Lift';
  return [
    labelInFiles(),
    downloadColumn('q', ({ q }) => q),
    downloadColumn('Leads needed to tell', (segment) =>
      segment.label === 'Unclear' ? (leadsToTell(segment, analysis) ?? 'Too close to tell') : '',
    ),
    ...intervalColumns<JudgedSegment>(`${lift} 95%`),
    ...rangeColumns(),
    ...rateColumns<JudgedSegment>(),
    downloadColumn('Cautious Multiplier', ({ cautiousMultiplier }) => cautiousMultiplier),
  ];
}

const rateInterval = ({ conversions, leads }: Counts) => wilsonInterval(conversions, leads);

/** The figures that decide the label of a pair, for files. The interval is that of the difference, in points. */
export const pairEvidenceColumns: Columns<InteractionTest> = [
  labelInFiles(),
  downloadColumn('q', ({ q }) => q),
  ...intervalColumns<InteractionTest>('Difference 95%'),
  ...rateColumns<InteractionTest>(),
];

/** The interval of the figure that the headings name. */
function intervalColumns<Item extends Counts & WithInterval>(name: string): Columns<Item> {
  return [
    downloadColumn(`${name} Low`, (item) => (hasInterval(item) ? item.interval.low : NO_INTERVAL)),
    downloadColumn(`${name} High`, (item) => (hasInterval(item) ? item.interval.high : NO_INTERVAL)),
  ];
}

/** The range that belongs to the adjusted lift: the ends of the interval of the lift, shrunk like the lift. */
function rangeColumns(): Columns<JudgedSegment> {
  const end = (which: keyof Interval) => (segment: JudgedSegment) =>
    hasInterval(segment) ? rangeAfterShrinking(segment)[which] : NO_INTERVAL;
  return [
    downloadColumn('Adjusted Lift range after shrinking Low', end('low')),
    downloadColumn('Adjusted Lift range after shrinking High', end('high')),
  ];
}

/** The interval of the conversion rate in percent. */
function rateColumns<Item extends Counts>(): Columns<Item> {
  return [
    downloadColumn('Conversion Rate 95% Low', (item) => toPercent(rateInterval(item).low)),
    downloadColumn('Conversion Rate 95% High', (item) => toPercent(rateInterval(item).high)),
  ];
}
