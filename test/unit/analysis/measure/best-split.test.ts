import { describe, expect, test } from 'vitest';
import { countByRange, rangeLabel } from '#frontend/analysis/counts/binning.ts';
import { bestSplit } from '#frontend/analysis/measure/best-split.ts';
import type { NumericSummary } from '#frontend/analysis/columns/columns.ts';

/** Numbers 0, 1, 2 ... with these leads each. */
function numbers(leads: readonly number[]): NumericSummary {
  const values = Float64Array.from(leads, (_, value) => value);
  return { min: 0, max: leads.length - 1, values, leads: Uint32Array.from(leads) };
}

const even = (count: number, leads: number) => numbers(Array.from({ length: count }, () => leads));
const rates = (summary: NumericSummary, rateOf: (value: number) => number) =>
  Uint32Array.from(summary.leads, (leads, value) => Math.round(leads * rateOf(value)));

/** A linear congruential generator (Numerical Recipes): the same numbers in each run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

describe('the best split', () => {
  test('cuts where the conversion rate changes, and nowhere else', () => {
    const summary = even(100, 100);
    expect(
      bestSplit(
        summary,
        rates(summary, (value) => (value < 50 ? 0.1 : 0.3)),
      ),
    ).toEqual([
      { min: 0, max: 49, label: '' },
      { min: 49.01, max: null, label: '' },
    ]);
  });

  test('finds a middle that converts better than both ends', () => {
    const summary = even(100, 100);
    const ranges = bestSplit(
      summary,
      rates(summary, (value) => (value >= 40 && value < 60 ? 0.4 : 0.1)),
    );
    expect(ranges?.map(({ max }) => max)).toEqual([39, 59, null]);
  });

  test('has at most 5 ranges, where more would differ', () => {
    const summary = even(100, 1000);
    const ranges = bestSplit(
      summary,
      rates(summary, (value) => Math.floor(value / 10) / 10 + 0.05),
    );
    expect(ranges).toHaveLength(5);
  });

  test('is null where the rate is the same everywhere, without conversions, and for one number', () => {
    const summary = even(100, 100);
    expect(
      bestSplit(
        summary,
        rates(summary, () => 0.2),
      ),
    ).toBeNull();
    expect(
      bestSplit(
        summary,
        rates(summary, () => 0),
      ),
    ).toBeNull();
    expect(bestSplit(even(1, 500), Uint32Array.of(100))).toBeNull();
  });

  test('leaves no range under 5% of the leads, nor under 30 leads', () => {
    // 400 of 10,000 leads are 4%: the rate of 90% is not enough for a range of their own.
    const summary = numbers([9600, 400]);
    expect(bestSplit(summary, Uint32Array.of(960, 360))).toBeNull();
    expect(bestSplit(numbers([9501, 499]), Uint32Array.of(950, 450))).toBeNull();
    expect(bestSplit(numbers([9500, 500]), Uint32Array.of(950, 450))).toHaveLength(2);
    expect(bestSplit(numbers([271, 29]), Uint32Array.of(20, 29))).toBeNull();
    expect(bestSplit(numbers([270, 30]), Uint32Array.of(40, 30))).toHaveLength(2);
  });

  test('is not misled by tables that are too thin for chi-square', () => {
    // 3 of 100 against 1 of 900: chi-square is 18, but 0.4 conversions would be expected in the smaller range.
    expect(bestSplit(numbers([100, 900]), Uint32Array.of(3, 1))).toBeNull();
  });

  test('holds a lead in each range, and every lead in one', () => {
    const summary = numbers([500, 0, 40, 900, 3, 3, 60, 700, 20, 20]);
    const ranges = bestSplit(summary, Uint32Array.of(50, 0, 20, 90, 1, 1, 40, 350, 10, 10)) ?? [];
    const { leads, outOfRange } = countByRange(summary, ranges);
    expect(leads.length).toBeGreaterThan(1);
    expect(Math.min(...leads)).toBeGreaterThanOrEqual(0.05 * 2246);
    expect([outOfRange, leads.reduce((sum, count) => sum + count, 0)]).toEqual([0, 2246]);
  });

  test('names ranges of numbers that are closer than 0.01 by the numbers in them', () => {
    const thousandths = Float64Array.from({ length: 12 }, (_, step) => step / 1000);
    const summary = { ...even(12, 100), max: 0.011, values: thousandths };
    const ranges = bestSplit(
      summary,
      rates(summary, (step) => [0.1, 0.4, 0.1][Math.floor(step / 4)]!), // 12 steps in three parts
    );
    expect(ranges?.map(rangeLabel)).toEqual(['0 to 0.003', '0.004 to 0.007', '0.008 and above']);
    expect(countByRange(summary, ranges ?? [])).toEqual({ leads: [400, 400, 400], outOfRange: 0 });
  });

  test.each([0.01, 0.05, 0.2])('splits few of the files without a difference, baseline %s', (baseline) => {
    const random = seededRandom(7);
    const summary = even(200, 20);
    let split = 0;
    for (let file = 0; file < 300; file++) {
      const conversions = Uint32Array.from(summary.leads, (leads) => {
        let count = 0;
        for (let lead = 0; lead < leads; lead++) if (random() < baseline) count++;
        return count;
      });
      if (bestSplit(summary, conversions)) split++;
    }
    expect(split).toBeLessThan(15);
  });
});
