/** One code from 0 to count - 1 per item. Not every code needs to occur. */
export interface Coding {
  codes: Uint32Array;
  count: number;
}

/** A coding in which every code occurs, with the first item of each code. */
export interface Grouping extends Coding {
  firstItems: Uint32Array;
}

/** Codes are 32 bits wide. */
const MAX_CODES = 2 ** 32;
/** 2^32 divided by the golden ratio, for multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4). */
const GOLDEN = 0x9e3779b1;

/**
 * The items grouped by all codings together, groups in order of first appearance. Takes linear time, also with
 * 100,000 codes in each coding. No codings, or no items: no groups.
 * Example: codes 0, 0, 1, 0 and 1, 0, 1, 1: groups 0, 1, 2, 0.
 */
export function groupItems(codings: readonly Coding[]): Grouping {
  const count = codings.reduce((product, coding) => product * coding.count, 1);
  const keys = count <= MAX_CODES ? codings : [numberItems(codings.map(({ codes }) => codes))];
  const size = codings[0]?.codes.length ?? 0;
  const most = Math.min(size, count);
  // Open addressing with linear probing, at most half full. A slot holds a key, and the group + 1 or 0 while it is
  // free.
  const bits = Math.ceil(Math.log2(2 * most + 1));
  const [mask, shift] = [2 ** bits - 1, 32 - bits];
  const [slotKeys, slotGroups] = [new Uint32Array(mask + 1), new Uint32Array(mask + 1)];
  const [codes, firstItems] = [new Uint32Array(size), new Uint32Array(most)];
  let groups = 0;
  // One loop without a call: in a thread that has just started, each function runs uncompiled for milliseconds.
  for (let item = 0; item < size; item++) {
    let key = 0;
    for (let position = 0; position < keys.length; position++) {
      const coding = keys[position]!; // below the length
      key = (Math.imul(key, coding.count) + coding.codes[item]!) >>> 0; // a code per item
    }
    let slot = Math.imul(key, GOLDEN) >>> shift;
    while (slotGroups[slot] !== 0 && slotKeys[slot] !== key) slot = (slot + 1) & mask;
    let group = slotGroups[slot]!; // a slot of the table
    if (group === 0) {
      firstItems[groups] = item;
      slotKeys[slot] = key;
      slotGroups[slot] = group = ++groups;
    }
    codes[item] = group - 1;
  }
  return { codes, count: groups, firstItems: firstItems.slice(0, groups) };
}

/** The number of each item, and a function that finds the number of the items with these codes, one per coding. */
interface Numbering extends Coding {
  find(codes: readonly number[]): number | undefined;
}

/**
 * Numbers the combinations of codes that occur, in order of first appearance: where no two items have the same codes, the number is the
 * position of the item. The hash table, at most half full, uses open addressing with linear probing (Knuth, The Art of Computer Programming
 * 3, 6.4); a slot holds a number + 1, or 0 while it is free. A `Map` takes several times as long for 100,000 items.
 * Example: codes 0, 0, 1 and 1, 0, 1: numbers 0, 1, 2; 0 and 0 have number 1, and 1 and 0 have none.
 */
export function numberItems(codings: readonly Uint32Array[]): Numbering {
  const size = codings[0]?.length ?? 0;
  const mask = 2 ** Math.ceil(Math.log2(2 * size + 1)) - 1;
  const slots = new Uint32Array(mask + 1);
  const [codes, firstItems] = [new Uint32Array(size), new Uint32Array(size)];
  let count = 0;
  const areEqual = (a: number, b: number) => codings.every((coding) => coding[a] === coding[b]);
  // The `!` here: a code per item and coding, and a first item for each number.
  for (let item = 0; item < size; item++) {
    let hash = 0;
    for (let at = 0; at < codings.length; at++) hash = mixCode(hash, codings[at]![item]!);
    let slot = hash & mask;
    while (slots[slot] !== 0 && !areEqual(firstItems[slots[slot]! - 1]!, item)) slot = (slot + 1) & mask;
    if (slots[slot] === 0) {
      firstItems[count] = item;
      slots[slot] = ++count;
    }
    codes[item] = slots[slot]! - 1;
  }
  function find(wanted: readonly number[]): number | undefined {
    for (let slot = wanted.reduce(mixCode, 0) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (codings.every((coding, at) => coding[firstItems[number]!] === wanted[at])) return number;
    }
    return undefined;
  }
  return { codes, count, find };
}

/** An odd multiplier, and a shift that brings the high bits down to those that choose a slot. */
function mixCode(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, GOLDEN);
  return mixed ^ (mixed >>> 15);
}

/** A column of texts: a code per lead, and the text of each code with its leads. */
export interface CountedTexts {
  codes: Uint32Array;
  categories: readonly string[];
  leads: Uint32Array;
}

/**
 * A column with other texts, in order of first appearance. Texts that become the same have one code.
 * Example: 'ads', 'Ads' and 'Web' of 1, 2 and 3 leads by their names in capitals: 'ADS' and 'WEB' of 3 leads each.
 */
export function renameTexts(
  { codes, categories, leads }: CountedTexts,
  nameOf: (text: string, code: number) => string,
): CountedTexts {
  const codeOf = new Map<string, number>();
  const newCodes = Uint32Array.from(categories, (text, code) => {
    const name = nameOf(text, code);
    const known = codeOf.get(name) ?? codeOf.size;
    codeOf.set(name, known);
    return known;
  });
  return {
    codes: gather(newCodes, codes),
    categories: [...codeOf.keys()],
    leads: sumByCode(leads, newCodes, codeOf.size),
  };
}

/** The values at these indexes. A plain loop: map() of a typed array takes several times as long. */
export function gather(values: Uint32Array, indexes: Uint32Array): Uint32Array {
  const gathered = new Uint32Array(indexes.length);
  for (let at = 0; at < indexes.length; at++) gathered[at] = values[indexes[at]!] ?? 0; // below the length
  return gathered;
}

/** For each code the sum of the counts of its items. */
export function sumByCode(amounts: Uint32Array, codes: Uint32Array, count: number): Uint32Array {
  const sums = new Uint32Array(count);
  for (let item = 0; item < amounts.length; item++) sums[codes[item]!]! += amounts[item]!; // a code per amount
  return sums;
}

/** For each code the sum of the amounts of its items, which may be fractions. A function of its own: browsers run a loop
 * several times slower once it has seen two kinds of arrays. */
export function sumAmounts(
  amounts: Float64Array | Uint32Array,
  codes: Uint32Array,
  count: number,
): Float64Array {
  const sums = new Float64Array(count);
  for (let item = 0; item < amounts.length; item++) sums[codes[item]!]! += amounts[item]!; // a code per amount
  return sums;
}
