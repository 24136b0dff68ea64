import { expect, test } from 'vitest';
import readXlsxFile from 'read-excel-file/node';
import { read, utils } from 'xlsx';
import { workbookBlob, writeWorkbook, type Sheet } from '#frontend/csv/write-workbook.ts';

/** The sheets as SheetJS reads them. */
function readAgain(sheets: readonly Sheet[]): [name: string, rows: unknown[][]][] {
  const book = read(writeWorkbook(sheets));
  return book.SheetNames.map((name) => [
    name,
    utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1, raw: true, defval: '' }),
  ]);
}

test('a workbook has one sheet per table, its figures are numbers in full, and texts stay texts', async () => {
  const sheets: Sheet[] = [
    [
      'Metadata',
      [
        ['File', 'R&D <new> "x".csv'],
        ['Baseline Rate (%)', 12.345678901234567],
        ['', 'after a gap', -1e-7],
      ],
    ],
    ['Value Rules', [['Value'], ['007'], ['  spaces '], ['two\nlines'], ['Ärger 日本 🙂'], ['_x0041_']]],
  ];
  expect(readAgain(sheets)).toEqual([
    [
      'Metadata',
      [
        ['File', 'R&D <new> "x".csv', ''],
        ['Baseline Rate (%)', 12.345678901234567, ''],
        ['', 'after a gap', -1e-7],
      ],
    ],
    ['Value Rules', [['Value'], ['007'], ['  spaces '], ['two\nlines'], ['Ärger 日本 🙂'], ['_x0041_']]],
  ]);
  const [first] = await readXlsxFile(Buffer.from(writeWorkbook(sheets)));
  expect(first?.data[1]).toEqual(['Baseline Rate (%)', 12.345678901234567, null]);
});

test('a text that looks like a formula is a text, and needs no mark in front', () => {
  const book = read(writeWorkbook([['Rules', [['=HYPERLINK("http://x")', '+49 30', '@x', '-1']]]]));
  const cells = ['A1', 'B1', 'C1', 'D1'].map(
    (place) => book.Sheets['Rules']?.[place] as { t: string; v: string; f?: string },
  );
  expect(cells.map(({ t, v, f }) => [t, v, f])).toEqual([
    ['s', '=HYPERLINK("http://x")', undefined],
    ['s', '+49 30', undefined],
    ['s', '@x', undefined],
    ['s', '-1', undefined],
  ]);
});

test.each([
  ['control characters', 'a\u0000b\u0007\uFFFEc', 'a\uFFFDb\uFFFD\uFFFDc'],
  ['half of a pair', 'a\uD83D', 'a\uFFFD'],
  ['a line end of Windows', 'a\r\nb', 'a\nb'],
  ['more than Excel takes', 'x'.repeat(40_000), 'x'.repeat(32_767)],
])('%s leaves a file that Excel opens', (_, text, written) => {
  expect(readAgain([['Sheet', [[text]]]])).toEqual([['Sheet', [[written]]]]);
});

test('names of sheets are those that Excel accepts, each once', () => {
  const titles = [
    'Statistically Significant Segments',
    'Statistically Significant Segments again',
    'A/B: [x]*?',
    'x'.repeat(40),
    '',
  ];
  expect(readAgain(titles.map((title) => [title, [['a']]])).map(([name]) => name)).toEqual([
    'Statistically Significant',
    'Statistically Significant 2',
    'A B x',
    'x'.repeat(31),
    'Sheet',
  ]);
});

test('a column beyond Z has its own place', () => {
  const row = Array.from({ length: 30 }, (_, column) => column);
  expect(readAgain([['Wide', [row]]])).toEqual([['Wide', [row]]]);
});

test.each([NaN, Infinity])('%s is refused, as in CSV', (figure) => {
  expect(() => writeWorkbook([['Rules', [[figure]]]])).toThrow(RangeError);
});

test('the file says what it is', () => {
  expect(workbookBlob([['Rules', [['a']]]]).type).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
});
