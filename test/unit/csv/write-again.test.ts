import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { headerAsWritten, nameHeaderCells } from '#frontend/csv/column-names.ts';
import type { Encoding } from '#frontend/csv/decode.ts';
import { encodeText, transcode } from '#frontend/csv/transcode.ts';
import { writeUnchanged } from '#frontend/csv/write.ts';

const decode = (bytes: Uint8Array, encoding: Encoding) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(transcode(bytes, encoding)).replace(/^\ufeff/, '');

describe('a text in an encoding', () => {
  test('has the bytes of Windows-1252', () => {
    // Python: 'Zoë – 5 €'.encode('cp1252').hex()
    const bytes = encodeText('Zoë – 5 €', 'windows-1252');
    expect(Buffer.from(bytes ?? []).toString('hex')).toBe('5a6feb2096203520' + '80');
  });

  test.each(['ł', '日本', '😀'])('does not exist in Windows-1252 with %s', (text) => {
    expect(encodeText(`Jan ${text}`, 'windows-1252')).toBeNull();
  });

  test.each([
    ['utf-8', 'efbbbf4c75c582'],
    ['utf-16le', 'fffe4c0075004201'],
    ['utf-16be', 'feff004c00750142'],
  ] as const)('begins with the byte order mark of %s', (encoding, hex) => {
    expect(Buffer.from(encodeText('Luł', encoding) ?? []).toString('hex')).toBe(hex);
  });

  test('is read again as it was', () => {
    const encodings = fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), encodings, (text, encoding) => {
        const bytes = encodeText(text, encoding);
        if (bytes) expect(decode(bytes, encoding)).toBe(text);
        else expect(encoding).toBe('windows-1252');
      }),
    );
  });

  test('has every byte of Windows-1252', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(encodeText(decode(all, 'windows-1252'), 'windows-1252')).toEqual(all);
  });
});

describe('rows written unchanged', () => {
  test('keep cells that a spreadsheet would take for formulas', () => {
    expect(writeUnchanged([['+49 30 1', '=1+1', '-x', '@a']], ',')).toBe('+49 30 1,=1+1,-x,@a\r\n');
  });

  test.each([',', ';', '\t', '|'] as const)('are read again as they were, with %j', (delimiter) => {
    const cells = fc.array(
      fc.string({ unit: fc.constantFrom('a', ',', ';', '\t', '|', '"', '\n', '\r', ' ') }),
      {
        minLength: 2,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 4 }), (rows) => {
        const text = writeUnchanged(rows, delimiter).replace(/\r\n$/, '');
        expect(Papa.parse<string[]>(text, { delimiter, newline: '\r\n' }).data).toEqual(rows);
      }),
    );
  });
});

describe('the header of a file that is written again', () => {
  test('has the cells of the file, not the names made from them', () => {
    const cells = ['Source', '', 'Source'];
    expect(headerAsWritten(cells, nameHeaderCells(cells))).toEqual(cells);
  });

  test('has the names where the cells are not those of the columns', () => {
    expect(headerAsWritten(['a', 'b'], ['a', 'other'])).toEqual(['a', 'other']);
    expect(headerAsWritten(['a'], ['a', 'b'])).toEqual(['a', 'b']);
    expect(headerAsWritten([], ['a', 'b'])).toEqual(['a', 'b']);
  });
});
