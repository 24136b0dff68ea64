import { describe, expect, test } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import {
  chooseCautiousMultiplier,
  countChanceFlags,
  explainPairLabels,
  explainSegmentLabels,
  labelPair,
  labelSegment,
  listLabels,
  showsNoDifference,
} from '#frontend/analysis/judge/label-segment.ts';
import { measurementOfCounts, type CountedValues } from '#test/support/analysis-builders.ts';

type Values = CountedValues['values'];

const WIDE = { low: 0.2, high: 5 };

function judgeValues(thresholdPercent: number, ...fields: Values[]) {
  const measurement = measurementOfCounts(fields.map((values, at) => ({ name: `Field ${at}`, values })));
  return judge(measurement, { conversionValue: 100, thresholdPercent });
}

function judgedIn(analysis: ReturnType<typeof judge>, name: string) {
  const segment = analysis.segments.find(({ value }) => value === name);
  if (!segment) throw new Error(`There is no ${name}`);
  return segment;
}

describe('the label of a segment', () => {
  test('is Use with q below 0.05, Test with q of 0.05 or more', () => {
    const labelWith = (q: number) => labelSegment({ isSignificant: true, q, interval: WIDE }, 10);
    expect([labelWith(0), labelWith(0.049999), labelWith(0.05), labelWith(1)]).toEqual([
      'Use',
      'Use',
      'Test',
      'Test',
    ]);
  });

  test('is No difference or Unclear where the segment is not significant, also with q below 0.05', () => {
    const labelWith = (low: number, high: number) =>
      labelSegment({ isSignificant: false, q: 0.001, interval: { low, high } }, 10);
    expect(labelWith(0.95, 1.08)).toBe('No difference');
    expect(labelWith(0.95, 1.12)).toBe('Unclear');
    expect(labelWith(0.85, 1.05)).toBe('Unclear');
  });

  test('takes both ends of 1 ± threshold as within it, despite rounding', () => {
    expect(showsNoDifference({ low: 1 - 0.1, high: 1 + 0.1 }, 10)).toBe(true);
    expect(showsNoDifference({ low: 0.9, high: 1.100001 }, 10)).toBe(false);
    expect(showsNoDifference({ low: 0.899999, high: 1.1 }, 10)).toBe(false);
  });

  test('is No difference only under a width of 0.6, however large the threshold', () => {
    expect(showsNoDifference({ low: 0.75, high: 1.3 }, 100)).toBe(true);
    expect(showsNoDifference({ low: 0.75, high: 1.375 }, 100)).toBe(false);
    expect(showsNoDifference({ low: 0.5, high: 0.5 + 0.625 }, 50)).toBe(false);
  });
});

describe('the labels of an analysis', () => {
  // 1,000 leads, 200 converted. scipy 1.17: p by chi2.sf(x, 1), exact p by fisher_exact: a 2.5e-23, b 0.0651 (chi-square
  // 0.0458), c 2.4e-26, and q by false_discovery_control over the three.
  const values: Values = [
    ['a', 300, 120],
    ['b', 60, 18],
    ['c', 640, 62],
  ];

  test('are Use, Test, No difference and Unclear by their definitions', () => {
    const analysis = judgeValues(10, values);
    expect(analysis.segments.map(({ value, label }) => [value, label])).toEqual([
      ['a', 'Use'],
      ['b', 'Test'],
      ['c', 'Use'],
    ]);
    expect(judgedIn(analysis, 'a').q).toBeCloseTo(3.78105009942154e-23, 32);
    expect(judgedIn(analysis, 'b')).toMatchObject({ isSignificant: true });
    expect(judgedIn(analysis, 'b').q).toBeCloseTo(0.06505918324863601, 12);
    expect(analysis.discoveries).toEqual({ tested: 3, found: 2 });
  });

  test('follow the threshold, while q and intervals stay', () => {
    const [loose, strict] = [judgeValues(10, values), judgeValues(30, values)];
    expect(judgedIn(strict, 'b').label).toBe('Unclear');
    for (const { value, q, interval, cautiousMultiplier } of loose.segments)
      expect(judgedIn(strict, value)).toMatchObject({ q, interval, cautiousMultiplier });
  });

  test('are No difference with 1,700 leads a segment at 20%, and Unclear with 1,300', () => {
    const even = (leads: number): Values =>
      ['a', 'b', 'c', 'd', 'e', 'f'].map((value) => [value, leads, leads / 5]);
    expect(judgeValues(10, even(1700)).segments.map(({ label }) => label)).toEqual(
      Array<string>(6).fill('No difference'),
    );
    expect(judgeValues(10, even(1300)).segments.map(({ label }) => label)).toEqual(
      Array<string>(6).fill('Unclear'),
    );
    // Its interval is 0.905 to 1.104: within 11%, from 10% it is not.
    expect(judgeValues(11, even(1300)).segments[0]?.label).toBe('No difference');
    expect(judgeValues(10, even(1300)).significantSegments).toEqual([]);
  });

  test('change with the threshold, and back, of one and the same measurement', () => {
    const measurement = measurementOfCounts([
      { name: 'x', values: ['a', 'b', 'c', 'd', 'e', 'f'].map((value) => [value, 1300, 260]) },
    ]);
    const labels = [10, 11, 10].map(
      (thresholdPercent) => judge(measurement, { conversionValue: 1, thresholdPercent }).segments[2]?.label,
    );
    expect(labels).toEqual(['Unclear', 'No difference', 'Unclear']);
  });

  test('are No difference for a value that all leads share, whatever the threshold', () => {
    expect(judgeValues(1, [['all', 20, 4]]).segments[0]).toMatchObject({
      label: 'No difference',
      interval: { low: 1, high: 1 },
      cautiousMultiplier: 1,
    });
  });

  test('are Unclear where no lead converted, or every lead of a few', () => {
    const labels = (...list: Values) => judgeValues(10, list).segments.map(({ label }) => label);
    expect(labels(['a', 500, 0], ['b', 500, 0])).toEqual(['Unclear', 'Unclear']);
    expect(labels(['a', 5, 5], ['b', 5, 5])).toEqual(['Unclear', 'Unclear']);
  });
});

describe('q', () => {
  test('counts segments from 10 leads on, those without a value or out of range too', () => {
    // m 4 of 6. scipy 1.17: fisher_exact of 12 of 20 in 41 of 200 4.6e-5.
    const analysis = judgeValues(10, [
      ['a', 20, 12],
      ['(Blank)', 10, 1],
      ['(Out of range)', 10, 3],
      ['nine', 9, 9],
      ['one', 1, 1],
      ['rest', 150, 15],
    ]);
    expect(analysis.discoveries.tested).toBe(4);
    expect(judgedIn(analysis, 'nine')).toMatchObject({ q: 1, label: 'Unclear' });
  });

  test('is over all attributes together', () => {
    const alone: Values = [
      ['a', 60, 18],
      ['b', 940, 182],
    ];
    // Exact p 0.0650592 for both (scipy 1.17): with a clear attribute beside them q is p x 4 / 4.
    const clear: Values = [
      ['c', 500, 150],
      ['d', 500, 50],
    ];
    expect(judgedIn(judgeValues(10, alone), 'a').q).toBeCloseTo(0.06505918324863601, 12);
    expect(judgedIn(judgeValues(10, alone, clear), 'a').q).toBeCloseTo(0.06505918324863601, 12);
    // With 20 leads of no difference beside them, p 1 twice, q is p x 4 / 2.
    const flat: Values = [
      ['e', 500, 100],
      ['f', 500, 100],
    ];
    expect(judgedIn(judgeValues(10, alone, flat), 'a').q).toBeCloseTo(2 * 0.06505918324863601, 12);
    expect(judgedIn(judgeValues(10, alone, flat), 'a').label).toBe('Test');
  });
});

describe('the label of a pair', () => {
  const labelWith = (isSignificant: boolean, q: number, low: number, high: number) =>
    labelPair({ isSignificant, q, interval: { low, high } }, 10);

  test('is Real with q below 0.05, Possible with q of 0.05 or more', () => {
    expect(labelWith(true, 0.049999, 20, 90)).toBe('Real');
    expect(labelWith(true, 0.05, 20, 90)).toBe('Possible');
  });

  test('is No difference where the interval of the difference lies within ± threshold, in points', () => {
    expect(labelWith(false, 0.001, -10, 10)).toBe('No difference');
    expect(labelWith(false, 0.001, -10.001, 3)).toBe('Unclear');
    expect(labelWith(false, 0.001, -3, 10.001)).toBe('Unclear');
  });
});

describe('the cautious multiplier', () => {
  test('is 1 where the interval holds 1, its ends included', () => {
    expect(chooseCautiousMultiplier(1.4, { low: 0.9, high: 2 })).toBe(1);
    expect(chooseCautiousMultiplier(1.4, { low: 1, high: 2 })).toBe(1);
    expect(chooseCautiousMultiplier(0.7, { low: 0.5, high: 1 })).toBe(1);
  });

  test('is the end of the interval nearer 1 or the adjusted lift, whichever is closer to 1', () => {
    expect(chooseCautiousMultiplier(5 / 3, { low: 1.594, high: 2.48 })).toBe(1.594);
    expect(chooseCautiousMultiplier(1.2, { low: 1.594, high: 2.48 })).toBe(1.2);
    expect(chooseCautiousMultiplier(0.55, { low: 0.4, high: 0.62 })).toBe(0.62);
    expect(chooseCautiousMultiplier(0.8, { low: 0.4, high: 0.62 })).toBe(0.8);
  });

  test('stands beside each segment', () => {
    // Interval 1.7946 to 2.1894, adjusted lift 1 + 300/350 = 1.857 (see the labels above).
    const analysis = judgeValues(10, [
      ['a', 300, 120],
      ['b', 60, 18],
      ['c', 640, 62],
    ]);
    expect(judgedIn(analysis, 'a').cautiousMultiplier).toBeCloseTo(1.7945720399716998, 12);
    // 1.0432 to 2.1639: barely above 1, far below its adjusted lift of 1.27.
    expect(judgedIn(analysis, 'b').cautiousMultiplier).toBeCloseTo(1.0431929648347602, 12);
  });
});

test('chance flags one of twenty pairs, rounded up', () => {
  expect([0, 1, 20, 21, 40, 41, 140, 141].map(countChanceFlags)).toEqual([0, 1, 1, 2, 2, 3, 7, 8]);
});

describe('the meaning of a label', () => {
  test('has the numbers of the rule that gives it', () => {
    expect(listLabels(explainSegmentLabels('10%'))).toBe(
      'Use: significant, also among all tested segments (under 5% by chance) and among leads of the same age, with 30 leads and 5 expected conversions (leads × baseline rate) or more, and likely to hold on new leads. Test: significant alone, or one of these is missing; labels are at most Test where the outcome chose the ranges, and while over 5% of the leads are duplicates. No difference: any difference is smaller than 10% (the 95% interval lies within 1 ± 10% and is narrower than 0.6). Unclear: everything else; more leads would tell.',
    );
    expect(Object.keys(explainPairLabels('10%'))).toEqual(['Use', 'Test', 'No difference', 'Unclear']);
  });
});
