import {
  FIRST_SLOTS,
  clearSlots,
  ends,
  entry,
  hashes,
  leads,
  occupy,
  setEntry,
  slotAt,
  texts,
  units,
} from './memory';

/**
 * A code for each distinct text, in order of first appearance. Distinct texts are copied side by side, so that
 * comparisons touch little memory and one decoding makes all strings. The text of code c lies from `ends[c]` to
 * `ends[c + 1]` after `texts`, and from `units[c]` to `units[c + 1]` in the string of all texts. The hash table uses
 * linear probing.
 */

/** An odd multiplier with well spread bits, below 2^53, so that tools for JavaScript read it exactly. */
const HASH_FACTOR: u64 = 0x1e3779b97f4a7d;

export let size: u32 = 0;
let mask: u32 = 0;

export function clearDictionary(): void {
  size = 0;
  setEntry(ends, 0, 0);
  setEntry(units, 0, 0);
  mask = clearSlots(FIRST_SLOTS);
}

/** The code of the text in [from, to); a new code where the text is new. Counts one more lead for it. */
export function codeOf(from: usize, to: usize): u32 {
  const hash = hashText(from, to);
  let slot = hash & mask;
  for (let number = load<u32>(slotAt(slot)); number !== 0; number = load<u32>(slotAt(slot))) {
    if (load<u32>(slotAt(slot) + 4) === hash && equals(number - 1, from, to)) {
      setEntry(leads, number - 1, entry(leads, number - 1) + 1);
      return number - 1;
    }
    slot = (slot + 1) & mask;
  }
  occupy(slot, size, hash);
  return add(from, to, hash);
}

function add(from: usize, to: usize, hash: u32): u32 {
  const start = texts + entry(ends, size);
  const end = start + (to - from);
  memory.copy(start, from, to - from);
  setEntry(ends, size + 1, u32(end - texts));
  setEntry(units, size + 1, entry(units, size) + countUtf16Units(start, end));
  setEntry(leads, size, 1);
  setEntry(hashes, size, hash);
  size++;
  if (size << 1 > mask) grow();
  return size - 1;
}

/** Doubles the hash table, which stays at most half full. It starts small, since a small table is quicker. */
function grow(): void {
  mask = clearSlots((mask + 1) << 1);
  for (let code: u32 = 0; code < size; code++) {
    const hash = entry(hashes, code);
    let slot = hash & mask;
    while (load<u32>(slotAt(slot)) !== 0) slot = (slot + 1) & mask;
    occupy(slot, code, hash);
  }
}

/** The last bytes of a text, fewer than eight, as a number. Reads eight bytes and clears those after the text. */
function loadRest(at: usize, length: usize): u64 {
  return load<u64>(at) & (((<u64>1) << ((<u64>length) << 3)) - 1);
}

/** Mixes eight bytes at a time by multiplying, and folds the high bits down, since the table uses the low ones. */
function hashText(from: usize, to: usize): u32 {
  let hash: u64 = to - from;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    hash = (hash ^ load<u64>(at)) * HASH_FACTOR;
    hash ^= hash >> 32;
  }
  hash = (hash ^ loadRest(at, to - at)) * HASH_FACTOR;
  return u32(hash >> 32);
}

function equals(code: u32, from: usize, to: usize): bool {
  const start = entry(ends, code);
  if (<usize>(entry(ends, code + 1) - start) !== to - from) return false;
  let other = texts + start;
  let at = from;
  for (; at + 8 <= to; at += 8, other += 8) {
    if (load<u64>(at) !== load<u64>(other)) return false;
  }
  return loadRest(at, to - at) === loadRest(other, to - at);
}

/** Length of the string that valid UTF-8 decodes to: one unit per character, two where its sequence has four bytes. */
export function countUtf16Units(from: usize, to: usize): u32 {
  let count: u32 = 0;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if ((byte & 0xc0) !== 0x80) count += byte < 0xf0 ? 1 : 2;
  }
  return count;
}
