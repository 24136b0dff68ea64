/** Up to this many codes, a list of all of them is looked up; above, a hash table of those that occur. */
const MAX_LISTED_CODES = 2 ** 20;

/** The number of a code, or `next` for one that has none yet, which it then has. */
export type NumberOf = (code: number, next: number) => number;

/** Nothing is numbered yet. At most `most` codes will be, each below `count`. */
export function createNumbers(most: number, count: number): NumberOf {
  return count > MAX_LISTED_CODES ? createHashedNumbers(most) : createListedNumbers(count);
}

function createListedNumbers(count: number): NumberOf {
  // The number of a code plus one, 0 until it occurs.
  const numbers = new Uint32Array(count);
  return (code, next) => {
    const known = numbers[code] ?? 0;
    if (known > 0) return known - 1;
    numbers[code] = next + 1;
    return next;
  };
}

/**
 * Open addressing with linear probing in a table at most half full; multiplicative hashing by the golden ratio (Knuth,
 * The Art of Computer Programming 3, 6.4). Codes stand in the table themselves, so that a look-up goes nowhere else.
 */
function createHashedNumbers(most: number): NumberOf {
  const bits = Math.ceil(Math.log2(2 * most + 1));
  const mask = 2 ** bits - 1;
  const codes = new Uint32Array(mask + 1);
  // The number plus one, 0 while the slot is free.
  const numbers = new Uint32Array(mask + 1);
  return (code, next) => {
    let slot = Math.imul(code, 0x9e3779b1) >>> (32 - bits);
    while (numbers[slot] !== 0 && codes[slot] !== code) slot = (slot + 1) & mask;
    const known = numbers[slot] ?? 0;
    if (known > 0) return known - 1;
    codes[slot] = code;
    numbers[slot] = next + 1;
    return next;
  };
}
