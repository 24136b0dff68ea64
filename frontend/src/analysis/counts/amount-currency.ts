import type { Currency } from '#contract/currencies.ts';
import { currenciesOf } from '../columns/currencies.ts';

/** The visitor's choices about the currency of the amounts in a column. */
export interface AmountCurrency {
  /** The column that names the currency of each row; null for none. Absent: the column that fits. */
  column?: number | null;
  /** Only amounts of this currency count. Absent: the only currency that the file names. */
  code?: Currency;
}

/** The same with the column by its header. */
export type NamedAmountCurrency = Omit<AmountCurrency, 'column'> & { column?: string | null };

/** How the rows with an amount name its currency. A row's own column wins over a sign or code beside the amount. */
export interface CurrencyFindings {
  /** The header of the column that names currencies; null without one. */
  column: string | null;
  /** Marks in rows, most rows first: a code, a shared sign such as '$', or a text that is neither. */
  named: readonly { mark: string; rows: number }[];
  /** Rows that name none. */
  unnamed: number;
  /** The mark in the header of the amounts. */
  header: string | null;
}

/** The source of the currency of amounts; without any ('nowhere') the visitor's preference counts. */
type CurrencySource = 'column' | 'cells' | 'header' | 'choice' | 'nowhere';

/** The currency of amounts, or the question that the visitor must answer. */
export interface SettledCurrency {
  findings: CurrencyFindings;
  /** Null while the question is open, and where nothing names a currency. */
  code: Currency | null;
  source: CurrencySource;
  /** 'sign': a shared sign may be one of several currencies. 'several': amounts of several currencies are never added up. */
  question: 'sign' | 'several' | null;
  /** The currencies that may be chosen, with the rows whose amounts then count; empty: any. */
  options: readonly { code: Currency; rows: number }[];
  /** The rows whose amounts do not count, by the mark of their currency; '' for rows without a mark. */
  others: readonly { mark: string; rows: number }[];
}

/**
 * The currency of amounts: as the rows name it, else as the header names it. Rows without a mark have the currency of the
 * header; without one, they count if all other rows agree. A chosen currency that no row can mean is ignored if rows name
 * currencies, since it may come from the settings of another file. A shared sign means the chosen currency, unless other
 * rows name that currency in full.
 * Example: 1,900 rows with '€' and 700 with '$': the question is 'several', of EUR, USD, AUD, ...; after EUR the others are
 * 700 rows of '$'.
 */
export function settleCurrency(findings: CurrencyFindings, chosen: Currency | undefined): SettledCurrency {
  const { named, column } = findings;
  if (named.every(({ mark }) => currenciesOf(mark).length === 0)) return settleHeader(findings, chosen);
  const groups = groupRows(findings);
  const options = [...new Set(groups.flatMap(({ mark }) => currenciesOf(mark)))].map((code) => ({
    code,
    rows: sumRows(groups.filter(({ mark }) => counts(groups, mark, code))),
  }));
  const own = currenciesOf(groups[0]?.mark ?? '');
  const only = groups.length === 1 && own.length === 1 ? own[0] : undefined;
  const isPossible = options.some(({ code }) => code === chosen);
  const code = (isPossible ? chosen : only) ?? null;
  return {
    findings,
    code,
    source: code !== null && code !== only ? 'choice' : column === null ? 'cells' : 'column',
    question: code !== null ? null : groups.length === 1 ? 'sign' : 'several',
    options,
    others: code === null ? [] : groups.filter(({ mark }) => !counts(groups, mark, code)),
  };
}

function settleHeader(findings: CurrencyFindings, chosen: Currency | undefined): SettledCurrency {
  const currencies = currenciesOf(findings.header ?? '');
  const only = currencies.length === 1 ? currencies[0] : undefined;
  const code = chosen ?? only ?? null;
  const isAsked = code === null && currencies.length > 0;
  return {
    findings,
    code,
    source: code === null ? 'nowhere' : code === only ? 'header' : 'choice',
    question: isAsked ? 'sign' : null,
    options: isAsked ? currencies.map((option) => ({ code: option, rows: findings.unnamed })) : [],
    others: [],
  };
}

type Rows = CurrencyFindings['named'][number];

/** The rows by the mark of their currency. Rows without a mark are a separate group only if the others differ. */
function groupRows({ named, unnamed, header }: CurrencyFindings): readonly Rows[] {
  const mark = header ?? '';
  if (unnamed === 0 || (mark === '' && named.length === 1)) return named;
  const ofMark = named.find((group) => group.mark === mark);
  return ofMark
    ? named.map((group) => (group === ofMark ? { mark, rows: group.rows + unnamed } : group))
    : [...named, { mark, rows: unnamed }];
}

const sumRows = (groups: readonly Rows[]): number => groups.reduce((sum, { rows }) => sum + rows, 0);

function counts(groups: readonly Rows[], mark: string, code: Currency): boolean {
  if (mark === code) return true;
  return currenciesOf(mark).includes(code) && !groups.some((group) => group.mark === code);
}

/** A currency that a file names, and the header of the column that names it. */
export interface FileCurrency {
  code: Currency;
  source: Extract<CurrencySource, 'column' | 'cells' | 'header'>;
  header: string;
}

/** The currency of a file with its source in words: 'EUR, from the heading “Auftragswert €”'. */
export function nameFileCurrency({ code, source, header }: FileCurrency): string {
  const from = { column: 'the column', cells: 'the cells of', header: 'the heading' }[source];
  return `${code}, from ${from} “${header}”`;
}

/** The currency of amounts with its source in words: 'EUR, from the column “Currency”'. Null without a currency. */
export function nameCurrencySource({ code, source, findings }: SettledCurrency): string | null {
  if (code === null) return null;
  switch (source) {
    case 'column':
      return `${code}, from the column “${findings.column ?? ''}”`;
    case 'cells':
      return `${code}, from the cells with the amounts`;
    case 'header':
      return `${code}, from the heading of the amounts`;
    case 'choice':
      return `${code}, as you chose`;
    case 'nowhere':
      return null;
  }
}
