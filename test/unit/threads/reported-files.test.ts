import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nameDates } from '#frontend/analysis/columns/dates.ts';
import { proposeConverted } from '#frontend/analysis/columns/propose-converted.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { countAsPage, openAsPage } from '#test/support/read-as-page.ts';

/*
 * Files that people have reported of tools like this one, in a folder beside the project, with the right figures. Each kind has
 * a small file of our own in `kinds-of-files.test.ts`.
 */

const folder = new URL('../../../../shared/data/reports/', import.meta.url);
const hasReports = existsSync(folder);

interface Expected {
  status: string;
  attrs: readonly string[];
  won: readonly string[];
  leads: number;
  date?: string;
  months?: Readonly<Record<string, readonly [leads: number, conversions: number]>>;
  first?: string;
  last?: string;
  seg: Readonly<Record<string, Readonly<Record<string, readonly [leads: number, conversions: number]>>>>;
}

const expected = hasReports
  ? (JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<string, Expected>)
  : {};

const open = (name: string, options: ReadOptions = {}) =>
  openAsPage(new File([readFileSync(new URL(name, folder))], name), options);

/** Opens a file and expects its leads and conversions per value. */
async function expectRight(name: string): Promise<void> {
  const { status, attrs, won, leads, seg } = expected[name]!; // a file of the folder
  const file = await open(name);
  expect(file.opened.rowCount).toBe(leads);
  const right = Object.entries(seg).flatMap(([field, values]) =>
    Object.entries(values).map(([value, counts]) => [`${field}: ${value}`, counts]),
  );
  expect(await countAsPage(file, { status, won, attributes: attrs })).toEqual(Object.fromEntries(right));
}

describe.skipIf(!hasReports)(
  'reported files',
  { meta: { needs: 'the reported files beside the project' } },
  () => {
    // Of the others it tells one figure or one word each: see below.
    test.each(Object.keys(expected).filter((name) => expected[name]?.seg))('%s is read right', expectRight);

    test('a table of a web page under the name of a CSV file is read as one', async () => {
      const { opened } = await open('html-named.csv');
      expect([opened.rowCount, opened.headers.length]).toEqual([900, 5]);
    });

    test.each(['french-months.csv', 'german-long-dates.csv', 'thai-years.csv', 'zone-name-after-time.csv'])(
      '%s has the right days and months',
      async (name) => {
        const { date, months, first, last } = expected[name]!; // a file of the folder
        const { thread, opened } = await open(name);
        const column = opened.headers.indexOf(date!); // such a file has one
        expect(opened.dateColumns).toEqual([column]);
        const [dates, ...others] = await thread.ask('describeDates', column);
        const dayOf = (ms: number | undefined) => new Date(ms ?? NaN).toISOString().slice(0, 10);
        expect([dayOf(dates?.earliest), dayOf(dates?.latest), dates?.unreadable]).toEqual([first, last, 0]);
        expect(others).toHaveLength(0);
        const { values, leads, year } = await thread.ask('describeColumn', { column });
        const counted = new Map<string, number>();
        values.forEach((cell, code) => {
          const month = nameDates([cell], { preset: 'month', format: dates!.format, year })[0] ?? cell; // found above
          counted.set(month, (counted.get(month) ?? 0) + leads[code]!); // one per value
        });
        expect(Object.fromEntries(counted)).toEqual(
          Object.fromEntries(Object.entries(months!).map(([month, [count]]) => [month, count])),
        );
      },
    );

    test.each([
      'mixed-yes-no.csv',
      'statuses-portuguese.csv',
      'statuses-portuguese-2.csv',
      'statuses-portuguese-3.csv',
    ])('%s has its status guessed, and the right values proposed', async (name) => {
      const { status, won } = expected[name]!; // a file of the folder
      const { thread, opened } = await open(name);
      const column = opened.headers.indexOf(status);
      expect(opened.guessedStatusColumn).toBe(column);
      const { values } = await thread.ask('describeColumn', { column });
      expect(proposeConverted(status, values.filter(Boolean)).toSorted()).toEqual(won.toSorted());
    });

    test('rounded phone numbers are said, and make no duplicates', async () => {
      const { thread } = await open('phones-rounded.csv');
      const { duplicates, columns } = await thread.ask('checkFile', undefined);
      expect(duplicates).toBeNull();
      expect(columns).toContainEqual(expect.objectContaining({ fault: 'rounded', leads: 900 }));
    });

    test('rows of three ordinary columns that are alike by chance are no duplicates', async () => {
      const { thread } = await open('estimates-with-asterisk.csv');
      expect((await thread.ask('checkFile', undefined)).duplicates).toBeNull();
    });

    test.each([
      ['equals-quote.csv', 'text', { leads: 900 }],
      ['leading-apostrophes.csv', 'text', { leads: 900 }],
      ['estimates-with-asterisk.csv', 'footnote', { leads: 113 }],
      ['invisible-spaces.csv', 'invisible', {}],
      ['special-codes.csv', 'codes', { values: ['-99', '999999'], leads: 162 }],
      ['ranges-turned-into-dates.csv', 'turned', { leads: 300 }],
      ['multi-select.csv', 'choices', { separator: ';' }],
    ])('of %s is said: %s', async (name, kind, finding) => {
      const { thread } = await open(name);
      expect(await thread.ask('checkCells', undefined)).toContainEqual(
        expect.objectContaining({ kind, ...finding }),
      );
    });

    test('several choices become columns of yes and no with the right leads', async () => {
      const { thread } = await open('multi-select.csv');
      const found = (await thread.ask('checkCells', undefined)).find(({ kind }) => kind === 'choices');
      if (found?.kind !== 'choices') throw new Error('no choices were found');
      const { separator, choices } = found;
      const again = await open('multi-select.csv', {
        choiceColumns: [{ column: 'Interests', separator, choices }],
      });
      const counted = await Promise.all(
        choices.map(async (choice) => {
          const column = again.opened.headers.indexOf(`Interests: ${choice}`);
          const { values, leads } = await again.thread.ask('describeColumn', { column });
          const asked = { column, statusColumn: 0, qualified: new Set(['Won']) };
          const conversions = await again.thread.ask('countConversions', asked);
          const yes = values.indexOf('Yes');
          return [choice, [leads[yes], conversions[yes]]];
        }),
      );
      expect(Object.fromEntries(counted)).toEqual({
        'SEO, SEM and more': [393, 74],
        Email: [506, 117],
        Social: [398, 82],
        Events: [408, 87],
      });
    });

    test('amounts with k and M are numbers', async () => {
      const { thread } = await open('k-and-m.csv');
      const { numeric, numberFormat } = await thread.ask('describeColumn', { column: 2 });
      expect([numberFormat, numeric?.max]).toEqual(['short-point', 7_600_000]);
    });

    test('formulas without results are counted', async () => {
      const { opened } = await open('formulas-without-results.xlsx');
      expect(opened.report.unpacked?.formulaCells).toBe(900);
    });
  },
);
