/** As `TextDictionary` of csv/text-dictionary.ts: a code for each distinct text, in order of first appearance. */

/** Odd, with its bits well spread, and no more of them than a number of JavaScript has. */
const HASH_FACTOR: u64 = 0x1e3779b97f4a7d;
const FIRST_SLOTS: u32 = 512;
/** The code of a slot that has none. */
const FREE: u32 = 0xffffffff;

export let size: u32 = 0;
/** Where the distinct texts lie side by side; the text of code c ends at `ends[c]` after it, with `units[c]` UTF-16 units up to there. */
let texts: usize = 0;
let ends: usize = 0;
let units: usize = 0;
/** Leads that have each code. */
let leads: usize = 0;
let hashes: usize = 0;
/** Eight bytes per slot: code + 1, which is 0 where the slot is free, then the hash, so that a look-up goes nowhere else. */
let slots: usize = 0;
let slotCount: u32 = 0;

/** Begins anew. Each list has room for as many entries as there may be texts; there may be four slots for each, and 512 more. */
export function clearDictionary(
  textsAt: u32,
  endsAt: u32,
  unitsAt: u32,
  leadsAt: u32,
  hashesAt: u32,
  slotsAt: u32,
): void {
  texts = textsAt;
  ends = endsAt;
  units = unitsAt;
  leads = leadsAt;
  hashes = hashesAt;
  slots = slotsAt;
  size = 0;
  slotCount = FIRST_SLOTS;
  memory.fill(slots, 0, FIRST_SLOTS << 3);
}

/** Where the next new text will lie. */
export function nextText(): usize {
  return size === 0 ? texts : texts + load<u32>(ends + ((<usize>(size - 1)) << 2));
}

/** The code of the text in [from, to); a new one where the text is new. Counts the lead. */
export function codeOf(from: usize, to: usize): u32 {
  const hash = hashText(from, to);
  const mask = slotCount - 1;
  let slot = hash & mask;
  for (;;) {
    const entry = slots + ((<usize>slot) << 3);
    const code = load<u32>(entry) - 1;
    if (code === FREE) break;
    if (load<u32>(entry + 4) === hash && equals(code, from, to)) {
      const count = leads + ((<usize>code) << 2);
      store<u32>(count, load<u32>(count) + 1);
      return code;
    }
    slot = (slot + 1) & mask;
  }
  occupy(slot, size, hash);
  return add(from, to, hash);
}

function add(from: usize, to: usize, hash: u32): u32 {
  const start = nextText();
  const code = size++;
  const entry = (<usize>code) << 2;
  const end = start + (to - from);
  memory.copy(start, from, to - from); // a text that was unquoted lies where it is copied to, or just after
  store<u32>(ends + entry, u32(end - texts));
  store<u32>(units + entry, (code === 0 ? 0 : load<u32>(units + entry - 4)) + countUtf16Units(start, end));
  store<u32>(leads + entry, 1);
  store<u32>(hashes + entry, hash);
  if (size << 1 > slotCount) grow();
  return code;
}

function grow(): void {
  slotCount <<= 1;
  memory.fill(slots, 0, (<usize>slotCount) << 3);
  const mask = slotCount - 1;
  for (let code: u32 = 0; code < size; code++) {
    const hash = load<u32>(hashes + ((<usize>code) << 2));
    let slot = hash & mask;
    while (load<u32>(slots + ((<usize>slot) << 3)) !== 0) slot = (slot + 1) & mask;
    occupy(slot, code, hash);
  }
}

function occupy(slot: u32, code: u32, hash: u32): void {
  const entry = slots + ((<usize>slot) << 3);
  store<u32>(entry, code + 1);
  store<u32>(entry + 4, hash);
}

/** The last bytes of a text, fewer than eight, as a number. What follows them is read too, and cleared. */
function loadRest(at: usize, length: usize): u64 {
  return load<u64>(at) & (((<u64>1) << ((<u64>length) << 3)) - 1);
}

/** Eight bytes at a time, mixed by multiplying; high bits are folded down because the table looks at the low ones. */
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
  const entry = ends + ((<usize>code) << 2);
  const start: usize = code === 0 ? 0 : load<u32>(entry - 4);
  if (<usize>load<u32>(entry) - start !== to - from) return false;
  let other = texts + start;
  let at = from;
  for (; at + 8 <= to; at += 8, other += 8) {
    if (load<u64>(at) !== load<u64>(other)) return false;
  }
  return loadRest(at, to - at) === loadRest(other, to - at);
}

/** Length of the string that valid UTF-8 stands for: one unit per character, two where its sequence has four bytes. */
function countUtf16Units(from: usize, to: usize): u32 {
  let count: u32 = 0;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if ((byte & 0xc0) !== 0x80) count += byte < 0xf0 ? 1 : 2;
  }
  return count;
}
