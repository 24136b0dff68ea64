import { expect, test } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { pickedValues } from '#frontend/features/calculator/lead-value.tsx';
import { tallyOfCells } from '#test/support/analysis-builders.ts';

const analysis = analyse(tallyOfCells(['Source', 'Device'], [[['Google', 'Mobile'], 20, 4]]), {
  conversionValue: 100,
  thresholdPercent: 10,
});

test('values are picked once every attribute has one', () => {
  expect(pickedValues(analysis, {})).toBeNull();
  expect(pickedValues(analysis, { 1: 'Mobile' })).toBeNull();
  expect(pickedValues(analysis, { 1: 'Mobile', 0: 'Google' })).toEqual(['Google', 'Mobile']);
});

test('a value that the attribute does not have is not picked', () => {
  expect(pickedValues(analysis, { 0: 'Google', 1: 'Google' })).toBeNull();
});
