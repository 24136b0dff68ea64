import {
  settleCurrency,
  type AmountCurrency,
  type CurrencyFindings,
  type FileCurrency,
} from '#frontend/analysis/counts/amount-currency.ts';
import { currenciesOf, findHeaderMark, findMark, readMark } from '#frontend/analysis/columns/currencies.ts';
import { areMost } from '#frontend/analysis/columns/number-format.ts';
import { MIN_AMOUNT } from '#frontend/analysis/constants.ts';
import type { Worth } from '#frontend/analysis/counts/mapping.ts';
import type { RowCodes } from '#frontend/csv/table.ts';
import { codedColumn, firstCellsOf, type LoadedFile } from './loaded-file.ts';
import type { OpenedFile } from './file-facts.ts';

type AmountColumn = Extract<Worth, { kind: 'column' }>;

const NAMES_CURRENCY = /curr|währung|waehrung|devise|moneda|divisa|valuta|valuutta|waluta|měna|munt\b/i;

/**
 * The columns that name the currency of each row, those with a fitting header first. Of the filled cells in the first
 * leads at least 80% are codes or signs; without a word such as 'currency' in the header all are codes.
 */
function findCurrencyColumns(loaded: LoadedFile): number[] {
  const found = firstCellsOf(loaded).map(({ header, categories, leads }, column) => {
    if (categories.length > MOST_CURRENCIES) return { column, fits: false, isNamed: false };
    const isNamed = NAMES_CURRENCY.test(header);
    const isMark = (cell: string) => readMark(cell) !== null;
    const isCode = (cell: string) => /^[A-Z]{3}$/.test(cell) && readMark(cell) !== null;
    const filled = categories.filter((cell) => cell !== '');
    const fits = isNamed ? areMost(categories, leads, isMark) : filled.length > 0 && filled.every(isCode);
    return { column, fits, isNamed };
  });
  return found
    .filter(({ fits }) => fits)
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
    .map(({ column }) => column);
}

/** A column with more distinct texts than this does not hold currencies. */
const MOST_CURRENCIES = 200;

/** The columns of currencies; found at the first call for a file. */
export function currencyColumnsOf(loaded: LoadedFile): readonly number[] {
  return (loaded.currencyColumns ??= findCurrencyColumns(loaded));
}

/**
 * How the rows of a file name the currency of the amounts in a column, also rows that count in no figure. Rows without an
 * amount are not counted. Each pair of columns is read once.
 *
 * @param chosen the column of currencies; null for none, undefined for the one that fits
 */
export function describeCurrency(
  loaded: LoadedFile,
  column: number,
  chosen: number | null | undefined,
): CurrencyFindings {
  const whole = loaded.selection?.whole ?? loaded;
  const own = pickCurrencyColumn(whole, column, chosen);
  const key = `${column} ${own}`;
  const cached = whole.currencies.get(key);
  if (cached) return cached;
  const plain = own === null ? countPlain(whole, column) : null;
  const rows = plain ?? countMarks(marksOf(whole, column, own), codedColumn(whole, column));
  const { headers } = whole.table;
  const named = [...rows].filter(([mark]) => mark !== '').map(([mark, count]) => ({ mark, rows: count }));
  const findings = {
    column: own === null ? null : (headers[own] ?? ''),
    named: named.toSorted((a, b) => b.rows - a.rows),
    unnamed: rows.get('') ?? 0,
    header: findHeaderMark(headers[column] ?? ''),
  };
  whole.currencies.set(key, findings);
  return findings;
}

/** Exports with several amounts name each currency after its amount: 'Amount' and 'Amount Currency'. */
function pickCurrencyColumn(
  loaded: LoadedFile,
  column: number,
  chosen: number | null | undefined,
): number | null {
  if (chosen === null) return null;
  const { headers } = loaded.table;
  const found = currencyColumnsOf(loaded).filter((candidate) => candidate !== column);
  if (chosen !== undefined && found.includes(chosen)) return chosen;
  const amount = headers[column]?.toLowerCase() ?? '';
  const after = found.find((candidate) => headers[candidate]?.toLowerCase().startsWith(amount));
  return after ?? found[0] ?? null;
}

/** The mark of each row's currency: from the column of currencies, else from the cell with the amount; '' without one. */
function marksOf(loaded: LoadedFile, column: number, own: number | null): (lead: number) => string {
  const amounts = codedColumn(loaded, column);
  const inCells = amounts.categories.map((cell) => findMark(cell) ?? '');
  // The `!` here: a code per lead, a mark per category.
  const cellMark = (lead: number) => inCells[amounts.codes[lead]!]!;
  if (own === null) return cellMark;
  const { codes, categories } = codedColumn(loaded, own);
  const marks = categories.map((cell) => readMark(cell) ?? cell);
  return (lead) => marks[codes[lead]!]! || cellMark(lead);
}

/** A blank, a text and 0 are no amounts. */
const hasAmount = (cell: string): boolean => /[1-9]/.test(cell);

/** The rows with an amount in a column of plain numbers, which names no currency and need not be coded. Null for any other column. */
function countPlain({ table }: LoadedFile, column: number): Map<string, number> | null {
  const all = new Uint8Array(table.rowCount).fill(1);
  const plain = table.readNumbers?.(column, all, MIN_AMOUNT);
  return plain ? new Map([['', plain.rows.length + plain.negative]]) : null;
}

function countMarks(markOf: (lead: number) => string, { codes, categories }: RowCodes): Map<string, number> {
  const isAmount = categories.map(hasAmount);
  const rows = new Map<string, number>();
  for (let lead = 0; lead < codes.length; lead++) {
    if (!isAmount[codes[lead]!]) continue; // a code per lead
    const mark = markOf(lead);
    rows.set(mark, (rows.get(mark) ?? 0) + 1);
  }
  return rows;
}

/** Which leads have amounts of another currency than the one that counts. */
export interface CurrencyRule {
  /** True until the visitor has chosen a currency. There are no figures by value before. */
  isOpen: boolean;
  /** Whether a lead has an amount of another currency; a blank and 0 are no amounts. Null if no lead has. */
  isOther: ((lead: number) => boolean) | null;
}

/** The rule for the leads of a file, or for a view with the leads that count. */
export function currencyRule(loaded: LoadedFile, { column, currency = {} }: AmountColumn): CurrencyRule {
  const { question, others, findings } = settle(loaded, { column, currency });
  if (others.length === 0) return { isOpen: question !== null, isOther: null };
  const marks = new Set(others.map(({ mark }) => mark));
  const whole = loaded.selection?.whole ?? loaded;
  const markOf = marksOf(loaded, column, pickCurrencyColumn(whole, column, currency.column));
  const unnamed = findings.header ?? '';
  const { codes, categories } = codedColumn(loaded, column);
  const isAmount = categories.map(hasAmount);
  return {
    isOpen: question !== null,
    // The `!` here: a code per lead.
    isOther: (lead) => isAmount[codes[lead]!] === true && marks.has(markOf(lead) || unnamed),
  };
}

function settle(loaded: LoadedFile, { column, currency }: { column: number; currency: AmountCurrency }) {
  return settleCurrency(describeCurrency(loaded, column, currency.column), currency.code);
}

/**
 * The columns of currencies of a file, and the one currency that the file names. A column of currencies wins over signs and
 * codes in the cells of numbers in the first leads, and these win over headers. The currency is null if the file
 * names none or several.
 */
export function describeFileCurrency(loaded: LoadedFile): Pick<OpenedFile, 'currencyColumns' | 'currency'> {
  const currencyColumns = currencyColumnsOf(loaded);
  const [column] = currencyColumns;
  return {
    currencyColumns,
    currency: column === undefined ? findNamedCurrency(loaded) : findColumnCurrency(loaded, column),
  };
}

function findColumnCurrency(loaded: LoadedFile, column: number): FileCurrency | null {
  const filled = codedColumn(loaded, column).categories.filter((cell) => cell !== '');
  const marks = filled.map((cell) => readMark(cell) ?? cell);
  return onlyCurrency(marks, { source: 'column', header: loaded.table.headers[column] ?? '' });
}

/** The currency that columns of numbers name, in their cells or in their headers. */
function findNamedCurrency(loaded: LoadedFile): FileCurrency | null {
  const numeric = firstCellsOf(loaded).filter(({ isNumeric }) => isNumeric);
  const inCells = numeric.flatMap(({ header, some }) =>
    some.categories.map((cell) => ({ header, mark: findMark(cell) })),
  );
  const inHeaders = numeric.map(({ header }) => ({ header, mark: findHeaderMark(header) }));
  for (const [source, all] of [
    ['cells', inCells],
    ['header', inHeaders],
  ] as const) {
    const named = all.flatMap(({ header, mark }) => (mark === null ? [] : [{ header, mark }]));
    const [first] = named;
    if (first)
      return onlyCurrency(
        named.map(({ mark }) => mark),
        { source, header: first.header },
      );
  }
  return null;
}

function onlyCurrency(marks: readonly string[], from: Omit<FileCurrency, 'code'>): FileCurrency | null {
  const [mark = '', ...others] = new Set(marks);
  const [code, ...more] = currenciesOf(mark);
  return code && more.length === 0 && others.length === 0 ? { code, ...from } : null;
}
