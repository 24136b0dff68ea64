import { MIB } from '#contract/limits.ts';
import { UnpackFailure } from './unpack-failure.ts';

const FIRST_BYTES = 64 * 1024;

/** Bytes that grow as they are written, up to a limit. */
export class ByteSink {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(FIRST_BYTES);
  length = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Makes room for `count` more bytes. Throws where that is above the limit. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    if (needed > this.#limit) throw tooLarge(this.#limit);
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(needed, 2 * this.bytes.length)));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Text of ASCII only. */
  pushAscii(text: string): void {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at++) this.bytes[this.length++] = text.charCodeAt(at);
  }

  /** Bytes of another array, or of this one. A loop: most pieces are shorter than a call of `set` is worth. */
  pushBytes(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    const { bytes } = this;
    let at = this.length;
    // Below the length.
    for (let index = start; index < end; index++) bytes[at++] = from[index]!;
    this.length = at;
  }

  /** The bytes that were written, not a copy. */
  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }
}

/** The refusal of content that is larger than a limit once it is unpacked. */
export function tooLarge(limitBytes: number): UnpackFailure {
  const limitMib = Math.round(limitBytes / MIB);
  return new UnpackFailure({ reason: 'too-large-unpacked', limitMib }, `More than ${limitMib} MiB`);
}
