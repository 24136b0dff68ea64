import { describe, expect, test } from 'vitest';
import { splitBaselineChange, type CountsOfTwo } from '#frontend/analysis/compare/compare.ts';

type Group = [leadsBefore: number, conversionsBefore: number, leadsAfter: number, conversionsAfter: number];

const split = (...groups: Group[]) =>
  splitBaselineChange(
    groups.map(([leadsBefore, conversionsBefore, leadsAfter, conversionsAfter]): CountsOfTwo => ({
      before: { leads: leadsBefore, conversions: conversionsBefore },
      after: { leads: leadsAfter, conversions: conversionsAfter },
    })),
  );

describe('splitBaselineChange', () => {
  // Python's fractions: mix = sum((r1 + r2)/2 * (w2 - w1)), rate = sum((w1 + w2)/2 * (r2 - r1)), exactly 1/16 + 3/80.
  test('gives the parts of Kitagawa with averaged weights', () => {
    const { mix, rate, values } = split([100, 40, 150, 60], [100, 10, 50, 10]);
    expect(mix).toBeCloseTo(1 / 16, 14);
    expect(rate).toBeCloseTo(3 / 80, 14);
    // By hand, around the mean of 25% and 35%: 0.25 (0.4 - 0.3) and -0.25 (0.15 - 0.3).
    expect(values[0]?.mix).toBeCloseTo(0.025, 14);
    expect(values[0]?.rate).toBe(0);
    expect(values[1]?.mix).toBeCloseTo(0.0375, 14);
    expect(values[1]?.rate).toBeCloseTo(0.0375, 14);
  });

  // As above, with the rate of the other file where one has no such leads: 48/875 - 13/875 of 1/25.
  test('counts a value that only one file has as mix', () => {
    const { mix, rate, values } = split(
      [100, 40, 300, 90],
      [700, 120, 500, 90],
      [200, 40, 0, 0],
      [0, 0, 200, 60],
    );
    expect(mix).toBeCloseTo(48 / 875, 14);
    expect(rate).toBeCloseTo(-13 / 875, 14);
    expect([values[2]?.rate, values[3]?.rate]).toEqual([0, 0]);
  });

  test('finds no mix where shares stay, and no rate where rates stay', () => {
    const sameShares = split([100, 10, 200, 60], [300, 90, 600, 60]);
    expect(sameShares.mix).toBe(0);
    expect(sameShares.rate).toBeCloseTo(120 / 800 - 100 / 400, 14);
    const sameRates = split([100, 10, 300, 30], [300, 90, 100, 30]);
    expect(sameRates.rate).toBe(0);
    expect(sameRates.mix).toBeCloseTo(60 / 400 - 100 / 400, 14);
  });

  test('splits nothing without leads in a file', () => {
    expect(split([0, 0, 100, 10])).toEqual({ mix: 0, rate: 0, values: [{ mix: 0, rate: 0 }] });
    expect(splitBaselineChange([])).toEqual({ mix: 0, rate: 0, values: [] });
  });
});
