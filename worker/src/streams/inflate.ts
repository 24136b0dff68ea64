import { StepTransform } from './step-transform.ts';

// Deflate expands at most 1,032 to 1, so a step of this size stays under 9 MB.
const STEP_BYTES = 8 * 1024;

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
      for (let start = 0; start < chunk.byteLength; start += STEP_BYTES) {
        yield* toNotGzip(gzip.push(chunk.subarray(start, start + STEP_BYTES)));
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
