import { isMostlyUnique, looksLikeIds, summariseNumeric } from '#frontend/analysis/columns.ts';
import { MAX_SAMPLES, MAX_USUAL_STATUS_VALUES } from '#frontend/analysis/constants.ts';
import { guessStatusColumn } from '#frontend/analysis/status-guess.ts';
import { countConversions } from '#frontend/analysis/tally.ts';
import {
  codeColumn,
  codeSmallColumn,
  sampleColumns,
  type CodedTexts,
  type Table,
} from '#frontend/csv/table.ts';
import type { KeptCounts } from './kept-counts.ts';
import type { ColumnDetail, ConversionsQuestion, OpenedFile } from './protocol.ts';

const PREVIEW_ROWS = 5;
/** Enough leads to tell ids from other values. */
const ROWS_LOOKED_AT = 1000;

/**
 * A file that has been read: the table with its field index, and each column that was asked for, coded once.
 * Mapping and ranges fold the codes; the bytes are never read a second time.
 */
export interface HeldFile {
  table: Table;
  coded: Map<number, CodedTexts>;
  counts: KeptCounts;
}

export function holdFile(table: Table): HeldFile {
  return { table, coded: new Map(), counts: { folds: [], converted: null, fitted: null } };
}

/** A column as codes with the leads of each; coded at the first call. */
export function codedColumn(held: HeldFile, column: number): CodedTexts {
  return held.coded.get(column) ?? keepColumn(held, column, codeColumn(held.table, column));
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
): OpenedFile {
  const { table } = held;
  const firstRows = table.readRows(0, ROWS_LOOKED_AT);
  return {
    number,
    fileName: file.name,
    sizeBytes: file.size,
    rowCount: table.rowCount,
    headers: table.headers,
    columns: sampleColumns(table, MAX_SAMPLES).map((sample, index) => ({
      index,
      header: table.headers[index] ?? '',
      ...sample,
      hasIds: looksLikeIds(firstRows.map((row) => row[index] ?? '')),
    })),
    preview: firstRows.slice(0, PREVIEW_ROWS),
    report,
    leftOut,
    guessedStatusColumn: guessStatusColumn(table.headers, (column) => statusesOf(held, column)),
  };
}

/** Distinct raw values of one column with leads per value; numeric summary where at least 80% are numbers. */
export function describeColumn(held: HeldFile, column: number): ColumnDetail {
  const { categories, leads } = codedColumn(held, column);
  const blanks = leads[categories.indexOf('')] ?? 0;
  const distinct = categories.length - (blanks > 0 ? 1 : 0);
  return {
    index: column,
    values: categories,
    leads: leads.slice(),
    numeric: summariseNumeric(categories, leads),
    isMostlyUnique: isMostlyUnique(distinct, held.table.rowCount - blanks),
  };
}

/** Conversions per distinct raw value of one column, in the order of the values that `describeColumn` answers. */
export function countConversionsOf(held: HeldFile, question: ConversionsQuestion): Uint32Array {
  const { column, statusColumn, qualified } = question;
  return countConversions(codedColumn(held, column), codedColumn(held, statusColumn), qualified);
}
