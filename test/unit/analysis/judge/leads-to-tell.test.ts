import { describe, expect, test } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { leadsToTell } from '#frontend/analysis/judge/leads-to-tell.ts';
import { measurementOfCounts, type CountedValues } from '#test/support/analysis-builders.ts';
import { measureDeals } from '#test/support/valued-leads.ts';

/** The leads that would tell, by value; undefined for a value that is not Unclear. */
function leadsOf(values: CountedValues['values'], thresholdPercent = 10) {
  const measurement = measurementOfCounts([{ name: 'x', values }]);
  const analysis = judge(measurement, { conversionValue: 100, thresholdPercent });
  return Object.fromEntries(
    analysis.segments
      .filter(({ label }) => label === 'Unclear')
      .map((segment) => [segment.value, leadsToTell(segment, analysis)]),
  );
}

/**
 * Expected numbers by a program of its own in Python: counts scaled and rounded for n = 1 to 9 times 10^k in turn, p by
 * scipy.stats.chi2.sf, exact p by scipy.stats.fisher_exact (scipy 1.17), interval and chance to hold by the formulas.
 */
describe('the leads that would tell', () => {
  test('are the least number of one digit at which the segment is Use or No difference', () => {
    const numbers = leadsOf([
      ['b', 60, 18], // significant already, so it is Test
      ['c', 200, 42], // lift 1.05: 1.005 to 1.097 at 6,000
      ['d', 100, 20], // lift 1: 0.920 to 1.087 at 2,000
      ['e', 5, 3], // at 10 leads p 0.0015, exact p 0.0062 < 0.05 x 1 / 6, but Use takes 30
      ['f', 600, 110], // lift 0.917: 0.902 to 0.931 at 30,000
      ['g', 35, 7], // lift 1: 0.918 to 1.090 at 2,000
    ]);
    expect(numbers).toEqual({ c: 6000, d: 2000, e: 30, f: 30_000, g: 2000 });
  });

  test('depend on the threshold', () => {
    const values = [
      ['nine', 9, 2],
      ['ten', 10, 2],
      ['rest', 99, 20],
      ['hundred', 100, 20],
      ['more', 782, 156],
    ] as const;
    expect(leadsOf(values, 30)).toEqual({ nine: 600, ten: 300, rest: 300, hundred: 300 });
    expect(leadsOf(values, 50)).toEqual({ nine: 200, ten: 200, rest: 200, hundred: 200 });
  });

  test('are fewer where more segments are found today, whose number raises the limit of q', () => {
    // 16 of 60: at 200 leads p 0.0174, exact p 0.0222 < 0.05 x 3 / 3.
    const found = leadsOf([
      ['a', 300, 120],
      ['b', 60, 16],
      ['c', 640, 64],
    ]);
    expect(found).toEqual({ b: 200 });
    // 12 of 40: at 100 leads exact p 0.0148 < 0.05 x 1 / 3, but likely to hold at 200. 26 of 160: at 600 leads 0.0142, likely at 700.
    const none = leadsOf([
      ['a', 40, 12],
      ['b', 160, 26],
      ['c', 800, 162],
    ]);
    expect(none).toMatchObject({ a: 200, b: 700 });
  });

  test('need the adjusted lift beyond the threshold too, however clear the difference', () => {
    // Lift 3, at 100%: 1 + 40/90 x 2 = 1.89 today; exactly 2 at 50 leads, 2.09 at 60.
    expect(leadsOf([['a', 40, 24], ['b', 960, 176]], 100)).toMatchObject({ a: 60 }); // oxfmt-ignore
  });

  test('are at least 30, with which a rule can be Use', () => {
    // Of 9 leads 5 converted: at 10 leads exact p 0.0062.
    expect(leadsOf([['a', 9, 5], ['b', 991, 195]])).toMatchObject({ a: 30 }); // oxfmt-ignore
    // 2 of 2: at 3 leads exact p 0.008.
    expect(leadsOf([['a', 2, 2], ['b', 998, 198]])).toMatchObject({ a: 30 }); // oxfmt-ignore
    // 0 of 4: at 20 leads exact p 0.021; without a conversion the chance to hold reaches 80% at 100.
    expect(leadsOf([['a', 4, 0], ['b', 996, 200]])).toMatchObject({ a: 100 }); // oxfmt-ignore
  });

  test('are none where the lift is too close to the threshold', () => {
    // A lift of 1.1 never leaves 1 ± 10%, and its interval always does.
    expect(leadsOf([['a', 1000, 220], ['b', 9000, 1780]])).toMatchObject({ a: null }); // oxfmt-ignore
    // A lift of 1.10004 would have an adjusted lift above 1.1 from 50 x 0.1 / 0.00004 = 120,050 leads on.
    expect(leadsOf([['a', 60_025, 13_206], ['b', 540_225, 106_844]])).toMatchObject({ a: null }); // oxfmt-ignore
    // No lead converted: nothing is learned from more of them.
    expect(leadsOf([['a', 50, 0], ['b', 50, 0]])).toEqual({ a: null, b: null }); // oxfmt-ignore
  });

  test('are those of each segment, also where others have as many leads', () => {
    const values: CountedValues['values'] = [
      ['a', 100, 20],
      ['b', 100, 22],
      ['c', 100, 20],
      ['d', 700, 138],
    ];
    expect(leadsOf(values)).toMatchObject({ a: 2000, b: null, c: 2000 });
  });

  test('are none for a segment that is not Unclear, or that no lead has', () => {
    const values: CountedValues['values'] = [
      ['a', 300, 120],
      ['b', 700, 80],
      ['none', 0, 0],
    ];
    const analysis = judge(measurementOfCounts([{ name: 'x', values }]), {
      conversionValue: 100,
      thresholdPercent: 10,
    });
    expect(analysis.segments.map((segment) => [segment.label, leadsToTell(segment, analysis)])).toEqual([
      ['Use', null],
      ['Unclear', null],
      ['Use', null],
    ]);
  });

  test('are also known by value for a segment with fewer than 5 conversions today', () => {
    const deals = ([value, leads, won]: readonly [string, number, number]) =>
      Array.from({ length: leads }, (_, at) => ({
        values: [value],
        converted: at < won,
        amount: at < won ? 150 : 0,
      }));
    const measured = measureDeals(
      ['x'],
      [...deals(['a', 12, 2]), ...deals(['b', 488, 41]), ...deals(['c', 500, 40])],
    );
    const analysis = judge(measured.byValue!, { conversionValue: 100, thresholdPercent: 10 }); // they have amounts
    const small = analysis.segments.find(({ value }) => value === 'a')!; // one of the values
    expect(small.label).toBe('Unclear');
    expect(leadsToTell(small, analysis)).toBe(200);
  });
});
