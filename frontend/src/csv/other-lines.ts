import { NUMBER_PATTERN } from './number-pattern.ts';
import type { FileRecord, Reader } from './reader.ts';
import type { FileTable } from './table.ts';

/** Qualtrics writes the texts of its questions and their ids below the header. */
const IMPORT_ID = /^\{"ImportId":/;
/** SurveyMonkey writes below a question what kind of answer its column holds. */
const ANSWER_KIND = /^(?:response|open-ended response)$/i;
/** '[EUR]', '(days)', 'EUR', '%'. */
const UNIT =
  /^(?:[[(<{][^\])>}]{1,20}[\])>}]|€|\$|£|%|eur|usd|gbp|chf|date|date ?time|text|string|number|integer|days?|months?|years?|hours?|min|sec)$/i;

/** How many of the records below the header, at most two, are no leads: texts and ids of questions, kinds of answers, units. */
export function countLinesBelowHeader(records: readonly FileRecord[], header: number): number {
  const [first, second] = [records[header + 1], records[header + 2]];
  if (second && areAll(second, IMPORT_ID)) return 2;
  if (!first) return 0;
  if (areAll(first, IMPORT_ID) || areAll(first, UNIT)) return 1;
  // The columns of the respondent, which come first, have no kind.
  return first.cells[0] === '' && first.cells.some((cell) => ANSWER_KIND.test(cell)) ? 1 : 0;
}

function areAll({ cells }: FileRecord, pattern: RegExp): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => pattern.test(cell));
}

/** A second table is looked for in this many last rows. */
const MAX_SECOND_TABLE = 2000;

/**
 * The last rows of a file from the title or header of a second table on, in the order of the file; none without one. All rows of a second
 * table have the same number of cells, at least two and fewer than the first table has. Its first row has no number and no cell that
 * occurs below it; and above it stands a title of one cell, or a column below it has numbers.
 */
export function findSecondTable(reader: Reader, width: number): FileRecord[] {
  const own = reader.lastRows(1)[0]?.width ?? width;
  if (own >= width || own < 2) return [];
  // Not every reader gives the cells beyond the first table.
  const rows = reader.lastRows(MAX_SECOND_TABLE).map((row) => ({ ...row, cells: row.cells.slice(0, width) }));
  const before = rows.findLastIndex((row) => row.width !== own);
  const [header, ...below] = rows.slice(before + 1);
  if (before < 0 || !header || below.length === 0 || !looksLikeNames(header, below)) return [];
  const hasTitle = rows[before]!.width === 1 && before > 0; // found
  const hasNumbers = header.cells.some((_, column) => below.every(({ cells }) => isNumber(cells[column])));
  if (!hasTitle && !hasNumbers) return [];
  return rows.slice(hasTitle ? before : before + 1);
}

/** The number, from 1, of the line that has so many lines with text behind it, itself included. */
export function findLineFromEnd(bytes: Uint8Array, lines: number): number {
  const all = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes).split(/\r\n|\r|\n/);
  let at = all.length;
  for (let left = lines; left > 0 && at > 0;) if (/[^\s,;|"]/.test(all[--at] ?? '')) left--;
  return at + 1;
}

function looksLikeNames({ cells, width }: FileRecord, below: readonly FileRecord[]): boolean {
  return cells
    .slice(0, width)
    .every(
      (cell, column) => cell !== '' && !isNumber(cell) && below.every((row) => row.cells[column] !== cell),
    );
}

function isNumber(cell = ''): boolean {
  return NUMBER_PATTERN.test(cell);
}

/** A column with more texts tells repeated headers apart no faster than others. */
const FEW_TEXTS = 200;

/**
 * 1 for each row whose cells are the header again, as in files that were put one after the other; null where none is. The row stays
 * where the header has fewer than two names, and where nothing else would be left.
 */
export function markRepeatedHeaders(table: FileTable, names: readonly string[]): Uint8Array | null {
  const column = findShortColumn(table, names);
  if (column === null) return null;
  const { codes, categories } = table.codeRows(column, Infinity);
  const wanted = categories.indexOf(names[column] ?? '');
  if (wanted === -1) return null;
  const marks = new Uint8Array(table.rowCount);
  for (let row = 0; row < codes.length; row++)
    if (codes[row] === wanted && isHeader(table.readRows(row, row + 1)[0] ?? [], names)) marks[row] = 1;
  return marks.includes(1) && marks.includes(0) ? marks : null;
}

/** The first named column of few texts, which is coded fast; else the first named one. */
function findShortColumn(table: FileTable, names: readonly string[]): number | null {
  const named = table.headers.map((_, column) => column).filter((column) => (names[column] ?? '') !== '');
  // Numbers are no names: such a file has no header, and its first lead stands there.
  if (named.length < 2 || names.some(isNumber)) return null;
  return named.find((column) => table.codeRows(column, FEW_TEXTS, FEW_TEXTS * 2).isWhole) ?? named[0]!; // two at least
}

function isHeader(cells: readonly string[], names: readonly string[]): boolean {
  return cells.every((cell, column) => cell === (names[column] ?? ''));
}
