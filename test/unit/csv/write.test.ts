import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { writeCsv, writeTsv } from '#frontend/csv/write.ts';
import { rectangle } from '#test/support/csv-files.ts';
import { readFile } from '#test/support/csv-read.ts';

describe('a written file', () => {
  test('begins with a byte order mark, splits cells with commas, and ends each row with CRLF', () => {
    expect(writeCsv([['Field', 'Lift'], ['Source', 1.24], []])).toBe(
      '\ufeffField,Lift\r\nSource,1.24\r\n\r\n',
    );
  });

  test('quotes cells with commas, quotes and line breaks, and no others', () => {
    expect(writeCsv([['a,b', 'say "hi"', 'x\ny', 'x\ry', 'a;b', ' c ', '']])).toBe(
      '\ufeff"a,b","say ""hi""","x\ny","x\ry",a;b, c ,\r\n',
    );
  });

  test('has numbers in full, with a point', () => {
    expect(writeCsv([[0.1 + 0.2, -1234567.5, 1e-7, 1e21, -0, 100]])).toBe(
      '\ufeff0.30000000000000004,-1234567.5,1e-7,1e+21,0,100\r\n',
    );
  });

  test('in the format of semicolons has decimal commas, and quotes cells with semicolons', () => {
    const rows = [
      ['Field', 'Lift'],
      ['a;b', 1.24],
      ['a,b', -0.5],
      ['1.5', 1e-7],
      ['=x', 100],
    ];
    expect(writeCsv(rows, 'semicolon')).toBe(
      '\ufeffField;Lift\r\n"a;b";1,24\r\na,b;-0,5\r\n1.5;1e-7\r\n\'=x;100\r\n',
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('never holds %s', (figure) => {
    expect(() => writeCsv([[figure]])).toThrow(RangeError);
    expect(() => writeTsv([[figure]])).toThrow(RangeError);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1', "'+49 30 1"],
    ['-', "'-"],
    ['-5 days', "'-5 days"],
    ['@name', "'@name"],
    ['\tx', "'\tx"],
    ['\r', `"'\r"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['-0x1F', "'-0x1F"],
    ['-Infinity', "'-Infinity"],
    ['-1e999', "'-1e999"],
    ['-1,5', `"'-1,5"`],
    ['\t5', "'\t5"],
    ['\n=1', `"'\n=1"`],
    ['\0=1', "'\0=1"],
    ['\u000b=1', "'\u000b=1"],
    ['\u007f=1', "'\u007f=1"],
    ['\u0085=1', "'\u0085=1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
  ])('guards the text %j against being run', (text, written) => {
    expect(writeCsv([[text]])).toBe(`\ufeff${written}\r\n`);
  });

  test.each(['-5', '+5', '-.5', '-.25', '-5.', '-5.25', '-1.5e-7', '5', 'a=b', "'=1", ' =1', '1-2'])(
    'leaves the text %j alone',
    (text) => {
      expect(writeCsv([[text]])).toBe(`\ufeff${text}\r\n`);
    },
  );

  test('reads back as it was, by us and by PapaParse', async () => {
    // The guard changes text on purpose, so texts that call for it are left out here.
    const isPlain = (rows: string[][]) => rows.flat().every((cell) => !/^[=+\-@\p{Cc}＝＋－＠]/u.test(cell));
    await fc.assert(
      fc.asyncProperty(rectangle.filter(isPlain), async (rows) => {
        const headers = rows[0]!.map((_, column) => `h${column}`); // rectangle has at least two rows
        const file = writeCsv([headers, ...rows]);
        const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
        fc.pre(filled.length > 0);
        const read = await readFile(file, { headerRow: 1, delimiter: ',' });
        expect(read.rows).toEqual(filled.map((row) => row.map((cell) => cell.trim())));
        expect(Papa.parse(file.slice(1), { newline: '\r\n', delimiter: ',' }).data.slice(1, -1)).toEqual(
          rows,
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('a copied table', () => {
  test('splits cells with tabs and rows with line feeds, with nothing around them', () => {
    expect(
      writeTsv([
        ['Field', 'Lift'],
        ['Source, paid', 1.5],
      ]),
    ).toBe('Field\tLift\nSource, paid\t1.5');
  });

  test('quotes cells with tabs, quotes and line breaks, and guards formulas', () => {
    expect(writeTsv([['a\tb', 'say "hi"', 'x\ny', '=1', '-5', '-a']])).toBe(
      '"a\tb"\t"say ""hi"""\t"x\ny"\t\'=1\t-5\t\'-a',
    );
  });

  test('has figures as the page shows them: as many decimals, and small p-values floored', () => {
    const row = [
      'Source',
      { figure: 1.9316488163321894, decimals: 2 },
      { figure: 1.005, decimals: 2 },
      { figure: 28.749999999999996, decimals: 1 },
      { figure: -0.04, decimals: 1 },
      { figure: -12.36, decimals: 1 },
      { figure: 12345.6, decimals: 0 },
      { figure: 0.0004, decimals: 3, isFloored: true },
      { figure: 0.0014, decimals: 3, isFloored: true },
      0.1 + 0.2,
    ];
    expect(writeTsv([row])).toBe(
      'Source\t1.93\t1.01\t28.8\t0.0\t-12.4\t12346\t<0.001\t0.001\t0.30000000000000004',
    );
    expect(writeTsv([row], 'semicolon')).toBe(
      'Source\t1,93\t1,01\t28,8\t0,0\t-12,4\t12346\t<0,001\t0,001\t0,30000000000000004',
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('never shows %s', (figure) => {
    expect(() => writeTsv([[{ figure, decimals: 2 }]])).toThrow(RangeError);
  });
});
