import type { Context } from 'hono';
import { encodeHexLowerCase } from '@oslojs/encoding';
import { DELIVERY_MS, MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import { DELIVERY_CONTENT_TYPE } from '#contract/sources.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError, bodyTooLarge, wrongContentType } from '#worker/errors.ts';
import { readBody } from '#worker/middleware/request-body.ts';
import { inflate, NotGzip } from '#worker/streams/gzip.ts';

const LIMIT = {
  maxBytes: MAX_FILE_BYTES,
  message: `The file is larger than ${MAX_FILE_BYTES / MIB} MB.`,
};

/** Deliveries on their way hold at most so many bytes of an isolate, which has 128 MB for all its requests. */
const MAX_HELD_BYTES = 32 * MIB;
const BLOCK_BYTES = 256 * 1024;

let heldBytes = 0;

/** The body of a delivery, inflated. */
export interface ReceivedFile {
  /** To be emptied by whoever reads them. */
  pieces: Uint8Array[];
  /** SHA-256 of the inflated bytes. */
  hash: string;
}

/** The server has too much to do for another file. */
export const serverBusy = () =>
  new ApiError(503, 'The server is counting other files. Please send the file again in a moment.', {
    code: 'UNAVAILABLE',
    retryAfterSeconds: 10,
  });

/** Whether the body is compressed. Throws 415 for a body that is no CSV, plain or in gzip. */
export function readEncoding(c: Context<AppEnv>): 'gzip' | 'plain' {
  const type = (c.req.header('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
  if (type !== DELIVERY_CONTENT_TYPE) throw wrongContentType(DELIVERY_CONTENT_TYPE);
  const encoding = (c.req.header('Content-Encoding') ?? 'identity').trim().toLowerCase();
  if (encoding === 'gzip') return 'gzip';
  if (encoding === 'identity') return 'plain';
  throw wrongContentType(`${DELIVERY_CONTENT_TYPE}, plain or compressed with gzip`);
}

/**
 * Receives a body, hands it to `work`, and forgets it. At most `MAX_FILE_BYTES`, plain and inflated, within `DELIVERY_MS`.
 *
 * @param encoding of `readEncoding`
 */
export async function withDelivery<T>(
  c: Context<AppEnv>,
  encoding: 'gzip' | 'plain',
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const collected = new Collector();
  try {
    const body = inTime(readBody(c, LIMIT), DELIVERY_MS);
    for await (const chunk of encoding === 'gzip' ? inflate(body) : body) await collected.add(chunk);
    return await work(await collected.finish());
  } catch (error) {
    throw error instanceof NotGzip
      ? new ApiError(422, 'The body is not gzip, or not whole.', { code: 'NOT_COUNTED' })
      : error;
  } finally {
    collected.forget();
  }
}

/** Copies chunks of any size into blocks, counts and hashes them. */
class Collector {
  readonly #digest = new crypto.DigestStream('SHA-256');
  readonly #hash = this.#digest.getWriter();
  readonly #blocks: Uint8Array[] = [];
  #room: Uint8Array = new Uint8Array();
  #bytes = 0;
  #held = 0;

  async add(chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > LIMIT.maxBytes) throw bodyTooLarge(LIMIT.message);
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
    if (heldBytes + BLOCK_BYTES > MAX_HELD_BYTES) throw serverBusy();
    heldBytes += BLOCK_BYTES;
    this.#held += BLOCK_BYTES;
    this.#room = new Uint8Array(BLOCK_BYTES);
    this.#blocks.push(this.#room);
  }

  async finish(): Promise<ReceivedFile> {
    await this.#hash.close();
    const hash = encodeHexLowerCase(new Uint8Array(await this.#digest.digest));
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

/** Throws 408 where the source has not ended in time. What it is waiting for then is left to the end of the request. */
async function* inTime(source: AsyncGenerator<Uint8Array>, milliseconds: number): AsyncGenerator<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const end = new Promise<never>((_, reject) => {
    const tooSlow = () => new ApiError(408, 'The file did not arrive in time.', { code: 'TOO_SLOW' });
    timer = setTimeout(() => reject(tooSlow()), milliseconds);
  });
  end.catch(() => {}); // it may come between two chunks
  try {
    for (;;) {
      const { value, done } = await Promise.race([source.next(), end]);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
  }
}
