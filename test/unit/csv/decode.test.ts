import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import { decodeToUtf8, isUtf8 as isUtf8ByPlatform, type Encoding } from '#frontend/csv/decode.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { readFile } from '#test/support/csv-read.ts';

const isUtf8 = (bytes: Uint8Array) => CompiledReader.of(bytes)?.isUtf8();
const decode = (bytes: Uint8Array, chosen?: Encoding) =>
  decodeToUtf8(bytes, chosen ? { encoding: chosen } : {}, isUtf8ByPlatform);

const utf8 = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

function utf16(text: string, isLittleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), isLittleEndian);
  return bytes;
}

describe('the usual encoding of such files', () => {
  const usual = (bytes: Uint8Array, usualEncoding: Encoding, encoding?: Encoding) =>
    decodeToUtf8(bytes, { usualEncoding, ...(encoding && { encoding }) }, isUtf8ByPlatform);
  // 'Müller' in Windows-1252.
  const bytes = Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72);

  test('wins over a guess, and is none', async () => {
    const decoded = await usual(bytes, 'windows-1251');
    expect(decoded).toMatchObject({ encoding: 'windows-1251', encodingGuessed: false });
    expect(textOf(decoded.bytes)).toBe('Mьller');
    expect(await usual(utf8('Straße'), 'macintosh')).toMatchObject({ encoding: 'macintosh' });
  });

  test('gives way to a byte order mark, and to the encoding that is chosen for the file', async () => {
    const marked = await usual(utf8('\ufeffStraße'), 'windows-1251');
    expect(marked).toMatchObject({ encoding: 'utf-8', encodingGuessed: false });
    expect(textOf(marked.bytes)).toBe('Straße');
    expect(await usual(bytes, 'windows-1251', 'windows-1250')).toMatchObject({ encoding: 'windows-1250' });
  });
});

describe('the encoding', () => {
  test.each<[string, Uint8Array, Encoding, boolean]>([
    ['UTF-8', utf8('Straße,日本\n'), 'utf-8', true],
    ['UTF-8 with a byte order mark', utf8('\ufeffStraße,日本\n'), 'utf-8', false],
    ['UTF-16LE with a byte order mark', utf16('\ufeffStraße,日本\n', true), 'utf-16le', false],
    ['UTF-16BE with a byte order mark', utf16('\ufeffStraße,日本\n', false), 'utf-16be', false],
  ])('is recognised: %s', async (_, bytes, encoding, encodingGuessed) => {
    const decoded = await decode(bytes);
    expect(decoded).toMatchObject({ encoding, encodingGuessed });
    expect(textOf(decoded.bytes)).toBe('Straße,日本\n');
  });

  test('is Windows-1252 where the bytes are no UTF-8', async () => {
    // 'Müller €5 “x” – Œ', as Excel for Windows writes it.
    const bytes = Uint8Array.of(
      0x4d,
      0xfc,
      0x6c,
      0x6c,
      0x65,
      0x72,
      0x20,
      0x80,
      0x35,
      0x20,
      0x93,
      0x78,
      0x94,
      0x20,
      0x96,
      0x20,
      0x8c,
    );
    const decoded = await decode(bytes);
    expect(decoded).toMatchObject({ encoding: 'windows-1252', encodingGuessed: true });
    expect(textOf(decoded.bytes)).toBe('Müller €5 “x” – Œ');
  });

  test('of Windows-1252 gives every byte a character', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = textOf((await decode(all, 'windows-1252')).bytes);
    expect([...text]).toHaveLength(256);
    // WHATWG Encoding, index windows-1252: 0x80, 0x81 (a control), 0x8e, 0x9f; above 0xa0 the byte is the code point.
    expect([text[0x80], text[0x81], text[0x8e], text[0x9f], text[0xa0], text[0xff]]).toEqual([
      '€',
      '\u0081',
      'Ž',
      'Ÿ',
      '\u00a0',
      'ÿ',
    ]);
  });

  test('is the chosen one, whatever the bytes look like', async () => {
    expect(textOf((await decode(utf8('ü'), 'windows-1252')).bytes)).toBe('Ã¼');
    expect(textOf((await decode(utf16('ü;€', true), 'utf-16le')).bytes)).toBe('ü;€');
    expect((await decode(utf8('ü'), 'windows-1252')).encodingGuessed).toBe(false);
  });

  test('chosen wrongly shows replacement characters and never fails', async () => {
    expect(textOf((await decode(Uint8Array.of(0x61, 0xfc, 0x62), 'utf-8')).bytes)).toBe('a\ufffdb');
    expect(textOf((await decode(Uint8Array.of(0x61, 0x00, 0x62), 'utf-16le')).bytes)).toBe('a\ufffd');
  });

  test('of UTF-8 costs no copy', async () => {
    const bytes = utf8('\ufeffa,b\n');
    expect((await decode(bytes)).bytes.buffer).toBe(bytes.buffer);
  });
});

describe('UTF-8', () => {
  // Lead and continuation bytes at the edges of every rule of the encoding, between ordinary ones.
  const byte = fc.oneof(
    fc.constantFrom(0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1),
    fc.constantFrom(0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff),
    fc.integer({ min: 0, max: 255 }),
  );
  const pieces = fc.oneof(
    fc.array(byte, { maxLength: 4 }),
    fc.string({ unit: anyCharacter, maxLength: 3 }).map((text) => [...utf8(text)]),
    fc.constant([...utf8('plain text')]),
  );

  test.each([
    // The first and last well-formed sequences of each row of Unicode table 3-7, and their neighbours that are not.
    [[0xc2, 0x80], true],
    [[0xc1, 0xbf], false],
    [[0xe0, 0xa0, 0x80], true],
    [[0xe0, 0x9f, 0xbf], false],
    [[0xed, 0x9f, 0xbf], true],
    [[0xed, 0xa0, 0x80], false],
    [[0xf0, 0x90, 0x80, 0x80], true],
    [[0xf0, 0x8f, 0xbf, 0xbf], false],
    [[0xf4, 0x8f, 0xbf, 0xbf], true],
    [[0xf4, 0x90, 0x80, 0x80], false],
    [[0xf5, 0x80, 0x80, 0x80], false],
    [[0x41, 0x80], false],
    [[0x41, 0xe2, 0x82], false],
  ])('holds %j: %s', (bytes, isValid) => {
    expect(isUtf8(Uint8Array.from(bytes))).toBe(isValid);
  });

  test('is told from other bytes as the platform does', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (parts) => {
        const bytes = Uint8Array.from(parts.flat());
        expect(isUtf8(bytes)).toBe(isUtf8ByPlatform(bytes));
      }),
      { numRuns: 1000 },
    );
  });
});

test('reads a lead download of Meta: UTF-16LE, tabs, named .csv', async () => {
  const lines = [
    'id\tcreated_time\tcampaign_name\tlead_status',
    'l:1\t2025-10-01\tHerbst, „A“\tComplete',
    'l:2\t\t日本\tNew',
  ];
  const { headers, rows, report } = await readFile(utf16('\ufeff' + lines.join('\r\n'), true));
  expect(headers).toEqual(['id', 'created_time', 'campaign_name', 'lead_status']);
  expect(rows).toEqual([
    ['l:1', '2025-10-01', 'Herbst, „A“', 'Complete'],
    ['l:2', '', '日本', 'New'],
  ]);
  expect(report).toMatchObject({
    encoding: 'utf-16le',
    encodingGuessed: false,
    delimiter: '\t',
    delimiterGuessed: true,
  });
});
