import { expect, test } from 'vitest';
import { NO_DATES, type DateFilter } from '#frontend/analysis/counts/mapping.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { countAges } from '#frontend/counting/count-ages.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';

const ROWS = [
  ['Won', '10.03.2026'],
  ['Lost', '10.03.2026 23:59'],
  ['Open', '11.03.2026'],
  ['Won', '08.03.2026 00:00'],
  ['Won', 'soon'],
  ['Won', ''],
];

function agesOf(change: Partial<DateFilter> = {}, leftOut: readonly string[] = []) {
  const { leads, conversions } = countAges(createLoadedFile(new TextTable(['Status', 'Day'], ROWS), 2026), {
    statusColumn: 0,
    qualified: new Set(['Won']),
    leads: { leftOutStatuses: new Set(leftOut), ...NO_DATES, dateColumn: 1, ...change },
  });
  return [[...leads], [...conversions]];
}

test('ages are whole days back from the newest date of the file', () => {
  expect(agesOf()).toEqual([
    [1, 2, 0, 1],
    [0, 1, 0, 1],
  ]);
});

test('leads that are left out have no age, but the newest of them is where ages begin; young leads stay', () => {
  expect(agesOf({ youngerThanDays: 2 }, ['Open'])).toEqual([
    [0, 2, 0, 1],
    [0, 1, 0, 1],
  ]);
  expect(agesOf({ from: Date.UTC(2026, 2, 10), to: Date.UTC(2026, 2, 10) })).toEqual([
    [0, 2, 0, 0],
    [0, 1, 0, 0],
  ]);
});

test('leads of far later dates are found among all leads, whichever of them count', () => {
  const rows = [['Won', '05.01.2062'], ...Array.from({ length: 99 }, () => ['Lost', '05.01.2026'])];
  const strayOf = (change: Partial<DateFilter>, leftOut: readonly string[] = []) =>
    countAges(createLoadedFile(new TextTable(['Status', 'Day'], rows), 2026), {
      statusColumn: 0,
      qualified: new Set(['Won']),
      leads: { leftOutStatuses: new Set(leftOut), ...NO_DATES, dateColumn: 1, ...change },
    }).stray;
  // 36 years with 9 leap days.
  expect(strayOf({})).toEqual({ leads: 1, days: 36 * 365 + 9 });
  expect(strayOf({ to: Date.UTC(2026, 0, 31) })).toEqual({ leads: 1, days: 36 * 365 + 9 });
  expect(strayOf({}, ['Won'])).toEqual({ leads: 1, days: 36 * 365 + 9 });
  expect(strayOf({ dateColumn: null })).toBeNull();
});

test('nothing is counted without dates', () => {
  expect(agesOf({ dateColumn: null })).toEqual([[], []]);
  const loaded = createLoadedFile(new TextTable(['Status', 'Day'], ROWS), 2026);
  const leads = { leftOutStatuses: new Set(''), ...NO_DATES };
  expect(countAges(loaded, { statusColumn: 0, qualified: new Set(['Won']), leads })).toMatchObject({
    newest: -Infinity,
    stray: null,
  });
  expect(agesOf({ dateColumn: 0 })).toEqual([[], []]);
  expect(agesOf({ dateFormat: 'iso' })).toEqual([[], []]);
});
