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

  test.each(['hidden', 'veryHidden'] as const)('is a %s one where no other holds a table', async (state) => {
    const notes = [
      [null, null, 'one'],
      [null, null, 'two'],
      ['a', 'b'],
    ];
    const others = [sheets[0]!, { name: 'Notes', rows: notes }]; // there is a first one
    const old = { name: 'Old', rows: LEADS, state };
    const read = await unpackText(writeWorkbook({ sheets: [...others, old] }));
    expect(read).toMatchObject({ sheet: 'Old', sheets: ['Old'] });
    expect(await unpackText(writeWorkbook({ sheets: others }))).toMatchObject({
      sheet: 'Read me',
      sheets: [],
    });
    const more = { name: 'More', rows: LEADS };
    expect(await unpackText(writeWorkbook({ sheets: [old, more] }))).toMatchObject({ sheets: ['More'] });
  });

  test('is the only one, whatever it holds', async () => {
    const file = writeWorkbook({ sheets: [{ name: 'Names', rows: [['Ann'], ['Bob']] }] });
    expect(await unpackText(file)).toMatchObject({ csv: 'Ann\nBob\n', sheets: ['Names'] });
  });

  test('is none that is a chart, lies elsewhere, or is missing', async () => {
    const relations = [
      ['chart', 'chartsheet', 'worksheets/sheet1.xml"'],
      ['far', 'worksheet', 'worksheets/sheet1.xml" TargetMode="External"'],
      ['gone', 'worksheet', 'worksheets/gone.xml"'],
      ['near', 'worksheet', '../xl/./worksheets//SHEET1.xml"'],
      ['strings', 'sharedStrings', 'sharedStrings.xml"'],
    ].map(([id, kind, target]) => `<Relationship Id="${id}" Type="x/${kind}" Target="${target}/>`);
    const list = ['chart', 'far', 'gone', 'nowhere', 'near'].map(
      (id) => `<sheet name="${id}" r:id="${id}"/>`,
    );
    const parts = {
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/xl/Workbook.bin.xml"/></Relationships>',
      'xl/workbook.bin.xml': `<workbook xmlns:r="x"><sheets>${list.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.bin.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    };
    const file = writeWorkbook({ sheets: [{ rows: LEADS }], parts });
    expect(await unpackText(file)).toMatchObject({ csv: LEADS_CSV, sheet: 'near', sheets: ['near'] });
  });

  test('is one of the first 200, with the name that the workbook gives it', async () => {
    const list = Array.from({ length: 201 }, (_, at) => `<sheet name="${at} &amp; &#66; &no;" r:id="rId1"/>`);
    const workbook = `<workbook xmlns:r="x"><sheets>${list.join('')}</sheets></workbook>`;
    const file = writeWorkbook({ sheets: [{ rows: LEADS }], parts: { 'xl/workbook.xml': workbook } });
    const { sheets: offered } = await unpackText(file);
    expect([offered.length, offered[199]]).toEqual([200, '199 & B &no;']);
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
    const last = '<row r="1048576"><c r="XFC1048576"><v>1</v></c><c r="XFD1048576"><v>2</v></c></row>';
    const sheet = `<worksheet><sheetData>${last}</sheetData></worksheet>`;
    expect(
      (
        await unpackText(
          writeWorkbook({ sheets: [{ rows: [] }], parts: { 'xl/worksheets/sheet1.xml': sheet } }),
        )
      ).csv,
    ).toBe('1,2\n');
  });

  test('may have more rows and texts than the lists for them begin with', async () => {
    const rows = Array.from({ length: 2100 }, (_, at) => [`a${at}`, at]);
    expect(await csvOf(rows)).toBe(rows.map(([text, number]) => `${text},${number}\n`).join(''));
  });

  test('has the width of its rows below a header that is found in the first 64 lines', async () => {
    const narrow = Array.from({ length: 64 }, (_, at) => [`a${at}`, 'x']);
    const wide = Array.from({ length: 100 }, (_, at) => [`b${at}`, 1, 2, 3, 4]);
    expect((await csvOf([...narrow, ...wide])).split('\n')[0]).toBe('a0,x,,,');
  });

  test('keeps hidden rows, and counts them', async () => {
    const file = writeWorkbook({ sheets: [{ rows: LEADS, hidden: [2, 4] }] });
    expect(await unpackText(file)).toMatchObject({ csv: LEADS_CSV, hiddenRows: 2 });
    const flags = ['1', 'true', 'on', '0', 'off'].map(
      (flag) => `<row hidden="${flag}"><c><v>1</v></c></row>`,
    );
    const sheet = `<worksheet>${flags.join('')}<row><c><v>1</v></c></row></worksheet>`;
    const parts = { 'xl/worksheets/sheet1.xml': sheet };
    expect(await unpackText(writeWorkbook({ sheets: [{ rows: [] }], parts }))).toMatchObject({
      hiddenRows: 3,
    });
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

  test('may begin anywhere in the sheet, and is found among 2,000 merged cells', async () => {
    const merges = ['A1', 'ab1:ab2', 'AC1:AD1', 'AE1:AF1'];
    const namesBehind = async (others: number) => {
      const all = [...Array<string>(others).fill('A9:B9'), ...merges];
      return (await csvOf(rows, { left: 27, merges: all })).split('\n')[0];
    };
    expect(await namesBehind(0)).toBe('Status,Campaign Name,Campaign Budget,Lead Country,Lead Age');
    expect(await namesBehind(1996)).toBe(await namesBehind(0));
    expect(await namesBehind(1997)).toBe('Status,Campaign Name,Campaign Budget,Lead Country,Age');
  });

  test.each<[string, string[], string]>([
    ['no name', ['', 'Budget', ''], 'Spring'],
    ['a number', ['Name', '7', ''], 'Spring'],
    ['a name beside them', ['Name', 'Budget', 'Country'], 'Spring'],
    ['a value of its column', ['Spring', 'Budget', ''], 'Spring'],
  ])('has no second row where %s stands there', async (_, below, name) => {
    const leads = [
      [name, 100, 'Italy'],
      ['Autumn', 200, 'Norway'],
    ];
    const [names] = (await csvOf([['Campaign', null, 'Lead'], below, ...leads], { merges: ['A1:B1'] })).split(
      '\n',
    );
    expect(names).toBe('Campaign,Campaign,Lead');
  });

  test('is not meant by merged cells of a table beside it', async () => {
    const beside = LEADS.map((row, at) => ['note', null, ...row, null, ...(at < 2 ? ['x', 'y'] : [])]);
    expect(await csvOf(beside, { merges: ['A1:A2', 'I1:I2', 'H1:I1'] })).toBe(LEADS_CSV);
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
    const otherRowsBelow = async (...rows: Cell[][]) =>
      (await unpackText(writeWorkbook({ sheets: [{ rows: [...LEADS, [], ...rows, ...summary] }] })))
        .otherRows;
    expect(await otherRowsBelow(['By channel'])).toBe(4);
    expect(await otherRowsBelow(['By channel'], ['of May'])).toBe(5);
    expect(await otherRowsBelow(['By channel'], ['of May'], ['and June'])).toBe(0);
  });

  test('the second is looked for behind 50 empty rows', async () => {
    const otherRowsBehind = async (gaps: number) => {
      const rows = Array.from({ length: gaps }, () => [LEADS[1]!, []]); // there is a first lead
      return (await unpackText(writeWorkbook({ sheets: [{ rows: [...LEADS, ...rows.flat(), ...summary] }] })))
        .otherRows;
    };
    expect(await otherRowsBehind(50)).toBe(3);
    expect(await otherRowsBehind(51)).toBe(0);
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

  test.each<[string, Cell[][]]>([
    [
      'has a number',
      [
        ['Open', 'Ebay', 'Spain', 7],
        ['Open', 'Yahoo', 'Peru', 8],
      ],
    ],
    [
      'has a text twice',
      [
        ['Open', 'Ebay', 'Ebay', 'new'],
        ['Lost', 'Yahoo', 'Peru', 8],
      ],
    ],
    [
      'has a text of its column below',
      [
        ['Open', 'Ebay', 'Spain', 'new'],
        ['Open', 'Yahoo', 'Peru', 8],
      ],
    ],
    [
      'has a text of its column above',
      [
        ['Won', 'Ebay', 'Spain', 'new'],
        ['Open', 'Yahoo', 'Peru', 8],
      ],
    ],
    [
      'stands above a row of one cell',
      [['Open', 'Ebay', 'Spain', 'new'], ['Closed'], ['Lost', 'Yahoo', 'Peru', 8]],
    ],
    ['stands above a gap', [['Open', 'Ebay', 'Spain', 'new'], [], ['Lost', 'Yahoo', 'Peru', 8]]],
    ['is the last one', [['Open', 'Ebay', 'Spain', 'new']]],
  ])('a row is no header that %s', async (_, rows) => {
    expect((await unpackText(writeWorkbook({ sheets: [{ rows: [...LEADS, [], ...rows] }] }))).otherRows).toBe(
      0,
    );
  });

  test('a gap below the header does not end its table', async () => {
    const [names = [], ...leads] = LEADS.slice(0, 3).map((row) => row.slice(0, 3));
    expect(await csvOf([names, [], ...leads])).toBe(
      'Status,Source,Country\nWon,Google,Italy\nLost,Bing,Norway\n',
    );
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

  test('columns beside an empty one belong to the table where they have 9 of 10 of its rows, from the header on', async () => {
    const table = Array.from({ length: 11 }, (_, at) => [`name ${at}`, `text ${at}`]);
    /** Titles above, then the table and beside it a column with its first rows, and one with all of them. */
    const otherColumns = async (shared: number, from = 0) => {
      const rows = table.map((row, at) => [
        ...row,
        null,
        at >= from && at < shared ? `owner ${at}` : null,
        null,
        `last ${at}`,
      ]);
      return (await unpackText(writeWorkbook({ sheets: [{ rows: [['Leads'], ['of May'], ...rows] }] })))
        .otherColumns;
    };
    expect(await otherColumns(10)).toBe(0);
    expect(await otherColumns(9)).toBe(2);
    expect(await otherColumns(11, 1)).toBe(2);
    expect(await otherColumns(6)).toBe(2);
  });

  test('the first with two columns is taken, and all columns where none has two', async () => {
    const noted = LEADS.map((row, at) => [at === 1 ? 'note' : null, null, ...row]);
    expect(await csvOf(noted)).toBe(LEADS_CSV);
    expect(
      await csvOf([
        ['a', null, 'b'],
        ['1', null, '2'],
      ]),
    ).toBe('a,,b\n1,,2\n');
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
