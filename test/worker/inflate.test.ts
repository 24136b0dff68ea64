import { afterEach, expect, test, vi } from 'vitest';
import { NotGzip, PartsWriter, inflate } from '#worker/streams/gzip.ts';
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
  const lengths: number[] = [];
  for await (const chunk of inflate(once(bomb))) {
    inflated += chunk.byteLength;
    lengths.push(chunk.byteLength);
  }
  expect(inflated).toBe(bombBytes);
  expect([Math.min(...lengths) > 0, Math.max(...lengths)]).toEqual([true, 65_536]);
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

test('what is left of a stream is dropped, whether its reader stops early or comes to its end', async () => {
  const bytes = new Uint8Array(await gzip(new Uint8Array(1024 * 1024)));
  const works: (() => unknown)[] = [
    () => Array.fromAsync(inflate(once(bytes))),
    async () => {
      for await (const chunk of inflate(once(bytes))) if (chunk.byteLength > 0) break;
    },
    () => new PartsWriter(10, async () => {}).abandon(),
  ];
  for (const work of works) {
    const aborts = vi.spyOn(WritableStreamDefaultWriter.prototype, 'abort');
    const cancels = vi.spyOn(ReadableStreamBYOBReader.prototype, 'cancel');
    await work();
    expect(aborts).toHaveBeenCalled();
    expect(cancels).toHaveBeenCalled();
    vi.restoreAllMocks();
  }
});

// --- Compression into parts ---

const random = (bytes: number): Uint8Array => {
  const all = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(all.subarray(at, at + 65_536));
  return all;
};

/** Compresses a text that comes in these pieces; the parts, each as it was when it was handed over, and the last one. */
async function compress(pieces: readonly Uint8Array[], partBytes: number) {
  const parts: Uint8Array[] = [];
  const writer = new PartsWriter(partBytes, async (part) => void parts.push(part.slice()));
  for (const piece of pieces) await writer.write(piece);
  return { parts, last: await writer.finish() };
}

const inflated = async (parts: readonly Uint8Array[]): Promise<Uint8Array> => {
  const chunks = await Array.fromAsync(
    inflate(
      (async function* () {
        yield* parts;
      })(),
    ),
  );
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
};

test.each([
  ['nothing', []],
  ['a byte', [1]],
  ['one step', [65_536]],
  ['a byte more than a step', [65_537]],
  ['pieces that end within a step', [30_000, 30_000, 30_000, 0, 200_000]],
])('%s comes back from its parts, all of which but the last are full', async (_what, lengths) => {
  const pieces = lengths.map(random);
  const whole = new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  const { parts, last } = await compress(pieces, 10_000);
  expect(parts.every(({ byteLength }) => byteLength === 10_000)).toBe(true);
  expect(last.byteLength).toBeLessThanOrEqual(10_000);
  expect(await inflated([...parts, last])).toEqual(whole);
});

test('a text that fills its parts to the last byte has a full last part, and no empty one after it', async () => {
  const pieces = [random(3001)];
  const bytes = (await compress(pieces, 1e6)).last.byteLength;
  const whole = await compress(pieces, bytes);
  expect([whole.parts.length, whole.last.byteLength]).toEqual([0, bytes]);
  const cut = await compress(pieces, bytes - 1);
  expect([cut.parts.length, cut.last.byteLength]).toEqual([1, 1]);
});

test('short pieces are collected: the compressor gets them 64 KB at a time', async () => {
  const writes = vi.spyOn(WritableStreamDefaultWriter.prototype, 'write');
  await compress(
    Array.from({ length: 200 }, () => random(1000)),
    1e6,
  );
  expect(writes.mock.calls.map(([chunk]) => (chunk as Uint8Array).byteLength)).toEqual([
    65_536, 65_536, 65_536, 3392,
  ]);
});
