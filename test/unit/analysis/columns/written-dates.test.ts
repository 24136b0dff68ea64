import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDateFormat, readDate, type DateFormat } from '#frontend/analysis/columns/dates.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'da', 'tr', 'ru', 'ja', 'zh'];
/** Written with digits and signs alone in some languages, which other ways read. */
const WAYS: readonly DateFormat[] = ['named-month', 'day-first', 'iso'];
const DAY = 864e5;

function read(cell: string, format: DateFormat = 'named-month'): string | null {
  const date = readDate(cell, { format, year: 2026 });
  return date && new Date(date.ms).toISOString().slice(0, date.hasTime ? 16 : date.hasDay ? 10 : 7);
}

const days = fc.integer({ min: Date.UTC(1950, 0, 1) / DAY, max: Date.UTC(2099, 11, 31) / DAY });

describe.each(LANGUAGES)('dates in %s, as Intl writes them', (language) => {
  /** One for each kind of date: to make it takes much longer than to write with it. */
  const writers = new Map<string, Intl.DateTimeFormat>();
  function write(options: Intl.DateTimeFormatOptions, ms: number): string {
    const kind = JSON.stringify(options);
    const writer =
      writers.get(kind) ??
      new Intl.DateTimeFormat(language, { timeZone: 'UTC', calendar: 'gregory', ...options });
    writers.set(kind, writer);
    return writer.format(ms);
  }
  /** Some capitals have no accents, and their small letters have none either. */
  const variants = (text: string) => [text, text.toUpperCase(), text.toLowerCase()];

  test.each(['full', 'long', 'medium'] as const)('%s, with and without a time', (dateStyle) => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1439 }), (day, minute) => {
        const ms = day * DAY + minute * 60_000;
        const iso = new Date(ms).toISOString();
        const anyWay = (cell: string) => WAYS.map((way) => read(cell, way)).find((found) => found !== null);
        for (const cell of variants(write({ dateStyle }, ms)))
          expect([cell, anyWay(cell)]).toEqual([cell, iso.slice(0, 10)]);
        for (const timeStyle of ['short', 'long', 'full'] as const) {
          const cell = write({ dateStyle, timeStyle }, ms);
          expect([cell, anyWay(cell)]).toEqual([cell, iso.slice(0, 16)]);
        }
      }),
    );
  });

  test('a month and a year, long and short', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('long' as const, 'short' as const), (day, month) => {
        const cell = write({ month, year: 'numeric' }, day * DAY);
        expect([cell, read(cell)]).toEqual([cell, new Date(day * DAY).toISOString().slice(0, 7)]);
      }),
    );
  });

  test('a weekday before digits', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('long' as const, 'short' as const), (day, weekday) => {
        const iso = new Date(day * DAY).toISOString().slice(0, 10);
        const name = write({ weekday }, day * DAY);
        expect(read(`${name} ${iso}`, 'iso')).toBe(iso);
        expect(read(`${name}, ${iso.split('-').toReversed().join('.')}`, 'day-first')).toBe(iso);
        expect(read(`${iso} (${name})`, 'iso')).toBe(iso);
      }),
    );
  });
});

describe('dates that people write', () => {
  test.each<[string, string, DateFormat?]>([
    ['12 février 2026', '2026-02-12'],
    ['12 fevrier 2026', '2026-02-12'],
    ['5 janv. 2026', '2026-01-05'],
    ['1er août 2026', '2026-08-01'],
    ['1er AOUT 2026 à 14h05', '2026-08-01T14:05'],
    ['вторник, 3 февраля 2026', '2026-02-03'],
    ['3 февраля 2026 г., 14:05', '2026-02-03T14:05'],
    ['2026年2月3日', '2026-02-03'],
    ['2026年2月3日 14:05', '2026-02-03T14:05'],
    ['2026年02月03日(火) 14時05分', '2026-02-03T14:05'],
    ['2026年2月3日 下午2:05', '2026-02-03T14:05'],
    ['2026年2月3日星期二', '2026-02-03'],
    ['2026年2月', '2026-02'],
    ['Di., 3. Feb. 2026 um 14:05 Uhr', '2026-02-03T14:05'],
    ['Dienstag, 3. Februar 2026, 14.05 Uhr', '2026-02-03T14:05'],
    ['Montag, 5. Januar 2026 um 15:48:50 Mitteleuropäische Normalzeit', '2026-01-05T15:48'],
    ['03-Mrz-2026', '2026-03-03'],
    ['3 de fevereiro de 2026', '2026-02-03'],
    ['terça-feira, 3 de fevereiro de 2026 às 14:05', '2026-02-03T14:05'],
    ['terça, 3 fev 2026', '2026-02-03'],
    ['martedì 3 febbraio 2026 alle ore 14:05', '2026-02-03T14:05'],
    ['mar. 3 févr. 2026', '2026-02-03'],
    ['Mar 3, 2026', '2026-03-03'],
    ['tirsdag den 3. februar 2026 kl. 14.05', '2026-02-03T14:05'],
    ['3 Şubat 2026 Salı 14:05', '2026-02-03T14:05'],
    ['3 SUBAT 2026', '2026-02-03'],
    ['2026-Feb-03', '2026-02-03'],
    ['2026 Feb 3', '2026-02-03'],
    ['Di. 03.02.2026 14:05 Uhr', '2026-02-03T14:05', 'day-first'],
    ['03/02/2026 14h05', '2026-02-03T14:05', 'day-first'],
    ['03.02.2026 kl. 14.05', '2026-02-03T14:05', 'day-first'],
    ['Tue 02/03/2026 2:05 p. m.', '2026-02-03T14:05', 'month-first'],
    ['2026-01-05 03:48:00 PM US/Eastern', '2026-01-05T15:48', 'iso'],
    ['2026-01-05 15:48 Europe/Berlin', '2026-01-05T15:48', 'iso'],
    ['2026-01-05 15:48 America/Argentina/Buenos_Aires', '2026-01-05T15:48', 'iso'],
    ['2026-01-05 15:48 GMT+2', '2026-01-05T15:48', 'iso'],
    ['2026-01-05 15:48 UTC+5:30', '2026-01-05T15:48', 'iso'],
    ['2026-01-05 15:48 CEST', '2026-01-05T15:48', 'iso'],
    ['2026-01-05 15:48 Uhr MEZ', '2026-01-05T15:48', 'iso'],
    ['2026-01-05 3:48 PM ET', '2026-01-05T15:48', 'iso'],
    // Years of the Buddhist calendar are 543 ahead.
    ['05/01/2569', '2026-01-05', 'day-first'],
    ['1/5/2569', '2026-01-05', 'month-first'],
    ['2569-01-05 14:05', '2026-01-05T14:05', 'iso'],
    ['29/02/2567', '2024-02-29', 'day-first'],
    ['25690105', '2026-01-05', 'iso'],
    ['5 Jan 2569', '2026-01-05'],
    ['31.12.2443', '1900-12-31', 'day-first'],
    ['31.12.2600', '2057-12-31', 'day-first'],
    // The Thursday of a week decides its year and month.
    ['2026-W07', '2026-02', 'iso'],
    ['2026W01', '2026-01', 'iso'],
    ['2020-W53', '2020-12', 'iso'],
    // A quarter counts as its first day, as a month does.
    ['2026-Q1', '2026-01', 'iso'],
    ['2026 q4', '2026-10', 'iso'],
    ['Q2 2026', '2026-04', 'iso'],
    ['Q3/2026', '2026-07', 'iso'],
    ['2026-01-05T15:48+01:00[Europe/Berlin]', '2026-01-05T15:48', 'iso'],
    ['2026-01-05T15:48:10.123Z[UTC]', '2026-01-05T15:48', 'iso'],
  ])('%s is %s', (cell, expected, format) => expect(read(cell, format)).toBe(expected));

  test.each<[string, DateFormat?]>([
    ['March'],
    ['Mai'],
    ['3 Sunday 2026'],
    ['Webinar, 3 February 2026'],
    ['Mr. 3 February 2026'],
    ['3 February 2026 Berlin'],
    ['3 Februaryish 2026'],
    ['May 5 Google'],
    ['May campaign 2026'],
    ['So 2026'],
    ['Sun 2026'],
    ['2026年13月3日'],
    ['2026年2月30日'],
    ['3 de 2026'],
    ['30 février 2026'],
    ['3 jui 2026'],
    ['Lead 03.02.2026', 'day-first'],
    ['Sun Microsystems 03.02.2026', 'day-first'],
    ['03.02.2026 Sunny', 'day-first'],
    ['03.02.2026 call at 5', 'day-first'],
    ['2026-03-01 10:00 called again', 'iso'],
    ['2026-03-01 10:00 Ann Lee', 'iso'],
    ['2026-03-01 99.50', 'iso'],
    ['2026-W07-3', 'iso'],
    ['2026-W54', 'iso'],
    ['2026-W00', 'iso'],
    ['2025-W53', 'iso'],
    ['W12', 'iso'],
    ['29/02/2569', 'day-first'],
    ['01/01/2399', 'day-first'],
    ['01/01/2601', 'day-first'],
    ['Q1', 'iso'],
    ['Q1 2026', 'day-first'],
    ['Q5 2026', 'iso'],
    ['2026-Q0', 'iso'],
    ['Q1 2026 report', 'iso'],
    ['2026-01-05T15:48[call again]', 'iso'],
  ])('%s is none', (cell, format) => expect(read(cell, format)).toBeNull());
});

test('all cells of a French export are read, not the months alone that English has too', () => {
  const categories = [
    '5 janv. 2026',
    '6 févr. 2026',
    '7 mars 2026',
    '8 avr. 2026',
    '9 mai 2026',
    '10 juin 2026',
  ];
  const [summary] = findDateFormat(
    { header: 'Créé le', categories, leads: new Uint32Array(categories.length).fill(1) },
    2026,
  );
  expect(summary).toMatchObject({ format: 'named-month', leads: 6, unreadable: 0 });
});
