import { MAX_FILE_BYTES, MIB, MINUTE } from '#contract/limits.ts';
import { OutOfMemory } from './count-file.ts';

/** Files on their way hold at most this many bytes of an isolate, which has 128 MB for all its requests and runs. */
const MAX_HELD_BYTES = 32 * MIB;
const BLOCK_BYTES = 256 * 1024;
/**
 * A file to which nothing was added for this time gives its bytes back: the runtime may end a handler without its `finally`. Longer than
 * a delivery or an answer of Google may take to come.
 */
const HOLD_MS = 5 * MINUTE;

/** The bytes that a file holds, and until when. */
interface Hold {
  bytes: number;
  until: number;
}

const holds = new Set<Hold>();

/** The bytes that all files hold together. Those whose time is over hold none. */
function sumHolds(now: number): number {
  let bytes = 0;
  for (const hold of holds)
    if (hold.until > now) bytes += hold.bytes;
    else holds.delete(hold);
  return bytes;
}

/** A file has more than `MAX_FILE_BYTES`. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** A whole file, to be counted and forgotten. */
export interface ReceivedFile {
  /** To be emptied by whoever reads them. */
  pieces: Uint8Array[];
  /** SHA-256 of the bytes. */
  hash: string;
}

/** Copies chunks of any size into blocks, counts and hashes them. */
export class HeldFile {
  readonly #digest = new crypto.DigestStream('SHA-256');
  readonly #hash = this.#digest.getWriter();
  readonly #blocks: Uint8Array[] = [];
  #free: Uint8Array = new Uint8Array();
  #bytes = 0;
  readonly #hold: Hold = { bytes: 0, until: Infinity };

  get bytes(): number {
    return this.#bytes;
  }

  /** @throws TooLarge, OutOfMemory */
  async add(chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > MAX_FILE_BYTES) throw new TooLarge();
    await this.#hash.write(chunk);
    this.#renew();
    for (let rest = chunk; rest.byteLength > 0;) {
      if (this.#free.byteLength === 0) this.#addBlock();
      const taken = rest.subarray(0, this.#free.byteLength);
      this.#free.set(taken);
      this.#free = this.#free.subarray(taken.byteLength);
      rest = rest.subarray(taken.byteLength);
    }
  }

  #renew(): void {
    const now = Date.now();
    if (now < this.#hold.until) this.#hold.until = now + HOLD_MS;
  }

  #addBlock(): void {
    const now = Date.now();
    // One that comes back after its time may find its bytes taken by others.
    if (now >= this.#hold.until || sumHolds(now) + BLOCK_BYTES > MAX_HELD_BYTES) throw new OutOfMemory();
    holds.add(this.#hold);
    this.#hold.bytes += BLOCK_BYTES;
    this.#free = new Uint8Array(BLOCK_BYTES);
    this.#blocks.push(this.#free);
  }

  async finish(): Promise<ReceivedFile> {
    await this.#hash.close();
    const hash = new Uint8Array(await this.#digest.digest).toHex();
    const last = this.#blocks.pop();
    if (last) this.#blocks.push(last.subarray(0, BLOCK_BYTES - this.#free.byteLength));
    return { pieces: this.#blocks, hash };
  }

  forget(): void {
    holds.delete(this.#hold);
    this.#blocks.length = 0;
  }
}
