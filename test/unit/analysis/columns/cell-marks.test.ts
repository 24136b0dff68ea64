import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCellChanges } from '#frontend/analysis/columns/cell-marks.ts';

/** The values of the cells of a column, in their order. */
function valuesOf(cells: readonly string[]): readonly string[] {
  const categories = [...new Set(cells)];
  const leads = Uint32Array.from(categories, (text) => cells.filter((cell) => cell === text).length);
  const values = findCellChanges(categories, leads)?.values;
  return cells.map((cell) => values?.get(cell) ?? cell);
}

const times = (count: number, ...cells: string[]): string[] =>
  Array.from({ length: count }, () => cells).flat();

describe('text marks of spreadsheets', () => {
  test.each([
    ['an apostrophe before each cell', ["'02138", "'10001"], ['02138', '10001']],
    ['before texts', ["'Won", "'Lost"], ['Won', 'Lost']],
    ['before phone numbers', ["'+4915123000000", "'0049151"], ['+4915123000000', '0049151']],
    ['beside blanks', ["'02138", '', "'10001"], ['02138', '', '10001']],
    ['a formula of a text', ['="02138"', '="10001"'], ['02138', '10001']],
    ['a formula with quotes in its text', ['="say ""hi"""', '="x"'], ['say "hi"', 'x']],
    ['a formula of nothing', ['=""', '="x"'], ['', 'x']],
    ['both marks', ["'02138", '="10001"'], ['02138', '10001']],
    ['an apostrophe before a space', ["' 02138", "'1"], ['02138', '1']],
  ])('come off: %s', (_, cells, values) => {
    expect(valuesOf(cells)).toEqual(values);
  });

  test('come off where all but a tenth of the cells have them', () => {
    const cells = [...times(9, "'02138"), '10001'];
    expect(valuesOf(cells)).toEqual([...times(9, '02138'), '10001']);
    expect(valuesOf([...cells, '10001'])).toEqual([...cells, '10001']);
  });

  test.each([
    ['one name that begins with an apostrophe', ["'s-Hertogenbosch", 'Amsterdam', 'Breda']],
    ['a column of such names', ["'s-Hertogenbosch", "'t Harde", "'s-Gravenhage"]],
    ['an apostrophe inside', ["O'Neil", "D'Angelo"]],
    ['an apostrophe at the end', ["James'", "Ross'"]],
    ['a quotation', ["'Ads'", "'Search'"]],
    ['a lone apostrophe', ["'", "'"]],
    ['heights', ['5\'11"', '6\'2"']],
    ['other formulas', ['=A1', '=SUM(B2:B3)']],
    ['an equals sign inside', ['a="b"', 'c="d"']],
    ['texts between equals signs', ['=== Google', '=== Bing']],
    ['a formula of two texts', ['="a"&"b"', '="c"&"d"']],
  ])('stay: %s', (_, cells) => {
    expect(valuesOf(cells)).toEqual(cells);
  });
});

describe('invisible characters', () => {
  test.each([
    ['before a value', '\u200bWon', 'Won'],
    ['after it', 'Won\u200b', 'Won'],
    ['inside it', 'W\u200bon', 'Won'],
    ['a soft hyphen', 'co\u00adoperate', 'cooperate'],
    ['a word joiner', 'Won\u2060', 'Won'],
    ['a byte order mark inside', 'Google\ufeffAds', 'GoogleAds'],
    ['marks of direction', '\u200e+49 151\u200f', '+49 151'],
    ['embedded directions', '\u202aWon\u202c', 'Won'],
    ['isolated directions', '\u2068Won\u2069', 'Won'],
    ['a joiner beside a Latin letter', 'Won\u200d', 'Won'],
    ['a no-break space inside', 'New\u00a0York', 'New York'],
    ['a narrow one', '1\u202f200', '1 200'],
    ['a space behind a zero-width one', 'Won \u200b', 'Won'],
    ['nothing else', '\u200b', ''],
  ])('do not count: %s', (_, cell, value) => {
    expect(valuesOf([cell, 'x'])).toEqual([value, 'x']);
  });

  test.each([
    ['emoji that are joined', '👨\u200d👩\u200d👧'],
    ['a coloured emoji', '❤\ufe0f'],
    ['a Persian word', 'می\u200cخواهم'],
    ['a wide space', '東京\u3000都'],
    ['accents', 'Zoe\u0308'],
    ['two spaces', 'a  b'],
    ['a tab inside', 'a\tb'],
    ['a dash', 'a–b'],
  ])('leave alone: %s', (_, cell) => {
    expect(valuesOf([cell, 'x'])).toEqual([cell, 'x']);
  });
});

describe('footnote marks', () => {
  test.each([
    ['an asterisk', ['12*', '12', '14'], ['12', '12', '14']],
    ['two', ['12**', '12', '14'], ['12', '12', '14']],
    ['behind a space', ['12 *', '12', '14'], ['12', '12', '14']],
    ['a dagger', ['1,374†', '1,200', '14'], ['1,374', '1,200', '14']],
    ['a raised figure', ['12¹', '12', '14'], ['12', '12', '14']],
    ['in brackets', ['12 (*)', '12', '14'], ['12', '12', '14']],
    ['behind money', ['€12*', '€12', '€14'], ['€12', '€12', '€14']],
    ['behind a percentage', ['12 %*', '12 %', '14 %'], ['12 %', '12 %', '14 %']],
    ['at half of the cells', ['12*', '13*', '12', '14'], ['12', '13', '12', '14']],
  ])('do not count: %s', (_, cells, values) => {
    expect(valuesOf(cells)).toEqual(values);
  });

  test.each([
    ['stars of hotels', ['3*', '4*', '5*']],
    ['most numbers have one', ['3*', '4*', '5']],
    ['texts', ['Ads*', 'Search', 'Email']],
    ['texts with a number', ['Plan 12*', '12', '14']],
    ['numbers among texts', ['12*', 'Ads', 'Search', 'Email']],
    ['masked numbers', ['+49151****', '12', '14']],
    ['an area', ['12 m²', '12', '14']],
    ['a mark before the number', ['*12', '12', '14']],
    ['a plus', ['500+', '12', '14']],
    ['four asterisks', ['12****', '12', '14']],
    ['two kinds of marks', ['12*†', '12', '14']],
    ['spaces before other words', [`Tel 0171 1234567${' '.repeat(1500)}gehört é`, '12', '14']],
  ])('stay: %s', (_, cells) => {
    expect(valuesOf(cells)).toEqual(cells);
  });

  test('are those that one pattern of the whole cell finds', () => {
    const whole =
      /^([+\-−]?\s*(?:\p{Sc}|[A-Z]{3})?\s*\d+(?:[.,'’\s]\d+)*\s*(?:%|\p{Sc}|[A-Z]{3})?)(?<!\s)\s*(?:\*{1,3}|[†‡§¹²³]{1,2}|\(\*\))$/u;
    const pieces = '1,23,0,9,*,†,²,(*),(,), ,  ,\u3000,€,EUR,%,.,-,’,a,é'.split(',');
    const ends = '*,**,***,†,¹²,(*), *,\u3000‡, é,é,'.split(',');
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces, ','), { maxLength: 5 }),
        fc.constantFrom(...ends),
        (parts, end) => {
          const cell = parts.join('') + end;
          const number = whole.exec(cell)?.[1];
          if (number !== undefined) found++;
          expect([cell, ...valuesOf([cell, '77*', '78', '79'])]).toEqual([
            cell,
            number ?? cell,
            '77',
            '78',
            '79',
          ]);
        },
      ),
      { numRuns: 5000 },
    );
    expect(found).toBeGreaterThan(100);
  });
});

test('what is taken off is counted by leads, with the first cell', () => {
  const cells = [...times(3, "'02138"), "'1\u200b0001"];
  const categories = [...new Set(cells)];
  expect(findCellChanges(categories, Uint32Array.of(3, 1))?.found).toEqual([
    { mark: 'invisible', leads: 1, cell: "'1\u200b0001", value: "'10001" },
    { mark: 'text', leads: 4, cell: "'02138", value: '02138' },
  ]);
  expect(findCellChanges(['Won', 'Lost', ''], Uint32Array.of(1, 1, 1))).toBeNull();
});
