import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_DATASET_BYTES } from '#contract/limits.ts';
import { readFile } from '#frontend/csv/read-file.ts';
import { unpackFile } from '#frontend/csv/unpack/unpack-file.ts';
import { FUZZ_TIMEOUT_MS, fuzz } from '#test/support/fuzz.ts';
import { rowsOf } from '#test/support/csv-read.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { formatted, writeWorkbook, zipFiles, type Cell } from '#test/support/xlsx-files.ts';
import { damageZip, writeZip } from '#test/support/zip-writer.ts';

const REASONS =
  /^(?:old-excel|open-document|encrypted|damaged|zip-in-zip|nothing-to-read|unreadable|too-large-unpacked)$/;
/** Characters that XML can hold; the others are no part of a workbook. */
const xmlText = fc
  .array(fc.oneof(fc.constantFrom(...'aZ09 ,;"\'&<>_x000D_=\n\t'), anyCharacter), { maxLength: 12 })
  .map((parts) =>
    [...parts.join('')].filter((character) => /[\t\n\u0020-\ud7ff\ue000-\ufffd]/.test(character)).join(''),
  )
  // An escape of Excel means another text: see the tests of cells.
  .map((text) => text.replaceAll('_x', '_'));

const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 4, arbitrary: xmlText },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 2, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
);

const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 8 });

/** XML that no program writes. */
const brokenXml = fc
  .array(
    fc.constantFrom(
      '<worksheet>',
      '</worksheet>',
      '<sheetData>',
      '<row r="2">',
      '<row/>',
      '</row>',
      '<c r="B1" t="s">',
      '</c>',
      '<c t="inlineStr" s="9">',
      '<is><t>',
      '</t></is>',
      '<v>',
      '1',
      '0',
      '1e400',
      '</v>',
      '<f>',
      '</f>',
      '<c r="XFD9"/>',
      '<mergeCell ref="A1:XFD1048576"/>',
      '<mergeCell ref="B2:A1"/>',
      '&amp;',
      '&#x110000;',
      '&lt',
      '_xD800_',
      '<!-- ',
      ' -->',
      '<![CDATA[',
      ']]>',
      '<?x ',
      '?>',
      '<!DOCTYPE x>',
      '"',
      "'",
      '<',
      '>',
      '\0',
      '\u{1f642}',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const WHOLE = [
  writeWorkbook({
    sheets: [
      {
        rows: [
          ['Status', 'Source'],
          ['Won', 'x'],
          ['Lost', 1],
          [true, null],
        ],
        merges: ['A1:B1'],
      },
    ],
  }),
  writeWorkbook({
    sheets: [
      {
        rows: [
          ['a', 'b'],
          [formatted(45292, 'd/m/yyyy'), formatted(0.5, '0%')],
        ],
      },
      {
        rows: [
          ['c', 'd'],
          [1, 2],
        ],
      },
    ],
  }),
  zipFiles({ 'a.csv': 'Status,Source\nWon,x\n', 'b/b.csv': 'a;b\n1;2\n' }),
  writeZip([{ path: 'a.csv', content: 'a,b\n1,2\n' }], { isZip64: true }),
  writeZip([{ path: 'a.csv', content: 'a,b\n1,2\n' }], { hasDescriptor: true, comment: 'x' }),
];

/** A packed file with some of its bytes changed, or some cut out. */
const damagedFile = fc
  .record({
    file: fc.constantFrom(...WHOLE),
    changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
    cut: fc.option(fc.tuple(fc.nat(), fc.nat({ max: 40 }))),
  })
  .map(({ file, changes, cut }) => {
    const bytes = file.slice();
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    if (!cut) return bytes;
    const from = cut[0] % bytes.length;
    return new Uint8Array([...bytes.subarray(0, from), ...bytes.subarray(from + cut[1])]);
  });

const size = fc.oneof(fc.nat({ max: 200 }), fc.constantFrom(0xffffffff, 0xfffffffe, 2 ** 31, 49 * 2 ** 20));

/** A zip whose directory lies. */
const lyingZip = fc
  .record({
    count: fc.integer({ min: 1, max: 4 }),
    content: fc.oneof(fc.constant('a,b\n1,2\n'), fc.string({ maxLength: 60 })),
    lie: fc.record({ crc: size, bytes: size, packedBytes: size, offset: size }, { requiredKeys: [] }),
    path: fc.constantFrom(
      'a.csv',
      '../a.csv',
      'a.xlsx',
      '/',
      '',
      'a/b/../../c.CSV',
      '_rels/.rels',
      'mimetype',
      'a\0.csv',
    ),
  })
  .map(({ count, content, lie, path }) =>
    damageZip(
      Array.from({ length: count }, (_, index) => ({ path: index === 0 ? path : `${index}.csv`, content })),
      lie,
    ),
  );

const brokenWorkbook = fc
  .record({
    sheet: brokenXml,
    strings: brokenXml,
    part: fc.constantFrom('xl/styles.xml', 'xl/workbook.xml', '_rels/.rels', 'xl/sharedStrings.xml'),
  })
  .map(({ sheet, strings, part }) =>
    writeWorkbook({
      sheets: [{ rows: [] }],
      parts: {
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
        [part]: strings,
      },
    }),
  );

test(
  'whatever a packed file holds, unpacking ends in a table within its limits or in a reason',
  async () => {
    await fuzz({
      name: 'packed files',
      arbitrary: fc.oneof(
        damagedFile,
        lyingZip,
        brokenWorkbook,
        brokenXml.map((xml) => zipFiles({ 'a.csv': xml })),
      ),
      cases: 120,
      check: async (file) => {
        const before = file.slice();
        const read = await unpackFile(file, {}, () => {});
        expect(file).toEqual(before);
        if (!read.ok) {
          expect(read.error.reason).toMatch(REASONS);
          return;
        }
        const { csv, unpacked } = read.value;
        expect(csv.length).toBeLessThanOrEqual(MAX_DATASET_BYTES);
        for (const count of [
          unpacked.errorCells,
          unpacked.formulaCells,
          unpacked.hiddenRows,
          unpacked.otherRows,
          unpacked.otherColumns,
        ])
          expect(count).toBeGreaterThanOrEqual(0);
        expect(unpacked.entry === null || unpacked.entries.includes(unpacked.entry)).toBe(true);
        await readFile(file, {}, () => {});
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);

/** The text of a cell in CSV. */
function asText(value: Cell): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return String(value === 0 ? 0 : value);
  return typeof value === 'string' ? value.trim() : '';
}

test(
  'a table gives the same rows as a spreadsheet and as CSV',
  async () => {
    await fuzz({
      name: 'spreadsheet and CSV',
      arbitrary: rows,
      cases: 80,
      check: async (cells) => {
        const header = Array.from({ length: 5 }, (_, column) => `h${column}`);
        const file = writeWorkbook({ sheets: [{ rows: [header, ...cells] }] });
        const texts = cells.map((row) => header.map((_, column) => asText(row[column] ?? null)));
        const filled = texts.filter((row) => row.some((text) => text !== ''));
        fc.pre(filled.length > 0);
        const whole = { headerRow: 1, dropFooter: false, keepOtherLines: true, wholeSheet: true };
        const read = await readFile(file, whole, () => {});
        if (!read.ok) throw new Error(read.error.reason);
        expect(read.value.table.headers).toEqual(header);
        expect(rowsOf(read.value.table)).toEqual(filled);
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);
