import { nameCurrencySource, nameFileCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { listLeftOutRows, type Cell, type LeftOutCount } from '#frontend/exports/table.ts';
import { countNoun } from '#frontend/lib/format.ts';
import type { ResultsInput } from './results-input.ts';

/** What a reader should know of the currency of the figures. */
export interface CurrencyNote {
  /** The currency and where it comes from: 'EUR, from the column “Currency”'. Null where it is a choice or the preference. */
  source: string | null;
  /** True where the rows of the file name it: then it can be changed in step 2 only. */
  isFixed: boolean;
  /** True where the file names it, but conversion values are typed. */
  isOfTyped: boolean;
  /** The converted leads that are worth 0, since their amounts are of another currency; 0 by conversions. */
  others: number;
}

type CurrencySources = Pick<ResultsInput, 'amountCurrency' | 'fileCurrency' | 'basis'> & {
  measurement: Pick<ResultsInput['measurement'], 'worth'>;
};

export function findCurrencyNote(
  { amountCurrency, fileCurrency, basis, measurement }: CurrencySources,
  { currency }: Settings,
): CurrencyNote {
  const isFixed = (amountCurrency?.findings.named.length ?? 0) > 0;
  const isFound = isFixed || amountCurrency?.source !== 'choice';
  const ofAmounts = amountCurrency && isFound ? nameCurrencySource(amountCurrency) : null;
  const ofFile = fileCurrency && fileCurrency.code === currency ? nameFileCurrency(fileCurrency) : null;
  return {
    source: ofAmounts ?? ofFile,
    isFixed,
    isOfTyped: ofAmounts === null && ofFile !== null,
    others: basis === 'value' ? (measurement.worth?.otherCurrency ?? 0) : 0,
  };
}

/** The rows of a download that say where the currency comes from, and what is worth 0 for it. */
export function listCurrencyRows({ source, others }: CurrencyNote): Cell[][] {
  return [
    ...(source === null ? [] : [['Currency', source]]),
    ...(others > 0 ? [['Amounts in Another Currency', others, 'converted leads that are worth 0']] : []),
  ];
}

/** The rows below a single table, which says nothing else of its file: only where its figures leave something out. */
export function listTableNotes(leftOut: readonly LeftOutCount[], currency: CurrencyNote): Cell[][] {
  if (leftOut.length === 0 && currency.others === 0) return [];
  return [...listLeftOutRows(leftOut), ...listCurrencyRows(currency)];
}

/** The same for the report. */
export function nameCurrencyTexts({ source, others }: CurrencyNote): [name: string, text: string][] {
  return [
    ...(source === null ? [] : [['Currency', source] satisfies [string, string]]),
    ...(others > 0 ? [['In another currency', wordOthers(others)] satisfies [string, string]] : []),
  ];
}

function wordOthers(others: number): string {
  return `${countNoun(others, 'converted lead')}, worth 0 here: segments with many of them look worse than they are`;
}
