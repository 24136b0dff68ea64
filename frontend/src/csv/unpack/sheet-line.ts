import { LINE_CELLS, LINE_ROW, LINE_SIZE, LINE_START, type SheetLines } from './sheet-reader.ts';

const [QUOTE, COMMA] = [0x22, 0x2c];
const decoder = new TextDecoder();

/** The columns of a sheet from `left` up to but not with `right`. */
export interface ColumnSpan {
  left: number;
  right: number;
}

function numberOf(sheet: SheetLines, line: number, place: number): number {
  return sheet.lines[line * LINE_SIZE + place] ?? 0;
}

/** The row of a line in the sheet, from 1. */
export function rowOf(sheet: SheetLines, line: number): number {
  return numberOf(sheet, line, LINE_ROW);
}

/** How many cells a line has, up to its last filled one. */
export function cellCountOf(sheet: SheetLines, line: number): number {
  return numberOf(sheet, line, LINE_CELLS);
}

/** Where a line begins and ends, without its line feed. */
export function rangeOf(sheet: SheetLines, line: number): { from: number; to: number } {
  const next = line + 1 < sheet.count ? numberOf(sheet, line + 1, LINE_START) : sheet.csv.length;
  return { from: numberOf(sheet, line, LINE_START), to: next - 1 };
}

/** Where the cell that begins at `from` ends: at the next comma outside quotes, or at the end of the line. */
export function endOfCell(csv: Uint8Array, from: number, to: number): number {
  let [at, isQuoted] = [from, false];
  for (; at < to && (isQuoted || csv[at] !== COMMA); at++) if (csv[at] === QUOTE) isQuoted = !isQuoted;
  return at;
}

/** The texts of the cells of a line in these columns, trimmed as the reader of CSV trims them. */
export function readLine(sheet: SheetLines, line: number, { left, right }: ColumnSpan): string[] {
  const { csv } = sheet;
  const { from, to } = rangeOf(sheet, line);
  const cells: string[] = [];
  for (let [at, column] = [from, 0]; column < right; column++) {
    const end = endOfCell(csv, at, to);
    if (column >= left) cells.push(readCell(csv.subarray(at, end)));
    at = end + 1;
  }
  return cells;
}

function readCell(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  return (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text).trim();
}
