import { describe, expect, it } from 'vitest';
import { chooseLogAxis, positionOnAxis } from '#frontend/lib/log-axis.ts';

describe('a logarithmic axis around 1', () => {
  it('is the narrowest that holds every ratio on both sides', () => {
    expect(chooseLogAxis([1.1, 0.95]).max).toBe(1.25);
    // 0.4 is as far from 1 as 2.5.
    expect(chooseLogAxis([1.2, 0.4]).max).toBe(3);
    expect(chooseLogAxis([]).max).toBe(1.25);
  });

  it('holds a ratio at its end', () => {
    const widest = [1.25, 1.26, 1.5, 1.51, 2, 2.01, 3, 3.01, 5, 5.01].map(
      (ratio) => chooseLogAxis([ratio]).max,
    );
    expect(widest).toEqual([1.25, 1.5, 1.5, 2, 2, 3, 3, 5, 5, 10]);
  });

  it('ends at 10, however far a ratio lies', () => {
    expect(chooseLogAxis([80]).max).toBe(10);
    expect(chooseLogAxis([0]).max).toBe(10);
  });

  it('has half as often as far from the middle as twice as often', () => {
    const axis = chooseLogAxis([4]);
    expect(positionOnAxis(axis, 1)).toEqual({ share: 0.5, isBeyond: false });
    expect(positionOnAxis(axis, 5).share).toBeCloseTo(1, 12);
    expect(positionOnAxis(axis, 2).share - 0.5).toBeCloseTo(0.5 - positionOnAxis(axis, 0.5).share, 12);
    // ln 2 / ln 5 of the way from the middle to the end.
    expect(positionOnAxis(axis, 2).share).toBeCloseTo(0.5 + 0.4306765581 / 2, 9);
  });

  it('marks what lies beyond, 0 too, and puts it at the end', () => {
    const axis = chooseLogAxis([100]);
    expect(positionOnAxis(axis, 100)).toEqual({ share: 1, isBeyond: true });
    expect(positionOnAxis(axis, 0)).toEqual({ share: 0, isBeyond: true });
    expect(positionOnAxis(axis, 10).isBeyond).toBe(false);
    expect(positionOnAxis(axis, 0.1).isBeyond).toBe(false);
  });

  it('has ticks at its ends, at 1, and between them', () => {
    for (const ratio of [1, 1.3, 1.8, 2.5, 4, 9]) {
      const axis = chooseLogAxis([ratio]);
      expect(axis.ticks.length).toBeGreaterThanOrEqual(5);
      expect(axis.ticks).toEqual(axis.ticks.toSorted((a, b) => a - b));
      expect(axis.ticks[(axis.ticks.length - 1) / 2]).toBe(1);
      expect(axis.ticks.at(-1)).toBe(axis.max);
      expect(axis.ticks[0]).toBeCloseTo(1 / axis.max, 2);
      for (const tick of axis.ticks) {
        expect(tick).toBeLessThanOrEqual(axis.max);
        expect(tick).toBeGreaterThanOrEqual(1 / axis.max - 0.005);
      }
    }
  });
});
