import { afterEach, expect, test, vi } from 'vitest';
import { type Plan, NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => vi.unstubAllGlobals());

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const part = (leads: number, conversions: number, sum = 0, sumOfSquares = 0) => ({
  leads,
  conversions,
  sum,
  sumOfSquares,
});

/**
 * 100 dated leads, newest first, each third one of Ads, and two without a date: the latest 30 are the first 30 rows. Every fifth lead is
 * won with a deal of 10.
 */
const ROWS = [
  ...Array.from({ length: 100 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 5, 30) - at * 86_400_000).toISOString().slice(0, 10);
    return [at % 5 === 0 ? 'Won' : 'Lost', at % 3 === 0 ? 'Ads' : 'Web', day, at % 5 === 0 ? '10' : ''];
  }),
  ['Won', 'Ads', '', '10'],
  ['Won', 'Rare', '', '10'],
];
const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
  leads: { ...NO_DATES, leftOutStatuses: new Set(), dateColumn: 2 },
};

async function ask(plan: Plan, rows: readonly string[][] = ROWS) {
  stubBrowserThread();
  const thread = createLeadThread();
  const lines = [['Status', 'Source', 'Created', 'Deal'], ...rows].map((row) => row.join(','));
  const file = new File([lines.join('\n')], 'leads.csv');
  expect((await thread.ask('open', { file, options: {} }, quietly)).ok).toBe(true);
  return thread.ask('countLatest', plan);
}

test('leads with a date are counted by value, the latest 30% apart', async () => {
  // Of the rows 0 to 29 ten are Ads, of which 0 and 15 are won; of all 100 rows 34 and 7.
  expect(await ask(PLAN)).toEqual({
    fields: [
      {
        name: 'Source',
        values: [
          { value: 'Ads', later: part(10, 2), earlier: part(24, 5) },
          { value: 'Web', later: part(20, 4), earlier: part(46, 9) },
        ],
      },
    ],
    total: { later: part(30, 6), earlier: part(70, 14) },
  });
});

test('by value with their amounts', async () => {
  const counted = await ask({ ...PLAN, worth: { kind: 'column', column: 3 } });
  expect(counted?.total).toEqual({ later: part(30, 6, 60, 600), earlier: part(70, 14, 140, 1400) });
  expect(counted?.fields[0]?.values[0]?.later).toEqual(part(10, 2, 20, 200));
});

test('without a column of dates there is nothing to count', async () => {
  for (const leads of [undefined, null, { ...PLAN.leads!, dateColumn: null }])
    expect(await ask({ ...PLAN, leads })).toBeNull();
});

test('a value is compared from 10 earlier leads on', async () => {
  // Of 40 leads the older 28 are counted: 10 and 9 of two values among them.
  const rows = Array.from({ length: 40 }, (_, at) => [
    'Lost',
    at < 10 ? 'Ten' : at < 19 ? 'Nine' : 'Web',
    `2026-01-${String(at < 28 ? 1 : 2).padStart(2, '0')}`,
    '',
  ]);
  expect((await ask(PLAN, rows))?.fields[0]?.values.map(({ value }) => value)).toEqual(['Ten']);
});

test('of leads of one day those further down in the file are the latest', async () => {
  const rows = Array.from({ length: 101 }, (_, at) => [at < 71 ? 'Lost' : 'Won', 'Ads', '2026-06-30', '']);
  // 70% of 101 leads are 70.7, which is rounded.
  expect((await ask(PLAN, rows))?.total).toEqual({ later: part(30, 30), earlier: part(71, 0) });
});
