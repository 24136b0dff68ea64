import { describe, expect, test } from 'vitest';
import { clampSettings, DEFAULT_SETTINGS, exceedsThreshold } from '#frontend/analysis/judge/settings.ts';

describe('exceedsThreshold', () => {
  test('is strict, with a tolerance of 1e-9', () => {
    expect(exceedsThreshold(1.1 - 1, 10)).toBe(false);
    expect(exceedsThreshold(0.9 - 1, 10)).toBe(false);
    expect(exceedsThreshold(0.1 + 0.9e-9, 10)).toBe(false);
    expect(exceedsThreshold(0.1 + 1.1e-9, 10)).toBe(true);
    expect(exceedsThreshold(0.1 + 1e-9, 10)).toBe(false);
    expect(exceedsThreshold(-0.2, 10)).toBe(true);
  });
});

test('the settings of a new analysis are those that replace what is no number', () => {
  expect(DEFAULT_SETTINGS).toEqual(clampSettings({ conversionValue: NaN, thresholdPercent: NaN }));
});
