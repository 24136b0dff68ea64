import type { JsonReason } from './json-problem.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const SEPARATING = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x3a]);
const FIRST_CAPACITY = 256;

/**
 * Collects the bytes of one JSON value and finds its end. Line breaks outside of strings become spaces, so that the
 * value stays on one line. Whether it is valid JSON is left to a parser, except that it ends where it should.
 */
export class LeafReader {
  readonly #maxDepth: number;
  readonly #maxBytes: number;
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor({ maxDepth, maxBytes }: { maxDepth: number; maxBytes: number }) {
    this.#maxDepth = maxDepth;
    this.#maxBytes = maxBytes;
  }

  /** The bytes of the value; a view that is valid until the next value begins. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Takes one byte: 'more', 'last' (it ends the value), 'beyond' (it follows the value), or what is wrong. */
  take(byte: number): 'more' | 'last' | 'beyond' | JsonReason {
    if (this.#isInString) return this.#takeInString(byte);
    if (this.#depth === 0 && this.#length > 0 && (SEPARATING.has(byte) || CLOSING.has(byte))) return 'beyond';
    if (OPENING.has(byte) && ++this.#depth > this.#maxDepth) return 'too-deep';
    if (byte === QUOTE) this.#isInString = true;
    if (!this.#append(byte < SPACE ? SPACE : byte)) return 'too-large';
    return CLOSING.has(byte) && --this.#depth === 0 ? 'last' : 'more';
  }

  #takeInString(byte: number): 'more' | 'last' | JsonReason {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    if (!this.#append(byte)) return 'too-large';
    return !this.#isInString && this.#depth === 0 ? 'last' : 'more';
  }

  #append(byte: number): boolean {
    if (this.#length === this.#maxBytes) return false;
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = byte;
    return true;
  }
}
