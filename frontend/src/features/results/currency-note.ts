import {
  nameCurrencySource,
  nameFileCurrency,
  type FileCurrency,
  type SettledCurrency,
} from '#frontend/analysis/counts/amount-currency.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { listLeftOutRows, type Cell, type LeftOutCount } from '#frontend/exports/table.ts';
import { countNoun } from '#frontend/lib/format.ts';

/** The currency of the figures, its source, and the amounts in other currencies. */
export interface CurrencyNote {
  /** The currency with its source: 'EUR, from the column “Currency”'. Null if the visitor chose it, or for the preference. */
  source: string | null;
  /** True if the rows of the file name the currency. It can then be changed in step 2 only. */
  isFixed: boolean;
  /** True if the file names the currency, but the conversion value is typed. */
  isOfTyped: boolean;
  /** How many converted leads are worth 0, since their amounts have another currency; 0 by conversions. */
  others: number;
}

interface CurrencySources {
  amountCurrency?: SettledCurrency | null;
  fileCurrency?: FileCurrency | null;
  basis?: Basis;
  measurement: Pick<Measurement, 'worth'>;
}

export function findCurrencyNote(
  { amountCurrency, fileCurrency, basis, measurement }: CurrencySources,
  { currency }: Pick<Settings, 'currency'>,
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

/** The rows of a download with the source of the currency, and with the leads that are worth 0 because of theirs. */
export function listCurrencyRows({ source, others }: CurrencyNote): Cell[][] {
  return [
    ...(source === null ? [] : [['Currency', source]]),
    ...(others > 0 ? [['Amounts in Another Currency', others, 'converted leads that are worth 0']] : []),
  ];
}

/** The rows below a single table, which has no other notes on its file. Empty if its figures leave nothing out. */
export function listTableNotes(leftOut: readonly LeftOutCount[], currency: CurrencyNote): Cell[][] {
  if (leftOut.length === 0 && currency.others === 0) return [];
  return [...listLeftOutRows(leftOut), ...listCurrencyRows(currency)];
}

/** The currency note for the report. */
export function nameCurrencyTexts({ source, others }: CurrencyNote): [name: string, text: string][] {
  return [
    ...(source === null ? [] : [['Currency', source] satisfies [string, string]]),
    ...(others > 0 ? [['In another currency', describeOthers(others)] satisfies [string, string]] : []),
  ];
}

function describeOthers(others: number): string {
  return `${countNoun(others, 'converted lead')}, worth 0 here: segments with many of them look worse than they are`;
}
