import { CR, LF, MARKS, QUOTE } from './memory';

/**
 * Marks are the bytes that may end a cell or begin a quoted text. The table at MARKS holds each mark at the index of
 * its lower four bits, so that one look-up compares 16 bytes with all marks. Only ',' and '|' share an index: the one
 * that is set second is compared separately.
 */
const LOW_BITS: u8 = 15;
let secondDelimiter: u8 = QUOTE;

/** Sets one to four delimiters. With fewer than four, the caller repeats one. */
export function setDelimiters(a: u8, b: u8, c: u8, d: u8): void {
  memory.fill(MARKS, 0, 16);
  store<u8>(MARKS, 1); // with 0 at index 0, each NUL would be a mark
  setMark(QUOTE);
  setMark(LF);
  setMark(CR);
  secondDelimiter = QUOTE;
  addDelimiter(a);
  addDelimiter(b);
  addDelimiter(c);
  addDelimiter(d);
}

function setMark(byte: u8): void {
  store<u8>(MARKS + (byte & LOW_BITS), byte);
}

function addDelimiter(byte: u8): void {
  const known = load<u8>(MARKS + (byte & LOW_BITS));
  if (known === 0) setMark(byte);
  else if (known !== byte) secondDelimiter = byte;
}

/** A bit set of which of the 16 bytes at `at` are marks. */
export function findMarks(at: usize): i32 {
  const block = v128.load(at);
  const marks = i8x16.swizzle(v128.load(MARKS), v128.and(block, i8x16.splat(i8(LOW_BITS))));
  return i8x16.bitmask(v128.or(i8x16.eq(block, marks), i8x16.eq(block, i8x16.splat(i8(secondDelimiter)))));
}

export function isDelimiter(byte: u8): bool {
  if (byte === QUOTE || byte === LF || byte === CR) return false;
  return load<u8>(MARKS + (byte & LOW_BITS)) === byte || byte === secondDelimiter;
}
