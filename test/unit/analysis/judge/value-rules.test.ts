import { describe, expect, test } from 'vitest';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { arrangeSegments } from '#frontend/analysis/measure/measurement.ts';
import { measureFigures } from '#frontend/analysis/measure/segments.ts';
import { findOutside, suggestValueRules } from '#frontend/analysis/judge/value-rules.ts';
import { segmentsOfTally, tallyOfCells } from '#test/support/analysis-builders.ts';

const [template] = segmentsOfTally(tallyOfCells(['Source'], [[['a'], 10, 5]]));
const NOTHING = { leads: 0, conversions: 0 };
const partner = { field: 'Device', value: 'Mobile' };

/** A segment of this lift; with a partner where it is overlapping. */
function segmentWith(
  adjustedLift: number,
  overrides: { value?: string; isOverlapping?: boolean; isSignificant?: boolean } = {},
): JudgedSegment {
  if (template === undefined) throw new Error('a tally with one value has one segment');
  const { value = 'a', isOverlapping = false, isSignificant = true } = overrides;
  const partners = isOverlapping ? [partner] : [];
  const liftAfterCut = isOverlapping ? adjustedLift * 0.85 : adjustedLift;
  return {
    ...template,
    value,
    adjustedLift,
    isSignificant,
    label: isSignificant ? 'Use' : 'Unclear',
    limit: null,
    isClearAmongShown: false,
    sameAgeStatistic: null,
    partners,
    liftAfterCut,
    baselineRate: 0.2,
    amounts: null,
  };
}

describe('findOutside', () => {
  const positions = (thresholdPercent: number, ...lifts: number[]) => {
    const figures = measureFigures(new Uint32Array(lifts.length), new Uint32Array(lifts.length), NOTHING);
    figures.adjustedLifts.set(lifts);
    const segments = arrangeSegments(figures, Uint32Array.from(lifts.keys()));
    return [...findOutside(segments, thresholdPercent)];
  };

  test('finds what is strictly outside the threshold', () => {
    // 1.1 - 1 is 0.10000000000000009 in floating point, and still not outside 10%.
    expect(positions(10, 1.1, 0.9, 1, 1.0999, 0.9001)).toEqual([]);
    expect(positions(10, 0.01, 1.100001, 1, 0.899999, 2)).toEqual([4, 1, 3, 0]);
    expect(positions(10)).toEqual([]);
  });
});

describe('suggestValueRules', () => {
  test('lists segments that are not significant, and marks them', () => {
    expect(suggestValueRules([segmentWith(1.5, { isSignificant: false })], 10)).toMatchObject([
      { suggested: 1.5, isSignificant: false },
    ]);
  });

  test('cuts by 15%, below 1 too, and says when a raise becomes a reduction', () => {
    const rule = (adjustedLift: number, isOverlapping: boolean) =>
      suggestValueRules([segmentWith(adjustedLift, { isOverlapping })], 10)[0];
    expect(rule(1.1, true)).toMatchObject({
      liftBeforeCut: 1.1,
      isCut: true,
      turnsRaiseIntoReduction: true,
      partners: [partner],
    });
    expect(rule(1.1, true)?.suggested).toBeCloseTo(0.935, 14);
    expect(rule(2, true)).toMatchObject({ suggested: 1.7, isCut: true, turnsRaiseIntoReduction: false });
    expect(rule(0.5, true)).toMatchObject({ suggested: 0.425, isCut: true, turnsRaiseIntoReduction: false });
    expect(rule(1, true)).toMatchObject({ suggested: 0.85, turnsRaiseIntoReduction: false });
    expect(rule(1 / 0.85, true)).toMatchObject({ suggested: 1, turnsRaiseIntoReduction: false });
    expect(rule(1.1, false)).toMatchObject({
      suggested: 1.1,
      isCut: false,
      turnsRaiseIntoReduction: false,
      partners: [],
    });
  });

  test('orders by the multiplier after the cut, equal ones by name', () => {
    const segments = [
      segmentWith(2, { value: 'cut', isOverlapping: true }),
      segmentWith(1.8, { value: 'whole' }),
      segmentWith(1.7, { value: 'equal' }),
      segmentWith(0.5, { value: '(Blank)' }),
      segmentWith(0.5, { value: 'low' }),
    ];
    expect(suggestValueRules(segments, 10).map(({ segment }) => segment.value)).toEqual([
      'whole', // 1.8
      'cut', // 1.7
      'equal', // 1.7
      '(Blank)',
      'low',
    ]);
  });
});
