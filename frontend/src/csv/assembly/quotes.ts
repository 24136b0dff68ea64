import { isDelimiter } from './marks';
import { BLOCK, CR, FILE, LF, QUOTE, STRAY_LINES, fileEnd, isSpaceOrTab, isWhole, setEntry } from './memory';

/** Most lines of a quoted cell. The opening quote of a longer one counts as stray. */
const MAX_LINES: u32 = 1000;
/** Most stray quotes of which the line is noted. */
export const MAX_STRAY_LINES: u32 = 20;

/** Opening quotes that were read as plain characters. The line numbers of the first of them are at STRAY_LINES. */
export let strayQuotes: u32 = 0;
/** Line breaks up to `countedTo`, so that no line is counted twice. */
let lineBreaks: u32 = 0;
let countedTo: usize = FILE;

/** Whether a search for a closing quote has met the end of a file of which more bytes are to come. */
export let isUndecided: bool = false;
/** The counts of stray quotes before the current record. */
let strayBefore: u32 = 0;
let lineBreaksBefore: u32 = 0;
let countedBefore: usize = FILE;

/** Begins a record, which `leaveRecord` leaves as if it had never been looked at. */
export function enterRecord(): void {
  isUndecided = false;
  strayBefore = strayQuotes;
  lineBreaksBefore = lineBreaks;
  countedBefore = countedTo;
}

export function leaveRecord(): void {
  strayQuotes = strayBefore;
  lineBreaks = lineBreaksBefore;
  countedTo = countedBefore;
}

export function forgetStrayQuotes(): void {
  strayQuotes = 0;
  lineBreaks = 0;
  countedTo = FILE;
}

/** Address of the first quote in [at, end), or `end`. */
export function nextQuote(at: usize, end: usize): usize {
  for (; at < end; at += BLOCK) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(i8(QUOTE))));
    if (found !== 0) return min(at + ctz(found), end);
  }
  return end;
}

/**
 * Address of the quote that closes the text after the quote at `open`, or `end` where there is none. Doubled quotes
 * are text.
 */
export function skipQuoted(open: usize, end: usize): usize {
  let at = nextQuote(open + 1, end);
  while (at + 1 < end && load<u8>(at + 1) === QUOTE) at = nextQuote(at + 2, end);
  return at;
}

/** Whether only spaces and tabs stand before the quote at `at` in its cell. Any other quote is plain text. */
export function opensCell(cell: usize, at: usize): bool {
  let before = at;
  while (before > cell && isSpaceOrTab(load<u8>(before - 1))) before--;
  return before === cell;
}

/**
 * Address of the quote that closes the cell opened by the quote at `open`, or `open` itself where that quote is
 * stray. It is stray when no closing quote follows, when the cell would have more than MAX_LINES lines, or when the
 * cell would have several lines and then go on with text after its closing quote: that closing quote is then the
 * opening one of a later cell, as in a file that quotes every cell.
 *
 * The cost over a whole file is linear: a search ends at the next run of an odd number of quotes, and no later search
 * begins before that run, since an even run at the start of a cell closes within itself.
 */
export function findClosingQuote(open: usize): usize {
  const close = skipQuoted(open, fileEnd);
  if (!isWhole) {
    if (close === fileEnd) isUndecided = true;
    if (isUndecided) return open; // a stray quote is costly to note, and this record will be looked at again
  }
  if (close < fileEnd) {
    const hasTextAfter = !endsCell(close + 1);
    if (!hasTextAfter && close - open <= MAX_LINES) return close;
    const mostLineBreaks: u32 = hasTextAfter ? 0 : MAX_LINES - 1;
    if (countLineBreaks(open, close) <= mostLineBreaks) return close;
  }
  noteStrayQuote(open);
  return open;
}

/** Whether only spaces and tabs stand between `at` and the end of its cell. */
function endsCell(at: usize): bool {
  while (isSpaceOrTab(load<u8>(at)) && !isDelimiter(load<u8>(at))) at++;
  const byte = load<u8>(at);
  return byte === LF || byte === CR || isDelimiter(byte);
}

function noteStrayQuote(at: usize): void {
  if (strayQuotes < MAX_STRAY_LINES) {
    lineBreaks += countLineBreaks(countedTo, at);
    countedTo = at;
    setEntry(STRAY_LINES, strayQuotes, lineBreaks + 1);
  }
  strayQuotes++;
}

/** How many lines end in [from, to). CRLF, LF and a lone CR each end one. */
function countLineBreaks(from: usize, to: usize): u32 {
  let count: u32 = 0;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if (byte === LF || (byte === CR && load<u8>(at + 1) !== LF)) count++;
  }
  return count;
}
