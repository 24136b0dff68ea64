import { expect, test } from 'vitest';
import { measureLogRatios, weighSpreads } from '#frontend/analysis/measure/spreads.ts';
import {
  listRulesInUse,
  MOST_WATCHED_RULES,
  type CountedValue,
  countRunsToAlert,
} from '#frontend/analysis/over-time/time-to-alert.ts';

// The worked example of the definition: 400 of 2,000 leads convert.
const TOTAL = { leads: 2000, conversions: 400 };
const of = (value: string, leads: number, conversions: number, field = 'Source'): CountedValue => ({
  field,
  value,
  leads,
  conversions,
});
const SOURCES = [of('A', 500, 150), of('B', 500, 100), of('C', 700, 100), of('D', 300, 50)];

test('rules in use are the values outside the threshold, with side and weights of their column', () => {
  // Adjusted lifts: (150 × 2,000 + 50 × 400) / (550 × 400) = 1.45; 1; 0.73; 0.86.
  const weights = weighSpreads(measureLogRatios(SOURCES, TOTAL));
  const devices = [of('Phone', 1000, 260, 'Device'), of('Desk', 1000, 140, 'Device')];
  const rules = listRulesInUse([...SOURCES, ...devices], TOTAL, 10);
  expect(rules.map(({ value, side }) => [value, side])).toEqual([
    ['A', 'raise'],
    ['C', 'cut'],
    ['D', 'cut'],
    ['Phone', 'raise'],
    ['Desk', 'cut'],
  ]);
  expect(rules.slice(0, 3).map((rule) => rule.weights)).toEqual([weights, weights, weights]);
  expect(rules[3]?.weights).toEqual(weighSpreads(measureLogRatios(devices, TOTAL)));
  expect(listRulesInUse(SOURCES, TOTAL, 20).map(({ value }) => value)).toEqual(['A', 'C']);
});

test('a value at the threshold, with few leads or few expected conversions, or of all leads, is none', () => {
  const listed = (value: CountedValue, total = TOTAL) => listRulesInUse([value], total, 10).length;
  expect(listed(of('x', 450, 100))).toBe(0); // (200,000 + 20,000) / (500 × 400) = 1.1
  expect(listed(of('x', 450, 101))).toBe(1);
  expect([listed(of('x', 29, 29)), listed(of('x', 30, 30))]).toEqual([0, 1]);
  const rare = { leads: 2000, conversions: 100 };
  expect([listed(of('x', 99, 30), rare), listed(of('x', 100, 30), rare)]).toEqual([0, 1]);
  expect(listed(of('x', 2000, 400))).toBe(0);
});

test('of many rules those with the most leads, in the order of the values', () => {
  const many = Array.from({ length: MOST_WATCHED_RULES + 2 }, (_, at) => of(`v${at}`, 30 + at, 30 + at));
  const total = { leads: 60_000, conversions: 15_000 };
  const rules = listRulesInUse(many, total, 10);
  expect(rules.map(({ value }) => value)).toEqual(many.slice(2).map(({ value }) => value));
});

test('an alert takes the longer, the fewer leads come, the rarer they convert and the more rules are in use', () => {
  const rest = (1 - 0.25 * 1.6) / 0.75;
  const runsOf = (baseline: number, { leads = 300, rules = 3, side = 1 } = {}) => {
    // A quarter of the leads, 1.6 times as good, in 13 weeks of 1,200 leads; or the others of them, which are the worse for it.
    const total = { leads: 15_600, conversions: 15_600 * baseline };
    const good = of('good', 3900, Math.round(3900 * baseline * 1.6));
    const others = of('others', 11_700, Math.round(11_700 * baseline * rest));
    const listed = listRulesInUse([good, others], total, 10);
    return countRunsToAlert(listed[side === 1 ? 0 : 1]!, {
      totals: total,
      expected: {
        part: 2 * leads * (side === 1 ? 1 : 3),
        total: { leads: 8 * leads, conversions: 8 * leads * baseline },
      },
      rules,
    });
  };
  expect([runsOf(0.2), runsOf(0.1)]).toEqual([2, 4]);
  expect(runsOf(0.05)).toBeGreaterThan(10);
  expect(runsOf(0.2, { leads: 100 })).toBeGreaterThan(2);
  expect(runsOf(0.1, { rules: 200 })).toBeGreaterThan(4);
  expect(runsOf(0.2, { side: -1 })).toBe(2); // the cut of the others fell with it
  expect(runsOf(0.05, { leads: 60 })).toBeNull(); // longer than a year
  expect([runsOf(0.5, { leads: 14 }), runsOf(0.5, { leads: 15 })]).toEqual([null, expect.any(Number)]); // 28 and 30 leads
});
