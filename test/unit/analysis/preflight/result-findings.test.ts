import { expect, test } from 'vitest';
import {
  findOutcomeValues,
  findOpenStatuses,
  weighOpenStatuses,
} from '#frontend/analysis/preflight/result-findings.ts';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

const find = (...cells: Cell[]) => findOutcomeValues(measure(tallyOfCells(['Stage'], cells)));

test.each([
  [29, []],
  [30, [{ field: 0, value: 'none', leads: 30, conversions: 0 }]],
])('%i leads without a conversion, of 50% in all', (leads, found) => {
  expect(find([['none'], leads, 0], [['others'], 1000, 515])).toEqual(found);
});

test.each([
  [29, []],
  [30, [{ field: 0, value: 'all', leads: 30, conversions: 30 }]],
])('%i leads that all converted, of about half in all', (leads, found) => {
  expect(find([['all'], leads, leads], [['others'], 1000, 485])).toEqual(found);
});

test('a value without conversions is ordinary where few leads convert', () => {
  // 100 of 1,000: 0.9^43 = 1.08%, 0.9^44 = 0.97%.
  expect(find([['none'], 43, 0], [['others'], 957, 100])).toEqual([]);
  expect(find([['none'], 44, 0], [['others'], 956, 100])).toHaveLength(1);
});

test('one value per attribute is named, that with the most leads', () => {
  const found = find([['a'], 40, 0], [['b'], 60, 0], [['c'], 50, 50], [['d'], 200, 100]);
  expect(found.map(({ value }) => value)).toEqual(['b']);
});

test('without leads, and where all or none converted, nothing is found', () => {
  expect(find([['a'], 50, 0])).toEqual([]);
  expect(find([['a'], 50, 50])).toEqual([]);
});

test('open statuses are weighed with the rate without them', () => {
  expect(weighOpenStatuses([{ value: 'New', leads: 711 }], { leads: 4200, conversions: 501 })).toEqual({
    statuses: ['New'],
    leads: 711,
    without: { leads: 3489, conversions: 501 },
  });
});

test.each([
  [9, false],
  [10, true],
])('%i of 1,000 leads are worth a question: %s', (leads, isAsked) => {
  const found = weighOpenStatuses([{ value: 'New', leads }], { leads: 1000, conversions: 100 });
  expect(found !== null).toBe(isAsked);
});

test('open statuses stay where all other leads converted', () => {
  expect(weighOpenStatuses([{ value: 'New', leads: 900 }], { leads: 1000, conversions: 100 })).toBeNull();
  expect(weighOpenStatuses([{ value: 'New', leads: 899 }], { leads: 1000, conversions: 100 })).not.toBeNull();
});

test('stored figures tell their open statuses by the leads of each', () => {
  const counts = { totalLeads: 1000, totalConversions: 200 };
  const otherStatuses = [
    { value: 'Lost', leads: 490 },
    { value: 'Open - Not Contacted', leads: 10 },
    { value: 'New', leads: 300 },
  ];
  expect(findOpenStatuses({ ...counts, otherStatuses })).toEqual({
    statuses: ['New', 'Open - Not Contacted'],
    leads: 310,
    without: { leads: 690, conversions: 200 },
  });
  expect(findOpenStatuses({ ...counts, otherStatuses: otherStatuses.slice(0, 1) })).toBeNull();
  expect(findOpenStatuses(counts)).toBeNull();
});
