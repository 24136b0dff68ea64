import { useDeferredValue, useMemo } from 'react';
import type { Analysis, Settings } from '#frontend/analysis/judge/analyse.ts';
import { measureRate } from '#frontend/analysis/judge/lift.ts';
import {
  FIRST_LISTED_COMBINATIONS,
  MAX_LISTED_COMBINATIONS,
  MIN_COMBINATION_LEADS,
} from '#frontend/analysis/constants.ts';
import {
  bestCombinations,
  countCombinations,
  isImpossible,
  type LeadValue,
  type Multipliers,
} from '#frontend/analysis/judge/lead-values.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { toPercent } from '#frontend/exports/table.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatRate, formatWholeMoney } from '#frontend/lib/format.ts';
import {
  COUNT,
  downloadColumn,
  figureColumn,
  notesColumn,
  textColumn,
  type Column,
  withRangePerField,
  type Bounds,
} from '#frontend/features/results/kit/columns.tsx';
import { ValueName } from '#frontend/features/results/kit/names.tsx';
import { TableSection } from '#frontend/features/results/kit/table-section.tsx';
import { explainBestEstimate } from './lead-value.tsx';

/** The columns of 'All Lead Value Combinations': one per attribute, the lead value, and what is known of combinations. */
export function combinationColumns(
  analysis: Analysis,
  multipliers: Multipliers = 'suggested',
): readonly Column<LeadValue>[] {
  const { fields, settings, estimates, basis } = analysis;
  // By value a rate is money, which the column shows itself.
  const rateOf = (rate: number) => (basis === 'conversions' ? rate : null);
  return [
    ...fields.map(({ name }, field) => attributeColumn(name, ({ values }) => values[field] ?? '')),
    moneyColumn({
      key: 'leadValue',
      name: 'Lead Value',
      currency: settings.currency,
      meaning: null,
      isStrong: multipliers === 'suggested',
      amountOf: ({ leadValue }) => leadValue,
      rateOf: ({ predictedRate }) => rateOf(predictedRate),
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

/** Leads, and their value by the balanced multipliers, by the best estimate, and as it was. */
function estimateColumns(
  { basis, rateValue, settings: { currency } }: Analysis,
  multipliers: Multipliers,
): Column<LeadValue>[] {
  const actualRate = ({ estimate }: LeadValue) => estimate?.actualRate ?? null;
  const leadsOf = ({ estimate }: LeadValue) => estimate?.counts.leads ?? 0;
  const columnOf = (
    rateOf: MoneyColumn['rateOf'],
    look: Omit<MoneyColumn, 'rateOf' | 'amountOf' | 'currency'>,
  ) =>
    moneyColumn({
      ...look,
      currency,
      rateOf: (combination) => (basis === 'conversions' ? rateOf(combination) : null),
      amountOf: (combination) => {
        const rate = rateOf(combination);
        return rate === null ? null : rateValue * rate;
      },
    });
  return [
    figureColumn('leads', { heading: 'Leads', figure: leadsOf, width: 72, ...COUNT }),
    columnOf(({ estimate }) => estimate?.balancedRate ?? null, {
      key: 'balanced',
      name: 'Balanced',
      meaning: 'The value by multipliers that were fitted together, so that no effect counts twice.',
      isStrong: multipliers === 'balanced',
    }),
    columnOf(({ estimate }) => estimate?.bestRate ?? null, {
      key: 'best',
      name: 'Best Estimate',
      meaning: explainBestEstimate(basis),
    }),
    columnOf(actualRate, {
      key: 'actual',
      name: 'Actual',
      meaning: `What these leads were worth${basis === 'value' ? ' per lead' : ': conversion value × their own rate'}. Not shown under ${MIN_COMBINATION_LEADS} leads.`,
      hasRate: true,
    }),
    {
      ...downloadColumn('Actual Rate (%)', ({ estimate }: LeadValue) =>
        !estimate || estimate.actualRate === null ? '' : toPercent(measureRate(estimate.counts)),
      ),
      isCopied: true,
    },
  ];
}

interface MoneyColumn {
  key: string;
  name: string;
  currency: Settings['currency'];
  meaning: string | null;
  /** The value that the reader acts on. */
  isStrong?: boolean;
  hasRate?: boolean;
  /** Null where there is no figure. */
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
      cell: (combination) => (
        <>
          <span className={cx(look.isStrong && 'font-semibold')}>{shown(combination)}</span>
          <RateBelow rate={look.rateOf(combination)} isShown={look.hasRate} />
        </>
      ),
    },
    exported: (combination) => amountOf(combination) ?? '',
    report: shown,
  };
}

/** The rate behind a value: a warning where it is more than 100%. */
function RateBelow({ rate, isShown }: { rate: number | null; isShown?: boolean }) {
  if (rate === null) return null;
  if (rate > 1) {
    return (
      <span className="block text-12 whitespace-normal text-caution">
        <span aria-hidden>! </span>predicts {formatRate(rate)}
      </span>
    );
  }
  return isShown && <span className="ml-1.5 text-12 text-muted">{formatRate(rate)}</span>;
}

function attributeColumn(name: string, valueOf: (combination: LeadValue) => string): Column<LeadValue> {
  return textColumn(`attribute ${name}`, {
    heading: name,
    text: valueOf,
    header: () => <ValueName name={name} />,
    cell: (combination) => <ValueName name={valueOf(combination)} field={name} />,
    width: { wide: 168, narrow: 112 },
  });
}

/** The table is the last of its tab, and few readers reach its end. */
const MOST_OPEN_ROWS = 15;

export interface CombinationsTableProps {
  analysis: Analysis;
  bounds: Bounds;
  multipliers: Multipliers;
}

/** The best 10,000 combinations of values, highest lead value first. */
export function CombinationsTable({ analysis, bounds, multipliers }: CombinationsTableProps) {
  // Finding 10,000 rows takes some milliseconds. The first rows are shown before that, and the controls stay quick.
  const shown = useDeferredValue(analysis);
  const limit = useDeferredValue(MAX_LISTED_COMBINATIONS, FIRST_LISTED_COMBINATIONS);
  const combinations = useMemo(
    () => bestCombinations(shown, limit, multipliers),
    [shown, limit, multipliers],
  );
  const columns = useMemo(
    () => withRangePerField(combinationColumns(shown, multipliers), bounds, shown.fields),
    [shown, bounds, multipliers],
  );
  const hasImpossible = combinations.some(
    ({ predictedRate, estimate }) =>
      isImpossible(shown, predictedRate) || isImpossible(shown, estimate?.balancedRate ?? 0),
  );
  return (
    <TableSection
      title="All Lead Value Combinations"
      description={describe(countCombinations(shown))}
      status={
        hasImpossible && (
          <p className="text-13 text-caution">
            ! Marked combinations predict more than 100% conversion, which is impossible. Take these values
            with caution.
          </p>
        )
      }
      columns={columns}
      items={combinations}
      keyOf={({ values }) => JSON.stringify(values)}
      rowHeight={40}
      maxOpenRows={MOST_OPEN_ROWS}
    />
  );
}

function describe(total: number): string {
  if (total === 1) return 'The only combination.';
  if (total <= MAX_LISTED_COMBINATIONS) return `All ${formatCount(total)} combinations, highest value first.`;
  return `Top ${formatCount(MAX_LISTED_COMBINATIONS)} of ${formatCount(total)} combinations, highest value first.`;
}
