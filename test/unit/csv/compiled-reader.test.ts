import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import { isUtf8 } from '#frontend/csv/decode.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { codeColumn } from '#frontend/csv/table.ts';
import { bytesOf, readFile } from '#test/support/csv-read.ts';

afterEach(() => vi.restoreAllMocks());

test('where rows are short the memory grows, and nothing that was read is lost', async () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
  const { table, report, headers } = await readFile(`a,b\n${'1,\n,"2"\n"3"\n'.repeat(20_000)}`);
  expect(grow).toHaveBeenCalledTimes(2); // for the file, and for its columns
  expect(headers).toEqual(['a', 'b']);
  expect(report.firstRecords[1]).toEqual(['1', '']);
  expect(codeColumn(table, 0).leads).toEqual(Uint32Array.of(20_000, 20_000, 20_000));
});

test('the memory stays small for millions of rows that are shorter than the header', async () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
  const header = Array.from({ length: 40 }, (_, column) => `c${column}`).join(',');
  const file = bytesOf(`${header}\n${'x\n'.repeat(1_000_000)}`);
  const read = await readCsv(file, {}, () => {});
  expect(read).toMatchObject({ ok: true, value: { table: { rowCount: 1_000_000 } } });
  const bytes = grow.mock.calls.reduce((sum, [pages]) => sum + pages * 65536, 0);
  expect(bytes).toBeLessThan(45 * file.length);
});

test('quoted texts are told apart below any number of rows', async () => {
  const quoted = ['"say ""hi"""', '"say ""hi"" twice"', '  "x" y  ', '"a"b'];
  for (let rows = 1; rows < 20_000; rows = Math.ceil(rows * 1.2)) {
    const { table } = await readFile(
      `a,b\n${'x,1\n'.repeat(rows)}${quoted.map((cell) => `${cell},1\n`).join('')}`,
    );
    expect(codeColumn(table, 0).categories).toEqual(['x', 'say "hi"', 'say "hi" twice', 'x y', 'ab']);
    expect(codeColumn(table, 0).leads).toEqual(Uint32Array.of(rows, 1, 1, 1, 1));
  }
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

test('a record may be cut anywhere by the slices of 1 MB that a file is read in', async () => {
  const line = '"a\r\nb",stray "quotes", "c, d" \r\n';
  const head = 'h,i,j\n';
  for (let shift = 0; shift < line.length; shift += 3) {
    const filler = `${'x'.repeat(1_048_576 - head.length - 10 - shift)},y,z\n`;
    const { rows } = await readFile(`${head}1,2,3\n${filler}${line}4,5,6\n`, { headerRow: 1 });
    expect(rows.slice(2)).toEqual([
      ['a\r\nb', 'stray "quotes"', 'c, d'],
      ['4', '5', '6'],
    ]);
  }
});

/** Any text at all, rich in what a reader stops at. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...',,,"""\n\n\r\r \tab\u00a0'),
      fc.constantFrom('\r\n', '""', ',"', '",', '"\n', '"x\n', 'a longer text than a block\n'),
    ),
    { maxLength: 80 },
  )
  .map((parts) => `a,b,c\n1,2,3\n4,5,6\n${parts.join('')}`);

test('quotes, delimiters and line ends in any order are read as the rules of the plain reference say', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.boolean(), async (text, keepPreamble) => {
      await readFile(text, { delimiter: ',', headerRow: 2, keepPreamble });
    }),
    { numRuns: 800 },
  );
});

describe('white space', () => {
  test('is exactly what trim() removes, for every character of one to three bytes', async () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => code)
      .filter((code) => (code < 0xd800 || code >= 0xe000) && code !== 0x22)
      .map((code) => String.fromCharCode(code));
    const lines = characters.map((character) => `"${character}",${character.charCodeAt(0)},x\n`);
    const { rows } = await readFile(`a,b,c\n${lines.join('')}`, { delimiter: ',', headerRow: 1 });
    expect(rows).toEqual(
      characters.map((character) => [character.trim(), `${character.charCodeAt(0)}`, 'x']),
    );
  });

  test('is taken from both ends of any text as trim() does', async () => {
    const texts = fc.array(
      fc.string({
        unit: fc.constantFrom(...' \t\u00a0\u2000\u2028\u3000\ufeffaé日🙂\u0085\u180e\u200b'),
        maxLength: 8,
      }),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        const { rows } = await readFile(`a,b\n${cells.map((cell) => `${cell},x\n`).join('')}`, {
          delimiter: ',',
          headerRow: 1,
          encoding: 'utf-8',
        });
        expect(rows).toEqual(cells.map((cell) => [cell.trim(), 'x']));
      }),
      { numRuns: 200 },
    );
  });
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
    { numRuns: 500 },
  );
});
