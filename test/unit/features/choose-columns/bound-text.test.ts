import { describe, expect, test } from 'vitest';
import { explainBound, isUnfinished, readTyped, writeBound } from '#frontend/features/wizard/typed-number.ts';

test.each(['', '   ', '5', '-0.25', '1.', '.5', '+3', '1e3', ' 12 '])('%j is valid', (text) => {
  expect(explainBound(text)).toBeNull();
});

test.each([
  ['1,5', '1.5'],
  ['-0,25', '-0.25'],
  ['1.234,5', '1234.5'],
  ['1,234.5', '1234.5'],
  ['1,234,567', '1234567'],
  ['1 234,5', '1234.5'],
  ["1'234.5", '1234.5'],
  ['1,234', '1.234 or 1234'],
])('%j is explained with what it may stand for: %s', (text, reading) => {
  expect(explainBound(text)).toBe(`Write it with a point and no separators: ${reading}`);
});

test.each(['abc', '$5', '5%', '∞', '0x1F', 'NaN', 'Infinity', '1e999', '1-2', ',', '1,2.3,4'])(
  '%j is not a number',
  (text) => {
    expect(explainBound(text)).toBe('Not a number');
  },
);

describe('with a decimal comma', () => {
  test.each([
    ['1,5', 1.5],
    ['-0,25', -0.25],
    ['1.234,5', 1234.5],
    ['1.200', 1200],
    ['2.5', 2.5],
    ['0.125', 0.125],
    ['1 234,5', 1234.5],
    ['1e3', 1000],
    [' 7 ', 7],
  ])('%j is %d', (text, number) => {
    expect(readTyped(text, ',')).toBe(number);
    expect(explainBound(text, ',')).toBeNull();
  });

  test.each([
    ['1,234.5', '1234,5'],
    ["1'234,5", '1234,5'],
  ])('%j is explained with what it may stand for: %s', (text, reading) => {
    expect(explainBound(text, ',')).toBe(`Write it with a comma and no separators: ${reading}`);
  });

  test.each(['5 €', '5%', 'abc', '1,2,3'])('%j is no number', (text) => {
    expect(readTyped(text, ',')).toBeNull();
  });

  test.each(['', '-', '1,', '1.', '1.234,'])('%j can become a number', (text) => {
    expect(isUnfinished(text, ',')).toBe(true);
  });

  test.each([1.5, -0.25, 1234.5678, 1e300, 0])('%d is written so that it is read again', (number) => {
    expect(readTyped(writeBound(number, ','), ',')).toBe(number);
    expect(readTyped(writeBound(number, '.'), '.')).toBe(number);
  });
});

test.each(['', '-', '+', '.', '-.', '1.', '1e', '1.5e-'])('%j can become a number', (text) => {
  expect(isUnfinished(text)).toBe(true);
});

test.each(['1,5', 'a', '--', '1..', 'e5', '1e5.'])('%j cannot become one', (text) => {
  expect(isUnfinished(text)).toBe(false);
});
