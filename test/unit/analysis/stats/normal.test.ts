import { expect, test } from 'vitest';
import { normalCdf } from '#frontend/analysis/stats/normal.ts';

// mpmath 1.3: mpmath.ncdf(z).
test.each([
  [-8, 6.2209605742717839e-16],
  [-3, 0.0013498980316300946],
  [-1, 0.15865525393145705],
  [0, 0.5],
  [0.5, 0.69146246127401312],
  [2, 0.97724986805182079],
])('the chance of at most %d is %d', (z, expected) => expect(normalCdf(z) / expected).toBeCloseTo(1, 12));

test('nothing is below -Infinity, all is below Infinity', () => {
  expect([normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0, 1]);
});
