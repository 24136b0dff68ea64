import { MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import { OutOfMemory } from './count-file.ts';

/** Files on their way hold at most so many bytes of an isolate, which has 128 MB for all its requests and runs. */
const MAX_HELD_BYTES = 32 * MIB;
const BLOCK_BYTES = 256 * 1024;

let heldBytes = 0;

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
  #room: Uint8Array = new Uint8Array();
  #bytes = 0;
  #held = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** @throws TooLarge, OutOfMemory */
  async add(chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > MAX_FILE_BYTES) throw new TooLarge();
    await this.#hash.write(chunk);
    for (let rest = chunk; rest.byteLength > 0;) {
      if (this.#room.byteLength === 0) this.#addBlock();
      const taken = rest.subarray(0, this.#room.byteLength);
      this.#room.set(taken);
      this.#room = this.#room.subarray(taken.byteLength);
      rest = rest.subarray(taken.byteLength);
    }
  }

  #addBlock(): void {
    if (heldBytes + BLOCK_BYTES > MAX_HELD_BYTES) throw new OutOfMemory();
    heldBytes += BLOCK_BYTES;
    this.#held += BLOCK_BYTES;
    this.#room = new Uint8Array(BLOCK_BYTES);
    this.#blocks.push(this.#room);
  }

  async finish(): Promise<ReceivedFile> {
    await this.#hash.close();
    const hash = new Uint8Array(await this.#digest.digest).toHex();
    const last = this.#blocks.pop();
    if (last) this.#blocks.push(last.subarray(0, BLOCK_BYTES - this.#room.byteLength));
    return { pieces: this.#blocks, hash };
  }

  forget(): void {
    heldBytes -= this.#held;
    this.#held = 0;
    this.#blocks.length = 0;
  }
}
