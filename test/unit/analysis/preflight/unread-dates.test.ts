import { expect, test } from 'vitest';
import { findColumnFaults } from '#frontend/analysis/preflight/column-findings.ts';
import { findUnreadDate } from '#frontend/analysis/preflight/unread-dates.ts';
import { countCells } from '#test/support/analysis-builders.ts';

const find = (header: string, cells: readonly string[]) => findUnreadDate({ header, ...countCells(cells) });

test.each<[string, string[], string]>([
  ['Päivä', ['3 tammikuuta 2026', '4 helmikuuta 2026'], '3 tammikuuta 2026'],
  ['When', ['13/02/2026', '02/13/2026', '14/02/2026'], '02/13/2026'],
  ['When', ['2026-31-12', '2026-30-12'], '2026-31-12'],
  ['Created', ['', '3 days ago at 10:15', '5 days ago at 11:15'], '3 days ago at 10:15'],
  ['Eingangsdatum', ['2026-02-13 um viertel', '2026-02-14 um halb'], '2026-02-13 um viertel'],
])('the first cell of %s that is no date: %j', (header, cells, expected) => {
  expect(find(header, cells)).toBe(expected);
});

test.each<[string, string[]]>([
  ['Created', ['13.02.2026', '2026-02-14']],
  ['Created', ['13 février 2026', '14 mars 2026']],
  ['Created', ['13.02.2026', '14.02.2026', '15.02.2026', '16.02.2026', 'soon']],
  ['Start date', ['2019', '2020']],
  ['Close Date', ['45000', '45001']],
  ['Created', ['yes', 'no']],
  ['Created', ['', ' ']],
  ['Candidate', ['A1 B2', 'C3 D4']],
  ['Surname', ['March', 'May', 'Mai']],
  ['Brand', ['Sun', 'Mars']],
  ['Product', ['Q1', 'Q2 2026']],
  ['Size', ['W12', 'W34/L32']],
  ['Id', ['2026-W07-3', '2026-W07-4']],
  ['Id', ['2026-02-13-7', '2026-02-14-8']],
  ['Version', ['1.2.3', '10.0.12']],
  ['Phone', ['030/12/3456', '040-11-2026555']],
  ['Campaign', ['Webinar 3 February 2026', 'Spring 2026']],
])('%s with %j is not said to be unread dates', (header, cells) => {
  expect(find(header, cells)).toBeNull();
});

test('is the one fault of a column, and stands before that of mostly unique values', () => {
  const categories = Array.from({ length: 28 }, (_, day) => `${day + 1} tammikuuta 2026`);
  const column = { index: 3, header: 'Päivä', categories, rowCount: 28 };
  const finding = { fault: 'unread-dates', column: 3, leads: 28, values: ['1 tammikuuta 2026'] };
  expect(findColumnFaults({ ...column, leads: new Uint32Array(28).fill(1) })).toEqual([finding]);
  expect(findColumnFaults({ ...column, leads: null })).toEqual([finding]);
});
