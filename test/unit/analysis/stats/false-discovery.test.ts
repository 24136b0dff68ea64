import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { benjaminiHochberg } from '#frontend/analysis/stats/false-discovery.ts';

const qOf = (pValues: readonly number[], repeats = pValues.map(() => 1)) => [
  ...benjaminiHochberg(Float64Array.from(pValues), Uint32Array.from(repeats)),
];

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [at, q] of expected.entries()) expect(actual[at]).toBeCloseTo(q, 14);
}

describe('benjaminiHochberg', () => {
  test('finds the four of fifteen that its authors found', () => {
    // Benjamini and Hochberg (1995), section 4.2: at 0.05 the first four are rejected. q by scipy 1.17,
    // scipy.stats.false_discovery_control(ps).
    const ps = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ];
    const found = qOf(ps);
    expect(found.filter((q) => q < 0.05)).toHaveLength(4);
    expectClose(
      found,
      [
        0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.06385714285714286, 0.06385714285714286, 0.0645,
        0.07650000000000001, 0.486, 0.5811818181818181, 0.7148749999999999, 0.7532307692307693,
        0.8132142857142857, 1,
      ],
    );
  });

  // scipy 1.17, scipy.stats.false_discovery_control(ps).
  test.each([
    [
      [0.01, 0.04, 0.03, 0.5],
      [0.04, 0.16 / 3, 0.16 / 3, 0.5],
    ],
    [
      [0.02, 0.02, 0.02, 0.9, 0.005, 0.005],
      [0.024, 0.024, 0.024, 0.9, 0.015, 0.015],
    ],
    [[0.3], [0.3]],
    [
      [1, 1],
      [1, 1],
    ],
    [[], []],
  ])('of %j is %j, in the given order', (ps, qs) => {
    expectClose(qOf(ps), qs);
  });

  test('counts a p-value as often as it occurs, and leaves out what is no test', () => {
    // 0.01 twice, 0.2 three times: m 5, so 0.01 x 5 / 2 and 0.2 x 5 / 5.
    expectClose(qOf([0.2, 0.01, 0.0001], [3, 2, 0]), [0.2, 0.025, 1]);
  });

  test('is the least p m / j of the p-values from its own upward', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(p), (ps) => {
        const sorted = ps.toSorted((a, b) => a - b);
        const bounds = sorted.map((other, at) => (other * ps.length) / (at + 1));
        const expected = ps.map((own) => Math.min(...bounds.slice(sorted.lastIndexOf(own))));
        expectClose(qOf(ps), expected);
      }),
    );
  });
});
