import {
  cellTexts,
  clearSlots,
  codes,
  ends,
  entry,
  flagged,
  leads,
  occupy,
  setEntry,
  slotAt,
  units,
} from './memory';

/** Combinations of three codes that have occurred, numbered in order of first appearance. */
export let combinationCount: u32 = 0;
let mask: u32 = 0;

/** Forgets all combinations and makes room for `most` of them. */
export function clearCombinations(most: u32): void {
  combinationCount = 0;
  mask = clearSlots(1 << (32 - clz(2 * most))); // a power of 2 that leaves half of the slots free
}

/**
 * Counts the rows in [from, to), and the flagged ones among them, per combination of their codes in the lists
 * `codes`, `ends` and `units`. The flags are the bytes at `cellTexts`. The codes of a new combination overwrite those
 * of a row that was counted already: there are never more combinations than counted rows.
 */
export function countCombinations(from: u32, to: u32): void {
  for (let row = from; row < to; row++) {
    const a = entry(codes, row);
    const b = entry(ends, row);
    const c = entry(units, row);
    const hash = hashCodes(a, b, c);
    let slot = hash & mask;
    let number = load<u32>(slotAt(slot));
    while (number !== 0 && !(load<u32>(slotAt(slot) + 4) === hash && hasCodes(number - 1, a, b, c))) {
      slot = (slot + 1) & mask;
      number = load<u32>(slotAt(slot));
    }
    if (number === 0) {
      number = combinationCount + 1;
      occupy(slot, combinationCount, hash);
      setEntry(codes, combinationCount, a);
      setEntry(ends, combinationCount, b);
      setEntry(units, combinationCount, c);
      setEntry(leads, combinationCount, 0);
      setEntry(flagged, combinationCount, 0);
      combinationCount = number;
    }
    setEntry(leads, number - 1, entry(leads, number - 1) + 1);
    setEntry(flagged, number - 1, entry(flagged, number - 1) + load<u8>(cellTexts + row));
  }
}

function hasCodes(combination: u32, a: u32, b: u32, c: u32): bool {
  return entry(codes, combination) === a && entry(ends, combination) === b && entry(units, combination) === c;
}

/** Mixes three codes: odd multipliers, then the finaliser of MurmurHash3 (Austin Appleby). */
function hashCodes(a: u32, b: u32, c: u32): u32 {
  let hash = (a * 0x9e3779b1) ^ ((b + 1) * 0x85ebca77) ^ ((c + 2) * 0xc2b2ae3d);
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  return hash ^ (hash >> 16);
}
