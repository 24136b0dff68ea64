import { expect, test } from 'vitest';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { testBeyondBalanced } from '#frontend/analysis/judge/beyond-balanced.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

/** 10,000 leads whose attributes go together: 90% of the leads of a have x. The rates multiply: 0.05 · 3 for a, · 2 for x. */
const RELATED: Cell[] = [
  [['a', 'x'], 3600, 1080],
  [['a', 'y'], 400, 60],
  [['b', 'x'], 600, 60],
  [['b', 'y'], 5400, 270],
];

function pairsOf(cells: Cell[]) {
  const tally = tallyOfCells(['Source', 'Device'], cells);
  const fitted = fitTally(tally);
  const measurement = measure(tally);
  const without = judge(measurement, DEFAULT_SETTINGS);
  const analysis = judge(measurement, DEFAULT_SETTINGS, estimateCombinations(fitted));
  const nameOf = ({ attributes }: { attributes: readonly { value: string }[] }) =>
    attributes.map(({ value }) => value).join(' ');
  return {
    fitted,
    measurement,
    withoutEstimates: new Map(without.interactionTests.map((test) => [nameOf(test), test])),
    tests: new Map(analysis.interactionTests.map((test) => [nameOf(test), test])),
  };
}

test('a pair that the attributes explain by going together is Test, and all its figures stay', () => {
  const { tests, withoutEstimates } = pairsOf(RELATED);
  const [before, after] = [withoutEstimates.get('a x'), tests.get('a x')];
  // By the product of both lifts, x and a together should convert at far over 30%.
  expect(before).toMatchObject({ label: 'Real', isSignificant: true });
  expect(before).not.toHaveProperty('isExplained');
  expect(after).toEqual({ ...before, label: 'Possible', isExplained: true });
});

test('a pair that converts otherwise than both attributes together stays Real', () => {
  // a with y converts at 60% in place of 15%.
  const { tests } = pairsOf(
    RELATED.map(([values, leads, converted], at) => [values, leads, at === 1 ? 240 : converted]),
  );
  const test = tests.get('a y');
  expect(test).toMatchObject({ label: 'Real' });
  expect(test).not.toHaveProperty('isExplained');
});

test('the p-value is that of the conversions against those predicted for the leads of the pair', () => {
  const { fitted, measurement } = pairsOf(RELATED);
  const { multipliers, baselineRate, scale } = fitted.balanced;
  const at = measurement.pairs.findIndex(
    ({ figures }) => figures.attributes.map(({ value }) => value).join() === 'a,y',
  );
  const codeOf = (field: number, value: string) => fitted.fields[field]!.values.indexOf(value);
  const rate = baselineRate * scale * multipliers[0]![codeOf(0, 'a')]! * multipliers[1]![codeOf(1, 'y')]!;
  const chiSquare = (60 - 400 * rate) ** 2 / (400 * rate * (1 - rate));
  const pValues = testBeyondBalanced(measurement.pairs, fitted);
  expect(pValues).toHaveLength(measurement.pairs.length);
  // The tail of chi-square with 1 degree of freedom is erfc(√(x / 2)).
  const tail = 1 - erf(Math.sqrt(chiSquare / 2));
  expect(pValues[at]).toBeCloseTo(tail, 6);
});

/** Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: within 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const sum = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce(
    (all, c) => (all + c) * t,
    0,
  );
  return 1 - sum * Math.exp(-x * x);
}
