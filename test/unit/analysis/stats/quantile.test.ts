import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpolate, quantile } from '#frontend/analysis/stats/quantile.ts';

function sample(weightByValue: [value: number, weight: number][]) {
  return {
    values: Float64Array.from(weightByValue, ([value]) => value),
    weights: Uint32Array.from(weightByValue, ([, weight]) => weight),
  };
}

const once = (...values: number[]) => sample(values.map((value) => [value, 1]));

describe('quantile', () => {
  // R 4.3, the default type 7: quantile(c(1, 2, 3, 4)) is 1, 1.75, 2.5, 3.25, 4.
  test.each([
    [0, 1],
    [1, 1.75],
    [2, 2.5],
    [3, 3.25],
    [4, 4],
  ])('%d quarters of 1, 2, 3, 4 is %d, as in R', (part, expected) => {
    expect(quantile(once(1, 2, 3, 4), part, 4)).toBe(expected);
  });

  test('counts a value as often as it occurs', () => {
    // 0, 0, 0, 4, 8: h = 4 x 1/4 = 1, 2, 3, so the values at ranks 1, 2 and 3.
    const repeated = sample([
      [0, 3],
      [4, 1],
      [8, 1],
    ]);
    expect([1, 2, 3].map((part) => quantile(repeated, part, 4))).toEqual([0, 0, 4]);
  });

  test('hits a value exactly where the rank is whole, in thirds too', () => {
    expect(quantile(once(0.1, 0.2, 0.3, 0.7), 1, 3)).toBe(0.2);
    expect(quantile(once(0.1, 0.2, 0.3, 0.7), 2, 3)).toBe(0.3);
  });

  test('is the value of a single-valued sample, and 0 of an empty one', () => {
    expect(quantile(sample([[0.1, 7]]), 1, 4)).toBe(0.1);
    expect(quantile(once(), 1, 4)).toBe(0);
  });

  test('equals the definition on the sample written out', () => {
    const weighted = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 5 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(weighted, fc.integer({ min: 0, max: 12 }), (pairs, part) => {
        const distinct = [...new Map(pairs)].toSorted((a, b) => a[0] - b[0]);
        const written = distinct.flatMap(([value, weight]) => Array<number>(weight).fill(value));
        const h = ((written.length - 1) * part) / 12;
        const lower = written[Math.floor(h)] ?? 0;
        const upper = written[Math.ceil(h)] ?? 0;
        const expected = lower + (h - Math.floor(h)) * (upper - lower);
        expect(quantile(sample(distinct), part, 12)).toBeCloseTo(expected, 9);
      }),
    );
  });
});

describe('interpolate', () => {
  test('divides whole spans without rounding', () => {
    expect(interpolate([1, 10], 1, 3)).toBe(4);
    expect(interpolate([1, 10], 2, 3)).toBe(7);
    expect(interpolate([0, 251], 1, 3)).toBe(251 / 3);
    // By shares it would be 1 / 5 x 2 + 6 / 5 x 3 = 3.9999999999999996.
    expect(interpolate([1, 6], 3, 5)).toBe(4);
  });

  test('stays finite between any two finite ends', () => {
    expect(interpolate([-1.7e308, 1.7e308], 1, 2)).toBe(0);
    expect(interpolate([1e308, 1.7e308], 1, 3)).toBeCloseTo(1.2333333333333333e308, -295);
    expect(interpolate([1e308, 1.6e308], 2, 3) / 1e308).toBeCloseTo(1.4, 12);
  });

  test('is the end itself at the last part, and where both ends are equal', () => {
    // Times and by 7, it would be 1.2000000000000004.
    expect(interpolate([0, 1.2000000000000002], 7, 7)).toBe(1.2000000000000002);
    expect(interpolate([0, Number.MAX_VALUE], 3, 3)).toBe(Number.MAX_VALUE);
    expect(interpolate([0.1, 0.1], 1, 3)).toBe(0.1);
  });
});
