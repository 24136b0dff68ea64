import { expect, test } from 'vitest';
import {
  estimateRates,
  fitStrength,
  type PredictedCounts,
} from '#frontend/analysis/balanced/best-estimate.ts';

function counted(
  rows: readonly (readonly [leads: number, conversions: number, rate: number])[],
): PredictedCounts {
  return {
    leads: Uint32Array.from(rows, ([leads]) => leads),
    conversions: Uint32Array.from(rows, ([, conversions]) => conversions),
    rates: Float64Array.from(rows, ([, , rate]) => rate),
  };
}

const SCATTERED = counted([
  [400, 70, 0.15],
  [150, 20, 0.2],
  [220, 9, 0.07],
  [90, 22, 0.15],
  [120, 30, 0.22],
  [310, 140, 0.39],
  [60, 6, 0.13],
  [1, 1, 0.5],
]);

test('the strength maximises the likelihood of beta-binomial counts', () => {
  // scipy 1.17.1: minimize_scalar of -sum(betaln(k + M p, n - k + M (1 - p)) - betaln(M p, M (1 - p))) over log M.
  expect(fitStrength(SCATTERED) / 83.5667714719192).toBeCloseTo(1, 3);
});

test('many combinations of few leads give the strength that their likelihood says', () => {
  const rows = Array.from({ length: 400 }, (_, at) => {
    const leads = 2 + (at % 11);
    const rate = [0.1, 0.25, 0.5][at % 3] ?? NaN;
    const share = Math.min(0.98, Math.max(0.01, rate * (0.3 + (1.4 * ((at * 7) % 10)) / 9)));
    const converts = (lead: number) => ((at * 31 + lead * 17) % 97) / 97 < share;
    const conversions = Array.from({ length: leads }, (__, lead) => converts(lead)).filter(Boolean).length;
    return [leads, conversions, rate] as const;
  });
  expect(rows.reduce((sum, [, conversions]) => sum + conversions, 0)).toBe(816);
  // Python: the minimum over log M of the same sum by math.lgamma, found by golden section.
  expect(fitStrength(counted(rows)) / 76.65931938852655).toBeCloseTo(1, 3);
});

test('an estimate lies between the own rate and the prediction, nearer the one that more leads stand behind', () => {
  expect([...estimateRates(counted([[10, 8, 0.5]]), 10)]).toEqual([0.65]);
  // (k + M p) / (n + M) with the strength above.
  const expected = [0.1706796674, 0.15718569068, 0.04891732362, 0.1989725074, 0.2376846151, 0.43853051981];
  const estimates = estimateRates(SCATTERED, 83.5667714719192);
  expected.forEach((rate, at) => expect(estimates[at]).toBeCloseTo(rate, 9));
});

test('where chance explains all differences the estimate is the prediction', () => {
  const exact = counted([
    [100, 20, 0.2],
    [200, 80, 0.4],
    [50, 5, 0.1],
  ]);
  expect(fitStrength(exact)).toBe(Infinity);
  expect([...estimateRates(exact, Infinity)]).toEqual([0.2, 0.4, 0.1]);
});

test('combinations of one lead say nothing against the prediction', () => {
  const single = counted([
    [1, 1, 0.2],
    [1, 0, 0.9],
    [0, 0, 0.5],
  ]);
  expect(fitStrength(single)).toBe(Infinity);
  expect(fitStrength(counted([]))).toBe(Infinity);
});

test('a prediction that is entirely wrong weighs as much as one lead', () => {
  const wrong = counted([
    [500, 0, 0.5],
    [500, 500, 0.5],
  ]);
  expect(fitStrength(wrong)).toBeCloseTo(1, 3);
});

test('a predicted rate above 1 gives a finite strength and an estimate below 1', () => {
  const above = counted([
    [40, 39, 1.3],
    [60, 10, 0.5],
    [80, 30, 0.2],
  ]);
  const strength = fitStrength(above);
  expect(strength).toBeGreaterThan(1);
  expect(strength).toBeLessThan(1000);
  const [first = NaN] = estimateRates(above, strength);
  expect(first).toBeGreaterThan(39 / 40);
  expect(first).toBeLessThan(1);
  expect(estimateRates(above, Infinity)[0]).toBe(0.999);
});
