import { describe, expect, test } from 'vitest';
import readXlsxFile from 'read-excel-file/node';
import { read as readWithSheetJs, utils } from 'xlsx';
import { isShortest } from '#frontend/csv/unpack/cell-number.ts';
import { openPacked, unpackText } from '#test/support/read-packed.ts';
import { formatted, writeWorkbook, type Cell, type WrittenWorkbook } from '#test/support/xlsx-files.ts';

const HEADER = ['Status', 'Value'];

/** The text of a cell once it is read. */
async function readCell(cell: Cell, workbook: Partial<WrittenWorkbook> = {}): Promise<string | undefined> {
  const file = writeWorkbook({ sheets: [{ rows: [HEADER, ['Won', cell]] }], ...workbook });
  return (await openPacked(file)).rows[0]?.[1];
}

/** The value that SheetJS and read-excel-file give to the same cell. */
async function askPeers(cell: Cell, workbook: Partial<WrittenWorkbook> = {}) {
  const file = writeWorkbook({ sheets: [{ rows: [HEADER, ['Won', cell]] }], ...workbook });
  const sheet = Object.values(readWithSheetJs(file).Sheets)[0];
  const rows = utils.sheet_to_json<unknown[]>(sheet!, { header: 1 }); // the workbook has one
  const [peer] = await readXlsxFile(Buffer.from(file));
  return { sheetJs: rows[1]?.[1], readExcelFile: peer?.data[1]?.[1] };
}

describe('a text', () => {
  test.each([
    ['leading zeros', '007'],
    ['a long id', '00Q5g00000ABCDEFGH'],
    ['digits of a card', '4111111111111111'],
    ['quotes, commas and line ends', 'a "b", c\nd'],
    ['an entity', 'R&D <new> "x"'],
    ['letters of any script', 'Ärger 日本 🙂'],
    ['what looks like a formula', '=1+1'],
    ['what looks like a date', '1/2/2024'],
  ])('stays as it is: %s', async (_, text) => {
    expect(await readCell(text)).toBe(text);
    expect(
      await readCell({
        type: 'inlineStr',
        xml: `<is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is>`,
      }),
    ).toBe(text);
    expect(await askPeers(text)).toEqual({ sheetJs: text, readExcelFile: text });
  });

  test('is joined from its runs, without the pronunciation beside it', async () => {
    const runs =
      '<r><rPr><b/></rPr><t xml:space="preserve">Paid </t></r><r><t>Search</t></r>' +
      '<rPh sb="0" eb="1"><t>ペイド</t></rPh><phoneticPr fontId="1"/>';
    expect(await readCell({ type: 'inlineStr', xml: `<is>${runs}</is>` })).toBe('Paid Search');
    const shared = `<sst><si><t>Status</t></si><si><t>Value</t></si><si><t>Won</t></si><si>${runs}</si></sst>`;
    expect(await readCell('shared', { parts: { 'xl/sharedStrings.xml': shared } })).toBe('Paid Search');
  });

  test('keeps white space within it only where xml:space says so', async () => {
    const runs = (space: string) => `<is><r><t${space}>a </t></r><r><t>b</t></r></is>`;
    expect(await readCell({ type: 'inlineStr', xml: runs(' xml:space="preserve"') })).toBe('a b');
    expect(await readCell({ type: 'inlineStr', xml: runs('') })).toBe('ab');
    for (const space of [' ', '\t', '\n', '&#13;'])
      expect(await readCell({ type: 'inlineStr', xml: runs('').replace('a ', `a${space}`) })).toBe('ab');
    const blank = '<is><r><t>a</t></r><r><t> </t></r><r><t>b</t></r></is>';
    expect(await readCell({ type: 'inlineStr', xml: blank })).toBe('ab');
    expect(await readCell({ type: 'inlineStr', xml: '<is><t>a  b</t></is>' })).toBe('a  b');
    expect(await readCell({ type: 'inlineStr', xml: '<is><t> \n ab </t></is>' })).toBe('ab');
  });

  test.each([
    ['a_x0009_b', 'a\tb'],
    ['a_xD800__xDC00_b', 'a\u{10000}b'],
    ['a_x65E5_b', 'a日b'],
    ['_x005F_x0041_', '_x0041_'],
    ['_xD83D__xDE42_', '🙂'],
    ['_xD83D_', '\ufffd'],
    ['_xDC00__xDC00_', '\ufffd\ufffd'],
    ['_xD800__xDBFF_', '\ufffd\ufffd'],
    ['_xDBFF__xE000_', '\ufffd\ue000'],
    ['_xDFFF__xD7FF__xE000_', '\ufffd\ud7ff\ue000'],
    ['_xD83D_axDE42_', '\ufffdaxDE42_'],
    ['_y0041_ _x0041y _x0041', '_y0041_ _x0041y _x0041'],
    ['a_x000D_b', 'a\rb'],
    ['_x00g1_ x_', '_x00g1_ x_'],
    ['_x007F__x0080__x07FF__x0800__xFFFD_', '\x7f\x80\u07ff\u0800\ufffd'],
    ['_xD800__xDC00__xDBFF__xDFFF_', '\u{10000}\u{10ffff}'],
    [
      '&#x7F;&#x80;&#x7FF;&#x800;&#xFFFD;&#x10000;&#x10FFFF;',
      '\x7f\x80\u07ff\u0800\ufffd\u{10000}\u{10ffff}',
    ],
    ['&#9;a&#xA;b&#xd7ff;&#xE000;&#1114111;', 'a\nb\ud7ff\ue000\u{10ffff}'],
    ['&#0;&#xD800;&#xDFFF;&#x110000;&#65x;&#x41g;&#;', '&#0;&#xD800;&#xDFFF;&#x110000;&#65x;&#x41g;&#;'],
    ['&toString;&lt;&gt;&quot;', '&toString;<>"'],
    ['a&#10;b&#x1F642;&apos;&unknown;&', "a\nb🙂'&unknown;&"],
    ['<![CDATA[a & <b>]]>', 'a & <b>'],
    ['<![CDATA[a] b]] <c]]>', 'a] b]] <c'],
    ['a\r\nb\rc\nd\r\re', 'a\nb\nc\nd\n\ne'],
    ['a<!-- b-c -- > <t>d</t> -->e', 'ae'],
    ['a<?b c? > <t>d</t> ?>e', 'ae'],
  ])('is read with its escapes: %s', async (xml, text) => {
    expect(await readCell({ type: 'inlineStr', xml: `<is><t>${xml}</t></is>` })).toBe(text);
  });

  test('that is shared is known by its number, whatever white space or section it stands in', async () => {
    for (const number of [' 2 ', '\n2\n', '/2:', '<![CDATA[2]]>'])
      expect(await readCell({ type: 's', xml: `<v>${number}</v>` })).toBe('Won');
    expect(await readCell({ xml: '<v><![CDATA[12.5]]></v>' })).toBe('12.5');
  });

  test('that is shared may stand in a section of characters', async () => {
    const strings = '<sst><si><t>Status</t></si><si><t><![CDATA[Won & <paid>]]></t></si></sst>';
    const cells = [0, 1].map((number) => [{ type: 's', xml: `<v>${number}</v>` }, 'x']);
    const file = writeWorkbook({ sheets: [{ rows: cells }], parts: { 'xl/sharedStrings.xml': strings } });
    expect((await unpackText(file)).csv).toContain('Won & <paid>');
  });

  test('of a formula is its stored result', async () => {
    expect(await readCell({ type: 'str', xml: '<f>A1&amp;"x"</f><v>Statusx</v>' })).toBe('Statusx');
    expect(await readCell({ type: 'str', xml: '<v><![CDATA[a&amp;b]]></v>' })).toBe('a&amp;b');
    expect(await readCell({ xml: '<f>1+1</f><v>2</v>' })).toBe('2');
    expect(await readCell({ xml: '<f><![CDATA[1+1]]></f><v>2</v>' })).toBe('2');
    expect(await readCell({ type: 'b', xml: '<f>1=1</f><v>1</v>' })).toBe('TRUE');
    // Never computed: a formula without a result is blank.
    expect(await readCell({ xml: '<f>1+1</f>' })).toBe('');
  });
});

describe('a number', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['42', '42'],
    ['-17.25', '-17.25'],
    ['1.50', '1.5'],
    ['007', '7'],
    ['0.1', '0.1'],
    ['0.10000000000000001', '0.1'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['1E-3', '0.001'],
    ['0.0000001', '1e-7'],
    ['0.000001', '0.000001'],
    ['1.2345678901234568E+16', '12345678901234568'],
    ['123456789012345', '123456789012345'],
    ['9007199254740993', '9007199254740992'],
    ['1e21', '1e+21'],
    ['99999.999999999985', '99999.99999999999'],
  ])('%s is the shortest decimal of its double: %s', async (stored, text) => {
    expect(await readCell({ xml: `<v>${stored}</v>` })).toBe(text);
    expect(await readCell({ format: '#,##0.00 "€"', xml: `<v>${stored}</v>` })).toBe(text);
    expect(String((await askPeers({ xml: `<v>${stored}</v>` })).sheetJs)).toBe(text);
  });

  test.each([
    ['0', true],
    ['7', true],
    ['-7', true],
    ['10', true],
    ['123456789012345', true],
    ['1234567890123456', false],
    ['-12345678901234.5', true],
    ['0.5', true],
    ['-0.000001', true],
    ['0.0000001', false],
    ['0.00123', true],
    ['20.05', true],
    ['-0', false],
    ['00', false],
    ['01.5', false],
    ['1.50', false],
    ['5.', false],
    ['.5', false],
    ['1.2.3', false],
    ['1e3', false],
    ['+1', false],
    ['1-2', false],
    ['-', false],
    ['', false],
  ])('%j is copied as it is: %s', (text, isCopied) => {
    expect(isShortest(new TextEncoder().encode(`<${text}>`), 1, 1 + text.length)).toBe(isCopied);
    if (isCopied) expect(String(Number(text))).toBe(text);
  });

  test.each([
    ['0%', '0.07', '7%'],
    ['0.0%', '0.1234', '12.34%'],
    ['0%', '1', '100%'],
    ['0%', '0', '0%'],
    ['0%', '-0.5', '-50%'],
    ['0%', '12.5', '1250%'],
    ['0%', '0.0000001', '0.00001%'],
    ['0%', '1e21', '100000000000000000000000%'],
    ['0%', '-1.25e21', '-125000000000000000000000%'],
    ['0%', '1.5e-7', '0.000015%'],
  ])('in the format %s is a percent with all its digits: %s is %s', async (format, stored, text) => {
    expect(await readCell(formatted(stored, format))).toBe(text);
  });

  test.each([
    ['00000', '2134', '02134'],
    ['00000', '123456', '123456'],
    ['000000000000', '42', '000000000042'],
    ['00000\\-0000', '21340001', '02134-0001'],
    ['000\\-00\\-0000', '12345678', '012-34-5678'],
    ['"ID-"0000', '7', 'ID-0007'],
    ['00000', '2134.5', '2134.5'],
    ['00000', '-3', '-3'],
    ['0', '5', '5'],
    ['"ID-"0', '7', '7'],
    ['000-00-0000', '12345678', '012-34-5678'],
    ['00000_)', '2134', '02134'],
    ['00 AM/PM', '7', '7'],
  ])('in the format %s has fixed places: %s is %s', async (format, stored, text) => {
    expect(await readCell(formatted(stored, format))).toBe(text);
  });

  test('is none where there is only white space', async () => {
    expect(await readCell({ xml: '<v> \t</v>' })).toBe('');
    expect(await readCell({ format: '0.00', xml: '<v>\n</v>' })).toBe('');
  });

  test('beyond what a number can be stays as it is written', async () => {
    expect(await readCell({ xml: '<v>1e999</v>' })).toBe('1e999');
    for (const text of ['abc,d', 'a,1', '1,a']) expect(await readCell({ xml: `<v>${text}</v>` })).toBe(text);
    expect(await readCell({ xml: '<v>1.2.3</v>' })).toBe('1.2.3');
  });
});

describe('a date', () => {
  // 39448 is 2008-01-01 on Microsoft's page of the DATE function; the system of 1904 counts 1,462 days less.
  test.each([
    ['1', '1900-01-01'],
    ['59', '1900-02-28'],
    ['60', '1900-02-29'],
    ['61', '1900-03-01'],
    ['39448', '2008-01-01'],
    ['45292', '2024-01-01'],
    ['45351', '2024-02-29'],
    ['2958465', '9999-12-31'],
    ['45292.75', '2024-01-01'],
    ['0', '1900-01-00'],
    ['2958466', '2958466'],
    ['-1', '-1'],
  ])('is counted from 1900, with the day that Excel has too many: %s is %s', async (stored, text) => {
    expect(await readCell(formatted(stored, 'd/m/yyyy'))).toBe(text);
  });

  test.each([
    ['0', '1904-01-01'],
    ['37986', '2008-01-01'],
    ['43830', '2024-01-01'],
    ['60', '1904-03-01'],
    ['2957003', '9999-12-31'],
    ['2957004', '2957004'],
  ])('is counted from 1904 where the workbook says so: %s is %s', async (stored, text) => {
    expect(await readCell(formatted(stored, 'yyyy-mm-dd'), { is1904: true })).toBe(text);
  });

  test.each([
    ['yyyy-mm-dd hh:mm:ss', '45292.75', '2024-01-01T18:00:00'],
    ['m/d/yy h:mm AM/PM', '45292.000011574074', '2024-01-01T00:00:01'],
    ['dd.mm.yyyy hh:mm', '45292.999999999', '2024-01-02T00:00:00'],
    ['[$-409]mmmm d, yyyy;@', '45292', '2024-01-01'],
    ['mmm-yy', '45292', '2024-01-01'],
    ['dddd', '45292', '2024-01-01'],
    ['h:mm', '45292.5', '12:00:00'],
    ['mm:ss.0', '0.5', '12:00:00'],
    ['[h]:mm:ss', '1.5', '36:00:00'],
    ['[mm]', '0.0625', '01:30:00'],
    ['[hh]:mm', '0', '00:00:00'],
    ['[s]', '2958465', '71003160:00:00'],
    ['[ss]', '2958466', '2958466'],
    ['[h]', '-1', '-1'],
    ['[Magenta]0.0', '45292', '45292'],
    ['[$m]0.0', '45292', '45292'],
    ['h:mm', '0.4237268518518519', '10:10:10'],
    ['h:mm', '-0.5', '-0.5'],
    ['ss', '0.5', '12:00:00'],
    ['mm:ss.00', '0.5', '12:00:00'],
    ['a/p', '0.5', '12:00:00'],
    ['d AM/PM', '45292.5', '2024-01-01T12:00:00'],
    ['mmm', '45292', '2024-01-01'],
    ['yyyy', '45292', '2024-01-01'],
    ['d;0.0', '45292', '2024-01-01'],
    ['"d', '45292', '45292'],
    ['# USD', '45292', '45292'],
    ['?? USD', '45292', '45292'],
    ['0 USD', '45292', '45292'],
    ['0.00E+00', '45292', '45292'],
    ['#,##0 "days"', '45292', '45292'],
    ['[Red]0.0', '45292', '45292'],
    ['@', '45292', '45292'],
    ['General', '45292', '45292'],
    ['"d"0.00', '45292', '45292'],
    ['\\d0.0', '45292', '45292'],
  ])('is known by the format %s: %s is %s', async (format, stored, text) => {
    expect(await readCell(formatted(stored, format))).toBe(text);
  });

  test.each([
    [14, '2024-01-01'],
    [22, '2024-01-01T18:00:00'],
    [20, '18:00:00'],
    [46, '1087026:00:00'],
    [10, '4529275%'],
    [4, '45292.75'],
    [99, '45292.75'],
  ])('is known by the number of a format that every Excel has: %i', async (id, text) => {
    const styles = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`;
    const read = await readCell(formatted(45292.75, 'any'), { parts: { 'xl/styles.xml': styles } });
    expect(read).toBe(text);
  });

  test('is known by the styles of cells alone, of which the first is that of cells that name none', async () => {
    const named = '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>';
    const different = '<dxfs><dxf><numFmt numFmtId="164" formatCode="0%"/></dxf></dxfs>';
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts>' +
      `${named}<cellXfs><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>${named}${different}</styleSheet>`;
    const cells = ['<c>', '<c s="1">', '<c s="2">', '<c s="x">', '<c s="1:">', '<c s="">'];
    const row = cells.map((cell) => `${cell}<v>45292</v></c>`).join('');
    const sheet = `<worksheet><row><c><v>a</v></c><c><v>b</v></c></row><row>${row}</row></worksheet>`;
    const parts = { 'xl/styles.xml': styles, 'xl/worksheets/sheet1.xml': sheet };
    const { csv } = await unpackText(writeWorkbook({ sheets: [{ rows: [] }], parts }));
    const day = '2024-01-01';
    expect(csv.split('\n')[1]).toBe([day, day, 45292, day, day, day].join(','));
  });

  test('in ISO 8601 is taken as it is written', async () => {
    expect(await readCell({ type: 'd', xml: '<v>2024-01-01T18:00:00</v>' })).toBe('2024-01-01T18:00:00');
  });

  test('has the day that read-excel-file gives it, in both systems', async () => {
    for (const is1904 of [false, true]) {
      for (const serial of [61, 1000, 36526, 45292]) {
        const cell = formatted(serial, 'yyyy-mm-dd');
        const { readExcelFile } = await askPeers(cell, { is1904 });
        expect(readExcelFile).toEqual(new Date(`${await readCell(cell, { is1904 })}T00:00:00Z`));
      }
    }
  });
});

test('flags are TRUE and FALSE, as Excel shows them', async () => {
  expect([await readCell(true), await readCell(false)]).toEqual(['TRUE', 'FALSE']);
  expect(await readCell({ type: 'b', xml: '<v>\r\t1</v>' })).toBe('TRUE');
});

test('errors are blank, and counted', async () => {
  const error = (text: string): Cell => ({ type: 'e', xml: `<v>${text}</v>` });
  const rows = [HEADER, ['Won', error('#N/A')], [error('#DIV/0!'), 'b'], ['Lost', 'c']];
  const { rows: read, unpacked } = await openPacked(writeWorkbook({ sheets: [{ rows }] }));
  expect(read).toEqual([
    ['Won', ''],
    ['', 'b'],
    ['Lost', 'c'],
  ]);
  expect(unpacked?.errorCells).toBe(2);
});

test.each([
  ['no result', { xml: '<f>A1</f>' }, 1],
  ['an empty number', { xml: '<f>A1</f><v></v>' }, 1],
  ['an empty result without an end', { xml: '<f>A1</f><v/>' }, 1],
  ['a shared formula', { xml: '<f t="shared" si="0"/>' }, 1],
  ['a number', { xml: '<f>A1</f><v>7</v>' }, 0],
  ['a text', { type: 'str', xml: '<f>A1</f><v>b</v>' }, 0],
  ['an empty text', { type: 'str', xml: '<f>A1</f><v></v>' }, 0],
  ['an error', { type: 'e', xml: '<f>A1</f><v>#N/A</v>' }, 0],
  ['no formula', { xml: '' }, 0],
])('formulas without results are counted: %s', async (_, cell: Cell, formulas) => {
  const rows = [HEADER, ['Won', cell], ['Lost', 'c']];
  const { unpacked } = await openPacked(writeWorkbook({ sheets: [{ rows }] }));
  expect(unpacked?.formulaCells).toBe(formulas);
});

test('cells without a place follow each other, and names of elements may have a prefix', async () => {
  const sheet =
    '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>' +
    '<x:row><x:c t="inlineStr"><x:is><x:t>Status</x:t></x:is></x:c><x:c t="str"><x:v>Source</x:v></x:c></x:row>' +
    "<x:row>\n<x:c r='1' t = 'str' >\n<x:v>Won</x:v>\n</x:c >\n<x:c><x:v> 7 </x:v>\n</x:c></x:row></x:sheetData></x:worksheet>";
  const file = writeWorkbook({ sheets: [{ rows: [] }], parts: { 'xl/worksheets/sheet1.xml': sheet } });
  expect((await unpackText(file)).csv).toBe('Status,Source\nWon,7\n');
});
