import { describe, expect, test } from 'vitest';
import { katzInterval, t95, wilsonInterval } from '#frontend/analysis/stats/intervals.ts';

// scipy 1.17: t.ppf(0.975, degrees).
test.each([
  [19, 2.093024],
  [39, 2.022691],
  [99, 1.984217],
  [1000, 1.962339],
])("Student's t of %i degrees of freedom is that of an independent program", (degrees, t) => {
  expect(Math.abs(t95(degrees) - t)).toBeLessThan(0.00002);
});

describe('the Wilson interval', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
  // table I, method 3 (score without continuity correction).
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is that of the literature', (count, size, low, high) => {
    const interval = wilsonInterval(count, size);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test('reaches exactly to 0 with none and to 1 with all', () => {
    expect(wilsonInterval(0, 7).low).toBe(0);
    expect(wilsonInterval(7, 7).high).toBe(1);
    // Mirrored: all of 20 is 1 minus none of 20.
    expect(wilsonInterval(20, 20).low).toBeCloseTo(1 - wilsonInterval(0, 20).high, 12);
  });

  test('contains the share and stays within 0 and 1', () => {
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

  test('is everything where nothing was tried', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('katzInterval', () => {
  // scipy 1.17 has the interval for whole counts. Doubled counts with 0.5 added are whole; their logarithmic half width
  // is smaller by sqrt(2): r = scipy.stats.contingency.relative_risk(2*a+1, 2*(a+b)+2, 2*c+1, 2*(c+d)+2);
  // low, high = r.confidence_interval(.95); r.relative_risk * exp(log(low / r.relative_risk) * sqrt(2)).
  test.each([
    [40, 60, 160, 740, 1.7071567820000326, 2.9682016326006213],
    [96, 125, 316, 1463, 2.0414903677855394, 2.9274798773051223],
    [50, 450, 150, 350, 0.25015193154800597, 0.4500967693678312],
    [7, 27, 1, 33, 0.9232653525365244, 27.077805888974908],
    [10, 0, 200, 790, 3.9461439820516606, 5.6407760234763344],
    [1, 0, 799, 200, 0.4211917709751313, 2.0893236152320234],
  ])('of %i and %i against %i and %i is that of scipy', (a, b, c, d, low, high) => {
    const interval = katzInterval({ a, b, c, d });
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 11);
  });

  test('begins at 0 where the ratio is 0, and ends at infinity where the ratio does', () => {
    const none = katzInterval({ a: 0, b: 20, c: 30, d: 150 });
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(2.2272460334407818, 12); // as above
    const only = katzInterval({ a: 5, b: 20, c: 0, d: 150 });
    expect(only.low).toBeCloseTo(3.6403764453773246, 12);
    expect(only.high).toBe(Infinity);
  });

  test('contains the ratio, however small the groups', () => {
    for (const [a, b] of [
      [1, 0],
      [1, 1],
      [1, 1e6],
      [1e6, 0],
      [1e6, 1],
    ] as const) {
      for (const [c, d] of [
        [1, 0],
        [1, 1],
        [1, 1e6],
        [1e6, 0],
        [1e6, 1],
      ] as const) {
        const { low, high } = katzInterval({ a, b, c, d });
        const ratio = (a * (c + d)) / (c * (a + b));
        expect(low).toBeLessThan(ratio);
        expect(high).toBeGreaterThan(ratio);
      }
    }
  });
});
