import { expect, test } from 'vitest';
import { testColumn } from '#frontend/analysis/finder/find-columns.ts';

const countsOf = (leads: readonly number[], conversions: readonly number[]) =>
  leads.map((count, at) => ({ leads: count, conversions: conversions[at] ?? 0 }));

// Worked examples of the definition ("p of a column"); the last two by Python: moments as fractions, tail by mpmath.
test.each([
  [[200, 150, 100, 50], [60, 30, 15, 20], 16, 0.00110361],
  [[400, 60, 30, 10], [8, 4, 0, 1], 7.450113, 0.0876395],
  [[3, 2], [1, 1], 0.138889, 0.80167486],
  [Array<number>(20).fill(30), Array.from({ length: 20 }, (_, at) => at % 4), 17.54386, 0.55938776],
])('leads %j with conversions %j: chi-square %d, p %d', (leads, conversions, chiSquare, p) => {
  const found = testColumn(countsOf(leads, conversions));
  expect(found.chiSquare).toBeCloseTo(chiSquare, 6);
  expect(found.pValue).toBeCloseTo(p, 8);
});

test('p is near the share of shuffled files with a larger chi-square, also where conversions are rare', () => {
  // 1,000,000 shuffles, in the worked examples: 0.001135 and 0.06909.
  expect(testColumn(countsOf([200, 150, 100, 50], [60, 30, 15, 20])).pValue / 0.001135).toBeCloseTo(1, 1);
  expect(Math.abs(testColumn(countsOf([400, 60, 30, 10], [8, 4, 0, 1])).pValue - 0.06909)).toBeLessThan(0.02);
});

test('values without leads do not count', () => {
  const counts = countsOf([200, 150, 100, 50], [60, 30, 15, 20]);
  expect(testColumn([...counts, { leads: 0, conversions: 0 }])).toEqual(testColumn(counts));
});

test.each([
  ['no values', [], []],
  ['one value', [100], [10]],
  ['no conversions', [50, 50], [0, 0]],
  ['only conversions', [50, 50], [50, 50]],
  ['three leads', [2, 1], [1, 1]],
  ['a lead for each value', Array<number>(8).fill(1), [1, 1, 1, 0, 0, 0, 0, 0]],
])('p is 1 with %s', (_, leads, conversions) => {
  expect(testColumn(countsOf(leads, conversions)).pValue).toBe(1);
});
