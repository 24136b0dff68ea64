import { expect, test } from 'vitest';
import { chooseBasis } from '#frontend/analysis/measure/choose-basis.ts';

/** Amounts around 100, of the second half `more` higher. */
const deals = (count: number, more: number) =>
  Float64Array.from({ length: count }, (_, deal) => 90 + (deal % 5) * 5 + (deal < count / 2 ? 0 : more));
const halves = (count: number) => Uint8Array.from({ length: count }, (_, deal) => Number(deal >= count / 2));
const mixed = (count: number) => Uint8Array.from({ length: count }, (_, deal) => deal % 2);

test('by value where deals differ between the values of one attribute', () => {
  expect(chooseBasis(deals(60, 50), [halves(60)])).toBe('value');
  expect(chooseBasis(deals(60, 50), [mixed(60), halves(60)])).toBe('value');
});

test('by conversions where deals are about as large everywhere, and without attributes', () => {
  expect(chooseBasis(deals(60, 0), [halves(60)])).toBe('conversions');
  expect(chooseBasis(deals(60, 50), [mixed(60)])).toBe('conversions');
  expect(chooseBasis(deals(60, 50), [])).toBe('conversions');
});

test('30 deals can tell, 29 cannot', () => {
  expect(chooseBasis(deals(30, 50), [halves(30)])).toBe('value');
  expect(chooseBasis(deals(29, 50), [halves(29)])).toBe('conversions');
});

test('each attribute has a try, so more attributes ask for clearer differences', () => {
  // Means 100 and 104 of 30 each with a standard deviation of 7.2: t = 2.15, p = 0.036.
  const numbers = deals(60, 4);
  expect(chooseBasis(numbers, [halves(60)])).toBe('value');
  expect(chooseBasis(numbers, [halves(60), mixed(60)])).toBe('conversions');
});

test('one large deal is cut', () => {
  const numbers = deals(60, 0);
  numbers[59] = 1e9;
  expect(chooseBasis(numbers, [Uint8Array.from(numbers, (_, deal) => Number(deal === 59))])).toBe(
    'conversions',
  );
});
