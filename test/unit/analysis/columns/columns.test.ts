import { describe, expect, test } from 'vitest';
import {
  BLANK_LABEL,
  findUnfitValues,
  isMostlyUnique,
  looksLikeIds,
  OUT_OF_RANGE_LABEL,
  parseNumbers,
  summariseNumeric,
} from '#frontend/analysis/columns/columns.ts';
import { parseNumber } from '#frontend/analysis/columns/number-format.ts';
import { countCells } from '#test/support/analysis-builders.ts';

test('values that no cell holds have the specified names', () => {
  expect([BLANK_LABEL, OUT_OF_RANGE_LABEL]).toEqual(['(Blank)', '(Out of range)']);
});

describe('parseNumber', () => {
  test.each([
    ['12', 12],
    [' 12 ', 12],
    ['+1.5', 1.5],
    ['-.5', -0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['-1.5E-3', -0.0015],
    ['007', 7],
    ['12.25', 12.25],
    ['.25', 0.25],
    ['1e+12', 1e12],
  ])('reads %j', (cell, value) => {
    expect(parseNumber(cell)).toBe(value);
  });

  test.each([
    '',
    ' ',
    '12abc',
    '1,234',
    '$5',
    '0x1F',
    '0x15',
    '0b1',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e999',
    '.',
    '1 2',
    '1_000',
    '5%',
    'x12',
    '1e',
    '1e1x',
    'e5',
    '1..5',
    '--5',
    '1e+-5',
  ])('refuses %j', (cell) => {
    expect(parseNumber(cell)).toBeNull();
  });

  test('reads -0 as 0', () => {
    expect(Object.is(parseNumber('-0'), 0)).toBe(true);
  });
});

describe('summariseNumeric', () => {
  const counts = (...leads: number[]) => Uint32Array.from(leads);

  test('lists distinct numbers in ascending order with their leads, equal numbers together', () => {
    const summary = summariseNumeric(['10', '9', '9.0', '', '-1'], counts(4, 1, 2, 9, 5));
    expect(summary).toEqual({
      min: -1,
      max: 10,
      values: Float64Array.of(-1, 9, 10),
      leads: Uint32Array.of(5, 3, 4),
    });
  });

  test('passes at exactly 80% of the filled cells and not below', () => {
    // 28 of 35 is 80%; in floating point 0.8 x 35 is 28.000000000000004.
    expect(summariseNumeric(['1', 'n/a'], counts(28, 7))).not.toBeNull();
    expect(summariseNumeric(['1', 'n/a'], counts(27, 7))).toBeNull();
  });

  test('counts leads, not distinct texts, and no blanks', () => {
    expect(summariseNumeric(['1', 'a', 'b', 'c', '', ' '], counts(97, 1, 1, 1, 500, 500))).not.toBeNull();
    expect(summariseNumeric(['1', '2', '3', 'a'], counts(1, 1, 1, 97))).toBeNull();
  });

  test('finds nothing numeric in blanks, text or no rows', () => {
    expect(summariseNumeric(['', ' '], counts(3, 4))).toBeNull();
    expect(summariseNumeric(['NaN', 'Infinity'], counts(3, 4))).toBeNull();
    expect(summariseNumeric([], counts())).toBeNull();
  });
});

describe('isMostlyUnique', () => {
  test('holds below 2 leads per value on average', () => {
    expect(isMostlyUnique(1000, 1999)).toBe(true);
    expect(isMostlyUnique(1000, 2000)).toBe(false);
  });

  test('never holds up to 20 values', () => {
    expect(isMostlyUnique(20, 20)).toBe(false);
    expect(isMostlyUnique(21, 21)).toBe(true);
    expect(isMostlyUnique(0, 0)).toBe(false);
  });
});

describe('looksLikeIds', () => {
  const judge = (cells: readonly string[]) => {
    const { categories, leads } = countCells(cells);
    return looksLikeIds(categories, leads);
  };
  const hundred = (cell: (index: number) => string) => Array.from({ length: 100 }, (_, index) => cell(index));

  test.each([
    ['texts of their own', hundred((i) => `L-${i}`)],
    ['whole numbers, none repeated', hundred((i) => `${1001 + i}`)],
    ['51 texts in 100 cells', hundred((i) => `place ${Math.min(i, 50)}`)],
    ['whole numbers of which the 101st is none', [...hundred((i) => `${1001 + i}`), '0.5']],
    ['texts in over a fifth of the first 100 cells', hundred((i) => (i < 21 ? `L-${i}` : `${i}.5`))],
    ['the same among blanks', [...hundred((i) => `L-${i}`), ...hundred(() => '')]],
  ])('%s', (_, cells) => expect(judge(cells)).toBe(true));

  test.each([
    ['texts shared by two cells on average', hundred((i) => `place ${i % 50}`)],
    ['prices', hundred((i) => `${i}.95`)],
    ['numbers of which the 100th is not whole', [...hundred((i) => `${1001 + i}`).slice(1), '0.5']],
    ['texts in a fifth of the first 100 cells', hundred((i) => (i < 20 ? `L-${i}` : `${i}.5`))],
    ['whole numbers, one repeated', hundred((i) => `${Math.min(i, 98)}`)],
    ['20 texts', hundred((i) => `L-${i}`).slice(0, 20)],
    ['blanks', hundred(() => '')],
  ])('not %s', (_, cells) => expect(judge(cells)).toBe(false));
});

test('parseNumbers gives the number of each category, or NaN, once for a list', () => {
  const categories = ['2.50', '', 'x', '-3'];
  expect(parseNumbers(categories)).toEqual(Float64Array.of(2.5, NaN, NaN, -3));
  expect(parseNumbers(categories)).toBe(parseNumbers(categories));
});

describe('findUnfitValues', () => {
  /** The kind of a column whose two values are this one and one more of the same kind. */
  const kindOf = (value: string) => findUnfitValues([value, value], 1000);

  test.each([
    '2024-01-31',
    '2024/1/5',
    '2024.12.05',
    '31.12.2024',
    '1-2-24',
    '1/2/2024',
    '2024-01-31 10:00',
    '2024-01-31T10:00:00Z',
    '31.12.2024, 10:00',
    '20240131',
    '31-Jan-2024',
    'Jan 31, 2024',
  ])('takes %s for a date', (value) => {
    expect(kindOf(value)).toBe('dates');
  });

  test.each(["1'234,50", '12 345 67', '1.234.56', '900 XXX'])(
    'takes %s for a number that is not read',
    (value) => {
      expect(kindOf(value)).toBe('numbers');
    },
  );

  test.each(['12,5', '1.234,50', '$1,200', '12,5 %', '5%', '900 EUR', '€ -1.200,50', '1 234,5'])(
    'takes %s for a number that is read',
    (value) => {
      expect(kindOf(value)).toBeNull();
    },
  );

  test('takes numbers in two ways of writing for numbers that are not read', () => {
    expect(findUnfitValues(['1,234.50', '1.234,50'], 1000)).toBe('numbers');
  });

  test.each([
    '12.5',
    '1e3',
    'Google',
    'from 2024-01-31',
    '2024-01-31x',
    '2024-01',
    '1-2-3',
    '12345-01-01',
    '2024-001-01',
    '2024-01-001',
    '123-1-24',
    '1-123-24',
    '1-1-20245',
    'Q1 12,5',
    '12,5 units',
    '900 EURO',
    '900 eur',
    '900 EU',
    'euro 900',
    'XEUR 900',
    '12,',
    ',5',
    '1,,5',
    '$',
    '$5 %$',
  ])('takes %s for neither', (value) => {
    expect(kindOf(value)).toBeNull();
  });

  test('needs 80% of the values to be alike, and two values', () => {
    const dates = ['1.1.2024', '1.2.2024', '1.3.2024', '1.4.2024'];
    expect(findUnfitValues([...dates, 'unknown'], 1000)).toBe('dates');
    expect(findUnfitValues([...dates, 'unknown', 'none'], 1000)).toBeNull();
    expect(findUnfitValues(['1.1.2024'], 1000)).toBeNull();
    expect(findUnfitValues([], 0)).toBeNull();
  });

  test('counts blanks as no value', () => {
    expect(findUnfitValues(['(Blank)', '12 05', '13 05'], 1000)).toBe('numbers');
    expect(findUnfitValues(['(Blank)', '12 05'], 1000)).toBeNull();
    const names = Array.from({ length: 20 }, (_, index) => `name ${index}`);
    expect(findUnfitValues([...names, '(Blank)'], 21)).toBeNull();
    expect(findUnfitValues([...names, 'one more'], 21)).toBe('mostly-unique');
  });

  test('looks at up to 1,000 values, evenly spread', () => {
    // Of 2,500 values, every third is seen.
    const values = Array.from({ length: 2500 }, (_, index) => (index % 3 === 0 ? '1.1.2024' : 'x'));
    expect(findUnfitValues(values, 1e6)).toBe('dates');
    expect(findUnfitValues(['x', ...values], 1e6)).toBeNull();
    // Of 1,000, all.
    expect(findUnfitValues([...values.slice(0, 999), 'x'], 1e6)).toBeNull();
  });
});
