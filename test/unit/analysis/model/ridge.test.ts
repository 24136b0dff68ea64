import { describe, expect, test } from 'vitest';
import { createDesign } from '#frontend/analysis/model/design.ts';
import { reasonsOf, spreadsOf } from '#frontend/analysis/model/reasons.ts';
import { fitRidge, startWeights, type LinkFunction } from '#frontend/analysis/model/ridge.ts';
import { scaleAmounts } from '#frontend/analysis/model/amount-model.ts';
import { finish } from '#test/support/finish.ts';

/** Leads of two columns of two values each: the codes of a cell, its leads, and the outcomes of these. */
function leadsOf(cells: readonly (readonly [number, number, readonly number[]])[]) {
  const codesOf = (at: 0 | 1) => Uint8Array.from(cells.flatMap((cell) => cell[2].map(() => cell[at])));
  const outcomes = Float64Array.from(cells.flatMap(([, , list]) => list));
  const columns = [codesOf(0), codesOf(1)].map((codes) => ({ codes, values: 2 }));
  return { design: createDesign(columns, outcomes.length), outcomes };
}

const flags = (leads: number, conversions: number) =>
  Array.from({ length: leads }, (_, lead) => Number(lead < conversions));

/** The cells of the worked example 'D ridge'. */
const CELLS = leadsOf([
  [0, 0, flags(40, 10)],
  [0, 1, flags(30, 12)],
  [1, 0, flags(20, 2)],
  [1, 1, flags(10, 5)],
]);

function fit({ design, outcomes }: typeof CELLS, link: LinkFunction, penalty: number): Float64Array {
  const start = startWeights(design, outcomes, link);
  return finish(fitRidge(design, outcomes, { link, penalty, start }));
}

const closeTo = (values: readonly number[], decimals = 4) =>
  values.map((value) => expect.closeTo(value, decimals));

/** σ or exp of the weights of each of the four cells. */
const predict = ([intercept = 0, a = 0, b = 0, c = 0, d = 0]: Float64Array, mean: (sum: number) => number) =>
  [a + c, a + d, b + c, b + d].map((sum) => mean(intercept + sum));

describe('a ridge regression', () => {
  test('of conversions has the weights of the worked example', () => {
    const weights = fit(CELLS, 'logit', 1);
    expect([...weights]).toEqual(closeTo([-0.9087, 0.146043, -0.146043, -0.482298, 0.482298]));
    const rates = predict(weights, (sum) => 1 / (1 + Math.exp(-sum)));
    expect(rates).toEqual(closeTo([0.223575, 0.430366, 0.176966, 0.360673]));
  });

  test('of amounts has the amounts of the worked example', () => {
    const amounts = leadsOf(
      [120, 60, 90, 50].map((amount, at) => [at >> 1, at % 2, Array.from({ length: 10 }, () => amount)]),
    );
    const { cut, unit } = scaleAmounts({
      isConverted: new Uint8Array(40).fill(1),
      amounts: amounts.outcomes,
    });
    expect(unit).toBe(9.375);
    const outcomes = cut.map((amount) => amount / unit);
    const weights = fit({ ...amounts, outcomes }, 'log', 3);
    const predicted = predict(weights, (sum) => unit * Math.exp(sum));
    // Relative to amounts of about 100, as close as the weights.
    expect(predicted.map((amount) => amount / 100)).toEqual(
      closeTo([1.17396373, 0.62256415, 0.91711651, 0.48635562]),
    );
  });

  test('makes the total exact, and the weights of a column sum to 0', () => {
    const weights = fit(CELLS, 'logit', 1);
    expect(weights[1]! + weights[2]!).toBeCloseTo(0, 4);
    expect(weights[3]! + weights[4]!).toBeCloseTo(0, 4);
    const rates = predict(weights, (sum) => 1 / (1 + Math.exp(-sum)));
    const total = [40, 30, 20, 10].reduce((sum, leads, at) => sum + leads * rates[at]!, 0);
    expect(total).toBeCloseTo(29, 2);
  });

  test('with a large penalty gives every lead the baseline rate', () => {
    const weights = fit(CELLS, 'logit', 1e9);
    expect([...weights.subarray(1)]).toEqual(closeTo([0, 0, 0, 0]));
    expect(1 / (1 + Math.exp(-weights[0]!))).toBeCloseTo(0.29, 6);
  });

  test('has finite weights where a value always converts, no lead has it, or there is no lead', () => {
    const cells = leadsOf([
      [0, 0, flags(50, 50)],
      [1, 0, flags(50, 5)],
    ]);
    const weights = fit(cells, 'logit', 1);
    expect([...weights].every(Number.isFinite)).toBe(true);
    expect(weights[4]).toBe(0);
    expect(weights[1]).toBeGreaterThan(1);
    expect(fit(leadsOf([]), 'logit', 1)).toEqual(fit(leadsOf([]), 'logit', 1000));
    for (const conversions of [0, 50]) {
      const same = leadsOf([[0, 0, flags(50, conversions)]]);
      expect([...fit(same, 'logit', 1)].every(Number.isFinite)).toBe(true);
    }
  });

  test('of amounts far apart is found though the first step goes too far', () => {
    const cells = leadsOf([
      [0, 0, Array.from({ length: 200 }, () => 1)],
      [1, 0, Array.from({ length: 2 }, () => 11)],
    ]);
    const weights = fit(cells, 'log', 0.001);
    expect(Math.exp(weights[0]! + weights[2]! + weights[3]!)).toBeCloseTo(11, 1);
  });
});

describe('the reasons of a lead', () => {
  test('are its weights less their mean over the leads', () => {
    const weights = fit(CELLS, 'logit', 1);
    const reasons = reasonsOf(CELLS.design, weights)(0);
    expect(reasons.map(({ column, value }) => [column, value])).toEqual([
      [1, 0],
      [0, 0],
    ]);
    expect(reasons.map(({ shift }) => shift)).toEqual(closeTo([-0.385839, 0.087626]));
  });

  /** Leads that are alike in all but the first column, of which each value has half of the leads. */
  function reasonsWith(weights: readonly number[]) {
    const columns = weights.map(() => ({ codes: Uint8Array.of(0, 1), values: 2 }));
    const list = weights.flatMap((weight) => [weight, -weight]);
    return reasonsOf(createDesign(columns, 2), Float64Array.of(0, ...list))(0);
  }

  test('have one in the direction of all columns together, though three others are larger', () => {
    const shifts = reasonsWith([-0.3, -0.3, -0.3, 0.29, 0.28, 0.27, 0.26]).map(({ shift }) => shift);
    expect(shifts).toEqual(closeTo([-0.3, -0.3, 0.29]));
  });

  test('are the three largest, and none where the columns say nothing', () => {
    expect(reasonsWith([0.1, -0.4, 0.3, 0, 0.5]).map(({ column }) => column)).toEqual([4, 1, 2]);
    expect(reasonsWith([0, 0])).toEqual([]);
  });

  test('a column spreads as its weights do over the leads', () => {
    const { design } = CELLS;
    const weights = Float64Array.of(-1, 0.2, -0.2, 0.5, 0.5);
    // 70 of 100 leads have 0.2: the standard deviation is 0.4 x √(0.7 x 0.3).
    expect(spreadsOf(design, weights)).toEqual(closeTo([0.183303, 0]));
  });
});
