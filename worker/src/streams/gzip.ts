// Deflate expands at most 1,032 to 1, so a step of this size stays under 9 MB.
const INFLATE_STEP_BYTES = 8 * 1024;

/** The input is not gzip, or incomplete. */
export class NotGzip extends Error {}

/**
 * Inflates gzip into chunks of at most 64 KB. Only one small step of the input is inflated at a time, so a decompression
 * bomb cannot fill the memory.
 *
 * @throws NotGzip; errors of the source pass through
 */
export async function* inflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = new StepTransform(new DecompressionStream('gzip'));
  try {
    for await (const chunk of source) {
      for (let start = 0; start < chunk.byteLength; start += INFLATE_STEP_BYTES) {
        yield* toNotGzip(gzip.push(chunk.subarray(start, start + INFLATE_STEP_BYTES)));
      }
    }
    yield* toNotGzip(gzip.finish());
  } finally {
    gzip.abandon();
  }
}

async function* toNotGzip(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { value, done } = await chunks.next();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new NotGzip('Not gzip, or not whole', { cause: error });
  }
}

const STEP_BYTES = 64 * 1024;

/** Takes one full part, whose bytes are overwritten afterwards. Called in order, one call at a time. */
type TakePart = (part: Uint8Array) => Promise<void>;

/**
 * Compresses a long text and cuts it into equal parts. It hands each part over when it is full, so that only one is in
 * memory; `finish` returns the last part. A short text has no other.
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

  /** Ends the text and returns the last part. */
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

const READ_BYTES = 64 * 1024;

const ignore = (): void => {};

/**
 * Feeds a compression stream step by step and reads the whole output of a step before it feeds the next one. Piping
 * would not limit the memory, because the runtime accepts all input at once and buffers the output.
 */
class StepTransform {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamBYOBReader;
  #read: Promise<ReadableStreamReadResult<Uint8Array>> | null = null;

  constructor(transform: CompressionStream | DecompressionStream) {
    this.#writer = transform.writable.getWriter();
    this.#reader = transform.readable.getReader({ mode: 'byob' });
    this.#writer.closed.catch(ignore); // each step reports its own failure
    this.#reader.closed.catch(ignore);
  }

  /** Feeds a chunk and yields its output. Rejects if the input is malformed. */
  async *push(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
    const written = this.#writer.write(chunk);
    written.catch(ignore); // awaited below; the reader may report the failure before
    yield* this.#drain();
    await written;
  }

  /** Ends the input and yields the rest of the output. Rejects if the input is incomplete. */
  async *finish(): AsyncGenerator<Uint8Array> {
    const closed = this.#writer.close();
    closed.catch(ignore);
    for (;;) {
      const { value, done } = await this.#nextRead();
      this.#read = null;
      if (value && value.byteLength > 0) yield value;
      if (done) break;
    }
    await closed;
  }

  /** Cancels the stream and drops its contents. */
  abandon(): void {
    this.#writer.abort().catch(ignore);
    this.#read?.catch(ignore);
    this.#reader.cancel().catch(ignore);
  }

  #nextRead(): Promise<ReadableStreamReadResult<Uint8Array>> {
    this.#read ??= this.#reader.read(new Uint8Array(READ_BYTES));
    return this.#read;
  }

  /** Reads until the stream is empty: until a read does not fill its buffer or has to wait. */
  async *#drain(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const result = await Promise.race([this.#nextRead(), scheduler.wait(0)]);
      if (!result) return;
      this.#read = null;
      if (result.value) yield result.value;
      if (result.done || result.value.byteLength < READ_BYTES) return;
    }
  }
}
