import { describe, expect, test } from 'vitest';
import { chiSquare2x2, chiSquareOfShare, chiSquareTail } from '#frontend/analysis/stats/chi-square.ts';

describe('chiSquare2x2', () => {
  test('is n (ad - bc)² over the product of the margins', () => {
    // 100 x (10 x 40 - 20 x 30)² / (30 x 70 x 40 x 60) = 4,000,000 / 5,040,000.
    expect(chiSquare2x2({ a: 10, b: 20, c: 30, d: 40 })).toBeCloseTo(0.7936507936507936, 15);
    // 1000 x (30 x 730 - 70 x 170)² / (100 x 900 x 200 x 800) = 1e11 / 1.44e10.
    expect(chiSquare2x2({ a: 30, b: 70, c: 170, d: 730 })).toBeCloseTo(6.944444444444445, 14);
  });

  test('applies no continuity correction', () => {
    // With Yates' correction it would be 100 x (|50 x 50 - 0| - 50)² / 50^4 = 96.04.
    expect(chiSquare2x2({ a: 50, b: 0, c: 0, d: 50 })).toBe(100);
  });

  test('is 0 for a table with an empty row or column', () => {
    expect(chiSquare2x2({ a: 0, b: 0, c: 3, d: 4 })).toBe(0);
    expect(chiSquare2x2({ a: 3, b: 0, c: 4, d: 0 })).toBe(0);
    expect(chiSquare2x2({ a: 0, b: 0, c: 0, d: 0 })).toBe(0);
  });
});

describe('chiSquareOfShare', () => {
  test('is the squared distance from the expected count over its variance', () => {
    expect(chiSquareOfShare(60, 100, 0.5)).toBe(4);
    // (60 - 36)² / (100 x 0.36 x 0.64) = 576 / 23.04.
    expect(chiSquareOfShare(60, 100, 0.36)).toBeCloseTo(25, 12);
  });

  test('is 0 where there is no variance', () => {
    expect(chiSquareOfShare(0, 0, 0.5)).toBe(0);
    expect(chiSquareOfShare(3, 10, 0)).toBe(0);
    expect(chiSquareOfShare(3, 10, 1)).toBe(0);
  });
});

describe('chiSquareTail', () => {
  // Critical values of chi-square with 1 degree of freedom, R 4.3: qchisq(1 - p, 1).
  test.each([
    [0.05, 3.841458820694124],
    [0.01, 6.634896601021214],
    [0.001, 10.827566170662733],
  ])('is %d at its critical value', (p, critical) => {
    expect(Math.abs(chiSquareTail(critical) - p)).toBeLessThan(1e-15);
  });

  // Abramowitz and Stegun, Handbook of Mathematical Functions, table 7.1: erf z to ten decimals.
  test.each([
    [0.1, 0.112462916],
    [0.5, 0.5204998778],
    [1, 0.8427007929],
    [1.5, 0.9661051465],
    [2, 0.995322265],
  ])('of 2 z² is 1 - erf z, at z = %d', (z, erf) => {
    expect(Math.abs(chiSquareTail(2 * z * z) - (1 - erf))).toBeLessThan(6e-11);
  });

  // mpmath 1.3 with 50 digits: erfc(sqrt(x / 2)), on both sides of the change of method at 6 and in the far tail.
  test.each([
    [0.001, 0.9747728793699604],
    [0.5, 0.4795001221869535],
    [1, 0.3173105078629141],
    [5, 0.025347318677468263],
    [6, 0.01430587843542964],
    [12, 0.0005320055051392497],
    [30, 4.320463057827497e-8],
    [100, 1.523970604832105e-23],
    [1000, 1.7958327848007262e-219],
    [1370, 6.942937364643268e-300],
  ])('keeps its relative precision at %d', (x, tail) => {
    expect(Math.abs(chiSquareTail(x) / tail - 1)).toBeLessThan(1e-13);
  });

  test('falls steadily, across the change of method too', () => {
    const tails = Array.from({ length: 400 }, (_, step) => chiSquareTail(5.9 + step * 0.0005));
    expect(tails).toEqual(tails.toSorted((a, b) => b - a));
    expect(new Set(tails).size).toBe(400);
  });

  test('is 1 without any deviation and 0 at infinity', () => {
    expect(chiSquareTail(0)).toBe(1);
    expect(chiSquareTail(-1)).toBe(1);
    expect(chiSquareTail(Number.NaN)).toBe(1);
    expect(chiSquareTail(1e300)).toBe(0);
    expect(chiSquareTail(Infinity)).toBe(0);
  });
});
