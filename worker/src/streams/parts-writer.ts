import { StepTransform } from './step-transform.ts';

const STEP_BYTES = 64 * 1024;

/** Takes one full part; its bytes are overwritten afterwards. Called in order, one at a time. */
export type TakePart = (part: Uint8Array) => Promise<void>;

/**
 * Compresses a long text and cuts it into equal parts. They are handed over as they fill, so that no more than one is
 * in memory; the last one, which a short text never leaves, comes from `finish`.
 */
export class PartsWriter {
  readonly #take: TakePart;
  readonly #gzip = new StepTransform(new CompressionStream('gzip'));
  readonly #step = new Uint8Array(STEP_BYTES);
  readonly #part: Uint8Array;
  #stepLength = 0;
  #partLength = 0;

  constructor(partBytes: number, take: TakePart) {
    this.#part = new Uint8Array(partBytes);
    this.#take = take;
  }

  async write(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.byteLength > 0) {
      const taken = rest.subarray(0, STEP_BYTES - this.#stepLength);
      this.#step.set(taken, this.#stepLength);
      this.#stepLength += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
      if (this.#stepLength === STEP_BYTES) await this.#feed();
    }
  }

  /** Ends the text. */
  async finish(): Promise<Uint8Array> {
    await this.#feed();
    for await (const chunk of this.#gzip.finish()) await this.#collect(chunk);
    return this.#part.subarray(0, this.#partLength);
  }

  abandon(): void {
    this.#gzip.abandon();
  }

  async #feed(): Promise<void> {
    const step = this.#step.slice(0, this.#stepLength);
    this.#stepLength = 0;
    for await (const chunk of this.#gzip.push(step)) await this.#collect(chunk);
  }

  async #collect(chunk: Uint8Array): Promise<void> {
    let rest = chunk;
    while (rest.byteLength > 0) {
      if (this.#partLength === this.#part.byteLength) {
        await this.#take(this.#part);
        this.#partLength = 0;
      }
      const taken = rest.subarray(0, this.#part.byteLength - this.#partLength);
      this.#part.set(taken, this.#partLength);
      this.#partLength += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
    }
  }
}
