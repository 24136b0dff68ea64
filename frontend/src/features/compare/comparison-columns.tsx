import type { Currency } from '#contract/currencies.ts';
import type { StageChange } from '#frontend/analysis/compare/compare-stages.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import type { Comparison, SegmentChange } from '#frontend/analysis/compare/compare.ts';
import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import {
  cleanFileName,
  type ExportFile,
  stampDate,
  type Cell,
  joinSections,
  type Section,
  toPercent,
  toRows,
} from '#frontend/exports/table.ts';
import {
  DECIMALS,
  formatCount,
  formatLiftChange,
  formatMoney,
  formatPoints,
  formatRate,
  moneyDecimals,
} from '#frontend/lib/format.ts';
import {
  type Column,
  type Columns,
  COUNT,
  downloadColumn,
  figureColumn,
  LIFT,
  notesColumn,
  P_VALUE,
  textColumn,
  wideOnly,
} from '#frontend/features/results/columns.tsx';
import { rangedColumns, SHARE } from '#frontend/features/results/ranged-columns.tsx';
import { describeNoShare, shareOf, type StageRow } from '#frontend/features/stages/stages-columns.tsx';
import { shortStage } from '#frontend/features/stages/stages-words.ts';
import { ValueName } from '#frontend/features/results/names.tsx';
import type { ComparedFigures } from './comparison-words.ts';
import { enteredColumns } from './entered-columns.tsx';

const points = (fraction: number) => formatPoints(toPercent(fraction));

const POINTS = { format: points, write: toPercent, decimals: DECIMALS.points };

const SIDES = ['before', 'after'] as const;
const NAMES = { before: 'Before', after: 'After' } as const;

/** Leads, conversions and baseline rate of both. */
export const TOTAL_COLUMNS: Columns<TotalChange> = [
  {
    ...textColumn<TotalChange>('name', {
      heading: 'Figure',
      text: ({ name }) => name,
      width: { wide: 128, narrow: 104 },
      isRowName: true,
    }),
    exported: ({ name, isRate }) => (isRate ? `${name} (%)` : name),
  },
  ...SIDES.map((side) =>
    totalColumn(side, {
      heading: NAMES[side],
      shown: (total) => (total.isRate ? formatRate : formatCount)(total[side]),
      figure: (total) => total[side],
      width: { wide: 88, narrow: 76 },
    }),
  ),
  totalColumn('change', {
    heading: 'Change',
    shown: describeTotalChange,
    figure: ({ before, after }) => after - before,
    width: { wide: 112, narrow: 96 },
  }),
];

interface TotalColumn {
  heading: string;
  shown(total: TotalChange): string;
  figure(total: TotalChange): number;
  width: { wide: number; narrow: number };
}

/** Counts and rates in one column. */
function totalColumn(key: string, { heading, shown, figure, width }: TotalColumn): Column<TotalChange> {
  return {
    ...textColumn(key, { heading, text: shown, width }),
    isNumeric: true,
    exported: (total) => (total.isRate ? toPercent(figure(total)) : figure(total)),
    precisionOf: ({ isRate }) => ({ decimals: isRate ? DECIMALS.rate : DECIMALS.count }),
  };
}

function describeTotalChange({ before, after, isRate }: TotalChange): string {
  if (isRate) return `${points(after - before)} points`;
  return before === 0 ? '–' : formatLiftChange(after / before);
}

/** Mix and rate per attribute, in percentage points. */
export const SPLIT_COLUMNS: Columns<SplitRow> = [
  textColumn('fieldName', {
    heading: 'By Attribute',
    text: ({ fieldName }) => fieldName,
    cell: ({ fieldName }) => <ValueName name={fieldName} isWrapped />,
    width: { wide: 160, narrow: 104 },
    isRowName: true,
  }),
  figureColumn('mix', {
    heading: 'Mix',
    meaning: 'The part of the change that comes from more or fewer leads with some values.',
    width: { wide: 96, narrow: 72 },
    figure: ({ mix }) => mix,
    ...POINTS,
  }),
  figureColumn('rate', {
    heading: 'Rate',
    meaning: 'The part of the change that comes from values that convert better or worse than before.',
    width: { wide: 96, narrow: 72 },
    figure: ({ rate }) => rate,
    ...POINTS,
  }),
  figureColumn('sum', {
    heading: 'Change',
    meaning: 'Both parts together: the change of the baseline rate, the same for each attribute.',
    width: { wide: 104, narrow: 80 },
    figure: ({ mix, rate }) => mix + rate,
    ...POINTS,
  }),
  notesColumn<SplitRow>(({ oneSided, unlisted }) => [
    oneSided > 0 && `Values that only one file has count as mix: ${formatCount(oneSided)}.`,
    unlisted !== null && 'Values that were not stored count as one.',
  ]),
];

const RULE_WORDS = { added: 'Added', gone: 'Gone', changed: 'Changed', kept: 'Kept' } as const;

function nameRule({ rule }: SegmentChange): string {
  return rule ? RULE_WORDS[rule] : '';
}

/** The lift after / the lift before; null if one is missing or 0. */
function ratioOf({ before, after }: SegmentChange): number | null {
  return before && after && before.lift > 0 && after.lift > 0 ? after.lift / before.lift : null;
}

/** A figure of the segment in one analysis; null if the segment is not there. */
function sideOf(side: 'before' | 'after', of: (segment: JudgedSegment) => number) {
  return (change: SegmentChange) => {
    const segment = change[side];
    return segment && of(segment);
  };
}

/** The segments of two files. With one attribute its name is in files only. */
export const rateChangeColumns = (figures: ComparedFigures, hasOneField = false): Columns<SegmentChange> => [
  textColumn('verdict', {
    heading: 'Verdict',
    meaning: `Changed: the lifts differ by more than chance explains (1.96 standard errors), also among all values compared (under ${100 * MAX_FALSE_DISCOVERY_RATE}% by chance).`,
    text: ({ verdict }) => verdict,
    cell: (change) => <Verdict change={change} />,
    report: ({ verdict }) => <span className="whitespace-nowrap">{verdict}</span>,
    width: wideOnly(136),
    isShort: true,
  }),
  hasOneField
    ? downloadColumn('Field', ({ fieldName }) => fieldName)
    : textColumn('field', {
        heading: 'Field',
        text: ({ fieldName }) => fieldName,
        cell: ({ fieldName }) => <ValueName name={fieldName} isWrapped className="text-muted" />,
        width: wideOnly(100),
      }),
  textColumn('value', {
    heading: 'Value',
    text: ({ value }) => value,
    cell: (change) => (
      <>
        <ValueName name={change.value} field={change.fieldName} isWrapped />
        <span className="block text-12 md:hidden">
          <Verdict change={change} />
        </span>
      </>
    ),
    width: { wide: 132, narrow: 136 },
    isRowName: true,
  }),
  textColumn('rule', {
    heading: 'Rule',
    meaning:
      'A rule is a significant segment. Added and gone rules are within chance too, unless the verdict says Changed.',
    text: nameRule,
    // The report leaves out a column of texts that are all empty.
    report: (change) => nameRule(change) && <span className="whitespace-nowrap">{nameRule(change)}</span>,
    width: { wide: 68, narrow: 80 },
    isShort: true,
  }),
  ...SIDES.map((side) =>
    figureColumn<SegmentChange>(`${side}Lift`, {
      heading: `Lift ${NAMES[side]}`,
      meaning:
        side === 'before' ? 'The plain rate of the segment / the baseline rate of its file.' : undefined,
      width: { wide: 80, narrow: 92 },
      figure: sideOf(side, ({ lift }) => lift),
      ...LIFT,
    }),
  ),
  figureColumn('change', {
    heading: 'Change',
    meaning: 'The lift after divided by the lift before, as a change.',
    width: { wide: 72, narrow: 80 },
    figure: ratioOf,
    format: formatLiftChange,
    decimals: 0,
    // Downloads have the change in percent, as the page does.
    write: (ratio) => toPercent(ratio - 1),
  }),
  ...SIDES.map((side) =>
    figureColumn<SegmentChange>(`${side}Leads`, {
      heading: `Leads ${NAMES[side]}`,
      width: wideOnly(60),
      figure: sideOf(side, ({ leads }) => leads),
      ...COUNT,
    }),
  ),
  figureColumn('q', {
    heading: 'By Chance',
    meaning:
      'If the values with this figure or a lower one are called changed, about this share of them is chance.',
    width: wideOnly(92),
    figure: ({ test }) => test && test.q,
    ...P_VALUE,
  }),
  ...SIDES.flatMap((side) => [
    fileColumn(`Conversions ${NAMES[side]}`, side, ({ conversions }) => conversions),
    fileColumn(`Conversion Rate ${NAMES[side]} (%)`, side, ({ conversionRate }) => toPercent(conversionRate)),
    fileColumn(`Adjusted Lift ${NAMES[side]}`, side, ({ adjustedLift }) => adjustedLift),
    fileColumn(`Suggested Multiplier ${NAMES[side]}`, side, ({ liftAfterCut }) => liftAfterCut),
    fileColumn(`Interval Low ${NAMES[side]}`, side, ({ interval }) => interval.low),
    fileColumn(`Interval High ${NAMES[side]}`, side, ({ interval }) => interval.high),
  ]),
  downloadColumn<SegmentChange>('Log Change', ({ test }) => test?.logChange ?? ''),
  downloadColumn<SegmentChange>('Standard Error', ({ test }) => test?.standardError ?? ''),
  downloadColumn<SegmentChange>('z', ({ test }) => test?.z ?? ''),
  downloadColumn<SegmentChange>('P-Value', ({ test }) => test?.pValue ?? ''),
  downloadColumn<SegmentChange>('Mix (Points)', ({ parts }) => toPercent(parts.mix)),
  downloadColumn<SegmentChange>('Rate (Points)', ({ parts }) => toPercent(parts.rate)),
  ...(figures ? enteredColumns(figures) : []),
  notesColumn<SegmentChange>((change) => [noteOf(change)]),
];

function fileColumn(
  heading: string,
  side: 'before' | 'after',
  of: (segment: JudgedSegment) => number,
): Column<SegmentChange> {
  const figure = sideOf(side, of);
  return downloadColumn(heading, (change) => figure(change) ?? '');
}

function noteOf({ before, after }: SegmentChange): string | false {
  if (!before) return 'Only the file after has this value.';
  if (!after) return 'Only the file before has this value.';
  return (
    Math.min(before.leads, after.leads) < MIN_TESTED_LEADS &&
    `Fewer than ${MIN_TESTED_LEADS} leads in one of the files, so the lifts are not tested.`
  );
}

function describePresence({ before, after }: SegmentChange): string | null {
  if (!before) return 'new value';
  return after ? null : 'no longer there';
}

function Verdict({ change }: { change: SegmentChange }) {
  const presence = describePresence(change);
  return (
    <span className="inline-flex flex-col">
      <MarkedVerdict verdict={change.verdict} />
      {presence && <span className="text-12 text-muted">{presence}</span>}
    </span>
  );
}

function MarkedVerdict({ verdict }: Pick<SegmentChange, 'verdict'>) {
  const isChanged = verdict === 'Changed';
  return (
    <span className={isChanged ? 'font-semibold' : 'text-muted'}>
      <span aria-hidden>{isChanged ? '● ' : '○ '}</span>
      {verdict}
    </span>
  );
}

/** A stage of two files. */
export type StageChangeRow = StageChange<StageRow>;

/** The stages of two files, in the order of the later one. */
export function stageChangeColumns(currency: Currency | undefined): Columns<StageChangeRow> {
  const money = nameMoney('Value', currency);
  return [
    textColumn('verdict', {
      heading: 'Verdict',
      meaning: `Changed: the shares that are won differ by more than chance explains, among all stages (under ${100 * MAX_FALSE_DISCOVERY_RATE}% by chance).`,
      text: ({ verdict }) => verdict,
      cell: ({ verdict }) => <MarkedVerdict verdict={verdict} />,
      width: { wide: 136, narrow: 104 },
      isShort: true,
    }),
    textColumn('stage', {
      heading: 'Stage',
      text: ({ name }) => name,
      cell: ({ name }) => shortStage(name),
      width: { wide: 160, narrow: 112 },
      isRowName: true,
    }),
    ...SIDES.map((side) =>
      figureColumn<StageChangeRow>(`${side}Reached`, {
        heading: `Reached ${NAMES[side]}`,
        width: { wide: 88, narrow: 80 },
        figure: (change) => change[side]?.reached ?? null,
        ...COUNT,
      }),
    ),
    ...SIDES.flatMap((side) =>
      rangedColumns<StageChangeRow>({
        heading: `Is Won ${NAMES[side]}`,
        meaning:
          'Of the leads that are old enough to tell, the share that was won. Below it, its 95% interval.',
        width: { wide: 136, narrow: 124 },
        figure: (change) => {
          const stage = change[side];
          return stage?.step ? shareOf(stage) : null;
        },
        range: (change) => {
          const chance = change[side]?.chance;
          return chance?.kind === 'known' ? chance.interval : null;
        },
        noRange: (change) => {
          const stage = change[side];
          return stage ? describeNoShare(stage) : '';
        },
        ...SHARE,
        ends: [`Is Won 95% Low ${NAMES[side]}`, `Is Won 95% High ${NAMES[side]}`],
      }),
    ),
    ...SIDES.map((side) =>
      figureColumn<StageChangeRow>(`${side}Value`, {
        heading: `${money} ${NAMES[side]}`,
        width: { wide: 104, narrow: 96 },
        figure: (change) => change[side]?.value?.amount ?? null,
        format: (amount) => formatMoney(amount, currency),
        decimals: moneyDecimals(currency),
      }),
    ),
    figureColumn('q', {
      heading: 'By Chance',
      meaning:
        'If the stages with this figure or a lower one are called changed, about this share of them is chance.',
      width: wideOnly(92),
      figure: ({ test }) => test && test.q,
      ...P_VALUE,
    }),
    notesColumn<StageChangeRow>(({ before, after }) => [
      !before && 'Only the file after has this stage.',
      !after && 'Only the file before has this stage.',
    ]),
  ];
}

/** One figure of all leads in two files. */
export interface TotalChange {
  name: string;
  before: number;
  after: number;
  isRate: boolean;
}

/** One attribute in the split of the baseline change. */
export type SplitRow = Comparison['splits'][number];

export interface ComparisonParts {
  /** The names of the two, as the page shows them. */
  names: { before: string; after: string };
  /** The notices for the reader, one sentence each. */
  notices: readonly string[];
  totals: readonly TotalChange[];
  figures: ComparedFigures;
  stages: readonly StageChangeRow[];
  currency: Currency | undefined;
}

/** 'Download CSV' of a comparison: the two names, the notices, then all tables. */
export function exportComparison(comparison: Comparison, parts: ComparisonParts, date: Date): ExportFile {
  const { names, notices, totals, figures, stages, currency } = parts;
  const head: Cell[][] = [
    ['Before', names.before],
    ['After', names.after],
    ...notices.map((notice): Cell[] => ['Notice', notice]),
  ];
  const sections: Section[] = [
    ['Comparison', head],
    ['All leads', toRows(TOTAL_COLUMNS, totals)],
    ['Change of the baseline rate (points)', toRows(SPLIT_COLUMNS, comparison.splits)],
    ['Segments', toRows(rateChangeColumns(figures), comparison.segments)],
    ...(stages.length > 0
      ? [['Stages', toRows(stageChangeColumns(currency), stages)] satisfies Section]
      : []),
  ];
  const name = `comparison_${cleanFileName(names.before)}_${cleanFileName(names.after)}`;
  return { fileName: `${name}_${stampDate(date)}.csv`, rows: joinSections(sections) };
}
