import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCellChanges } from '#frontend/analysis/columns/cell-marks.ts';
import type { ReadOptions } from '#frontend/csv/intake.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { codeColumn, codeSmallColumn, sampleColumns, type FileTable } from '#frontend/csv/table.ts';
import { cleanCells, originalOf } from '#frontend/counting/cleaned-table.ts';
import { readFile, rowsOf } from '#test/support/csv-read.ts';

async function clean(csv: string, options: ReadOptions = {}): Promise<FileTable> {
  const { table } = await readFile(csv);
  return cleanCells(table, options);
}

const ZIPS = "Zip,Status\n'02138,Won\n'10001,\u200bWon\n'02138,Lost\n,Won\u00a0\n";

describe('a table with the values that its cells stand for', () => {
  test('has one code per value, and rows of values', async () => {
    const table = await clean(ZIPS);
    expect(codeColumn(table, 0)).toEqual({
      codes: Uint32Array.of(0, 1, 0, 2),
      categories: ['02138', '10001', ''],
      leads: Uint32Array.of(2, 1, 1),
    });
    expect(codeColumn(table, 1)).toEqual({
      codes: Uint32Array.of(0, 0, 1, 0),
      categories: ['Won', 'Lost'],
      leads: Uint32Array.of(3, 1),
    });
    expect(rowsOf(table)).toEqual([
      ['02138', 'Won'],
      ['10001', 'Won'],
      ['02138', 'Lost'],
      ['', 'Won'],
    ]);
  });

  test('keeps the cells of the file for files that leave', async () => {
    expect(rowsOf(originalOf(await clean(ZIPS)))[1]).toEqual(["'10001", '\u200bWon']);
  });

  test('keeps the cells of the columns that the visitor keeps, and of no other', async () => {
    const table = await clean(ZIPS, { keepCells: ['Zip'] });
    expect(codeColumn(table, 0).categories).toEqual(["'02138", "'10001", '']);
    expect(codeColumn(table, 1).categories).toEqual(['Won', 'Lost']);
  });

  test('is the same table where all cells are kept', async () => {
    const { table } = await readFile(ZIPS);
    expect(cleanCells(table, { keepAllCells: true })).toBe(table);
  });

  test('a few values that look alike are still few', async () => {
    const table = await clean('a,b\nx,1\nx\u200b,2\n\u200bx,3\ny,4\n');
    expect(codeSmallColumn(table, 0, 2)?.categories).toEqual(['x', 'y']);
    expect(codeSmallColumn(table, 0, 1)).toBeNull();
  });

  test('headers lose their marks, and stay different', async () => {
    const { headers } = await clean('\u200bStatus,"=""Zip""",Status,\'Id\nWon,1,a,2\n');
    expect(headers).toEqual(['Status', 'Zip', 'Status (2)', 'Id']);
  });

  test('the first rows are read like all of them where the mark begins later', async () => {
    const cells = ['02138', ...Array.from({ length: 19 }, () => "'10001")];
    const table = await clean(`Zip,x\n${cells.map((cell) => `${cell},1\n`).join('')}`);
    expect(table.codeRows(0, Infinity, 2).categories).toEqual(['02138', '10001']);
    expect(table.readRows(0, 2)).toEqual([
      ['02138', '1'],
      ['10001', '1'],
    ]);
  });
});

describe('cells that count as blank', () => {
  const SIZES = 'Size,Status\n5,Won\n-99,Lost\n999999,Won\n7,Won\n-99,Won\n';
  const options = { blankCells: [{ column: 'Size', values: ['-99', '999999'] }] };

  test('are blank in their column alone', async () => {
    const table = await clean(`${SIZES}-99,-99\n`, options);
    expect(codeColumn(table, 0).categories).toEqual(['5', '', '7']);
    expect(codeColumn(table, 1).categories).toContain('-99');
    expect(rowsOf(table)[1]).toEqual(['', 'Lost']);
    expect([...table.findBlanks()]).toEqual([1, 0]);
  });

  test('are no numbers for sums', async () => {
    const flags = new Uint8Array(5).fill(1);
    expect((await clean(SIZES)).readNumbers?.(0, flags, 1)?.rows).toHaveLength(3);
    expect((await clean(SIZES, options)).readNumbers?.(0, flags, 1)).toBeNull();
  });

  test('are blank in a table that was stored too', async () => {
    const table = await clean(SIZES, { ...options, keepAllCells: true });
    expect(codeColumn(table, 0).categories).toEqual(['5', '', '7']);
  });
});

describe('columns of choices', () => {
  const INTERESTS = 'Status,Interests\nWon,Email; Social\nLost,Social\nWon,\nOpen,"SEO, SEM; Email"\n';
  const options = {
    choiceColumns: [{ column: 'Interests', separator: ';', choices: ['Email', 'Social', 'SEO, SEM'] }],
  };

  test('say yes or no for each lead; blank cells have no answer', async () => {
    const table = await clean(INTERESTS, options);
    expect(table.headers.slice(2)).toEqual(['Interests: Email', 'Interests: Social', 'Interests: SEO, SEM']);
    expect(rowsOf(table)).toEqual([
      ['Won', 'Email; Social', 'Yes', 'Yes', 'No'],
      ['Lost', 'Social', 'No', 'Yes', 'No'],
      ['Won', '', '', '', ''],
      ['Open', 'SEO, SEM; Email', 'Yes', 'No', 'Yes'],
    ]);
    expect(codeColumn(table, 2)).toEqual({
      codes: Uint32Array.of(0, 1, 2, 0),
      categories: ['Yes', 'No', ''],
      leads: Uint32Array.of(2, 1, 1),
    });
    expect(table.codeRows(2, 2).isWhole).toBe(false);
    expect([...table.findBlanks()]).toEqual([0, 1, 1, 1, 1]);
    expect(sampleColumns(table, 2)[2]).toEqual({ samples: ['Yes', 'No'], hasBlanks: true });
  });

  test('do not leave with the file', async () => {
    expect(originalOf(await clean(INTERESTS, options)).headers).toEqual(['Status', 'Interests']);
  });

  test('end at the most columns that a file may have', async () => {
    const choices = Array.from({ length: 60 }, (_, number) => `c${number}`);
    const table = await clean(INTERESTS, {
      choiceColumns: [{ column: 'Interests', separator: ';', choices }],
    });
    expect(table.headers).toHaveLength(40);
  });

  test('need their column', async () => {
    const other = { choiceColumns: [{ column: 'Hobbies', separator: ';', choices: ['Email'] }] };
    expect((await clean(INTERESTS, other)).headers).toEqual(['Status', 'Interests']);
  });
});

test('codes and rows say the same as each cell alone, in a table of any kind', () => {
  const cell = fc.constantFrom("'1", "'2", '1', '2*', '2', '', 'x\u200b', 'x', 'a;b', 'b', '="1"', '-99');
  const column = fc.array(cell, { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(column, column, fc.nat(30), (first, second, rows) => {
      const table = cleanCells(
        new TextTable(
          ['p', 'q'],
          first.map((text, row) => [text, second[row]!]), // of the same length
        ),
        { blankCells: [{ column: 'q', values: ['-99'] }] },
      );
      const naive = [first, second].map((cells, index) => {
        const changes = findCellChanges(cells, new Uint32Array(cells.length).fill(1));
        const values = cells.map((text) => changes?.values.get(text) ?? text);
        return index === 0 ? values : values.map((text) => (text === '-99' ? '' : text));
      });
      const some = table.codeRows(0, Infinity, rows);
      expect(Array.from(some.codes, (code) => some.categories[code])).toEqual(naive[0]!.slice(0, rows));
      for (const index of [0, 1]) {
        const { codes, categories, leads } = codeColumn(table, index);
        expect(Array.from(codes, (code) => categories[code])).toEqual(naive[index]);
        expect(leads.reduce((sum, count) => sum + count, 0)).toBe(30);
      }
      expect(rowsOf(table)).toEqual(naive[0]!.map((text, row) => [text, naive[1]![row]]));
    }),
  );
});
