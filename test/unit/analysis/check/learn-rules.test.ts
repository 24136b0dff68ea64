import { expect, test } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { calculateLeadValue } from '#frontend/analysis/judge/lead-values.ts';
import { learnRules } from '#frontend/analysis/check/learn-rules.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

/**
 * Referrals on mobile convert better than their lifts say: a significant interaction, so both are cut. The few leads by
 * mail are a rule that is not significant.
 */
const CELLS: Cell[] = [
  [['Ads', 'Desktop'], 500, 100],
  [['Ads', 'Mobile'], 600, 60],
  [['Search', 'Desktop'], 400, 100],
  [['Search', 'Mobile'], 300, 45],
  [['Referral', 'Desktop'], 200, 80],
  [['Referral', 'Mobile'], 150, 100],
  [['Mail', 'Desktop'], 12, 5],
];
const tally = tallyOfCells(['Source', 'Device'], CELLS);
const settings = { conversionValue: 1, thresholdPercent: 10 };

test('the product is the rate behind the lead value of the calculator, cuts included', () => {
  const analysis = analyse(tally, settings);
  expect(analysis.hasInteractions).toBe(true);
  const rates = learnRules(tally, 10);
  CELLS.forEach(([values], at) =>
    expect(rates.product[at]).toBeCloseTo(calculateLeadValue(analysis, values).value, 12),
  );
});

test('rules are those of the page, and a value without a rule counts as 1', () => {
  const { valueRules } = analyse(tally, settings);
  const rates = learnRules(tally, 10);
  const suggested = (value: string) =>
    valueRules.find(({ segment }) => segment.value === value)?.suggested ?? 1;
  expect(suggested('Mail')).toBeGreaterThan(1.1);
  // Search is inside 1 ± 10%.
  expect(suggested('Search')).toBe(1);
  CELLS.forEach(([[source = '', device = '']], at) =>
    expect(rates.rules[at]).toBeCloseTo((490 / 2162) * suggested(source) * suggested(device), 12),
  );
});

test('Balanced and the best estimate are those of the calculator', () => {
  const rates = learnRules(tally, 10);
  const { estimate } = estimateCombinations(fitTally(tally));
  CELLS.forEach(([values], at) => {
    expect(rates.balanced[at]).toBeCloseTo(estimate(values).balancedRate, 12);
    expect(rates.best[at]).toBeCloseTo(estimate(values).bestRate, 12);
  });
});
