import type { CellCursor } from './cell-cursor.ts';
import { enlarge } from './growing.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Odd, with its bits well spread: 2^32 divided by the golden ratio. */
const HASH_FACTOR = 0x9e3779b1;

/**
 * Gives each distinct text a code, in order of first appearance, without making strings: texts are compared as bytes, in
 * an open-addressing hash table with linear probing that is at most half full. Distinct texts are copied side by side
 * into one array, so that comparing stays in a small piece of memory and all strings are made in one go at the end.
 */
export class TextDictionary {
  size = 0;
  /** Code + 1 per slot, 0 where the slot is free. */
  #slots = new Int32Array(512);
  #hashes = new Int32Array(256);
  /** The text of code c fills [#bounds[c], #bounds[c + 1]) of #texts. */
  #bounds = new Uint32Array(257);
  #texts = new Uint8Array(4096);
  #textsView = new DataView(this.#texts.buffer);

  /** The code of the text that the cursor points at; a new one where the text is new. */
  codeOf(cursor: CellCursor): number {
    const hash = hashText(cursor);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    // The `!` in this class: slots are masked, codes are below size, positions below the bounds of their text.
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && this.#equals(entry - 1, cursor)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.size + 1;
    this.#add(cursor, hash);
    return this.size - 1;
  }

  /** The text of every code. Decodes all of them together; each is then as many characters as its bytes stand for. */
  texts(): string[] {
    const all = decoder.decode(this.#texts.subarray(0, this.#bounds[this.size]));
    const texts: string[] = [];
    let at = 0;
    for (let code = 0; code < this.size; code++) {
      const length = countUtf16Units(this.#texts, this.#bounds[code]!, this.#bounds[code + 1]!);
      texts.push(all.slice(at, at + length));
      at += length;
    }
    return texts;
  }

  #equals(code: number, { source, view, from, to }: CellCursor): boolean {
    const start = this.#bounds[code]!;
    if (this.#bounds[code + 1]! - start !== to - from) return false;
    const shift = start - from;
    let at = from;
    for (; at + 4 <= to; at += 4) {
      if (view.getInt32(at) !== this.#textsView.getInt32(at + shift)) return false;
    }
    for (; at < to; at++) {
      if (source[at] !== this.#texts[at + shift]) return false;
    }
    return true;
  }

  #add({ source, from, to }: CellCursor, hash: number): void {
    const start = this.#bounds[this.size]!;
    const end = start + to - from;
    if (end > this.#texts.length) {
      this.#texts = enlarge(this.#texts, end);
      this.#textsView = new DataView(this.#texts.buffer);
    }
    this.#texts.set(source.subarray(from, to), start);
    this.#hashes[this.size] = hash;
    this.size++;
    this.#bounds[this.size] = end;
    if (this.size === this.#hashes.length) this.#grow();
  }

  #grow(): void {
    this.#hashes = enlarge(this.#hashes, 2 * this.size);
    this.#bounds = enlarge(this.#bounds, 2 * this.size + 1);
    this.#slots = new Int32Array(4 * this.size);
    const mask = this.#slots.length - 1;
    for (let code = 0; code < this.size; code++) {
      let slot = this.#hashes[code]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = code + 1;
    }
  }
}

/** Four bytes at a time, mixed by multiplying; high bits are folded down because the table looks at the low ones. */
function hashText({ source, view, from, to }: CellCursor): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at), HASH_FACTOR);
    hash ^= hash >>> 15;
  }
  let rest = 0;
  for (; at < to; at++) rest = (rest << 8) | source[at]!;
  hash = Math.imul(hash ^ rest, HASH_FACTOR);
  return hash ^ (hash >>> 15);
}

/** Length of the string that valid UTF-8 stands for: one unit per character, two where its sequence has four bytes. */
function countUtf16Units(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2;
  }
  return units;
}
