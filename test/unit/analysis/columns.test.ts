import { describe, expect, test } from 'vitest';
import { isMostlyUnique, looksLikeIds, parseNumber, summariseNumeric } from '#frontend/analysis/columns.ts';

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
    'NaN',
    'Infinity',
    '-Infinity',
    '1e999',
    '.',
    '1 2',
    '1_000',
    '5%',
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
  const hundred = (cell: (index: number) => string) => Array.from({ length: 100 }, (_, index) => cell(index));

  test.each([
    ['texts of their own', hundred((i) => `L-${i}`)],
    ['whole numbers, none repeated', hundred((i) => `${1001 + i}`)],
    ['51 texts in 100 cells', hundred((i) => `place ${Math.min(i, 50)}`)],
    ['the same among blanks', [...hundred((i) => `L-${i}`), ...hundred(() => '')]],
  ])('%s', (_, cells) => expect(looksLikeIds(cells)).toBe(true));

  test.each([
    ['texts shared by two cells on average', hundred((i) => `place ${i % 50}`)],
    ['prices', hundred((i) => `${i}.95`)],
    ['whole numbers, one repeated', hundred((i) => `${Math.min(i, 98)}`)],
    ['20 texts', hundred((i) => `L-${i}`).slice(0, 20)],
    ['blanks', hundred(() => '')],
  ])('not %s', (_, cells) => expect(looksLikeIds(cells)).toBe(false));
});
