import { expect, test } from 'vitest';
import {
  countAtMix,
  countRulesAtMix,
  listMixes,
  measureLiftAtMix,
  pickCells,
} from '#frontend/analysis/over-time/at-mix.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';

const cell = (leads: number, conversions: number, all: number, allConversions: number) => ({
  part: { leads, conversions },
  total: { leads: all, conversions: allConversions },
});

test('each cell weighs as much as its share among the leads of the reference, of the segment and of the others', () => {
  // By hand. Segment: shares .6 and .4, rates 12/20 and 16/80: rate .44 on 1/(.36/20 + .16/80) = 50 leads.
  // Others: shares .25 and .75, rates 10/50 and 20/50: rate .35 on 1/(.0625/50 + .5625/50) = 80 leads.
  const { part, total } = countAtMix(
    [
      { part: 60, total: 160 },
      { part: 40, total: 340 },
    ],
    [cell(20, 12, 70, 22), cell(80, 16, 130, 36)],
  );
  expect(part.leads).toBeCloseTo(50, 9);
  expect(part.conversions).toBeCloseTo(22, 9);
  expect(total.leads).toBeCloseTo(130, 9);
  expect(total.conversions).toBeCloseTo(22 + 28, 9);
});

test('counts at the same mix stay as they are, as do those of one cell', () => {
  const { part, total } = countAtMix(
    [
      { part: 60, total: 180 },
      { part: 40, total: 120 },
    ],
    [cell(30, 12, 90, 22), cell(20, 2, 60, 12)],
  );
  expect(part.leads).toBeCloseTo(50, 9);
  expect(part.conversions).toBeCloseTo(14, 9);
  expect(total.leads).toBeCloseTo(150, 9);
  expect(total.conversions).toBeCloseTo(34, 9);
  const one = countAtMix([{ part: 60, total: 180 }], [cell(30, 12, 90, 22)]);
  expect(one.part.conversions).toBeCloseTo(12, 9);
  expect(one.total.leads).toBeCloseTo(90, 9);
});

test('a cell without later leads is left to the others; none at all leave no lead', () => {
  const reference = [
    { part: 60, total: 160 },
    { part: 40, total: 340 },
  ];
  const { part } = countAtMix(reference, [cell(20, 12, 70, 22), cell(0, 0, 50, 20)]);
  expect(part.leads).toBeCloseTo(20, 9);
  expect(part.conversions).toBeCloseTo(12, 9);
  const none = countAtMix(reference, [cell(0, 0, 0, 0), cell(0, 0, 0, 0)]);
  expect(none).toEqual({ part: { leads: 0, conversions: 0 }, total: { leads: 0, conversions: 0 } });
});

test('a cell that the reference lacks has no weight', () => {
  const { part } = countAtMix(
    [
      { part: 60, total: 160 },
      { part: 0, total: 340 },
    ],
    [cell(20, 12, 70, 22), cell(80, 80, 130, 110)],
  );
  expect([part.leads, part.conversions]).toEqual([20, 12]);
});

test('a lift at the mix of the reference has the share that the segment had then, not that of the weighted counts', () => {
  // By hand: 100 of 500, rates .44 and .35: .44 / (.2 × .44 + .8 × .35).
  const later = cell(50, 22, 130, 50);
  expect(measureLiftAtMix({ part: 100, total: 500 }, later)).toBeCloseTo(0.44 / 0.368, 9);
  expect(measureLiftAtMix({ part: 100, total: 500 }, cell(50, 0, 130, 0))).toBe(1);
});

test('cells with at least 30 reference leads stay apart, the largest first, and 16 of them at most', () => {
  expect(pickCells(Uint32Array.of(30, 29, 500, 1))).toEqual([2, 0]);
  expect(pickCells(Uint32Array.of(29, 3))).toEqual([]);
  const many = Uint32Array.from({ length: 17 }, (_, at) => 30 + at);
  expect(pickCells(many.slice(1))).toHaveLength(16);
  expect(pickCells(many)).toEqual(Array.from({ length: 16 }, (_, at) => 16 - at));
});

const FIELDS = ['Source', 'Device', 'Country'];
type Row = readonly [source: string, device: string, country: string, leads: number, conversions: number];
const tallyOf = (rows: readonly Row[]) =>
  tallyOfCells(
    FIELDS,
    rows.map(([source, device, country, leads, conversions]) => [
      [source, device, country],
      leads,
      conversions,
    ]),
  );

const REFERENCE: readonly Row[] = [
  ['A', 'Phone', 'DE', 60, 9],
  ['A', 'Desk', 'DE', 40, 3],
  ['A', 'Desk', 'FR', 9, 1],
  ['B', 'Phone', 'DE', 100, 11],
  ['B', 'Desk', 'DE', 300, 57],
  ['B', 'Phone', 'FR', 29, 5],
  ['C', 'Desk', 'DE', 29, 5],
];

test('the mix of an attribute has its values with 30 leads, by the combinations of the others with 30', () => {
  const [source, device] = listMixes(tallyOf(REFERENCE));
  expect(source).toEqual({
    fieldName: 'Source',
    others: ['Device', 'Country'],
    cells: [
      { values: ['Desk', 'DE'], leads: 369 },
      { values: ['Phone', 'DE'], leads: 160 },
    ],
    values: [
      { fieldValue: 'B', leads: [300, 100] },
      { fieldValue: 'A', leads: [40, 60] },
    ],
  });
  expect(device?.others).toEqual(['Source', 'Country']);
  expect(device?.values.map(({ fieldValue }) => fieldValue)).toEqual(['Desk', 'Phone']);
});

test('a single attribute has no mix, nor has a column, a value or a combination with a name that is too long', () => {
  const one = tallyOfCells(['Source'], [[['A'], 100, 10]]);
  expect(listMixes(one)).toEqual([]);
  const [fits, long] = ['x'.repeat(200), 'x'.repeat(201)];
  const mixesOf = (field: string, value: string) =>
    listMixes(tallyOfCells([field, 'Device'], [[[value, 'Desk'], 100, 10]]));
  expect(mixesOf(fits, fits).map(({ cells, values }) => [cells.length, values.length])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(mixesOf(long, 'A')).toEqual([]);
  expect(mixesOf('Source', long).map(({ cells, values }) => [cells.length, values.length])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test('of many values the 100 with the most leads have a mix', () => {
  const cells = Array.from({ length: 101 }, (_, at): Parameters<typeof tallyOfCells>[1][number] => [
    [`v${at}`, 'Desk'],
    30 + at,
    5,
  ]);
  const [mix] = listMixes(tallyOfCells(['Source', 'Device'], cells));
  expect(mix?.values).toHaveLength(100);
  expect(mix?.values.map(({ fieldValue }) => fieldValue)).not.toContain('v0');
});

const RULES = {
  rules: [
    { field: 'Source', value: 'A', leads: 109 },
    { field: 'Source', value: 'C', leads: 29 },
    { field: 'Campaign', value: 'A', leads: 109 },
  ],
  totalLeads: 567,
  mixes: listMixes(tallyOf(REFERENCE)),
};

test('later leads of a rule are weighed by these combinations, and those of all others together', () => {
  const [a, c, campaign] = countRulesAtMix(
    tallyOf([
      ['A', 'Phone', 'DE', 20, 12],
      ['A', 'Desk', 'DE', 80, 16],
      ['A', 'Pad', 'FR', 10, 5],
      ['B', 'Phone', 'DE', 50, 10],
      ['B', 'Desk', 'DE', 50, 20],
      ['C', 'Desk', 'US', 20, 2],
    ]),
    RULES,
  );
  // By hand. A: shares 40, 60 and 9 of 109, rates .2, .6 and .5. Others: 329, 100 and 29 of 458, rates .4, .2 and .1.
  const n = 109 ** 2 / (40 ** 2 / 80 + 60 ** 2 / 20 + 9 ** 2 / 10);
  expect(a?.part.leads).toBeCloseTo(n, 9);
  expect(a?.part.conversions).toBeCloseTo((n * (40 * 0.2 + 60 * 0.6 + 9 * 0.5)) / 109, 9);
  const others = 458 ** 2 / (329 ** 2 / 50 + 100 ** 2 / 50 + 29 ** 2 / 20);
  expect(a!.total.leads - n).toBeCloseTo(others, 9);
  expect(a!.total.conversions - a!.part.conversions).toBeCloseTo(
    (others * (329 * 0.4 + 100 * 0.2 + 29 * 0.1)) / 458,
    9,
  );
  expect([c, campaign]).toEqual([null, null]);
});

test('where all combinations are small, the counts stay as they are', () => {
  const small: readonly Row[] = [
    ['A', 'Phone', 'DE', 20, 4],
    ['A', 'Desk', 'DE', 20, 4],
    ['B', 'Tablet', 'DE', 25, 5],
  ];
  const mixes = listMixes(tallyOf(small));
  expect(mixes[0]?.cells).toEqual([]);
  const [a] = countRulesAtMix(
    tallyOf([
      ['A', 'Phone', 'DE', 40, 12],
      ['B', 'Desk', 'DE', 60, 6],
    ]),
    { rules: [{ field: 'Source', value: 'A', leads: 40 }], totalLeads: 65, mixes },
  );
  expect(a?.part.leads).toBeCloseTo(40, 9);
  expect(a?.part.conversions).toBeCloseTo(12, 9);
  expect(a?.total.leads).toBeCloseTo(100, 9);
});

test('leads that lack an attribute of the reference are not weighed, and a value without leads has none', () => {
  const two = tallyOfCells(['Source', 'Device'], [[['A', 'Phone'], 100, 10]]);
  expect(countRulesAtMix(two, RULES)).toEqual([null, null, null]);
  const [a] = countRulesAtMix(tallyOf([['B', 'Phone', 'DE', 100, 10]]), RULES);
  expect(a?.part).toEqual({ leads: 0, conversions: 0 });
  const [none] = countRulesAtMix(tallyOf([]), RULES);
  expect(none).toEqual({ part: { leads: 0, conversions: 0 }, total: { leads: 0, conversions: 0 } });
});
