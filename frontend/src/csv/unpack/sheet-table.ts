import { MAX_DATASET_BYTES } from '#contract/limits.ts';
import { usualCount } from '../dialect.ts';
import { NUMBER_PATTERN } from '../number-pattern.ts';
import { headerLine, plainLine } from '../quote.ts';
import { ByteSink } from './byte-sink.ts';
import { mergeHeader } from './merged-header.ts';
import { cellCountOf, endOfCell, rangeOf, readLine, rowOf, type ColumnSpan } from './sheet-line.ts';
import type { SheetLines } from './sheet-reader.ts';

const [LF, COMMA] = [0x0a, 0x2c];
/** The header is looked for in these lines, as in a CSV file. */
const HEAD_LINES = 64;
/** The reader of CSV looks for a footer in this number of lines. They stay as short as they are, by which it knows them. */
const FOOTER_LINES = 20;
/** The most gaps behind which a second table is looked for. */
const MAX_GAPS = 50;
/** A line or two of title may stand above a table. */
const MAX_TITLES = 2;
/** The rows of a second table that are compared with its header. */
const COMPARED_ROWS = 200;
/** A block of columns that has as many of the rows as this belongs to the table beside it. */
const MIN_SHARED_ROWS = 0.9;
const SEPARATOR_LINE = /^"?sep=/i;
const DATE_PATTERN = /^\d{4}-\d\d-\d\d/;

/** The lines and columns of a sheet that are one table. */
interface Region {
  columns: ColumnSpan;
  /** Lines with a filled cell in these columns. */
  lines: readonly number[];
}

/** A table of a sheet as CSV, and what beside it is no part of it. */
export interface SheetTable {
  csv: Uint8Array<ArrayBuffer>;
  otherRows: number;
  otherColumns: number;
  isWhole: boolean;
}

/**
 * The first table of a sheet as CSV: the columns up to an empty one beside which other rows stand, and the lines up to an empty
 * row below which another header stands. A header of two or three rows of merged cells becomes one row. Lines are as wide as the
 * table, but for titles above it and closing lines below it.
 *
 * @param isWhole true: all that the sheet holds is one table
 */
export function findTable(sheet: SheetLines, isWhole: boolean): SheetTable {
  const all = { columns: usedColumns(sheet), lines: Array.from({ length: sheet.count }, (_, line) => line) };
  const beside = isWhole ? all : findColumns(sheet, all);
  const header = findHeader(sheet, beside);
  const end = isWhole ? beside.lines.length : findEnd(sheet, beside, header);
  const region = { columns: beside.columns, lines: beside.lines.slice(0, end) };
  return {
    csv: writeTable(sheet, region, header),
    otherRows: beside.lines.length - end,
    otherColumns: countFilledColumns(sheet, all.columns) - countFilledColumns(sheet, region.columns),
    isWhole,
  };
}

function usedColumns({ filled, width }: SheetLines): ColumnSpan {
  const left = filled.subarray(0, width).findIndex((cells) => cells > 0);
  return { left: Math.max(0, left), right: width };
}

function countFilledColumns({ filled }: SheetLines, { left, right }: ColumnSpan): number {
  return filled.subarray(left, right).filter((cells) => cells > 0).length;
}

/** The spans of columns without an empty one between them. */
function listBlocks({ filled }: SheetLines, { left, right }: ColumnSpan): ColumnSpan[] {
  const blocks: ColumnSpan[] = [];
  for (let column = left; column < right; column++) {
    if (filled[column] === 0) continue;
    const last = blocks.at(-1);
    if (last?.right === column) last.right++;
    else blocks.push({ left: column, right: column + 1 });
  }
  return blocks;
}

/** The first block that is a table, with the blocks behind it whose rows are its own. */
function findColumns(sheet: SheetLines, all: Region): Region {
  const blocks = listBlocks(sheet, all.columns);
  if (blocks.length < 2) return all;
  const extents = measureBlocks(sheet, blocks);
  const main = extents.findIndex(({ tableLines }) => tableLines > 1);
  const first = extents[main];
  if (!first) return all;
  let { right } = first.columns;
  for (const { columns, top, bottom } of extents.slice(main + 1)) {
    const isSame = top === first.top && bottom - top >= MIN_SHARED_ROWS * (first.bottom - first.top);
    if (!isSame) break;
    ({ right } = columns);
  }
  const columns = { left: first.columns.left, right };
  return { columns, lines: all.lines.filter((line) => countFilled(readLine(sheet, line, columns)) > 0) };
}

interface Extent {
  columns: ColumnSpan;
  /** The first line with as many cells as the block allows up to two, and the last line with a cell. */
  top: number;
  bottom: number;
  /** Lines with at least two cells. */
  tableLines: number;
}

function measureBlocks(sheet: SheetLines, blocks: readonly ColumnSpan[]): Extent[] {
  const extents = blocks.map((columns) => ({ columns, top: -1, bottom: -1, tableLines: 0 }));
  const { left, right } = { left: blocks[0]?.left ?? 0, right: blocks.at(-1)?.right ?? 0 };
  for (let line = 0; line < sheet.count; line++) {
    const cells = readLine(sheet, line, { left, right });
    for (const extent of extents) {
      const { columns } = extent;
      const filled = countFilled(cells.slice(columns.left - left, columns.right - left));
      if (filled === 0) continue;
      extent.bottom = line;
      if (filled > 1) extent.tableLines++;
      if (extent.top < 0 && filled >= Math.min(2, columns.right - columns.left)) extent.top = line;
    }
  }
  return extents;
}

/** The place, among the lines of a region, of the first line that is more than half as full as most. */
function findHeader(sheet: SheetLines, { lines, columns }: Region): number {
  const filled = lines.slice(0, HEAD_LINES).map((line) => countFilled(readLine(sheet, line, columns)));
  const usual = usualCount(filled);
  return Math.max(
    0,
    filled.findIndex((cells) => cells > usual / 2),
  );
}

/** How many lines of a region belong to its first table. */
function findEnd(sheet: SheetLines, region: Region, header: number): number {
  const { lines } = region;
  const gaps: number[] = [];
  for (let at = header + 2; at < lines.length && gaps.length < MAX_GAPS; at++) {
    // The `!` here: lines of the region.
    if (rowOf(sheet, lines[at]!) > rowOf(sheet, lines[at - 1]!) + 1) gaps.push(at);
  }
  return gaps.find((gap) => startsTable(sheet, region, { header, gap })) ?? lines.length;
}

/**
 * Whether another table begins behind a gap: after at most two titles a row of different names, none of which is a number or a
 * date, or occurs in its column in the rows above or below. A lead after an empty row has a status that others have.
 */
function startsTable(
  sheet: SheetLines,
  region: Region,
  { header, gap }: { header: number; gap: number },
): boolean {
  const { columns, lines } = region;
  const cellsAt = (at: number) => {
    const line = lines[at];
    return line === undefined ? [] : readLine(sheet, line, columns);
  };
  let at = gap;
  while (at < gap + MAX_TITLES && countFilled(cellsAt(at)) === 1) at++;
  const names = cellsAt(at);
  const filled = names.filter((name) => name !== '');
  const isHeader =
    filled.length > 1 &&
    new Set(filled).size === filled.length &&
    !filled.some((name) => NUMBER_PATTERN.test(name) || DATE_PATTERN.test(name)) &&
    countFilled(cellsAt(at + 1)) > 1 &&
    rowOf(sheet, lines[at + 1] ?? 0) === rowOf(sheet, lines[at] ?? 0) + 1;
  if (!isHeader) return false;
  const compared = [...lines.slice(header + 1, gap), ...lines.slice(at + 1, at + 1 + COMPARED_ROWS)];
  return compared.every((line) =>
    readLine(sheet, line, columns).every((cell, column) => cell === '' || cell !== names[column]),
  );
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== '').length;
}

const encoder = new TextEncoder();

function writeTable(sheet: SheetLines, region: Region, header: number): Uint8Array<ArrayBuffer> {
  const { columns, lines } = region;
  const sink = new ByteSink(MAX_DATASET_BYTES);
  const pushLine = (text: string) => {
    const bytes = encoder.encode(text);
    sink.pushBytes(bytes, 0, bytes.length);
  };
  const merged = mergeHeader(sheet, region, header);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!; // below the length
    if (merged && at === merged.from) pushLine(plainLine(merged.cells));
    if (merged && at >= merged.from && at < merged.to) continue;
    const isShort = at < header || (at >= lines.length - FOOTER_LINES && isClosing(sheet, line, columns));
    if (sink.length === 0) pushLine(firstLine(readLine(sheet, line, columns), isShort));
    else copyLine(sheet, line, { sink, columns, isShort });
  }
  return sink.written();
}

/** A first line such as 'sep=;' would be taken for a mark of the delimiter. */
function firstLine(cells: readonly string[], isShort: boolean): string {
  const last = isShort ? cells.findLastIndex((cell) => cell !== '') + 1 : cells.length;
  const shown = cells.slice(0, last);
  return SEPARATOR_LINE.test(shown[0] ?? '') ? headerLine(shown) : plainLine(shown);
}

/** Whether a line has so few cells that the reader of CSV may take it for a footer. */
function isClosing(sheet: SheetLines, line: number, { left, right }: ColumnSpan): boolean {
  return cellCountOf(sheet, line) - left <= Math.max(1, (right - left) / 4);
}

interface CopyTarget {
  sink: ByteSink;
  columns: ColumnSpan;
  isShort: boolean;
}

function copyLine(sheet: SheetLines, line: number, { sink, columns, isShort }: CopyTarget): void {
  const { csv } = sheet;
  const { left, right } = columns;
  const range = rangeOf(sheet, line);
  let { from, to } = range;
  const cells = cellCountOf(sheet, line);
  for (let column = 0; column < left; column++) from = endOfCell(csv, from, to) + 1;
  if (cells > right) {
    let end = from;
    for (let column = left; column < right; column++)
      end = endOfCell(csv, column === left ? from : end + 1, range.to);
    to = end;
  }
  sink.pushBytes(csv, from, to);
  const missing = isShort ? 0 : right - Math.min(cells, right);
  for (let column = 0; column < missing; column++) sink.push(COMMA);
  sink.push(LF);
}
