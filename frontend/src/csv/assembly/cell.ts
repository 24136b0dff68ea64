import {
  FILE,
  NON_ASCII,
  QUOTE,
  SPACE,
  cellTexts,
  entry,
  isPlain,
  isSpaceOrTab,
  rowStarts,
  starts,
} from './memory';
import { nextQuote, skipQuoted } from './quotes';

/**
 * The text of the cell that was located last, trimmed and without its quotes, lies in [textFrom, textTo): in the
 * file, or in the scratch memory.
 */
export let textFrom: usize = 0;
export let textTo: usize = 0;

/**
 * Whether the first bytes of the cell in [from, to) prove that it has text: a plain character, or a quote and a plain
 * character, whether the quote opens the cell or is stray. A cell of which this is false may still have text.
 */
export function beginsWithText(from: usize, to: usize): bool {
  if (from >= to) return false;
  const first = load<u8>(from);
  return isPlain(first) || (first === QUOTE && isPlain(load<u8>(from + 1)));
}

/** Whether the cell in [from, to) has no text. */
export function isBlank(from: usize, to: usize): bool {
  locate(from, to, cellTexts);
  return textFrom === textTo;
}

/** Locates a cell of the index. A cell that a short row does not have is blank. `scratch` is as for `locate`. */
export function locateCell(row: u32, column: u32, scratch: usize): void {
  const slot = entry(rowStarts, row) + column;
  const hasCell = slot + 1 < entry(rowStarts, row + 1);
  const from = hasCell ? FILE + entry(starts, slot) : FILE;
  const to = hasCell ? FILE + entry(starts, slot + 1) - 1 : FILE;
  // The text of most cells is the whole cell, or all of it between two quotes.
  const quotes: usize =
    from + 2 < to && load<u8>(from) === QUOTE && nextQuote(from + 1, to) === to - 1 ? 1 : 0;
  textFrom = from + quotes;
  textTo = to - quotes;
  if (from < to && !hasPlainEdges(textFrom, textTo)) locate(from, to, scratch);
}

function hasPlainEdges(from: usize, to: usize): bool {
  return isPlain(load<u8>(from)) && isPlain(load<u8>(to - 1));
}

/**
 * Locates the text of the cell in [from, to), which excludes its delimiters. Copies a quoted text to `scratch`, which
 * must have room for the whole cell.
 */
export function locate(from: usize, to: usize, scratch: usize): void {
  let start = from;
  while (start < to && isSpaceOrTab(load<u8>(start))) start++;
  if (start < to && load<u8>(start) === QUOTE) locateQuoted(start, to, scratch);
  else setTrimmedText(start, to);
}

function locateQuoted(open: usize, to: usize, scratch: usize): void {
  const close = skipQuoted(open, to);
  if (close === to) setTrimmedText(open, to); // the scan has found this quote to be stray: it is text
  else setTrimmedText(scratch, unquote(open, close, to, scratch));
}

/**
 * Copies the text between the quotes, each doubled quote once, then the characters between the closing quote and `to`
 * unchanged. Returns the end of the copy.
 */
function unquote(open: usize, close: usize, to: usize, scratch: usize): usize {
  let end = scratch;
  for (let at = open + 1; at < to; at++) {
    if (at === close) continue;
    const byte = load<u8>(at);
    store<u8>(end++, byte);
    if (at < close && byte === QUOTE) at++;
  }
  return end;
}

/** Sets the located text to [from, to) without the white space around it. */
function setTrimmedText(from: usize, to: usize): void {
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

/**
 * Length in bytes of the white space character that begins at `at`; 0 where there is none. White space is what
 * JavaScript's trim() removes (ECMA-262 WhiteSpace and LineTerminator), spelled in UTF-8.
 */
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
