import { createNumbers } from './code-numbers.ts';

/** One code from 0 to count - 1 per item. Not every code needs to occur. */
export interface Coding {
  codes: Uint32Array;
  count: number;
}

/** A coding whose codes all occur, with the first item that has each. */
export interface Grouping extends Coding {
  firstItems: Uint32Array;
}

/** Codes are 32 bits wide. */
const MAX_CODES = 2 ** 32;
/**
 * One code for each pair of codes, in linear time also with 100,000 codes on either side: a x count of b + b while
 * that fits, else a number per pair that occurs.
 */
export function joinCodes(a: Coding, b: Coding): Coding {
  const count = a.count * b.count;
  if (count > MAX_CODES) return numberPairs(a, b);
  const codes = new Uint32Array(a.codes.length);
  for (let item = 0; item < codes.length; item++) {
    codes[item] = (a.codes[item] ?? 0) * b.count + (b.codes[item] ?? 0);
  }
  return { codes, count };
}

/**
 * Numbers the pairs that occur, in order of first appearance. The hash table, at most half full, has open
 * addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4); a slot holds the number of
 * its pair plus one, 0 while it is free.
 */
function numberPairs(a: Coding, b: Coding): Coding {
  const size = a.codes.length;
  const mask = 2 ** Math.ceil(Math.log2(2 * size + 1)) - 1;
  const slots = new Uint32Array(mask + 1);
  const codes = new Uint32Array(size);
  const firstItems = new Uint32Array(size);
  let count = 0;
  for (let item = 0; item < size; item++) {
    const codeA = a.codes[item] ?? 0;
    const codeB = b.codes[item] ?? 0;
    let slot = hashPair(codeA, codeB) & mask;
    let first = firstItems[(slots[slot] ?? 0) - 1];
    while (first !== undefined && (a.codes[first] !== codeA || b.codes[first] !== codeB)) {
      slot = (slot + 1) & mask;
      first = firstItems[(slots[slot] ?? 0) - 1];
    }
    if (first === undefined) {
      firstItems[count] = item;
      slots[slot] = ++count;
    }
    codes[item] = (slots[slot] ?? 0) - 1;
  }
  return { codes, count };
}

/** Mixes two codes into 32 bits: odd multipliers, then the finaliser of MurmurHash3 (Austin Appleby). */
function hashPair(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The same coding with the codes that occur only, numbered in order of first appearance. */
export function compactCodes({ codes, count }: Coding): Grouping {
  const numberOf = createNumbers(codes.length, count);
  const groups = new Uint32Array(codes.length);
  const firstItems = new Uint32Array(Math.min(count, codes.length));
  let groupCount = 0;
  for (let item = 0; item < codes.length; item++) {
    const group = numberOf(codes[item] ?? 0, groupCount);
    if (group === groupCount) firstItems[groupCount++] = item;
    groups[item] = group;
  }
  return { codes: groups, count: groupCount, firstItems: firstItems.slice(0, groupCount) };
}

/** The values at these places. A plain loop: map() of a typed array takes several times as long. */
export function pick(values: Uint32Array, places: Uint32Array): Uint32Array {
  const picked = new Uint32Array(places.length);
  for (let index = 0; index < places.length; index++) picked[index] = values[places[index]!] ?? 0; // below the length
  return picked;
}

/** The sum of the amounts of all items with each code. */
export function sumByCode(amounts: Uint32Array, codes: Uint32Array, count: number): Uint32Array {
  const sums = new Uint32Array(count);
  for (let item = 0; item < amounts.length; item++) sums[codes[item]!]! += amounts[item]!; // a code per amount
  return sums;
}
