import { describe, expect, test } from 'vitest';
import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import { createZoneClock, readMoment } from '#frontend/analysis/uploads/moments.ts';

const berlin = createZoneClock('Europe/Berlin');
const known = (iso: string) => ({ state: 'known', ms: Date.parse(iso) });

describe('the moment in a cell', () => {
  test.each([
    ['2026-11-02 09:30', '2026-11-02T08:30:00Z'],
    ['2026-07-02 09:30:15', '2026-07-02T07:30:15Z'],
    ['2026-11-02T09:30:00Z', '2026-11-02T09:30:00Z'],
    ['2026-11-02T09:30:00.123+05:30', '2026-11-02T04:00:00Z'],
    ['2026-11-02 09:30 -0500', '2026-11-02T14:30:00Z'],
    ['2026-11-02 09:30 UTC', '2026-11-02T09:30:00Z'],
    ['2026-11-02 9:30 PM EST', '2026-11-03T02:30:00Z'],
  ])('%s, in Berlin if it names no zone, is %s', (cell, moment) => {
    expect(readMoment(cell, { format: 'iso', year: 2026 }, berlin)).toEqual(known(moment));
  });

  test('without a zone is unknown until one is chosen', () => {
    expect(readMoment('2026-11-02 09:30', { format: 'iso', year: 2026 }, null)).toEqual({ state: 'no-zone' });
    expect(readMoment('2026-11-02 09:30Z', { format: 'iso', year: 2026 }, null)).toEqual(
      known('2026-11-02T09:30:00Z'),
    );
  });

  test('is unknown where an abbreviation stands for several zones', () => {
    expect(readMoment('2026-11-02 09:30 BST', { format: 'iso', year: 2026 }, berlin)).toEqual({
      state: 'unknown-zone',
    });
  });

  test.each<[string, DateFormat, string]>([
    ['2026-02-03 14:05 CET', 'iso', '2026-02-03T13:05:00Z'],
    ['2026-08-03 14:05 CEST', 'iso', '2026-08-03T12:05:00Z'],
    ['2026-02-03 14:05 GMT+2', 'iso', '2026-02-03T12:05:00Z'],
    ['2026-02-03 14:05 UTC+5:30', 'iso', '2026-02-03T08:35:00Z'],
    ['2026-02-03 14:05 +1', 'iso', '2026-02-03T13:05:00Z'],
    ['2026-02-03 14:05 GMT+0530', 'iso', '2026-02-03T08:35:00Z'],
    ['2026-02-03 14:05 US/Eastern', 'iso', '2026-02-03T19:05:00Z'],
    ['2026-08-03 02:05 PM US/Eastern', 'iso', '2026-08-03T18:05:00Z'],
    ['2026-08-03 14:05 Asia/Tokyo', 'iso', '2026-08-03T05:05:00Z'],
    ['2026-08-03 2:05 PM PT', 'iso', '2026-08-03T21:05:00Z'],
    ['2026-02-03 2:05 PM PDT', 'iso', '2026-02-03T21:05:00Z'],
    ['03.02.2026 14:05 Uhr', 'day-first', '2026-02-03T13:05:00Z'],
    ['03.02.2026 14.05 Uhr MEZ', 'day-first', '2026-02-03T13:05:00Z'],
    ['05/01/2569 14:05', 'day-first', '2026-01-05T13:05:00Z'],
    [
      'Montag, 5. Januar 2026 um 15:48:50 Mitteleuropäische Normalzeit',
      'named-month',
      '2026-01-05T14:48:50Z',
    ],
    ['6 juillet 2026 à 15:48:50 heure d’été d’Europe centrale', 'named-month', '2026-07-06T13:48:50Z'],
    ['5 January 2026 at 3:48 PM Eastern Standard Time', 'named-month', '2026-01-05T20:48:00Z'],
    ['2026年1月5日 15:48 日本標準時', 'named-month', '2026-01-05T06:48:00Z'],
  ])('%s names its zone, whatever that of the file: %s, %s', (cell, format, moment) => {
    expect(readMoment(cell, { format, year: 2026 }, berlin)).toEqual(known(moment));
  });

  test.each(['2026-02-03 14:05 Mars/Base', '2026-02-03 14:05 UTC+25', '2026-02-03 14:05 Mars Standard Time'])(
    'is unknown where nobody knows the zone: %s',
    (cell) =>
      expect(readMoment(cell, { format: 'iso', year: 2026 }, berlin)).toEqual({ state: 'unknown-zone' }),
  );

  test('is a day where the cell has no time', () => {
    expect(readMoment('02.11.2026', { format: 'day-first', year: 2026 }, berlin)).toEqual({
      state: 'day',
      ms: Date.parse('2026-11-01T23:00:00Z'),
      lastSecond: Date.parse('2026-11-02T22:59:59Z'),
    });
    // A day of 25 hours.
    expect(readMoment('25.10.2026', { format: 'day-first', year: 2026 }, berlin)).toEqual({
      state: 'day',
      ms: Date.parse('2026-10-24T22:00:00Z'),
      lastSecond: Date.parse('2026-10-25T22:59:59Z'),
    });
  });

  test.each<[string, DateFormat, string | null]>([
    ['2026-11-02 00:00:00', 'iso', '2026-11-01T23:00:00Z'],
    ['2026-11-02T00:00:00', 'iso', '2026-11-01T23:00:00Z'],
    ['02.11.2026 00:00', 'day-first', '2026-11-01T23:00:00Z'],
    ['11/2/2026 12:00 AM', 'month-first', '2026-11-01T23:00:00Z'],
    ['2026-11-02T00:00:00Z', 'iso', '2026-11-02T00:00:00Z'],
    ['2026-11-02T00:00:00-05:00', 'iso', '2026-11-02T05:00:00Z'],
    ['2026-11-02 00:00 BST', 'iso', null],
    ['1793577600', 'epoch-seconds', '2026-11-02T00:00:00Z'],
  ])('%s, %s, is a day where its column has no time but midnight, else a moment', (cell, format, moment) => {
    const reading = { format, year: 2026 };
    expect(readMoment(cell, { ...reading, hasOnlyDays: true }, berlin)).toEqual({
      state: 'day',
      ms: Date.parse('2026-11-01T23:00:00Z'),
      lastSecond: Date.parse('2026-11-02T22:59:59Z'),
    });
    const asMoment = moment === null ? { state: 'unknown-zone' } : known(moment);
    expect(readMoment(cell, { ...reading, hasOnlyDays: false }, berlin)).toEqual(asMoment);
    expect(readMoment(cell, reading, berlin)).toEqual(asMoment);
  });

  test('is a day where Excel has written its number with a point', () => {
    const reading = { format: 'excel-serial', year: 2026 } as const;
    expect(readMoment('46066.0', reading, berlin)).toEqual(readMoment('46066', reading, berlin));
    expect(readMoment('46066.5', reading, berlin)).toEqual(known('2026-02-13T11:00:00Z'));
  });

  test.each<[string, DateFormat, string]>([
    ['Fri, 13 Feb 2026 10:15:00 +0200', 'named-month', '2026-02-13T08:15:00Z'],
    ['13 Feb 2026 10:15:00 GMT', 'named-month', '2026-02-13T10:15:00Z'],
    [
      'Fri Feb 13 2026 10:15:00 GMT+0100 (Central European Standard Time)',
      'named-month',
      '2026-02-13T09:15:00Z',
    ],
    ['13-Feb-2026 10:15', 'named-month', '2026-02-13T09:15:00Z'],
    ['20260213 10:15', 'iso', '2026-02-13T09:15:00Z'],
    // 46066 days after 30 December 1899, on the clock of the file.
    ['46066.427083333', 'excel-serial', '2026-02-13T09:15:00Z'],
    // Counted in UTC, whatever the zone of the file.
    ['1770977700', 'epoch-seconds', '2026-02-13T10:15:00Z'],
    ['1770977700123', 'epoch-milliseconds', '2026-02-13T10:15:00.123Z'],
  ])('%s, %s, is %s', (cell, format, moment) => {
    expect(readMoment(cell, { format, year: 2026 }, berlin)).toEqual(known(moment));
  });

  test('has the century of years of two digits from the year of reading', () => {
    const day = (year: number) => readMoment('01.02.69', { format: 'day-first', year }, null);
    expect(day(2026)).toMatchObject({ state: 'day', ms: Date.parse('1969-02-01') });
    expect(day(2059)).toMatchObject({ state: 'day', ms: Date.parse('2069-02-01') });
  });

  test('is none where the cell has a month without a day', () => {
    expect(readMoment('2026-02', { format: 'iso', year: 2026 }, berlin)).toEqual({ state: 'unreadable' });
    expect(readMoment('2026-W07', { format: 'iso', year: 2026 }, berlin)).toEqual({ state: 'unreadable' });
  });

  test('is none where the cell has no date', () => {
    expect(readMoment('yesterday', { format: 'iso', year: 2026 }, berlin)).toEqual({ state: 'unreadable' });
  });
});

describe('the clock of a zone', () => {
  // Berlin changed its clocks on 2026-03-29 and 2026-10-25 at 01:00 UTC (IANA time zone database, rule EU).
  test.each([
    ['2026-03-29T00:59:00Z', '2026-03-29T01:59:00Z'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00Z'],
    ['2026-10-25T00:59:00Z', '2026-10-25T02:59:00Z'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'],
  ])('shows at %s what UTC would show at %s', (moment, clock) => {
    expect(new Date(berlin.toClock(Date.parse(moment))).toISOString()).toBe(new Date(clock).toISOString());
  });

  // America/New_York changed its clocks on 2026-03-08 at 07:00 UTC and on 2026-11-01 at 06:00 UTC (rule US).
  test.each([
    ['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25T01:30:00Z'],
    ['America/New_York', '2026-11-01T01:30:00Z', '2026-11-01T06:30:00Z'],
    ['Australia/Sydney', '2026-04-05T02:30:00Z', '2026-04-04T16:30:00Z'],
  ])('takes the later moment of a time that occurs twice in %s', (zone, clock, moment) => {
    expect(createZoneClock(zone).toMoment(Date.parse(clock))).toBe(Date.parse(moment));
  });

  test.each([
    ['Europe/Berlin', '2026-03-29T02:30:00Z', '2026-03-29T00:30:00Z'],
    ['America/New_York', '2026-03-08T02:30:00Z', '2026-03-08T06:30:00Z'],
    ['Australia/Sydney', '2026-10-04T02:30:00Z', '2026-10-03T15:30:00Z'],
  ])('takes a time that is skipped in %s as one of the hour before', (zone, clock, moment) => {
    expect(createZoneClock(zone).toMoment(Date.parse(clock))).toBe(Date.parse(moment));
  });

  test('leads back to the moment, also in zones of half and quarter hours', () => {
    for (const zone of ['Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia', 'UTC']) {
      const clock = createZoneClock(zone);
      for (let hour = 0; hour < 500; hour++) {
        // 17.3 hours apart from June on, which is no multiple of an hour or day.
        const moment = Date.parse('2026-06-01T00:00:00Z') + hour * 62_280_000;
        const back = clock.toMoment(clock.toClock(moment));
        // An hour that occurs twice has two moments.
        expect([0, 3_600_000]).toContain(Math.abs(back - moment));
        expect(clock.toClock(back)).toBe(clock.toClock(moment));
      }
    }
  });
});
