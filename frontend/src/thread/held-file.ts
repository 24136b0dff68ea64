import {
  CELLS_LOOKED_AT,
  isMostlyUnique,
  looksLikeIds,
  readColumnNumbers,
} from '#frontend/analysis/columns.ts';
import { findDateColumns, findDateFormat, readDates, type DateSummary } from '#frontend/analysis/dates.ts';
import { MAX_SAMPLES, MAX_USUAL_STATUS_VALUES } from '#frontend/analysis/constants.ts';
import type { AttributePlan, ValuesPlan } from '#frontend/analysis/mapping.ts';
import type { ReadWorth } from '#frontend/analysis/read-amounts.ts';
import type { CurrencyFindings } from '#frontend/analysis/amount-currency.ts';
import type { Worth } from '#frontend/analysis/worth.ts';
import {
  findNumberFormat,
  isThousandsAmbiguous,
  type NumberFormat,
} from '#frontend/analysis/number-format.ts';
import { guessStatusColumn } from '#frontend/analysis/status-guess.ts';
import { countConversions } from '#frontend/analysis/tally.ts';
import {
  codeColumn,
  codeSmallColumn,
  sampleColumns,
  type CodedTexts,
  type Table,
} from '#frontend/csv/table.ts';
import type { DateFilter, LeftOutLeads } from '#frontend/analysis/lead-filter.ts';
import type { KeptView } from './counted-leads.ts';
import type { KeptCounts } from './kept-counts.ts';
import type { ReadRows } from './leave-out.ts';
import type { ColumnDetail, ConversionsQuestion, OpenedFile } from './protocol.ts';

const PREVIEW_ROWS = 5;
/** Enough leads to tell ids and currencies from other values. */
export const ROWS_LOOKED_AT = 1000;

/**
 * A file that has been read: the table with its field index, and each column that was asked for, coded once.
 * Mapping and ranges fold the codes; the bytes are never read a second time.
 */
export interface HeldFile {
  table: Table;
  /** In which it was opened: years of two digits are at most 10 years ahead of it. */
  year: number;
  /** The rows as they were read; null where all of them are in `table`. */
  read: ReadRows | null;
  coded: Map<number, CodedTexts>;
  /** How columns write their numbers, as found in all rows. */
  numberFormats: Map<number, NumberFormat>;
  /** The columns that name currencies; absent until they are asked for. */
  currencyColumns?: readonly number[];
  /** How rows name the currency of amounts, by the two columns. */
  currencies: Map<string, CurrencyFindings>;
  counts: KeptCounts;
  lastView: KeptView | null;
  /** Only in a view of the leads that count: the file, the other leads, and how columns are coded without them. */
  selection?: { whole: HeldFile; leftOut: LeftOutLeads; codeColumn(column: number): CodedTexts };
}

/**
 * Holds a table of which no column is coded and nothing is counted yet.
 *
 * @param year the year in which it is read
 */
export function holdFile(table: Table, year: number, read: ReadRows | null = null): HeldFile {
  const counts = { folds: [], converted: null, amounts: null, fitted: null };
  return {
    table,
    year,
    read,
    coded: new Map(),
    numberFormats: new Map(),
    currencies: new Map(),
    counts,
    lastView: null,
  };
}

/** A column as codes with the leads of each; coded at the first call. */
export function codedColumn(held: HeldFile, column: number): CodedTexts {
  return (
    held.coded.get(column) ??
    keepColumn(held, column, held.selection?.codeColumn(column) ?? codeColumn(held.table, column))
  );
}

/** The codes of a column of dates, and the date of each code or NaN. */
export function datedColumn(
  held: HeldFile,
  { dateColumn, dateFormat }: DateFilter,
): { codes: Uint32Array; dates: Float64Array; leads: Uint32Array } {
  const column = dateColumn ?? 0;
  const { codes, categories, leads } = codedColumn(held, column);
  const format = dateFormat ?? describeDates(held, column)[0]?.format ?? 'iso';
  return { codes, dates: readDates(categories, { format, year: held.year }), leads };
}

function keepColumn(held: HeldFile, column: number, coded: CodedTexts): CodedTexts {
  held.coded.set(column, coded);
  return coded;
}

/** The distinct texts of a column without blanks, or null where they are more than a status column usually has. */
function statusesOf(held: HeldFile, column: number): string[] | null {
  const coded = codeSmallColumn(held.table, column, MAX_USUAL_STATUS_VALUES);
  if (!coded) return null;
  const { categories } = keepColumn(held, column, coded);
  return categories.filter((category) => category !== '');
}

/** The part of a held file that crosses to the page: headers, samples, a few rows, the intake report. */
export function describeFile(
  held: HeldFile,
  { number, file, report, leftOut }: Pick<OpenedFile, 'number' | 'report' | 'leftOut'> & { file: File },
): Omit<OpenedFile, 'currencyColumns' | 'currency'> {
  const { table } = held;
  const cells = table.headers.map((_, column) => table.codeRows(column, Infinity, ROWS_LOOKED_AT));
  const someCells = cells.map(({ categories, leads }) => ({
    categories: categories.slice(0, CELLS_LOOKED_AT),
    leads: leads.subarray(0, CELLS_LOOKED_AT),
  }));
  return {
    number,
    fileName: file.name,
    sizeBytes: file.size,
    rowCount: table.rowCount,
    headers: table.headers,
    columns: sampleColumns(
      table,
      MAX_SAMPLES,
      someCells.map(({ categories }) => categories),
    ).map((sample, index) => ({
      index,
      header: table.headers[index] ?? '',
      ...sample,
      // The `!` here: cells of each column.
      hasIds: looksLikeIds(cells[index]!.categories, cells[index]!.leads),
      isNumeric: findNumberFormat(someCells[index]!.categories, someCells[index]!.leads) !== null,
    })),
    preview: table.readRows(0, PREVIEW_ROWS),
    report,
    leftOut,
    dateColumns: findDateColumns(table.headers, someCells, held.year),
    guessedStatusColumn: guessStatusColumn(table.headers, (column) => statusesOf(held, column)),
  };
}

/**
 * The plan of an attribute with all that its cells are read by: the year for dates, and the way of writing numbers that was
 * found, where ranges need it and none was chosen.
 */
export function toValuesPlan(held: HeldFile, plan: AttributePlan): ValuesPlan {
  const { dates, ...others } = plan;
  if (dates) return { ...others, dates: { ...dates, year: held.year } };
  if (plan.numberFormat || !plan.ranges?.length) return others;
  return { ...others, numberFormat: foundFormat(held, plan.column) };
}

/**
 * Worth with the way of writing that was found, where none was chosen. Null where a point may separate thousands or
 * decimals: only the visitor knows which.
 */
export function withAmountFormat(held: HeldFile, worth: Worth): ReadWorth | null {
  if (worth.kind === 'per-status') return worth;
  const { numberFormat, column } = worth;
  if (numberFormat) return { ...worth, numberFormat };
  const { categories, leads } = codedColumn(held.selection?.whole ?? held, column);
  if (isThousandsAmbiguous(categories, leads)) return null;
  return { ...worth, numberFormat: foundFormat(held, column) };
}

/** The way of writing that fits a column of the whole file; found at the first call. */
function foundFormat(held: HeldFile, column: number): NumberFormat {
  const { categories, leads } = codedColumn(held.selection?.whole ?? held, column);
  const found = held.numberFormats.get(column) ?? findNumberFormat(categories, leads) ?? 'plain';
  held.numberFormats.set(column, found);
  return found;
}

/**
 * Distinct raw values of one column with leads per value; numeric summary where at least 80% are numbers.
 *
 * @param chosen how the column writes its numbers; undefined: the way that fits
 */
export function describeColumn(held: HeldFile, column: number, chosen?: NumberFormat): ColumnDetail {
  const { categories, leads } = codedColumn(held, column);
  const numbers = readColumnNumbers(categories, leads, chosen);
  if (!chosen) held.numberFormats.set(column, numbers.numberFormat);
  const blanks = leads[categories.indexOf('')] ?? 0;
  const distinct = categories.length - (blanks > 0 ? 1 : 0);
  return {
    index: column,
    values: categories,
    leads: leads.slice(),
    ...numbers,
    isThousandsAmbiguous: isThousandsAmbiguous(categories, leads),
    dates: describeDates(held, column),
    year: held.year,
    isMostlyUnique: isMostlyUnique(distinct, held.table.rowCount - blanks),
  };
}

/** The ways in which the dates of a column can be read; see `findDateFormat`. */
export function describeDates(held: HeldFile, column: number): DateSummary[] {
  const { categories, leads } = codedColumn(held, column);
  return findDateFormat({ header: held.table.headers[column] ?? '', categories, leads }, held.year);
}

/** Conversions per distinct raw value of one column, in the order of the values that `describeColumn` answers. */
export function countConversionsOf(held: HeldFile, question: ConversionsQuestion): Uint32Array {
  const { column, statusColumn, qualified } = question;
  return countConversions(codedColumn(held, column), codedColumn(held, statusColumn), qualified);
}
