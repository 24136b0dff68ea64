import { QUOTE, SPACE, TAB, countLineBreaks } from './bytes.ts';
import { DELIMITER, LINE_END, PLAIN, type Kinds } from './kinds.ts';

/** A quoted cell may span this many lines; one that would be longer is taken for a stray quote. */
export const MAX_QUOTED_LINES = 1000;

/** Up to this distance a plain loop beats the call of the built-in search. */
const NEAR = 64;

/** Position of the first quote in [at, end), or -1. */
export function nextQuote(bytes: Uint8Array, at: number, end: number): number {
  const near = Math.min(end, at + NEAR);
  let next = at;
  while (next < near && bytes[next] !== QUOTE) next++;
  if (next < near) return next;
  if (next >= end) return -1;
  const far = bytes.indexOf(QUOTE, next);
  return far < end ? far : -1;
}

/** Position of the quote that ends the text begun by the quote at `open`, before `end`, or -1. Doubled quotes are text. */
export function skipQuoted(bytes: Uint8Array, open: number, end: number): number {
  let at = nextQuote(bytes, open + 1, end);
  while (at >= 0 && at + 1 < end && bytes[at + 1] === QUOTE) at = nextQuote(bytes, at + 2, end);
  return at;
}

/** Whether the quote at `at` is the first thing in its cell, blanks aside. Any other quote is plain text. */
export function opensCell(bytes: Uint8Array, cellStart: number, at: number): boolean {
  let before = at - 1;
  while (before >= cellStart && (bytes[before] === SPACE || bytes[before] === TAB)) before--;
  return before < cellStart;
}

/**
 * Position of the quote that closes the cell opened at `open`, or -1 where the opening quote is stray and has to be
 * read as a plain character. It is stray when no closing quote follows, when the cell would span more than
 * MAX_QUOTED_LINES lines, or when the cell would span lines and then go on with text after its closing quote: that
 * closing quote is then the opening one of a later cell, as in a file that quotes every cell.
 *
 * Cost over a whole file is linear: a search runs to the next odd run of quotes, whatever it then decides, and no
 * search can begin before that run, as an even run at the start of a cell closes within itself.
 */
export function findClosingQuote(bytes: Uint8Array, open: number, kinds: Kinds): number {
  const close = skipQuoted(bytes, open, bytes.length);
  if (close < 0) return -1;
  const hasTextAfter = !endsCell(bytes, close + 1, kinds);
  if (!hasTextAfter && close - open <= MAX_QUOTED_LINES) return close;
  const lineBreaks = countLineBreaks(bytes, open, close);
  return lineBreaks >= MAX_QUOTED_LINES || (hasTextAfter && lineBreaks > 0) ? -1 : close;
}

/** Whether nothing but blanks stands between `at` and the end of its cell. */
function endsCell(bytes: Uint8Array, at: number, kinds: Kinds): boolean {
  let next = at;
  while (bytes[next] === SPACE || (bytes[next] === TAB && kinds[TAB] === PLAIN)) next++;
  if (next >= bytes.length) return true;
  const kind = kinds[bytes[next]!]; // inside, by the line above
  return kind === DELIMITER || kind === LINE_END;
}
