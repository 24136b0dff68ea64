import type { MethodCheck, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { CalibrationGroup } from '#frontend/analysis/check/tenths.ts';
import type { FamilySizes } from '#frontend/analysis/counts/related-leads.ts';
import { CHECK_REPEATS, LEARNING_SHARE } from '#frontend/analysis/constants.ts';
import { type Method, METHODS } from '#frontend/analysis/check/learn-rules.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Multipliers } from '#frontend/analysis/judge/lead-values.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { ValueName } from '#frontend/features/results/names.tsx';
import { nameMoney, type Settings } from '#frontend/analysis/judge/settings.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { toPercent } from '#frontend/exports/table.ts';
import {
  countNoun,
  DECIMALS,
  formatConfidence,
  formatCount,
  formatMoney,
  formatRate,
  formatWholeMoney,
} from '#frontend/lib/format.ts';
import {
  type Column,
  type Columns,
  countColumn,
  downloadColumn,
  figureColumn,
  rateColumn,
  LIFT,
  COUNT,
  textColumn,
} from '#frontend/features/results/columns.tsx';
import { describeMiss } from '#frontend/features/results/outcome-words.ts';

/** A method in the table of methods. */
interface MethodRow extends MethodCheck {
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
    meaning: 'The bias of 95 of 100 such checks. If the band holds 0, the bias is within normal variation.',
    isNumeric: true,
    screen: { width: 148, cell: describeBand },
    exported: null,
    report: describeBand,
  },
  downloadColumn('Band From (%)', ({ band }) => toPercent(band.low)),
  downloadColumn('Band To (%)', ({ band }) => toPercent(band.high)),
  rateColumn('calibrationError', {
    heading: 'Off By',
    meaning: `What the ten groups are off by, taken together, as a share of all ${noun}.`,
    width: 120,
  }),
  rateColumn('chanceError', {
    heading: 'By Chance',
    meaning: 'What the groups are off by through chance alone, where the prediction is right.',
    width: 96,
  }),
];

function describeBand({ band: { low, high } }: MethodRow): string {
  return `${formatSigned(low)} to ${formatSigned(high)}`;
}

/** One tenth of the unseen leads, as each of both methods forms it. */
interface TenthRow {
  tenth: number;
  suggested: CalibrationGroup;
  balanced: CalibrationGroup;
}

export function listTenths({ methods }: FinishedCheck): TenthRow[] {
  return methods.rules.tenths.map((suggested, index) => ({
    tenth: index + 1,
    suggested,
    balanced: methods.balanced.tenths[index]!, // each method has the same number of tenths
  }));
}

export const tenthColumns = ({ order, head, formatAmount }: CheckedWords): Columns<TenthRow> => {
  const amountColumn = (heading: string, figure: (row: TenthRow) => number): Column<TenthRow> =>
    figureColumn(heading, {
      heading: head(heading),
      figure,
      format: formatAmount,
      decimals: DECIMALS.count,
      width: 116,
    });
  return [
    {
      ...countColumn<TenthRow>('tenth', {
        heading: 'Tenth',
        meaning: `A tenth of the unseen leads, by predicted ${order}: 1 has the lowest.`,
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

/** The rule of each value by both kinds of multipliers. */
export function multiplierColumns({ estimates }: Analysis): Columns<ValueRule> {
  const lift = (key: string, heading: string, liftOf: (rule: ValueRule) => number) =>
    figureColumn<ValueRule>(key, { heading, figure: liftOf, width: 136, ...LIFT });
  return [
    textColumn('field', {
      heading: 'Field',
      text: ({ segment }) => segment.fieldName,
      cell: ({ segment }) => <ValueName name={segment.fieldName} className="text-muted" />,
      width: { wide: 160, narrow: 104 },
    }),
    textColumn('value', {
      heading: 'Value',
      text: ({ segment }) => segment.value,
      cell: ({ segment }) => <ValueName name={segment.value} field={segment.fieldName} />,
      width: { wide: 220, narrow: 128 },
      isRowName: true,
    }),
    lift('suggested', 'Suggested', ({ suggested }) => suggested),
    lift('balanced', 'Balanced', ({ segment }) => estimates?.multiplierOf(segment.field, segment.value) ?? 1),
    figureColumn('leads', { heading: 'Leads', figure: ({ segment }) => segment.leads, width: 84, ...COUNT }),
  ];
}

/** The methods of the chart, with their looks. */
export const CHARTED = [
  { method: 'rules', multipliers: 'suggested', name: 'Suggested', isHollow: true },
  { method: 'balanced', multipliers: 'balanced', name: 'Balanced', isHollow: false },
] as const satisfies readonly { method: Method; multipliers: Multipliers; name: string; isHollow: boolean }[];

/** A check that had enough conversions. */
export type FinishedCheck = Extract<UnseenCheck, { kind: 'checked' }>;

const METHOD_NAMES: Readonly<Record<Method, string>> = {
  rules: 'Suggested value rules',
  product: 'All lifts multiplied',
  balanced: 'Balanced',
  best: 'Best estimate',
};

/** The words of a check for its predictions: conversions, or money. */
export interface CheckedWords {
  noun: string;
  amounts: string;
  /** The title of the chart. */
  chart: string;
  /** The figure by which the tenths are ordered. */
  order: string;
  /** Says that none of these leads converted or brought money. */
  nothing(leads: string): string;
  /** The conversions or the money of the unseen leads. */
  happened(actual: number): string;
  byTenth: string;
  perLead: string;
  /** The heading of a column of amounts. */
  head(name: string): string;
  formatAmount(amount: number): string;
  formatPerLead(amount: number): string;
  /** The labels of the ticks of an axis, all in the same form. */
  formatTicks(amounts: readonly number[]): string[];
}

/** The words of a check by its basis. Money has the currency of the analysis. */
export function findCheckedWords({ basis }: { basis: Basis }, currency: Settings['currency']): CheckedWords {
  return WORDS[basis](currency);
}

const WORDS: Readonly<Record<Basis, (currency: Settings['currency']) => CheckedWords>> = {
  conversions: () => ({
    noun: 'conversions',
    amounts: 'Predicted and Actual Conversions',
    chart: 'Predicted and Actual Conversion Rate',
    order: 'rate',
    nothing: (leads) => `None of the ${leads} has converted.`,
    happened: (actual) => `of which ${formatCount(actual)} converted`,
    byTenth: 'Conversions by Tenth',
    perLead: 'conversion rate',
    head: (name) => name,
    formatAmount: formatCount,
    formatPerLead: formatRate,
    formatTicks: (amounts) => amounts.map((amount) => formatConfidence(amount)),
  }),
  value: (currency) => {
    const formatPerLead = (amount: number) => formatMoney(amount, currency);
    const formatAmount = (amount: number) => formatWholeMoney(amount, currency);
    return {
      noun: 'value',
      amounts: 'Predicted and Actual Value',
      chart: 'Predicted and Actual Value per Lead',
      order: 'value per lead',
      nothing: (leads) => `The ${leads} brought no value.`,
      happened: (actual) => `worth ${formatAmount(actual)}`,
      byTenth: 'Value by Tenth',
      perLead: 'value per lead',
      head: (name) => nameMoney(name, currency),
      formatAmount,
      formatPerLead,
      formatTicks: (amounts) => amounts.map(amounts.every(Number.isInteger) ? formatAmount : formatPerLead),
    };
  },
};

/** Explains the check in words. */
export function describeMeaning({ part }: FinishedCheck): string {
  return part === 'latest' ? LATEST_MEANING : RANDOM_MEANING;
}

const LATEST_MEANING = `Rules were learned on the older ${formatConfidence(LEARNING_SHARE)} of the leads and tried on the latest ${formatConfidence(1 - LEARNING_SHARE)}, once. Leads without a date took no part, and none left this browser.`;

const RANDOM_MEANING = `Rules were learned on ${formatConfidence(LEARNING_SHARE)} of the leads and tried on the other ${formatConfidence(1 - LEARNING_SHARE)}, ${CHECK_REPEATS} times. No lead was used for both at once, and none left this browser.`;

/** Says that relatives stood on one side of every split; null where rows have none. Example: 'Rows come in families of 2 to 6: …' */
export function describeFamilies({ families }: FinishedCheck): string | null {
  if (!families) return null;
  return `Rows come in families of ${nameSizes(families)}: one customer, one company, or one form sent twice. Each family was either learned from or tried on, never both.`;
}

/** '2 to 6', or '2' where all have as many. */
export function nameSizes({ least, most }: FamilySizes): string {
  return least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
}

/** Names the values that each repeat chose for itself; null if there are none. */
export function describeChosenAnew({ chosenAnew }: FinishedCheck): string | null {
  if (chosenAnew.length === 0) return null;
  const fields = new Intl.ListFormat('en', { type: 'conjunction' }).format(chosenAnew);
  return `The best-split ranges or merged rare values of ${fields} were chosen anew each time, from the leads that the rules were learned on.`;
}

/**
 * The verdict in one sentence: by how much of all conversions, or of all money, the tenths of the unseen leads were off.
 * Example: 'On unseen leads, values per lead were 5% off (chance alone: 4%); the suggested rules, multiplied, 23%.'
 */
export function describeVerdict({ methods: { rules, best } }: FinishedCheck): string {
  return `On unseen leads, values per lead were ${describeMiss(best.calibrationError)} off (chance alone: ${describeMiss(best.chanceError)}); the suggested rules, multiplied, ${describeMiss(rules.calibrationError)}.`;
}

/** Why the first screen says 'no more than chance explains' of an error above that of chance alone; null elsewhere. */
export function describeChanceLimit({ methods: { best } }: FinishedCheck): string | null {
  const { calibrationError, chanceError, chanceLimit } = best;
  if (calibrationError <= chanceError || calibrationError > chanceLimit) return null;
  return `Chance alone gives ${describeMiss(chanceError)} on average and up to ${describeMiss(chanceLimit)} in 95 of 100 cases, so it can explain the ${describeMiss(calibrationError)}.`;
}

/** 'Seed 2026, 20 repeats, 2,772 unseen leads each, 1,068 of them converted on average. ...' */
export function describeOrigin(check: FinishedCheck, words: CheckedWords): string {
  const { part, seed, repeats, leads, actual } = check;
  const happened = words.happened(actual);
  if (part === 'latest')
    return `The latest ${countNoun(leads, 'lead')}, ${happened}. The same file and settings give the same figures.`;
  return `Seed ${seed}, ${countNoun(repeats, 'repeat')}, ${countNoun(leads, 'unseen lead')} each, ${happened} on average. The same file and settings give the same figures.`;
}
