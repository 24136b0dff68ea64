import { afterEach, expect, test, vi } from 'vitest';
import { NotGzip, inflate } from '#worker/streams/gzip.ts';
import { gzip } from './analysis-support.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test('a bomb is fed in small steps, each only after what came of the last one has been read', async () => {
  const bombBytes = 36 * 1024 * 1024; // four steps and more
  const bomb = new Uint8Array(await gzip(new Uint8Array(bombBytes)));
  let inflated = 0;
  const fed: { bytes: number; inflatedBefore: number }[] = [];
  const { write } = WritableStreamDefaultWriter.prototype;
  vi.spyOn(WritableStreamDefaultWriter.prototype, 'write').mockImplementation(function (
    this: WritableStreamDefaultWriter,
    chunk: Uint8Array,
  ) {
    fed.push({ bytes: chunk.byteLength, inflatedBefore: inflated });
    return write.call(this, chunk);
  });
  for await (const chunk of inflate(once(bomb))) inflated += chunk.byteLength;
  expect(inflated).toBe(bombBytes);
  expect(Math.max(...fed.map(({ bytes }) => bytes))).toBe(8192);
  // Deflate turns a step of zeros into over 8,000,000 bytes: nothing of the last step was waiting at the next one.
  fed.slice(1).forEach(({ inflatedBefore }, index) => {
    expect(inflatedBefore).toBeGreaterThan((index + 1) * 8_000_000);
  });
});

test('a reader that stops early stops its source', async () => {
  const bytes = new Uint8Array(await gzip(new Uint8Array(1024 * 1024)));
  let isOver = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield bytes.subarray(0, 100);
    } finally {
      isOver = true;
    }
  }
  for await (const chunk of inflate(source())) {
    expect(chunk.byteLength).toBeGreaterThan(0);
    break;
  }
  expect(isOver).toBe(true);
});

test('an error of the source passes through, an error of gzip is told as such', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(await gzip('text')).subarray(0, 8);
    throw new RangeError('too much');
  }
  await expect(Array.fromAsync(inflate(broken()))).rejects.toThrow(RangeError);
  await expect(Array.fromAsync(inflate(once(new Uint8Array([1, 2, 3, 4]))))).rejects.toThrow(NotGzip);
});
