import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { readBytes } from '#frontend/threads/leads/read-bytes.ts';
import { expectSame } from '#test/support/expect-same.ts';

/** Above what is read in one piece. */
const CONTENT = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251);

const READING = { signal: new AbortController().signal, isPageVisible: () => true };

/** A file that gives other bytes than it says, as one does that is written to meanwhile. */
function changingFile(size: number, content: Uint8Array<ArrayBuffer>): File {
  const file = new File([content], 'leads.csv');
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

async function bytesOf(file: Blob): Promise<Uint8Array | undefined> {
  const read = await readBytes(file, READING);
  if (!(read instanceof CompiledReader)) return undefined;
  await read.receive();
  return read.bytes;
}

test('a file lies in the memory of the compiled reader, whole', async () => {
  expectSame(await bytesOf(new File([CONTENT], 'leads.csv')), CONTENT);
});

test('so does one whose stream cannot be read into an array, as in older browsers', async () => {
  const file = new File([CONTENT], 'leads.csv');
  file.stream = () => new ReadableStream();
  expectSame(await bytesOf(file), CONTENT);
});

test('a file of many pieces leaves no listener behind', async () => {
  const { signal } = new AbortController();
  const file = await readBytes(new File([CONTENT], 'leads.csv'), { ...READING, signal });
  expect(file).toBeInstanceOf(CompiledReader);
  await (file as CompiledReader).receive(); // checked above
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a file that became longer or shorter while it was read is not read', async () => {
  for (const size of [CONTENT.length - 1, CONTENT.length + 1]) {
    const file = await readBytes(changingFile(size, CONTENT), READING);
    const read = file && (await readCsv(file, {}, () => {}));
    expect(read).toEqual({ ok: false, error: { reason: 'unreadable' } });
  }
});

test('an empty file is read', async () => {
  expect(await bytesOf(new File([], 'leads.csv'))).toEqual(new Uint8Array());
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('without WebAssembly, or without memory for it, PapaParse reads', async () => {
  const file = new File(['Status,Source\nWon,Web\nLost,Ads\n'], 'leads.csv');
  for (const missing of [undefined, { ...WebAssembly, Instance: null }]) {
    vi.stubGlobal('WebAssembly', missing);
    vi.resetModules();
    const fresh = await import('#frontend/threads/leads/read-bytes.ts');
    const { readCsv: readFresh } = await import('#frontend/csv/read-csv.ts');
    // One that ended early, or late, is not read.
    for (const size of [file.size - 1, file.size + 1])
      expect(await fresh.readBytes(changingFile(size, new Uint8Array(file.size)), READING)).toBeNull();
    // Piece by piece, as it comes.
    expectSame((await fresh.readBytes(new File([CONTENT], 'leads.csv'), READING)) as Uint8Array, CONTENT);
    const bytes = await fresh.readBytes(file, READING);
    expect(bytes).toBeInstanceOf(Uint8Array);
    const read = bytes && (await readFresh(bytes, {}, () => {}));
    expect(read).toMatchObject({
      ok: true,
      value: { report: { reader: 'papaparse' }, table: { rowCount: 2 } },
    });
  }
});
