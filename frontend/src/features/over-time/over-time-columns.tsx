import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { OVER_TIME_METHOD } from '#frontend/analysis/over-time/method.ts';
import { type OverTime, namePeriod, type Unit } from '#frontend/analysis/over-time/over-time.ts';
import { wilsonInterval } from '#frontend/analysis/stats/intervals.ts';
import {
  joinSections,
  stampDate,
  toPercent,
  toRows,
  type Cell,
  type ExportFile,
} from '#frontend/exports/table.ts';
import {
  countColumn,
  downloadColumn,
  figureColumn,
  notesColumn,
  P_VALUE,
  textColumn,
  wideOnly,
  yesOrNo,
  type Columns,
} from '#frontend/features/results/columns.tsx';
import { Lift } from '#frontend/features/results/figures.tsx';
import { rangedColumns, SHARE } from '#frontend/features/results/ranged-columns.tsx';
import { OUTCOME_WORDS } from '#frontend/features/results/outcome-words.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { DECIMALS, formatLift, formatMoney, formatRatio, moneyDecimals } from '#frontend/lib/format.ts';
import { CHANGE_WORDS, HEADINGS, type FollowedRule, type RulePeriod } from './followed-rules.ts';

/** The columns of a rule by period, with a heading for the first one such as 'Month'. */
export function periodColumns(analysis: Analysis, heading: string): Columns<RulePeriod> {
  const { basis, settings } = analysis;
  const method = METHOD[basis];
  const isByValue = basis === 'value';
  const lift = isByValue ? 'Value Lift' : 'Lift vs Baseline';
  const money = nameMoney('Lead Value', settings.currency);
  const describeMoney = (amount: number) => formatMoney(amount, settings.currency);
  return [
    textColumn<RulePeriod>('period', {
      heading,
      text: ({ name }) => name,
      cell: ({ name, isRipe }) => (
        <>
          <span className={cx('block tabular-nums', isRipe ? 'font-medium' : 'text-muted')}>{name}</span>
          {!isRipe && <span className="block text-12 text-muted">too young</span>}
        </>
      ),
      width: { wide: 112, narrow: 88 },
      isRowName: true,
    }),
    countColumn<RulePeriod>('leads', { heading: 'Leads', width: { wide: 72, narrow: 60 } }),
    countColumn<RulePeriod>('conversions', { heading: 'Conversions', width: wideOnly(112) }),
    ...rangedColumns<RulePeriod>({
      heading: 'Conversion Rate',
      meaning: method.rateInterval.words,
      width: 124,
      figure: ({ conversionRate }) => conversionRate,
      range: ({ conversions, leads }) => wilsonInterval(conversions, leads),
      ...SHARE,
      ends: ['Conversion Rate 95% Low', 'Conversion Rate 95% High'],
    }),
    ...rangedColumns<RulePeriod>({
      heading: lift,
      meaning: `${method.lift.words} Below it, its 95% interval.`,
      width: 116,
      figure: (period) => period.lift,
      range: (period) => (period.hasInterval ? period.interval : null),
      draw: (figure) => <Lift lift={figure} />,
      format: formatRatio,
      decimals: DECIMALS.ratio,
      ends: isByValue ? ['Value Lift 95% Low', 'Value Lift 95% High'] : ['Lift 95% Low', 'Lift 95% High'],
    }),
    downloadColumn('Adjusted Lift', ({ adjustedLift }) => adjustedLift),
    ...rangedColumns<RulePeriod>({
      heading: money,
      meaning: `${method.segmentLeadValue.words} Below it, its range after shrinking.`,
      width: 132,
      figure: ({ leadValue }) => leadValue,
      range: (period) => (period.hasInterval ? period.valueRange : null),
      draw: describeMoney,
      format: describeMoney,
      decimals: moneyDecimals(settings.currency),
      ends: [`${money} Low`, `${money} High`],
    }),
    downloadColumn('Baseline Rate (%)', ({ baselineRate }) => toPercent(baselineRate)),
    downloadColumn('Past the Age Cut', ({ isRipe }) => yesOrNo(isRipe)),
    notesColumn(({ isRipe, hasFew }) => [
      !isRipe && 'Too young: some of its leads may still be open.',
      hasFew && 'Few leads.',
    ]),
  ];
}

/** The columns of what has changed, one row per rule: for files and paper. */
export function changeColumns(analysis: Analysis, testedUnit: Unit): Columns<FollowedRule> {
  const figure = (heading: string, key: 'before' | 'after' | 'p' | 'q' | 'periods') =>
    figureColumn<FollowedRule>(heading, {
      heading,
      width: 96,
      figure: ({ change }) => (IS_SHOWN[key](change) ? change[key] : null),
      ...FIGURES[key],
    });
  const { lift } = OUTCOME_WORDS[analysis.basis];
  const name = lift === 'lift' ? 'Lift' : 'Value Lift';
  return [
    textColumn('field', { heading: 'Field', text: ({ rule }) => rule.segment.fieldName, width: 112 }),
    textColumn('value', { heading: 'Value', text: ({ rule }) => rule.segment.value, width: 156 }),
    textColumn('change', {
      heading: 'Over Time',
      meaning: OVER_TIME_METHOD.changed.words,
      text: ({ change }) => CHANGE_WORDS[change.kind],
      width: 136,
    }),
    figure(`${name} Before`, 'before'),
    figure(`${name} Since`, 'after'),
    textColumn('since', {
      heading: 'Since',
      text: ({ change }) => (change.kind === 'changed' ? namePeriod(change.since, testedUnit) : ''),
      width: 96,
    }),
    figure('Periods Compared', 'periods'),
    figure('p of a Change', 'p'),
    figure('q of a Change', 'q'),
  ];
}

type Tested = Exclude<FollowedRule['change'], { kind: 'too-few' }>;
type ShowsChange = (change: FollowedRule['change']) => change is Tested;
const isTested: ShowsChange = (change): change is Tested => change.kind !== 'too-few';
// Without a change the cut with the largest difference is chance, and its lifts would look like one.
const isChanged: ShowsChange = (change): change is Tested => change.kind === 'changed';
const IS_SHOWN = { before: isChanged, after: isChanged, periods: isTested, p: isTested, q: isTested };

const RATIO = { format: formatLift, decimals: DECIMALS.ratio };
const FIGURES = {
  before: RATIO,
  after: RATIO,
  periods: { format: String, decimals: DECIMALS.count },
  p: P_VALUE,
  q: P_VALUE,
};

interface OverTimeFile {
  rules: readonly FollowedRule[];
  overTime: OverTime;
  /** Rows that say which leads the figures leave out. */
  notes: readonly Cell[][];
}

/** 'Download CSV': what has changed, then the figures of all rules by period. */
export function exportOverTime(
  analysis: Analysis,
  { rules, overTime: { unit, testedUnit }, notes }: OverTimeFile,
  date: Date,
): ExportFile {
  const heading = HEADINGS[unit];
  const ofRule = (name: string, textOf: (period: RulePeriod) => string) =>
    downloadColumn<RulePeriod>(name, textOf);
  const columns = [
    ofRule('Field', ({ rule }) => rule.segment.fieldName),
    ofRule('Value', ({ rule }) => rule.segment.value),
    ...periodColumns(analysis, heading),
  ];
  return {
    fileName: `rules_over_time_${stampDate(date)}.csv`,
    rows: [
      ...joinSections([
        [
          `Change of Each Rule, Tested by ${HEADINGS[testedUnit]}`,
          toRows(changeColumns(analysis, testedUnit), rules),
        ],
        [
          `Rules by ${heading}`,
          toRows(
            columns,
            rules.flatMap(({ periods }) => periods),
          ),
        ],
      ]),
      ...(notes.length > 0 ? [[], ...notes] : []),
    ],
  };
}
