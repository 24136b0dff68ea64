import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '#frontend/analysis/stats/wilson.ts';

describe('the Wilson interval', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
  // table I, method 3 (score without continuity correction).
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is that of the literature', (count, size, low, high) => {
    const interval = wilsonInterval(count, size);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('reaches exactly to 0 with none and to 1 with all', () => {
    expect(wilsonInterval(0, 7).low).toBe(0);
    expect(wilsonInterval(7, 7).high).toBe(1);
    // Mirrored: all of 20 is 1 minus none of 20.
    expect(wilsonInterval(20, 20).low).toBeCloseTo(1 - wilsonInterval(0, 20).high, 12);
  });

  it('contains the share and stays within 0 and 1', () => {
    for (const size of [1, 2, 9, 1000, 1e7]) {
      for (const count of [0, 1, Math.floor(size / 2), size]) {
        const { low, high } = wilsonInterval(count, size);
        expect(low).toBeLessThanOrEqual(count / size);
        expect(high).toBeGreaterThanOrEqual(count / size);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
      }
    }
  });

  it('is everything where nothing was tried', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});
