import { expect, test } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { ConditionKind } from '#contract/platforms.ts';
import { guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import {
  FORM_LOOK_UPS,
  listUploadGaps,
  sortFieldsForRules,
  takeAsCondition,
} from '#frontend/analysis/platforms/ways-to-apply.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

test('each kind of attribute is a condition or not, and seen by a form or not, each with a reason', () => {
  expect(takeAsCondition('device')).toEqual({
    isOpen: true,
    reason: 'Google, Meta and Microsoft take it as a condition.',
  });
  expect(takeAsCondition('age').reason).toBe('Only Meta takes it as a condition.');
  expect(takeAsCondition('none')).toEqual({
    isOpen: false,
    reason: 'No platform takes such an attribute as a condition.',
  });
  expect(FORM_LOOK_UPS.device.reason).toBe('The page knows the device.');
  expect(FORM_LOOK_UPS.audience.isOpen).toBe(false);
});

/** Desktops convert at 30%, mobiles at 10%, states and sources all alike. */
const CELLS: Cell[] = [
  [['CA', 'Mobile', 'Ads'], 1000, 100],
  [['CA', 'Desktop', 'Mail'], 1000, 300],
  [['TX', 'Mobile', 'Mail'], 1000, 100],
  [['TX', 'Desktop', 'Ads'], 1000, 300],
];
const ANALYSIS = analyse(tallyOfCells(['State', 'Device', 'Source'], CELLS), {
  conversionValue: 100,
  thresholdPercent: 10,
});
const sort = (...kinds: ConditionKind[]) => sortFieldsForRules(ANALYSIS, { kinds, includesTests: false });

test('an attribute fits a rule if a platform takes it and one of its values is labelled Use', () => {
  expect(sort('location', 'device', 'none')).toEqual({
    fitting: ['Device'],
    unclear: ['State'],
    closed: ['Source'],
  });
});

test('an attribute is closed to rules if no platform knows any of its values', () => {
  expect(sort('none', 'gender', 'device').closed).toEqual(['State', 'Device', 'Source']);
});

test('a value labelled Test fits a rule only where such rules are entered too', () => {
  const significantSegments = ANALYSIS.significantSegments.map((segment) => ({
    ...segment,
    label: 'Test' as const,
  }));
  const kinds = ['location', 'device', 'none'] as const;
  const analysis = { ...ANALYSIS, significantSegments };
  expect(sortFieldsForRules(analysis, { kinds, includesTests: false }).unclear).toEqual(['State', 'Device']);
  expect(sortFieldsForRules(analysis, { kinds, includesTests: true }).fitting).toEqual(['Device']);
});

test('uploads lack a column that names the click or the person, or the time, if no header names one', () => {
  const columns = (cells: Record<string, string>) =>
    guessFields(Object.entries(cells).map(([header, cell]) => ({ header, samples: [cell] })));
  expect(listUploadGaps(columns({ Status: 'Won', Source: 'Ads' }))).toEqual(['identifier', 'time']);
  expect(listUploadGaps(columns({ 'Work Email': 'ann@example.com' }))).toEqual(['time']);
  expect(listUploadGaps(columns({ 'Created At': '2026-01-15' }))).toEqual(['identifier']);
  expect(listUploadGaps(columns({ gclid: 'Cj0KCQ', 'Created At': '2026-01-15' }))).toEqual([]);
});
