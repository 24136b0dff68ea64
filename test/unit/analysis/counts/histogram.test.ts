import { describe, expect, test } from 'vitest';
import { summariseNumeric, type NumericSummary } from '#frontend/analysis/columns/columns.ts';
import { drawHistogram } from '#frontend/analysis/counts/histogram.ts';

function summaryOf(counts: ReadonlyMap<number, number>): NumericSummary {
  const summary = summariseNumeric([...counts.keys()].map(String), Uint32Array.from(counts.values()));
  if (!summary) throw new Error('not numeric');
  return summary;
}
const each = (...numbers: number[]) => summaryOf(new Map(numbers.map((number) => [number, 1])));
const leadsOf = (summary: NumericSummary) => drawHistogram(summary).bars.map(({ leads }) => leads);

describe('drawHistogram', () => {
  test('bars of whole numbers end with their greatest number', () => {
    // IQR 3.25 - 1.75 = 1.5, width 2 x 1.5 / cube root of 4 = 1.89, rounded to 2.
    expect(drawHistogram(each(1, 2, 3, 4))).toEqual({
      start: 0,
      end: 4,
      bars: [
        { from: 0, to: 2, leads: 2 },
        { from: 2, to: 4, leads: 2 },
      ],
      above: 0,
    });
  });

  test.each([-1e17, 2e300])('a column with the one number %d has one bar', (number) => {
    // Next to such a number there is no other within 1.
    expect(leadsOf(summaryOf(new Map([[number, 7]])))).toEqual([7]);
  });

  test('other numbers begin with the smallest one', () => {
    // 0.5 to 4.5: IQR 2, n 5, width 4 / 1.71 = 2.34: two bars, 0.5 to 2.84 and on.
    const { start, bars } = drawHistogram(each(0.5, 1.5, 2.5, 3.5, 4.5));
    expect(start).toBe(0.5);
    expect(bars.map(({ leads }) => leads)).toEqual([3, 2]);
    expect(bars[0]?.to).toBeCloseTo(0.5 + 4 / Math.cbrt(5), 12);
  });

  test('without a spread in the middle there are 1 + log2 n bars', () => {
    // 14 of 16 leads at 0: both quartiles are 0. 1 + 4 bars over -1 to 7, 1.6 rounded to 2 wide: up to 1, 3, 5, 7.
    expect(leadsOf(summaryOf(new Map([[0, 14], [3, 1], [7, 1]])))).toEqual([14, 1, 0, 1]); // oxfmt-ignore
  });

  test('a number of leads between two powers of 2 has the bars of the higher one', () => {
    // 20 leads: 1 + 5 bars over -1 to 17, each 3 wide.
    expect(leadsOf(summaryOf(new Map([[0, 18], [3, 1], [17, 1]])))).toEqual([18, 1, 0, 0, 0, 1]); // oxfmt-ignore
  });

  test('there are never more than 40 bars', () => {
    const numbers = Array.from({ length: 4000 }, (_, i) => [i / 7, i < 3000 && i > 1000 ? 100 : 1] as const);
    expect(drawHistogram(summaryOf(new Map(numbers))).bars).toHaveLength(40);
    // Whole numbers 0 to 99 with a width of round(2 x 49.5 / cube root of 10,000 = 4.6) = 5: -1 to 99.
    const whole = Array.from({ length: 100 }, (_, i) => [i, 100] as const);
    expect(drawHistogram(summaryOf(new Map(whole))).bars).toHaveLength(20);
    // Nearly all at 49 to 51: a width of 1 is wanted, 100 / 40 = 2.5 the least, so it is 3 from -1 on.
    const narrow = Array.from({ length: 100 }, (_, i) => [i, Math.abs(i - 50) < 2 ? 1000 : 1] as const);
    expect(drawHistogram(summaryOf(new Map(narrow))).bars).toHaveLength(34);
  });

  test('a long tail is cut at the 99th percentile and counted', () => {
    // 200 leads at 1 to 10 and one at 1,000: rank 198 of 0 to 200 is a 10.
    const numbers = new Map(Array.from({ length: 10 }, (_, i) => [i + 1, 20]));
    const histogram = drawHistogram(summaryOf(numbers.set(1000, 1)));
    expect(histogram).toMatchObject({ start: 0, above: 1 });
    expect(histogram.end).toBeLessThan(13);
    expect(histogram.bars.reduce((sum, { leads }) => sum + leads, 0)).toBe(200);
  });

  test('the number at the 99th percentile itself stays', () => {
    // Rank 99 of 0 to 100 is the 50 itself.
    const numbers = new Map([...Array.from({ length: 11 }, (_, i) => [i, 9] as const), [50, 1], [1000, 1]]); // oxfmt-ignore
    expect(drawHistogram(summaryOf(numbers)).above).toBe(1);
  });

  test('a tail of exactly a third of the axis is not cut, a longer one is', () => {
    // 210 leads at 10 to 30, so that the percentile is 30, and one beyond.
    const cutWith = (max: number) =>
      drawHistogram(
        summaryOf(new Map([...Array.from({ length: 21 }, (_, i) => [i + 10, 10] as const), [max, 1]])),
      ).above;
    expect([cutWith(40), cutWith(41)]).toEqual([0, 1]);
  });

  test('nothing is cut where the tail takes a third of the axis or less, or nearly all leads share one number', () => {
    expect(drawHistogram(each(...Array.from({ length: 300 }, (_, i) => i)))).toMatchObject({
      end: 314, // -1 and 7 bars of round(2 x 149.5 / cube root of 300) = 45
      above: 0,
    });
    expect(drawHistogram(summaryOf(new Map([[0, 999], [50, 1]]))).above).toBe(0); // oxfmt-ignore
  });

  test('one number is one bar, and every lead is in a bar or above', () => {
    expect(drawHistogram(summaryOf(new Map([[5, 9]])))).toMatchObject({
      bars: [{ from: 4, to: 5, leads: 9 }],
    });
    expect(leadsOf(summaryOf(new Map([[0.25, 9]])))).toEqual([9]);
    const huge = drawHistogram(each(-1e300, 0, 2, 1e300));
    expect(huge.bars.reduce((sum, { leads }) => sum + leads, huge.above)).toBe(4);
  });

  test('numbers further apart than the largest number have one bar', () => {
    expect(drawHistogram(each(-1.7e308, 1.7e308))).toEqual({
      start: -1.7e308,
      end: 1.7e308,
      bars: [{ from: -1.7e308, to: 1.7e308, leads: 2 }],
      above: 0,
    });
  });
});
