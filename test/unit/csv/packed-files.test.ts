import { describe, expect, test } from 'vitest';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import { ByteSink } from '#frontend/csv/unpack/byte-sink.ts';
import { crc32 } from '#frontend/csv/unpack/crc32.ts';
import { Slices } from '#frontend/csv/unpack/slices.ts';
import { readFile } from '#frontend/csv/read-file.ts';
import type { ReadProgress } from '#frontend/csv/read-csv.ts';
import { bytesOf, readFile as readCsvFile } from '#test/support/csv-read.ts';
import { findPackedProblem, openPacked, unpackText } from '#test/support/read-packed.ts';
import { writeWorkbook, zipFiles } from '#test/support/xlsx-files.ts';
import { damageZip, writeZip } from '#test/support/zip-writer.ts';

const CSV = 'Status;Source\nWon;Google\nLost;Bing\n';
const LEADS = [
  ['Status', 'Source'],
  ['Won', 'Google'],
  ['Lost', 'Bing'],
];
const MIB = 1024 * 1024;

test('the checksum is that of the standard', () => {
  // The check value of CRC-32/ISO-HDLC in the catalogue of Greg Cook.
  expect(crc32(0, bytesOf('123456789'))).toBe(0xcbf43926);
  expect(crc32(crc32(0, bytesOf('1234')), bytesOf('56789'))).toBe(0xcbf43926);
  expect(crc32(0, new Uint8Array())).toBe(0);
});

test('bytes that are written grow to twice their room, up to their limit', () => {
  const FIRST = 64 * 1024;
  const sink = new ByteSink(3 * FIRST);
  for (let at = 0; at < FIRST; at++) sink.push(at % 251);
  expect(sink.bytes).toHaveLength(FIRST);
  sink.push(7);
  expect(sink.bytes).toHaveLength(2 * FIRST);
  sink.pushBytes(new Uint8Array(FIRST), 0, FIRST);
  expect(sink.bytes).toHaveLength(3 * FIRST);
  sink.pushAscii('x'.repeat(FIRST - 1));
  expect([sink.written()[FIRST - 1], sink.written()[FIRST], sink.written().at(-1)]).toEqual([24, 7, 0x78]);
  expect(() => sink.push(1)).toThrow('More than 0 MiB');
});

test('progress is told after each MiB, as a share of what is expected', async () => {
  const told: ReadProgress[] = [];
  const slices = new Slices(1000, (progress) => void told.push(progress));
  slices.expect(MIB);
  slices.expect(3 * MIB);
  for (const bytes of [MIB - 1, 1, MIB, 5 * MIB]) await slices.count(bytes, told.length);
  expect(told).toEqual([
    { bytesRead: 250, bytesTotal: 1000, rowsRead: 0 },
    { bytesRead: 500, bytesTotal: 1000, rowsRead: 1 },
    { bytesRead: 1000, bytesTotal: 1000, rowsRead: 2 },
  ]);
});

describe('a zip', () => {
  test('with a CSV file is read as that file is, in its encoding and with its delimiter', async () => {
    const latin = new Uint8Array(Buffer.from('Näme;Status\nMüller;Won\n', 'latin1'));
    const { headers, rows, report } = await openPacked(zipFiles({ 'export/leads.csv': latin }));
    expect({ headers, rows }).toEqual({ headers: ['Näme', 'Status'], rows: [['Müller', 'Won']] });
    expect(report).toMatchObject({
      encoding: 'windows-1252',
      delimiter: ';',
      unpacked: {
        entry: 'export/leads.csv',
        entries: ['export/leads.csv'],
        sheet: null,
        sheets: [],
        isWhole: false,
      },
    });
  });

  test('with a spreadsheet is read as that is', async () => {
    const file = zipFiles({ 'leads.xlsx': writeWorkbook({ sheets: [{ name: 'May', rows: LEADS }] }) });
    expect(await unpackText(file)).toMatchObject({
      csv: 'Status,Source\nWon,Google\nLost,Bing\n',
      entry: 'leads.xlsx',
      sheet: 'May',
    });
  });

  test('with several files reads the first or the chosen one, whatever else is in it', async () => {
    const file = zipFiles({
      'readme.txt': 'x',
      '__MACOSX/._a.csv': 'x',
      '__MACOSX/a.csv': 'x',
      'a.csv.bak': 'x',
      '.hidden.csv': 'x',
      'folder/': '',
      'a.csv': 'A,B\n1,2\n',
      'b/b.CSV': CSV,
    });
    expect(await unpackText(file)).toMatchObject({ entry: 'a.csv', entries: ['a.csv', 'b/b.CSV'] });
    expect(await unpackText(file, { entry: 'b/b.CSV' })).toMatchObject({ csv: CSV, entry: 'b/b.CSV' });
    expect(await unpackText(file, { entry: 'gone.csv' })).toMatchObject({ entry: 'a.csv' });
  });

  test.each([
    ['names that lead out of a folder', '../../etc/leads.csv', '../../etc/leads.csv'],
    ['names from the root of a disk', '/leads.csv', '/leads.csv'],
    ['names of Windows', 'C:\\export\\leads.csv', 'C:/export/leads.csv'],
  ])('may have %s: they are only shown', async (_, path, shown) => {
    expect(await unpackText(writeZip([{ path, content: CSV }]))).toMatchObject({ csv: CSV, entry: shown });
  });

  test.each([
    ['stored without compression', { method: 0 }],
    ['with sizes behind the content', { hasDescriptor: true }],
    ['in the form of zip64', { isZip64: true }],
    ['with a comment', { comment: 'PK\u0005\u0006 not the end' }],
    ['with the longest comment', { comment: 'x'.repeat(65_535) }],
  ])('is read %s', async (_, how) => {
    expect(await unpackText(writeZip([{ path: 'leads.csv', content: CSV }], how))).toMatchObject({
      csv: CSV,
    });
  });

  test('is read where the content begins as a zip does, is longer than a piece, or has no name behind it', async () => {
    const content = `PK,Name\n${'1,2\n'.repeat(50_000)}`;
    const entries = [
      { path: 'leads.csv', content },
      { path: '', content: '' },
    ];
    expect((await unpackText(writeZip(entries, { method: 0 }))).csv).toBe(content);
  });

  test('may list its files in another order, with more fields than those of zip64', async () => {
    const entries = ['a', 'b'].map((name) => ({ path: `${name}.csv`, content: `${name},x\n1,2\n` }));
    const file = writeZip(entries, { isZip64: true, isReversed: true, extra: [0x99, 0x99, 3, 0, 1, 0, 1] });
    expect(await unpackText(file)).toMatchObject({ csv: 'b,x\n1,2\n', entries: ['b.csv', 'a.csv'] });
  });

  test('may hold thousands of files', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => ({
      path: `${index}.csv`,
      content: 'a,b\n1,2\n',
    }));
    const { entry, entries } = await unpackText(writeZip(names, { method: 0 }));
    expect([entry, entries.length]).toEqual(['0.csv', 200]);
  });
});

describe('a packed file is refused', () => {
  const zipOf = (content: string | Uint8Array, how = {}) => writeZip([{ path: 'leads.csv', content }], how);

  test.each([
    ['a zip in a zip', zipFiles({ 'leads.zip': zipFiles({ 'leads.csv': CSV }) }), 'zip-in-zip'],
    [
      'a zip in a zip, by another name',
      zipFiles({ 'leads.csv': zipFiles({ 'leads.csv': CSV }) }),
      'zip-in-zip',
    ],
    ['a zip beside a text', zipFiles({ 'readme.txt': 'x', 'leads.zip': zipFiles({}) }), 'zip-in-zip'],
    ['a zip without a table', zipFiles({ 'readme.txt': 'x' }), 'nothing-to-read'],
    ['a zip with a text about a zip', zipFiles({ 'leads.zip.txt': 'x' }), 'nothing-to-read'],
    ['an empty zip', zipFiles({}), 'nothing-to-read'],
    [
      'offsets that are too small',
      writeZip([{ path: 'leads.csv', content: CSV }], { before: 100 }),
      'damaged',
    ],
    ['a password', writeZip([{ path: 'leads.csv', content: CSV }], { flags: 1 }), 'encrypted'],
    [
      'another method of packing',
      writeZip([{ path: 'leads.csv', content: CSV }], { declaredMethod: 12 }),
      'damaged',
    ],
    [
      'a document of Word',
      zipFiles({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>' }),
      'unreadable',
    ],
    [
      'an OpenDocument spreadsheet',
      zipFiles({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }, 0),
      'open-document',
    ],
    [
      'a template of OpenDocument',
      zipFiles({ mimetype: `application/vnd.oasis.opendocument.spreadsheet${'-template'.padEnd(46)}` }),
      'open-document',
    ],
    [
      'a long text under the name of such a type',
      zipFiles({ mimetype: `application/vnd.oasis.opendocument.spreadsheet${'-template'.padEnd(47)}` }),
      'nothing-to-read',
    ],
    ['content that is not compressed', zipOf(CSV, { method: 0, declaredMethod: 8 }), 'damaged'],
    ['70,000 bytes behind its end', Buffer.concat([zipOf(CSV), new Uint8Array(70_000)]), 'damaged'],
    [
      'an old file of Excel',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0),
      'old-excel',
    ],
    [
      'a spreadsheet with a password',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from('EncryptedPackage', 'utf16le')),
      'encrypted',
    ],
    [
      'an old file of Excel in a zip',
      zipFiles({ 'a.xlsx': Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0) }),
      'old-excel',
    ],
  ])('for %s', async (_, file, reason) => {
    expect(await findPackedProblem(file)).toEqual({ reason });
  });

  test.each([
    ['the directory is said to begin', 0],
    ['there is none', 2 ** 31],
  ])('where the directory of zip64 lies where %s', async (_, place) => {
    const file = writeZip([{ path: 'leads.csv', content: CSV }], { isZip64: true });
    new DataView(file.buffer).setUint32(file.length - 22 - 12, place, true);
    expect(await findPackedProblem(file)).toEqual({ reason: 'damaged' });
  });

  // Places in the entry of the directory (PKWARE APPNOTE, 4.3.12): the lengths of its name, its extra field and its comment.
  test.each([
    ['name', 28],
    ['extra field', 30],
    ['comment', 32],
  ])('whose directory has a %s that reaches beyond the file', async (_, place) => {
    const file = writeZip([
      { path: 'leads.csv', content: CSV },
      { path: 'b.csv', content: CSV },
    ]);
    const at = Buffer.from(file).indexOf('PK\u0001\u0002');
    new DataView(file.buffer).setUint16(at + place, 65_535, true);
    expect(await findPackedProblem(file)).toEqual({ reason: 'damaged' });
  });

  test('whose sizes of zip64 are cut off', async () => {
    const file = writeZip([{ path: 'leads.csv', content: CSV }], { isZip64: true });
    const field = Buffer.from(file).indexOf(Uint8Array.of(1, 0, 24, 0));
    new DataView(file.buffer).setUint16(field + 2, 23, true);
    expect(await findPackedProblem(file)).toEqual({ reason: 'damaged' });
  });

  test('for a document of Word that lists its parts', async () => {
    const relations =
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>';
    const file = zipFiles({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': relations,
      'word/document.xml': '<x/>',
    });
    expect(await findPackedProblem(file)).toEqual({ reason: 'unreadable' });
  });

  test('for a workbook without sheets', async () => {
    const parts = { 'xl/workbook.xml': '<workbook/>' };
    expect(await findPackedProblem(writeWorkbook({ sheets: [], parts }))).toEqual({ reason: 'damaged' });
  });

  test('for a binary workbook', async () => {
    const relations =
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';
    expect(await findPackedProblem(zipFiles({ '_rels/.rels': relations, 'xl/workbook.bin': 'x' }))).toEqual({
      reason: 'old-excel',
    });
  });

  test('where it is cut off anywhere', async () => {
    const file = zipOf(CSV);
    for (let length = 4; length < file.length; length++)
      expect(await findPackedProblem(file.subarray(0, length))).toEqual({ reason: 'damaged' });
  });

  test.each([
    ['a checksum that is not that of the content', { crc: 1 }],
    ['a size below the real one', { bytes: 5 }],
    ['a size above the real one', { bytes: 500 }],
    ['a packed size that reaches into the directory', { packedBytes: 1000 }],
    ['an offset beyond the file', { offset: 100_000 }],
    ['an offset where no entry begins', { offset: 1 }],
  ])('with %s', async (_, lie) => {
    expect(await findPackedProblem(damageZip([{ path: 'leads.csv', content: CSV }], lie))).toEqual({
      reason: 'damaged',
    });
  });

  test('whose entries overlap', async () => {
    const twice = [
      { path: 'a.csv', content: CSV },
      { path: 'b.csv', content: CSV },
    ];
    expect(await findPackedProblem(damageZip(twice, { offset: 0 }))).toEqual({ reason: 'damaged' });
  });

  test('that grows above 48 MiB, by what it says and by what it does', async () => {
    const zeros = new Uint8Array(48 * MIB + 1).fill(0x61);
    const bomb = [{ path: 'leads.csv', content: zeros }];
    const tooLarge = { reason: 'too-large-unpacked', limitMib: 48 };
    expect(await findPackedProblem(writeZip(bomb))).toEqual(tooLarge);
    expect(await findPackedProblem(damageZip(bomb, { bytes: 100 }))).toEqual({ reason: 'damaged' });
    const allowed = await findPackedProblem(writeZip([{ path: 'leads.csv', content: zeros.subarray(1) }]));
    expect(allowed).toBeNull();
  });

  test('whose parts grow above 100 MiB, or whose sheet does above 48 MiB', async () => {
    const padded = (bytes: number) => {
      const sheet = new Uint8Array(bytes).fill(0x20);
      sheet.set(bytesOf('<worksheet><sheetData>'));
      sheet.set(bytesOf('</sheetData></worksheet>'), bytes - 24);
      return writeWorkbook({ sheets: [{ rows: [] }], parts: { 'xl/worksheets/sheet1.xml': sheet } });
    };
    expect(await findPackedProblem(padded(100 * MIB))).toEqual({
      reason: 'too-large-unpacked',
      limitMib: 100,
    });
    const row = `<row><c t="inlineStr"><is><t>${'x'.repeat(30_000)}</t></is></c><c><v>1</v></c></row>`;
    const long = `<worksheet><sheetData>${row.repeat(1700)}</sheetData></worksheet>`;
    const file = writeWorkbook({ sheets: [{ rows: [] }], parts: { 'xl/worksheets/sheet1.xml': long } });
    expect(await findPackedProblem(file)).toEqual({ reason: 'too-large-unpacked', limitMib: 48 });
    // Texts that are stored once and used often.
    const shared = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`;
    const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(1700);
    const parts = {
      'xl/sharedStrings.xml': shared,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
    };
    expect(await findPackedProblem(writeWorkbook({ sheets: [{ rows: [] }], parts }))).toEqual({
      reason: 'too-large-unpacked',
      limitMib: 48,
    });
  });

  test.each([
    ['declares entities', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>'],
    ['is cut off', '<worksheet><sheetData><row><c><v>1</v>'],
    ['is cut off within a tag', '<worksheet><sheetData><row'],
    ['closes what is not open', '<worksheet/></worksheet>'],
    ['is empty', ''],
    ['has a tag without an end', `<worksheet><sheetData a="${'x'.repeat(2 * MIB)}`],
    ['has a cell beyond the last column', '<worksheet><row><c r="XFE1"><v>1</v></c></row></worksheet>'],
    ['has a row beyond the last one', '<worksheet><row r="1048577"/></worksheet>'],
    [
      'has cells in disorder',
      '<worksheet><row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row></worksheet>',
    ],
    ['names a text that is not there', '<worksheet><row><c t="s"><v>0</v></c></row></worksheet>'],
  ])('where XML %s', async (_, sheet) => {
    const file = writeWorkbook({ sheets: [{ rows: [] }], parts: { 'xl/worksheets/sheet1.xml': sheet } });
    expect(await findPackedProblem(file)).toEqual({ reason: 'damaged' });
  });
});

test.each([
  ['', true],
  [' \r\n', true],
  ['x', false],
  ['<more>', false],
])('the list of sheets may end with white space: %j', async (rest, isRead) => {
  const list =
    '<workbook xmlns:r="x"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>';
  const file = writeWorkbook({ sheets: [{ rows: LEADS }], parts: { 'xl/workbook.xml': list + rest } });
  expect(await findPackedProblem(file)).toEqual(isRead ? null : { reason: 'damaged' });
});

test('a packed file that is longer than it said is unreadable, and no more of it is asked for', async () => {
  const file = zipFiles({ 'leads.csv': CSV });
  let isStopped = false;
  const pieces = async function* () {
    try {
      yield file;
      yield file;
    } finally {
      isStopped = true;
    }
  };
  const reader = CompiledReader.create(file.length, pieces());
  expect(await readFile(reader!, {}, () => {})).toEqual({ ok: false, error: { reason: 'unreadable' } }); // memory is not short
  expect(isStopped).toBe(true);
});

test('a packed file whose bytes do not come is unreadable', async () => {
  const file = zipFiles({ 'leads.csv': CSV });
  const reader = CompiledReader.create(
    file.length,
    (async function* () {
      yield file.subarray(0, 10);
    })(),
  );
  expect(reader).not.toBeNull();
  expect(await readFile(reader!, {}, () => {})).toEqual({ ok: false, error: { reason: 'unreadable' } });
});

test('a file is known by its content: a spreadsheet or zip under the name of a CSV file, and text under theirs', async () => {
  expect((await openPacked(writeWorkbook({ sheets: [{ rows: LEADS }] }))).rows).toHaveLength(2);
  expect((await openPacked(zipFiles({ 'x.csv': CSV }))).rows).toHaveLength(2);
  const text = await openPacked(bytesOf(CSV));
  expect([text.rows, text.unpacked]).toEqual([(await readCsvFile(CSV)).rows, null]);
});

test('a zipped file that is a picture is unreadable', async () => {
  const picture = zipFiles({ 'leads.csv': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3) });
  expect(await readFile(picture, {}, () => {})).toMatchObject({ ok: false, error: { reason: 'unreadable' } });
});

test('progress goes forward to the end of the file, and an error of it ends the work', async () => {
  const file = zipFiles({ 'leads.csv': `a,b\n${'1,2\n'.repeat(1_500_000)}` });
  const told: ReadProgress[] = [];
  await readFile(file, {}, (progress) => void told.push(progress));
  const read = told.map(({ bytesRead }) => bytesRead);
  expect(read.length).toBeGreaterThan(5);
  expect(read).toEqual(read.toSorted((a, b) => a - b));
  expect(told.at(-1)).toEqual({ bytesRead: file.length, bytesTotal: file.length, rowsRead: 1_500_000 });
  const stopped = readFile(file, {}, () => {
    throw new Error('cancelled');
  });
  await expect(stopped).rejects.toThrow('cancelled');
});
