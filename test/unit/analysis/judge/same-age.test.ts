import { expect, test } from 'vitest';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/measure/spreads.ts';
import { measureSameAge, sortByWeek } from '#frontend/analysis/judge/same-age.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { chiSquareTail } from '#frontend/analysis/stats/chi-square.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';

/** Leads of a week with a value, of which the first ones converted. */
type Group = readonly [week: number, value: number, leads: number, conversions: number];

function listLeads(groups: readonly Group[]) {
  const leads = groups.flatMap(([week, value, count, conversions]) =>
    Array.from({ length: count }, (_, at) => ({ week, value, isConverted: at < conversions })),
  );
  return {
    weekOf: Int32Array.from(leads, ({ week }) => week),
    codes: Uint32Array.from(leads, ({ value }) => value),
    isConverted: Uint8Array.from(leads, ({ isConverted }) => Number(isConverted)),
  };
}

function measureGroups(groups: readonly Group[], values = 2): number[] {
  const { weekOf, codes, isConverted } = listLeads(groups);
  return [...measureSameAge(sortByWeek(weekOf, isConverted), { codes, values, isConverted })];
}

test('leads are sorted by week, those without a date first', () => {
  const sorted = sortByWeek(Int32Array.of(1, 0, -1, 1), Uint8Array.of(1, 0, 1, 0));
  expect(sorted).toEqual({
    order: Uint32Array.of(2, 1, 0, 3),
    ends: Uint32Array.of(1, 2, 4),
    conversions: Uint32Array.of(1, 0, 1),
  });
});

test('one week is the score test with N - 1', () => {
  // 30 of 100 against 20 of 100: (30 - 25)² / (100 x 100 x 50 x 150 / (200² x 199)) = 2.6533.
  const [first, second] = measureGroups([
    [0, 0, 100, 30],
    [0, 1, 100, 20],
  ]);
  expect(first).toBeCloseTo(2.6533333333333333, 12);
  expect(second).toBeCloseTo(2.6533333333333333, 12);
  expect(chiSquareTail(first!)).toBeCloseTo(0.103333012, 8);
});

test('weeks add up, and a value whose leads are only younger has no difference', () => {
  // Young leads convert at 10%, old ones at 30%, whatever the value; 80% of the first value are young.
  const [first, second] = measureGroups([
    [0, 0, 80, 8],
    [0, 1, 20, 2],
    [9, 0, 20, 6],
    [9, 1, 80, 24],
  ]);
  expect(first).toBeCloseTo(0, 12);
  expect(second).toBeCloseTo(0, 12);
  // 12 instead of 8 of the young ones: 14 of 100 convert in week 0, so 11.2 are expected of its 80; in week 9 it is 6 as before.
  const [more] = measureGroups([
    [0, 0, 80, 12],
    [0, 1, 20, 2],
    [9, 0, 20, 6],
    [9, 1, 80, 24],
  ]);
  const variance = (80 * 20 * 14 * 86) / (100 ** 2 * 99) + (20 * 80 * 30 * 70) / (100 ** 2 * 99);
  expect(more).toBeCloseTo((18 - 80 * 0.14 - 20 * 0.3) ** 2 / variance, 12);
});

test('leads without a date are compared with each other', () => {
  expect(
    measureGroups([
      [-1, 0, 100, 30],
      [-1, 1, 100, 20],
    ]),
  ).toEqual(
    measureGroups([
      [0, 0, 100, 30],
      [0, 1, 100, 20],
    ]),
  );
});

test('weeks of one value, of one lead or without a conversion say nothing', () => {
  expect(
    measureGroups([
      [0, 0, 50, 20],
      [1, 1, 1, 1],
      [2, 0, 30, 0],
      [2, 1, 30, 0],
      [3, 0, 5, 5],
      [3, 1, 5, 5],
    ]),
  ).toEqual([0, 0]);
});

test('values without a lead have none, and places join codes', () => {
  const { weekOf, codes, isConverted } = listLeads([
    [0, 0, 40, 20],
    [0, 1, 60, 10],
    [0, 2, 100, 20],
  ]);
  const aged = sortByWeek(weekOf, isConverted);
  const joined = measureSameAge(aged, { codes, positionOf: Uint32Array.of(1, 1, 2), values: 3, isConverted });
  const [, first, second] = joined;
  expect(joined[0]).toBe(0);
  expect(first).toBeCloseTo(2.6533333333333333, 12);
  expect(second).toBeCloseTo(2.6533333333333333, 12);
});

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

/** Four values, of which each pair has the same figures; see `sameAge` for what tells them apart. */
const measured = measure(
  tallyOfCells(
    ['Source'],
    [
      [['a'], 500, 50],
      [['b'], 500, 50],
      [['c'], 500, 150],
      [['d'], 500, 150],
    ],
  ),
);

function judgeAged(sameAge: readonly number[]) {
  return judge(
    widenDiscoveries(measured, {
      conversions: new Float64Array(),
      value: null,
      priors: { conversions: EQUAL_WEIGHTS, value: null },
      sameAge: Float64Array.from(sameAge),
    }),
    SETTINGS,
  );
}

test('only the segment whose leads are younger is Test, for that reason, and its own p stays', () => {
  const analysis = judgeAged([0.5, 60, 60, 60]);
  const rows = analysis.segments.map(({ value, label, limit }) => [value, label, limit]).sort();
  expect(rows).toEqual([
    ['a', 'Test', 'younger'],
    ['b', 'Use', null],
    ['c', 'Use', null],
    ['d', 'Use', null],
  ]);
  const [a, b] = ['a', 'b'].map((name) => analysis.segments.find(({ value }) => value === name)!);
  expect(a?.q).toBeCloseTo(chiSquareTail(0.5), 12);
  expect(a?.pValue).toBe(b?.pValue);
  expect(analysis.discoveries).toMatchObject({ tested: 4, found: 3 });
});

test('a raise that only the test within weeks of age fails has leads that may be older', () => {
  const { segments } = judgeAged([60, 60, 0.5, 60]);
  expect(Object.fromEntries(segments.map(({ value, limit }) => [value, limit]))).toEqual({
    a: null,
    b: null,
    c: 'older',
    d: null,
  });
});

test('a segment that would be Test anyway has no such reason', () => {
  const weak = measure(tallyOfCells(['Source'], [
    [['a'], 40, 12],
    [['b'], 960, 150],
  ])); // oxfmt-ignore
  const analysis = judge(
    widenDiscoveries(weak, {
      conversions: Float64Array.from({ length: 40 }, () => 1),
      value: null,
      priors: { conversions: EQUAL_WEIGHTS, value: null },
      sameAge: Float64Array.of(0, 0),
    }),
    SETTINGS,
  );
  const [segment] = analysis.segments.filter(({ value }) => value === 'a');
  expect([segment?.isSignificant, segment?.label, segment?.limit]).toEqual([true, 'Test', null]);
});
