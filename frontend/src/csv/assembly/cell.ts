import { NON_ASCII, QUOTE, SPACE, isPlain, isSpaceOrTab } from './memory';
import { nextQuote, skipQuoted } from './quotes';

/** The text of the cell that was located last: trimmed, without its quotes. In the file, or in the scratch. */
export let textFrom: usize = 0;
export let textTo: usize = 0;

/**
 * As `CellCursor.locate` of csv/cell-cursor.ts: moves to the cell in [from, to). A text with quotes inside is copied to
 * `scratch`, which has room for the whole cell.
 */
export function locate(from: usize, to: usize, scratch: usize): void {
  let start = from;
  while (start < to && isSpaceOrTab(load<u8>(start))) start++;
  if (start < to && load<u8>(start) === QUOTE) locateQuoted(start, to, scratch);
  else point(start, to);
}

function locateQuoted(open: usize, to: usize, scratch: usize): void {
  const first = nextQuote(open + 1, to);
  const hasDoubled = first + 1 < to && load<u8>(first + 1) === QUOTE;
  const close = hasDoubled ? skipQuoted(open, to) : first;
  if (close === to) {
    point(open, to); // a stray quote: it is text
    return;
  }
  const end = trimEnd(close + 1, to);
  if (end === close + 1 && !hasDoubled) point(open + 1, close);
  else unquote(open, close, end, scratch);
}

/** Copies the text between the quotes, each doubled quote once, and what follows the closing quote as it stands. */
function unquote(open: usize, close: usize, end: usize, scratch: usize): void {
  let to = scratch;
  for (let at = open + 1; at < end; at++) {
    if (at === close) continue;
    const byte = load<u8>(at);
    store<u8>(to++, byte);
    if (at < close && byte === QUOTE) at++;
  }
  point(scratch, to);
}

function point(from: usize, to: usize): void {
  textFrom = from < to && isPlain(load<u8>(from)) ? from : trimStart(from, to);
  textTo = textFrom < to && isPlain(load<u8>(to - 1)) ? to : trimEnd(textFrom, to);
}

function trimStart(from: usize, to: usize): usize {
  let at = from;
  for (let length = whiteSpaceAt(at, to); length > 0; length = whiteSpaceAt(at, to)) at += length;
  return at;
}

function trimEnd(from: usize, to: usize): usize {
  let at = to;
  while (at > from) {
    const length = whiteSpaceBefore(from, at);
    if (length === 0) break;
    at -= length;
  }
  return at;
}

function whiteSpaceBefore(from: usize, at: usize): usize {
  if (load<u8>(at - 1) < NON_ASCII) return whiteSpaceAt(at - 1, at);
  if (at - from >= 2 && whiteSpaceAt(at - 2, at) === 2) return 2;
  return at - from >= 3 && whiteSpaceAt(at - 3, at) === 3 ? 3 : 0;
}

/** As `whiteSpaceAt` of csv/white-space.ts. */
function whiteSpaceAt(at: usize, end: usize): usize {
  if (at >= end) return 0;
  const first: u32 = load<u8>(at);
  if (first < NON_ASCII) return first === SPACE || (first >= 0x09 && first <= 0x0d) ? 1 : 0;
  if (first === 0xc2) return at + 1 < end && load<u8>(at + 1) === 0xa0 ? 2 : 0;
  if (at + 2 >= end || first < 0xe1 || first > 0xef) return 0;
  const second: u32 = load<u8>(at + 1);
  const third: u32 = load<u8>(at + 2);
  return isWideWhiteSpace(((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)) ? 3 : 0;
}

function isWideWhiteSpace(codePoint: u32): bool {
  if (codePoint >= 0x2000 && codePoint <= 0x200a) return true;
  return (
    codePoint === 0x1680 ||
    codePoint === 0x2028 ||
    codePoint === 0x2029 ||
    codePoint === 0x202f ||
    codePoint === 0x205f ||
    codePoint === 0x3000 ||
    codePoint === 0xfeff
  );
}
