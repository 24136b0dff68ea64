import type { MethodCheck, CalibrationGroup } from '#frontend/analysis/check-unseen.ts';
import { CHECK_REPEATS, MIN_RULE_CONVERSIONS, MIN_RULE_LEADS } from '#frontend/analysis/constants.ts';
import type { Basis } from '#frontend/analysis/worth.ts';
import { type RuleCheck, METHODS, type Method } from '#frontend/analysis/learn-rules.ts';
import { toPercent } from '#frontend/exports/table.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatLift, formatRate } from '#frontend/lib/format.ts';
import { countColumn, downloadColumn, rateColumn, type Column, type Columns } from '../columns.tsx';
import { Lift } from '../figures.tsx';
import { ValueName } from '../names.tsx';
import { CHECKED, METHOD_NAMES, OUTCOMES, type FinishedCheck } from './check-words.ts';

/** A method in the table of methods. */
export interface MethodRow extends MethodCheck {
  name: string;
  actual: number;
}

export function listMethods({ methods, actual }: FinishedCheck): MethodRow[] {
  return METHODS.map((method) => ({ ...methods[method], name: METHOD_NAMES[method], actual }));
}

/** A signed share: -0.14 as '−14.0%'. */
function formatSigned(share: number): string {
  const size = formatRate(Math.abs(share));
  if (size === formatRate(0)) return size;
  return `${share < 0 ? '−' : '+'}${size}`;
}

const unsortable = <Item,>(column: Column<Item>): Column<Item> => ({
  ...column,
  screen: column.screen && { ...column.screen, isSortable: false },
});

function textColumn<Item>(
  heading: string,
  textOf: (item: Item) => string,
  screen: Partial<NonNullable<Column<Item>['screen']>> & { width: number | { wide: number; narrow: number } },
): Column<Item> {
  return {
    key: heading,
    heading,
    meaning: null,
    isNumeric: false,
    screen: { isSortable: false, cell: textOf, ...screen },
    exported: textOf,
    report: textOf,
  };
}

export const methodColumns = (basis: Basis): Columns<MethodRow> => [
  textColumn('Method', ({ name }) => name, { width: { wide: 176, narrow: 132 }, isRowName: true }),
  countColumn('predicted', { heading: 'Predicted', meaning: null, width: 92 }),
  countColumn('actual', { heading: 'Actual', meaning: null, width: 76 }),
  {
    key: 'bias',
    heading: 'Bias',
    meaning:
      basis === 'value'
        ? 'Predicted value against what happened: below 0 means that more happened.'
        : 'Predicted conversions against those that happened: below 0 means that more happened.',
    isNumeric: true,
    screen: { width: 84, isSortable: false, cell: ({ bias }) => formatSigned(bias) },
    exported: ({ bias }) => toPercent(bias),
    report: ({ bias }) => formatSigned(bias),
  },
  {
    key: 'band',
    heading: '95% Band',
    meaning: 'The bias of 95 of 100 such checks. If the band holds 0, chance alone can do this.',
    isNumeric: true,
    screen: { width: 148, isSortable: false, cell: ({ band }) => wordBand(band) },
    exported: null,
    report: ({ band }) => wordBand(band),
  },
  downloadColumn('Band From (%)', ({ band }) => toPercent(band.low)),
  downloadColumn('Band To (%)', ({ band }) => toPercent(band.high)),
  unsortable(
    rateColumn('calibrationError', {
      heading: 'Calibration Error',
      meaning: `What the ten groups miss by, taken together, as a share of all ${CHECKED[basis].noun}.`,
      width: 108,
    }),
  ),
];

function wordBand({ low, high }: MethodCheck['band']): string {
  return `${formatSigned(low)} to ${formatSigned(high)}`;
}

export const checkedRuleColumns: Columns<RuleCheck> = [
  {
    key: 'outcome',
    heading: 'Outcome',
    meaning: `Held: on the unseen leads the lift lay on the same side of 1x, outside half the threshold. Faded: it did not. Too few: under ${MIN_RULE_LEADS} unseen leads or ${MIN_RULE_CONVERSIONS} expected conversions.`,
    isNumeric: false,
    isShort: true,
    screen: { width: { wide: 104, narrow: 84 }, isSortable: false, cell: (rule) => <Outcome {...rule} /> },
    exported: ({ outcome }) => OUTCOMES[outcome].word,
    report: (rule) => <Outcome {...rule} />,
  },
  textColumn<RuleCheck>('Field', ({ field }) => field, {
    width: { wide: 152, narrow: 0 },
    cell: ({ field }) => <ValueName name={field} className="text-muted" />,
  }),
  textColumn<RuleCheck>('Value', ({ value }) => value, {
    width: { wide: 200, narrow: 102 },
    isRowName: true,
    cell: ({ field, value }) => (
      <>
        <ValueName name={field} className="text-12 text-muted md:hidden" />
        <ValueName name={value} field={field} className="font-medium" />
      </>
    ),
  }),
  {
    key: 'multiplier',
    heading: 'Lift Then',
    meaning: 'The suggested rule that the learning part gave: median of the repeats.',
    isNumeric: true,
    screen: {
      width: { wide: 96, narrow: 80 },
      isSortable: false,
      cell: ({ multiplier }) => <Lift lift={multiplier} />,
    },
    exported: ({ multiplier }) => multiplier,
    report: ({ multiplier }) => formatLift(multiplier),
  },
  {
    key: 'laterLift',
    heading: 'Lift Later',
    meaning: 'The lift of the same value among the unseen leads: median of the repeats.',
    isNumeric: true,
    screen: {
      width: { wide: 96, narrow: 80 },
      isSortable: false,
      cell: ({ laterLift }) => <Lift lift={laterLift} />,
    },
    exported: ({ laterLift }) => laterLift,
    report: ({ laterLift }) => formatLift(laterLift),
  },
  wideOnly(countColumn<RuleCheck>('leads', { heading: 'Unseen Leads', meaning: null, width: 80 })),
  wideOnly(
    countColumn<RuleCheck>('expectedConversions', {
      heading: 'Expected Conversions',
      meaning: null,
      width: 112,
    }),
  ),
  wideOnly({
    ...countColumn<RuleCheck>('learned', {
      heading: 'Learned',
      meaning: `In how many of the ${CHECK_REPEATS} repeats the learning part gave this rule.`,
      width: 80,
    }),
  }),
];

/** A column that narrow screens leave out, and that sorts nothing. */
function wideOnly<Item>(column: Column<Item>): Column<Item> {
  const { screen } = column;
  if (!screen || typeof screen.width !== 'number') return column;
  return { ...column, screen: { ...screen, width: { wide: screen.width, narrow: 0 }, isSortable: false } };
}

function Outcome({ outcome }: RuleCheck) {
  const { word, sign } = OUTCOMES[outcome];
  return (
    <span className={cx('whitespace-nowrap', outcome === 'held' ? 'font-medium' : 'text-muted')}>
      <span aria-hidden className="mr-1.5 inline-block w-3 text-center">
        {sign}
      </span>
      {word}
    </span>
  );
}

/** One tenth of the unseen leads, as each of both methods forms it. */
export interface TenthRow {
  tenth: number;
  suggested: CalibrationGroup;
  balanced: CalibrationGroup;
}

export function listTenths({ methods }: FinishedCheck): TenthRow[] {
  return methods.rules.tenths.map((suggested, index) => ({
    tenth: index + 1,
    suggested,
    balanced: methods.balanced.tenths[index]!, // as many of each method
  }));
}

export const tenthColumns: Columns<TenthRow> = [
  {
    key: 'tenth',
    heading: 'Tenth',
    meaning: 'A tenth of the unseen leads, by predicted rate: 1 has the lowest.',
    isNumeric: false,
    screen: { width: 64, isSortable: false, isRowName: true, cell: ({ tenth }) => formatCount(tenth) },
    exported: ({ tenth }) => tenth,
    report: ({ tenth }) => formatCount(tenth),
  },
  conversionsColumn('Suggested: Predicted', ({ suggested }) => suggested.predicted),
  conversionsColumn('Suggested: Actual', ({ suggested }) => suggested.actual),
  conversionsColumn('Balanced: Predicted', ({ balanced }) => balanced.predicted),
  conversionsColumn('Balanced: Actual', ({ balanced }) => balanced.actual),
];

function conversionsColumn(heading: string, conversionsOf: (row: TenthRow) => number): Column<TenthRow> {
  return {
    key: heading,
    heading,
    meaning: null,
    isNumeric: true,
    screen: { width: 112, isSortable: false, cell: (row) => formatCount(conversionsOf(row)) },
    exported: conversionsOf,
    report: (row) => formatCount(conversionsOf(row)),
  };
}

/** The methods of the chart, with their looks. */
export const CHARTED = [
  { method: 'rules', name: 'Suggested', isHollow: true },
  { method: 'balanced', name: 'Balanced', isHollow: false },
] as const satisfies readonly { method: Method; name: string; isHollow: boolean }[];
