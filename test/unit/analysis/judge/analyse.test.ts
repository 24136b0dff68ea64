import { CONVERSION_VALUE_INPUT } from '#contract/limits.ts';
import { describe, expect, test } from 'vitest';
import { analyse, judge, measure, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import { isSegmentSignificant, leadValueOf } from '#frontend/analysis/judge/judge-segments.ts';
import { arrangeSegments } from '#frontend/analysis/measure/measurement.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';

const tally = tallyOfCells(workedFields, workedCells);
const settings = Object.freeze({ conversionValue: 100, thresholdPercent: 10 });
const analysis = analyse(tally, settings);

test('by value the leads that do not count, and the statuses that do not convert, are those by conversions', () => {
  const byConversions = {
    ...measure(tally),
    leftOut: { byStatus: 0, unreadableDate: 0, byDate: 0, young: 12 },
    otherStatuses: [{ value: 'Lost', leads: 800 }],
    byValue: measure(tally),
  };
  const { leftOut, otherStatuses } = byConversions;
  expect(pickMeasurement(byConversions, 'value')).toMatchObject({ leftOut, otherStatuses, byValue: null });
  expect(pickMeasurement(byConversions, 'conversions')).toBe(byConversions);
  expect(pickMeasurement({ ...measure(tally), byValue: measure(tally) }, 'value')).not.toHaveProperty(
    'leftOut',
  );
});

describe('analyse', () => {
  test('states totals, baseline rate and baseline lead value', () => {
    expect(analysis).toMatchObject({
      settings,
      totalLeads: 1000,
      totalConversions: 200,
      baselineRate: 0.2,
      baselineLeadValue: 20,
      fields: [
        { name: 'Source', values: ['Ads', 'Email', 'Referral'] },
        { name: 'Device', values: ['Desktop', 'Mobile'] },
      ],
      hasInteractions: true,
      significantInteractions: 1,
    });
  });

  test('lists segments by adjusted lift, highest first', () => {
    expect(analysis.segments.map(({ value, isSignificant }) => [value, isSignificant])).toEqual([
      ['Referral', true], // 1.67
      ['Desktop', true], // 1.45
      ['Email', false], // 1
      ['Ads', true], // 0.867
      ['Mobile', true], // 0.545
    ]);
  });

  test('gives segments their lead value without the cut, and their lift after it', () => {
    const [referral, desktop, email] = analysis.segments;
    expect(referral && leadValueOf(referral, analysis.baselineLeadValue)).toBeCloseTo(100 / 3, 12);
    expect(referral?.liftAfterCut).toBeCloseTo((5 / 3) * 0.85, 14);
    expect(referral?.partners).toEqual([{ field: 'Device', value: 'Desktop' }]);
    expect(desktop?.partners).toEqual([{ field: 'Source', value: 'Referral' }]);
    expect(email).toMatchObject({ liftAfterCut: 1, partners: [] });
    expect(email && leadValueOf(email, analysis.baselineLeadValue)).toBe(20);
  });

  test('suggests a rule per segment outside the threshold, highest first after the cut', () => {
    const rules = analysis.valueRules.map(({ segment, suggested, liftBeforeCut, isCut }) => {
      return [segment.value, suggested.toFixed(6), liftBeforeCut.toFixed(6), isCut];
    });
    expect(rules).toEqual([
      ['Referral', '1.416667', '1.666667', true], // 5/3 x 0.85
      ['Desktop', '1.236364', '1.454545', true], // 16/11 x 0.85
      ['Ads', '0.866667', '0.866667', false], // 13/15
      ['Mobile', '0.545455', '0.545455', false], // 6/11
    ]);
  });

  test('calls a segment significant only where p < 0.05, however large its lift', () => {
    // 12 leads, 4 converted, in 200 of 1,000: lift 5/3, adjusted 1 + 12/62 x 2/3 = 1.129, outside 10%;
    // chi-square 1000 x (4 x 792 - 8 x 196)² / (12 x 988 x 200 x 800) = 1.349, below 3.84.
    const small = analyse(
      tallyOfCells(
        ['x'],
        [
          [['small'], 12, 4],
          [['large'], 988, 196],
        ],
      ),
      settings,
    );
    expect(small.segments[0]).toMatchObject({ value: 'small', isSignificant: false });
    expect(small.segments[0]?.chiSquare).toBeCloseTo(1.34953, 4);
    expect(small.valueRules).toMatchObject([{ segment: { value: 'small' }, isSignificant: false }]);
  });

  test('judges by the threshold: at 40% only lifts beyond 0.6 and 1.4 count', () => {
    const strict = analyse(tally, { ...settings, thresholdPercent: 40 });
    expect(strict.valueRules.map(({ segment }) => segment.value)).toEqual(['Referral', 'Desktop', 'Mobile']);
    expect(strict.segments.filter(({ isSignificant }) => isSignificant)).toHaveLength(3);
    expect(strict.interactionTests.map(({ attributes }) => attributes[1].value)).toEqual([
      'Desktop',
      'Mobile',
    ]);
  });

  test('cuts nothing where the threshold leaves no pair to test', () => {
    const loose = analyse(tally, { ...settings, thresholdPercent: 50 });
    expect(loose).toMatchObject({ hasInteractions: false, significantInteractions: 0, interactionTests: [] });
    expect(loose.valueRules).toMatchObject([{ suggested: 5 / 3, isCut: false, partners: [] }]);
  });

  test('scales lead values with the conversion value and nothing else', () => {
    const free = analyse(tally, { ...settings, conversionValue: 0 });
    expect(free.baselineLeadValue).toBe(0);
    expect(free.segments.map((segment) => leadValueOf(segment, free.baselineLeadValue))).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect(free.valueRules.map(({ suggested }) => suggested)).toEqual(
      analysis.valueRules.map(({ suggested }) => suggested),
    );
  });

  test('orders equal lifts by field, then by name, (Blank) last', () => {
    const flat = analyse(
      tallyOfCells(
        ['Z', 'A'],
        [
          [['b', '(Blank)'], 20, 5],
          [['(Blank)', 'c'], 20, 5],
          [['a', 'c'], 20, 5],
        ],
      ),
      settings,
    );
    expect(flat.segments.map(({ fieldName, value }) => fieldName + value)).toEqual([
      'Za',
      'Zb',
      'Z(Blank)',
      'Ac',
      'A(Blank)',
    ]);
  });
});

describe('the boundaries of significance', () => {
  const segmentIn = (cells: Cell[], thresholdPercent = 10) =>
    analyse(tallyOfCells(['x'], cells), { conversionValue: 100, thresholdPercent }).segments.find(
      ({ value }) => value === 'a',
    );

  // p-values by mpmath 1.3 with 30 digits: erfc(sqrt(x / 2)) for chi-square 3.841586 and 3.841270.
  test('p just below 0.05 is significant, p just above is not', () => {
    const below = segmentIn([
      [['a'], 85, 37],
      [['b'], 95, 28],
    ]);
    expect(below?.pValue).toBeCloseTo(0.04999622351694872, 15);
    expect(below?.isSignificant).toBe(true);
    // Adjusted lifts 1.129 and 1.147: both far outside the threshold.
    const above = segmentIn([
      [['a'], 75, 28],
      [['b'], 75, 17],
    ]);
    expect(above?.pValue).toBeCloseTo(0.0500056356001502, 15);
    expect(above?.isSignificant).toBe(false);
  });

  test('p of 0.05 itself is not significant, the number next to it is', () => {
    const justBelow = 0.05 - 2 ** -57;
    expect(justBelow).toBeLessThan(0.05);
    expect(isSegmentSignificant({ pValue: justBelow, adjustedLift: 2 }, 10)).toBe(true);
    expect(isSegmentSignificant({ pValue: 0.05, adjustedLift: 2 }, 10)).toBe(false);
    const { figures } = measure(tally);
    figures.pValues.fill(0.05).fill(justBelow, 2, 3);
    expect([
      ...arrangeSegments(
        figures,
        figures.leads.map((_, at) => at),
      ).candidates,
    ]).toEqual([2]);
  });

  test('an adjusted lift of 1 ± threshold is neither significant nor a rule, with a tolerance of 1e-9', () => {
    // 2,000 of 10,000. Adjusted lifts (1090 x 10000 + 50 x 2000) / (5000 x 2000) = 1.1, and 0.9; p under 1e-6.
    const exact = tallyOfCells(
      ['x'],
      [
        [['raise'], 4950, 1090],
        [['cut'], 4950, 890],
        [['rest'], 100, 20],
      ],
    );
    const found = (thresholdPercent: number) => {
      const { significantSegments, valueRules } = analyse(exact, { conversionValue: 100, thresholdPercent });
      return [significantSegments.map(({ value }) => value), valueRules.map(({ segment }) => segment.value)];
    };
    expect(found(10)).toEqual([[], []]);
    // 0.5e-9 and 2e-9 short of 10%.
    expect(found(9.99999995)).toEqual([[], []]);
    expect(found(9.9999998)).toEqual([
      ['raise', 'cut'],
      ['raise', 'cut'],
    ]);
  });
});

describe('judge', () => {
  test('leaves the measurement as it was, so that it serves any settings', () => {
    const measurement = measure(tally);
    judge(measurement, { conversionValue: 5, thresholdPercent: 50 });
    expect(measurement).toEqual(measure(tally));
    expect(judge(measurement, settings)).toEqual({ ...analysis, estimates: null });
  });

  test('makes each segment that no setting touches once, and the list of all at its first use', () => {
    const measurement = measure(tally);
    const [first, second] = [10, 11].map((thresholdPercent) =>
      judge(measurement, { ...settings, thresholdPercent }),
    );
    const emailOf = (judged = analysis) => judged.segments.find(({ value }) => value === 'Email');
    expect(emailOf(first)).toBeDefined();
    expect(emailOf(second)).toBe(emailOf(first));
    expect(emailOf(judge(measure(tally), settings))).not.toBe(emailOf(first));
    expect(first?.segments).toBe(first?.segments);
  });

  test('brings settings within their limits and says so', () => {
    const used = (conversionValue: number, thresholdPercent: number) =>
      judge(measure(tally), { conversionValue, thresholdPercent }).settings;
    expect(used(-1, 0)).toEqual({ conversionValue: 0, thresholdPercent: 1 });
    expect(used(12.34, 101)).toEqual({ conversionValue: 12.34, thresholdPercent: 100 });
    expect(used(Number.NaN, Number.NaN)).toEqual({ conversionValue: 100, thresholdPercent: 10 });
    expect(used(Infinity, -Infinity)).toEqual({
      conversionValue: CONVERSION_VALUE_INPUT.max,
      thresholdPercent: 1,
    });
  });
});
