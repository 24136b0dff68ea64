import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findDateFormat,
  readDate,
  summariseDates,
  type DateFormat,
  findDateColumns,
} from '#frontend/analysis/columns/dates.ts';
import { countCells } from '#test/support/analysis-builders.ts';

/** The day and the time as they are written in ISO, or null. */
function read(cell: string, format: DateFormat): string | null {
  const date = readDate(cell, format);
  return date && new Date(date.ms).toISOString().slice(0, date.hasTime ? 19 : 10);
}

describe('readDate', () => {
  test.each<[DateFormat, string, string]>([
    ['iso', '2026-03-01', '2026-03-01'],
    ['iso', ' 2026-3-1 ', '2026-03-01'],
    ['iso', '2026/03/01', '2026-03-01'],
    ['iso', '2024-02-29', '2024-02-29'],
    ['iso', '2026-03-01 09:05', '2026-03-01T09:05:00'],
    ['iso', '2026-03-01T09:05:07.123Z', '2026-03-01T09:05:07'],
    ['iso', '2026-03-01T23:30:00-05:00', '2026-03-01T23:30:00'],
    ['iso', '2026-03-01T00:30:00+0900', '2026-03-01T00:30:00'],
    ['iso', '2026-03-01 09:05:00 UTC', '2026-03-01T09:05:00'],
    ['iso', '1900-01-01', '1900-01-01'],
    ['iso', '2199-12-31', '2199-12-31'],
    ['day-first', '01.03.2026', '2026-03-01'],
    ['day-first', '1/3/26', '2026-03-01'],
    ['day-first', '1-3-69', '2069-03-01'],
    ['day-first', '1-3-70', '1970-03-01'],
    ['day-first', '31.12.2026, 8:15 Uhr'.replace(' Uhr', ''), '2026-12-31T08:15:00'],
    ['month-first', '3/13/2026', '2026-03-13'],
    ['month-first', '3/13/2026 12:00 AM', '2026-03-13T00:00:00'],
    ['month-first', '3/13/2026 12:59:59 pm', '2026-03-13T12:59:59'],
    ['month-first', '3/13/2026, 11:04 p.m.', '2026-03-13T23:04:00'],
  ])('%s reads %s', (format, cell, expected) => expect(read(cell, format)).toBe(expected));

  test.each<[DateFormat, string]>([
    ['iso', ''],
    ['iso', '2026'],
    ['iso', '2026-03'],
    ['iso', '20260301'],
    ['iso', '2026-03-01x'],
    ['iso', '2026-03/01'],
    ['iso', '2026-13-01'],
    ['iso', '2026-00-01'],
    ['iso', '2026-02-29'],
    ['iso', '2026-04-31'],
    ['iso', '2026-03-00'],
    ['iso', '2026-03-32'],
    ['iso', '2026-03-01 24:00'],
    ['iso', '2026-03-01 10:60'],
    ['iso', '2026-03-01 10:00:60'],
    ['iso', '2026-03-01 13:00 PM'],
    ['iso', '2026-03-01 0:30 am'],
    ['iso', '1899-12-31'],
    ['iso', '2200-01-01'],
    ['iso', '01.03.2026'],
    ['day-first', '3/13/2026'],
    ['day-first', '2026-03-01'],
    ['day-first', '1.3.226'],
    ['day-first', '1.234,50'],
    ['month-first', '13/3/2026'],
    ['month-first', '12.5'],
  ])('%s does not read %s', (format, cell) => expect(readDate(cell, format)).toBeNull());

  test('reads every day of two centuries in all ways of writing', () => {
    const days = fc.integer({ min: Date.UTC(1900, 0, 1) / 864e5, max: Date.UTC(2199, 11, 31) / 864e5 });
    fc.assert(
      fc.property(days, (day) => {
        const iso = new Date(day * 864e5).toISOString().slice(0, 10);
        const [year, month, date] = iso.split('-');
        expect(read(iso, 'iso')).toBe(iso);
        expect(read(`${date}.${month}.${year}`, 'day-first')).toBe(iso);
        expect(read(`${Number(month)}/${Number(date)}/${year}`, 'month-first')).toBe(iso);
      }),
    );
  });
});

describe('findDateFormat', () => {
  const formatsOf = (cells: readonly string[], leads = cells.map(() => 1)) =>
    findDateFormat(cells, Uint32Array.from(leads)).map(({ format }) => format);

  test.each<[string, string[], DateFormat[]]>([
    ['ISO', ['2026-03-01', '2026-03-02'], ['iso']],
    ['a day above 12 in the second place', ['03/13/2026', '04/01/2026'], ['month-first']],
    ['a day above 12 in the first place', ['13/03/2026', '04/01/2026'], ['day-first']],
    ['slashes that say neither', ['03/04/2026'], ['month-first', 'day-first']],
    ['dots that say neither', ['03.04.2026'], ['day-first', 'month-first']],
    ['no dates', ['Google', 'Bing'], []],
    ['numbers', ['1', '2.5', '12,5'], []],
    ['blanks', ['', ' '], []],
    ['no cells', [], []],
  ])('%s', (_, cells, expected) => expect(formatsOf(cells)).toEqual(expected));

  test('needs 80% of the leads that are not blank', () => {
    expect(formatsOf(['2026-03-01', 'soon', ''], [80, 20, 500])).toEqual(['iso']);
    expect(formatsOf(['2026-03-01', 'soon', ''], [79, 21, 500])).toEqual([]);
    // 17 of 20 leads with the day first, 16 with the month first.
    expect(formatsOf(['01/02/2026', '13/02/2026', 'soon'], [16, 1, 3])).toEqual(['day-first']);
  });

  test('says what the dates are', () => {
    const cells = ['2026-03-01', '2026-01-31 00:00', '', 'soon', '2026-03-01T10:00'];
    const [summary] = findDateFormat(cells, Uint32Array.of(5, 4, 3, 2, 1));
    expect(summary).toEqual({
      format: 'iso',
      earliest: Date.UTC(2026, 0, 31),
      latest: Date.UTC(2026, 2, 1, 10),
      hasTimes: true,
      leads: 10,
      unreadable: 2,
      blank: 3,
    });
    expect(summariseDates(cells.slice(0, 4), Uint32Array.of(5, 4, 3, 2), 'iso').hasTimes).toBe(false);
    expect(summariseDates(cells, Uint32Array.of(5, 4, 3, 2, 1), 'day-first')).toMatchObject({
      leads: 0,
      unreadable: 12,
    });
  });
});

describe('findDateColumns', () => {
  const columns = [
    ['Google', 'Bing'],
    ['2026-03-01', ''],
    ['1/2/2026', '2/1/2026'],
    ['5', '6'],
    ['2026-03-01 10:00', 'soon'],
  ].map(countCells);

  test('finds them by their cells and orders them by their headers', () => {
    expect(findDateColumns(['Date', 'Closed Date', 'When', 'Day', 'Created'], columns)).toEqual([1, 2]);
    expect(findDateColumns(['Source', 'When', 'Closed Date', 'Day', 'Due'], columns)).toEqual([2, 1]);
    expect(findDateColumns(['Source', 'Closed Date', 'Created At', 'Day', 'Due'], columns)).toEqual([2, 1]);
    expect(findDateColumns(['Source'], [])).toEqual([]);
  });

  test('asks for 80% of the cells that are not blank', () => {
    const cells = (dates: number, texts: number) => [
      countCells([...Array<string>(dates).fill('2026-03-01'), ...Array<string>(texts).fill('x'), '']),
    ];
    expect(findDateColumns(['Day'], cells(8, 2))).toEqual([0]);
    expect(findDateColumns(['Day'], cells(7, 2))).toEqual([]);
  });
});
