import { locateCell, textFrom, textTo } from './cell';
import { cellTexts, flags, numberedRows, numbers, setEntry } from './memory';

const ZERO: u8 = 0x30;
const PLUS: u8 = 0x2b;
const MINUS: u8 = 0x2d;
const POINT: u8 = 0x2e;
/** A whole number of at most this many digits, and a power of ten up to it, is exact; so their quotient is the nearest number. */
const MAX_DIGITS: u32 = 15;

/** The points of the numbers that were read: 0 none, 1 each may separate thousands, 2 some separate decimals. */
export let points: u32 = 0;

/** The flagged rows whose number was written. */
export let numberCount: u32 = 0;
/** The other flagged rows: with a number below 0, with a blank or a number between 0 and the least, without a number. */
export let negatives: u32 = 0;
export let zeros: u32 = 0;
export let unreadable: u32 = 0;
let least: f64 = 0;

/** Begins a column of which the numbers from `leastNumber` on are wanted. */
export function startNumbers(leastNumber: f64): void {
  least = leastNumber;
  points = 0;
  numberCount = 0;
  negatives = 0;
  zeros = 0;
  unreadable = 0;
}

/**
 * Reads the cells of the rows in [from, to) of a column. Writes the wanted numbers of flagged rows to `numbers` and the rows
 * to `numberedRows`, and counts the others: a blank is 0. Stops at a cell that has digits and is more than a sign, up to 15
 * digits and a point. Returns the row after the last one that was read.
 */
export function readNumbers(column: u32, from: u32, to: u32): u32 {
  for (let row = from; row < to; row++) {
    locateCell(row, column, cellTexts);
    const isWanted = load<u8>(flags + row) !== 0;
    if (!isWanted && isPlainNumber(textFrom, textTo)) continue;
    const number = readNumber(textFrom, textTo);
    if (number === Infinity) return row;
    if (!isWanted) continue;
    if (number >= least) {
      store<f64>(numbers + ((<usize>numberCount) << 3), number);
      setEntry(numberedRows, numberCount++, row);
    } else if (number < 0) negatives++;
    else if (number < least) zeros++;
    else unreadable++;
  }
  return to;
}

/**
 * Whether the text is surely a number that changes no count and not `points`: up to 15 digits, and a point only where
 * another has shown that points separate decimals. Looks at all bytes at once, since most leads are not converted.
 */
function isPlainNumber(from: usize, to: usize): bool {
  if (to - from > MAX_DIGITS) return false;
  const bytes = v128.load(from);
  const text: i32 = (1 << i32(to - from)) - 1;
  const digits = text & i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(ZERO)), i8x16.splat(10)));
  const point = text & i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(POINT)));
  if (digits === 0 || (digits | point) !== text) return false;
  return point === 0 || (points === 2 && (point & (point - 1)) === 0);
}

/** Infinity where the text has digits and is more than the number. */
function readNumber(from: usize, to: usize): f64 {
  if (from === to) return 0;
  const sign = load<u8>(from);
  const start = sign === PLUS || sign === MINUS ? from + 1 : from;
  let at = start;
  let point = to;
  let number: u64 = 0;
  for (; at < to; at++) {
    const byte = load<u8>(at);
    if (isDigit(byte)) number = 10 * number + (byte - ZERO);
    else if (byte === POINT && point === to) point = at;
    else break;
  }
  const digits = u32(at - start) - u32(point < to);
  if (at < to || digits === 0) return hasDigit(from, to) ? Infinity : NaN;
  if (digits > MAX_DIGITS) return Infinity;
  let divisor: f64 = 1;
  for (let place = point + 1; place < to; place++) divisor *= 10;
  if (point < to && points < 2) points = mayGroup(start, point, to) ? 1 : 2;
  const value = f64(number) / divisor;
  return sign === MINUS ? 0 - value : value;
}

/** Whether a point may separate thousands: one to three digits before it, not a leading zero, and three behind it. */
function mayGroup(start: usize, point: usize, to: usize): bool {
  return point > start && point - start <= 3 && load<u8>(start) !== ZERO && to - point === 4;
}

function hasDigit(from: usize, to: usize): bool {
  for (let at = from; at < to; at++) if (isDigit(load<u8>(at))) return true;
  return false;
}

function isDigit(byte: u8): bool {
  return byte >= ZERO && byte < ZERO + 10;
}
