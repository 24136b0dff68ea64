import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/limits.ts';
import { scheduleSchema, type Schedule } from '#contract/sources.ts';
import { nextDue } from '#worker/runs/next-due.ts';

const daily = (timeZone: string, hour: number): Schedule => ({ every: 'day', hour, timeZone });

/** The next time after a time, both written in UTC. */
const after = (schedule: Schedule, time: string): string =>
  new Date(nextDue(schedule, Date.parse(time))).toISOString().slice(0, 16) + 'Z';

// Hours and days of each change of the clocks are those of the IANA time zone database.
describe.each([
  {
    zone: 'Europe/Berlin', // 29 March 2:00 becomes 3:00, 25 October 3:00 becomes 2:00, both at 1:00 UTC
    usual: [7, '2026-01-10T06:00Z', '2026-01-11T06:00Z'],
    missing: [2, '2026-03-29T01:00Z', '2026-03-30T00:00Z'],
    doubled: [2, '2026-10-25T00:00Z', '2026-10-26T01:00Z'],
    behind: [3, '2026-10-25T02:00Z', '2026-10-26T02:00Z'],
  },
  {
    zone: 'America/New_York', // 8 March 2:00 becomes 3:00 at 7:00 UTC, 1 November 2:00 becomes 1:00 at 6:00 UTC
    usual: [7, '2026-01-10T12:00Z', '2026-01-11T12:00Z'],
    missing: [2, '2026-03-08T07:00Z', '2026-03-09T06:00Z'],
    doubled: [1, '2026-11-01T05:00Z', '2026-11-02T06:00Z'],
    behind: [2, '2026-11-01T07:00Z', '2026-11-02T07:00Z'],
  },
  {
    zone: 'Australia/Lord_Howe', // 4 October 2:00 becomes 2:30 at 15:30 UTC of the 3rd, 5 April 2:00 becomes 1:30 at 15:00 UTC of the 4th
    usual: [7, '2026-01-09T20:00Z', '2026-01-10T20:00Z'],
    missing: [2, '2026-10-03T15:30Z', '2026-10-04T15:00Z'],
    doubled: [1, '2026-04-04T14:00Z', '2026-04-05T14:30Z'],
    behind: [2, '2026-04-04T15:30Z', '2026-04-05T15:30Z'],
  },
  {
    zone: 'Asia/Kolkata', // half an hour beside the hours of UTC, and no summer time
    usual: [7, '2026-01-10T01:30Z', '2026-01-11T01:30Z'],
    missing: [2, '2026-03-28T20:30Z', '2026-03-29T20:30Z'],
    doubled: [2, '2026-10-24T20:30Z', '2026-10-25T20:30Z'],
    behind: [0, '2026-10-24T18:30Z', '2026-10-25T18:30Z'],
  },
] as const)('in $zone', ({ zone, ...hours }) => {
  test.each(Object.entries(hours))('an hour that is %s', (_, [hour, due, next]) => {
    const schedule = daily(zone, hour);
    const before = new Date(Date.parse(due) - 1).toISOString();
    expect([after(schedule, before), after(schedule, due)]).toEqual([due, next]);
    const last = new Date(Date.parse(next) - 1).toISOString();
    expect([after(schedule, last), after(schedule, next) > next]).toEqual([next, true]);
  });

  test.each([0, 1, 2])('the hour %i comes once on each day of a year', (hour) => {
    const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    const start = Date.parse('2026-01-01T00:00Z');
    const days: string[] = [];
    for (let at = start; days.length < 365;) {
      at = nextDue(daily(zone, hour), at);
      days.push(clock.format(at));
    }
    const first = Date.parse(days[0] ?? '');
    expect(days).toEqual(days.map((_, index) => new Date(first + index * DAY).toISOString().slice(0, 10)));
  });
});

test('a midnight that summer time leaves out begins at one', () => {
  // In Chile 0:00 of 6 September 2026 becomes 1:00, at 4:00 UTC.
  expect(after(daily('America/Santiago', 0), '2026-09-06T03:59:59.999Z')).toBe('2026-09-06T04:00Z');
  expect(after(daily('America/Santiago', 0), '2026-09-06T04:00Z')).toBe('2026-09-07T03:00Z');
});

test('a weekday comes once a week, also on the day itself', () => {
  const monday: Schedule = { every: 'week', weekday: 1, hour: 7, timeZone: 'Europe/Berlin' };
  expect(after(monday, '2026-11-26T12:00Z')).toBe('2026-11-30T06:00Z'); // a Thursday
  expect(after(monday, '2026-11-30T05:59:59.999Z')).toBe('2026-11-30T06:00Z');
  expect(after(monday, '2026-11-30T06:00Z')).toBe('2026-12-07T06:00Z');
  expect(after({ ...monday, weekday: 7 }, '2026-11-30T06:00Z')).toBe('2026-12-06T06:00Z');
  // It is Monday in Berlin while it is Sunday in UTC.
  expect(after({ ...monday, hour: 0 }, '2026-11-29T22:59:59.999Z')).toBe('2026-11-29T23:00Z');
});

test('a day that a month lacks is its last one', () => {
  const last: Schedule = { every: 'month', day: 31, hour: 7, timeZone: 'Asia/Kolkata' };
  const times = ['2026-01-31T01:30Z', '2026-02-28T01:30Z', '2026-03-31T01:30Z', '2026-04-30T01:30Z'];
  for (const [at, time] of times.slice(0, -1).entries()) expect(after(last, time)).toBe(times[at + 1]);
  expect(after(last, '2028-02-01T00:00Z')).toBe('2028-02-29T01:30Z');
  expect(after({ ...last, day: 30 }, '2026-02-28T01:29:59.999Z')).toBe('2026-02-28T01:30Z');
  expect(after({ ...last, day: 28 }, '2026-02-28T01:30Z')).toBe('2026-03-28T01:30Z');
  expect(after({ ...last, day: 1 }, '2026-12-01T01:30Z')).toBe('2027-01-01T01:30Z');
  // It is the 1st in Kolkata while it is the last day in UTC.
  expect(after({ ...last, day: 1, hour: 0 }, '2026-11-30T18:29:59.999Z')).toBe('2026-11-30T18:30Z');
});

test('however many times were missed, the next one is one', () => {
  expect(after(daily('Europe/Berlin', 7), '2026-07-20T05:00:01Z')).toBe('2026-07-21T05:00Z');
});

const read = (fields: object) =>
  scheduleSchema.safeParse({ every: 'day', hour: 7, timeZone: 'UTC', ...fields }).success;

test('a schedule has hours, weekdays and days of the calendar', () => {
  expect([0, 23].map((hour) => read({ hour }))).toEqual([true, true]);
  expect([-1, 24, 7.5, '7', null].map((hour) => read({ hour }))).toEqual(Array(5).fill(false));
  const weekly = (weekday: unknown) => read({ every: 'week', weekday });
  expect([1, 7, 0, 8, undefined].map(weekly)).toEqual([true, true, false, false, false]);
  const monthly = (day: unknown) => read({ every: 'month', day });
  expect([1, 31, 0, 32, undefined].map(monthly)).toEqual([true, true, false, false, false]);
  expect(read({ every: 'hour' })).toBe(false);
});

test('a schedule has a time zone that the runtime knows, and no mere offset', () => {
  const zones = ['Europe/Berlin', 'Asia/Kolkata', 'UTC', 'Mars/Base', '', '+01:00', '-08:00', 'x'.repeat(65)];
  const known = zones.map((timeZone) => read({ timeZone }));
  expect(known).toEqual([true, true, true, false, false, false, false, false]);
});
