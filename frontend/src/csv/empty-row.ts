import { QUOTE, beginsWithQuotedText, isPlain } from './bytes.ts';
import { DELIMITER } from './kinds.ts';
import { findClosingQuote, opensCell } from './quotes.ts';
import type { Scan } from './scan.ts';

/** Cheap first look: false when the record at `rowStart` certainly begins with text, quoted or not. */
export function mayBeEmpty({ bytes, kinds, keepsEmptyRows }: Scan, rowStart: number): boolean {
  if (keepsEmptyRows) return false;
  const first = bytes[rowStart]!; // a record has at least one byte
  return isPlain(first) ? kinds[first] === DELIMITER : !beginsWithQuotedText(bytes, rowStart);
}

/** Whether all cells of a record are blank, those beyond the columns too. */
export function isEmptyRow(scan: Scan, row: { slot: number; nextSlot: number; rowEnd: number }): boolean {
  const { starts, cursor } = scan;
  for (let slot = row.slot; slot + 1 < row.nextSlot; slot++) {
    cursor.locate(starts[slot]!, starts[slot + 1]! - 1); // slots of this row
    if (!cursor.isBlank) return false;
  }
  return isBlankUpTo(scan, starts[row.nextSlot - 1]!, row.rowEnd);
}

/** Whether all cells in [from, rowEnd), beyond the columns of a long row, are blank. Their quotes were noted before. */
function isBlankUpTo({ bytes, kinds, cursor }: Scan, from: number, rowEnd: number): boolean {
  let cellStart = from;
  for (let at = from; at <= rowEnd; at++) {
    const isQuoted = at < rowEnd && bytes[at] === QUOTE && opensCell(bytes, cellStart, at);
    if (isQuoted) at = Math.max(at, findClosingQuote(bytes, at, kinds));
    else if (at === rowEnd || kinds[bytes[at]!] === DELIMITER) {
      cursor.locate(cellStart, at);
      if (!cursor.isBlank) return false;
      cellStart = at + 1;
    }
  }
  return true;
}
