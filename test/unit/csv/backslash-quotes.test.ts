import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv, type ReadOptions } from '#frontend/csv/read-csv.ts';
import { bytesOf, readWithoutWebAssembly, rowsOf } from '#test/support/csv-read.ts';

function describeRows(result: Awaited<ReturnType<typeof readCsv>>) {
  if (!result.ok) throw new Error(result.error.reason);
  const { table, report } = result.value;
  return { rows: rowsOf(table), quotes: report.backslashQuotes, long: report.longRowsCut };
}

/** PapaParse reads more of these files with rows of one width at once; then the backslashes stay. */
async function read(file: string, options: ReadOptions = {}) {
  const compiled = describeRows(await readCsv(bytesOf(file), options, () => {}));
  if (compiled.quotes !== null && !options.keepBackslashQuotes) {
    const { rows, quotes, long } = describeRows(await readWithoutWebAssembly(file, options));
    const unescape = (cell: string) => (quotes === null ? cell.replaceAll(/\\(["\\])/g, '$1') : cell);
    const cells = rows.map((row) => row.map(unescape));
    expect([cells, long]).toEqual([compiled.rows, 0]);
  }
  return compiled;
}

const LAYOUT = { delimiter: ',', headerRow: 1 } as const;
const HEADER = '"id","note","status"\n';

describe('a quote after a backslash', () => {
  test('is part of the text where all rows have one width by it', async () => {
    const file = `${HEADER}"1","Said \\"call me, today\\" twice","Won"\n"2","plain","Lost"\n`;
    expect(await read(file)).toEqual({
      rows: [
        ['1', 'Said "call me, today" twice', 'Won'],
        ['2', 'plain', 'Lost'],
      ],
      quotes: 2,
      long: 0,
    });
  });

  test('makes two backslashes one, as its writers mean them, and no other', async () => {
    const file = `${HEADER}"1","\\"C:\\\\a\\b\\\\\\", c\\\\","Won"\n2,C:\\\\x,"Lost"\n`;
    const { rows } = describeRows(await readCsv(bytesOf(file), {}, () => {}));
    expect(rows).toEqual([
      ['1', '"C:\\a\\b\\", c\\', 'Won'],
      ['2', 'C:\\\\x', 'Lost'],
    ]);
    const kept = describeRows(await readCsv(bytesOf(file), { keepBackslashQuotes: true }, () => {}));
    expect(kept.rows[1]).toEqual(['2', 'C:\\\\x', 'Lost']);
  });

  test('ends its cell where the visitor says so, and the other reading is still offered', async () => {
    const file = `${HEADER}"1","Said \\"a, b\\"","Won"\n`;
    expect(await read(file, { keepBackslashQuotes: true })).toMatchObject({ quotes: 2, long: 1 });
  });

  test.each([
    ['rows are even as they are', `${HEADER}"1","C:\\","Won"\n"2","D:\\","Lost"\n`],
    ['other rows are uneven', `${HEADER}"1","C:\\","Won","x","y"\n"2","b","Lost"\n`],
    ['one row would stay uneven', `${HEADER}"1","a \\"x, y\\"","Won"\n"2","b","Lost","c"\n`],
    ['it is outside of quotes', 'id,note,status\n1,5\\",x,Won\n2,b,Lost\n'],
    ['two backslashes stand before it', `${HEADER}"1","C:\\\\","Won","x"\n"2","b","Lost"\n`],
    ['no quote follows', `${HEADER}"1","a\\b","Won","x"\n"2","b","Lost"\n`],
  ])('is read as before where %s', async (_, file) => {
    const kept = await read(file, { keepBackslashQuotes: true });
    expect(await read(file)).toEqual({ ...kept, quotes: null });
  });

  test('with line ends of any kind, and at the start and end of a cell', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect((await read(`"a";"b"${end}"\\"x;y\\"";"1"${end}"z";"2"${end}`)).rows).toEqual([
        ['"x;y"', '1'],
        ['z', '2'],
      ]);
  });

  test('gives the texts of any table that is written with backslashes, as a naive reader does', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b ', '"', ',', '", ', '"x', '\\'), { maxLength: 6 })
      .map((parts) => `t${parts.join('')}t`);
    const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const quoted = (cell: string) => `"${cell.replaceAll(/[\\"]/g, '\\$&')}"`;
        const file = ['"h1","h2"', ...table.map((row) => row.map(quoted).join(','))].join('\n');
        const { rows: found, quotes, long } = await read(`${file}\n`, LAYOUT);
        const kept = await read(`${file}\n`, { ...LAYOUT, keepBackslashQuotes: true });
        if (quotes === null) expect(found).toEqual(kept.rows);
        else expect([found, long]).toEqual([naively(file), 0]);
      }),
      { numRuns: 200 },
    );
  });
});

/** Character by character: a backslash before a quote or a backslash makes it text. */
function naively(file: string): string[][] {
  return file
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells: string[] = [];
      let cell = '';
      let isQuoted = false;
      for (let at = 0; at < line.length; at++) {
        if (line[at] === '\\' && /["\\]/.test(line[at + 1] ?? '')) cell += line[++at];
        else if (line[at] === '"') isQuoted = !isQuoted;
        else if (line[at] === ',' && !isQuoted) {
          cells.push(cell);
          cell = '';
        } else cell += line[at];
      }
      return [...cells, cell];
    });
}
