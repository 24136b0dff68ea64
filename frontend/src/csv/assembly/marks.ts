import { CR, LF, MARKS, QUOTE } from './memory';

/**
 * Marks are the bytes that may end a cell or begin a quoted text. In the table at MARKS each has the place of its lower
 * four bits, so that one look-up compares 16 bytes with all marks. Only ',' and '|' share a place: the later of the two
 * is compared by itself.
 */
const LOW_BITS: u8 = 15;
let secondDelimiter: u8 = QUOTE;

/** One to four delimiters, some of them given more than once where there are fewer. */
export function setDelimiters(a: u8, b: u8, c: u8, d: u8): void {
  memory.fill(MARKS, 0, 16);
  store<u8>(MARKS, 1); // a 0 there would make a mark of each NUL
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

/** A bit for each of the 16 bytes at `at` that is a mark. */
export function findMarks(at: usize): i32 {
  const block = v128.load(at);
  const marks = i8x16.swizzle(v128.load(MARKS), v128.and(block, i8x16.splat(i8(LOW_BITS))));
  return i8x16.bitmask(v128.or(i8x16.eq(block, marks), i8x16.eq(block, i8x16.splat(i8(secondDelimiter)))));
}

export function isDelimiter(byte: u8): bool {
  if (byte === QUOTE || byte === LF || byte === CR) return false;
  return load<u8>(MARKS + (byte & LOW_BITS)) === byte || byte === secondDelimiter;
}
