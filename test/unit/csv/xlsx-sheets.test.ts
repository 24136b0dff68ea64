import { describe, expect, test } from 'vitest';
import { MIB } from '#contract/limits.ts';
import { XmlReader } from '#frontend/csv/unpack/xml.ts';
import { openPacked, unpackText } from '#test/support/read-packed.ts';
import { columnName, writeWorkbook, type Cell } from '#test/support/xlsx-files.ts';
import { readFile as readCsvFile } from '#test/support/csv-read.ts';

const LEADS: Cell[][] = [
  ['Status', 'Source', 'Country', 'Score'],
  ['Won', 'Google', 'Italy', 1],
  ['Lost', 'Bing', 'Norway', 2],
  ['Lost', 'Google', 'Norway', 3],
];
const LEADS_CSV =
  'Status,Source,Country,Score\nWon,Google,Italy,1\nLost,Bing,Norway,2\nLost,Google,Norway,3\n';

const csvOf = async (rows: readonly (readonly Cell[])[], more: object = {}) =>
  (await unpackText(writeWorkbook({ sheets: [{ rows, ...more }] }))).csv;

describe('the sheet that is read', () => {
  const sheets = [
    { name: 'Read me', rows: [['Leads of May'], ['Made by Ann']] },
    { name: 'Old', rows: LEADS.slice(0, 3), state: 'hidden' as const },
    { name: 'Leads', rows: LEADS },
    {
      name: 'Costs & more',
      rows: [
        ['Source', 'Cost'],
        ['Google', 12],
      ],
    },
  ];

  test('is the first in sight that holds a table, and the others with one are offered', async () => {
    expect(await unpackText(writeWorkbook({ sheets }))).toMatchObject({
      csv: LEADS_CSV,
      sheet: 'Leads',
      sheets: ['Leads', 'Costs & more'],
    });
  });

  test('is the chosen one', async () => {
    const read = await unpackText(writeWorkbook({ sheets }), { sheet: 'Costs & more' });
    expect(read).toMatchObject({ csv: 'Source,Cost\nGoogle,12\n', sheet: 'Costs & more' });
    expect(await unpackText(writeWorkbook({ sheets }), { sheet: 'gone' })).toMatchObject({ sheet: 'Leads' });
  });

  test('is a hidden one where no other holds a table', async () => {
    const read = await unpackText(writeWorkbook({ sheets: sheets.slice(0, 2) }));
    expect(read).toMatchObject({ sheet: 'Old', sheets: ['Old'] });
  });
});

describe('a table', () => {
  test('is the same as its CSV, with its gaps', async () => {
    const rows: Cell[][] = [
      ['Status', 'Source', null, 'Notes'],
      ['Won', null, null, 'a, "b"'],
      [null, 'Bing', 'x', null],
      [' ', '  ', null, null],
    ];
    const csv = 'Status,Source,,Notes\nWon,,,"a, ""b"""\n,Bing,x,\n';
    expect(await csvOf(rows)).toBe(csv);
    const { headers, rows: read } = await openPacked(writeWorkbook({ sheets: [{ rows }] }));
    const plain = await readCsvFile(csv);
    expect({ headers, rows: read }).toEqual({ headers: plain.headers, rows: plain.rows });
  });

  test('may begin anywhere in the sheet', async () => {
    expect(await csvOf([[], [], ...LEADS], { left: 27 })).toBe(LEADS_CSV);
  });

  test('keeps hidden rows, and counts them', async () => {
    const file = writeWorkbook({ sheets: [{ rows: LEADS, hidden: [2, 4] }] });
    expect(await unpackText(file)).toMatchObject({ csv: LEADS_CSV, hiddenRows: 2 });
  });

  test('has no notices for rows that end early or are empty', async () => {
    const rows = [...LEADS, [], ['Won'], [null, null, 'Spain']];
    const { report } = await openPacked(writeWorkbook({ sheets: [{ rows }] }));
    // The last but one is a footer or not, as in a CSV file.
    expect(report).toMatchObject({ emptyRowsSkipped: 0, longRowsCut: 0, delimiterGuessed: false });
  });

  test('has titles above it and totals below it as in CSV', async () => {
    const rows: Cell[][] = [
      ['Leads of May'],
      ['From', '2024-05-01'],
      [],
      ...LEADS,
      [],
      ['Total', null, null, 6],
    ];
    const { headers, rows: read, report } = await openPacked(writeWorkbook({ sheets: [{ rows }] }));
    expect(headers).toEqual(['Status', 'Source', 'Country', 'Score']);
    expect(read).toHaveLength(3);
    expect(report.preamble.sample).toEqual(['Leads of May', 'From, 2024-05-01']);
    expect(report.footer).toMatchObject({ dropped: 1, sample: ['Total, 6'] });
  });

  test('ends closing lines of at most a quarter of its width where their cells end, and fills all others', async () => {
    const full = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const commasOf = async (...rows: string[][]) =>
      (await csvOf([full, full, ...rows])).split('\n').map((line) => line.split(',').length - 1);
    expect(await commasOf(full.slice(0, 3), full.slice(0, 2), ['a'])).toEqual([7, 7, 7, 1, 0, 0]);
    const leads = Array.from({ length: 19 }, () => full);
    expect((await commasOf(['a'], ...leads))[2]).toBe(0);
    expect((await commasOf(['a'], ...leads, full))[2]).toBe(7);
  });

  test('whose first cell looks like a mark of the delimiter is no such mark', async () => {
    expect(
      await csvOf([
        ['sep=;', 'b'],
        ['1', '2'],
      ]),
    ).toBe('"sep=;","b"\n1,2\n');
  });
});

describe('a header of merged cells', () => {
  const header: Cell[][] = [
    ['Status', 'Campaign', null, 'Lead', null],
    [null, 'Name', 'Budget', 'Country', 'Age'],
  ];
  const rows: Cell[][] = [
    ...header,
    ['Won', 'Spring', 100, 'Italy', 30],
    ['Lost', 'Autumn', 200, 'Norway', 40],
  ];

  test('names the columns below it', async () => {
    expect(await csvOf(rows, { merges: ['A1:A2', 'B1:C1', 'D1:E1'] })).toBe(
      'Status,Campaign Name,Campaign Budget,Lead Country,Lead Age\nWon,Spring,100,Italy,30\nLost,Autumn,200,Norway,40\n',
    );
  });

  test('may stand below a title that is not merged, and have quotes and commas in its names', async () => {
    const [, names = [], ...leads] = rows;
    const titled = [['Leads of May'], ['Status', 'Spend, "paid"', null, '"Lead"', null], names, ...leads];
    const [title, joined] = (await csvOf(titled, { merges: ['A2:A3', 'B2:C2', 'D2:E2'] })).split('\n');
    expect(title).toBe('Leads of May');
    expect(joined).toBe(
      'Status,"Spend, ""paid"" Name","Spend, ""paid"" Budget","""Lead"" Country","""Lead"" Age"',
    );
  });

  test('may have only groups, below a title over the whole width', async () => {
    const titled = [
      ['Leads'],
      [null, 'Campaign', null, 'Lead', null],
      ['Status', 'Name', 'Budget', 'Country', 'Age'],
      ...rows.slice(2),
    ];
    expect(await csvOf(titled, { merges: ['A1:E1', 'B2:C2', 'D2:E2'] })).toBe(
      'Leads\nStatus,Campaign Name,Campaign Budget,Lead Country,Lead Age\nWon,Spring,100,Italy,30\nLost,Autumn,200,Norway,40\n',
    );
  });

  test('names each of its columns where leads follow at once', async () => {
    const wide: Cell[][] = [
      ['Name', null, 'Status'],
      ['Ann', 'Ash', 'Won'],
      ['Bob', 'Birch', 'Lost'],
      ['Cy', 'Cole', 'Won'],
    ];
    expect((await csvOf(wide, { merges: ['A1:B1'] })).split('\n')[0]).toBe('Name,Name,Status');
    expect((await csvOf(wide, { merges: ['A1:B1'] })).split('\n')).toHaveLength(5);
  });

  test('is not meant by merged cells among the leads', async () => {
    expect(await csvOf(LEADS, { merges: ['B2:C2', 'A3:A4'] })).toBe(LEADS_CSV);
  });

  test('has at most three rows: a higher cell is not part of it', async () => {
    const [names = [], ...leads] = LEADS.map((row) => row.slice(0, 3));
    const high: Cell[][] = [names, [null, 'of it', 'of it'], [null, '(main)', '(main)'], ...leads];
    expect((await csvOf(high, { merges: ['A1:A3'] })).split('\n')[0]).toBe(
      'Status,Source of it (main),Country of it (main)',
    );
    expect(await csvOf(LEADS, { merges: ['A1:A4'] })).toBe(LEADS_CSV);
  });
});

describe('of several tables in a sheet', () => {
  const summary: Cell[][] = [
    ['Channel', 'Leads'],
    ['Paid', 7],
    ['Organic', 9],
  ];

  test('the first is taken where another header stands below an empty row', async () => {
    const file = writeWorkbook({ sheets: [{ rows: [...LEADS, [], ...summary] }] });
    expect(await unpackText(file)).toMatchObject({ csv: LEADS_CSV, otherRows: 3, otherColumns: 0 });
    const titled = writeWorkbook({ sheets: [{ rows: [...LEADS, [], ['By channel'], ...summary] }] });
    expect(await unpackText(titled)).toMatchObject({ csv: LEADS_CSV, otherRows: 4 });
  });

  test('all rows are taken where leads go on below an empty row', async () => {
    const rows = [...LEADS, [], ['Won', 'Ebay', 'Spain', 4], [], ['Lost', 'Bing', 'Spain', 5]];
    const { csv, otherRows } = await unpackText(writeWorkbook({ sheets: [{ rows }] }));
    expect([csv.split('\n').length, otherRows]).toEqual([7, 0]);
    const dated = [...LEADS, [], ['2024-05-01', 'Ebay', 'Spain', 'new'], ['Open', 'Yahoo', 'Peru', 5]];
    expect((await unpackText(writeWorkbook({ sheets: [{ rows: dated }] }))).otherRows).toBe(0);
    const texts = [
      ...LEADS.map((row) => row.slice(0, 3)),
      [],
      ['Won', 'Ebay', 'Spain'],
      ['Lost', 'Yahoo', 'Peru'],
    ];
    expect((await unpackText(writeWorkbook({ sheets: [{ rows: texts }] }))).otherRows).toBe(0);
  });

  test('the first is taken where another stands beside an empty column', async () => {
    const rows = LEADS.map((row, index) => [...row, null, ...(summary[index] ?? [])]);
    expect(await unpackText(writeWorkbook({ sheets: [{ rows }] }))).toMatchObject({
      csv: LEADS_CSV,
      otherRows: 0,
      otherColumns: 2,
    });
    const stray = [
      ...LEADS.slice(0, 1),
      [...(LEADS[1] ?? []), ...Array<null>(300).fill(null), 'note'],
      ...LEADS.slice(2),
    ];
    expect(await unpackText(writeWorkbook({ sheets: [{ rows: stray }] }))).toMatchObject({
      csv: LEADS_CSV,
      otherColumns: 1,
    });
  });

  test('columns beside an empty one belong to the table where they have its rows', async () => {
    const rows = LEADS.map((row, index) => [...row, null, index === 0 ? 'Owner' : 'Ann', index]);
    expect(await unpackText(writeWorkbook({ sheets: [{ rows }] }))).toMatchObject({ otherColumns: 0 });
    expect((await csvOf(rows)).split('\n')[0]).toBe('Status,Source,Country,Score,,Owner,0');
  });

  test('the whole sheet is read on request', async () => {
    const rows = [...LEADS, [], ...summary];
    const read = await unpackText(writeWorkbook({ sheets: [{ rows }] }), { wholeSheet: true });
    expect(read).toMatchObject({ otherRows: 0, csv: `${LEADS_CSV}Channel,Leads,,\nPaid,7,,\nOrganic,9,,\n` });
  });
});

test('a sheet without a row has no table, and says what is missing', async () => {
  const empty = await unpackText(writeWorkbook({ sheets: [{ rows: [] }] }));
  expect(empty.csv).toBe('');
  await expect(openPacked(writeWorkbook({ sheets: [{ rows: [] }] }))).rejects.toThrow('too-few-rows');
});

test('XML is read the same wherever it is cut, and is damaged where a text is longer than 1 MiB', () => {
  const readPieces = (pieces: readonly string[]): string[] => {
    const texts: string[] = [];
    const take = (bytes: Uint8Array, from: number, to: number) =>
      void texts.push(new TextDecoder().decode(bytes.subarray(from, to)));
    const xml = new XmlReader({ wantsText: true, open() {}, close() {}, text: take, rawText: take });
    for (const piece of pieces) xml.push(new TextEncoder().encode(piece));
    xml.end();
    return texts;
  };
  const xml = '<a b="1"><!-- c --><d>first</d><d e=\'>\'/><![CDATA[second]]></a>';
  for (let at = 0; at <= xml.length; at++)
    expect(readPieces([xml.slice(0, at), xml.slice(at)])).toEqual(['first', 'second']);
  expect(readPieces(Array.from(xml))).toEqual(['first', 'second']);
  const longOf = (length: number) => ['<a>', 'x'.repeat(length), '</a>'];
  expect(readPieces(longOf(MIB))).toHaveLength(1);
  expect(() => readPieces(longOf(MIB + 1))).toThrow('never ends');
});

test('a sheet without a name has an empty one', async () => {
  const workbook = '<workbook xmlns:r="x"><sheets><sheet sheetId="1" r:id="rId1"/></sheets></workbook>';
  const file = writeWorkbook({ sheets: [{ rows: LEADS }], parts: { 'xl/workbook.xml': workbook } });
  expect(await unpackText(file)).toMatchObject({ csv: LEADS_CSV, sheet: '', sheets: [''] });
});

test('41 columns are one too many, and the other sheets can still be chosen', async () => {
  const wide = [0, 1].map((row) => Array.from({ length: 41 }, (_, column) => `${columnName(column)}${row}`));
  const sheets = [
    { name: 'Wide', rows: wide },
    { name: 'Leads', rows: LEADS },
  ];
  const { readFile } = await import('#frontend/csv/read-file.ts');
  const read = await readFile(writeWorkbook({ sheets }), {}, () => {});
  expect(read).toMatchObject({
    ok: false,
    error: {
      reason: 'too-many-columns',
      columns: 41,
      unpacked: { sheet: 'Wide', sheets: ['Wide', 'Leads'] },
    },
  });
});
