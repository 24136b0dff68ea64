import { StepTransform } from './step-transform.ts';

// As base64 a million characters: half of what D1 takes in one value.
const PART_BYTES = 750_000;
const STEP_BYTES = 64 * 1024;

/** Keeps one part. Called in order, one at a time. */
export type StorePart = (content: string) => Promise<void>;

/**
 * Compresses a long text and cuts it into parts of base64 that a D1 value can hold. Parts are handed over as they
 * fill, so that no more than one is in memory; the last one, which a short text never leaves, comes from `finish`.
 */
export class PartsWriter {
  readonly #store: StorePart;
  readonly #gzip = new StepTransform(new CompressionStream('gzip'));
  readonly #step = new Uint8Array(STEP_BYTES);
  readonly #part = new Uint8Array(PART_BYTES);
  #stepLength = 0;
  #partLength = 0;

  constructor(store: StorePart) {
    this.#store = store;
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
  async finish(): Promise<string> {
    await this.#feed();
    for await (const chunk of this.#gzip.finish()) await this.#collect(chunk);
    return this.#takePart();
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
      if (this.#partLength === PART_BYTES) await this.#store(this.#takePart());
      const taken = rest.subarray(0, PART_BYTES - this.#partLength);
      this.#part.set(taken, this.#partLength);
      this.#partLength += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
    }
  }

  #takePart(): string {
    const content = this.#part.subarray(0, this.#partLength).toBase64();
    this.#partLength = 0;
    return content;
  }
}
