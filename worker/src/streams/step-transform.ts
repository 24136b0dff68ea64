const READ_BYTES = 64 * 1024;

const ignore = (): void => {};

/**
 * Feeds a compression stream step by step: everything that one step produces is read before the next step is fed.
 * Piping gives no such bound, since the runtime takes what is written at once and keeps all that comes of it.
 */
export class StepTransform {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamBYOBReader;
  #read: Promise<ReadableStreamReadResult<Uint8Array>> | null = null;

  constructor(transform: CompressionStream | DecompressionStream) {
    this.#writer = transform.writable.getWriter();
    this.#reader = transform.readable.getReader({ mode: 'byob' });
    this.#writer.closed.catch(ignore); // each step reports its own failure
    this.#reader.closed.catch(ignore);
  }

  /** Feeds a chunk and gives what comes of it. Rejects when the input is malformed. */
  async *push(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
    const written = this.#writer.write(chunk);
    written.catch(ignore); // awaited below; until then the reader may be the one to tell
    yield* this.#drain();
    await written;
  }

  /** Ends the input and gives the rest. Rejects when the input is not whole. */
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

  /** Lets go of everything that is in the stream. */
  abandon(): void {
    this.#writer.abort().catch(ignore);
    this.#read?.catch(ignore);
    this.#reader.cancel().catch(ignore);
  }

  #nextRead(): Promise<ReadableStreamReadResult<Uint8Array>> {
    this.#read ??= this.#reader.read(new Uint8Array(READ_BYTES));
    return this.#read;
  }

  /** A read that is shorter than its room, or that waits, has emptied the stream. */
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
