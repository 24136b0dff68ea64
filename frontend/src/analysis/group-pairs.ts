/** One code from 0 to count - 1 per item. */
export interface Coding {
  codes: Uint32Array;
  count: number;
}

/** A coding of items by pairs of codes, with the first item of each group. */
export interface Grouping extends Coding {
  firstItems: Uint32Array;
}

/** Up to this many possible pairs (4 MB), each has a slot of its own. */
const MAX_DIRECT_SLOTS = 1 << 20;

/**
 * Groups items by the pair of their codes; groups are numbered in order of first appearance. Linear in items,
 * also with 100,000 codes on either side: few possible pairs have a slot each, many share a hash table, at
 * most half full, with open addressing and linear probing (Knuth, The Art of Computer Programming 3, 6.4).
 * Example: codes 0 0 1 0 and 1 0 1 1 give the groups 0 1 2 0.
 */
export function groupPairs(a: Coding, b: Coding): Grouping {
  const size = a.codes.length;
  const isDirect = a.count * b.count <= MAX_DIRECT_SLOTS;
  // A slot holds the number of its group plus one, 0 while it is free.
  const slots = new Uint32Array(isDirect ? a.count * b.count : powerOfTwoAbove(2 * size));
  const firstItems = new Uint32Array(Math.min(size, slots.length));
  const slotOf = isDirect ? findDirectSlot(a, b) : findHashSlot([a, b], slots, firstItems);
  const codes = new Uint32Array(size);
  let count = 0;
  for (let item = 0; item < size; item++) {
    const slot = slotOf(item);
    if (slots[slot] === 0) {
      firstItems[count] = item;
      slots[slot] = ++count;
    }
    codes[item] = (slots[slot] ?? 0) - 1;
  }
  return { codes, count, firstItems: firstItems.slice(0, count) };
}

type FindSlot = (item: number) => number;

function findDirectSlot(a: Coding, b: Coding): FindSlot {
  return (item) => (a.codes[item] ?? 0) * b.count + (b.codes[item] ?? 0);
}

/** Finds the slot of an item's pair, or the free slot where it belongs. */
function findHashSlot([a, b]: [Coding, Coding], slots: Uint32Array, firstItems: Uint32Array): FindSlot {
  const mask = slots.length - 1;
  return (item) => {
    const codeA = a.codes[item] ?? 0;
    const codeB = b.codes[item] ?? 0;
    let slot = hashPair(codeA, codeB) & mask;
    for (;;) {
      const group = slots[slot] ?? 0;
      const first = firstItems[group - 1] ?? 0;
      if (group === 0 || (a.codes[first] === codeA && b.codes[first] === codeB)) return slot;
      slot = (slot + 1) & mask;
    }
  };
}

function powerOfTwoAbove(size: number): number {
  return 2 ** Math.ceil(Math.log2(size + 1));
}

/** Mixes two codes into 32 bits: odd multipliers, then the finaliser of MurmurHash3 (Austin Appleby). */
function hashPair(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
