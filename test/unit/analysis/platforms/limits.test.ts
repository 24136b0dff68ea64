import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enterMultiplier, LIMITS, PLATFORMS } from '#frontend/analysis/platforms/limits.ts';

test('a figure is rounded to what the platform takes, and cut to its range', () => {
  const { google, meta, microsoft } = LIMITS;
  expect(enterMultiplier(0.31, google)).toEqual({ multiplier: 0.5, limitedBy: 'least' });
  expect(enterMultiplier(12, google)).toEqual({ multiplier: 10, limitedBy: 'most' });
  expect(enterMultiplier(1.2386, google)).toEqual({ multiplier: 1.24, limitedBy: null });
  expect(enterMultiplier(0.31, meta)).toEqual({ multiplier: 0.31, limitedBy: null });
  expect(enterMultiplier(0.02, meta)).toEqual({ multiplier: 0.1, limitedBy: 'least' });
  expect(enterMultiplier(40, meta)).toEqual({ multiplier: 11, limitedBy: 'most' });
  expect(enterMultiplier(0.02, microsoft)).toEqual({ multiplier: 0.02, limitedBy: null });
  expect(enterMultiplier(0, microsoft)).toEqual({ multiplier: 0.01, limitedBy: 'least' });
});

test('the ends of a range are accepted as they are', () => {
  expect(enterMultiplier(0.5, LIMITS.google)).toEqual({ multiplier: 0.5, limitedBy: null });
  expect(enterMultiplier(10, LIMITS.google)).toEqual({ multiplier: 10, limitedBy: null });
  expect(enterMultiplier(0.1, LIMITS.meta)).toEqual({ multiplier: 0.1, limitedBy: null });
  expect(enterMultiplier(11, LIMITS.meta)).toEqual({ multiplier: 11, limitedBy: null });
});

test('Meta has no change of 0%: the nearest one stands for it', () => {
  expect(enterMultiplier(1.004, LIMITS.meta).multiplier).toBe(1.01);
  expect(enterMultiplier(0.996, LIMITS.meta).multiplier).toBe(0.99);
  expect(enterMultiplier(1.004, LIMITS.google).multiplier).toBe(1);
});

test('no other figure that a platform takes is nearer', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PLATFORMS),
      fc.double({ min: 0, max: 30, noNaN: true }),
      (platform, computed) => {
        const limits = LIMITS[platform];
        const { multiplier } = enterMultiplier(computed, limits);
        const accepted = Array.from({ length: 3001 }, (_, hundredths) => hundredths / 100).filter(
          (figure) =>
            figure >= limits.leastMultiplier &&
            figure <= (limits.mostMultiplier ?? Infinity) &&
            (limits.takesOne || figure !== 1),
        );
        const nearest = Math.min(...accepted.map((figure) => Math.abs(figure - computed)));
        expect(accepted).toContain(multiplier);
        expect(Math.abs(multiplier - computed)).toBeLessThanOrEqual(nearest + 1e-9);
      },
    ),
  );
});
