import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { codeColumn } from '#frontend/csv/code-column.ts';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import { isUtf8 } from '#frontend/csv/utf8.ts';
import { readFile } from '#test/support/csv-read.ts';

afterEach(() => vi.restoreAllMocks());

/** Rows so short that what coding them needs is more than all that a file of this length is given at first. */
const SHORT_ROWS = `a,b\n${'1,\n,"2"\n"3"\n'.repeat(20_000)}`;

test('where rows are short the memory grows, and nothing that was read is lost', async () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
  const { table, report, headers } = await readFile(SHORT_ROWS); // holds it to the twin
  expect(grow).toHaveBeenCalledTimes(1);
  expect(table.compiled).not.toBeNull();
  expect(headers).toEqual(['a', 'b']);
  expect(report.firstRecords[1]).toEqual(['1', '']);
  expect(codeColumn(table, 0).leads).toEqual(Uint32Array.of(20_000, 20_000, 20_000));
});

test('where the memory cannot grow the twin goes on from the index', async () => {
  vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('no memory');
  });
  const { table } = await readFile(SHORT_ROWS);
  expect(table.compiled).toBeNull();
  expect(codeColumn(table, 0).categories).toEqual(['1', '', '3']);
});

test('texts of any length, more of them than the dictionary begins with, are told apart by each byte', async () => {
  const texts = Array.from({ length: 3000 }, (_, at) => `${'é'.repeat(at % 40)}${at}${'🙂'.repeat(at % 7)}`);
  const twice = [...texts, ...texts.toReversed()];
  const { table } = await readFile(`h,i\n${twice.map((text) => `"${text}",${text.length}\n`).join('')}`);
  const { categories, leads } = codeColumn(table, 0);
  expect(categories).toEqual(texts);
  expect(new Set(leads)).toEqual(new Set([2]));
});

test('a quoted text may be cut anywhere by the blocks that are looked at together', async () => {
  for (let length = 0; length < 70; length++) {
    const text = 'x'.repeat(length);
    const { rows } = await readFile(`h,i,j\n"${text}, ""y""\r\n",${text},"${text}"\n1,2,3\n`, {
      delimiter: ',',
    });
    expect(rows[0]).toEqual([`${text}, "y"`, text, text]);
  }
});

/** Characters of every length, and bytes that are none of any. */
const mixedBytes = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('plain text, more than a block of it', 'é', '日', '🙂') },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3 }) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part as string))));

test('wherever the pieces of a file are cut, it is UTF-8 or not as it is whole', () => {
  fc.assert(
    fc.property(mixedBytes, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (bytes, lengths) => {
      const reader = CompiledReader.create(bytes.length);
      let at = 0;
      for (let piece = 0; at < bytes.length; piece++) {
        const to = Math.min(at + lengths[piece % lengths.length]!, bytes.length); // not empty
        reader?.bytes.set(bytes.subarray(at, to), at);
        reader?.arrive(to);
        at = to;
      }
      expect(reader?.isUtf8()).toBe(isUtf8(bytes));
    }),
    { numRuns: 2000 },
  );
});
