import { NUMBER_PATTERN } from '../number-pattern.ts';
import { readLine, rowOf, type ColumnSpan } from './sheet-line.ts';
import type { Merge, SheetLines } from './sheet-reader.ts';

/** The most rows of a header of merged cells. */
const MAX_HEADER_ROWS = 3;
/** The rows below a header that are compared with it. */
const COMPARED_ROWS = 200;

/** The lines that are one header, as places among the lines of the table, and its cells. */
export interface MergedHeader {
  from: number;
  to: number;
  cells: string[];
}

interface HeaderTable {
  columns: ColumnSpan;
  lines: readonly number[];
}

/**
 * The header of a table whose first row has merged cells; null without merged cells there. Cells merged downwards make a header
 * of several rows, and a cell merged to the right names all columns below it: 'Campaign' above 'Name' and 'Budget' gives
 * 'Campaign Name' and 'Campaign Budget'. Where no names stand below it, each of its columns has its name.
 *
 * @param header the place of the fullest of the first lines, above which a row of groups may stand
 */
export function mergeHeader(sheet: SheetLines, table: HeaderTable, header: number): MergedHeader | null {
  for (const from of [header - 1, header]) {
    const line = table.lines[from];
    if (line === undefined) continue;
    const merges = mergesFrom(sheet, rowOf(sheet, line), table.columns);
    const found = merges.length > 0 ? joinRows(sheet, { table, from, merges }) : null;
    if (found) return found;
  }
  return null;
}

/** The merged cells that begin in a row, without a title over the whole width. */
function mergesFrom({ merges }: SheetLines, row: number, { left, right }: ColumnSpan): Merge[] {
  return merges.filter(
    (merge) =>
      merge.top === row &&
      merge.left >= left &&
      merge.right < right &&
      merge.bottom - merge.top < MAX_HEADER_ROWS &&
      merge.right - merge.left + 1 < right - left,
  );
}

interface Joined {
  table: HeaderTable;
  from: number;
  merges: readonly Merge[];
}

function joinRows(sheet: SheetLines, { table, from, merges }: Joined): MergedHeader | null {
  const { columns, lines } = table;
  const rowAt = (at: number) => rowOf(sheet, lines[at] ?? -1);
  const top = rowAt(from);
  const names = spreadNames(readLine(sheet, lines[from] ?? 0, columns), merges, columns);
  const isTall = merges.some(({ bottom }) => bottom > top);
  const bottom = Math.max(top + 1, ...merges.map((merge) => merge.bottom));
  let to = from + 1;
  while (to < lines.length && rowAt(to) <= bottom) to++;
  const below = lines.slice(from + 1, to).map((line) => readLine(sheet, line, columns));
  const after = lines.slice(to, to + COMPARED_ROWS).map((line) => readLine(sheet, line, columns));
  if (isTall || areSubHeaders(below, { merges, columns, names, after })) {
    const cells = names.map((name, column) => joinNames([name, ...below.map((row) => row[column] ?? '')]));
    return { from, to, cells };
  }
  return { from, to: from + 1, cells: names };
}

/** The name of a cell merged to the right, in each of its columns. */
function spreadNames(cells: readonly string[], merges: readonly Merge[], { left }: ColumnSpan): string[] {
  return cells.map((cell, index) => {
    const column = index + left;
    const merge = merges.find((wide) => wide.left < column && column <= wide.right);
    return merge && cell === '' ? (cells[merge.left - left] ?? '') : cell;
  });
}

interface Compared {
  merges: readonly Merge[];
  columns: ColumnSpan;
  names: readonly string[];
  after: readonly (readonly string[])[];
}

/**
 * Whether a row below cells merged to the right has the names of their columns: a name under each of them, and under any other
 * column only where that has none yet; no numbers, and nothing that occurs in its column further down.
 */
function areSubHeaders(below: readonly (readonly string[])[], compared: Compared): boolean {
  const { merges, columns, names, after } = compared;
  const [row] = below;
  if (!row) return false;
  return row.every((cell, index) => {
    const column = index + columns.left;
    const isUnder = merges.some(({ left, right }) => right > left && left <= column && column <= right);
    if (isUnder ? cell === '' : cell !== '' && names[index] !== '') return false;
    return cell === '' || (!NUMBER_PATTERN.test(cell) && after.every((other) => other[index] !== cell));
  });
}

function joinNames(parts: readonly string[]): string {
  return [...new Set(parts.filter((part) => part !== ''))].join(' ');
}
