/** Groups of rows that have the same codes in three columns, in order of first appearance. */
export let combinationCount: u32 = 0;

let firstRows: usize = 0;
let leads: usize = 0;
let flagged: usize = 0;
/** Eight bytes per slot: number of a combination + 1, which is 0 where the slot is free, then the hash of its codes. */
let slots: usize = 0;
let mask: u32 = 0;

/** Begins anew. There are at least twice as many slots, a power of 2, as there may be combinations. */
export function clearCombinations(
  firstRowsAt: u32,
  leadsAt: u32,
  flaggedAt: u32,
  slotsAt: u32,
  slotCount: u32,
): void {
  firstRows = firstRowsAt;
  leads = leadsAt;
  flagged = flaggedAt;
  slots = slotsAt;
  mask = slotCount - 1;
  combinationCount = 0;
  memory.fill(slots, 0, (<usize>slotCount) << 3);
}

/** Counts the rows in [from, to), and those that have a flag, per combination of their codes in the lists a, b and c. */
export function countCombinations(from: u32, to: u32, a: u32, b: u32, c: u32, flags: u32): void {
  for (let row = from; row < to; row++) {
    const codeA = codeAt(a, row);
    const codeB = codeAt(b, row);
    const codeC = codeAt(c, row);
    const hash = hashCodes(codeA, codeB, codeC);
    let slot = hash & mask;
    let combination: u32 = 0;
    for (;;) {
      const entry = slots + ((<usize>slot) << 3);
      combination = load<u32>(entry);
      if (combination === 0) break;
      if (load<u32>(entry + 4) === hash) {
        const first = codeAt(firstRows, combination - 1);
        if (codeAt(a, first) === codeA && codeAt(b, first) === codeB && codeAt(c, first) === codeC) break;
      }
      slot = (slot + 1) & mask;
    }
    if (combination === 0) {
      combination = ++combinationCount;
      const place = slots + ((<usize>slot) << 3);
      store<u32>(place, combination);
      store<u32>(place + 4, hash);
      const entry = (<usize>(combination - 1)) << 2;
      store<u32>(firstRows + entry, row);
      store<u32>(leads + entry, 0);
      store<u32>(flagged + entry, 0);
    }
    const entry = (<usize>(combination - 1)) << 2;
    store<u32>(leads + entry, load<u32>(leads + entry) + 1);
    store<u32>(flagged + entry, load<u32>(flagged + entry) + load<u8>(<usize>flags + row));
  }
}

/** The code of each combination in one of the three lists. The slots are free for them after the count. */
export function pickCodes(codes: u32, picked: u32): void {
  for (let combination: u32 = 0; combination < combinationCount; combination++) {
    store<u32>(<usize>picked + ((<usize>combination) << 2), codeAt(codes, codeAt(firstRows, combination)));
  }
}

function codeAt(list: usize, index: u32): u32 {
  return load<u32>(list + ((<usize>index) << 2));
}

/** Mixes three codes: odd multipliers, then the finaliser of MurmurHash3 (Austin Appleby). */
function hashCodes(a: u32, b: u32, c: u32): u32 {
  let hash = (a * 0x9e3779b1) ^ ((b + 1) * 0x85ebca77) ^ ((c + 2) * 0xc2b2ae3d);
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  return hash ^ (hash >> 16);
}
