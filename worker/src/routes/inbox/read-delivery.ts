import { DELIVERY_MS, MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import { DELIVERY_CONTENT_TYPE } from '#contract/sources.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, bodyTooLarge, wrongContentType } from '#worker/errors.ts';
import { readBody } from '#worker/middleware/request-body.ts';
import { HeldFile, TooLarge, type ReceivedFile } from '#worker/runs/held-file.ts';
import { inflate, NotGzip } from '#worker/streams/gzip.ts';

const LIMIT = {
  maxBytes: MAX_FILE_BYTES,
  message: `The file is larger than ${MAX_FILE_BYTES / MIB} MB.`,
};

/** The server has too much to do for another file. */
export const serverBusy = () =>
  new ApiError(503, 'The server is counting other files. Please send the file again in a moment.', {
    code: 'UNAVAILABLE',
    retryAfterSeconds: 10,
  });

/** A table is known by its content. These are what senders say of it. */
const OTHER_TYPES = ['text/tab-separated-values', 'text/plain', 'text/html'];

/** Whether the body is compressed. Throws 415 for a body that is no text with a table, plain or in gzip. */
export function readEncoding(c: AppContext): 'gzip' | 'plain' {
  const type = (c.req.header('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
  if (type !== DELIVERY_CONTENT_TYPE && !OTHER_TYPES.includes(type))
    throw wrongContentType(DELIVERY_CONTENT_TYPE);
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
  c: AppContext,
  encoding: 'gzip' | 'plain',
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const collected = new HeldFile();
  try {
    const body = inTime(toItsEnd(readBody(c, LIMIT)), DELIVERY_MS);
    for await (const chunk of encoding === 'gzip' ? inflate(body) : body) await collected.add(chunk);
    return await work(await collected.finish());
  } catch (error) {
    throw asRefusal(error);
  } finally {
    collected.forget();
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof NotGzip)
    return new ApiError(422, 'The body is not gzip, or not whole.', { code: 'NOT_COUNTED' });
  return error instanceof TooLarge ? bodyTooLarge(LIMIT.message) : error;
}

/** Throws 400 where the sender breaks off: that is no bug of ours. */
async function* toItsEnd(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, 'The sender broke off before the whole file had arrived. Nothing was stored.', {
      code: 'BROKEN_OFF',
    });
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
