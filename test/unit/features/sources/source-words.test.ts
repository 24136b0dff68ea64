import { expect, test } from 'vitest';
import type { Alerts } from '#contract/alerts.ts';
import {
  liftOfAlert,
  describeAlerts,
  describeDays,
  describeMissing,
  describeWaits,
  describeWatched,
} from '#frontend/features/sources/alerts-section.tsx';
import {
  listTimeZones,
  nameTimeZone,
  describeHour,
  describeRunTime,
  describeSchedule,
} from '#frontend/features/sources/schedule-fields.tsx';

const latest = {
  leads: 300,
  converted: 20,
  totalLeads: 800,
  totalConverted: 150,
  first: '2026-03-10',
  last: '2026-03-16',
};

test('an alert names its days and its lift', () => {
  expect(describeDays(latest)).toBe('Mar 10, 2026 to Mar 16, 2026');
  expect(describeDays({ ...latest, last: latest.first })).toBe('Mar 10, 2026');
  const { lift, interval } = liftOfAlert(latest);
  expect(lift).toBeCloseTo(20 / 300 / (150 / 800)); // 0.36
  expect(interval?.low).toBeLessThan(lift);
  expect(interval?.high).toBeGreaterThan(lift);
});

test('alerts are counted', () => {
  expect([1, 2, 1200].map(describeAlerts)).toEqual([
    '1 rule no longer holds',
    '2 rules no longer hold',
    '1,200 rules no longer hold',
  ]);
});

const inUse = (fields: Partial<NonNullable<Alerts['inUse']>> = {}) =>
  ({
    version: 0,
    since: '2026-11-02T12:00:00.000Z',
    by: 'watched',
    judgedAt: '2026-11-03T12:00:00.000Z',
    ...fields,
  }) as NonNullable<Alerts['inUse']>; // the other fields play no part

test.each([
  [1, inUse(), '1 rule is watched: that of the saved analysis, since Nov 2, 2026.'],
  [
    2,
    inUse({ version: 1, by: 'entered' }),
    '2 rules are watched: those of version 1, entered on Nov 2, 2026.',
  ],
  [
    2,
    inUse({ version: 2, by: 'meta' }),
    '2 rules are watched: those of version 2, pushed with Meta on Nov 2, 2026.',
  ],
])('%d rules of %j: %s', (rules, since, words) => {
  expect(describeWatched(rules, since)).toBe(words);
});

test('where no alert can come, the reason is said', () => {
  const reasons = (['not-counted', 'no-date', 'last-day', 'no-rules'] as const).map((missing) =>
    describeMissing({ missing }),
  );
  expect(reasons).toEqual([
    expect.stringMatching(/^Alerts begin with the first leads/),
    expect.stringMatching(/^Alerts need a date/),
    expect.stringMatching(/up to a last day/),
    expect.stringMatching(/30 leads and 5 expected conversions/),
  ]);
  expect(describeMissing({ missing: null })).toBeNull();
});

test.each([
  [[3], 'If a rule stops working, an alert comes within about 3 weeks, in 9 of 10 cases.'],
  [[5, 1], 'If a rule stops working, an alert comes within about 1 to 5 weeks, in 9 of 10 cases.'],
  [
    [2, null],
    'If a rule stops working, an alert comes within about 2 weeks, in 9 of 10 cases. 1 rule needs over a year of leads to judge.',
  ],
  [[null, null], '2 rules need over a year of leads to judge.'],
])('waits of %j weeks: %s', (weeks, words) => {
  const rules = weeks.map((of) => ({ weeks: of })) as unknown as Alerts['rules']; // only the weeks are read
  expect(describeWaits({ rules, inUse: inUse() })).toBe(words);
  expect(describeWaits({ rules, inUse: null })).toBe(words);
  expect(describeWaits({ rules, inUse: inUse({ judgedAt: null }) })).toMatch(
    /^How long .* once leads have come/,
  );
});

test('an hour is said once where both ends are in the same half of the day', () => {
  expect([7, 11, 12, 23].map(describeHour)).toEqual([
    'between 7 and 8 AM',
    'between 11 AM and 12 PM',
    'between 12 and 1 PM',
    'between 11 PM and 12 AM',
  ]);
});

test.each([
  [{ every: 'day' }, 'every day between 7 and 8 AM (America/New York)'],
  [{ every: 'week', weekday: 1 }, 'every Monday between 7 and 8 AM (America/New York)'],
  [{ every: 'week', weekday: 7 }, 'every Sunday between 7 and 8 AM (America/New York)'],
  [{ every: 'month', day: 28 }, 'on day 28 of each month between 7 and 8 AM (America/New York)'],
  [
    { every: 'month', day: 29 },
    'on day 29 of each month, or its last day, between 7 and 8 AM (America/New York)',
  ],
] as const)('a schedule of %j is "%s"', (every, words) => {
  expect(describeSchedule({ ...every, hour: 7, timeZone: 'America/New_York' })).toBe(words);
});

test('the next run is a day and an hour in the time zone of this browser', () => {
  expect(describeRunTime(new Date(2026, 10, 27, 7))).toBe('Friday, November 27, between 7 and 8 AM');
  expect(describeRunTime(new Date(2026, 10, 27, 5, 30))).toBe(
    'Friday, November 27, between 5:30 and 6:30 AM',
  );
});

test('time zones are listed once each, in order, with those that are not listed by the browser', () => {
  const zones = listTimeZones('UTC', 'Europe/Berlin', 'AAA');
  expect(zones[0]).toBe('AAA');
  expect(zones.filter((zone) => zone === 'UTC' || zone === 'Europe/Berlin')).toEqual([
    'Europe/Berlin',
    'UTC',
  ]);
  expect(zones.length).toBeGreaterThan(300);
  expect(zones).toEqual(zones.toSorted());
  expect(nameTimeZone('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
  expect(nameTimeZone('America/North_Dakota/New_Salem')).toBe('America/North Dakota/New Salem');
});
