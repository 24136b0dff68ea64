import { CR, LF, QUOTE } from './bytes.ts';
import { CellCursor } from './cell-cursor.ts';
import { isEmptyRow, mayBeEmpty } from './empty-row.ts';
import { enlarge } from './growing.ts';
import { DELIMITER, PLAIN, QUOTE_MARK, type Kinds } from './kinds.ts';
import { createQuoteNotes, noteStrayQuote, type QuoteNotes } from './quote-notes.ts';
import { findClosingQuote, opensCell } from './quotes.ts';
import type { RowIndex } from './table.ts';

/** The state of a scan, which goes through a file in slices and leaves an index of its rows. */
export interface Scan extends RowIndex {
  readonly kinds: Kinds;
  /** Cells kept per row; what a row has beyond them is passed over. */
  readonly columnCount: number;
  readonly keepsEmptyRows: boolean;
  emptyRowsSkipped: number;
  shortRowsPadded: number;
  longRowsCut: number;
  readonly quotes: QuoteNotes;
  readonly cursor: CellCursor;
}

export interface ScanOptions {
  kinds: Kinds;
  columnCount: number;
  /** Only saves the index from growing often. */
  rowsExpected: number;
  /** Arrays to fill instead of new ones. */
  arrays?: Pick<RowIndex, 'starts' | 'rowStarts'>;
  quotes?: QuoteNotes;
  keepsEmptyRows?: boolean;
}

export function createScan(bytes: Uint8Array, options: ScanOptions): Scan {
  const rows = options.rowsExpected + 1;
  return {
    bytes,
    starts: options.arrays?.starts ?? new Uint32Array(rows * (options.columnCount + 1)),
    rowStarts: options.arrays?.rowStarts ?? new Uint32Array(rows + 1),
    rowCount: 0,
    kinds: options.kinds,
    columnCount: options.columnCount,
    keepsEmptyRows: options.keepsEmptyRows ?? false,
    emptyRowsSkipped: 0,
    shortRowsPadded: 0,
    longRowsCut: 0,
    quotes: options.quotes ?? createQuoteNotes(),
    cursor: new CellCursor(bytes),
  };
}

/**
 * Adds to the index the records that begin in [position, stop) and returns where the next record begins: a record is
 * always read to its end, so that the result does not depend on where slices are cut.
 * Records end with CRLF, LF or a lone CR, in any mixture; blank lines are passed over, rows of empty cells are counted too.
 */
export function scanRows(scan: Scan, position: number, stop: number): number {
  const { bytes, kinds, columnCount } = scan;
  const end = bytes.length;
  let { starts, rowStarts, rowCount } = scan;
  // The `!` in this function: positions are below `end`, kinds has an entry per byte value, slots are below the row's.
  let slot = rowStarts[rowCount]!;
  let at = position;
  while (at < stop) {
    if (slot + columnCount >= starts.length) starts = scan.starts = enlarge(starts, slot + columnCount + 1);
    if (rowCount + 1 >= rowStarts.length) rowStarts = scan.rowStarts = enlarge(rowStarts, rowCount + 2);
    const rowSlot = slot;
    const lastSlot = slot + columnCount;
    const rowStart = at;
    let cellStart = at;
    starts[slot++] = at;
    for (;;) {
      let kind = PLAIN;
      while (at < end && (kind = kinds[bytes[at]!]!) === PLAIN) at++;
      if (kind === DELIMITER) {
        cellStart = ++at;
        if (slot <= lastSlot) starts[slot++] = at;
      } else if (kind === QUOTE_MARK) at = passQuote(scan, cellStart, at);
      else break;
    }
    const isLong = slot > lastSlot;
    const rowEnd = at;
    if (!isLong) starts[slot++] = rowEnd + 1;
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;

    if (mayBeEmpty(scan, rowStart) && isEmptyRow(scan, { slot: rowSlot, nextSlot: slot, rowEnd })) {
      if (slot - rowSlot > 2 || bytes[rowStart] === QUOTE) scan.emptyRowsSkipped++;
      slot = rowSlot;
      continue;
    }
    if (isLong) scan.longRowsCut++;
    else if (slot <= lastSlot) scan.shortRowsPadded++;
    rowStarts[++rowCount] = slot;
  }
  scan.rowCount = rowCount;
  return Math.min(at, end);
}

/** Position after the quote at `at`, or after the whole quoted text that it opens. */
function passQuote(scan: Scan, cellStart: number, at: number): number {
  if (!opensCell(scan.bytes, cellStart, at)) return at + 1;
  const close = findClosingQuote(scan.bytes, at, scan.kinds);
  if (close >= 0) return close + 1;
  noteStrayQuote(scan.quotes, scan.bytes, at);
  return at + 1;
}
