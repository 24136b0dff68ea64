import { ByteBuffer } from './byte-buffer.ts';
import type { JsonReason } from './json-problem.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const BLANK = new Uint8Array([SPACE]);

const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

/**
 * Collects the bytes of one JSON value and finds its end. Control characters outside of strings, such as line breaks,
 * become blanks, so that the value stays on one line. Whether it is valid JSON is left to a parser.
 */
export class LeafReader {
  readonly #maxDepth: number;
  readonly #maxBytes: number;
  readonly #value = new ByteBuffer();
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #state: 'more' | 'done' | JsonReason = 'more';

  constructor({ maxDepth, maxBytes }: { maxDepth: number; maxBytes: number }) {
    this.#maxDepth = maxDepth;
    this.#maxBytes = maxBytes;
  }

  /** Whether the value goes on in the next chunk, is whole, or can't be read. */
  get state(): 'more' | 'done' | JsonReason {
    return this.#state;
  }

  /** The bytes of the value. */
  get bytes(): Uint8Array {
    return this.#value.bytes;
  }

  /** Reads on from a place in a chunk, and gives the place where it stopped. */
  read(chunk: Uint8Array, start: number): number {
    let at = start;
    while (at < chunk.length && this.#state === 'more') {
      at = this.#isInString ? this.#readString(chunk, at) : this.#readMarks(chunk, at);
    }
    return at;
  }

  #readString(chunk: Uint8Array, start: number): number {
    let at = start;
    let isEscaped = this.#isEscaped;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        this.#isInString = false;
        at++;
        break;
      }
    }
    this.#isEscaped = isEscaped;
    this.#append(chunk.subarray(start, at));
    if (!this.#isInString && this.#depth === 0) this.#end('done');
    return at;
  }

  /** Reads to the next string, or to the end of the value. */
  #readMarks(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0; // always there
      const hasBegun = this.#value.length > 0 || at > start;
      if (
        this.#depth === 0 &&
        hasBegun &&
        (byte <= SPACE || byte === COMMA || byte === COLON || isClosing(byte))
      ) {
        return this.#take(chunk.subarray(start, at), at, 'done');
      }
      if (byte === QUOTE) {
        this.#isInString = true;
        return this.#take(chunk.subarray(start, at + 1), at + 1, 'more');
      }
      if (byte < SPACE) {
        this.#append(chunk.subarray(start, at));
        return this.#take(BLANK, at + 1, 'more');
      }
      if (isOpening(byte) && ++this.#depth > this.#maxDepth) return this.#take(BLANK, at, 'too-deep');
      if (isClosing(byte) && --this.#depth === 0)
        return this.#take(chunk.subarray(start, at + 1), at + 1, 'done');
    }
    return this.#take(chunk.subarray(start), chunk.length, 'more');
  }

  #take(bytes: Uint8Array, next: number, state: 'more' | 'done' | JsonReason): number {
    this.#append(bytes);
    this.#end(state);
    return next;
  }

  #end(state: 'more' | 'done' | JsonReason): void {
    if (this.#state === 'more') this.#state = state;
  }

  #append(bytes: Uint8Array): void {
    if (this.#value.length + bytes.length > this.#maxBytes) this.#end('too-large');
    else this.#value.add(bytes);
  }
}
