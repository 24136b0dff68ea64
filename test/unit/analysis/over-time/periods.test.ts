import { expect, test } from 'vitest';
import { listPeriods, namePeriod, periodOf, startOf, UNITS } from '#frontend/analysis/over-time/over-time.ts';

const day = (text: string) => Date.parse(`${text}T00:00Z`);

test('a period holds its first day and its last moment, and no day beside them', () => {
  for (const [unit, first, last] of [
    ['week', '2026-03-02', '2026-03-08'], // a Monday and a Sunday
    ['month', '2024-02-01', '2024-02-29'],
    ['quarter', '2026-10-01', '2026-12-31'],
    ['week', '1969-12-29', '1970-01-04'],
    ['month', '1969-12-01', '1969-12-31'],
  ] as const) {
    const period = periodOf(day(first), unit);
    expect(startOf(period, unit)).toBe(day(first));
    expect(periodOf(day(last) + 86_399_999, unit)).toBe(period);
    expect(periodOf(day(first) - 1, unit)).toBe(period - 1);
    expect(periodOf(day(last) + 86_400_000, unit)).toBe(period + 1);
  }
});

test('a date that could not be read is in no period', () => {
  for (const unit of UNITS) expect(periodOf(NaN, unit)).toBeNaN();
});

test('periods are named as attributes name dates, weeks by their Monday', () => {
  expect(namePeriod(day('2026-03-02'), 'week')).toBe('2026-03-02');
  expect(namePeriod(day('2026-03-01'), 'month')).toBe('2026-03');
  expect(namePeriod(day('2026-01-01'), 'quarter')).toBe('2026 Q1');
});

test('gaps are listed, and of more than 120 periods the latest that occur', () => {
  expect(listPeriods([3, 4, 7])).toEqual([3, 4, 5, 6, 7]);
  expect(listPeriods([1, 120])).toHaveLength(120);
  expect(listPeriods([1, 121])).toEqual([1, 121]);
  const many = Array.from({ length: 130 }, (_, at) => 2 * at);
  expect(listPeriods(many)).toEqual(many.slice(10));
  expect(listPeriods([])).toEqual([]);
});
