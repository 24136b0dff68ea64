import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CompiledReader, FileLost } from '#frontend/csv/compiled-reader.ts';
import { isUtf8 } from '#frontend/csv/decode.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { codeColumn } from '#frontend/csv/table.ts';
import { bytesOf, describeRead, readFile } from '#test/support/csv-read.ts';
import { expectSame } from '#test/support/expect-same.ts';

afterEach(() => vi.restoreAllMocks());

test('where rows are short the memory grows, and nothing that was read is lost', async () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
  const { table, report, headers } = await readFile(`a,b\n${'1,\n,"2"\n"3"\n'.repeat(20_000)}`);
  expect(grow).toHaveBeenCalledTimes(2); // for the file, and for its columns
  expect(headers).toEqual(['a', 'b']);
  expect(report.firstRecords[1]).toEqual(['1', '']);
  expect(codeColumn(table, 0).leads).toEqual(Uint32Array.of(20_000, 20_000, 20_000));
});

test('a file in another encoding, or with a mark of it, is read in the memory that it came in', async () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
  const marked = await readFile('\ufeffa,b\nx,1\n');
  expect(marked.headers).toEqual(['a', 'b']);
  expect(grow).toHaveBeenCalledOnce();
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

test('a million rows of 80 bytes are read by it, and the memory stays below 20 times the file', async () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
  const row = `${'Qualified,Google Ads,'.padEnd(79, 'x')}\n`;
  const file = Buffer.from(`Status,Source,Notes\n${row.repeat(1_000_000)}`);
  const read = await readCsv(file, {}, () => {});
  expect(read).toMatchObject({
    ok: true,
    value: { table: { rowCount: 1_000_000 }, report: { reader: 'compiled' } },
  });
  const bytes = grow.mock.calls.reduce((sum, [pages]) => sum + pages * 65536, 0);
  expect(bytes).toBeLessThan(20 * file.length);
});

test.each([[3], [5]])('a file of 4 bytes that sends %i is lost', async (sent) => {
  const reader = CompiledReader.create(
    4,
    (async function* () {
      yield new Uint8Array(sent);
    })(),
  );
  await expect(reader?.receive()).rejects.toThrow(FileLost);
});

test('it reads no file whose index would lie beyond all addresses', () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockReturnValue(0);
  expect(CompiledReader.create(268_000_000, null)).not.toBeNull();
  grow.mockClear();
  expect(CompiledReader.create(269_000_000, null)).toBeNull();
  // 14 bytes of each byte of the file: from here on addresses would wrap around.
  expect(CompiledReader.create(310_000_000, null)).toBeNull();
  expect(grow).not.toHaveBeenCalled();
});

test('quoted texts are told apart below any number of rows', async () => {
  const quoted = ['"say ""hi"""', '"say ""hi"" twice"', '  "x" y  ', '"a"b'];
  for (let rows = 1; rows < 20_000; rows = Math.ceil(rows * 1.5)) {
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
  for (let shift = 0; shift < line.length; shift += 5) {
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
    { numRuns: 300 },
  );
});

describe('white space', () => {
  test('is exactly what trim() removes, for every character of one to three bytes', async () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => code)
      .filter((code) => (code < 0xd800 || code >= 0xe000) && code !== 0x22)
      .map((code) => String.fromCharCode(code));
    const lines = characters.map((character) => `"${character}",${character.charCodeAt(0)},x\n`);
    const { rows } = await readFile(`a,b,c\n${lines.join('')}`, { delimiter: ',', headerRow: 1 });
    expectSame(
      rows,
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
      { numRuns: 80 },
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

async function* cut(bytes: Uint8Array, lengths: readonly number[]) {
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const length = lengths[piece % lengths.length]!; // not empty
    yield bytes.slice(at, at + length);
    at += length;
  }
}

test('wherever the pieces of a file are cut, it is UTF-8 or not as it is whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      mixedBytes,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (bytes, lengths) => {
        const reader = CompiledReader.create(bytes.length, cut(bytes, lengths));
        await reader?.receive();
        expect(reader?.isUtf8()).toBe(isUtf8(bytes));
      },
    ),
    { numRuns: 200 },
  );
});

/** Rows begin to be read once this number of bytes has come. */
const FIRST_BYTES = 256 * 1024;

test('wherever the pieces of a file are cut, its rows and findings are those of the whole file', async () => {
  const options = fc.record({ keepEmptyRows: fc.boolean(), keepPreamble: fc.boolean() });
  const places = fc.record({ split: fc.nat(), shift: fc.integer({ min: -300, max: 300 }) });
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(anyText, places, lengths, options, async (text, { split, shift }, lengths, options) => {
      // A long text at any place puts the rest of the file where the bytes that come first end.
      const at = split % text.length;
      const bytes = bytesOf(`${text.slice(0, at)}${'x'.repeat(FIRST_BYTES + shift)}${text.slice(at)}`);
      const small = Array.from({ length: 400 }, (_, piece) => lengths[piece % lengths.length]!); // not empty
      const reader = CompiledReader.create(
        bytes.length,
        cut(bytes, [at + FIRST_BYTES + shift - 40, ...small]),
      );
      const read = await readCsv(reader ?? bytes, options, () => {});
      expectSame(describeRead(read), describeRead(await readCsv(bytes, options, () => {})));
    }),
    { numRuns: 70 },
  );
});

test('rows are read before the last bytes of the file have come', async () => {
  const bytes = bytesOf(`a,b\n${'x,1\n'.repeat(600_000)}`);
  let hasEnded = false;
  const pieces = async function* () {
    yield* cut(bytes, [1_200_000]);
    hasEnded = true;
  };
  const told: boolean[] = [];
  const reader = CompiledReader.create(bytes.length, pieces());
  expect(await readCsv(reader ?? bytes, {}, () => void told.push(hasEnded))).toMatchObject({ ok: true });
  // Only the end of the last line waits for the end of the file.
  expect(told).toEqual([false, false, true]);
});

test('no more of a file is asked for where its first bytes are those of a picture', async () => {
  let isStopped = false;
  const pieces = async function* () {
    try {
      yield Uint8Array.of(0x89, 0x50, 0x4e, 0x47, ...new Uint8Array(300_000));
      yield new Uint8Array(300_000);
    } finally {
      isStopped = true;
    }
  };
  const reader = CompiledReader.create(600_004, pieces());
  expect(await readCsv(reader!, {}, () => {})).toEqual({ ok: false, error: { reason: 'unreadable' } }); // memory is not short
  expect(isStopped).toBe(true);
});

test('a file in another encoding is read anew once a byte shows it, wherever it is', async () => {
  const text = `a,b\n${'x,1\n'.repeat(100_000)}Köln,2\n`;
  const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
  const reader = CompiledReader.create(bytes.length, cut(bytes, [150_000]));
  const read = await readCsv(reader ?? bytes, {}, () => {});
  expect(read).toMatchObject({
    ok: true,
    value: { report: { encoding: 'windows-1252', encodingGuessed: true } },
  });
  expect(read.ok && codeColumn(read.value.table, 0).categories).toEqual(['x', 'Köln']);
});
