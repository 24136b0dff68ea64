import { readRow } from './read-row.ts';
import type { Kinds } from './kinds.ts';
import { createScan, scanRows, type Scan } from './scan.ts';
import { TableCursor } from './table.ts';

/** Enough to see what is wrong with a file of too many columns. */
const MAX_PREVIEW_COLUMNS = 60;

/** One of the first records of a file, in full: what the layout is judged by, and what the visitor is shown. */
export interface HeadRecord {
  from: number;
  /** Where the next record begins. */
  next: number;
  /** Cells in the record, however many. */
  width: number;
  /** The text of the first MAX_PREVIEW_COLUMNS of them; read when it is first asked for, which is seldom. */
  readonly cells: string[];
}

/** The first `count` records from `from` on that are not empty, or fewer where they run past `softEnd`. */
export function readRecords(
  bytes: Uint8Array,
  kinds: Kinds,
  range: { from: number; count: number; softEnd: number },
): HeadRecord[] {
  const scan = createScan(bytes, { kinds, columnCount: MAX_PREVIEW_COLUMNS, rowsExpected: 64 });
  const records: HeadRecord[] = [];
  const stop = Math.min(bytes.length, range.softEnd);
  let at = range.from;
  while (records.length < range.count && at < stop) {
    const from = at;
    const longBefore = scan.longRowsCut;
    at = scanRows(scan, at, at + 1);
    if (scan.rowCount === records.length) continue;
    const row = scan.rowCount - 1;
    const kept = scan.rowStarts[row + 1]! - scan.rowStarts[row]! - 1; // the scan has just written this row
    const isLong = scan.longRowsCut > longBefore;
    let cells: string[] | undefined;
    records.push({
      from,
      next: at,
      width: isLong ? countCells(scan, from, at) : kept,
      get cells() {
        return (cells ??= readRow({ index: scan, cursor: new TableCursor(scan), row }, kept));
      },
    });
  }
  return records;
}

/** Cells in the one record that fills [from, next). */
function countCells({ bytes, kinds }: Scan, from: number, next: number): number {
  const scan = createScan(bytes, { kinds, columnCount: next - from + 1, rowsExpected: 1 });
  scanRows(scan, from, from + 1);
  return scan.rowStarts[1]! - 1; // the record is not empty, so it is row 0
}
