import { describe, expect, test } from 'vitest';
import { decodeToUtf8, isUtf8, type Encoding } from '#frontend/csv/decode.ts';
import { encodeText } from '#frontend/csv/transcode.ts';
import { encode, FOREIGN_FILES as FILES } from '#test/support/encoded-files.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const read = async (bytes: Uint8Array) => {
  const { bytes: utf8, ...found } = await decodeToUtf8(bytes, {}, isUtf8);
  return { text: textOf(utf8), ...found };
};
const CASES = Object.entries(FILES).flatMap(([language, { encodings, text }]) =>
  encodings.map((encoding) => [language, encoding, text] as const),
);

describe('files of four rows', () => {
  test.each(CASES)('in %s, %s', async (_, encoding, text) => {
    for (const file of [text, text.replaceAll('\n', '\r\n'), text.replaceAll(',', ';')])
      expect((await read(encode(file, encoding))).text).toBe(file);
  });

  test('have the encoding in which their bytes can be read so', async () => {
    // Where two encodings have the same bytes for a text, the more frequent one is named.
    const found = await read(encode(FILES['Polish']!.text, 'iso-8859-2'));
    expect(found).toMatchObject({ encoding: 'iso-8859-2', encodingGuessed: true, damagedCharacters: 0 });
    expect((await read(encode('Straße\n', 'iso-8859-15'))).encoding).toBe('windows-1252');
  });
});

test.each(['German', 'French', 'Portuguese', 'Spanish'])(
  '%s by Excel for the Macintosh, whose lines end in CR',
  async (language) => {
    const text = FILES[language]!.text.replaceAll('\n', '\r');
    expect(await read(encode(text, 'macintosh'))).toMatchObject({ text, encoding: 'macintosh' });
  },
);

test.each(['€', '£', '°', '–', '“x”', '’'])(
  'a file whose only sign is %s is Windows-1252, whatever its line ends',
  async (sign) => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['Source,Value', `Ads,5 ${sign}`, `Search,17 ${sign}`, 'Other,3', ''].join(end);
      // A lone CR with one sign may be either: there the signs of the Macintosh are letters.
      const found = await read(encode(text, 'windows-1252'));
      expect([sign, found.encoding, found.text]).toEqual([sign, 'windows-1252', text]);
    }
  },
);

test('one word beyond ASCII does not make another file of Windows-1252', async () => {
  const words =
    'État|ÉTAT|Noël|naïve|Zoë|café|résumé|Référence|À côté|à|é|Où|ça|Œuvre|L’été|Crème brûlée|Élève|Forêt|Août|Île|' +
    'München|MÜNCHEN|Straße|Größe|GRÖSSE|Über|ÜBER UNS|Müller & Söhne|Köln|Öl|Jürgen|Gebäude|Ähre|Fußball|' +
    'Peña|Ñuñoa|¿Cómo?|¡Sí!|Búsqueda|Año|Málaga|Cerró|São|São Paulo|Não|Busca orgânica,Não|Orgânico,Não vendido|Lição|Ligação|Júlio|Três|' +
    'Città|Forlì|Perché|Però|Già|Lunedì|Århus|Ærø|København|Søgning|Smørrebrød|Malmö|Smörgåsbord|Ålesund|Åre|Växjö|Hämeenlinna|' +
    'coördinatie|Curaçao|geïnteresseerd|Sigurður|Þór|Ísafjörður|5 €|€ 5|½|Nº 5|n° 7|100 m²|“quoted”|don’t|Ads – new|…|Brand™|Brand®|£20|20°|' +
    'SITUAÇÃO|NEGOCIAÇÃO|JOÃO|FUNÇÃO|DATA CRIAÇÃO|AÇÃO|AÇÕES|AÑO|PRÉNOM|10 µm|µ|÷|±';
  const wrong: string[] = [];
  for (const word of words.split('|'))
    for (const end of ['\n', '\r\n']) {
      const text = ['Source,Status', `Ads,${word}`, 'Search,Won', ''].join(end);
      if ((await read(encode(text, 'windows-1252'))).text !== text) wrong.push(word);
    }
  expect(wrong).toEqual([]);
});

test.each(['windows-1251', 'koi8-r'] as const)(
  'Russian words in small letters, and with a capital, in %s',
  async (encoding) => {
    for (const text of [
      'имя;город\nиванов;москва\nпетров;казань\n',
      'Имя;Город\nИванов;Москва\nПетров;Казань\n',
    ])
      expect(await read(encode(text, encoding))).toMatchObject({ text, encoding });
  },
);

test('Russian words in capitals are no small letters of another encoding', async () => {
  for (const text of ['ИМЯ;ГОРОД;СТАТУС\nИВАНОВ;МОСКВА;ДА\nПЕТРОВ;КАЗАНЬ;НЕТ\n', 'City,Name\nМОСКВА,x\n'])
    expect(await read(encode(text, 'windows-1251'))).toMatchObject({ text, encoding: 'windows-1251' });
});

test.each(Object.entries(FILES))(
  'files of four rows in capitals are read right: %s',
  async (_, { encodings, text }) => {
    const capitals = text.toUpperCase();
    for (const encoding of encodings) {
      const bytes = encodeText(capitals, encoding);
      if (bytes?.some((byte) => byte > 0x7f)) expect((await read(bytes)).text).toBe(capitals);
    }
  },
);

test.each([
  ['koi8-r', 'ИСТОЧНИК,СТАТУС\nРЕКЛАМА,ПРОДАНО\nПОИСК,ОТКАЗ\n'],
  ['windows-1254', 'ŞEHİR,DURUM\nİSTANBUL,SATIŞ\nMÜŞTERİ,İPTAL\nÇAĞRI,KAZANILDI\n'],
  ['windows-1253', 'ΠΗΓΗ,ΚΑΤΑΣΤΑΣΗ\nΔΙΑΦΗΜΙΣΗ,ΠΕΛΑΤΗΣ\nΑΝΑΖΗΤΗΣΗ,ΝΕΟΣ\n'],
] as const)('three words in capitals a line are read right in %s', async (encoding, text) => {
  expect(await read(encode(text, encoding))).toMatchObject({ text, encoding });
});

test('words in capitals, line after line, are Windows-1252', async () => {
  const text = `NOME;STATUS\n${'ANA;NEGOCIAÇÃO\n'.repeat(500)}`;
  expect(await read(encode(text, 'windows-1252'))).toMatchObject({ text, damagedCharacters: 0 });
});

test('a header of two words of Shift_JIS is enough', async () => {
  const text = '点検連番,型式\n成約,東京\n失注,大阪\n';
  expect(await read(encode(text, 'shift_jis'))).toMatchObject({ text, encoding: 'shift_jis' });
});

describe('a file of UTF-8 with bytes that are none', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const rows = 'Quelle,Status\nMünchen,Gewonnen\nDüsseldorf,Verloren\n';

  test('stays UTF-8 where a character was cut', async () => {
    const file = join(utf8(rows), utf8('Note 👍').subarray(0, -1), utf8(',Neu\nKöln,Neu\n'));
    expect(await read(file)).toEqual({
      text: `${rows}Note \ufffd,Neu\nKöln,Neu\n`,
      encoding: 'utf-8',
      encodingGuessed: true,
      damagedCharacters: 1,
      otherLines: null,
    });
    // Cut behind the first byte of two.
    const short = join(utf8(rows), utf8('Mü').subarray(0, -1), utf8(',Neu\n'));
    expect(await read(short)).toMatchObject({
      text: `${rows}M\ufffd,Neu\n`,
      damagedCharacters: 1,
      otherLines: null,
    });
  });

  test('counts no replacement character that was in the file before', async () => {
    const file = join(utf8(`${rows}a\ufffdb,Neu\n`), utf8('👍').subarray(0, -1), utf8(',x\n'));
    expect((await read(file)).damagedCharacters).toBe(1);
  });

  test.each<[string, Encoding]>([
    ['Lübeck,Gewonnen\nStraße,Verloren\n', 'windows-1252'],
    ['Статус,Сделка закрыта\nОтказ,Новый\n', 'windows-1251'],
    ['広告,成約\n検索,失注\n', 'shift_jis'],
  ])('and lines of another file has each line right: %s in %s', async (other, encoding) => {
    for (const file of [
      join(utf8(rows), encode(other, encoding)),
      join(encode(other, encoding), utf8(rows)),
    ]) {
      const { text, ...found } = await read(file);
      expect(text).toContain(rows);
      expect(text).toContain(other);
      expect(found).toEqual({
        encoding: 'utf-8',
        encodingGuessed: true,
        damagedCharacters: 0,
        otherLines: { encoding, lines: 2 },
      });
    }
  });

  test('is read as UTF-8 throughout where that is chosen', async () => {
    const file = join(utf8(rows), encode('Lübeck,Neu\n', 'windows-1252'));
    const { bytes, ...found } = await decodeToUtf8(file, { encoding: 'utf-8' }, isUtf8);
    expect(textOf(bytes)).toBe(`${rows}L\ufffdbeck,Neu\n`);
    expect(found).toMatchObject({ encodingGuessed: false, damagedCharacters: 1, otherLines: null });
  });

  test('is no file of Chinese in which a word is UTF-8 by chance', async () => {
    // 联通 in GBK is C1 AA CD A8, of which CD A8 is UTF-8; 巍 is CE A1.
    const text = '来源,状态\n巍,无\n广告,已成交\n搜索,输单\n推荐,跟进中\n微信,无效\n';
    expect(await read(encode(text, 'gbk'))).toMatchObject({ text, encoding: 'gbk', otherLines: null });
  });
});

describe('wide characters', () => {
  const text = 'المدينة,Status\r\nالقاهرة,Won\r\nدبي,Lost\r\n';
  const units = (content: string, size: 2 | 4, isLittleEndian: boolean) => {
    const points =
      size === 4 ? [...content].map((c) => c.codePointAt(0)!) : content.split('').map((c) => c.charCodeAt(0));
    const view = new DataView(new ArrayBuffer(size * points.length));
    points.forEach((point, at) =>
      size === 4
        ? view.setUint32(4 * at, point, isLittleEndian)
        : view.setUint16(2 * at, point, isLittleEndian),
    );
    return new Uint8Array(view.buffer);
  };

  test.each<[Encoding, 2 | 4, boolean]>([
    ['utf-16le', 2, true],
    ['utf-16be', 2, false],
    ['utf-32le', 4, true],
    ['utf-32be', 4, false],
  ])('of %s are read with a mark and by their zeros', async (encoding, size, isLittleEndian) => {
    for (const content of [text, `${text}一,👍\r\n`, '来源,状态\n广告,已成交\n', 'a,b\n1,2\n']) {
      const marked = await read(units(`\ufeff${content}`, size, isLittleEndian));
      expect(marked).toMatchObject({ text: content, encoding, encodingGuessed: false });
      const unmarked = await read(units(content, size, isLittleEndian));
      expect(unmarked).toMatchObject({ text: content, encoding, encodingGuessed: true });
    }
  });

  test('that do not exist become U+FFFD', async () => {
    const found = await decodeToUtf8(
      Uint8Array.of(0x41, 0, 0, 0, 0, 0, 0x11, 0, 0, 0xd8, 0, 0, 1),
      { encoding: 'utf-32le' },
      isUtf8,
    );
    expect(textOf(found.bytes)).toBe('A\ufffd\ufffd\ufffd');
    expect(found.damagedCharacters).toBe(3);
  });

  test('are not seen in UTF-8 with a NUL here and there', async () => {
    expect(await read(new TextEncoder().encode('a,b\u0000\n1,\u00002\n'))).toMatchObject({
      encoding: 'utf-8',
    });
  });
});
