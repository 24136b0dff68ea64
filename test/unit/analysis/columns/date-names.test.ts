import { expect, test } from 'vitest';
import { nameDates, type DateFormat, type DatePreset } from '#frontend/analysis/columns/dates.ts';
import { countNames, foldValues } from '#frontend/analysis/counts/fold-values.ts';
import { listValues } from '#frontend/analysis/counts/mapping.ts';
import { compareNames, sortNames, sortRows } from '#frontend/analysis/columns/order.ts';

test.each<[DatePreset, string, string | null]>([
  ['month', '2026-03-01', '2026-03'],
  ['quarter', '2026-03-31', '2026 Q1'],
  ['quarter', '2026-04-01', '2026 Q2'],
  ['quarter', '2026-12-31', '2026 Q4'],
  ['weekday', '2026-03-01', 'Sunday'],
  ['weekday', '2026-03-02', 'Monday'],
  ['weekday', '2026-03-07T23:59:00-11:00', 'Saturday'],
  ['hour', '2026-03-01 09:59', '09:00-09:59'],
  ['hour', '2026-03-01 00:00', '00:00-00:59'],
  ['hour', '2026-03-01', null],
  ['month', '20260301', '2026-03'],
  ['month', '2026-03', '2026-03'],
  ['quarter', '2026-03', '2026 Q1'],
  // The first of the month is no day that the cell names.
  ['weekday', '2026-03', null],
  ['hour', '2026-03', null],
  ['month', 'soon', null],
  ['month', '', null],
])('%s of %s', (preset, cell, expected) =>
  expect(nameDates([cell], { preset, format: 'iso', year: 2026 })[0]).toBe(expected),
);

test.each<[DateFormat, string, [month: string, weekday: string, hour: string | null]]>([
  ['named-month', 'Feb 13, 2026 9:05 PM', ['2026-02', 'Friday', '21:00-21:59']],
  ['named-month', '07-Apr-2015', ['2015-04', 'Tuesday', null]],
  ['excel-serial', '46066.4', ['2026-02', 'Friday', '09:00-09:59']],
  ['epoch-seconds', '1770977700', ['2026-02', 'Friday', '10:00-10:59']],
  ['epoch-milliseconds', '1770977700000', ['2026-02', 'Friday', '10:00-10:59']],
  ['day-first', '01.02.69', ['1969-02', 'Saturday', null]],
])('%s: %s', (format, cell, expected) => {
  const presets = ['month', 'weekday', 'hour'] as const;
  expect(presets.map((preset) => nameDates([cell], { preset, format, year: 2026 })[0])).toEqual(expected);
});

const CELLS = ['2026-03-02', '2026-03-04', 'soon', '', '2026-03-09', '2026-03-01'];
const WEEKDAY = { preset: 'weekday', format: 'iso', year: 2026 } as const;

test('dates become values in their natural order; other text and blanks stay as they are', () => {
  const plan = { ranges: null, dates: WEEKDAY, mapping: new Map([['Sunday', 'Weekend']]) };
  const { names, codeOf } = foldValues(CELLS, plan);
  expect(names).toEqual(['Monday', 'Wednesday', 'Weekend', 'soon', '(Blank)']);
  expect([...codeOf]).toEqual([0, 1, 3, 4, 0, 2]);
  expect(foldValues(CELLS, plan).names).toEqual(names);
  expect(countNames(CELLS, plan)).toBe(names.length);
  expect(foldValues(CELLS, { ...plan, dates: { ...WEEKDAY, preset: 'month' } }).names).toEqual([
    '2026-03',
    'soon',
    '(Blank)',
  ]);
  expect(
    foldValues(CELLS, { ...plan, dates: { ...WEEKDAY, preset: 'month', format: 'day-first' } }).names,
  ).toHaveLength(6);
});

test('dates are listed with the leads of all their cells', () => {
  const listed = listValues(CELLS, Uint32Array.of(1, 2, 3, 4, 5, 6), { ranges: null, dates: WEEKDAY });
  expect(listed.map(({ value, leads }) => [value, leads])).toEqual([
    ['Monday', 6],
    ['Sunday', 6],
    ['soon', 3],
    ['Wednesday', 2],
    ['(Blank)', 4],
  ]);
});

test('weekdays stand together in their order wherever names are sorted', () => {
  const names = ['Sunday', 'Google', '(Blank)', 'Zebra', 'Friday', 'Tuesday', 'Monday', 'Apple', 'Nope'];
  const expected = ['Apple', 'Google', 'Monday', 'Tuesday', 'Friday', 'Sunday', 'Nope', 'Zebra', '(Blank)'];
  expect(sortNames(names)).toEqual(expected);
  expect(names.toSorted(compareNames)).toEqual(expected);
  const rows = sortRows(names, {
    valueOf: (name) => name,
    direction: 'ascending',
    compareText: new Intl.Collator('en').compare,
    compareTies: () => 0,
  });
  expect(rows).toEqual(expected);
  expect(sortNames(['Sunday', 'Friday'])).toEqual(['Friday', 'Sunday']);
});
