import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enterMultiplier, nameOnPlatform } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS } from '#contract/platforms.ts';

test('a figure is rounded to what the platform takes, and cut to its range', () => {
  const { google, meta, microsoft } = PLATFORMS;
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
  expect(enterMultiplier(0.5, PLATFORMS.google)).toEqual({ multiplier: 0.5, limitedBy: null });
  expect(enterMultiplier(10, PLATFORMS.google)).toEqual({ multiplier: 10, limitedBy: null });
  expect(enterMultiplier(0.1, PLATFORMS.meta)).toEqual({ multiplier: 0.1, limitedBy: null });
  expect(enterMultiplier(11, PLATFORMS.meta)).toEqual({ multiplier: 11, limitedBy: null });
});

test('Meta has no change of 0%: the nearest one stands for it', () => {
  expect(enterMultiplier(1.004, PLATFORMS.meta).multiplier).toBe(1.01);
  expect(enterMultiplier(0.996, PLATFORMS.meta).multiplier).toBe(0.99);
  expect(enterMultiplier(1.004, PLATFORMS.google).multiplier).toBe(1);
});

test('no other figure that a platform takes is nearer', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PLATFORM_IDS),
      fc.double({ min: 0, max: 30, noNaN: true }),
      (platform, computed) => {
        const limits = PLATFORMS[platform];
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

test('a value has the name that the platform has for it, or none', () => {
  expect(nameOnPlatform(PLATFORMS.google, 'device', 'Smartphone')).toBe('Mobile phones');
  expect(nameOnPlatform(PLATFORMS.microsoft, 'device', 'mobile')).toBe('Mobile');
  expect(nameOnPlatform(PLATFORMS.meta, 'device', 'Laptop')).toBe('Desktop');
  expect(nameOnPlatform(PLATFORMS.google, 'device', 'iPad')).toBe('Tablets');
  expect(nameOnPlatform(PLATFORMS.meta, 'device', 'Tablet')).toBeNull();
  expect(nameOnPlatform(PLATFORMS.google, 'device', 'Smart TV')).toBeNull();
  expect(nameOnPlatform(PLATFORMS.meta, 'gender', 'F')).toBe('Women');
  expect(nameOnPlatform(PLATFORMS.meta, 'operating-system', 'Android 14')).toBe('Android');
  expect(nameOnPlatform(PLATFORMS.meta, 'operating-system', 'Windows')).toBeNull();
  expect(nameOnPlatform(PLATFORMS.google, 'location', 'Bavaria')).toBe('Bavaria');
  expect(nameOnPlatform(PLATFORMS.meta, 'age', '18 – 24')).toBe('18-24');
  expect(nameOnPlatform(PLATFORMS.meta, 'age', '65 +')).toBe('65+');
  // Several ages of Meta together are selected one by one.
  expect(nameOnPlatform(PLATFORMS.meta, 'age', '25-44')).toBe('25-34, 35-44');
  expect(nameOnPlatform(PLATFORMS.meta, 'age', '55+')).toBe('55-64, 65+');
  for (const refused of ['45-65', 'under 25', '13-17', '18-25', '17-24', '24-18', '66+', '34', '1-10', '51+'])
    expect([refused, nameOnPlatform(PLATFORMS.meta, 'age', refused)]).toEqual([refused, null]);
  for (const value of ['(Blank)', '(Out of range)', 'Other'])
    expect(nameOnPlatform(PLATFORMS.google, 'location', value)).toBeNull();
});
