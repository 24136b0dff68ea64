import type { Currency } from '#contract/currencies.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { wilsonInterval } from '#frontend/analysis/stats/intervals.ts';
import {
  joinSections,
  stampDate,
  toRows,
  type Cell,
  type ExportFile,
  type Section,
} from '#frontend/exports/table.ts';
import {
  countColumn,
  downloadColumn,
  figureColumn,
  notesColumn,
  P_VALUE,
  textColumn,
  wideOnly,
  type Columns,
} from '#frontend/features/results/columns.tsx';
import type { ShownStages } from '#frontend/features/results/results-source.ts';
import { LabelWord } from '#frontend/features/results/evidence.tsx';
import { Lift } from '#frontend/features/results/figures.tsx';
import { rangedColumns, SHARE } from '#frontend/features/results/ranged-columns.tsx';
import {
  DECIMALS,
  formatCount,
  formatMoney,
  formatRate,
  formatRatio,
  moneyDecimals,
} from '#frontend/lib/format.ts';
import { describeWorthRange, shortStage, type StageOf, type StageSegmentOf } from './stages-words.ts';

/** A row of the table: a stage with its name. */
export interface StageRow extends StageOf {
  name: string;
}

export const listStageRows = ({ names, stages }: ShownStages): StageRow[] =>
  stages.map((stage, at) => ({ ...stage, name: names[at] ?? '' }));

/** The share that is won, as far as it is known. */
export function shareOf({ chance }: StageOf): number | null {
  if (chance.kind === 'known' || chance.kind === 'at-least') return chance.share;
  return chance.kind === 'between' ? chance.ofAll.share : null;
}

/** The share that goes on to the next stage; null for won, and where no lead could. */
export const goesOnOf = ({ step }: StageOf): number | null =>
  step && step.goesOn.leads !== 0 ? step.goesOn.share : null;

/** Why a share has no interval. */
export function describeNoShare({ chance }: StageOf): string {
  if (chance.kind === 'at-least') return `at least, in ${formatCount(chance.days)} days`;
  return chance.kind === 'between' ? `at least; ${formatRate(chance.ofDecided.share)} of decided` : '';
}

/** The columns of the stages. In a file with one status column most have no figure, and are left out. */
export function stageColumns({ kind }: ShownStages, currency: Currency | undefined): Columns<StageRow> {
  const money = nameMoney('Value', currency);
  const name = textColumn<StageRow>('stage', {
    heading: 'Stage',
    text: (row) => row.name,
    cell: (row) => (
      <span className="font-medium wrap-anywhere" title={row.name}>
        {shortStage(row.name)}
      </span>
    ),
    width: { wide: 168, narrow: 112 },
    isRowName: true,
  });
  const volume = figureColumn<StageRow>('volume', {
    heading: 'Last 30 Days',
    meaning:
      'Leads of the last 30 days of the file: by the date of the stage, or, where it has none, by the date of the lead.',
    width: { wide: 96, narrow: 80 },
    figure: (row) => row.volume?.leads ?? null,
    format: formatCount,
    decimals: DECIMALS.count,
  });
  if (kind === 'status')
    return [
      name,
      figureColumn('open', {
        heading: 'Open Here',
        width: { wide: 96, narrow: 80 },
        figure: ({ open }) => open ?? null,
        format: formatCount,
        decimals: DECIMALS.count,
      }),
      countColumn('reached', { heading: 'Here or Further', width: 120 }),
      volume,
    ];
  const isWon = (row: StageRow) => row.step === null;
  return [
    name,
    countColumn<StageRow>('reached', { heading: 'Reached', width: { wide: 88, narrow: 72 } }),
    ...rangedColumns<StageRow>({
      heading: 'Goes on to the Next',
      meaning:
        'Of the leads that are old enough, the share that has reached a later stage. Below it, its 95% interval.',
      width: { wide: 144, narrow: 128 },
      figure: goesOnOf,
      range: ({ step }) => step?.goesOn.interval ?? null,
      ...SHARE,
      ends: ['Goes on 95% Low', 'Goes on 95% High'],
    }),
    figureColumn<StageRow>('days', {
      heading: 'Median Days to the Next',
      width: { wide: 112, narrow: 0 },
      figure: ({ step }) => step?.medianDays ?? null,
      format: formatCount,
      decimals: DECIMALS.count,
    }),
    ...rangedColumns<StageRow>({
      heading: 'Is Won',
      meaning:
        'Of the leads that are old enough to tell, the share that was won. Below it, its 95% interval.',
      width: { wide: 152, narrow: 136 },
      figure: (row) => (isWon(row) ? null : shareOf(row)),
      range: ({ chance }) => (chance.kind === 'known' ? chance.interval : null),
      noRange: describeNoShare,
      ...SHARE,
      ends: ['Is Won 95% Low', 'Is Won 95% High'],
    }),
    ...rangedColumns<StageRow>({
      heading: money,
      meaning:
        'What reaching this stage is worth: the share that is won, times the average amount of a won deal, times the margin.',
      width: { wide: 152, narrow: 136 },
      figure: ({ value }) => value?.amount ?? null,
      range: ({ value }) => value?.interval ?? null,
      noRange: ({ value }) => (value ? describeWorthRange(value, currency) : ''),
      draw: (amount) => formatMoney(amount, currency),
      format: (amount) => formatMoney(amount, currency),
      decimals: moneyDecimals(currency),
      ends: [`${money} Low`, `${money} High`],
    }),
    volume,
    downloadColumn('Open', ({ open }) => open ?? ''),
    downloadColumn('Leads Old Enough', ({ chance }) => (chance.kind === 'known' ? (chance.leads ?? '') : '')),
    downloadColumn('From Age (Days)', ({ chance }) => ('days' in chance ? chance.days : '')),
    notesColumn(({ chance, value }) => [
      chance.kind === 'at-least' && 'Later wins are not in this file yet.',
      chance.kind === 'between' && 'The file has no dates: the share is of all leads.',
      chance.kind === 'known' &&
        chance.since === 'lead' &&
        'Ages are those of the lead: the stage has no dates.',
      value?.won.isOfAllWins === true && 'The average amount is that of all won deals.',
    ]),
  ];
}

/** The columns of the values that go on differently. */
export function stageSegmentColumns(names: readonly string[]): Columns<StageSegmentOf> {
  return [
    textColumn<StageSegmentOf>('label', {
      heading: 'Label',
      text: ({ label }) => label,
      cell: ({ label }) => <LabelWord label={label} className="text-13" />,
      width: { wide: 112, narrow: 96 },
    }),
    textColumn<StageSegmentOf>('value', {
      heading: 'Value',
      text: ({ field, value }) => `${field}: ${value}`,
      cell: ({ field, value }) => (
        <span className="wrap-anywhere">
          <span className="text-muted">{field}</span> {value}
        </span>
      ),
      width: { wide: 200, narrow: 140 },
      isRowName: true,
    }),
    textColumn<StageSegmentOf>('stage', {
      heading: 'From Stage',
      text: ({ stage }) => names[stage] ?? '',
      cell: ({ stage }) => shortStage(names[stage] ?? ''),
      width: { wide: 136, narrow: 104 },
    }),
    countColumn<StageSegmentOf>('leads', { heading: 'Leads', width: wideOnly(72) }),
    ...rangedColumns<StageSegmentOf>({
      heading: 'Is Won',
      meaning:
        'Of its leads at this stage that are old enough, the share that was won. Below it, its 95% interval.',
      width: 140,
      figure: ({ wins, leads }) => wins / leads,
      range: ({ wins, leads }) => wilsonInterval(wins, leads),
      ...SHARE,
      ends: ['Is Won 95% Low', 'Is Won 95% High'],
    }),
    ...rangedColumns<StageSegmentOf>({
      heading: 'Against All',
      meaning:
        'How often its leads are won from this stage, over how often all are. Below it, its 95% interval.',
      width: 124,
      figure: ({ lift }) => lift,
      range: ({ interval }) => interval,
      draw: (lift) => <Lift lift={lift} />,
      format: formatRatio,
      decimals: DECIMALS.ratio,
      ends: ['Against All 95% Low', 'Against All 95% High'],
    }),
    {
      ...figureColumn<StageSegmentOf>('q', { heading: 'q', width: 0, figure: ({ q }) => q, ...P_VALUE }),
      screen: null,
    },
  ];
}

/** The stages, and the values that go on differently: tables of the stages' own file and of 'Export All'. */
export function listStageSections(figures: ShownStages, currency: Currency | undefined): Section[] {
  const { names, segments } = figures;
  return [
    ['Stages', toRows(stageColumns(figures, currency), listStageRows(figures))],
    ['Values at Each Stage', toRows(stageSegmentColumns(names), segments)],
  ];
}

/** The file with the stages. */
export function exportStages(
  figures: ShownStages,
  { currency, notes }: { currency: Currency | undefined; notes: readonly Cell[][] },
  date: Date,
): ExportFile {
  return {
    fileName: `stages_${stampDate(date)}.csv`,
    rows: [
      ...joinSections(listStageSections(figures, currency)),
      ...(notes.length > 0 ? [[], ...notes] : []),
    ],
  };
}
