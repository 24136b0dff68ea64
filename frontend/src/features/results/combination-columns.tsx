import type { Analysis, Settings } from '#frontend/analysis/judge/analyse.ts';
import { measureRate } from '#frontend/analysis/measure/lift.ts';
import { MIN_COMBINATION_LEADS } from '#frontend/analysis/constants.ts';
import { isImpossible, type LeadValue, type Multipliers } from '#frontend/analysis/judge/lead-values.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { toPercent } from '#frontend/exports/table.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { DECIMALS, formatRate, formatWholeMoney } from '#frontend/lib/format.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import { OUTCOME_WORDS } from './outcome-words.ts';
import { COUNT, downloadColumn, figureColumn, notesColumn, textColumn, type Column } from './columns.tsx';
import { ValueName } from './names.tsx';

/**
 * The columns of 'All Lead Value Combinations': one per attribute, the specified lead value, and if combinations are known the best
 * estimate, which is the value to use, and the actual one. The page shows balanced values only to readers who chose these multipliers.
 */
export function combinationColumns(
  analysis: Analysis,
  multipliers: Multipliers = 'suggested',
): readonly Column<LeadValue>[] {
  const { fields, settings, estimates, basis } = analysis;
  const { rateBeside } = OUTCOME_WORDS[basis];
  return [
    ...fields.map(({ name }, field) => attributeColumn(name, field)),
    moneyColumn({
      key: 'leadValue',
      name: 'Lead Value',
      currency: settings.currency,
      meaning: null,
      isStrong: estimates === null,
      amountOf: ({ leadValue }) => leadValue,
      rateOf: ({ predictedRate }) => rateBeside(predictedRate),
    }),
    ...(estimates ? estimateColumns(analysis, multipliers) : []),
    notesColumn(({ predictedRate, estimate }) => [
      isImpossible(analysis, predictedRate) &&
        `Predicts ${formatRate(predictedRate)} conversion. More than 100% is impossible, so take this value with caution.`,
      estimate !== null &&
        isImpossible(analysis, estimate.balancedRate) &&
        `Balanced predicts ${formatRate(estimate.balancedRate)} conversion, which is impossible.`,
      estimate?.counts.leads === 0 && 'No lead has this combination.',
    ]),
  ];
}

/** The number of leads, and their value by the balanced multipliers, by the best estimate, and as counted. */
function estimateColumns(
  { basis, rateValue, settings: { currency } }: Analysis,
  multipliers: Multipliers,
): Column<LeadValue>[] {
  const { rateBeside, actualLeadValue } = OUTCOME_WORDS[basis];
  const actualRate = ({ estimate }: LeadValue) => estimate?.actualRate ?? null;
  const leadsOf = ({ estimate }: LeadValue) => estimate?.counts.leads ?? 0;
  const columnOf = (
    rateOf: MoneyColumn['rateOf'],
    look: Omit<MoneyColumn, 'rateOf' | 'amountOf' | 'currency'>,
  ) =>
    moneyColumn({
      ...look,
      currency,
      rateOf: (combination) => {
        const rate = rateOf(combination);
        return rate === null ? null : rateBeside(rate);
      },
      amountOf: (combination) => {
        const rate = rateOf(combination);
        return rate === null ? null : rateValue * rate;
      },
    });
  return [
    figureColumn('leads', { heading: 'Leads', figure: leadsOf, width: 72, ...COUNT }),
    {
      ...columnOf(({ estimate }) => estimate?.balancedRate ?? null, {
        key: 'balanced',
        name: 'Balanced',
        meaning: METHOD[basis].balanced.words,
        isStrong: true,
      }),
      ...(multipliers !== 'balanced' && { screen: null, report: null, isCopied: true }),
    },
    columnOf(({ estimate }) => estimate?.bestRate ?? null, {
      key: 'best',
      name: 'Best Estimate',
      meaning: METHOD[basis].bestEstimate.words,
      note: 'to use',
      isStrong: multipliers === 'suggested',
    }),
    columnOf(actualRate, {
      key: 'actual',
      name: 'Actual',
      meaning: `${actualLeadValue} Not shown under ${MIN_COMBINATION_LEADS} leads.`,
      hasRate: true,
    }),
    {
      ...downloadColumn('Actual Rate (%)', ({ estimate }: LeadValue) =>
        !estimate || estimate.actualRate === null ? '' : toPercent(measureRate(estimate.counts)),
      ),
      isCopied: true,
      precisionOf: () => ({ decimals: DECIMALS.rate }),
    },
  ];
}

interface MoneyColumn {
  key: string;
  name: string;
  currency: Settings['currency'];
  meaning: string | null;
  /** The word under its heading. */
  note?: string;
  /** True for the value to look at. */
  isStrong?: boolean;
  hasRate?: boolean;
  /** Null without a figure. */
  amountOf(combination: LeadValue): number | null;
  rateOf(combination: LeadValue): number | null;
}

function moneyColumn({ key, name, currency, meaning, amountOf, ...look }: MoneyColumn): Column<LeadValue> {
  const shown = (combination: LeadValue) => {
    const amount = amountOf(combination);
    return amount === null ? '–' : formatWholeMoney(amount, currency);
  };
  return {
    key,
    heading: nameMoney(name, currency),
    meaning,
    isNumeric: true,
    screen: {
      width: 128,
      note: look.note,
      cell: (combination) => (
        <>
          <span className={cx(look.isStrong && 'font-semibold')}>{shown(combination)}</span>
          <RateBelow rate={look.rateOf(combination)} isShown={look.hasRate} />
        </>
      ),
    },
    exported: (combination) => amountOf(combination) ?? '',
    precisionOf: () => ({ decimals: 0 }),
    report: shown,
  };
}

/** The conversion rate below a value, with a warning if it is more than 100%. */
function RateBelow({ rate, isShown }: { rate: number | null; isShown?: boolean }) {
  if (rate === null) return null;
  if (rate > 1) {
    return (
      <span className="block text-12 whitespace-normal text-caution">
        <span aria-hidden>! </span>predicts {formatRate(rate)}
      </span>
    );
  }
  if (!isShown) return null;
  return (
    <>
      {/* Read as two figures. */} <span className="ml-0.5 text-12 text-muted">{formatRate(rate)}</span>
    </>
  );
}

function attributeColumn(name: string, field: number): Column<LeadValue> {
  const valueOf = ({ values }: LeadValue) => values[field] ?? '';
  return textColumn(`attribute ${name}`, {
    heading: name,
    text: valueOf,
    header: () => <ValueName name={name} />,
    cell: (combination) => <ValueName name={valueOf(combination)} field={name} />,
    width: { wide: 168, narrow: 112 },
    // Only one column can stay in view on a small screen.
    ...(field === 0 && { isRowName: true }),
  });
}
