import { CELLS_LOOKED_AT, isMostlyUnique, readColumnNumbers } from '#frontend/analysis/columns/columns.ts';
import {
  findDateFormat,
  readDates,
  type CountedCells,
  type DateSummary,
} from '#frontend/analysis/columns/dates.ts';

import type { ReadWorth } from '#frontend/analysis/counts/read-amounts.ts';
import type { CurrencyFindings } from '#frontend/analysis/counts/amount-currency.ts';
import {
  findNumberFormat,
  isThousandsAmbiguous,
  type NumberFormat,
} from '#frontend/analysis/columns/number-format.ts';
import { countConversions } from '#frontend/analysis/counts/tally.ts';
import { codeColumn, type CodedTexts, type FileTable } from '#frontend/csv/table.ts';
import type {
  Worth,
  AttributePlan,
  ValuesPlan,
  DateFilter,
  LeadFilter,
  LeftOutLeads,
} from '#frontend/analysis/counts/mapping.ts';
import type { CachedCounts } from './last-plan.ts';
import type { ReadRows } from './leave-out.ts';
import type { ColumnDetail, ConversionsQuestion } from './file-facts.ts';

/** Ids, numbers and currencies are recognised by this many leads. */
export const ROWS_LOOKED_AT = 1000;
/** Step 2 shows this many distinct values of each column. */
export const MAX_SAMPLES = 3;

/** The view of the leads that count for the last filter, and the filter. */
interface CachedView {
  choice: FilterChoice;
  view: LoadedFile;
}

export interface FilterChoice {
  statusColumn: number;
  leads: LeadFilter;
}

/** A column as its first leads show it, see `readFirstCells`. */
export interface FirstCells extends CountedCells {
  header: string;
  /** The first of its distinct cells. */
  some: CountedCells;
  isNumeric: boolean;
}

/**
 * A file in the thread: its table, and each column that a question needed, coded once. Mapping and ranges fold the codes,
 * so that the bytes are never read a second time.
 */
export interface LoadedFile {
  table: FileTable;
  /** The year in which it was opened: years of two digits are at most 10 years ahead of it. */
  year: number;
  /** The day on which it was opened, as `ReadDate.ms`. Absent: any day may be a lead's. */
  today?: number;
  /** All rows of the dropped file; null if `table` has all of them. */
  read: ReadRows | null;
  coded: Map<number, CodedTexts>;
  /** The way of writing numbers that fits all rows of a column, by column. */
  numberFormats: Map<number, NumberFormat>;
  /** Its columns by their first leads; absent until a question needs them. */
  firstCells?: readonly FirstCells[];
  /** The columns that name currencies; absent until a question needs them. */
  currencyColumns?: readonly number[];
  /** How rows name the currency of amounts, by the column of amounts and the column of currencies. */
  currencies: Map<string, CurrencyFindings>;
  counts: CachedCounts;
  lastView: CachedView | null;
  /** Only in a view of the leads that count: the whole file, its rows that count, the counts of the others, and how a column is coded without them. */
  selection?: {
    whole: LoadedFile;
    remaining: Uint32Array;
    leftOut: LeftOutLeads;
    recode(whole: CodedTexts): CodedTexts;
  };
}

/**
 * A loaded file of which no column is coded and nothing is counted yet.
 *
 * @param year the year in which it is read
 * @param read all rows of the dropped file, where the table lacks some
 */
export function createLoadedFile(table: FileTable, year: number, read: ReadRows | null = null): LoadedFile {
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
export function codedColumn(loaded: LoadedFile, column: number): CodedTexts {
  const { selection, table } = loaded;
  const code = () =>
    selection ? selection.recode(codedColumn(selection.whole, column)) : codeColumn(table, column);
  return loaded.coded.get(column) ?? cacheColumn(loaded, column, code());
}

/**
 * The texts of a column in its first 1,000 leads. A sorted file may have all its blanks, or all leads of one status, first. So where
 * these have under 100 filled cells, or no more texts than the samples, the column is read to its end or to its 1,001st text.
 */
function readFirstCells(table: FileTable, column: number): CountedCells {
  const first = table.codeRows(column, Infinity, ROWS_LOOKED_AT);
  const { categories, leads } = first;
  const blanks = leads[categories.indexOf('')] ?? 0;
  const isFew = categories.length <= MAX_SAMPLES || ROWS_LOOKED_AT - blanks < CELLS_LOOKED_AT;
  return isFew ? table.codeRows(column, ROWS_LOOKED_AT) : first;
}

/** Each column by its first leads; read at the first call for a file. */
export function firstCellsOf(loaded: LoadedFile): readonly FirstCells[] {
  const { table } = loaded;
  return (loaded.firstCells ??= table.headers.map((header, column) => {
    const { categories, leads } = readFirstCells(table, column);
    const some = {
      categories: categories.slice(0, CELLS_LOOKED_AT),
      leads: leads.subarray(0, CELLS_LOOKED_AT),
    };
    return {
      header,
      categories,
      leads,
      some,
      isNumeric: findNumberFormat(categories, leads) !== null,
    };
  }));
}

/** A column of dates. */
export interface DatedColumn {
  codes: Uint32Array;
  /** Of each code; NaN where it is no date. */
  dates: Float64Array;
  /** Of each code. */
  leads: Uint32Array;
}

/** The dates of a column. They are read anew at each call. */
export function datedColumn(loaded: LoadedFile, { dateColumn, dateFormat }: DateFilter): DatedColumn {
  const column = dateColumn ?? 0;
  const { codes, categories, leads } = codedColumn(loaded, column);
  // The leads that count might fit another way too.
  const whole = loaded.selection?.whole ?? loaded;
  const format = dateFormat ?? describeDates(whole, column)[0]?.format ?? 'iso';
  return { codes, dates: readDates(categories, { format, year: loaded.year }), leads };
}

function cacheColumn(loaded: LoadedFile, column: number, coded: CodedTexts): CodedTexts {
  loaded.coded.set(column, coded);
  return coded;
}

/**
 * The plan of an attribute, completed so that its cells can be read: with the year for dates, and for ranges with the way
 * of writing numbers that fits, unless the visitor chose one.
 */
export function toValuesPlan(loaded: LoadedFile, plan: AttributePlan): ValuesPlan {
  const { dates, ...others } = plan;
  if (dates) return { ...others, dates: { ...dates, year: loaded.year } };
  if (plan.numberFormat || !plan.ranges?.length) return others;
  return { ...others, numberFormat: foundFormat(loaded, plan.column) };
}

/**
 * Worth with the way of writing numbers that fits, unless the visitor chose one. Null if a point may separate thousands or
 * decimals, which only the visitor knows.
 */
export function withAmountFormat(loaded: LoadedFile, worth: Worth): ReadWorth | null {
  if (worth.kind === 'per-status') return worth;
  const { numberFormat, column } = worth;
  if (numberFormat) return { ...worth, numberFormat };
  const { categories, leads } = codedColumn(loaded.selection?.whole ?? loaded, column);
  if (isThousandsAmbiguous(categories, leads)) return null;
  return { ...worth, numberFormat: foundFormat(loaded, column) };
}

/** The way of writing that fits a column of the whole file; found at the first call. */
function foundFormat(loaded: LoadedFile, column: number): NumberFormat {
  const { categories, leads } = codedColumn(loaded.selection?.whole ?? loaded, column);
  const found = loaded.numberFormats.get(column) ?? findNumberFormat(categories, leads) ?? 'plain';
  loaded.numberFormats.set(column, found);
  return found;
}

/**
 * Distinct raw values of one column with leads per value; numeric summary where at least 80% are numbers.
 *
 * @param chosen how the column writes its numbers; undefined: the way that fits
 */
export function describeColumn(loaded: LoadedFile, column: number, chosen?: NumberFormat): ColumnDetail {
  const { categories, leads } = codedColumn(loaded, column);
  const numbers = readColumnNumbers(categories, leads, chosen);
  if (!chosen) loaded.numberFormats.set(column, numbers.numberFormat);
  const blanks = leads[categories.indexOf('')] ?? 0;
  const distinct = categories.length - (blanks > 0 ? 1 : 0);
  return {
    index: column,
    values: categories,
    leads: leads.slice(),
    ...numbers,
    isThousandsAmbiguous: isThousandsAmbiguous(categories, leads),
    dates: describeDates(loaded, column),
    year: loaded.year,
    isMostlyUnique: isMostlyUnique(distinct, loaded.table.rowCount - blanks),
  };
}

/** The ways in which the dates of a column can be read; see `findDateFormat`. */
export function describeDates(loaded: LoadedFile, column: number): DateSummary[] {
  const { categories, leads } = codedColumn(loaded, column);
  const { table, year, today } = loaded;
  return findDateFormat({ header: table.headers[column] ?? '', categories, leads, today }, year);
}

/** Conversions per distinct raw value of one column, in the order of the values of `describeColumn`. */
export function countConversionsOf(loaded: LoadedFile, question: ConversionsQuestion): Uint32Array {
  const { column, statusColumn, qualified } = question;
  return countConversions(codedColumn(loaded, column), codedColumn(loaded, statusColumn), qualified);
}
