import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findNumberFormat,
  isThousandsAmbiguous,
  NUMBER_FORMATS,
  parseNumber,
  readNumber,
  type NumberFormat,
} from '#frontend/analysis/columns/number-format.ts';

/** One lead per cell. */
const one = (cells: readonly string[]) => new Uint32Array(cells.length).fill(1);
const formatOf = (cells: readonly string[]) => findNumberFormat(cells, one(cells));
const isAmbiguous = (cells: readonly string[]) => isThousandsAmbiguous(cells, one(cells));

describe('readNumber', () => {
  test.each<[NumberFormat, string, number]>([
    ['comma-grouped', '1,234', 1234],
    ['comma-grouped', '1,234,567.89', 1234567.89],
    ['comma-grouped', '980', 980],
    ['comma-grouped', '1234.5', 1234.5],
    ['comma-grouped', '.5', 0.5],
    ['comma-grouped', '$350,000', 350000],
    ['comma-grouped', '-$1,200.50', -1200.5],
    ['comma-grouped', '$-1,200.50', -1200.5],
    ['comma-grouped', '\u2212$ 5', -5],
    ['comma-grouped', 'US$ 1,200', 1200],
    ['comma-grouped', 'USD 1,200', 1200],
    ['comma-grouped', '1,200 USD', 1200],
    ['comma-grouped', '12 %', 12],
    ['comma-grouped', '12.5%', 12.5],
    ['comma-grouped', '1.200', 1.2],
    ['comma-grouped', ' +5 ', 5],
    ['decimal-comma', '133,0', 133],
    ['decimal-comma', '1.234,50', 1234.5],
    ['decimal-comma', '1.234.567,89', 1234567.89],
    ['decimal-comma', '65.200,00 €', 65200],
    ['decimal-comma', '65.200,00\u00a0€', 65200],
    ['decimal-comma', '€ -1.200,50', -1200.5],
    ['decimal-comma', '1 234,5', 1234.5],
    ['decimal-comma', '1\u00a0234\u00a0567,5', 1234567.5],
    ['decimal-comma', '1\u202f234,5', 1234.5],
    ['decimal-comma', '1 234,50 kr', 1234.5],
    ['decimal-comma', 'R$ 1.234,50', 1234.5],
    ['decimal-comma', '-5,25', -5.25],
    ['decimal-comma', '\u22125,25', -5.25],
    ['decimal-comma', '12,5 %', 12.5],
    ['decimal-comma', ',5', 0.5],
    ['decimal-comma', '0,125', 0.125],
    ['decimal-comma', '1.200', 1200],
    ['decimal-comma', '980', 980],
    ['apostrophe-grouped', "1'200", 1200],
    ['apostrophe-grouped', '1\u2019200.50', 1200.5],
    ['apostrophe-grouped', "CHF 1'234'567.89", 1234567.89],
    ['apostrophe-grouped', '-980.5', -980.5],
    ['space-grouped', '1 200.50', 1200.5],
    ['space-grouped', '1\u00a0234\u00a0567.5', 1234567.5],
    ['space-grouped', '1\u202f200 €', 1200],
    ['space-grouped', '980', 980],
    ['lakh-grouped', '1,00,000', 100_000],
    ['lakh-grouped', '₹12,34,567.50', 1234567.5],
    ['lakh-grouped', '1,00,00,000', 10_000_000],
    ['lakh-grouped', '50,000', 50_000],
    ['comma-grouped', '(1,200.50)', -1200.5],
    ['comma-grouped', '($5)', -5],
    ['comma-grouped', '$(1,200.50)', -1200.5],
    ['comma-grouped', '$ (5)', -5],
    ['comma-grouped', '( 5 )', -5],
    ['comma-grouped', '(5 %)', -5],
    ['comma-grouped', '1,200.50-', -1200.5],
    ['comma-grouped', '5\u2212', -5],
    ['decimal-comma', '1.200,50-', -1200.5],
    ['decimal-comma', '1.200,50- €', -1200.5],
    ['decimal-comma', '1.200,50 €-', -1200.5],
    ['decimal-comma', '(1.200,50 €)', -1200.5],
    ['decimal-comma', '(1.200,50) €', -1200.5],
    ['apostrophe-grouped', "(1'200)", -1200],
    ['space-grouped', '1 200-', -1200],
    ['lakh-grouped', '(1,00,000)', -100_000],
    ['decimal-comma', '500,-', 500],
    ['decimal-comma', '1.250,-', 1250],
    ['decimal-comma', '€ 500,-', 500],
    ['decimal-comma', '500,- €', 500],
    ['decimal-comma', '500,-€', 500],
    ['decimal-comma', '500,--', 500],
    ['decimal-comma', '500,\u2212', 500],
    ['decimal-comma', '500,\u2013', 500],
    ['decimal-comma', '500,\u2014', 500],
    ['decimal-comma', '-500,-', -500],
    ['decimal-comma', '(500,-)', -500],
    ['decimal-comma', '500-', -500],
    ['comma-grouped', '950.-', 950],
    ['comma-grouped', '1,950.-', 1950],
    ['apostrophe-grouped', 'CHF 950.-', 950],
    ['apostrophe-grouped', "CHF 1'500.-", 1500],
    ['apostrophe-grouped', "1'500.\u2013 CHF", 1500],
    ['space-grouped', '1 500.--', 1500],
    ['decimal-comma', '1.234,50 kr.', 1234.5],
    ['decimal-comma', 'kr. 1.234,50', 1234.5],
    ['decimal-comma', '-1.234,50 kr.', -1234.5],
    ['decimal-comma', '(1.234,50) kr.', -1234.5],
    ['comma-grouped', 'Rs. (500)', -500],
    ['decimal-comma', '1.234,50 TL', 1234.5],
    ['decimal-comma', 'TL 1.234,50', 1234.5],
    ['decimal-comma', '1 234,50 руб.', 1234.5],
    ['decimal-comma', '1 234,50 руб', 1234.5],
    ['decimal-comma', '1 234,50 р.', 1234.5],
    ['decimal-comma', '1234р.', 1234],
    ['comma-grouped', '1,234円', 1234],
    ['comma-grouped', '1,234 元', 1234],
    ['comma-grouped', '￥1,234', 1234],
    ['comma-grouped', '＄1,234', 1234],
    ['apostrophe-grouped', "Fr. 1'234.50", 1234.5],
    ['apostrophe-grouped', "SFr. 1'234.50", 1234.5],
    ['apostrophe-grouped', "Fr. 1'500.-", 1500],
    ['lakh-grouped', 'Rs. 1,00,000', 100_000],
    ['lakh-grouped', 'Rs.1,00,000', 100_000],
    ['lakh-grouped', 'Rs 1,00,000', 100_000],
    ['comma-grouped', '\\1,234', 1234],
    ['comma-grouped', '-\\1,234', -1234],
    ['comma-grouped', '\\-1,234', -1234],
    ['comma-grouped', '(\\1,234)', -1234],
    ['decimal-comma', '%12,5', 12.5],
  ])('in %s reads %j', (format, cell, value) => {
    expect(readNumber(cell, format)).toBe(value);
  });

  const NEVER = [
    '',
    ' ',
    '-',
    '€',
    '%',
    '12 % %',
    '()',
    '(-5)',
    '-(5)',
    '(5)-',
    '(5',
    '5)',
    '((5))',
    '1(5)',
    '(5)5',
    '$(5) EUR',
    '1e5',
    '$5 %',
    '€5 EUR',
    '--5',
    '-$-5',
    '5--',
    '-5-',
    '5 -',
    '5+',
    '5-6',
    '5,-6',
    '5.-6',
    '5,---',
    ',-',
    '5,-,-',
    'kr.',
    '.(5)',
    '(5).',
    '(5),',
    '5.(5)',
    'kr.. 5',
    '5 Fr',
    'Fr 5',
    '5 р',
    '5 TL TL',
    '5 tl',
    '5\\',
    '\\\\5',
    '\\ 5',
    'Rs.. 5',
    '%5%',
    '12abc',
  ];
  const NO_GROUPS = [
    '1,23,4',
    '1.23.4',
    '1,2345',
    '1.2345,0',
    '12,34.567,0',
    '1 234.567,0',
    '1,,234',
    '1  234',
  ];
  const NO_NAMES = ['LOT 12', '12 pcs', '900 EURO', '900 eur', '0x1F', 'NaN', 'Infinity', '31.12.2024'];

  test.each([...NEVER, ...NO_GROUPS, ...NO_NAMES])('refuses %j with groups or marks', (cell) => {
    expect(readNumber(cell, 'comma-grouped')).toBeNull();
    if (cell !== '1,2345') expect(readNumber(cell, 'decimal-comma')).toBeNull();
  });

  test.each<[NumberFormat, string]>([
    ['comma-grouped', '500,-'],
    ['decimal-comma', '950.-'],
    ['comma-grouped', '1.234.56'],
    ['comma-grouped', '1.234,56'],
    ['comma-grouped', '12,5'],
    ['comma-grouped', '0,125'],
    ['comma-grouped', '1 234'],
    ['decimal-comma', '1.234.56'],
    ['decimal-comma', '1,234.56'],
    ['decimal-comma', '12.5'],
    ['decimal-comma', '0.125'],
    ['decimal-comma', '1.234 567'],
    ['apostrophe-grouped', "12'00"],
    ['apostrophe-grouped', "1'200\u2019300"],
    ['apostrophe-grouped', "1'200,50"],
    ['apostrophe-grouped', "0'200"],
    ['apostrophe-grouped', '1,200'],
    ['space-grouped', '1 200 30'],
    ['space-grouped', '1 200\u00a0300'],
    ['space-grouped', '1 200,50'],
    ['space-grouped', '0 200'],
    ['lakh-grouped', '1,00,00'],
    ['lakh-grouped', '100,000'],
    ['lakh-grouped', '1,000,000'],
    ['lakh-grouped', '1,00,000,00'],
    ['comma-grouped', '1,00,000'],
    ['comma-grouped', "1'200"],
    ['decimal-comma', "1'200,50"],
    ['plain', '1,234'],
    ['plain', "1'234"],
    ['plain', '(5)'],
    ['plain', '5-'],
    ['plain', '12 %'],
    ['plain', '$5'],
    ['plain', '\u22125'],
  ])('in %s refuses %j', (format, cell) => {
    expect(readNumber(cell, format)).toBeNull();
  });

  test('reads an exponent in plain numbers only', () => {
    expect(NUMBER_FORMATS.map((format) => readNumber('1e5', format))).toEqual([
      100_000,
      ...Array<null>(NUMBER_FORMATS.length - 1).fill(null),
    ]);
  });

  test('has no negative zero and no infinite number', () => {
    expect(Object.is(readNumber('-0,0 €', 'decimal-comma'), 0)).toBe(true);
    expect(readNumber('9'.repeat(400), 'comma-grouped')).toBeNull();
  });

  test('reads plain numbers as they always were', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double({ noNaN: true }).map(String)), (cell) => {
        expect(readNumber(cell, 'plain')).toBe(parseNumber(cell));
      }),
    );
  });

  /** Languages that write numbers in these ways, with their own groups, decimals and currency. */
  test.each<[NumberFormat, string, string]>([
    ['comma-grouped', 'en-US', 'USD'],
    ['comma-grouped', 'en-GB', 'GBP'],
    ['comma-grouped', 'ja-JP', 'JPY'],
    ['decimal-comma', 'de-DE', 'EUR'],
    ['decimal-comma', 'fr-FR', 'EUR'],
    ['decimal-comma', 'pt-BR', 'BRL'],
    ['decimal-comma', 'sv-SE', 'SEK'],
    ['decimal-comma', 'pl-PL', 'PLN'],
    ['decimal-comma', 'nb-NO', 'NOK'],
    ['decimal-comma', 'it-IT', 'EUR'],
    ['decimal-comma', 'da-DK', 'DKK'],
    ['decimal-comma', 'ru-RU', 'RUB'],
    ['decimal-comma', 'tr-TR', 'TRY'],
    ['apostrophe-grouped', 'de-CH', 'CHF'],
    ['lakh-grouped', 'en-IN', 'INR'],
  ])('reads back in %s what %s writes', (format, locale, currency) => {
    const styles: Intl.NumberFormatOptions[] = [
      { maximumFractionDigits: 2 },
      { style: 'currency', currency },
      { style: 'currency', currency, currencyDisplay: 'code' },
    ];
    const decimals = currency === 'JPY' ? 0 : 2;
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), (whole) => {
        const value = Number((whole / 100).toFixed(decimals)) + 0;
        for (const style of styles)
          expect(readNumber(new Intl.NumberFormat(locale, style).format(value), format)).toBe(value);
        const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
        const read = readNumber(percent.format(value / 100), format);
        expect(read).toBeCloseTo(value, 2);
      }),
    );
  });

  /** The same reading without patterns: what separates groups, how many digits each has, and what begins the decimals. */
  const WAYS: Record<
    Exclude<NumberFormat, 'plain' | 'short-point' | 'short-comma'>,
    [groups: string, sizes: number, decimal: string]
  > = {
    'comma-grouped': [',', 3, '.'],
    'decimal-comma': ['. \u00a0\u2009\u202f', 3, ','],
    'apostrophe-grouped': ["'\u2019", 3, '.'],
    'space-grouped': [' \u00a0\u2009\u202f', 3, '.'],
    'lakh-grouped': [',', 2, '.'],
  };

  function readFigure(text: string, [marks, size, decimal]: (typeof WAYS)['comma-grouped']): number | null {
    const [whole = '', ...rest] = text.split(decimal);
    const [decimals = ''] = rest;
    const isDigits = (part: string) => [...part].every((digit) => digit >= '0' && digit <= '9');
    if (rest.length > 1 || !isDigits(decimals)) return null;
    const used = [...marks].filter((mark) => whole.includes(mark));
    if (used.length > 1) return null;
    const groups = used[0] === undefined ? [whole] : whole.split(used[0]);
    const [first = '', ...others] = groups;
    if (!groups.every(isDigits) || `${whole}${decimals}` === '') return null;
    if (others.length > 0) {
      const isFirst = first.length > 0 && first.length <= size && first[0] !== '0';
      const isLast = others.at(-1)!.length === 3; // there are some
      const areGroups = others.slice(0, -1).every((group) => group.length === size);
      if (!isFirst || !isLast || !areGroups || text.endsWith(decimal)) return null;
    }
    return Number(`${groups.join('') || '0'}.${decimals || '0'}`);
  }

  /** Minus before or behind, or brackets, around a figure. */
  function readSigned(cell: string, format: keyof typeof WAYS): number | null {
    const text = writeCents(cell.trim());
    if (text.startsWith('(') && text.endsWith(')'))
      return negate(readFigure(text.slice(1, -1).trim(), WAYS[format]));
    if (text.startsWith('-')) return negate(readFigure(text.slice(1), WAYS[format]));
    if (text.endsWith('-')) return negate(readFigure(text.slice(0, -1), WAYS[format]));
    return readFigure(text, WAYS[format]);
  }
  /** One or two dashes in place of cents as '00'. */
  function writeCents(text: string): string {
    for (let at = 1; at < text.length; at++) {
      let end = at + 1;
      while (end < text.length && '-\u2013'.includes(text[end]!)) end++; // below the length
      const dashes = end - at - 1;
      const isPlace = ',.'.includes(text[at]!) && (dashes === 1 || dashes === 2); // below the length
      if (isPlace && isDigit(text[at - 1]) && !isDigit(text[end]))
        return `${text.slice(0, at + 1)}00${text.slice(end)}`;
    }
    return text;
  }
  const isDigit = (letter: string | undefined) => letter !== undefined && '0123456789'.includes(letter);
  const negate = (number: number | null) => number && 0 - number;

  test('reads figures as a reader without patterns does', () => {
    const piece = fc.constantFrom(
      ...'0159',
      '00',
      '123',
      '000',
      ',',
      '.',
      "'",
      '\u2019',
      ' ',
      '\u00a0',
      '-',
      '-',
      '\u2013',
      '(',
      ')',
    );
    const cells = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));
    const formats = fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])); // its own keys
    fc.assert(
      fc.property(cells, formats, (cell, format) => {
        expect([cell, readNumber(cell, format)]).toEqual([cell, readSigned(cell, format)]);
      }),
      { numRuns: 5000 },
    );
  });

  test('never reads text without a digit, and gives finite numbers only', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."0123.,-+€% \u00a0\u202f'\u2019USD$()e") }),
        (cell) => {
          for (const format of NUMBER_FORMATS) {
            const number = readNumber(cell, format);
            if (!/\d/.test(cell)) expect(number).toBeNull();
            if (number !== null) expect(Number.isFinite(number)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('findNumberFormat', () => {
  test.each<[NumberFormat, string[]]>([
    ['plain', ['12', '12.5', '1e3']],
    ['plain', ['1.200', '3.500']],
    ['comma-grouped', ['1,234']],
    ['comma-grouped', ['1,234', '980', '12,500']],
    ['comma-grouped', ['$350,000', '$1.50']],
    ['comma-grouped', ['12 %', '15 %']],
    ['comma-grouped', ['0.500 €', '1.200 €']],
    ['decimal-comma', ['133,0']],
    ['decimal-comma', ['1.234,50', '980', '12']],
    ['decimal-comma', ['65.200,00 €']],
    ['decimal-comma', ['1.200 €', '980 €']],
    ['decimal-comma', ['1,234', '0,125']],
    ['decimal-comma', ['1,234', '5,678', '9,123', '4,567', '12,5']],
    ['decimal-comma', ['1 234', '5 678']],
    ['space-grouped', ['1 234', '5 678.50']],
    ['space-grouped', ['1 234.50 €', '980 €']],
    ['apostrophe-grouped', ["1'200", '980']],
    ['apostrophe-grouped', ['1\u2019200.50', '12.5']],
    ['lakh-grouped', ['1,00,000', '50,000', '980']],
    ['comma-grouped', ['50,000', '12,500']],
    ['comma-grouped', ['100,000', '12,500']],
    ['comma-grouped', ['(1,200.50)', '980']],
    ['decimal-comma', ['1.200,50-', '980,00']],
    ['decimal-comma', ['500,-', '1.250,-', '980']],
    ['decimal-comma', ['€ 500,-', '€ 1.250,\u2013']],
    ['comma-grouped', ['CHF 950.-', 'CHF 120.50']],
    ['apostrophe-grouped', ['CHF 950.-', "CHF 1'500.-"]],
    ['plain', ['1200', '1300', '1400', '1500', '1600-']],
  ])('finds %s in %j', (format, cells) => {
    expect(formatOf(cells)).toBe(format);
  });

  test('needs 80% of the filled leads in one way of writing', () => {
    const cells = ['12,5', 'n/a', ''];
    expect(findNumberFormat(cells, Uint32Array.of(28, 7, 500))).toBe('decimal-comma');
    expect(findNumberFormat(cells, Uint32Array.of(27, 7, 500))).toBeNull();
    // Half in one way and half in the other is in no way.
    expect(formatOf(['1,234.50', '1.234,50'])).toBeNull();
    expect(formatOf(["1'234.50", '1,234.50'])).toBeNull();
    expect(findNumberFormat(["1'234", '1,234'], Uint32Array.of(80, 20))).toBe('apostrophe-grouped');
  });

  test('takes plain numbers as plain where they are 80%', () => {
    expect(findNumberFormat(['980', '1,250'], Uint32Array.of(80, 20))).toBe('plain');
    expect(findNumberFormat(['980', '1,250'], Uint32Array.of(79, 20))).toBe('comma-grouped');
  });

  test('finds nothing in text, blanks and no rows', () => {
    expect(formatOf(['Google', '12 Main St'])).toBeNull();
    expect(formatOf(['', ' '])).toBeNull();
    expect(formatOf([])).toBeNull();
  });
});

describe('isThousandsAmbiguous', () => {
  test.each([[['1.200', '3.500']], [['1.200 €', '980 €']], [['1.200', 'n/a', '5', '900', '100']]])(
    'holds for %j',
    (cells) => expect(isAmbiguous(cells)).toBe(true),
  );

  test.each([
    [['1.200', '2.5']],
    [['1.200', '0.125']],
    // One of ten shows that the points are decimals.
    [[...Array.from({ length: 9 }, (_, i) => `${i + 1}.200`), '2.5']],
    [['1200', '3500']],
    [['1,200', '3,500']],
    [['1.234,50', '1.200']],
    [['1.200', 'n/a']],
    [[]],
  ])('does not hold for %j', (cells) => expect(isAmbiguous(cells)).toBe(false));
});

describe('short numbers', () => {
  test.each<[NumberFormat, string, number]>([
    ['short-point', '1.2k', 1200],
    ['short-point', '1.1K', 1100],
    ['short-point', '€3.0M', 3_000_000],
    ['short-point', '€1.2k', 1200],
    ['short-point', '1.5B', 1_500_000_000],
    ['short-point', '$2.5bn', 2_500_000_000],
    ['short-point', '850', 850],
    ['short-point', '1,200', 1200],
    ['short-point', '-1.2k', -1200],
    ['short-point', '(1.2k)', -1200],
    ['short-point', '3 thousand', 3000],
    ['short-point', '2.5 million', 2_500_000],
    ['short-point', '1.2k €', 1200],
    ['short-point', '1.5 crore', 15_000_000],
    ['short-comma', '2,5 Mio', 2_500_000],
    ['short-comma', '2,5 Mio. €', 2_500_000],
    ['short-comma', '2,5 Mrd.', 2_500_000_000],
    ['short-comma', '250 Tsd.', 250_000],
    ['short-comma', '250 TEUR', 250_000],
    ['short-comma', '250 T€', 250_000],
    ['short-comma', '2,5 Mio. kr.', 2_500_000],
    ['short-comma', '250 tys. zł', 250_000],
    ['short-comma', '12 тыс. руб.', 12_000],
    ['short-comma', '1,5 млн р.', 1_500_000],
    ['short-comma', '3 bin TL', 3000],
    ['short-point', '1.5 Mio. Fr.', 1_500_000],
    ['short-point', 'Rs. 5 lakh', 500_000],
    ['short-point', '3万円', 30_000],
    ['short-point', '2,500千円', 2_500_000],
    ['short-point', '120万元', 1_200_000],
    ['short-point', '1.5亿元', 150_000_000],
    ['short-comma', '250 tausend', 250_000],
    ['short-comma', '3,5 k€', 3500],
    ['short-comma', '3 mille', 3000],
    ['short-comma', '1,5 millions', 1_500_000],
    ['short-comma', '3 mil', 3000],
    ['short-comma', 'R$ 2,5 milhões', 2_500_000],
    ['short-comma', '2 millones', 2_000_000],
    ['short-comma', '3 mila', 3000],
    ['short-comma', '2 milioni', 2_000_000],
    ['short-comma', '4 duizend', 4000],
    ['short-comma', '1,5 mln', 1_500_000],
    ['short-comma', '12 tys.', 12_000],
    ['short-comma', '12 tkr', 12_000],
    ['short-comma', '1,5 mkr', 1_500_000],
    ['short-comma', '5 tusind', 5000],
    ['short-comma', '2 mia.', 2_000_000_000],
    ['short-comma', '7 bin', 7000],
    ['short-comma', '1,5 milyon', 1_500_000],
    ['short-comma', '12 тыс.', 12_000],
    ['short-comma', '1,5 млн', 1_500_000],
    ['short-point', '3万', 30_000],
    ['short-point', '2億', 200_000_000],
    ['short-point', '2亿', 200_000_000],
  ])('as %s %s is %d', (format, cell, number) => {
    expect(readNumber(cell, format)).toBe(number);
  });

  test.each<[NumberFormat, string]>([
    ['short-point', '2,5 Mio'],
    ['short-comma', '1.2k'],
    ['short-point', '$3 mil'],
    ['short-comma', '$3 mil'],
    ['short-point', '12kg'],
    ['short-point', '5G'],
    ['short-point', '3T'],
    ['short-point', '12 k k'],
    ['short-point', 'k'],
    ['short-point', 'M3'],
    ['short-point', '10-20k'],
    ['short-point', '1.2k%'],
    ['plain', '1.2k'],
    ['comma-grouped', '1.2k'],
  ])('as %s %s is none', (format, cell) => {
    expect(readNumber(cell, format)).toBeNull();
  });

  test.each<[NumberFormat, string[]]>([
    ['short-point', ['€1.4k', '€4.7k', '€3.0M', '850']],
    ['short-point', ['1.2k', '2.5k']],
    ['short-point', ['12k', '850', '40']],
    ['short-point', ['12k', '3M']],
    ['short-point', ['$5M', '$12M']],
    ['short-point', ['$5m', '$12m']],
    ['short-point', ['5 million', '2 million']],
    ['short-comma', ['2,5 Mio', '1,2 Mio', '900.000']],
    ['short-comma', ['250 TEUR', '1,5 Mio. EUR']],
    ['short-comma', ['12 тыс.', '1,5 млн']],
    ['short-comma', ['12 тыс. руб.', '1,5 млн руб.']],
    ['short-point', ['3万円', '120万円']],
  ])('%s is found in %j', (format, cells) => {
    expect(formatOf(cells)).toBe(format);
  });

  test.each([
    ['models', ['12k', '4k', '8k']],
    ['models with a word', ['12k Pro', '4k Plus', '12k']],
    ['resolutions', ['4K', '8K', '1080p', '720p']],
    ['months', ['12m', '24m', '36m']],
    ['metres', ['1.5m', '2.5m']],
    ['sizes of memory', ['64GB', '128GB']],
    ['weights', ['12kg', '3kg']],
    ['standards', ['3G', '4G', '5G']],
    ['ranges', ['1k-5k', '5k-10k']],
    ['mostly texts', ['1.2k', 'unknown', 'none']],
  ])('none is found in %s', (_, cells) => {
    expect(formatOf(cells)).toBeNull();
  });

  test('columns that are read today are read as before', () => {
    expect(formatOf(['1', '2', '3', '4', '1.2k'])).toBe('plain');
    expect(formatOf(['1,200', '2,500', '3,100', '4,800', '1.2k'])).toBe('comma-grouped');
  });
});
