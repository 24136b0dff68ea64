import { looksLikeIds } from '#frontend/analysis/columns/columns.ts';
import { saysLeadDate } from '#frontend/analysis/columns/date-readers.ts';
import { findDateColumns } from '#frontend/analysis/columns/dates.ts';
import { guessStatusColumn } from '#frontend/analysis/columns/status-guess.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import { firstCellsOf, MAX_SAMPLES, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { codeSmallColumn, sampleColumns } from '#frontend/csv/table.ts';

/** A column with more distinct values is not guessed to be the status. */
const MAX_USUAL_STATUS_VALUES = 20;
const PREVIEW_ROWS = 5;

/** The distinct texts of a column without blanks; null if there are more than a status column usually has. */
function statusesOf(loaded: LoadedFile, column: number): string[] | null {
  const coded = codeSmallColumn(loaded.table, column, MAX_USUAL_STATUS_VALUES);
  if (!coded) return null;
  loaded.coded.set(column, coded);
  return coded.categories.filter((category) => category !== '');
}

/** The part of a loaded file that is sent to the page: headers, samples, a few rows, the intake report. */
export function describeFile(
  loaded: LoadedFile,
  { number, file, report, leftOut }: Pick<OpenedFile, 'number' | 'report' | 'leftOut'> & { file: File },
): Omit<OpenedFile, 'currencyColumns' | 'currency'> {
  const { table } = loaded;
  const cells = firstCellsOf(loaded);
  const someCells = cells.map(({ some }) => some);
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
    ).map((sample, index) => {
      const { header, categories, leads, isNumeric } = cells[index]!; // cells of each column
      return {
        index,
        header,
        ...sample,
        hasIds: looksLikeIds(categories, leads),
        isNumeric,
        ...(saysLeadDate(header) && { isLeadDate: true as const }),
      };
    }),
    preview: table.readRows(0, PREVIEW_ROWS),
    report,
    leftOut,
    dateColumns: findDateColumns(table.headers, someCells, loaded.year),
    guessedStatusColumn: guessStatusColumn(table.headers, (column) => statusesOf(loaded, column)),
  };
}
