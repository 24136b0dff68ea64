import { EQUAL_WEIGHTS } from '#frontend/analysis/measure/spreads.ts';
import { expect, test } from 'vitest';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { findLimit, hasManyDuplicates } from '#frontend/analysis/judge/label-limits.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

// 150 of 500 leads of 'ads' and 50 of 500 of 'web' convert: chi-square 62.5.
const measured = measure(
  tallyOfCells(
    ['Source', 'Score'],
    [
      [['ads', 'low'], 250, 100],
      [['ads', 'high'], 250, 50],
      [['web', 'low'], 250, 40],
      [['web', 'high'], 250, 10],
    ],
  ),
);
const NO_OTHERS = {
  conversions: new Float64Array(),
  value: null,
  priors: { conversions: EQUAL_WEIGHTS, value: null },
};

test.each([
  [100, 2000, false],
  [101, 2000, true],
  [0, 0, false],
])('%i of %i leads are too many duplicates: %s', (duplicates, leads, isTooMany) => {
  expect(hasManyDuplicates(duplicates, leads)).toBe(isTooMany);
});

test('ranges that the outcome chose make Use of their attribute Test, and change no figure', () => {
  const limits = { splitFields: [1], hasManyDuplicates: false };
  const plain = judge(measured, SETTINGS);
  const limited = judge(widenDiscoveries(measured, { ...NO_OTHERS, limits }), SETTINGS);
  expect(plain.segments.map(({ label }) => label)).toEqual(['Use', 'Use', 'Use', 'Use']);
  expect(limited.segments.map(({ value, label }) => [value, label])).toEqual([
    ['ads', 'Use'],
    ['low', 'Test'],
    ['high', 'Test'],
    ['web', 'Use'],
  ]);
  expect(limited.labelCounts).toEqual({ Use: 2, Test: 2, 'No difference': 0, Unclear: 0 });
  expect(limited.segments.map((segment) => ({ ...segment, label: 'Use', limit: null }))).toEqual(
    plain.segments,
  );
});

test('duplicates make every Use Test, and leave other labels', () => {
  const limits = { splitFields: [], hasManyDuplicates: true };
  const { labelCounts, segments } = judge(widenDiscoveries(measured, { ...NO_OTHERS, limits }), SETTINGS);
  expect(labelCounts).toEqual({ Use: 0, Test: 4, 'No difference': 0, Unclear: 0 });
  expect(segments.map(({ limit }) => limit)).toEqual(Array(4).fill('duplicates'));
  const calm = judge(
    widenDiscoveries(measured, { ...NO_OTHERS, limits }),
    { ...SETTINGS, thresholdPercent: 100 }, // no lift is beyond it
  );
  expect(calm.labelCounts.Test).toBe(0);
});

test.each([
  ['few-leads', { kind: 'too-few' }],
  ['few-amounts', { kind: 'too-few-amounts' }],
  ['few-values', { kind: 'none' }],
  ['may-fade', { kind: 'may-fade', chance: 0.7 }],
  ['may-fade', { kind: 'unlikely', chance: 0.3 }],
  [null, { kind: 'likely', chance: 0.9 }],
] as const)('the limit is %s where the outlook is %o', (limit, expectation) => {
  const segment = { field: 0, position: 0, adjustedLift: 1.5, mayBeAge: false } as const;
  expect(findLimit(undefined, { ...segment, expect: () => expectation })).toBe(limit);
});
