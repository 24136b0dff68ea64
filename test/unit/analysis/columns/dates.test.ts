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

/** In which the files are read. */
const YEAR = 2026;

/** The day and the time as they are written in ISO, or null. */
function read(cell: string, format: DateFormat): string | null {
  const date = readDate(cell, { format, year: YEAR });
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
    ['iso', '2000-02-29', '2000-02-29'],
    ['iso', '1900-02-28', '1900-02-28'],
    ['iso', '20260213', '2026-02-13'],
    ['iso', '20260213 10:15', '2026-02-13T10:15:00'],
    ['iso', '20260213T10:15:07Z', '2026-02-13T10:15:07'],
    ['iso', '2018-02', '2018-02-01'],
    ['iso', '2018/12', '2018-12-01'],
    ['iso', '2199-12-31', '2199-12-31'],
    ['day-first', '01.03.2026', '2026-03-01'],
    ['day-first', '1/3/26', '2026-03-01'],
    ['day-first', '1-3-69', '1969-03-01'],
    ['day-first', '01.02.69', '1969-02-01'],
    ['day-first', '31.12.36', '2036-12-31'],
    ['day-first', '01.01.37', '1937-01-01'],
    ['day-first', '29.02.00', '2000-02-29'],
    ['day-first', '1-3-70', '1970-03-01'],
    ['day-first', '31.12.2026, 8:15 Uhr'.replace(' Uhr', ''), '2026-12-31T08:15:00'],
    ['month-first', '3/13/2026', '2026-03-13'],
    ['month-first', '02/29/2000', '2000-02-29'],
    ['named-month', '07-Apr-2015', '2015-04-07'],
    ['named-month', '07-APR-15', '2015-04-07'],
    ['named-month', '7 April 2015', '2015-04-07'],
    ['named-month', '7th of April 2015'.replace('of ', ''), '2015-04-07'],
    ['named-month', '29 Feb 2000', '2000-02-29'],
    ['named-month', 'Feb 13, 2026', '2026-02-13'],
    ['named-month', 'Sept. 3, 2026', '2026-09-03'],
    ['named-month', 'february 13 2026', '2026-02-13'],
    ['named-month', 'February 13, 2026 at 10:15 PM', '2026-02-13T22:15:00'],
    ['named-month', 'Feb 13, 2026, 10:15', '2026-02-13T10:15:00'],
    ['named-month', 'Friday, February 13, 2026', '2026-02-13'],
    ['named-month', 'Fri, 13 Feb 2026 10:15:00 +0000', '2026-02-13T10:15:00'],
    ['named-month', 'Fri, 13 Feb 2026 10:15:00 -0500 (EST)', '2026-02-13T10:15:00'],
    ['named-month', 'Thu, 1 Jan 26 00:00:09 GMT', '2026-01-01T00:00:09'],
    [
      'named-month',
      'Fri Feb 13 2026 10:15:00 GMT+0100 (Central European Standard Time)',
      '2026-02-13T10:15:00',
    ],
    ['named-month', 'Feb 2026', '2026-02-01'],
    // Excel shows 1 January 1970 as 25569, and 45000 as 15 March 2023.
    ['excel-serial', '25569', '1970-01-01'],
    ['excel-serial', '45000', '2023-03-15'],
    ['excel-serial', '45000.0', '2023-03-15'],
    ['excel-serial', '45000.00001', '2023-03-15T00:00:01'],
    ['excel-serial', '45000.5', '2023-03-15T12:00:00'],
    ['excel-serial', '45000.999988426', '2023-03-15T23:59:59'],
    ['excel-serial', '10959', '1930-01-01'],
    ['excel-serial', '73050', '2099-12-31'],
    ['epoch-seconds', '1770977700', '2026-02-13T10:15:00'],
    ['epoch-seconds', '631152000', '1990-01-01T00:00:00'],
    ['epoch-seconds', '1770977700.25', '2026-02-13T10:15:00'],
    ['epoch-milliseconds', '1770977700999', '2026-02-13T10:15:00'],
    ['epoch-milliseconds', '4102444799999', '2099-12-31T23:59:59'],
    ['month-first', '3/13/2026 12:00 AM', '2026-03-13T00:00:00'],
    ['month-first', '3/13/2026 12:59:59 pm', '2026-03-13T12:59:59'],
    ['month-first', '3/13/2026, 11:04 p.m.', '2026-03-13T23:04:00'],
  ])('%s reads %s', (format, cell, expected) => expect(read(cell, format)).toBe(expected));

  test.each<[DateFormat, string]>([
    ['iso', ''],
    ['iso', '2026'],
    ['iso', '2026-3'],
    ['iso', '2026.03'],
    ['iso', '2018-13'],
    ['iso', '2026-03 10:00'],
    ['iso', '20261301'],
    ['iso', '20260230'],
    ['iso', '2026030'],
    ['iso', '202603011'],
    ['iso', '2026030110'],
    ['iso', '1900-02-29'],
    ['day-first', '29.02.1900'],
    ['month-first', '02/29/1900'],
    ['named-month', '29 Feb 1900'],
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
    ['named-month', '31-Apr-2015'],
    ['named-month', '07-Foo-2015'],
    ['named-month', '07-Apri-2015'],
    ['named-month', 'Feb 13'],
    ['named-month', 'Feb 30, 2026'],
    ['named-month', 'Feb 13, 26'],
    ['named-month', 'Feb 13, 20261'],
    ['named-month', 'May 5 Google'],
    ['named-month', '13 Feb 2026 25:00'],
    ['named-month', 'March'],
    ['named-month', '2026-03-01'],
    ['excel-serial', '10958'],
    ['excel-serial', '73051'],
    ['excel-serial', '45000,5'],
    ['excel-serial', '-45000'],
    ['excel-serial', '045000'],
    ['epoch-seconds', '631151999'],
    ['epoch-seconds', '4102444800'],
    ['epoch-seconds', '1770977700000'],
    ['epoch-milliseconds', '1770977700'],
    ['epoch-milliseconds', '4102444800000'],
    ['epoch-seconds', '1.77e9'],
  ])('%s does not read %s', (format, cell) => expect(readDate(cell, { format, year: YEAR })).toBeNull());

  test('reads every day of two centuries in all ways of writing', () => {
    const days = fc.integer({ min: Date.UTC(1900, 0, 1) / 864e5, max: Date.UTC(2199, 11, 31) / 864e5 });
    fc.assert(
      fc.property(days, (day) => {
        const iso = new Date(day * 864e5).toISOString().slice(0, 10);
        const [year, month, date] = iso.split('-');
        expect(read(iso, 'iso')).toBe(iso);
        expect(read(`${date}.${month}.${year}`, 'day-first')).toBe(iso);
        expect(read(`${Number(month)}/${Number(date)}/${year}`, 'month-first')).toBe(iso);
        expect(read(iso.replaceAll('-', ''), 'iso')).toBe(iso);
        expect(read(iso.slice(0, 7), 'iso')).toBe(`${iso.slice(0, 7)}-01`);
        for (const month of ['short', 'long'] as const) {
          const style = { timeZone: 'UTC', day: 'numeric', month, year: 'numeric' } as const;
          for (const locale of ['en-US', 'en-GB'])
            expect(read(new Intl.DateTimeFormat(locale, style).format(day * 864e5), 'named-month')).toBe(iso);
        }
        expect(read(new Date(day * 864e5).toUTCString(), 'named-month')).toBe(`${iso}T00:00:00`);
      }),
    );
  });

  test('reads numbers of Excel and seconds as the calendar has them', () => {
    const moments = fc.integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 });
    fc.assert(
      fc.property(moments, (seconds) => {
        const iso = new Date(seconds * 1000).toISOString().slice(0, 19);
        expect(read(`${seconds}`, 'epoch-seconds')).toBe(iso);
        expect(read(`${seconds}000`, 'epoch-milliseconds')).toBe(iso);
        const days = 25_569 + Math.floor(seconds / 86_400);
        expect(read(`${days}`, 'excel-serial')).toBe(iso.slice(0, 10));
        const fraction = ((seconds % 86_400) / 86_400).toFixed(9).slice(1);
        // A midnight is a day.
        expect(read(`${days}${fraction}`, 'excel-serial')).toBe(iso.replace('T00:00:00', ''));
      }),
    );
  });

  test('takes a year of two digits for the latest one that is at most 10 years ahead', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2150 }), fc.integer({ min: 0, max: 99 }), (year, digits) => {
        const cell = `1.2.${String(digits).padStart(2, '0')}`;
        const read = readDate(cell, { format: 'day-first', year });
        const found = new Date(read!.ms).getUTCFullYear(); // 1 February is in every year
        expect(found % 100).toBe(digits);
        expect(found).toBeLessThanOrEqual(year + 10);
        expect(found + 100).toBeGreaterThan(year + 10);
      }),
    );
  });
});

describe('findDateFormat', () => {
  const find = (cells: readonly string[], leads: readonly number[], header = 'When') =>
    findDateFormat({ header, categories: cells, leads: Uint32Array.from(leads) }, YEAR);
  const formatsOf = (cells: readonly string[], leads = cells.map(() => 1)) =>
    find(cells, leads).map(({ format }) => format);

  test.each<[string, string[], DateFormat[]]>([
    ['ISO', ['2026-03-01', '2026-03-02'], ['iso']],
    ['a day above 12 in the second place', ['03/13/2026', '04/01/2026'], ['month-first']],
    ['a day above 12 in the first place', ['13/03/2026', '04/01/2026'], ['day-first']],
    ['slashes that say neither', ['03/04/2026'], ['month-first', 'day-first']],
    ['dots that say neither', ['03.04.2026'], ['day-first', 'month-first']],
    ['years of two digits that say neither', ['03.04.26'], ['day-first', 'month-first']],
    ['months as words', ['07-Apr-2015', 'Feb 13, 2026'], ['named-month']],
    ['RFC 2822', ['Fri, 13 Feb 2026 10:15:00 +0000'], ['named-month']],
    ['digits alone', ['20260213', '20260214'], ['iso']],
    ['months', ['2018-02', '2018-03'], ['iso']],
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

  test.each<[DateFormat | null, string, string]>([
    ['excel-serial', 'Close Date', '45000'],
    ['excel-serial', 'CreateDate', '45000.25'],
    ['excel-serial', 'closedate', '45000'],
    ['excel-serial', 'Anmeldedatum', '45000'],
    ['excel-serial', 'Submitted', '45000'],
    [null, 'Budget', '45000'],
    [null, 'Candidate', '45000'],
    [null, 'Employees', '45000'],
    [null, 'Time on site', '45000'],
    ['epoch-seconds', 'created_at', '1770977700'],
    ['epoch-seconds', 'Unix time', '1770977700'],
    ['epoch-seconds', 'eventTime', '1770977700'],
    ['epoch-milliseconds', 'timestamp', '1770977700000'],
    [null, 'Lead ID', '1770977700'],
    [null, 'Phone', '1770977700'],
    [null, 'Phone', '1770977700000'],
    ['named-month', 'Budget', '07-Apr-2015'],
  ])('finds %s under %s in %s', (format, header, cell) => {
    expect(find([cell], [1], header).map((way) => way.format)).toEqual(format === null ? [] : [format]);
    expect(findDateColumns([header], [countCells([cell])], YEAR)).toEqual(format === null ? [] : [0]);
  });

  test('of two possible ways the one that puts fewer leads after today comes first', () => {
    const onDay = (cells: readonly string[], today: string) =>
      findDateFormat({ header: 'When', ...countCells(cells), today: Date.parse(today) }, YEAR).map(
        ({ format }) => format,
      );
    // 3 April or 4 March.
    expect(onDay(['03/04/2026'], '2026-03-10')).toEqual(['month-first', 'day-first']);
    expect(onDay(['04/03/2026'], '2026-03-10')).toEqual(['day-first', 'month-first']);
    expect(onDay(['04.03.2026', '03.02.2026'], '2026-03-04')).toEqual(['day-first', 'month-first']);
    expect(onDay(['03.04.2026'], '2026-03-10')).toEqual(['month-first', 'day-first']);
    expect(onDay(['03.04.2026'], '2026-04-02')).toEqual(['month-first', 'day-first']);
    expect(onDay(['03.04.2026'], '2026-04-03')).toEqual(['day-first', 'month-first']);
    // Both are later: as without a day.
    expect(onDay(['03.04.2026'], '2025-12-31')).toEqual(['day-first', 'month-first']);
    expect(onDay(['03/04/2026'], '2025-12-31')).toEqual(['month-first', 'day-first']);
    // A way that reads fewer leads stays out, however late the dates of the other are.
    expect(onDay(['13.04.2026', '03.04.2026'], '2026-01-01')).toEqual(['day-first']);
  });

  test.each<[string, string[], DateFormat[]]>([
    ['half ISO, half digits that say their order', ['2026-03-01', '13/02/2026'], ['mixed-day-first']],
    ['half ISO, half month first', ['2026-03-01', '02/13/2026'], ['mixed-month-first']],
    [
      'half ISO, half digits that say neither',
      ['2026-03-01', '03/02/2026'],
      ['mixed-month-first', 'mixed-day-first'],
    ],
    ['half ISO, half words', ['2026-03-01', '13 février 2026'], ['mixed-day-first']],
    ['words and digits', ['13 Feb 2026', '14.02.2026'], ['mixed-day-first']],
    ['digits in both orders', ['13/02/2026', '02/13/2026'], []],
    ['half ISO, half text', ['2026-03-01', 'soon'], []],
    ['half ISO, half numbers', ['2026-03-01', '46000'], []],
    ['one way for 80%', ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '13/02/2026'], ['iso']],
  ])('two ways of writing: %s', (_, cells, expected) => {
    expect(formatsOf(cells)).toEqual(expected);
    expect(findDateColumns(['When'], [countCells(cells)], YEAR)).toEqual(expected.length > 0 ? [0] : []);
  });

  test('numbers of Excel are a second way where the header says date', () => {
    const ways = find(['46000', '13/02/2026', '46001', '14/02/2026'], [1, 1, 1, 1], 'Created date');
    expect(ways).toMatchObject([{ format: 'mixed-day-first', leads: 4, unreadable: 0 }]);
  });

  test('says what the dates are', () => {
    const cells = ['2026-03-01', '2026-01-31 00:00', '', 'soon', '2026-03-01T10:00'];
    const [summary] = find(cells, [5, 4, 3, 2, 1]);
    expect(summary).toEqual({
      format: 'iso',
      earliest: Date.UTC(2026, 0, 31),
      latest: Date.UTC(2026, 2, 1, 10),
      hasTimes: true,
      leads: 10,
      unreadable: 2,
      blank: 3,
    });
    expect(
      summariseDates(cells.slice(0, 4), Uint32Array.of(5, 4, 3, 2), { format: 'iso', year: YEAR }).hasTimes,
    ).toBe(false);
    expect(
      summariseDates(cells, Uint32Array.of(5, 4, 3, 2, 1), { format: 'day-first', year: YEAR }),
    ).toMatchObject({
      leads: 0,
      unreadable: 12,
    });
  });
});

describe('findDateColumns', () => {
  test('puts quarters behind all other dates, so that they are taken where nothing else tells the time', () => {
    const columns = [['Q1 2026', '2026-Q2'], ['2026-03-01'], ['2026-03']].map((cells) => countCells(cells));
    expect(findDateColumns(['Created quarter', 'When', 'Month'], columns, YEAR)).toEqual([1, 2, 0]);
    expect(findDateColumns(['Created quarter'], columns.slice(0, 1), YEAR)).toEqual([0]);
  });

  const columns = [
    ['Google', 'Bing'],
    ['2026-03-01', ''],
    ['1/2/2026', '2/1/2026'],
    ['5', '6'],
    ['2026-03-01 10:00', 'soon'],
  ].map(countCells);

  test('finds them by their cells and orders them by their headers', () => {
    expect(findDateColumns(['Date', 'Closed Date', 'When', 'Day', 'Created'], columns, YEAR)).toEqual([1, 2]);
    expect(findDateColumns(['Source', 'When', 'Closed Date', 'Day', 'Due'], columns, YEAR)).toEqual([2, 1]);
    expect(findDateColumns(['Source', 'Closed Date', 'Created At', 'Day', 'Due'], columns, YEAR)).toEqual([
      2, 1,
    ]);
    expect(findDateColumns(['Source'], [], YEAR)).toEqual([]);
  });

  test('asks for 80% of the cells that are not blank', () => {
    const cells = (dates: number, texts: number) => [
      countCells([...Array<string>(dates).fill('2026-03-01'), ...Array<string>(texts).fill('x'), '']),
    ];
    expect(findDateColumns(['Day'], cells(8, 2), YEAR)).toEqual([0]);
    expect(findDateColumns(['Day'], cells(7, 2), YEAR)).toEqual([]);
  });
});
