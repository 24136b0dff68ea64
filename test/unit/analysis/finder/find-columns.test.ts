import { expect, test } from 'vitest';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { findColumns, type FoundColumns } from '#frontend/analysis/finder/find-columns.ts';

function candidateOf(codes: readonly number[], overrides: Partial<Candidate> = {}): Candidate {
  return {
    column: 0,
    kind: 'values',
    isKnownLater: false,
    isOfCalendar: false,
    codes: Uint8Array.from(codes),
    names: Array.from({ length: Math.max(0, ...codes) + 1 }, (_, code) => `value ${code}`),
    ...overrides,
  };
}

function search(candidates: readonly Candidate[], isConverted: Uint8Array): FoundColumns {
  const steps = findColumns(candidates, isConverted);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const suggestedOf = ({ columns }: FoundColumns) =>
  columns.flatMap(({ suggestion, candidate }) => (suggestion === null ? [] : [candidate]));

/** 600 leads of which the first two columns tell something and the third tells nothing. */
const LEADS = Array.from({ length: 600 }, (_, lead) => lead);
const FIRST = LEADS.map((lead) => lead % 3);
const SECOND = LEADS.map((lead) => Math.floor(lead / 3) % 4);
const THIRD = LEADS.map((lead) => (lead * 7) % 5);
const CONVERTED = Uint8Array.from(LEADS, (lead) =>
  Number((lead * 37) % 100 < 10 + 20 * FIRST[lead]! + 9 * SECOND[lead]!),
);
const COLUMNS = [THIRD, SECOND, FIRST].map((codes, column) => candidateOf(codes, { column }));

test('columns that tell something are suggested, with the figures of the definition', () => {
  const found = search(COLUMNS, CONVERTED);
  expect(found).toMatchObject({ total: { leads: 600, conversions: 260 }, hasFewConversions: false });
  expect(found.columns.map(({ candidate, suggestion }) => [candidate, suggestion])).toEqual([
    [2, 1],
    [1, 2],
    [0, null],
  ]);
  const [first, second, third] = found.columns;
  // By an independent program in Python that sums over single leads.
  const closeTo = (gain: number, z: number) => ({ gain: expect.closeTo(gain, 8), z: expect.closeTo(z, 8) });
  expect(first).toMatchObject({
    alone: closeTo(30.25958256948944, 5.000880040446754),
    added: closeTo(30.25958256948944, 5.000880040446754),
    rates: { low: 0.23, high: 0.63 },
    tellsMuch: true,
    knows: null,
  });
  expect(second).toMatchObject({
    alone: closeTo(9.50029194719954, 2.838378952425779),
    added: closeTo(10.31010940100552, 3.1026224810732286),
  });
  expect(third).toMatchObject({
    alone: closeTo(-1.697704827202368, -2.4437973760483995),
    added: closeTo(-1.3799560971638571, -2.0857707680897652),
    tellsMuch: false,
  });
  // p by Python: moments as fractions, tail by mpmath; q of three tests by hand.
  expect(first?.pValue).toBeCloseTo(6.60701975871e-15, 20);
  expect(second?.pValue).toBeCloseTo(5.64911454738e-5, 12);
  expect(second?.qValue).toBeCloseTo((5.64911454738e-5 * 3) / 2, 12);
  expect(third?.qValue).toBeCloseTo(0.96983796883, 9);
});

test('of two columns that say the same one is suggested, and the other still tells much', () => {
  const found = search([...COLUMNS, candidateOf(FIRST, { column: 3 })], CONVERTED);
  expect(suggestedOf(found)).toEqual([2, 1]);
  expect(found.columns.find(({ candidate }) => candidate === 3)).toMatchObject({
    tellsMuch: true,
    suggestion: null,
  });
});

test('of one column of dates one part is suggested', () => {
  const [weekday, hour] = [candidateOf(FIRST, { kind: 'weekday' }), candidateOf(SECOND, { kind: 'hour' })];
  expect(suggestedOf(search([weekday, hour], CONVERTED))).toEqual([0]);
  expect(suggestedOf(search([weekday, { ...hour, column: 1 }], CONVERTED))).toEqual([0, 1]);
});

test('a month is never suggested, and counts for q like any other column', () => {
  const months = candidateOf(FIRST, { column: 3, isOfCalendar: true });
  const found = search([months, ...COLUMNS.slice(0, 2)], CONVERTED);
  expect(suggestedOf(found)).toEqual([2]);
  expect(found.columns[1]).toMatchObject({ candidate: 0, tellsMuch: true, suggestion: null });
  // Two of three p-values are below: without the month it would be the first of two.
  expect(found.columns[0]?.qValue).toBeCloseTo((5.64911454738e-5 * 3) / 2, 12);
});

test('columns that know the outcome, or may be known only later, are never suggested and stand last', () => {
  const outcome = candidateOf([...CONVERTED], { column: 3 });
  const late = candidateOf(FIRST, { column: 4, isKnownLater: true });
  const found = search([outcome, late, ...COLUMNS.slice(0, 2)], CONVERTED);
  expect(suggestedOf(found)).toEqual([3]);
  expect(found.columns.map(({ candidate }) => candidate)).toEqual([3, 2, 0, 1]);
  expect(found.columns[2]?.knows).toEqual({ why: 'separates', auc: 1 });
  expect(found.columns[3]?.knows).toBeNull();
});

test('a column with a value of 100 leads that always converts is never suggested, one of 99 leads may be', () => {
  const size = 2000;
  const converted = Uint8Array.from({ length: size }, (_, lead) => Number(lead % 2 === 0));
  const always = (leads: number) => {
    const codes = Array.from({ length: size }, (_, lead) => (lead % 2 === 0 && lead < 2 * leads ? 1 : 0));
    return search([candidateOf(codes, { column: 0 })], converted).columns[0];
  };
  expect(always(100)).toMatchObject({ knows: null, alwaysConverts: 1, tellsMuch: true, suggestion: null });
  expect(always(99)).toMatchObject({ knows: null, alwaysConverts: null, tellsMuch: true, suggestion: 1 });
});

test('columns that know the outcome do not make others easier to find', () => {
  // 400 leads: p of the weak column is above 0.05 / 2 and below 0.05, by 4 more conversions of 200 than in the other half.
  const size = 400;
  const converted = Uint8Array.from({ length: size }, (_, lead) => Number(lead % 10 < 2));
  const weak = Array.from({ length: size }, (_, lead) => (converted[lead] && lead % 100 < 60 ? 1 : lead % 2));
  const noise = Array.from({ length: size }, (_, lead) => Math.floor(lead / 10) % 2);
  const honest = [weak, noise].map((codes, column) => candidateOf(codes, { column }));
  const knowing = Array.from({ length: 6 }, (_, at) => candidateOf([...converted], { column: 2 + at }));
  const alone = search(honest, converted);
  const together = search([...honest, ...knowing], converted);
  const qOf = ({ columns }: FoundColumns) => columns.find(({ candidate }) => candidate === 0)?.qValue ?? NaN;
  expect(qOf(alone)).toBeCloseTo(2 * (alone.columns[0]?.pValue ?? NaN), 12);
  expect(qOf(together)).toBe(qOf(alone));
});

test('every candidate counts for q, also one that may be known only later', () => {
  const late = Array.from({ length: 6 }, (_, at) =>
    candidateOf(THIRD, { column: 3 + at, isKnownLater: true }),
  );
  const found = search([...COLUMNS, ...late], CONVERTED);
  const second = found.columns.find(({ candidate }) => candidate === 1);
  expect(second?.qValue).toBeCloseTo((5.64911454738e-5 * 9) / 2, 12); // nine tests, and the second p
});

test('the others follow by what they add with a smoothing of at least 300 leads', () => {
  const converted = Uint8Array.from(LEADS, (lead) =>
    Number((lead * 37) % 100 < 10 + 25 * FIRST[lead]! + (FIRST[lead] === 2 ? 8 * SECOND[lead]! : 0)),
  );
  const found = search(COLUMNS, converted);
  expect(suggestedOf(found)).toEqual([2]);
  // By the program in Python.
  expect(found.columns[1]).toMatchObject({
    candidate: 1,
    added: { gain: expect.closeTo(0.07203608947129596, 8) },
  });
  expect(found.columns[2]).toMatchObject({
    candidate: 0,
    added: { gain: expect.closeTo(-0.7079186473143083, 8) },
  });
});

test('rates of values with under 30 leads are not shown as the lowest or the highest', () => {
  const codes = LEADS.map((lead) => (lead < 29 ? 2 : lead % 2));
  const converted = Uint8Array.from(LEADS, (lead) => Number(lead < 29 || lead % 4 === 0));
  const [column] = search([candidateOf(codes)], converted).columns;
  expect(column?.counts[2]).toEqual({ leads: 29, conversions: 29 });
  expect(column?.rates?.high).toBeLessThan(0.6);
  expect(search([candidateOf(codes.slice(0, 29))], converted.subarray(0, 29)).columns[0]?.rates).toBeNull();
});

test('with few conversions a gain must be clearer, and the page can say so', () => {
  const few = CONVERTED.map((flag, lead) => (lead < 200 ? flag : 0));
  const found = search(COLUMNS, few);
  expect(found.total.conversions).toBeLessThan(100);
  expect(found.hasFewConversions).toBe(true);
  for (const { suggestion, added } of found.columns)
    if (suggestion !== null) expect(added?.z).toBeGreaterThan(1.645);
});

test('a column is not tried where it would give too many cells', () => {
  // 50 x 50 cells x 20 values are above 40,000: neither tried as the third column nor ordered by what it adds.
  const size = 60_000;
  const codesOf = (values: number, step: number) =>
    Array.from({ length: size }, (_, lead) => Math.floor(lead / step) % values);
  const codes = [codesOf(50, 1), codesOf(50, 50), codesOf(20, 2500)];
  const converted = Uint8Array.from({ length: size }, (_, lead) =>
    Number((lead * 7919) % 1000 < codes.reduce((sum, code) => sum + 4 * code[lead]!, 50)),
  );
  const found = search(
    codes.map((code, column) => candidateOf(code, { column })),
    converted,
  );
  expect(suggestedOf(found)).toHaveLength(2);
  expect(found.columns[2]).toMatchObject({ candidate: 2, added: null, tellsMuch: true });
});

test.each([
  ['without leads', new Uint8Array(0), 0],
  ['without conversions', new Uint8Array(600), 600],
  ['where each lead converted', new Uint8Array(600).fill(1), 600],
])('nothing is suggested %s', (_, converted, size) => {
  const columns = COLUMNS.map((candidate) => ({ ...candidate, codes: candidate.codes.subarray(0, size) }));
  const found = search(columns, converted);
  expect(suggestedOf(found)).toEqual([]);
  expect(found.columns.map(({ pValue }) => pValue)).toEqual([1, 1, 1]);
  expect(search([], converted).columns).toEqual([]);
});

test('a search can be left after each look at a column', () => {
  const steps = findColumns(COLUMNS, CONVERTED);
  let looks = 0;
  while (!steps.next().done) looks++;
  // Parts, each column alone, two and then one beside the suggested, each suggested once more, and the third in order.
  expect(looks).toBe(1 + 3 + 2 + 1 + 1 + 1 + 1);
});
