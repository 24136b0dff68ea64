import { readRow } from './read-row.ts';
import { DELIMITER } from './kinds.ts';
import type { Scan } from './scan.ts';
import { TableCursor } from './table.ts';

/** More lines than this at the end are no footer. */
const MAX_FOOTER = 20;
/** So many rows above show how full an ordinary row is. */
const COMPARED_ROWS = 200;
/** Where more of the rows above than this are sparse, a sparse row is an ordinary one. */
const MAX_SPARSE_SHARE = 0.02;

/** 'Total', 'Totals:', 'Total: Campaigns', 'Grand Totals (12 records)' and the like in other languages; not 'Total Care Ltd'. */
const TOTAL_PATTERN =
  /^(?:(?:grand|sub|report)[ -]?)?(?:totals?|totales?|totaux|totaal|gesamt|gesamtsumme|summe|suma|somme)\s*(?:$|[:(]|[–—-]\s)/i;

/**
 * The last rows that are totals or closing lines of a report and no leads. Such a row begins with a word for 'total', or
 * it is sparse (one filled cell, or cells for a quarter of the columns at most) while the rows above are full. A file
 * that ends in many such rows, or has no others, has no footer.
 */
export function findFooter(scan: Scan): string[][] {
  const isFooter = (row: LastRow) => row.isTotal || row.isSparse;
  const [last] = describeLastRows(scan, 1);
  if (!last || !isFooter(last)) return [];
  const rows = describeLastRows(scan, MAX_FOOTER + COMPARED_ROWS);
  const withSparse = runLength(rows, isFooter);
  const above = rows.slice(withSparse);
  const sparseAbove = above.filter((row) => row.isSparse).length;
  const isSparseOdd = above.length > 0 && sparseAbove <= MAX_SPARSE_SHARE * above.length;
  const count = isSparseOdd ? withSparse : runLength(rows, (row) => row.isTotal);
  if (count > MAX_FOOTER || count === scan.rowCount) return [];
  return rows
    .slice(0, count)
    .map((row) => row.cells)
    .reverse();
}

/** Takes the last rows out of the index, and out of its counts. */
export function dropLastRows(scan: Scan, count: number): void {
  const { bytes, starts, rowStarts, kinds, columnCount } = scan;
  for (let dropped = 0; dropped < count; dropped++) {
    // The `!` here: the row is one of the index. A long row ends with the start of its first extra cell.
    const end = rowStarts[scan.rowCount]! - 1;
    const width = end - rowStarts[scan.rowCount - 1]!;
    if (width < columnCount) scan.shortRowsPadded--;
    else if (kinds[bytes[starts[end]! - 1]!] === DELIMITER) scan.longRowsCut--;
    scan.rowCount--;
  }
}

interface LastRow {
  cells: string[];
  isTotal: boolean;
  isSparse: boolean;
}

/** The last rows, at most `count`, the very last first. */
function describeLastRows(scan: Scan, count: number): LastRow[] {
  const { rowCount, rowStarts, columnCount } = scan;
  const cursor = new TableCursor(scan);
  const rows: LastRow[] = [];
  const first = Math.max(0, rowCount - count);
  for (let row = rowCount - 1; row >= first; row--) {
    const cells = readRow({ index: scan, cursor, row }, columnCount);
    const width = rowStarts[row + 1]! - rowStarts[row]! - 1; // a row of the index
    const filled = cells.filter((cell) => cell !== '');
    const hasOneCell = filled.length <= 1 && (width === 1 || columnCount >= 4);
    rows.push({
      cells,
      isTotal: TOTAL_PATTERN.test(filled[0] ?? ''),
      isSparse: hasOneCell || width <= columnCount / 4,
    });
  }
  return rows;
}

function runLength(rows: readonly LastRow[], isFooter: (row: LastRow) => boolean): number {
  const firstOrdinary = rows.findIndex((row) => !isFooter(row));
  return firstOrdinary === -1 ? rows.length : firstOrdinary;
}
