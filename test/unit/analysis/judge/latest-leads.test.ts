import { expect, test } from 'vitest';
import { sideOf } from '#frontend/analysis/judge/expected-to-hold.ts';
import { measureLogRatio, measureLogRatios, weighSpreads } from '#frontend/analysis/measure/spreads.ts';
import { chanceToFall, judgeLatest, testSide, watchRule } from '#frontend/analysis/judge/latest-leads.ts';

// The worked example of the definition ("latest leads"): earlier leads as in "expected to hold", and later ones.
const TOTAL = { earlier: { leads: 2000, conversions: 400 }, later: { leads: 800, conversions: 150 } };
const EARLIER = [
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
const WEIGHTS = weighSpreads(measureLogRatios(EARLIER, TOTAL.earlier));
const RULES = EARLIER.map((earlier, at) => ({ earlier, later: LATER[at]!, weights: WEIGHTS }));

/** The verdicts on these rules at a threshold of 10%. */
const judgeRules = (rules: typeof RULES, total = TOTAL, thresholdPercent = 10) =>
  judgeLatest(
    rules.map((rule) => watchRule(rule, total, rule.weights)),
    thresholdPercent,
  );

test('the worked example has these log ratios and p-values', () => {
  const figures = RULES.map(({ earlier, later }) => {
    const ratios = {
      earlier: measureLogRatio(earlier, TOTAL.earlier),
      later: measureLogRatio(later, TOTAL.later),
    };
    const side = sideOf(earlier, TOTAL.earlier);
    const { log, variance } = ratios.later;
    return [log, Math.sqrt(variance), chanceToFall(ratios, side, WEIGHTS), testSide(ratios.later, side)];
  });
  const expected = [
    [0.091576, 0.164627, 0.006775, 0.289015],
    [0.243539, 0.150633, 0.0902, 0.947036],
    [-0.217432, 0.167159, 0.12755, 0.096673],
    [-0.230744, 0.246107, 0.569889, 0.174231],
  ];
  for (const [at, row] of expected.entries())
    for (const [place, value] of row.entries()) expect(figures[at]?.[place]).toBeCloseTo(value, 6);
});

test('a rule fell, held, or there are not enough leads to tell', () => {
  const [first, ...others] = judgeRules(RULES);
  // q of the first of four tests: 4 x 0.006775.
  expect(first).toEqual({
    kind: 'fell',
    pFell: expect.closeTo(0.006775, 6),
    qFell: expect.closeTo(0.027098, 5),
  });
  // Later lifts: 55/250 and 40/250 and 15/100 against 150/800: 1.17, 0.85 and 0.80, all of them cuts.
  expect(others).toMatchObject([
    { kind: 'unclear', isSameSide: false },
    { kind: 'unclear', isSameSide: true },
    { kind: 'unclear', isSameSide: true },
  ]);
  const held = { ...RULES[0]!, later: { leads: 200, conversions: 60 } };
  expect(judgeRules([held])).toMatchObject([{ kind: 'held' }]);
});

test('a lift within half the threshold is not on the same side', () => {
  const near = { ...RULES[3]!, later: { leads: 100, conversions: 18 } }; // lift 0.96
  expect(judgeRules([near])).toMatchObject([{ kind: 'unclear', isSameSide: false }]);
  expect(judgeRules([near], TOTAL, 7)).toMatchObject([{ kind: 'unclear', isSameSide: true }]);
});

test('rules with few later leads are not judged, and not counted for q', () => {
  const few = { ...RULES[0]!, later: { leads: 29, conversions: 0 } };
  const rare = { earlier: EARLIER[0]!, later: { leads: 30, conversions: 0 }, weights: WEIGHTS };
  const [tooFew, judged] = judgeRules([few, RULES[0]!]);
  expect(tooFew).toEqual({ kind: 'too-few' });
  expect(judged).toMatchObject({ kind: 'fell', qFell: expect.closeTo(0.006775, 6) });
  const later = { leads: 800, conversions: 100 }; // 30 leads are expected to bring 3.75
  expect(judgeRules([rare], { ...TOTAL, later })).toEqual([{ kind: 'too-few' }]);
});
