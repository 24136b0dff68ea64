import { BLOCK, CR, FILE, LF, QUOTE, fileEnd, isPlain, rowStarts, starts } from './memory';
import { findMarks, isDelimiter } from './marks';
import { findPlainClosing, opensCell } from './quotes';

/** Rows in the index. The caller sets it before a call and reads it after. */
export let rowCount: u32 = 0;
/** Rows of the last call that had fewer cells than columns, and more. */
export let shortRows: u32 = 0;
export let longRows: u32 = 0;
/** Whether the last call came back before its stop, at a record that takes a longer look. */
export let isOdd: bool = false;

/**
 * As `scanRows` of csv/scan.ts, up to the first odd record: one with a quote that is stray or has text after its closing
 * one, or one whose cells may all be blank. Answers with where the next record begins, or the odd one.
 */
export function scanRows(
  position: u32,
  stop: u32,
  columnCount: u32,
  keepsEmptyRows: bool,
  mostLines: u32,
): u32 {
  const end = FILE + stop;
  let rowEntry = rowStarts + ((<usize>rowCount) << 2);
  let slot = starts + ((<usize>load<u32>(rowEntry)) << 2);
  let at = FILE + position;
  let block = at;
  let marks = findMarks(block);
  isOdd = false;
  shortRows = 0;
  longRows = 0;
  while (at < end) {
    const row = at;
    const rowSlot = slot;
    const lastSlot = slot + ((<usize>columnCount) << 2);
    let cell = at;
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
        cell = at + 1;
        if (slot <= lastSlot) {
          store<u32>(slot, u32(cell - FILE));
          slot += 4;
        }
      } else if (opensCell(cell, at)) {
        const open = at;
        // Over the marks within the text, two for a doubled quote, to the closing quote or the end of the file.
        do {
          while (marks === 0) {
            block += BLOCK;
            marks = findMarks(block);
          }
          at = block + ctz(marks);
          marks &= marks - 1;
          if (load<u8>(at) !== QUOTE) continue;
          if (load<u8>(at + 1) !== QUOTE) break;
          while (marks === 0) {
            block += BLOCK;
            marks = findMarks(block);
          }
          marks &= marks - 1;
        } while (at < fileEnd);
        if (at < fileEnd && endsCell(at + 1) && at - open <= mostLines) continue;
        const close = findPlainClosing(open, mostLines);
        if (close === 0) {
          isOdd = true;
          break;
        }
        block = close + 1;
        marks = findMarks(block);
      }
    }
    const isLong = slot > lastSlot;
    if (!isLong) {
      store<u32>(slot, u32(at + 1 - FILE));
      slot += 4;
    }
    if (!isOdd && !keepsEmptyRows && !beginsWithText(row)) {
      // An empty line is no row; a record without any text may be one or not.
      if (at === row) slot = rowSlot;
      else isOdd = !hasText(rowSlot, slot);
    }
    if (isOdd) return u32(row - FILE);
    if (load<u8>(at) === CR && load<u8>(at + 1) === LF) {
      at += 2;
      block = at;
      marks = findMarks(block);
    } else at++;
    if (slot === rowSlot) continue;
    if (isLong) longRows++;
    else if (slot <= lastSlot) shortRows++;
    rowCount++;
    rowEntry += 4;
    store<u32>(rowEntry, u32((slot - starts) >> 2));
  }
  return u32(min(at, fileEnd) - FILE);
}

function endsCell(at: usize): bool {
  const byte = load<u8>(at);
  return byte === LF || byte === CR || isDelimiter(byte);
}

/** Whether the record at `row` certainly begins with text, quoted or not. */
function beginsWithText(row: usize): bool {
  const first = load<u8>(row);
  return isPlain(first) && !isDelimiter(first);
}

/** Whether one of the cells in these slots certainly has text. */
function hasText(slot: usize, slotsEnd: usize): bool {
  for (; slot + 4 < slotsEnd; slot += 4) {
    const from = FILE + load<u32>(slot);
    if (from + 1 >= FILE + load<u32>(slot + 4)) continue;
    const first = load<u8>(from);
    if (isPlain(first) || (first === QUOTE && isPlain(load<u8>(from + 1)))) return true;
  }
  return false;
}
