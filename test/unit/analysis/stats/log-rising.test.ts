import { expect, test } from 'vitest';
import { logRising } from '#frontend/analysis/stats/log-rising.ts';

// mpmath 1.3 with 40 digits: loggamma(x + count) - loggamma(x).
test.each([
  [0.5, 3, 0.628608659422374138],
  [0.001, 1, -6.90775527898213703],
  [0.25, 200, 857.96975769785084],
  [3.7, 5000, 37612.7128569538715],
  [12, 7, 18.8931373621591677],
  [38.25, 1, 3.64414356027254484],
  [100_000, 30, 345.392113521419916],
  [1_000_000, 100_000, 1386392.20592608728],
])('log of %f times the next ones, %i factors', (x, count, expected) => {
  expect(Math.abs(logRising(x, count) - expected)).toBeLessThan(1e-11 * Math.max(1, Math.abs(expected)));
});

test('without factors it is 0, also from 0', () => {
  expect(logRising(7.5, 0)).toBe(0);
  expect(logRising(0, 0)).toBe(0);
  expect(logRising(0, 3)).toBe(-Infinity);
});
