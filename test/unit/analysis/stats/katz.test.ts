import { describe, expect, test } from 'vitest';
import { katzInterval } from '#frontend/analysis/stats/katz.ts';

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
