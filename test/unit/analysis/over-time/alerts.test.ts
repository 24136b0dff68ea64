import { expect, test } from 'vitest';
import { measureLogRatios, weighSpreads } from '#frontend/analysis/measure/spreads.ts';
import { findAlerts, listAlertWindows, watchRuleInUse } from '#frontend/analysis/over-time/alerts.ts';

// The worked example of the definition ("latest leads"): what rules were entered with, and later leads.
const TOTAL = { leads: 2000, conversions: 400 };
const LATER_TOTAL = { leads: 800, conversions: 150 };
const REFERENCES = [
  { leads: 500, conversions: 150 },
  { leads: 500, conversions: 100 },
  { leads: 700, conversions: 100 },
  { leads: 300, conversions: 50 },
];
const LATER = [
  { leads: 200, conversions: 40 },
  { leads: 250, conversions: 55 },
  { leads: 250, conversions: 40 },
  { leads: 100, conversions: 15 },
];
const P_FELL = [0.006775, 0.0902, 0.12755, 0.569889];
const weights = weighSpreads(measureLogRatios(REFERENCES, TOTAL));
const referenceOf = (at: number) => ({ part: REFERENCES[at]!, total: TOTAL, weights }); // one of four
const laterOf = (at: number) => ({ part: LATER[at]!, total: LATER_TOTAL });
const FEW = { part: { leads: 29, conversions: 0 }, total: LATER_TOTAL };

test('p is twice the smaller chance to fall in two windows, at most 1', () => {
  const rules = REFERENCES.map((_, at) => watchRuleInUse(referenceOf(at), [FEW, laterOf(at)]));
  const verdicts = findAlerts(rules);
  for (const [at, { p }] of verdicts.entries()) expect(p).toBeCloseTo(Math.min(1, 2 * P_FELL[at]!), 5);
  expect(findAlerts([watchRuleInUse(referenceOf(0), [laterOf(0), laterOf(0)])])[0]?.p).toBeCloseTo(
    0.01355,
    5,
  );
  expect(verdicts.map(({ isAlert }) => isAlert)).toEqual([false, false, false, false]);
  // q of the first of four: 4 × 2 × 0.006775.
  expect(verdicts[0]?.q).toBeCloseTo(0.0542, 4);
});

test('a window with under 30 leads or 5 expected conversions has a chance of 1', () => {
  const rare = { part: { leads: 30, conversions: 0 }, total: { leads: 800, conversions: 100 } };
  const enough = { part: { leads: 30, conversions: 0 }, total: { leads: 800, conversions: 200 } };
  const pOf = (window: typeof FEW) => findAlerts([watchRuleInUse(referenceOf(0), [window, FEW])])[0]?.p;
  expect(pOf(FEW)).toBe(1);
  expect(pOf(rare)).toBe(1);
  expect(pOf(enough)).toBeLessThan(0.02);
});

test('a clear fall alerts, on the side of the rule only; q counts all rules in use', () => {
  const fallen = { part: { leads: 300, conversions: 20 }, total: LATER_TOTAL };
  const risen = { part: { leads: 300, conversions: 110 }, total: LATER_TOTAL };
  const judge = (...rules: Parameters<typeof watchRuleInUse>[]) =>
    findAlerts(rules.map((rule) => watchRuleInUse(...rule))).map(({ isAlert }) => isAlert);
  expect(judge([referenceOf(0), [fallen, fallen]])).toEqual([true]);
  expect(judge([referenceOf(0), [risen, risen]])).toEqual([false]);
  // The third is a cut: more conversions take from it.
  expect(judge([referenceOf(2), [fallen, fallen]])).toEqual([false]);
  expect(judge([referenceOf(2), [risen, risen]])).toEqual([true]);
  const near = { part: { leads: 200, conversions: 32 }, total: LATER_TOTAL }; // p 0.00019
  const alone = findAlerts([watchRuleInUse(referenceOf(0), [near, near])])[0]!;
  expect(alone.p).toBeLessThan(0.001);
  expect(alone.isAlert).toBe(true);
  const beside = Array.from({ length: 40 }, () => watchRuleInUse(referenceOf(3), [FEW, FEW]));
  expect(findAlerts([watchRuleInUse(referenceOf(0), [near, near]), ...beside])[0]?.isAlert).toBe(false);
  expect(findAlerts([])).toEqual([]);
});

test('windows end at the age cut and begin after the reference', () => {
  const dayOf = (text: string) => Date.parse(`${text}T00:00Z`) / 86_400_000;
  const listOf = (asked: Partial<Parameters<typeof listAlertWindows>[0]>) =>
    listAlertWindows({
      newest: dayOf('2026-06-30'),
      youngerThanDays: 10,
      reference: dayOf('2026-01-31'),
      isMonthly: false,
      ...asked,
    }).map(({ first, last }) =>
      [first, last].map((day) => new Date(day * 86_400_000).toISOString().slice(5, 10)),
    );
  expect(listOf({})).toEqual([
    ['06-14', '06-20'],
    ['06-07', '06-20'],
  ]);
  expect(listOf({ reference: dayOf('2026-06-10') })).toEqual([
    ['06-14', '06-20'],
    ['06-11', '06-20'],
  ]);
  expect(listOf({ isMonthly: true })).toEqual([
    ['05-21', '06-20'],
    ['04-21', '06-20'],
  ]);
  // 31 March: the month before begins after the last day of February.
  expect(listOf({ isMonthly: true, newest: dayOf('2026-03-31'), youngerThanDays: 0 })).toEqual([
    ['03-01', '03-31'],
    ['02-01', '03-31'],
  ]);
});
