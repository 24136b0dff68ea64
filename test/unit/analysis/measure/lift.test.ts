import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjustLift, measureConfidence, measureLift, measureRate } from '#frontend/analysis/measure/lift.ts';

describe('lift', () => {
  test('is the rate over the baseline rate', () => {
    expect(measureLift({ leads: 100, conversions: 30 }, { leads: 1000, conversions: 200 })).toBe(1.5);
    expect(measureLift({ leads: 100, conversions: 0 }, { leads: 1000, conversions: 200 })).toBe(0);
  });

  test('is 1 where nothing can be compared', () => {
    expect(measureLift({ leads: 0, conversions: 0 }, { leads: 10, conversions: 2 })).toBe(1);
    expect(measureLift({ leads: 5, conversions: 0 }, { leads: 10, conversions: 0 })).toBe(1);
    expect(adjustLift({ leads: 5, conversions: 0 }, { leads: 10, conversions: 0 })).toBe(1);
    expect(adjustLift({ leads: 0, conversions: 0 }, { leads: 10, conversions: 2 })).toBe(1);
    expect(measureRate({ leads: 0, conversions: 0 })).toBe(0);
    expect(measureConfidence(0)).toBe(0);
  });

  test('is shrunk by leads / (leads + 50)', () => {
    expect(measureConfidence(100)).toBe(2 / 3);
    // 2/3 x 1.5 + 1/3 x 1.
    expect(adjustLift({ leads: 100, conversions: 30 }, { leads: 1000, conversions: 200 })).toBe(4 / 3);
  });

  const total = fc
    .integer({ min: 1, max: 2_000_000 })
    .chain((leads) =>
      fc.record({ leads: fc.constant(leads), conversions: fc.integer({ min: 1, max: leads }) }),
    );

  test('of 1 is a fixed point of shrinking, to the last bit', () => {
    fc.assert(
      fc.property(total, fc.integer({ min: 1, max: 1000 }), (part, times) => {
        const whole = { leads: part.leads * times, conversions: part.conversions * times };
        expect(measureLift(part, whole)).toBe(1);
        expect(adjustLift(part, whole)).toBe(1);
      }),
    );
  });

  test('shrinks towards 1 and never past it, by the specified formula', () => {
    const part = fc
      .integer({ min: 1, max: 2_000_000 })
      .chain((leads) =>
        fc.record({ leads: fc.constant(leads), conversions: fc.integer({ min: 0, max: leads }) }),
      );
    fc.assert(
      fc.property(part, total, (some, whole) => {
        const lift = measureLift(some, whole);
        const adjusted = adjustLift(some, whole);
        const weight = measureConfidence(some.leads);
        expect(Math.abs(adjusted - (weight * lift + (1 - weight)))).toBeLessThanOrEqual(
          1e-12 * Math.max(1, lift),
        );
        expect(adjusted).toBeGreaterThanOrEqual(Math.min(1, lift));
        expect(adjusted).toBeLessThanOrEqual(Math.max(1, lift));
      }),
    );
  });
});
