import { BLOCK, CR, FILE, LF, QUOTE, fileEnd, isPlain, rowStarts, starts } from './memory';
import { findPlainClosing, opensCell } from './quotes';

/** Rows in the index. The caller sets it before a call and reads it after. */
export let rowCount: u32 = 0;
/** Rows of the last call that had fewer cells than columns, and more. */
export let shortRows: u32 = 0;
export let longRows: u32 = 0;
/** Whether the last call came back before its stop, at a record that takes a longer look. */
export let isOdd: bool = false;

/** One bit for each of the next 16 bytes that may end a cell or begin a quoted text. */
function findMarks(at: usize, delimiters: v128): i32 {
  const block = v128.load(at);
  const ends = v128.or(i8x16.eq(block, i8x16.splat(i8(LF))), i8x16.eq(block, i8x16.splat(i8(CR))));
  const inside = v128.or(i8x16.eq(block, delimiters), i8x16.eq(block, i8x16.splat(i8(QUOTE))));
  return i8x16.bitmask(v128.or(ends, inside));
}

/**
 * As `scanRows` of csv/scan.ts, up to the first odd record: one with a quote that is stray or has text after its closing
 * one, or one whose cells may all be blank. Answers with where the next record begins, or the odd one.
 */
export function scanRows(
  position: u32,
  stop: u32,
  delimiter: u8,
  columnCount: u32,
  keepsEmptyRows: bool,
  mostLines: u32,
): u32 {
  const delimiters = i8x16.splat(i8(delimiter));
  const end = FILE + stop;
  let rowEntry = rowStarts + ((<usize>rowCount) << 2);
  let slot = starts + ((<usize>load<u32>(rowEntry)) << 2);
  let at = FILE + position;
  let block = at;
  let marks = findMarks(block, delimiters);
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
        marks = findMarks(block, delimiters);
      }
      at = block + ctz(marks);
      marks &= marks - 1;
      const byte = load<u8>(at);
      if (byte === delimiter) {
        cell = at + 1;
        if (slot <= lastSlot) {
          store<u32>(slot, u32(cell - FILE));
          slot += 4;
        }
      } else if (byte !== QUOTE) break;
      else if (opensCell(cell, at)) {
        const close = findPlainClosing(at, delimiter, mostLines);
        if (close === 0) {
          isOdd = true;
          break;
        }
        block = close + 1;
        marks = findMarks(block, delimiters);
      }
    }
    const isLong = slot > lastSlot;
    if (!isLong) {
      store<u32>(slot, u32(at + 1 - FILE));
      slot += 4;
    }
    if (!isOdd && !keepsEmptyRows && !beginsWithText(row, delimiter)) {
      // An empty line is no row; a record without any text may be one or not.
      if (at === row) slot = rowSlot;
      else isOdd = !hasText(rowSlot, slot);
    }
    if (isOdd) return u32(row - FILE);
    if (load<u8>(at) === CR && load<u8>(at + 1) === LF) {
      at += 2;
      block = at;
      marks = findMarks(block, delimiters);
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

/** Whether the record at `row` certainly begins with text, quoted or not. */
function beginsWithText(row: usize, delimiter: u8): bool {
  const first = load<u8>(row);
  return first !== delimiter && isPlain(first);
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
