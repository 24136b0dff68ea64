import { describe, expect, it } from 'vitest';
import { adjustLift, measureLiftInterval } from '#frontend/analysis/lift.ts';

const TOTAL = Object.freeze({ leads: 1000, conversions: 200 });

describe('the interval of an adjusted lift', () => {
  it('is the Wilson interval over the baseline rate, shrunk by the weight of the lift', () => {
    // 40 of 100: z² = 3.841459, centre (40 + 1.920729) / 103.841459 = 0.403699, half width
    // 1.959964 x sqrt(40 x 60 / 100 + 0.960365) / 103.841459 = 0.094299: 0.309400 to 0.497998.
    const { low, high } = measureLiftInterval({ leads: 100, conversions: 40 }, TOTAL);
    expect(low).toBeCloseTo((2 / 3) * (0.3094 / 0.2) + 1 / 3, 4);
    expect(high).toBeCloseTo((2 / 3) * (0.497998 / 0.2) + 1 / 3, 4);
  });

  it('contains the adjusted lift, and lies above 0 where nobody converted', () => {
    for (const conversions of [0, 1, 60, 200]) {
      const part = { leads: 200, conversions };
      const { low, high } = measureLiftInterval(part, TOTAL);
      expect(low).toBeLessThanOrEqual(adjustLift(part, TOTAL));
      expect(high).toBeGreaterThanOrEqual(adjustLift(part, TOTAL));
    }
    // 0 of 200: weight 0.8, so that the low end is 0.2.
    expect(measureLiftInterval({ leads: 200, conversions: 0 }, TOTAL).low).toBeCloseTo(0.2, 12);
  });

  it('is 1 to 1 where no lead converted, and without leads', () => {
    expect(measureLiftInterval({ leads: 10, conversions: 0 }, { leads: 50, conversions: 0 })).toEqual({
      low: 1,
      high: 1,
    });
    expect(measureLiftInterval({ leads: 0, conversions: 0 }, TOTAL)).toEqual({ low: 1, high: 1 });
  });
});
