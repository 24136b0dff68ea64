import { NUMBER_PATTERN } from './number-pattern.ts';
import type { FileRecord, Reader } from './reader.ts';
import type { FileTable } from './table.ts';

/** Qualtrics writes the texts of its questions and their ids below the header. */
const IMPORT_ID = /^\{"ImportId":/;
/** SurveyMonkey writes below a question what kind of answer its column holds. */
const ANSWER_KIND = /^(?:response|open-ended response)$/i;
/** '[EUR]', '(days)', 'EUR', '%'; '(none)' and its like are values. */
const UNIT =
  /^(?:(?!.(?:not set|none|direct|blank|empty|unknown|other|null|n\/a).$)[[(<{][^\])>}]{1,20}[\])>}]|€|\$|£|%|eur|usd|gbp|chf|date|date ?time|timestamp|text|string|(?:n?var)?char|number|numeric|decimal|float|double|int|integer|bool|boolean|days?|months?|years?|hours?|min|sec)$/i;
/** Programs draw a line of dashes below the names, of one sign in each cell. */
const RULE = /^[:+]*([=_-])\1[:+]*(?:\1[:+]*)*$/;
/** A number or a date, however it is written. */
export const DIGITS = /^[^\p{L}]*\d[^\p{L}]*$/u;

/** How many of the records below the header, at most two, are no leads: texts and ids of questions, kinds of answers, units, dashes. */
export function countLinesBelowHeader(records: readonly FileRecord[], header: number): number {
  const [first, second, ...others] = records.slice(header + 1);
  if (second && areAll(second, IMPORT_ID)) return 2;
  if (!first || !second) return 0;
  if (areAll(first, IMPORT_ID)) return 1;
  const below = [second, ...others];
  const isOther =
    (areAll(first, RULE) && 2 * countFilled(first) > (records[header]?.width ?? 0)) ||
    areUnits(first, below) ||
    areAnswerKinds(first, below) ||
    areNumbersOfWords(first, below) ||
    areOtherNames(first, below);
  return isOther ? 1 : 0;
}

/** Whether a line numbers the columns: 1, 2, 3 or 0, 1, 2, also in brackets or with points. */
export function areColumnNumbers({ cells }: FileRecord): boolean {
  const numbers = cells.map((cell) => /^[([]?(\d+)[)\].]?$/.exec(cell)?.[1]).map(Number);
  const [start] = numbers;
  return (
    numbers.length > 1 &&
    (start === 0 || start === 1) &&
    numbers.every((number, column) => number === start + column)
  );
}

/** A line of column numbers, above words in at least one column: a lead would have words there too. */
function areNumbersOfWords(line: FileRecord, below: readonly FileRecord[]): boolean {
  if (!areColumnNumbers(line)) return false;
  return line.cells.some((_, column) => {
    const filled = below.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
    return filled.length > 0 && !filled.some((cell) => DIGITS.test(cell));
  });
}

/** Units stand over at least one column of numbers or dates, and none of them is a value below. */
function areUnits(line: FileRecord, below: readonly FileRecord[]): boolean {
  return (
    areAll(line, UNIT) &&
    !occursBelow(line, below) &&
    line.cells.some((cell, column) => {
      const filled = below.map(({ cells }) => cells[column] ?? '').filter((other) => other !== '');
      return cell !== '' && filled.length > 0 && filled.every((other) => DIGITS.test(other));
    })
  );
}

/** Fewer leads may all differ from the first by chance. */
const MIN_LEADS_BELOW = 10;
/** 'n/a' and 'none' stand where a lead has no number. */
const LETTERS = /\p{L}.*\p{L}.*\p{L}.*\p{L}.*\p{L}/u;

/**
 * Second names, such as the texts of questions below their codes: words in all columns, also in two or more that have only numbers or
 * dates below, all different, and none of them a value below.
 */
function areOtherNames(line: FileRecord, below: readonly FileRecord[]): boolean {
  const { cells } = line;
  const isNamed = cells.every((cell) => LETTERS.test(cell) && !DIGITS.test(cell));
  if (!isNamed || below.length < MIN_LEADS_BELOW || new Set(cells).size < cells.length) return false;
  const ofDigits = cells.filter((_, column) =>
    below.every((record) => DIGITS.test(record.cells[column] ?? '')),
  );
  return ofDigits.length > 1 && !occursBelow(line, below);
}

/** The columns of the respondent, which come first, have no kind; all others have one. */
function areAnswerKinds(line: FileRecord, below: readonly FileRecord[]): boolean {
  const first = line.cells.findIndex((cell) => ANSWER_KIND.test(cell));
  const areKinds = line.cells.every(
    (cell, column) => cell === '' || (column >= first && ANSWER_KIND.test(cell)),
  );
  return first > 0 && areKinds && !occursBelow(line, below);
}

/** Whether a cell of the line stands again in its column, so that it is a value. */
function occursBelow({ cells }: FileRecord, below: readonly FileRecord[]): boolean {
  return cells.some((cell, column) => cell !== '' && below.some((record) => record.cells[column] === cell));
}

export const countFilled = ({ cells }: FileRecord): number => cells.filter((cell) => cell !== '').length;

function areAll({ cells }: FileRecord, pattern: RegExp): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => pattern.test(cell));
}

/** A second table is looked for in this many last rows. */
export const MAX_SECOND_TABLE = 2000;
export const COMMENT = /^(?:#|\/\/|--|\*)/;

/** A table below the leads, from its title or header on, and the number of its first line, from 1. */
export interface SecondTable {
  rows: readonly FileRecord[];
  line: number;
}

/**
 * The second table of a file; null without one. All of its rows have the same number of cells, at least two and fewer than the first table
 * has. Its first row has no number and no cell that occurs below it. Above it stands a title of one cell, or a column below it has numbers;
 * and it begins below an empty line or with a comment, since rows of leads may lack their last cells too.
 *
 * @param footer the lines at the end that have been left out before
 */
export function findSecondTable(
  reader: Reader,
  width: number,
  footer: readonly FileRecord[],
): SecondTable | null {
  const own = reader.lastRows(1)[0]?.width ?? width;
  if (own >= width || own < 2) return null;
  // Not every reader gives the cells beyond the first table.
  const rows = reader.lastRows(MAX_SECOND_TABLE).map((row) => ({ ...row, cells: row.cells.slice(0, width) }));
  const before = rows.findLastIndex((row) => row.width !== own);
  const [header, ...below] = rows.slice(before + 1);
  if (before < 0 || !header || below.length === 0 || !looksLikeNames(header, below)) return null;
  const hasTitle = rows[before]?.width === 1 && before > 0;
  const hasNumbers = header.cells.some((_, column) => below.every(({ cells }) => isNumber(cells[column])));
  if (!hasTitle && !hasNumbers) return null;
  const found = rows.slice(hasTitle ? before : before + 1);
  const { line, isBelowEmpty } = findLineFromEnd(reader.bytes, countLines([...found, ...footer]));
  return isBelowEmpty || COMMENT.test(found[0]?.cells[0] ?? '') ? { rows: found, line } : null;
}

const LINE_END = /\r\n|\r|\n/;

/** The lines of a text in UTF-8. */
export const linesOf = (bytes: Uint8Array): string[] =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes).split(LINE_END);

/** Whether a line is more than delimiters, quotes and blanks. */
export const hasText = (line: string): boolean => /[^\s,;|"]/.test(line);

/** The lines of these records, of which a cell may have several. */
export const countLines = (records: readonly FileRecord[]): number =>
  records.reduce(
    (sum, { cells }) => cells.reduce((all, cell) => all + cell.split(LINE_END).length - 1, sum + 1),
    0,
  );

/** The number, from 1, of the line at which the last `lines` lines with text begin, and whether the line above it is empty. */
function findLineFromEnd(bytes: Uint8Array, lines: number): { line: number; isBelowEmpty: boolean } {
  const all = linesOf(bytes);
  const hasTextAt = (at: number) => hasText(all[at] ?? '');
  let at = all.length;
  for (let left = lines; left > 0 && at > 0;) if (hasTextAt(--at)) left--;
  return { line: at + 1, isBelowEmpty: at > 0 && !hasTextAt(at - 1) };
}

/** Whether all cells have texts, no numbers, and none of them stands in its column in the other rows. */
export function looksLikeNames({ cells, width }: FileRecord, others: readonly FileRecord[]): boolean {
  return cells
    .slice(0, width)
    .every(
      (cell, column) => cell !== '' && !isNumber(cell) && others.every((row) => row.cells[column] !== cell),
    );
}

function isNumber(cell = ''): boolean {
  return NUMBER_PATTERN.test(cell);
}

/** A page of a report has two leads or more below its header. */
const MOST_REPEATED = 1 / 3;
/** A column with more texts tells repeated headers apart no faster than others. */
const FEW_TEXTS = 200;

/**
 * 1 for each row whose cells are the header again, as in files that were put one after the other, and for the title above it where each
 * of two or more has one; null where none is. The row stays
 * where the header has fewer than two names, and where the first line may be a lead that others equal: in files in which over a third of
 * the rows are so, or a name stands in another row too.
 */
export function markRepeatedHeaders(table: FileTable, names: readonly string[]): Uint8Array | null {
  const column = findShortColumn(table, names);
  if (column === null) return null;
  const { codes, categories } = table.codeRows(column, Infinity);
  const wanted = categories.indexOf(names[column] ?? '');
  if (wanted === -1) return null;
  const marks = new Uint8Array(table.rowCount);
  let found = 0;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] !== wanted) continue;
    if (!isHeader(table.readRows(row, row + 1)[0] ?? [], names)) return null;
    marks[row] = 1;
    found++;
  }
  if (found === 0 || found > MOST_REPEATED * table.rowCount) return null;
  markTitles(table, marks, found);
  return marks;
}

/** Pages of a report have a title above their header. A single line of one cell may be a lead of which no more is known. */
function markTitles(table: FileTable, marks: Uint8Array, headers: number): void {
  const titles = Array.from(marks.keys()).filter((row) => {
    const [name, ...others] = marks[row + 1] === 1 ? (table.readRows(row, row + 1)[0] ?? []) : [];
    return name && marks[row] === 0 && others.every((cell) => cell === '');
  });
  if (headers > 1 && titles.length === headers) for (const row of titles) marks[row] = 1;
}

/** The first named column of few texts, which is coded fast; else the first named one. */
function findShortColumn(table: FileTable, names: readonly string[]): number | null {
  const named = table.headers.map((_, column) => column).filter((column) => (names[column] ?? '') !== '');
  // Numbers are no names: such a file has no header, and its first lead stands there.
  const [first, second] = named;
  if (first === undefined || second === undefined || names.some(isNumber)) return null;
  return named.find((column) => table.codeRows(column, FEW_TEXTS, FEW_TEXTS * 2).isWhole) ?? first;
}

function isHeader(cells: readonly string[], names: readonly string[]): boolean {
  return cells.every((cell, column) => cell === (names[column] ?? ''));
}
