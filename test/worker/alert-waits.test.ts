import { expect, test } from 'vitest';
import type { ShownAlerts, WatchedRow } from '#worker/db/alerts.ts';
import { presentAlerts } from '#worker/runs/present-alerts.ts';
import { listRulesInUse } from '#frontend/analysis/over-time/time-to-alert.ts';
import { freezeRules, readFrozenRules } from '#worker/runs/rules-in-use.ts';
import { toJson, type StoredLatest } from '#worker/db/json.ts';

const metric = (fieldValue: string, totalLeads: number, qualifiedLeads: number) => ({
  fieldName: 'Source',
  fieldValue,
  totalLeads,
  qualifiedLeads,
  conversionRate: (100 * qualifiedLeads) / totalLeads,
});

/** A raise and a cut: 40% and 10% of 1,000 leads each, where 25% of all convert. */
const RULES = freezeRules(
  {
    metrics: [metric('A', 1000, 400), metric('B', 1000, 100)],
    total: { leads: 2000, conversions: 500 },
    thresholdPercent: 10,
    configuration: null,
    newestDay: 20_000,
  },
  { version: 0, by: 'watched', now: 0 },
);
const WATCHED: WatchedRow = {
  analysisId: 'a',
  userId: 'u',
  judgedAt: null,
  seenAt: null,
  ...RULES,
} as unknown as WatchedRow; // only what is read

/** The last window has this many days, and the same leads of each rule. */
const latestOf = (days: number, leads: number, more: Partial<StoredLatest> = {}): StoredLatest => ({
  reference: RULES.reference,
  isMonthly: false,
  windows: [
    { first: 20_001, last: 20_001, total: [1, 1], parts: [] },
    {
      first: 20_001,
      last: 20_000 + days,
      total: [2 * leads, leads / 2],
      parts: [
        [leads, 1],
        [leads, 1],
      ],
    },
  ],
  ...more,
});

const weeksOf = (latest: StoredLatest | null, shown: Partial<ShownAlerts> = {}) =>
  presentAlerts({
    watched: WATCHED,
    alerts: [],
    latest: latest && toJson(latest),
    ...shown,
  }).rules.map(({ weeks }) => weeks);

test('a wait is that for as many leads as came, by the day, in the long window of two weeks', () => {
  const whole = weeksOf(latestOf(14, 200));
  expect(whole).toEqual([expect.any(Number), expect.any(Number)]);
  expect(weeksOf(latestOf(7, 100))).toEqual(whole);
  expect(weeksOf(latestOf(1, 200 / 14))).toEqual(whole);
  // Fewer leads take longer, and with too few nothing is said.
  expect(weeksOf(latestOf(14, 60))[0]).toBeGreaterThan(whole[0] ?? Infinity);
  expect(weeksOf(latestOf(14, 4))).toEqual([null, null]);
});

test('the wait of a rule that is judged at the earlier mix is that for the leads that are left of the weights', () => {
  const [few, long] = latestOf(14, 60).windows;
  const [, many] = latestOf(14, 200).windows;
  const atMix: StoredLatest['windows'][number]['atMix'] = [
    [
      [60, 1],
      [120, 30],
    ],
    null,
  ];
  const [weighed, asTheyAre] = weeksOf(latestOf(14, 200, { windows: [few!, { ...many!, atMix }] }));
  expect(weighed).toBe(weeksOf(latestOf(14, 60, { windows: [few!, long!] }))[0]);
  expect(asTheyAre).toBe(weeksOf(latestOf(14, 200))[1]);
});

test('a run of a month has 61 days, and its waits are counted in weeks, rounded up', () => {
  const runs = weeksOf(latestOf(14, 60)); // one week each
  const months = weeksOf(latestOf(61, 60, { isMonthly: true }));
  expect(months).toEqual(runs.map((weeks) => Math.ceil(((weeks ?? NaN) * 52) / 12)));
});

test('nothing is said without leads, of another reference, or of a window without days', () => {
  expect(weeksOf(null)).toEqual([null, null]);
  expect(weeksOf(latestOf(14, 200, { reference: 'another' }))).toEqual([null, null]);
  expect(weeksOf(latestOf(0, 200))).toEqual([null, null]);
  expect(weeksOf(latestOf(14, 200, { windows: [] }))).toEqual([null, null]);
  const [, long] = latestOf(14, 200).windows;
  expect(weeksOf(latestOf(14, 200, { windows: [{ ...long!, parts: [] }] }))).toEqual([null, null]);
});

test('before an analysis is counted there is nothing in use', () => {
  expect(presentAlerts({ watched: undefined, alerts: [], latest: null })).toEqual({
    missing: 'not-counted',
    isByValue: false,
    inUse: null,
    rules: [],
    alerts: [],
    next: null,
  });
});

test('times and days are those of UTC, and absent where there are none', () => {
  const shown = presentAlerts({
    watched: { ...WATCHED, since: Date.UTC(2026, 10, 2), newestDay: 20_000, judgedAt: Date.UTC(2026, 10, 3) },
    alerts: [],
    latest: null,
  });
  expect(shown.inUse).toEqual({
    version: 0,
    since: '2026-11-02T00:00:00.000Z',
    by: 'watched',
    newestDay: '2024-10-04',
    judgedAt: '2026-11-03T00:00:00.000Z',
  });
  const never = presentAlerts({ watched: { ...WATCHED, newestDay: null }, alerts: [], latest: null });
  expect(never.inUse).toMatchObject({ newestDay: null, judgedAt: null });
  expect(shown.rules).toMatchObject([
    { field: 'Source', value: 'A', side: 'raise' },
    { field: 'Source', value: 'B', side: 'cut' },
  ]);
});

test('rules of several columns are stored with the column and the spreads of each', () => {
  const total = { leads: 2000, conversions: 500 };
  const values = (['A', 'B'] as const).flatMap((value, at) => [
    { field: 'Source', value, leads: 1000, conversions: 400 - 300 * at },
    { field: 'Device', value, leads: 600 + 800 * at, conversions: 250 },
  ]);
  const metrics = values.map(({ field, value, leads, conversions }) => ({
    ...metric(value, leads, conversions),
    fieldName: field,
  }));
  const { rules, reference, since, usedBy, version, newestDay } = freezeRules(
    { metrics, total, thresholdPercent: 10, configuration: null, newestDay: 7 },
    { version: 3, by: 'meta', now: 9 },
  );
  const listed = listRulesInUse(values, total, 10);
  expect(listed.map(({ field }) => field)).toEqual(['Source', 'Device', 'Source', 'Device']);
  // As in rules of earlier releases, nothing is known of the mix of their leads.
  expect(rules).not.toContain('mixes');
  expect(readFrozenRules(rules)).toEqual({ total, rules: listed, mixes: [] });
  expect({ since, usedBy, version, newestDay }).toEqual({
    since: 9,
    usedBy: 'meta',
    version: 3,
    newestDay: 7,
  });
  expect(reference).toMatch(/^[\da-f-]{36}$/);
});
