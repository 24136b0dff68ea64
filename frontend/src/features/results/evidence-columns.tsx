import type { ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MAX_FALSE_DISCOVERY_RATE } from '#frontend/analysis/constants.ts';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { leadsToTell } from '#frontend/analysis/leads-to-tell.ts';
import type { Counts } from '#frontend/analysis/lift.ts';
import { wilsonInterval } from '#frontend/analysis/stats/intervals.ts';
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
  wordLeadsToTell,
} from './evidence.tsx';
import { hasInterval, NO_INTERVAL, type WithInterval } from './figures.tsx';

interface LabelColumnOptions<Item> {
  /** In pixels. Narrow screens show the label above the name instead. */
  width: number;
  meaning: string;
  draw(item: Item, stop: TabStop): ReactNode;
  print(item: Item): ReactNode;
}

/** The first column on the page and on paper. Files have the label behind the specified columns. */
function labelColumn<Item>({ width, meaning, draw, print }: LabelColumnOptions<Item>): Column<Item> {
  return {
    key: 'label',
    heading: 'Label',
    meaning,
    isNumeric: false,
    isShort: true,
    screen: { width: { wide: width, narrow: 0 }, cell: draw },
    exported: null,
    report: print,
  };
}

/** Takes the place of the column above in files and in Copy; its key is the same, so it sorts the page too. */
function labelInFiles<Item extends { label: Label }>(): Column<Item> {
  return { ...downloadColumn<Item>('Label', ({ label }) => label), key: 'label', isCopied: true };
}

export interface RowEvidenceProps<Item> {
  item: Item;
  analysis: Analysis;
  stop: TabStop;
}

export function SegmentEvidence({ item, analysis, stop }: RowEvidenceProps<JudgedSegment>) {
  return (
    <RowLabel label={item.label} hint={<SegmentHint segment={item} analysis={analysis} />} stop={stop} />
  );
}

/** The hint is drawn after the first paint, and so are the leads that would tell found. */
function SegmentHint({ segment, analysis }: { segment: JudgedSegment; analysis: Analysis }) {
  return explainSegmentLabel(segment, analysis);
}

export function PairEvidence({ item, analysis, stop }: RowEvidenceProps<InteractionTest>) {
  return <RowLabel label={item.label} hint={explainPairLabel(item, analysis)} stop={stop} />;
}

interface EvidenceColumnOptions {
  width: number;
  /** The label stands above the name. */
  isNarrow: boolean;
}

export function segmentLabelColumn(
  analysis: Analysis,
  { width, isNarrow }: EvidenceColumnOptions,
): Column<JudgedSegment> {
  const threshold = formatPercent(analysis.settings.thresholdPercent);
  return labelColumn({
    width,
    meaning: `How far the leads support a difference. Use: significant, also among all tested segments (q below ${MAX_FALSE_DISCOVERY_RATE}). Test: significant alone. No difference: smaller than ±${threshold}. Unclear: more leads would tell.`,
    draw: (segment, stop) => !isNarrow && <SegmentEvidence item={segment} analysis={analysis} stop={stop} />,
    print: (segment) => (
      <>
        <LabelWord label={segment.label} />
        {segment.label === 'Unclear' && (
          <span className="block text-muted">{wordLeadsToTell(segment, analysis)}</span>
        )}
      </>
    ),
  });
}

/** The figures behind the label of a segment, for files. */
export function segmentEvidenceColumns(analysis: Analysis): Columns<JudgedSegment> {
  return [
    labelInFiles(),
    downloadColumn('q', ({ q }) => q),
    downloadColumn('Leads That Would Tell', (segment) =>
      segment.label === 'Unclear' ? (leadsToTell(segment, analysis) ?? 'Too close to tell') : '',
    ),
    ...intervalColumns<JudgedSegment>(),
    downloadColumn('Cautious Multiplier', ({ cautiousMultiplier }) => cautiousMultiplier),
  ];
}

const rateInterval = ({ conversions, leads }: Counts) => wilsonInterval(conversions, leads);

export function pairLabelColumn(
  analysis: Analysis,
  { width, isNarrow }: EvidenceColumnOptions,
): Column<InteractionTest> {
  const threshold = formatPercent(analysis.settings.thresholdPercent);
  return labelColumn({
    width,
    meaning: `How far the leads support a difference. Real: significant, also among all tested pairs (q below ${MAX_FALSE_DISCOVERY_RATE}). Possible: significant alone. No difference: smaller than ±${threshold}. Unclear: everything else.`,
    draw: (test, stop) => !isNarrow && <PairEvidence item={test} analysis={analysis} stop={stop} />,
    print: ({ label }) => <LabelWord label={label} />,
  });
}

/** The figures behind the label of a pair, for files; the interval is that of the difference, in points. */
export const pairEvidenceColumns: Columns<InteractionTest> = [
  labelInFiles(),
  downloadColumn('q', ({ q }) => q),
  ...intervalColumns<InteractionTest>(),
];

/** The interval of the lift or of the difference, and that of the conversion rate in percent. */
function intervalColumns<Item extends Counts & WithInterval>(): Columns<Item> {
  return [
    downloadColumn('95% Interval Low', (item) => (hasInterval(item) ? item.interval.low : NO_INTERVAL)),
    downloadColumn('95% Interval High', (item) => (hasInterval(item) ? item.interval.high : NO_INTERVAL)),
    downloadColumn('Conversion Rate 95% Low', (item) => toPercent(rateInterval(item).low)),
    downloadColumn('Conversion Rate 95% High', (item) => toPercent(rateInterval(item).high)),
  ];
}
