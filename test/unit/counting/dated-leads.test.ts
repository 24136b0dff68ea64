import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY } from '#contract/limits.ts';
import { NO_DATES, type LeadFilter, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import type { FileAges } from '#frontend/counting/count-ages.ts';
import { countRules, findCut, readDated } from '#frontend/counting/dated-leads.ts';
import { planOfCheck } from '#frontend/threads/leads/check-plan.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';

const NOW = Date.UTC(2026, 10, 26, 12);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

/** 40 leads of each age: none of the last two weeks has converted, of the others 12. */
const AGES: FileAges = {
  leads: new Uint32Array(70).fill(40),
  conversions: new Uint32Array(70).fill(12, 14),
  newest: NOW,
  stray: null,
};
const FILTER: LeadFilter = { ...NO_DATES, leftOutStatuses: new Set(), dateColumn: 1 };

test('leads count from the age that the visitor chose, else from the one that the file shows', () => {
  expect(findCut(FILTER, AGES)).toEqual({ days: 14, isChosen: false });
  expect(findCut({ ...FILTER, youngerThanDays: 3 }, AGES)).toEqual({ days: 3, isChosen: true });
  expect(findCut({ ...FILTER, youngerThanDays: 1 }, AGES)).toEqual({ days: 1, isChosen: true });
  expect(findCut({ ...FILTER, youngerThanDays: 0 }, AGES)).toBeNull();
  expect(findCut(FILTER, { ...AGES, conversions: new Uint32Array(70).fill(12) })).toBeNull();
});

test('no age is found where the newest dates may be slips: after tomorrow, or far from the others', () => {
  expect(findCut(FILTER, { ...AGES, newest: NOW + DAY })).toEqual({ days: 14, isChosen: false });
  expect(findCut(FILTER, { ...AGES, newest: NOW + DAY + 1 })).toBeNull();
  expect(findCut(FILTER, { ...AGES, stray: { leads: 1, days: 100 } })).toBeNull();
});

const ROWS = [
  ['Won', '01/02/2026', 'Ads', '10'],
  ['Won', '13/02/2026', 'Web', '5'],
  ['Open', '02/02/2026', 'Ads', ''],
  ['Lost', 'soon', 'Ads', '7'],
  ['Lost', '03/02/2026', 'Ads', ''],
];
const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [{ column: 2, field: 'Source', ranges: null, mapping: new Map() }],
  worth: { kind: 'column', column: 3 },
  leads: FILTER,
};
const open = () => createLoadedFile(new TextTable(['Status', 'Created', 'Source', 'Deal'], ROWS), 2026);

test('leads are dated in the way that fits the whole file, whichever of them count', () => {
  // Only the lead of 13 February says that the day stands first, and it does not count.
  const leads = { ...FILTER, to: Date.UTC(2026, 1, 12) };
  const dated = readDated(open(), { ...PLAN, leads });
  expect(dated?.filter.dateFormat).toBe('day-first');
  expect([...(dated?.dateOf ?? [])]).toEqual([1, 2, 3].map((day) => Date.UTC(2026, 1, day)));
  // As chosen, even where another way would fit better.
  expect(
    readDated(open(), { ...PLAN, leads: { ...leads, dateFormat: 'month-first' } })?.filter.dateFormat,
  ).toBe('month-first');
});

test('dates are read with the year first where no way of reading fits', () => {
  const rows = [...Array.from({ length: 9 }, () => ['Won', 'soon']), ['Won', '2026-02-01']];
  const loaded = createLoadedFile(new TextTable(['Status', 'Created'], rows), 2026);
  const dated = readDated(loaded, { ...PLAN, attributes: [], worth: null });
  expect(dated?.filter.dateFormat).toBe('iso');
  expect(dated?.dateOf.at(-1)).toBe(Date.UTC(2026, 1, 1));
});

test('young leads are dated too, with what each lead is worth', () => {
  const leads = { ...FILTER, youngerThanDays: 90, leftOutStatuses: new Set(['Open']) };
  const dated = readDated(open(), { ...PLAN, leads });
  expect(
    [...(dated?.dateOf ?? [])].map((ms) => (Number.isNaN(ms) ? null : new Date(ms).getUTCDate())),
  ).toEqual([1, 13, null, 3]);
  expect([...(dated?.isConverted ?? [])]).toEqual([1, 1, 0, 0]);
  expect([...(dated?.amounts ?? [])]).toEqual([10, 5, 0, 0]);
  expect(readDated(open(), { ...PLAN, worth: null })?.amounts).toBeNull();
});

test('rules are counted by period with their amounts, and so are all leads', () => {
  const dated = readDated(open(), PLAN)!; // it has dates
  const positionOf = Int32Array.of(0, 1, 1, -1, 0);
  const rules = [{ field: 0, value: 'Ads' }];
  const { parts, totals } = countRules(dated, rules, { positionOf, count: 2 });
  expect(parts).toEqual([
    [
      { leads: 2, conversions: 1, sum: 10, sumOfSquares: 100 },
      { leads: 1, conversions: 0, sum: 0, sumOfSquares: 0 },
    ],
  ]);
  expect(totals).toEqual([
    { leads: 2, conversions: 1, sum: 10, sumOfSquares: 100 },
    { leads: 2, conversions: 1, sum: 5, sumOfSquares: 25 },
  ]);
  // A lead with an amount may be in no period.
  expect(countRules(dated, rules, { positionOf: new Int32Array(5).fill(-1), count: 1 }).totals).toEqual([
    { leads: 0, conversions: 0, sum: 0, sumOfSquares: 0 },
  ]);
});

test('a check on the latest leads asks for a date, and keeps the age that was chosen', () => {
  const question = { settings: { conversionValue: 100, thresholdPercent: 10 }, seed: 1 };
  const leadsOf = (leads: Plan['leads'], part?: 'latest' | 'random') =>
    planOfCheck({ ...question, plan: { ...PLAN, leads }, ...(part && { part }) }).leads;
  expect(leadsOf(FILTER, 'latest')?.youngerThanDays).toBe(0);
  expect(leadsOf({ ...FILTER, youngerThanDays: 9 }, 'latest')?.youngerThanDays).toBe(9);
  expect(leadsOf(FILTER)?.youngerThanDays).toBeNull();
  expect(leadsOf(FILTER, 'random')?.youngerThanDays).toBeNull();
  expect(leadsOf(null, 'latest')).toBeNull();
});
