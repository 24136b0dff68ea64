import { expect, test } from 'vitest';
import { logRising } from '#frontend/analysis/stats/log-rising.ts';

// mpmath 1.3 with 40 digits: loggamma(x + count) - loggamma(x).
test.each([
  [0.5, 3, 0.6286086594223741],
  [0.001, 1, -6.907755278982137],
  [0.25, 200, 857.9697576978508],
  [3.7, 5000, 37612.71285695387],
  [12, 7, 18.893137362159166],
  [38.25, 1, 3.644143560272545],
  [100_000, 30, 345.3921135214199],
  [1_000_000, 100_000, 1386392.2059260872],
])('log of %f times the next ones, %i factors', (x, count, expected) => {
  expect(Math.abs(logRising(x, count) - expected)).toBeLessThan(1e-11 * Math.max(1, Math.abs(expected)));
});

test('without factors it is 0, also from 0', () => {
  expect(logRising(7.5, 0)).toBe(0);
  expect(logRising(0, 0)).toBe(0);
  expect(logRising(0, 3)).toBe(-Infinity);
});
