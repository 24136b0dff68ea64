import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { bundleFiles } from '#frontend/csv/file-bundle.ts';
import { readFile } from '#frontend/csv/read-file.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { validateFile } from '#frontend/csv/validate-file.ts';
import { intakeNotices } from '#frontend/features/open-file/intake-line.tsx';
import { describeIntake, problemText } from '#frontend/features/open-file/intake-text.ts';
import { encode } from '#test/support/encoded-files.ts';
import { rowsOf } from '#test/support/csv-read.ts';
import { openedFile } from '#test/support/opened-file.ts';
import { writeWorkbook } from '#test/support/xlsx-files.ts';

type Content = string | Uint8Array<ArrayBuffer>;

const bundle = (files: Readonly<Record<string, Content>>) =>
  bundleFiles(Object.entries(files).map(([name, content]) => new File([content], name)));
const open = async (files: Readonly<Record<string, Content>>, options: ReadOptions = {}) =>
  readFile(new Uint8Array(await bundle(files).arrayBuffer()), options, () => {});
const read = async (files: Readonly<Record<string, Content>>, options: ReadOptions = {}) => {
  const found = await open(files, options);
  if (!found.ok) throw new Error(problemText(found.error));
  const { table, report } = found.value;
  return {
    lines: [table.headers, ...rowsOf(table)].map((cells) => cells.join('|')),
    report,
    headers: table.headers,
    rowCount: table.rowCount,
  };
};
const refusal = async (files: Readonly<Record<string, Content>>) => {
  const found = await open(files);
  return found.ok ? null : problemText(found.error);
};

const A = 'Id,Status,Source\n1,Won,Ads\n2,Lost,Web\n';
const B = 'Id,Status,Source\n2,Lost,Web\n3,Won,Ads\n';

test('files of the same columns become one, and a line that stands in two counts once', async () => {
  const { lines, report, headers, rowCount } = await read({
    'a.csv': A,
    'b.csv': B,
    'c.csv': 'Id,Status,Source\n4,Won,Ads\n',
  });
  expect(lines).toEqual(['Id|Status|Source', '1|Won|Ads', '2|Lost|Web', '3|Won|Ads', '4|Won|Ads']);
  expect(describeIntake(openedFile(headers, { rowCount, report }))).toBe('3 files, 4 leads, 3 columns');
  expect(intakeNotices({ headers, report })).toEqual([
    {
      id: 'repeated',
      text: '1 line stands in another of the files too and counts once.',
      choice: { label: 'Count each time', change: { keepRepeated: true } },
    },
  ]);
});

test('the choice counts each line', async () => {
  const { lines, report, headers } = await read({ 'a.csv': A, 'b.csv': B }, { keepRepeated: true });
  expect(lines.slice(1)).toEqual(['1|Won|Ads', '2|Lost|Web', '2|Lost|Web', '3|Won|Ads']);
  expect(intakeNotices({ headers, report })[0]).toMatchObject({
    text: '1 line stands in another of the files too and counts each time.',
    choice: { label: 'Count once', change: { keepRepeated: false } },
  });
});

describe('lines that repeat', () => {
  const counts = async (...files: readonly string[]) => {
    const { lines, report } = await read(
      Object.fromEntries(
        files.map((letters, at) => [
          `${at}.csv`,
          `S,T\n${[...letters].map((letter) => `${letter},x\n`).join('')}`,
        ]),
      ),
    );
    return [
      lines
        .slice(1)
        .map((line) => line[0])
        .join(''),
      report.unpacked?.joined?.repeated,
    ];
  };
  test.each([
    ['within one file all stay', ['aab', 'c'], 'aabc', { lines: 0, kept: false }],
    [
      'a line counts as often as in the file that has it most',
      ['aab', 'acd'],
      'aabcd',
      { lines: 1, kept: false },
    ],
    ['also if that is the later one', ['abc', 'aad'], 'abcad', { lines: 1, kept: false }],
    ['in three files too', ['ab', 'ac', 'ad'], 'abcd', { lines: 2, kept: false }],
    ['the same file twice counts once', ['abc', 'abc'], 'abc', { lines: 3, kept: false }],
    [
      'most lines of a file are alike: they tell no leads apart',
      ['aaaab', 'aaaab'],
      'aaaabaaaab',
      { lines: 5, kept: true },
    ],
  ])('%s', async (_, files, letters, repeated) => {
    expect(await counts(...files)).toEqual([letters, repeated]);
  });
});

test('columns in another order are joined by their names, each file with its own encoding and delimiter', async () => {
  const { lines, report } = await read({
    'utf8.csv': 'Stadt,Status,Quelle\nMünchen,Won,Ads\n',
    'latin.csv': encode('Quelle;Stadt;Status\nWeb;Köln;Lost\n', 'windows-1252'),
    'meta.csv': encode('Status\tStadt\tQuelle\nWon\tŁódź\t"a\tb"\n', 'utf-16le'),
    'page.xls': '<table><tr><th>Stadt<th>Quelle<th>Status<tr><td>Bonn<td>Web<td>Lost</table>',
    'tabs.tsv': 'Status\tQuelle\tStadt\nWon\t"x ""y"", z"\tUlm\n',
  });
  expect(lines).toEqual([
    'Stadt|Status|Quelle',
    'München|Won|Ads',
    'Köln|Lost|Web',
    'Łódź|Won|a\tb',
    'Bonn|Lost|Web',
    'Ulm|Won|x "y", z',
  ]);
  expect(report.damagedCharacters).toBe(0);
});

test('names that repeat and columns without one keep their places; a column without name and cells is none', async () => {
  const { lines } = await read({ 'a.csv': 'S,S,\n1,2,\n', 'b.csv': 'S,S\n3,4\n' });
  expect(lines).toEqual(['S|S (2)', '1|2', '3|4']);
  expect(await refusal({ 'a.csv': 'S,T,\n1,2,x\n', 'b.csv': 'S,T\n3,4\n' })).toContain('“Column 3”');
});

test('findings of each file are put together, and name the file', async () => {
  const files = {
    'a.csv': 'Report of May\n\nId,Status,Source\n1,Won,"Ads"\n\n2,Lost\n,,\n',
    'b.csv': 'Id,Status,Source\n3,Won,Ads\n4,Lost,"Web\n',
    'c.csv': 'Id,Status,Source\n5,Won,Ads,x\n6,Lost,Web\nTotal,,2\n',
  };
  const { report, headers, lines } = await read(files);
  expect(lines.slice(1)).toEqual([
    '1|Won|Ads',
    '2|Lost|',
    '3|Won|Ads',
    '4|Lost|"Web',
    '5|Won|Ads',
    '6|Lost|Web',
  ]);
  expect(report).toMatchObject({
    shortRowsPadded: 1,
    longRowsCut: 1,
    emptyRowsSkipped: 1,
    preamble: { lines: 1, kept: false },
    footer: { lines: 1, dropped: 1 },
  });
  const quotes = intakeNotices({ headers, report }).find(({ id }) => id === 'quotes');
  expect(quotes?.evidence).toBe('line 3 of b.csv');
  expect((await read(files, { keepPreamble: true, dropFooter: false })).rowCount).toBe(8);
});

describe('nothing is opened, and the file is named', () => {
  test.each<[string, Record<string, Content>, string]>([
    [
      'other columns',
      { 'a.csv': 'Id,Status,Phone\n1,Won,5\n', 'b.csv': 'Id,Status,Mobile\n1,Won,5\n' },
      'b.csv: It lacks “Phone”, which a.csv has. It has “Mobile”, which a.csv lacks. Files that are opened together need the same columns.',
    ],
    [
      'a column less',
      { 'a.csv': A, 'b.csv': 'Id,Status\n1,Won\n' },
      'b.csv: It lacks “Source”, which a.csv has. Files that are opened together need the same columns.',
    ],
    [
      'a spreadsheet',
      {
        'a.csv': A,
        'b.xlsx': writeWorkbook({ sheets: [{ name: 'x', rows: [['Id', 'Status', 'Source']] }] }),
      },
      'b.xlsx: A spreadsheet or zip is opened alone. Save it as .csv to open it with others.',
    ],
    [
      'an old spreadsheet',
      { 'a.csv': A, 'b.xls': Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1) },
      'b.xls: This file was saved by an old Excel. Open it in Excel, save it as .xlsx or .csv, then open that.',
    ],
    ['a picture', { 'a.csv': A, 'b.png': 'x' }, 'b.png: Please upload a CSV file'],
    [
      '0 bytes',
      { 'a.csv': A, 'b.csv': '', 'c.csv': B },
      'b.csv: CSV file must contain at least a header row and one data row',
    ],
    [
      'a header alone',
      { 'a.csv': 'Id,Status,Source\n', 'b.csv': B },
      'a.csv: CSV file must contain at least a header row and one data row',
    ],
    [
      'a binary file',
      { 'a.csv': A, 'b.csv': Uint8Array.of(0x89, 0x50, 0x4e, 0x47) },
      'b.csv: Failed to parse CSV file',
    ],
    [
      'prose',
      {
        'a.csv': A,
        'b.txt':
          'Dear all, hello\nThe leads, the sources, and so on, came late\nWe had\nOne, two, three, four\nand, as ever, more\nBye\nAnn\n',
      },
      'b.txt: This text is no table: most of its lines differ in the number of cells. Export the leads as .csv, then open that.',
    ],
    [
      'a page of two tables',
      { 'a.csv': A, 'b.csv': '<table><tr><td>a<td>b<tr><td>a<td>b</table>'.repeat(2) },
      'b.csv: This is a web page with 2 tables, and only a page with one is read. Export the leads as .csv or .xlsx, then open that.',
    ],
  ])('%s', async (_, files, text) => {
    expect(await refusal(files)).toBe(text);
  });

  test('together they have at most 10 MB', async () => {
    const fill = (bytes: number) => A + 'x'.repeat(bytes - A.length);
    const half = MAX_FILE_BYTES / 2;
    const fits = bundle({ 'a.csv': fill(half), 'b.csv': fill(half) });
    expect(validateFile(fits)).toBeNull();
    expect(await refusal({ 'a.csv': fill(half), 'b.csv': fill(half) })).toBeNull();
    expect(await refusal({ 'a.csv': fill(half), 'b.csv': fill(half + 1) })).toBe(
      'File size must be less than 10MB',
    );
    expect(validateFile(bundle({ 'a.csv': fill(half), 'b.csv': fill(2 * half) }))).toEqual({
      reason: 'too-large',
    });
  });

  test('a bundle that is cut off or has no list is damaged', async () => {
    const whole = new Uint8Array(await bundle({ 'a.csv': A, 'b.csv': B }).arrayBuffer());
    for (const bytes of [
      whole.subarray(0, -1),
      whole.subarray(0, 10),
      new TextEncoder().encode('\u0001LVF{}\n'),
      new TextEncoder().encode('\u0001LVF[1,null]\n'),
    ])
      expect(await readFile(bytes, {}, () => {})).toEqual({ ok: false, error: { reason: 'damaged' } });
  });
});

test('one file stays as it is, and several are named after the first', () => {
  const file = new File([A], 'leads.csv');
  expect(bundleFiles([file])).toBe(file);
  expect(bundleFiles([file, file, file]).name).toBe('leads and 2 more.csv');
});
