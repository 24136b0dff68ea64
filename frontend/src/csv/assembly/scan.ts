import { beginsWithText, isBlank } from './cell';
import { findMarks, isDelimiter } from './marks';
import { BLOCK, CR, FILE, LF, QUOTE, entry, fileEnd, isWhole, rowStarts, starts } from './memory';
import {
  enterRecord,
  findClosingQuote,
  forgetStrayQuotes,
  isUndecided,
  leaveRecord,
  opensCell,
} from './quotes';

/** Rows in the index. Lowering it drops the last ones. */
export let rowCount: u32 = 0;
/** Rows of empty cells that were skipped, and rows with fewer and with more cells than columns. */
export let emptyRows: u32 = 0;
export let shortRows: u32 = 0;
export let longRows: u32 = 0;
/** A bit for each column that may have a blank cell: the first bytes of a cell of some row do not prove that it has text. */
export let doubtful: u64 = 0;

/** Begins an empty index. */
export function startScan(): void {
  rowCount = 0;
  emptyRows = 0;
  shortRows = 0;
  longRows = 0;
  doubtful = 0;
  store<u32>(rowStarts, 0);
  forgetStrayQuotes();
}

/**
 * Adds to the index the records that begin in [position, stop). Returns where the next record begins: a record is
 * always read to its end, so that the result does not depend on the size of the slices. A row keeps `columnCount`
 * cells. Records end with CRLF, LF or a lone CR, in any mixture. Blank lines are skipped. Rows of empty cells are
 * skipped and counted. While more bytes of the file are to come, it stops before the first record that they may change.
 */
export function scanRows(position: u32, stop: u32, columnCount: u32, keepsEmptyRows: bool): u32 {
  const end = FILE + stop;
  let rowEntry = rowStarts + ((<usize>rowCount) << 2);
  let slot = starts + ((<usize>load<u32>(rowEntry)) << 2);
  let at = FILE + position;
  let block = at;
  let marks = findMarks(block);
  while (at < end) {
    const row = at;
    const rowSlot = slot;
    let cell = at;
    let doubts: u64 = 0;
    if (!isWhole) enterRecord();
    store<u32>(slot, u32(at - FILE));
    slot += 4;
    for (;;) {
      while (marks === 0) {
        block += BLOCK;
        marks = findMarks(block);
      }
      at = block + ctz(marks);
      marks &= marks - 1;
      const byte = load<u8>(at);
      if (byte === LF || byte === CR) break;
      if (byte !== QUOTE) {
        if (!beginsWithText(cell, at)) doubts |= lastColumn(rowSlot, slot);
        cell = at + 1;
        store<u32>(slot, u32(cell - FILE));
        slot += 4;
      } else if (opensCell(cell, at)) {
        block = findClosingQuote(at) + 1;
        marks = findMarks(block);
      }
    }
    if (!isWhole && (isUndecided || at + 1 >= fileEnd)) {
      leaveRecord();
      at = row;
      break;
    }
    if (!beginsWithText(cell, at)) doubts |= lastColumn(rowSlot, slot);
    const width = u32((slot - rowSlot) >> 2);
    store<u32>(slot, u32(at + 1 - FILE));
    slot += 4;
    if (!keepsEmptyRows && isBlankRow(rowSlot, width)) {
      if (width > 1 || load<u8>(row) === QUOTE) emptyRows++;
      slot = rowSlot;
    } else {
      if (width < columnCount) {
        shortRows++;
        doubts |= ~(<u64>0) << width;
      }
      doubtful |= doubts;
      if (width > columnCount) {
        longRows++;
        slot = rowSlot + ((<usize>columnCount + 1) << 2); // the row ends where its first dropped cell begins
      }
      rowCount++;
      rowEntry += 4;
      store<u32>(rowEntry, u32((slot - starts) >> 2));
    }
    if (load<u8>(at) === CR && load<u8>(at + 1) === LF) {
      at += 2;
      block = at;
      marks = findMarks(block);
    } else at++;
  }
  return u32(min(at, fileEnd) - FILE);
}

/** The bit of the column whose cell has the entry before `slot`. A table has fewer than 64 columns. */
function lastColumn(rowSlot: usize, slot: usize): u64 {
  return (<u64>1) << (((slot - rowSlot) >> 2) - 1);
}

function isBlankRow(slot: usize, width: u32): bool {
  for (let cell: u32 = 0; cell < width; cell++) {
    const from = FILE + entry(slot, cell);
    const to = FILE + entry(slot, cell + 1) - 1;
    if (beginsWithText(from, to) || !isBlank(from, to)) return false;
  }
  return true;
}

/** How many cells a row has in the file. Of a row that was cut, one more than the index keeps. */
export function countCells(row: u32): u32 {
  const last = entry(rowStarts, row + 1) - 1;
  const isCut = isDelimiter(load<u8>(FILE + entry(starts, last) - 1));
  return last - entry(rowStarts, row) + u32(isCut);
}
