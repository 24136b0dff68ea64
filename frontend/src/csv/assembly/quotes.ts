import { isDelimiter } from './marks';
import { BLOCK, CR, LF, QUOTE, SPACE, TAB, fileEnd, isSpaceOrTab } from './memory';

/** Place of the first quote from `at` on before `end`, or `end`. */
export function nextQuote(at: usize, end: usize): usize {
  for (; at < end; at += BLOCK) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(i8(QUOTE))));
    if (found !== 0) return min(at + ctz(found), end);
  }
  return end;
}

/** Place of the quote that ends the text begun by the quote at `open`, or `end` where none does. Doubled quotes are text. */
export function skipQuoted(open: usize, end: usize): usize {
  let at = nextQuote(open + 1, end);
  while (at + 1 < end && load<u8>(at + 1) === QUOTE) at = nextQuote(at + 2, end);
  return at;
}

/** Whether the quote at `at` is the first thing in its cell, blanks aside. */
export function opensCell(cell: usize, at: usize): bool {
  let before = at;
  while (before > cell && isSpaceOrTab(load<u8>(before - 1))) before--;
  return before === cell;
}

/**
 * Place of the quote that closes the cell opened at `open`, or 0 where that takes a longer look: no quote closes it, text
 * follows the closing quote, or the cell has `mostLines` lines.
 */
export function findPlainClosing(open: usize, mostLines: u32): usize {
  const close = skipQuoted(open, fileEnd);
  if (close === fileEnd) return 0;
  let next = close + 1;
  while (load<u8>(next) === SPACE || (load<u8>(next) === TAB && !isDelimiter(TAB))) next++;
  const after = load<u8>(next);
  if (!isDelimiter(after) && after !== LF && after !== CR) return 0;
  return close - open > mostLines && countLineBreaks(open, close) >= mostLines ? 0 : close;
}

function countLineBreaks(from: usize, to: usize): u32 {
  let count: u32 = 0;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if (byte === LF || (byte === CR && load<u8>(at + 1) !== LF)) count++;
  }
  return count;
}
