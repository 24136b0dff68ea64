import { FILE, QUOTE, isPlain, rowStarts, starts } from './memory';
import { locate, textFrom, textTo } from './cell';
import { nextQuote } from './quotes';
import { codeOf, nextText, size } from './dictionary';

/**
 * Codes the rows in [from, to) of a column, a code per row at `codes`, and stops where the dictionary has more than
 * `most` texts. Answers with the row after the last one that was coded.
 */
export function codeRows(column: u32, from: u32, to: u32, codes: u32, most: u32): u32 {
  for (let row = from; row < to; row++) {
    const code = codeCell(row, column);
    if (size > most) return row;
    store<u32>(<usize>codes + ((<usize>row) << 2), code);
  }
  return to;
}

function codeCell(row: u32, column: u32): u32 {
  const entry = rowStarts + ((<usize>row) << 2);
  const slot = load<u32>(entry) + column;
  if (slot + 1 >= load<u32>(entry + 4)) return codeOf(FILE, FILE); // a short row does not have it
  const place = starts + ((<usize>slot) << 2);
  const cell = FILE + load<u32>(place);
  const end = FILE + load<u32>(place + 4) - 1;
  // Most cells are their own text, or all but their quotes is.
  if (cell < end && hasPlainEdges(cell, end)) return codeOf(cell, end);
  if (cell + 2 < end && load<u8>(cell) === QUOTE && hasPlainEdges(cell + 1, end - 1)) {
    if (nextQuote(cell + 1, end) === end - 1) return codeOf(cell + 1, end - 1);
  }
  locate(cell, end, nextText());
  return codeOf(textFrom, textTo);
}

function hasPlainEdges(from: usize, to: usize): bool {
  return isPlain(load<u8>(from)) && isPlain(load<u8>(to - 1));
}

/** As `findBlanks` of csv/find-blanks.ts for the rows in [from, to): sets the byte of each column that has a blank. */
export function findBlanks(from: u32, to: u32, columnCount: u32, hasBlanks: u32, scratch: u32): void {
  for (let row = from; row < to; row++) {
    const entry = rowStarts + ((<usize>row) << 2);
    const first = load<u32>(entry);
    const width = load<u32>(entry + 4) - first - 1;
    let slot = starts + ((<usize>first) << 2);
    let cell = FILE + load<u32>(slot);
    for (let column: u32 = 0; column < width; column++) {
      slot += 4;
      const next = FILE + load<u32>(slot);
      if (!beginsWithText(cell, next - 1) && load<u8>(<usize>hasBlanks + column) === 0) {
        locate(cell, next - 1, scratch);
        if (textFrom === textTo) store<u8>(<usize>hasBlanks + column, 1);
      }
      cell = next;
    }
    for (let column = width; column < columnCount; column++) store<u8>(<usize>hasBlanks + column, 1);
  }
}

function beginsWithText(from: usize, to: usize): bool {
  if (from >= to) return false;
  const first = load<u8>(from);
  return isPlain(first) || (first === QUOTE && isPlain(load<u8>(from + 1)));
}
