import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { codeColumn } from '#frontend/csv/table.ts';
import { recode } from '#frontend/csv/without-rows.ts';
import {
  codeCandidate,
  nameCandidate,
  planCandidates,
  type CandidatePlan,
} from '#frontend/analysis/finder/code-candidate.ts';

/** A column of these cells, each in as many leads. */
function columnOf(cells: Readonly<Record<string, number>>, header = 'Column') {
  const categories = Object.keys(cells);
  const leads = Uint32Array.from(Object.values(cells));
  const codes = Uint32Array.from(categories.flatMap((_, code) => Array<number>(leads[code]!).fill(code)));
  return { header, categories, leads, codes };
}

const manyOf = (count: number, cellOf: (at: number) => string, leads = 5) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [cellOf(at), leads]));

const kindsOf = (plans: ReturnType<typeof planCandidates>) =>
  typeof plans === 'string' ? plans : plans.map(({ kind }) => kind);

function valuesOf(column: ReturnType<typeof columnOf>, plan: CandidatePlan) {
  const { codes, names } = codeCandidate(nameCandidate(column, plan), plan);
  return Object.fromEntries(
    names.map((name, code) => [name, codes.filter((other) => other === code).length]),
  );
}

describe('how the finder looks at a column', () => {
  test.each([
    ['texts', columnOf({ Ads: 40, Web: 30, '': 2 }), ['values']],
    ['12 numbers', columnOf(manyOf(12, String)), ['values']],
    ['13 numbers', columnOf(manyOf(13, String)), ['ranges']],
    ['numbers that are mostly unique', columnOf(manyOf(100, (at) => `${at}.5`, 1)), ['ranges']],
    ['numbers of leads', columnOf(manyOf(100, (at) => `${1000 + at}`, 1)), 'almost-unique'],
    ['addresses', columnOf(manyOf(100, (at) => `lead${at}@example.com`, 1)), 'almost-unique'],
    ['one value', columnOf({ No: 50 }), 'constant'],
    ['blanks alone', columnOf({ '': 50 }), 'constant'],
    ['no cells', columnOf({}), 'constant'],
    ['one value and blanks', columnOf({ Yes: 50, '': 1 }), ['values']],
    [
      'days of three weeks',
      columnOf(manyOf(21, (at) => `2026-03-${String(at + 1).padStart(2, '0')}`)),
      ['weekday'],
    ],
    ['times', columnOf({ '2026-03-01 09:00': 40, '2026-03-02 10:30': 40 }), ['weekday', 'hour']],
    ['twelve months of days', columnOf({ '2025-03-01': 40, '2026-02-28': 40 }), ['weekday']],
    [
      'thirteen months of days',
      columnOf({ '2025-03-31': 40, '2026-03-01': 40 }),
      ['weekday', 'calendar-month'],
    ],
    ['thirteen months', columnOf({ '2025-03': 40, '2026-03': 40 }), ['calendar-month']],
    ['two months', columnOf({ '2026-02': 40, '2026-03': 40 }), ['values']],
  ])('%s', (_, column, expected) => expect(kindsOf(planCandidates(column, 2026))).toEqual(expected));
});

test.each([
  ['months of under 13', { '2026-02': 40, '2026-03': 40 }, true],
  ['weeks', { '2026-W07': 40, '2026-W08': 40 }, true],
  ['quarters', { '2026 Q1': 40, '2026 Q2': 40 }, true],
  ['quarters without a year', { Q1: 40, Q4: 40 }, true],
  ['a quarter before its year', { 'Q1/2026': 40, q2_2026: 4, 'Q3-2026': 40 }, true],
  ['names of months', { January: 40, May: 30, '': 60 }, true],
  ['short names', { 'janv.': 40, févr: 30 }, true],
  ['names in capitals', { ФЕВРАЛЬ: 40, МАРТ: 30 }, true],
  ['names behind their numbers', { '01 - Januar': 40, '02. Februar': 30 }, true],
  ['four fifths of the leads', { March: 40, May: 40, unknown: 20 }, true],
  ['fewer', { March: 40, May: 40, unknown: 21 }, false],
  ['weekdays', { Monday: 40, Tuesday: 30 }, false],
  ['a fifth quarter', { Q5: 40, Q1: 9 }, false],
  ['names of people', { April: 40, Ann: 30 }, false],
  ['texts that begin so', { 'May campaign': 40, 'March campaign': 30 }, false],
])('values of the calendar: %s', (_, cells, isOfCalendar) =>
  expect(planCandidates(columnOf(cells), 2026)).toEqual([
    { kind: 'values', ...(isOfCalendar && { isOfCalendar }) },
  ]),
);

test('values of under 30 leads are one, a blank is a value', () => {
  const column = columnOf({ Fair: 29, Ads: 40, '': 35, Web: 30, Radio: 2 });
  expect(valuesOf(column, { kind: 'values' })).toEqual({ Ads: 40, '(Blank)': 35, Web: 30, Other: 31 });
});

test('rare values join a value that is called Other', () => {
  expect(valuesOf(columnOf({ Other: 50, Fair: 3, Ads: 40 }), { kind: 'values' })).toEqual({
    Other: 53,
    Ads: 40,
  });
});

test('the 50 largest values stay, of equal ones the first', () => {
  const cells = { ...manyOf(51, (at) => `value ${at}`, 30), large: 31 };
  const values = valuesOf(columnOf(cells), { kind: 'values' });
  expect(Object.keys(values)).toHaveLength(51);
  expect(values).toMatchObject({ large: 31, 'value 0': 30, 'value 48': 30, Other: 60 });
});

test('numbers are cut at the quartiles of all rows, and a number at a cut lies below it', () => {
  const column = columnOf(manyOf(13, String));
  const [plan] = planCandidates(column, 2026);
  // Type 7 of 65 numbers: the 17th, 33rd and 49th: 3, 6, 9.
  const counted = columnOf({ 3: 2, 4: 3, 6: 4, 9: 5, 12: 6, '': 31, unknown: 1 });
  expect(valuesOf(counted, plan as CandidatePlan)).toEqual({
    'Q1 (Low)': 2,
    'Q2 (Medium-Low)': 7,
    'Q3 (Medium-High)': 5,
    'Q4 (High)': 6,
    '(Blank)': 31,
    Other: 1,
  });
});

test('cuts that are equal are one', () => {
  const column = columnOf({ 0: 60, ...manyOf(13, (at) => `${at + 1}`, 1) });
  const [plan] = planCandidates(column, 2026);
  expect(Object.keys(valuesOf(column, plan as CandidatePlan))).toEqual(['Q1 (Low)', 'Q4 (High)']);
});

test('dates become the names that an attribute of dates has, and calendar months whatever their year', () => {
  const column = columnOf({
    '2025-01-06 09:05': 40,
    '2026-01-11 23:00': 50,
    '2026-02-01 09:59': 30,
    soon: 1,
  });
  const plans = planCandidates(column, 2026) as readonly CandidatePlan[];
  expect(plans.map((plan) => valuesOf(column, plan))).toEqual([
    { Sunday: 80, Monday: 40, Other: 1 },
    { '09:00-09:59': 70, '23:00-23:59': 50, Other: 1 },
    { '01 January': 90, '02 February': 30, Other: 1 },
  ]);
});

test('values of a part of the leads are those of their names', () => {
  const cells = fc.constantFrom(
    '',
    'Ads',
    'Other',
    'Web',
    '1',
    '2',
    '3',
    '4',
    '5',
    '2026-01-05',
    '2026-02-10 08:00',
  );
  const leads = fc.array(
    fc.record({ cell: cells, times: fc.integer({ min: 1, max: 45 }), counts: fc.nat(3) }),
    { maxLength: 12 },
  );
  const numbers: CandidatePlan = {
    kind: 'ranges',
    ranges: [
      { min: 1, max: 2, label: 'low' },
      { min: 3, max: 4, label: '' },
    ],
    numberFormat: 'plain',
  };
  const reading = { format: 'iso', year: 2026 } as const;
  const plans = fc.constantFrom<CandidatePlan>(
    { kind: 'values' },
    numbers,
    { kind: 'weekday', reading },
    { kind: 'hour', reading },
  );
  fc.assert(
    fc.property(leads, plans, (groups, plan) => {
      const rows = groups.flatMap(({ cell, times, counts }) =>
        Array.from({ length: times }, (_, at) => ({ cell, counts: at % 4 <= counts })),
      );
      const all = codeColumn(
        new TextTable(
          ['Column'],
          rows.map(({ cell }) => [cell]),
        ),
        0,
      );
      const remaining = Uint32Array.from(rows.flatMap(({ counts }, row) => (counts ? [row] : [])));
      expect(codeCandidate(recode(nameCandidate(all, plan), remaining), plan)).toEqual(
        codeCandidate(nameCandidate(recode(all, remaining), plan), plan),
      );
    }),
  );
});

test('without leads there are no values', () => {
  expect(codeCandidate(columnOf({}), { kind: 'values' })).toEqual({ codes: new Uint8Array(0), names: [] });
});
