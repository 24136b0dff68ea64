import { expect, test } from 'vitest';
import { testColumn } from '#frontend/analysis/finder/find-columns.ts';
import { testWithinCells } from '#frontend/analysis/finder/test-within.ts';

const tableOf = (leads: readonly (readonly number[])[], conversions: readonly (readonly number[])[]) => ({
  values: leads[0]?.length ?? 0,
  counts: new Uint32Array(),
  leads: Uint32Array.from(leads.flat()),
  conversions: Uint32Array.from(conversions.flat()),
});

// numpy 2 and scipy 1.17: scores and covariances by outer products, the pseudo-inverse, and stats.chi2.sf.
test.each([
  [
    [
      [50, 30],
      [40, 20],
    ],
    [
      [10, 12],
      [2, 6],
    ],
    0.002200917758475803,
  ],
  [
    [
      [50, 30, 20],
      [40, 20, 10],
    ],
    [
      [10, 12, 3],
      [2, 6, 5],
    ],
    0.008394936259151428,
  ],
  [[[200, 150, 100]], [[60, 30, 15]], 0.007593711695950556],
])('cells of leads %j with conversions %j: p %d', (leads, conversions, p) => {
  expect(testWithinCells(tableOf(leads, conversions))).toBeCloseTo(p, 12);
  // A value without leads changes nothing.
  const more = (cells: readonly (readonly number[])[]) => cells.map((cell) => [0, ...cell]);
  expect(testWithinCells(tableOf(more(leads), more(conversions)))).toBeCloseTo(p, 12);
});

test('p is 1 for a column that follows from the cells, and where no or each lead of a cell converted', () => {
  expect(
    testWithinCells(
      tableOf(
        [
          [50, 0],
          [0, 40],
        ],
        [
          [10, 0],
          [0, 30],
        ],
      ),
    ),
  ).toBe(1);
  expect(
    testWithinCells(
      tableOf(
        [
          [50, 30],
          [40, 20],
        ],
        [
          [0, 0],
          [40, 20],
        ],
      ),
    ),
  ).toBe(1);
  expect(testWithinCells(tableOf([], []))).toBe(1);
});

test('in one cell it is nearly the p-value of the column', () => {
  const [leads, conversions] = [
    [200, 150, 100, 50],
    [60, 30, 15, 20],
  ];
  const column = testColumn(leads.map((count, at) => ({ leads: count, conversions: conversions[at]! })));
  expect(testWithinCells(tableOf([leads], [conversions])) / column.pValue).toBeCloseTo(1, 1);
});
