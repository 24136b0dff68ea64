import type { FileRecord, Reader } from './reader.ts';

/** A footer has at most this many lines. */
const MAX_FOOTER = 20;
/** Rows above the footer that show how full an ordinary row is. */
const COMPARED_ROWS = 200;
/** Where a larger share of the rows above is sparse, a sparse row counts as ordinary. */
const MAX_SPARSE_SHARE = 0.02;

/**
 * 'Total', 'Totals:', 'Total: Campaigns', 'Grand Totals (12 records)' and the like in other languages; not 'Total Care
 * Ltd'.
 */
const TOTAL_PATTERN =
  /^(?:(?:grand|sub|report)[ -]?)?(?:totals?|totales?|totaux|totaal|gesamt|gesamtsumme|summe|suma|somme)\s*(?:$|[:(]|[–—-]\s)/i;

/**
 * The rows at the end that are totals or closing lines of a report instead of leads, in the order of the file. Such a
 * row begins with a word for 'total', or it is sparse (one filled cell, or cells for a quarter of the columns at
 * most) while the rows above are full. A file that ends in more than 20 such rows, or has no others, has no footer.
 */
export function findFooter(reader: Reader, columnCount: number): FileRecord[] {
  const isOrdinary = (row: FileRecord) => !isTotal(row) && !isSparse(row, columnCount);
  if (reader.lastRows(1).every(isOrdinary)) return [];
  const rows = reader.lastRows(MAX_FOOTER + COMPARED_ROWS);
  const lastOrdinary = rows.findLastIndex(isOrdinary);
  const above = rows.slice(0, lastOrdinary + 1);
  const sparseAbove = above.filter((row) => isSparse(row, columnCount)).length;
  const isSparseUnusual = above.length > 0 && sparseAbove <= MAX_SPARSE_SHARE * above.length;
  const lastKept = isSparseUnusual ? lastOrdinary : rows.findLastIndex((row) => !isTotal(row));
  const footer = rows.slice(lastKept + 1);
  return footer.length > MAX_FOOTER || footer.length === reader.rowCount ? [] : footer;
}

function isTotal({ cells }: FileRecord): boolean {
  return TOTAL_PATTERN.test(cells.find((cell) => cell !== '') ?? '');
}

function isSparse({ cells, width }: FileRecord, columnCount: number): boolean {
  const filled = cells.filter((cell) => cell !== '').length;
  return (filled <= 1 && (width === 1 || columnCount >= 4)) || width <= columnCount / 4;
}
