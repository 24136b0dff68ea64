import { describe, expect, test } from 'vitest';
import { findDeciding, measureAuc } from '#frontend/analysis/preflight/attribute-findings.ts';

const counts = (...pairs: [leads: number, conversions: number][]) =>
  pairs.map(([leads, conversions]) => ({ leads, conversions }));

describe('the area under the curve', () => {
  test('is the share of pairs of a converted and another lead that the rates rank rightly', () => {
    // By hand: (50 x (90 + 50 / 2) + 10 x 90 / 2) / (60 x 140).
    expect(measureAuc(counts([100, 50], [100, 10]))).toBeCloseTo((50 * 115 + 10 * 45) / 8400, 12);
    // By hand, from the lowest rate up: (10 x 45 + 20 x (90 + 40) + 50 x (170 + 25)) / (80 x 220). The same by scipy 1.17.1:
    // mannwhitneyu([.5]*50 + [.2]*20 + [.1]*10, [.5]*50 + [.2]*80 + [.1]*90).statistic / (80 * 220) = 0.7272727272727273.
    expect(measureAuc(counts([100, 10], [100, 50], [100, 20]))).toBeCloseTo(12_800 / 17_600, 12);
  });

  test('is 1/2 where all values convert alike, and without conversions or other leads', () => {
    expect(measureAuc(counts([100, 20], [50, 10]))).toBe(0.5);
    expect(measureAuc(counts([100, 0], [50, 0]))).toBe(0.5);
    expect(measureAuc(counts([100, 100], [50, 50]))).toBe(0.5);
    expect(measureAuc([])).toBe(0.5);
  });

  test('values of under 30 leads are one group', () => {
    expect(measureAuc(counts([29, 29], [29, 0]))).toBe(0.5);
    expect(measureAuc(counts([30, 30], [30, 0]))).toBe(1);
  });

  test('many values of few conversions each do not rank the leads by chance', () => {
    const values = Array.from({ length: 1000 }, (_, value): [number, number] => [
      40,
      value % 20 === 0 ? 1 : 0,
    ]);
    expect(measureAuc(counts(...values))).toBe(0.5);
    const mirrored = values.map(([leads, few]): [number, number] => [leads, leads - few]);
    expect(measureAuc(counts(...mirrored))).toBe(0.5);
  });
});

describe('a deciding attribute', () => {
  test('has an area of at least 0.95, and its example is the value with most conversions', () => {
    expect(findDeciding(['Won', 'Lost'], counts([100, 95], [900, 5]))).toMatchObject({
      example: { value: 'Won', leads: 100, conversions: 95 },
    });
    expect(findDeciding(['Won', 'Lost'], counts([100, 90], [900, 20]))).toBeNull();
    // (95 x (95 + 5 / 2) + 5 x 95 / 2) / (100 x 100) is exactly 0.95; with one lead more on the wrong side it is less.
    expect(findDeciding(['Won', 'Lost'], counts([100, 95], [100, 5]))?.auc).toBe(0.95);
    expect(findDeciding(['Won', 'Lost'], counts([100, 95], [101, 6]))).toBeNull();
  });

  test('needs 10 converted and 10 other leads', () => {
    expect(findDeciding(['a', 'b'], counts([30, 9], [900, 0]))).toBeNull();
    expect(findDeciding(['a', 'b'], counts([30, 10], [900, 0]))).not.toBeNull();
    expect(findDeciding(['a', 'b'], counts([900, 900], [39, 30]))).toBeNull();
  });
});
