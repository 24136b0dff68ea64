import { expect, test } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { calculateLeadValue } from '#frontend/analysis/judge/lead-values.ts';
import { learnRules, listedRules } from '#frontend/analysis/check/learn-rules.ts';
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
  const { rates, baselineRate } = learnRules(tally, 10, listedRules);
  expect(baselineRate).toBe(490 / 2162);
  CELLS.forEach(([values], at) =>
    expect(rates.product[at]).toBeCloseTo(calculateLeadValue(analysis, values).value, 12),
  );
});

test('rules are those of the page, and a value without a rule counts as 1', () => {
  const { valueRules } = analyse(tally, settings);
  const { rates, rules, baselineRate } = learnRules(tally, 10, listedRules);
  expect(rules.map(({ value, multiplier, label }) => [value, multiplier, label])).toEqual(
    valueRules.map(({ segment, suggested }) => [segment.value, suggested, segment.label]),
  );
  expect(rules.find(({ value }) => value === 'Mail')?.label).toBe('Unclear');
  const suggested = (value: string) => rules.find((rule) => rule.value === value)?.multiplier ?? 1;
  // Search is inside 1 ± 10%.
  expect(suggested('Search')).toBe(1);
  CELLS.forEach(([[source = '', device = '']], at) =>
    expect(rates.rules[at]).toBeCloseTo(baselineRate * suggested(source) * suggested(device), 12),
  );
});

test('only the chosen rules are tried, the other methods stay', () => {
  const all = learnRules(tally, 10, listedRules);
  const chosen = learnRules(tally, 10, () => [{ field: 0, value: 'Ads', multiplier: 0.5, label: 'Use' }]);
  expect([...chosen.rates.rules].map((rate) => rate / chosen.baselineRate)).toEqual([
    0.5, 0.5, 1, 1, 1, 1, 1,
  ]);
  expect({ ...chosen.rates, rules: null }).toEqual({ ...all.rates, rules: null });
});

test('Balanced and the best estimate are those of the calculator', () => {
  const { rates } = learnRules(tally, 10, listedRules);
  const { estimate } = estimateCombinations(fitTally(tally));
  CELLS.forEach(([values], at) => {
    expect(rates.balanced[at]).toBeCloseTo(estimate(values).balancedRate, 12);
    expect(rates.best[at]).toBeCloseTo(estimate(values).bestRate, 12);
  });
});
