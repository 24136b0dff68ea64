import { describe, expect, test } from 'vitest';
import { findEncodedTwice } from '#frontend/csv/encoded-twice.ts';
import { intakeNotices } from '#frontend/features/open-file/intake-line.tsx';
import { bytesOf, readFile } from '#test/support/csv-read.ts';
import { encode, ENCODED_FILES } from '#test/support/encoded-files.ts';

// `test/worker/encodings.test.ts` reads the same files on the server.

test.each(ENCODED_FILES)('$name', async ({ bytes, text }) => {
  const { headers, rows, report } = await readFile(bytes);
  expect([headers, ...rows].map((cells) => cells.join(',')).join('\n')).toBe(text.trimEnd());
  expect([report.damagedCharacters, report.otherLines]).toEqual([0, null]);
});

const noticesOf = async (file: Uint8Array) => {
  const { headers, report } = await readFile(file);
  return intakeNotices({ headers, report }).map(({ id, evidence }) => [id, evidence]);
};

describe('a file that was put together from two encodings is read line by line, which is said', () => {
  const utf8 = 'Source,Status\nMünchen,Gewonnen\nDüsseldorf,Verloren\n';
  test.each([
    ['windows-1252', 'Köln,Gewonnen\n'],
    ['windows-1251', 'Реклама,Отказ\nМосква,Новый\n'],
    ['shift_jis', '広告,成約\n検索,失注\n'],
  ] as const)('UTF-8 and %s', async (encoding, text) => {
    const other = encode(text, encoding);
    const bytes = new Uint8Array([...bytesOf(utf8), ...other]);
    const { rows, report } = await readFile(bytes);
    expect(rows.map((cells) => cells.join(',')).join('\n')).toBe(
      `${utf8}${text}`.trimEnd().split('\n').slice(1).join('\n'),
    );
    expect(report.otherLines).toEqual({ encoding, lines: text.trimEnd().split('\n').length });
    expect(await noticesOf(bytes)).toContainEqual(['encodings', undefined]);
  });

  // The guess looks at 4 KB.
  test.each([
    ['windows-1252', 'Köln,Gewonnen\nBüro,Verloren\n'],
    ['windows-1252', 'Straße,Verloren\n'],
    ['windows-1251', 'Реклама,Отказ\nМосква,Новый\n'],
    ['shift_jis', '広告,成約\n検索,失注\n'],
    ['gbk', '推荐,成交\n搜索,丢单\n'],
  ] as const)('also where each part is long: UTF-8 and %s', async (encoding, text) => {
    const parts = [bytesOf(utf8.repeat(300)), encode(text.repeat(300), encoding)];
    for (const [first, second] of [parts, parts.toReversed()]) {
      const { rows, report } = await readFile(new Uint8Array([...bytesOf('a,b\n'), ...first!, ...second!])); // two
      expect(report.otherLines?.encoding).toBe(encoding);
      const [ours, theirs] = [utf8, text].map((lines) => lines.trimEnd().replaceAll(',', '|').split('\n'));
      const found = new Set(rows.map((cells) => cells.join('|')));
      expect(found).toEqual(new Set([...ours!, ...theirs!])); // two
    }
  });
});

describe('characters that no name has raise a finding in a header', () => {
  test.each(['Sta\u0000tus', 'Status\u0001', '\u001fStatus', 'Sta\u007ftus', 'Sta\u0085tus', 'Sta\ufffdtus'])(
    '%j',
    async (name) => {
      const found = await noticesOf(bytesOf(`${name},Source\nWon,Ads\nLost,Ads\n`));
      expect(found.find(([id]) => id === 'headers')?.[1]).toContain('\ufffd');
    },
  );

  test('and a line break or tab in quotes is none', async () => {
    expect(await noticesOf(bytesOf('"Sta\ntus","So\turce"\nWon,Ads\nLost,Ads\n'))).toEqual([]);
  });
});

describe('text that was encoded twice is said', () => {
  const twice = (text: string) => new TextDecoder('windows-1252').decode(bytesOf(text));
  test.each([
    ['German', 'München,Düsseldorf,Köln'],
    ['French', 'Référence,Publicité,Gagné'],
    ['Portuguese', 'Indicação,Anúncio,São Paulo'],
    ['capitals', 'MÜNCHEN,ÖSTERREICH'],
    ['euros', '5 €,7 €'],
    ['apostrophes', 'client’s,lead’s'],
  ])('%s', (_, text) => {
    const words = text.split(',').filter((word) => /[^ -~]/.test(word));
    expect(findEncodedTwice(bytesOf(twice(text)))?.words).toBe(words.length);
  });

  test('with the first of its words, and a look is asked for', async () => {
    const { headers, report } = await readFile(twice('Stadt,Status\nMünchen,Won\nKöln,Lost\n'));
    expect(report.encodedTwice).toEqual({ words: 2, sample: 'MÃ¼nchen' });
    const notice = intakeNotices({ headers, report }).find(({ id }) => id === 'twice');
    expect([notice?.needsLook, notice?.evidence]).toEqual([true, '“MÃ¼nchen”']);
    expect(notice?.text).toMatch(
      /^2 words in the first rows look like text that a program has encoded twice\./,
    );
  });

  test.each([
    ['one word, which may be a name', `${twice('Köln')},Bonn`],
    ['Portuguese capitals', 'NÃO,SÃO PAULO,AVALIAÇÃO,IRMÃ,CAMPEÃ”,“IRMÃ”'],
    ['Portuguese capitals before guillemets', '«IRMÃ»,«CAMPEÃ»'],
    ['a degree and a capital with a circumflex', 'Â,20°,Ân,ÂNGULO'],
    ['Spanish capitals', 'AÑO,ESPAÑA,NIÑO'],
    ['Icelandic', 'Ð,Ñ,ÐÑ'],
    ['Russian', 'Реклама,Сделка'],
    ['German', 'München,Köln,Straße'],
  ])('and not: %s', (_, text) => {
    expect(findEncodedTwice(bytesOf(text))).toBeNull();
  });

  test('in the first 256 KB', () => {
    const far = 'x'.repeat(256 * 1024);
    expect(findEncodedTwice(bytesOf(`${twice('Köln,Düren')},${far}`))).not.toBeNull();
    expect(findEncodedTwice(bytesOf(`${far},${twice('Köln,Düren')}`))).toBeNull();
  });
});
