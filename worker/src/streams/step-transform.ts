const READ_BYTES = 64 * 1024;

const ignore = (): void => {};

/**
 * Feeds a compression stream step by step and reads the whole output of a step before it feeds the next one. Piping
 * would not limit the memory, because the runtime accepts all input at once and buffers the output.
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
