import { expect, test } from 'vitest';
import { exactT95, testMeans, upperF } from '#frontend/analysis/stats/f-distribution.ts';

// Tables of the F distribution, 5% and 1% points; the others in closed form.
test.each([
  [4.964602743730711, 1, 10, 0.05],
  [2.2281388519649385 ** 2, 1, 10, 0.05], // the square of Student's t
  [3.885293834652391, 2, 12, 0.05],
  [6.926608140191306, 2, 12, 0.01],
  [1, 7, 7, 0.5],
  [3, 2, 2, 1 / 4], // 1 / (1 + f)
  [0.5, 2, 6, (1 + 0.5 / 3) ** -3], // (1 + 2 f / d2)^(-d2 / 2)
  [2, 2, 2000, (1 + 2 / 1000) ** -1000],
  [0, 3, 5, 1],
  [-1, 3, 5, 1],
  [Infinity, 3, 5, 0],
])('the chance of more than %d with %d and %d degrees of freedom is %d', (f, d1, d2, p) => {
  expect(upperF(f, d1, d2)).toBeCloseTo(p, 10);
});

const test3 = [
  [6, 8, 4, 5, 3, 4],
  [8, 12, 9, 11, 6, 8],
  [13, 9, 11, 8, 7, 12],
];
const flat = (groups: readonly number[][]) =>
  [
    Float64Array.from(groups.flat()),
    Uint8Array.from(groups.flatMap((numbers, group) => numbers.map(() => group))),
  ] as const;

test('the means of three groups: F is 42 / 4.5333 by hand', () => {
  // Means 5, 9, 10 around 8: between 6 (9 + 1 + 4) = 84; within 16 + 24 + 28 = 68.
  expect(testMeans(...flat(test3))).toBeCloseTo(upperF(84 / 2 / (68 / 15), 2, 15), 12);
  expect(testMeans(...flat(test3))).toBeCloseTo(0.0024, 4);
});

test('groups without numbers do not count', () => {
  const [numbers, groups] = flat(test3);
  expect(
    testMeans(
      numbers,
      groups.map((group) => 3 * group),
    ),
  ).toBe(testMeans(numbers, groups));
});

test.each([
  ['one group', [[1, 2, 3]], 1],
  ['a number per group', [[1], [2], [3]], 1],
  [
    'equal numbers',
    [
      [0.1, 0.1, 0.1],
      [0.1, 0.1],
    ],
    1,
  ],
  [
    'numbers that differ between groups only',
    [
      [1, 1],
      [2, 2],
    ],
    0,
  ],
  ['no numbers', [], 1],
])('of %s', (_, groups, p) => {
  expect(testMeans(...flat(groups))).toBe(p);
});

test.each([
  [2, Math.sqrt(2 / (0.05 * 1.95) - 2)], // in closed form; the others by Simpson's rule over the density
  [9, 2.2621571627982],
  [39, 2.02269092003676],
  [1000, 1.96233908082579],
])("the 97.5th percentile of Student's t with %d degrees of freedom is %d", (degrees, t) => {
  expect(exactT95(degrees)).toBeCloseTo(t, 10);
  expect(upperF(exactT95(degrees) ** 2, 1, degrees)).toBeCloseTo(0.05, 13);
});
