import { expect, test } from 'vitest';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { predictRate } from '#frontend/analysis/balanced/main-effects.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

/** Mobile halves the rate, but not that of referrals. */
const CELLS: Cell[] = [
  [['Ads', 'Desktop'], 500, 100],
  [['Ads', 'Mobile'], 600, 60],
  [['Search', 'Desktop'], 400, 120],
  [['Search', 'Mobile'], 300, 45],
  [['Referral', 'Desktop'], 200, 80],
  [['Referral', 'Mobile'], 150, 75],
  [['Mail', 'Desktop'], 29, 3],
];

test('a combination shows its own rate, the balanced one, and one between its own and that of the main effects', () => {
  const { tally, estimate } = estimateCombinations(fitTally(tallyOfCells(['Source', 'Device'], CELLS)));
  const { balanced, effects, strength } = tally;
  expect(balanced.converged).toBe(true);
  expect(strength).toBeGreaterThan(10);
  expect(strength).toBeLessThan(500);
  const { counts, actualRate, balancedRate, bestRate } = estimate(['Referral', 'Mobile']);
  expect(counts).toEqual({ leads: 150, conversions: 75 });
  expect(actualRate).toBe(0.5);
  expect(balancedRate).toBeLessThan(0.45);
  const logOdds =
    (effects?.intercept ?? NaN) + (effects?.effects[0]?.[2] ?? NaN) + (effects?.effects[1]?.[1] ?? NaN);
  expect(bestRate).toBeCloseTo((75 + strength / (1 + Math.exp(-logOdds))) / (150 + strength), 12);
});

test('the balanced rate is the baseline rate x the scale x the multipliers', () => {
  const { tally, estimate, multiplierOf } = estimateCombinations(
    fitTally(tallyOfCells(['Source', 'Device'], CELLS)),
  );
  const { baselineRate, scale, multipliers } = tally.balanced;
  const [search = NaN, mobile = NaN] = [multipliers[0]?.[1], multipliers[1]?.[1]];
  expect([multiplierOf(0, 'Search'), multiplierOf(1, 'Mobile')]).toEqual([search, mobile]);
  expect(multiplierOf(0, 'never')).toBe(1);
  expect(estimate(['Search', 'Mobile']).balancedRate).toBeCloseTo(baselineRate * scale * search * mobile, 12);
  const total = CELLS.reduce((sum, [values, leads]) => sum + leads * estimate(values).balancedRate, 0);
  expect(total).toBeCloseTo(483, 9);
});

test('a combination of few leads has no own rate, one of none is predicted', () => {
  const { tally, estimate } = estimateCombinations(fitTally(tallyOfCells(['Source', 'Device'], CELLS)));
  expect(estimate(['Mail', 'Desktop'])).toMatchObject({
    counts: { leads: 29, conversions: 3 },
    actualRate: null,
  });
  const { counts, actualRate, balancedRate, bestRate } = estimate(['Mail', 'Mobile']);
  expect(counts).toEqual({ leads: 0, conversions: 0 });
  expect(actualRate).toBeNull();
  expect(bestRate).toBeCloseTo(tally.effects ? predictRate(tally.effects, [3, 1]) : NaN, 12);
  expect(balancedRate).toBeLessThan(estimate(['Mail', 'Desktop']).balancedRate);
});
