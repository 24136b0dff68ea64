import {
  settleCurrency,
  type AmountCurrency,
  type CurrencyFindings,
  type FileCurrency,
} from '#frontend/analysis/counts/amount-currency.ts';
import { CELLS_LOOKED_AT } from '#frontend/analysis/columns/columns.ts';
import { currenciesOf, findHeaderMark, findMark, readMark } from '#frontend/analysis/columns/currencies.ts';
import { areMost, findNumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { MIN_AMOUNT } from '#frontend/analysis/constants.ts';
import type { Worth } from '#frontend/analysis/counts/worth.ts';
import type { CodedColumn } from '#frontend/csv/table.ts';
import { codedColumn, ROWS_LOOKED_AT, type HeldFile } from './held-file.ts';
import type { OpenedFile } from './protocol.ts';

type AmountColumn = Extract<Worth, { kind: 'column' }>;

const NAMES_CURRENCY = /curr|währung|waehrung|devise|moneda|divisa|valuta|valuutta|waluta|měna|munt\b/i;

/**
 * The columns that name the currency of each row, those with a fitting header first. Of the filled cells in the first 1,000
 * rows at least 80% are codes or signs; without a word such as 'currency' in the header all are codes.
 */
export function findCurrencyColumns({ table }: Pick<HeldFile, 'table'>): number[] {
  const found = table.headers.map((header, column) => {
    const { categories, leads, isWhole } = table.codeRows(column, MOST_CURRENCIES, ROWS_LOOKED_AT);
    if (!isWhole) return { column, fits: false, isNamed: false };
    const isNamed = NAMES_CURRENCY.test(header);
    const isMark = (cell: string) => readMark(cell) !== null;
    const isCode = (cell: string) => /^[A-Z]{3}$/.test(cell.trim()) && readMark(cell) !== null;
    const filled = categories.filter((cell) => cell.trim() !== '');
    const fits = isNamed ? areMost(categories, leads, isMark) : filled.length > 0 && filled.every(isCode);
    return { column, fits, isNamed };
  });
  return found
    .filter(({ fits }) => fits)
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
    .map(({ column }) => column);
}

/** A file has fewer currencies than this; a column with more texts is another one. */
const MOST_CURRENCIES = 200;

/** The columns of currencies, found at the first call. */
function currencyColumnsOf(held: HeldFile): readonly number[] {
  return (held.currencyColumns ??= findCurrencyColumns(held));
}

/**
 * How the rows of a file name the currency of the amounts in a column, whether or not they count for a plan. Rows without
 * an amount are not counted. Found once for each pair of columns.
 *
 * @param chosen the column of currencies; null for none, undefined for the one that fits
 */
export function describeCurrency(
  held: HeldFile,
  column: number,
  chosen: number | null | undefined,
): CurrencyFindings {
  const whole = held.selection?.whole ?? held;
  const own = pickCurrencyColumn(whole, column, chosen);
  const key = `${column} ${own}`;
  const known = whole.currencies.get(key);
  if (known) return known;
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
  held: HeldFile,
  column: number,
  chosen: number | null | undefined,
): number | null {
  if (chosen === null) return null;
  const { headers } = held.table;
  const found = currencyColumnsOf(held).filter((candidate) => candidate !== column);
  if (chosen !== undefined && found.includes(chosen)) return chosen;
  const amount = headers[column]?.toLowerCase() ?? '';
  const after = found.find((candidate) => headers[candidate]?.toLowerCase().startsWith(amount));
  return after ?? found[0] ?? null;
}

/** What names the currency of each row: the column of currencies, else the cell with the amount; '' for neither. */
function marksOf(held: HeldFile, column: number, own: number | null): (lead: number) => string {
  const amounts = codedColumn(held, column);
  const inCells = amounts.categories.map((cell) => findMark(cell) ?? '');
  // The `!` here: a code per lead, a mark per category.
  const cellMark = (lead: number) => inCells[amounts.codes[lead]!]!;
  if (own === null) return cellMark;
  const { codes, categories } = codedColumn(held, own);
  const marks = categories.map((cell) => readMark(cell) ?? cell.trim());
  return (lead) => marks[codes[lead]!]! || cellMark(lead);
}

/** A blank, a text and 0 are none. */
const hasAmount = (cell: string): boolean => /[1-9]/.test(cell);

/** Plain numbers name nothing beside them, and a column of them is not coded to learn that. Null for any other column. */
function countPlain({ table }: HeldFile, column: number): Map<string, number> | null {
  const all = new Uint8Array(table.rowCount).fill(1);
  const plain = table.readNumbers?.(column, all, MIN_AMOUNT);
  return plain ? new Map([['', plain.rows.length + plain.negative]]) : null;
}

function countMarks(
  markOf: (lead: number) => string,
  { codes, categories }: CodedColumn,
): Map<string, number> {
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
  /** True while the currency is asked for: then there are no figures by value. */
  isOpen: boolean;
  /** Whether a lead has; a blank and 0 are no amounts. Null where no lead has. */
  isOther: ((lead: number) => boolean) | null;
}

/** The rule for the leads of a file, or of a view of the leads that count. */
export function currencyRule(held: HeldFile, { column, currency = {} }: AmountColumn): CurrencyRule {
  const { question, others, findings } = settle(held, { column, currency });
  if (others.length === 0) return { isOpen: question !== null, isOther: null };
  const marks = new Set(others.map(({ mark }) => mark));
  const whole = held.selection?.whole ?? held;
  const markOf = marksOf(held, column, pickCurrencyColumn(whole, column, currency.column));
  const unnamed = findings.header ?? '';
  const { codes, categories } = codedColumn(held, column);
  const isAmount = categories.map(hasAmount);
  return {
    isOpen: question !== null,
    // The `!` here: a code per lead.
    isOther: (lead) => isAmount[codes[lead]!] === true && marks.has(markOf(lead) || unnamed),
  };
}

function settle(held: HeldFile, { column, currency }: { column: number; currency: AmountCurrency }) {
  return settleCurrency(describeCurrency(held, column, currency.column), currency.code);
}

/**
 * What a file says of currencies, whatever its amounts are used for: the columns of currencies, and the one currency that it
 * names. Such a column wins over signs and codes in the cells of numbers in the first 1,000 rows, and these over headers.
 * Null where nothing names one, or where there are several.
 */
export function describeFileCurrency(held: HeldFile): Pick<OpenedFile, 'currencyColumns' | 'currency'> {
  const currencyColumns = currencyColumnsOf(held);
  const [column] = currencyColumns;
  return {
    currencyColumns,
    currency: column === undefined ? findNamedCurrency(held) : findColumnCurrency(held, column),
  };
}

function findColumnCurrency(held: HeldFile, column: number): FileCurrency | null {
  const filled = codedColumn(held, column).categories.filter((cell) => cell.trim() !== '');
  const marks = filled.map((cell) => readMark(cell) ?? cell);
  return onlyCurrency(marks, { source: 'column', header: held.table.headers[column] ?? '' });
}

/** The currency that columns of numbers name, in their cells or in their headers. */
function findNamedCurrency({ table }: HeldFile): FileCurrency | null {
  const numeric = table.headers.flatMap((header, column) => {
    const { categories, leads } = table.codeRows(column, Infinity, ROWS_LOOKED_AT);
    const cells = categories.slice(0, CELLS_LOOKED_AT);
    return findNumberFormat(cells, leads.subarray(0, CELLS_LOOKED_AT)) === null ? [] : [{ header, cells }];
  });
  const inCells = numeric.flatMap(({ header, cells }) =>
    cells.map((cell) => ({ header, mark: findMark(cell) })),
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
