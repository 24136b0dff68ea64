import { describe, expect, test } from 'vitest';
import { chiSquareTail } from '#frontend/analysis/stats/chi-square.ts';
import { logGamma, upperGamma } from '#frontend/analysis/stats/incomplete-gamma.ts';

describe('upperGamma', () => {
  // mpmath 1.3: mpmath.gammainc(a, x, inf, regularized=True).
  test.each([
    [0.5, 1.920729410347062, 0.05],
    [1, 2, 0.1353352832366127],
    [2.5, 0.1, 0.9991138612111875],
    [2.5, 40, 8.39182511483161e-16],
    [3.7, 3.9, 0.3913951390775637],
    [50, 20, 0.999999987541074],
    [50, 80, 0.00013078397659141034],
    [1000, 1100, 0.0010593232539299773],
    [10000, 9000, 1],
  ])('Q(%d, %d) is %d', (a, x, q) => expect(upperGamma(a, x) / q).toBeCloseTo(1, 10));

  test('is the tail of chi-square at one degree of freedom', () => {
    for (const x of [0.01, 1, 3, 30]) expect(upperGamma(0.5, x / 2) / chiSquareTail(x)).toBeCloseTo(1, 11);
  });

  test('is 1 at and below 0, and 0 at infinity', () => {
    expect([upperGamma(3, 0), upperGamma(3, -1), upperGamma(3, Infinity)]).toEqual([1, 1, 0]);
  });
});

// mpmath 1.3: mpmath.loggamma(x).
test.each([
  [0.001, 6.9071788853838534],
  [0.5, 0.57236494292470008],
  [5, 3.1780538303479458],
  [100.5, 361.43554046777763],
  [1e6, 12815504.569147611],
])('log Γ(%d) is %d', (x, expected) => expect(logGamma(x) / expected).toBeCloseTo(1, 12));
