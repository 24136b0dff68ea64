import { describe, expect, it } from 'vitest';
import { measureLift, measureLiftInterval, tableAgainstRest } from '#frontend/analysis/measure/lift.ts';

const TOTAL = Object.freeze({ leads: 1000, conversions: 200 });

describe('the interval of a lift', () => {
  // r by scipy, see the test of the Katz interval; mapped by hand: r / (f r + 1 - f).
  it.each([
    ['40 of 100', { leads: 100, conversions: 40 }, 1.5944071958206127, 2.4800732171117743],
    ['120 of 700', { leads: 700, conversions: 120 }, 0.770451423483061, 0.9395505054703795],
    ['50 of 500', { leads: 500, conversions: 50 }, 0.4001944487471283, 0.6207817007468415],
    ['40 of 200', { leads: 200, conversions: 40 }, 0.7796999385506035, 1.2744419809938945],
  ])(
    'of %s in 200 of 1,000 is that of its rate against the others, over the baseline',
    (_, part, low, high) => {
      const interval = measureLiftInterval(part, TOTAL);
      expect(interval.low).toBeCloseTo(low, 12);
      expect(interval.high).toBeCloseTo(high, 12);
    },
  );

  it('contains the lift and stays finite, for any counts', () => {
    for (const total of [TOTAL, ...[0, 1, 12].map((conversions) => ({ leads: 12, conversions }))]) {
      for (let leads = 0; leads <= total.leads; leads += leads < 12 ? 1 : 97) {
        for (let conversions = 0; conversions <= Math.min(leads, total.conversions); conversions++) {
          if (leads - conversions > total.leads - total.conversions) continue;
          const { low, high } = measureLiftInterval({ leads, conversions }, total);
          const lift = measureLift({ leads, conversions }, total);
          if (leads > 0) expect([low <= lift + 1e-12, high >= lift - 1e-12]).toEqual([true, true]);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(high)).toBe(true);
        }
      }
    }
  });

  it('is 1 to 1 for all leads, whose rate is the baseline', () => {
    expect(measureLiftInterval({ leads: 1000, conversions: 200 }, TOTAL)).toEqual({ low: 1, high: 1 });
    expect(measureLiftInterval({ leads: 0, conversions: 0 }, { leads: 0, conversions: 0 })).toEqual({
      low: 1,
      high: 1,
    });
  });

  it('ends at leads / leads of the part where no other lead converted, and says nothing where none did', () => {
    const only = measureLiftInterval({ leads: 25, conversions: 5 }, { leads: 175, conversions: 5 });
    expect(only.low).toBeCloseTo(2.6433236567084992, 12); // scipy, as above
    expect(only.high).toBeCloseTo(7, 12);
    const none = measureLiftInterval({ leads: 10, conversions: 0 }, { leads: 50, conversions: 0 });
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(5, 12);
  });

  it('does not take one lead that converted for a rate of 100%', () => {
    // Baseline 80%: with 0.5 added to conversions and leads only, it would be 1.25 to 1.25.
    const { low, high } = measureLiftInterval(
      { leads: 1, conversions: 1 },
      { leads: 1000, conversions: 800 },
    );
    expect(low).toBeCloseTo(0.42143570142712217, 12); // scipy, as above
    expect(high).toBeGreaterThan(1.25);
  });
});

describe('the table of a part', () => {
  it('has the part in its first row and all other leads in its second', () => {
    expect(tableAgainstRest({ leads: 100, conversions: 40 }, TOTAL)).toEqual({
      a: 40,
      b: 60,
      c: 160,
      d: 740,
    });
  });

  it('has no negative count of others, also where the part is larger than the total', () => {
    expect(tableAgainstRest({ leads: 1200, conversions: 300 }, TOTAL)).toEqual({
      a: 300,
      b: 900,
      c: 0,
      d: 0,
    });
    expect(tableAgainstRest({ leads: 900, conversions: 20 }, TOTAL)).toEqual({ a: 20, b: 880, c: 100, d: 0 });
  });
});
