import type { CalibrationGroup, MethodCheck } from '#frontend/analysis/check-unseen.ts';
import { CHECK_REPEATS, MIN_RULE_CONVERSIONS, MIN_RULE_LEADS } from '#frontend/analysis/constants.ts';
import { type Method, METHODS, type RuleCheck } from '#frontend/analysis/learn-rules.ts';
import { toPercent } from '#frontend/exports/table.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatRate } from '#frontend/lib/format.ts';
import {
  type Column,
  type Columns,
  countColumn,
  downloadColumn,
  figureColumn,
  liftColumn,
  rateColumn,
  textColumn,
  wideOnly,
} from '../columns.tsx';
import { ValueName } from '../names.tsx';
import { type CheckedWords, type FinishedCheck, METHOD_NAMES, OUTCOMES } from './check-words.ts';

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

export const methodColumns = ({ noun, head, formatAmount }: CheckedWords): Columns<MethodRow> => [
  textColumn('name', {
    heading: 'Method',
    text: ({ name }) => name,
    width: { wide: 176, narrow: 132 },
    isRowName: true,
  }),
  countColumn('predicted', { heading: head('Predicted'), width: 116, format: formatAmount }),
  countColumn('actual', { heading: head('Actual'), width: 96, format: formatAmount }),
  rateColumn('bias', {
    heading: 'Bias',
    meaning: `Predicted ${noun} against what happened: below 0 means that more happened.`,
    width: 84,
    format: formatSigned,
  }),
  {
    key: 'band',
    heading: '95% Band',
    meaning: 'The bias of 95 of 100 such checks. If the band holds 0, chance alone can do this.',
    isNumeric: true,
    screen: { width: 148, cell: wordBand },
    exported: null,
    report: wordBand,
  },
  downloadColumn('Band From (%)', ({ band }) => toPercent(band.low)),
  downloadColumn('Band To (%)', ({ band }) => toPercent(band.high)),
  rateColumn('calibrationError', {
    heading: 'Calibration Error',
    meaning: `What the ten groups miss by, taken together, as a share of all ${noun}.`,
    width: 120,
  }),
];

function wordBand({ band: { low, high } }: MethodRow): string {
  return `${formatSigned(low)} to ${formatSigned(high)}`;
}

export const checkedRuleColumns: Columns<RuleCheck> = [
  textColumn('outcome', {
    heading: 'Outcome',
    meaning: `Held: on the unseen leads the lift lay on the same side of 1x, outside half the threshold. Faded: it did not. Too few: under ${MIN_RULE_LEADS} unseen leads or ${MIN_RULE_CONVERSIONS} expected conversions.`,
    text: ({ outcome }) => OUTCOMES[outcome].word,
    cell: (rule) => <Outcome {...rule} />,
    report: (rule) => <Outcome {...rule} />,
    width: { wide: 104, narrow: 84 },
    isShort: true,
  }),
  textColumn('field', {
    heading: 'Field',
    text: ({ field }) => field,
    cell: ({ field }) => <ValueName name={field} className="text-muted" />,
    width: wideOnly(152),
  }),
  textColumn('value', {
    heading: 'Value',
    text: ({ value }) => value,
    cell: ({ field, value }) => (
      <>
        <ValueName name={field} className="text-12 text-muted md:hidden" />
        <ValueName name={value} field={field} className="font-medium" />
      </>
    ),
    width: { wide: 200, narrow: 102 },
    isRowName: true,
  }),
  liftColumn('multiplier', {
    heading: 'Lift Then',
    meaning: 'The suggested rule that the learning part gave: median of the repeats.',
    width: { wide: 96, narrow: 80 },
  }),
  liftColumn('laterLift', {
    heading: 'Lift Later',
    meaning: 'The lift of the same value among the unseen leads: median of the repeats.',
    width: { wide: 96, narrow: 80 },
  }),
  countColumn('leads', { heading: 'Unseen Leads', width: wideOnly(80) }),
  countColumn('expectedConversions', { heading: 'Expected Conversions', width: wideOnly(112) }),
  countColumn('learned', {
    heading: 'Learned',
    meaning: `In how many of the ${CHECK_REPEATS} repeats the learning part gave this rule.`,
    width: wideOnly(80),
  }),
];

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

export const tenthColumns = ({ head, formatAmount }: CheckedWords): Columns<TenthRow> => {
  const amountColumn = (heading: string, figure: (row: TenthRow) => number): Column<TenthRow> =>
    figureColumn(heading, { heading: head(heading), figure, format: formatAmount, width: 116 });
  return [
    {
      ...countColumn<TenthRow>('tenth', {
        heading: 'Tenth',
        meaning: 'A tenth of the unseen leads, by predicted rate: 1 has the lowest.',
        width: 64,
        isRowName: true,
      }),
      isNumeric: false,
    },
    amountColumn('Suggested: Predicted', ({ suggested }) => suggested.predicted),
    amountColumn('Suggested: Actual', ({ suggested }) => suggested.actual),
    amountColumn('Balanced: Predicted', ({ balanced }) => balanced.predicted),
    amountColumn('Balanced: Actual', ({ balanced }) => balanced.actual),
  ];
};

/** The methods of the chart, with their looks. */
export const CHARTED = [
  { method: 'rules', name: 'Suggested', isHollow: true },
  { method: 'balanced', name: 'Balanced', isHollow: false },
] as const satisfies readonly { method: Method; name: string; isHollow: boolean }[];
