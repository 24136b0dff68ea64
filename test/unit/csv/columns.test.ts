import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { countCrosstab } from '#frontend/analysis/counts/count-pairs.ts';
import { sumCrosstab, type Crosstab } from '#frontend/analysis/counts/valued-leads.ts';
import { codeColumn, codeSmallColumn, sampleColumns, type FileTable } from '#frontend/csv/table.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { withoutRows } from '#frontend/csv/without-rows.ts';
import { wellFormedFile } from '#test/support/csv-files.ts';
import { readFile, rowsOf } from '#test/support/csv-read.ts';

/** The codes that codeColumn must give, by reading each cell and counting with a plain Map. */
function codeByMap(table: FileTable, column: number) {
  const known = new Map<string, number>();
  const codes = rowsOf(table).map((cells) => {
    const text = cells[column] ?? '';
    if (!known.has(text)) known.set(text, known.size);
    return known.get(text);
  });
  return { codes, categories: [...known.keys()] };
}

describe('a coded column', () => {
  test('has one code per row and its texts in order of first appearance', async () => {
    const { table } = await readFile('Status,Source\nOpen,Web\nLost,Ads\nOpen,\n,Web\n');
    expect(codeColumn(table, 0)).toEqual({
      codes: Uint32Array.of(0, 1, 0, 2),
      categories: ['Open', 'Lost', ''],
      leads: Uint32Array.of(2, 1, 1),
    });
  });

  test('takes two spellings of one text for one category', async () => {
    const cells = ['Web', ' Web ', '"Web"', '" Web"', '"W"eb', '\u00a0Web\u3000', '"\u2003Web"', '\tWeb'];
    const { table } = await readFile(`a,b\n${cells.map((cell) => `${cell},x\n`).join('')}`, { headerRow: 1 });
    expect(codeColumn(table, 0).categories).toEqual(['Web']);
    const quotes = await readFile('a,b\n"5"" pipe",x\n5" pipe,x\n');
    expect(codeColumn(quotes.table, 0).categories).toEqual(['5" pipe']);
  });

  test('takes the cells that short rows lack for blanks', async () => {
    const { table } = await readFile('a,b,c\n1,2,3\n1\n1,2,""\n', { delimiter: ',' });
    expect(codeColumn(table, 2)).toEqual({
      codes: Uint32Array.of(0, 1, 1),
      categories: ['3', ''],
      leads: Uint32Array.of(1, 2),
    });
  });

  test('may be blank throughout', async () => {
    const { table } = await readFile('a,b\n1,\n2, \n3,""\n');
    expect(codeColumn(table, 1)).toEqual({
      codes: new Uint32Array(3),
      categories: [''],
      leads: Uint32Array.of(3),
    });
    expect(sampleColumns(table, 3)[1]).toEqual({ samples: [], hasBlanks: true });
    expect(codeSmallColumn(table, 1, 0)).toEqual(codeColumn(table, 1));
  });

  test('equals counting each cell with a Map', async () => {
    await fc.assert(
      fc.asyncProperty(wellFormedFile, async ({ file, delimiter }) => {
        // A row in front that makes every file readable; its width is at most that of the generated rows.
        const { table } = await readFile(`h1${delimiter}h2\nx${delimiter}y\n${file}`, {
          delimiter,
          headerRow: 1,
          encoding: 'utf-8',
        });
        for (const column of [0, 1]) {
          const { codes, categories } = codeColumn(table, column);
          expect({ codes: [...codes], categories }).toEqual(codeByMap(table, column));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('copes with 100,000 distinct values of any script', async () => {
    const value = (row: number) =>
      row % 3 === 0 ? `日本 ${row}` : row % 3 === 1 ? `lead-${row}@example.com` : `${row}`;
    const rows = Array.from({ length: 100_000 }, (_, row) => `${value(row)},${row % 7}\n`);
    const { table } = await readFile(`a,b\n${rows.join('')}${rows.slice(0, 10).join('')}`);
    const { codes, categories } = codeColumn(table, 0);
    expect(categories).toHaveLength(100_000);
    expect(categories.every((text, row) => text === value(row))).toBe(true);
    expect([...codes.subarray(99_999)]).toEqual([99_999, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(codeColumn(table, 1).categories).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  }, 30_000);

  test('tells apart texts that differ in one byte anywhere', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => 'a'.repeat(at) + 'b' + 'a'.repeat(39 - at));
    const lengths = Array.from({ length: 40 }, (_, length) => 'x'.repeat(length + 1));
    const { table } = await readFile(`h,i\n${[...texts, ...lengths].map((text) => `${text},\n`).join('')}`);
    expect(codeColumn(table, 0).categories).toEqual([...texts, ...lengths]);
  });
});

describe('a sample', () => {
  test('is the first distinct texts, blanks aside, found wherever they are', async () => {
    const { table } = await readFile(`a,b\n${'x,1\n'.repeat(1000)}y,2\n,3\nz,4\nw,5\n`);
    expect(sampleColumns(table, 3)[0]).toEqual({ samples: ['x', 'y', 'z'], hasBlanks: true });
    expect(sampleColumns(table, 3)[1]).toEqual({ samples: ['1', '2', '3'], hasBlanks: false });
  });

  test('is taken of every column', async () => {
    const { table } = await readFile(
      `a,b,c,d\n${'1,x,"q",\n'.repeat(5)}2\n3,y," ",z\n4,x,"""",w\n5,v,"ä",u\n`,
    );
    expect(sampleColumns(table, 3)).toEqual([
      { samples: ['1', '2', '3'], hasBlanks: false },
      { samples: ['x', 'y', 'v'], hasBlanks: true },
      { samples: ['q', '"', 'ä'], hasBlanks: true },
      { samples: ['z', 'w', 'u'], hasBlanks: true },
    ]);
  });

  test('is taken from the first texts where they are known, and else from the table', async () => {
    const { table } = await readFile('a,b,c\nx,5,1\ny,5,2\n,5,3\nz,5,4\n');
    const codeRows = vi.spyOn(table, 'codeRows');
    const known = [['x', 'y', ''], ['5']];
    expect(sampleColumns(table, 2, known)).toEqual([
      { samples: ['x', 'y'], hasBlanks: true },
      { samples: ['5'], hasBlanks: false },
      { samples: ['1', '2'], hasBlanks: false },
    ]);
    expect(codeRows.mock.calls.map(([column]) => column)).toEqual([2]);
  });

  test('knows of a blank that a short row leaves', async () => {
    const { table } = await readFile('a,b\nx,1\ny,2\nz\nw,3\n');
    expect(sampleColumns(table, 2)[1]).toEqual({ samples: ['1', '2'], hasBlanks: true });
  });

  test('knows of a blank below the last sample, whatever it is made of', async () => {
    for (const blank of ['', '  ', '""', '" "', '\u00a0', '"\u3000"']) {
      const { table } = await readFile(`a,b\nx,1\ny,1\nz,1\n"q",1\nä,1\n${blank},1\n`, { headerRow: 1 });
      expect(sampleColumns(table, 3)[0]).toEqual({ samples: ['x', 'y', 'z'], hasBlanks: true });
    }
    const { table } = await readFile('a,b\nx,1\n"q",1\nä,1\n"""",1\n', { headerRow: 1 });
    expect(sampleColumns(table, 2)[0]).toEqual({ samples: ['x', 'q'], hasBlanks: false });
  });
});

test('samples and blanks equal looking at each cell, in files of any kind', async () => {
  await fc.assert(
    fc.asyncProperty(wellFormedFile, fc.integer({ min: 1, max: 4 }), async ({ file, delimiter }, limit) => {
      const { table } = await readFile(`h1${delimiter}h2\nx${delimiter}y\n${file}`, {
        delimiter,
        headerRow: 1,
        encoding: 'utf-8',
      });
      const expected = table.headers.map((_, column) => {
        const texts = rowsOf(table).map((cells) => cells[column] ?? '');
        const samples = [...new Set(texts.filter((text) => text !== ''))].slice(0, limit);
        return { samples, hasBlanks: texts.includes('') };
      });
      expect(sampleColumns(table, limit)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

describe('a column of few texts', () => {
  test('is coded like any other, and one of more texts than the limit is not', async () => {
    const { table } = await readFile(
      `a,b\n${Array.from({ length: 100 }, (_, n) => `${n % 30},${n % 4 || ''}\n`).join('')}`,
    );
    expect(codeSmallColumn(table, 0, 29)).toBeNull();
    expect(codeSmallColumn(table, 0, 30)).toEqual(codeColumn(table, 0));
    // Three numbers and a blank, which does not count.
    expect(codeSmallColumn(table, 1, 2)).toBeNull();
    expect(codeSmallColumn(table, 1, 3)).toEqual(codeColumn(table, 1));
  });
});

describe('rows', () => {
  test('are read in ranges that may reach beyond the end', async () => {
    const { table } = await readFile('a,b\n1,ä\n2\n3,"x ""y"""\n');
    expect(table.readRows(1, 99)).toEqual([
      ['2', ''],
      ['3', 'x "y"'],
    ]);
    expect(table.readRows(0, 1)).toEqual([['1', 'ä']]);
    expect(table.readRows(3, 3)).toEqual([]);
  });

  test('are read in any number, with any text', async () => {
    const row = (n: number) => [`${n}`, n % 2 ? 'é🙂' : '', n % 3 ? 'say "hi"' : 'x'.repeat(n % 50)];
    const rows = Array.from({ length: 5000 }, (_, n) => row(n));
    const lines = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
    const { table } = await readFile(`a,b,c\n${lines.join('\n')}`);
    expect(table.readRows(0, 5000)).toEqual(rows);
    expect(table.readRows(1400, 1370 + 1400)).toEqual(rows.slice(1400, 1370 + 1400));
  });
});

test('the first rows of a column are coded alone, in a table of any kind', async () => {
  const { table } = await readFile('a,b\nv,1\nx,2\nx,3\ny,4\nz,5\n');
  const texts = new TextTable(table.headers, rowsOf(table));
  for (const some of [table, texts].map((whole) => withoutRows(whole, Uint8Array.of(1, 0, 0, 0, 0)))) {
    expect(some.codeRows(0, Infinity, 3)).toEqual(codedOf([0, 0, 1], ['x', 'y']));
    expect(some.codeRows(0, Infinity, 9)).toEqual(codedOf([0, 0, 1, 2], ['x', 'y', 'z']));
  }
  for (const whole of [table, texts]) {
    expect(whole.codeRows(0, Infinity, 3)).toEqual(codedOf([0, 1, 1], ['v', 'x']));
    expect(whole.codeRows(0, 1, 3).isWhole).toBe(false);
  }
});

function codedOf(codes: number[], categories: string[]) {
  const leads = categories.map((_, code) => codes.filter((one) => one === code).length);
  return { codes: Uint32Array.from(codes), categories, leads: Uint32Array.from(leads), isWhole: true };
}

describe('the numbers of a column', () => {
  const readNumbers = async (cells: readonly string[], flags: readonly number[]) => {
    const { table } = await readFile(`a,b\n${cells.map((cell) => `x,"${cell}"\n`).join('')}`, {
      delimiter: ',',
      headerRow: 1,
    });
    const read = table.readNumbers?.(1, Uint8Array.from(flags), 1e-9);
    return read && { ...read, rows: [...read.rows], numbers: [...read.numbers] };
  };
  const numbersOf = async (...cells: string[]) => {
    const read = await readNumbers(['y', ...cells], [0, ...cells.map(() => 1)]);
    if (!read) return read;
    const { rows: _, ...rest } = read;
    return rest;
  };
  const NO_OTHERS = { negative: 0, empty: 0, unreadable: 0 };

  test('are exact, and the other cells are counted', async () => {
    const cells = ['12', ' 0.1 ', '+5', '5.', '007', '999999999999999', '12345.6789012345', '0.000000001'];
    const others = ['', '-0', '0.0000000009', '-.25', '-7', '-0.0000000001', 'n/a', '-', '.', '€'];
    expect(await numbersOf(...cells, ...others)).toEqual({
      numbers: [12, 0.1, 5, 5, 7, 999999999999999, 12345.6789012345, 1e-9],
      points: 'decimal',
      empty: 3,
      negative: 3,
      unreadable: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.stringMatching(/^\+?[1-9]\d{0,8}(?:\.\d{0,6})?$/)), async (numbers) => {
        expect((await numbersOf(...numbers))?.numbers).toEqual(numbers.map(Number));
      }),
    );
  });

  test('are those of the rows with a flag, while all rows decide how they are read', async () => {
    expect(await readNumbers(['1', '2.5', '', '4'], [0, 1, 0, 1])).toEqual({
      rows: [1, 3],
      numbers: [2.5, 4],
      points: 'decimal',
      ...NO_OTHERS,
    });
    expect(await readNumbers(['-1', '', 'x', '4'], [0, 0, 0, 1])).toEqual({
      rows: [3],
      numbers: [4],
      points: 'none',
      ...NO_OTHERS,
    });
    expect(await readNumbers(['0.5', '2'], [0, 1])).toMatchObject({ rows: [1], points: 'decimal' });
    expect(await readNumbers(['1,5', '2'], [0, 1])).toBeNull();
    expect(await readNumbers(['1', '2'], [0, 0])).toMatchObject({ rows: [], numbers: [] });
  });

  test.each([
    '1,5',
    '1e3',
    '$5',
    '12 %',
    '1 2',
    '1.2.3',
    '--5',
    '5-',
    '1234567890123456',
    '0.1234567890123456',
  ])('are not read where a cell is %j, with a flag or without', async (cell) => {
    expect(await numbersOf('1', cell, '2')).toBeNull();
    expect(await readNumbers(['1.5', cell], [1, 0])).toBeNull();
  });

  test.each([
    ['none', ['1200', '-5', 'n.a.', '']],
    ['unclear', ['1.200', '999.999', '-12.000', '7']],
    ['decimal', ['1.200', '0.125', '3.500']],
    ['decimal', ['1200.500']],
    ['decimal', ['.500', '1.200']],
    ['decimal', ['1.20']],
    ['decimal', ['1.2000', '1.200']],
  ])('have points that are %s: %j', async (points, cells) => {
    expect(await numbersOf(...cells)).toMatchObject({ points });
    const none = cells.map(() => 0);
    expect(await readNumbers(cells, none)).toMatchObject({ points, numbers: [] });
  });
});

describe('a crosstab', () => {
  const lead = fc.record({
    a: fc.nat(6),
    b: fc.nat(4),
    flag: fc.nat(1),
    amount: fc.constantFrom(0, 0.1, 0.2, 7, 1e9),
  });
  const sideOf = (codes: readonly number[], positionOf: readonly number[], count: number) => ({
    codes: Uint32Array.from(codes),
    positionOf: Uint32Array.from(positionOf),
    count,
  });
  const tableOf = async (rows: number) => (await readFile(`x,y\n${'1,2\n'.repeat(rows)}`)).table;

  test('has the counts and sums that the plain functions find, of one column or two', async () => {
    const table = await tableOf(200);
    const leads = fc.array(lead, { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(leads, fc.boolean(), fc.nat(2), (list, isOfTwo, from) => {
        const first = sideOf(
          list.map(({ a }) => a),
          [0, 1, 2, 3, 9, 0, 1],
          4 - from,
        );
        const second = sideOf(
          list.map(({ b }) => b),
          [1, 0, 9, 1, 0],
          2,
        );
        const crosstab: Crosstab = { sides: isOfTwo ? [first, second] : [first], from };
        const flags = Uint8Array.from(list, ({ flag }) => flag);
        const items = Uint32Array.from([...list.keys()].filter((at) => list[at]!.amount > 0)); // below the length
        const valued = { items, amounts: Float64Array.from(items, (at) => list[at]!.amount) };
        const caps = [Infinity, 5];
        expect(table.sumCrosstab?.(valued, crosstab, caps)).toEqual(sumCrosstab(valued, crosstab, caps));
        const plain = countCrosstab(
          { leads: new Uint8Array(list.length).fill(1), conversions: flags },
          crosstab,
        );
        expect(table.countCrosstab?.(flags, crosstab)).toEqual({
          rows: plain.leads,
          flagged: plain.conversions,
        });
      }),
    );
  });

  test('may have more cells than the file has bytes', async () => {
    const table = await tableOf(3);
    const side = sideOf([0, 1, 1], [0, 1999], 2000);
    const counted = table.countCrosstab?.(Uint8Array.of(1, 0, 1), { sides: [side, side], from: 0 });
    const [first, last] = [0, 2000 * 2000 - 1];
    expect([first, last].map((cell) => [counted?.rows[cell], counted?.flagged[cell]])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(codeColumn(table, 1)).toEqual({
      codes: new Uint32Array(3),
      categories: ['2'],
      leads: Uint32Array.of(3),
    });
  });
});

test('rows are counted by combination of columns, with those that have a flag', async () => {
  const { table } = await readFile('a,b,c\nx,1,p\ny,1,p\nx,1,q\nx,2,p\nx,1,p\n');
  const columns = [0, 1].map((column) => codeColumn(table, column));
  expect(table.countCombinations?.(columns, Uint8Array.of(1, 0, 1, 0, 0))).toEqual({
    codes: [Uint32Array.of(0, 1, 0), Uint32Array.of(0, 0, 1)],
    leads: Uint32Array.of(3, 1, 1),
    flagged: Uint32Array.of(2, 0, 0),
  });
});
