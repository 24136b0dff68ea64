import { StepTransform } from './step-transform.ts';

// Deflate expands at most 1,032 to 1, so a step of this size stays under 9 MB.
const STEP_BYTES = 8 * 1024;

/** The input is not gzip, or not whole. */
export class NotGzip extends Error {}

/**
 * Inflates gzip as a stream of chunks of at most 64 KB. However well the input is compressed, no more than one step of
 * it is in memory: a decompression bomb only costs what is read of it.
 *
 * @throws NotGzip; what the source throws passes through
 */
export async function* inflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = new StepTransform(new DecompressionStream('gzip'));
  try {
    for await (const chunk of source) {
      for (let start = 0; start < chunk.byteLength; start += STEP_BYTES) {
        yield* telling(gzip.push(chunk.subarray(start, start + STEP_BYTES)));
      }
    }
    yield* telling(gzip.finish());
  } finally {
    gzip.abandon();
  }
}

async function* telling(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
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
