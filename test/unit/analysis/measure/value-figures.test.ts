import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { measureMeanInterval, measureValueInterval } from '#frontend/analysis/measure/value-figures.ts';
import type { ValuedPart } from '#frontend/analysis/counts/valued-leads.ts';
import { judge, measure, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { leadsToTell } from '#frontend/analysis/judge/leads-to-tell.ts';
import { bestCombinations } from '#frontend/analysis/judge/lead-values.ts';
import { baseValueOf } from '#frontend/analysis/judge/lead-worth.ts';
import { DEAL_FIELDS as FIELDS, dealsOf } from '#test/support/analysis-deals.ts';
import { measureDeals, tallyOfDeals, type Deal } from '#test/support/valued-leads.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

function judgeByValue(fields: readonly string[], deals: readonly Deal[]): Analysis {
  const { byValue } = measureDeals(fields, deals);
  if (!byValue) throw new Error('leads with amounts have figures by value');
  return judge(byValue, SETTINGS);
}

const segmentOf = ({ segments }: Analysis, name: string): JudgedSegment => {
  const found = segments.find(({ value }) => value === name);
  if (!found) throw new Error(`no segment ${name}`);
  return found;
};

test('the interval of a mean is that of the leads of a part alone, and needs 20 conversions that are worth something', () => {
  // The examples of the function and of the documentation, with t of scipy 1.17.
  const forty = measureMeanInterval({ leads: 100, conversions: 40, sum: 400, sumOfSquares: 4000 });
  expect(forty?.low).toBeCloseTo(3.1223, 4);
  expect(forty?.high).toBeCloseTo(5.1244, 4);
  const linkedIn = { leads: 100, conversions: 20, sum: 600, sumOfSquares: 18_000 };
  const interval = measureMeanInterval(linkedIn);
  expect([interval?.low.toFixed(2), interval?.high.toFixed(2)]).toEqual(['3.95', '9.12']);
  expect(measureMeanInterval({ ...linkedIn, conversions: 19 })).toBeNull();
  expect(measureMeanInterval({ ...linkedIn, sum: 0, sumOfSquares: 0 })).toBeNull();
  const all = { leads: 40, conversions: 40, sum: 400, sumOfSquares: 4000 };
  expect(measureMeanInterval(all)).toEqual({ low: 10, high: 10 });
});

// Both computed by hand in Python from methods L.3, with t by the expansion of the program.
test('the interval of a value lift takes t and the divisor k - 1 below 100 conversions, and neither from there on', () => {
  const ends = (part: ValuedPart, total: ValuedPart) => {
    const interval = measureValueInterval(part, total);
    return [interval?.low.toFixed(4), interval?.high.toFixed(4)];
  };
  const worthOne = (leads: number, conversions: number) => ({
    leads,
    conversions,
    sum: conversions,
    sumOfSquares: conversions,
  });
  expect(ends(worthOne(100, 40), worthOne(1000, 200))).toEqual(['1.5798', '2.4988']);
  expect(ends(worthOne(250, 99), worthOne(3000, 600))).toEqual(['1.7081', '2.2856']);
  expect(ends(worthOne(250, 100), worthOne(3000, 600))).toEqual(['1.7306', '2.3020']);
  // The others may have few conversions too.
  expect(ends(worthOne(900, 160), worthOne(1000, 200))).toEqual(['0.8335', '0.9356']);
  // 20 deals of 10 and 20 of 50, and 160 deals of 30 on average among the others.
  const mixed = { leads: 100, conversions: 40, sum: 1200, sumOfSquares: 52_000 };
  const all = { leads: 1000, conversions: 200, sum: 6000, sumOfSquares: 300_000 };
  expect(ends(mixed, all)).toEqual(['1.4550', '2.6850']);
});

test('the interval of a mean takes the variance of its deals with divisor k - 1', () => {
  // 10 deals of 10 and 10 of 50 in 100 leads: p 0.2, W 30, s² 8000/19. The ends are 6 exp(± t √(0.8/20 + s²/(20 · 900))), computed by
  // hand in Python with the t of the program, 2.093012012 for 19 degrees. With that of scipy, 2.093024054, they are 3.54233 and 10.16281.
  const interval = measureMeanInterval({ leads: 100, conversions: 20, sum: 600, sumOfSquares: 26_000 });
  expect(interval?.low).toBeCloseTo(3.542336504969038, 9);
  expect(interval?.high).toBeCloseTo(10.162783786774842, 9);
  expect(interval?.low).toBeCloseTo(3.54233, 4);
  expect(interval?.high).toBeCloseTo(10.16281, 4);
});

// The figures are those of the program in analysis-deals.ts.
describe('the figures of a segment by value', () => {
  const plain = judgeByValue(FIELDS, dealsOf(0));
  const skewed = judgeByValue(FIELDS, dealsOf(40_000));

  it.each([
    ['Ads', 476, 134, 61_310, 0.6335069481518323, 0.6683446907229509, 457.53731343283584],
    ['Rare', 24, 8, 4530, 0.9283547831789492, 0.976763713463443, 566.25],
    ['Referral', 285, 127, 116_117, 2.0039088622449643, 1.854071718626313, 914.3070866141733],
    ['Web', 415, 114, 62_023, 0.7350750654063092, 0.7635616175131577, 544.061403508772],
    ['Desktop', 456, 150, 125_629, 1.3550398867896853, 1.3199568940239064, 837.5266666666666],
    ['Mobile', 744, 233, 118_351, 0.7823949080966446, 0.7960979995263269, 507.9442060085837],
  ])(
    'of %s: value lift, shrunk lift, values per lead and conversion',
    (name, leads, conversions, sum, lift, adjusted, each) => {
      const segment = segmentOf(plain, name);
      expect(segment).toMatchObject({ leads, conversions, amounts: { sum } });
      expect(segment.lift).toBeCloseTo(lift, 12);
      expect(segment.adjustedLift).toBeCloseTo(adjusted, 12);
      expect(segment.amounts?.perConversion).toBeCloseTo(each, 9);
      expect(segment.amounts?.perLead).toBeCloseTo(sum / leads, 9);
    },
  );

  it.each([
    [
      'Ads',
      23.799094448746594,
      1.069327572822542e-6,
      4.651270991409424e-6,
      0.5294892044436876,
      0.7502607626409351,
    ],
    [
      'Referral',
      84.60049364391837,
      3.651740329235308e-20,
      4.140917425673212e-18,
      1.7600705040075444,
      2.2505036895841144,
    ],
    [
      'Web',
      9.9996469411351,
      0.0015657024001211846,
      0.00351837949146375,
      0.6131354174430862,
      0.8719846765885103,
    ],
    [
      'Mobile',
      20.821247901100996,
      5.042047188888943e-6,
      5.336055151773928e-5,
      0.6888503543455494,
      0.8765919186462791,
    ],
  ])('of %s: z², p, q over capped amounts, interval', (name, chiSquare, pValue, q, low, high) => {
    const segment = segmentOf(plain, name);
    expect(segment.chiSquare).toBeCloseTo(chiSquare, 10);
    expect(segment.pValue / pValue).toBeCloseTo(1, 10);
    expect(segment.q / q).toBeCloseTo(1, 10);
    expect(segment.interval.low).toBeCloseTo(low, 12);
    expect(segment.interval.high).toBeCloseTo(high, 12);
    expect(segment.amounts?.hasInterval).toBe(true);
  });

  it('leaves the interval out with fewer than 20 conversions in the segment', () => {
    const rare = segmentOf(plain, 'Rare');
    expect(rare.amounts?.hasInterval).toBe(false);
    expect(rare.interval).toEqual({ low: 0, high: 50 });
    expect(rare).toMatchObject({ cautiousMultiplier: 1, label: 'Unclear' });
  });

  it('takes percentiles of the amounts of converted leads, those of 0 included', () => {
    expect(plain.value?.testCap).toBeCloseTo(1889.7, 9);
    expect(plain.value?.shownCap).toBeCloseTo(2680.68, 9);
    expect(plain.value?.variance).toBeCloseTo(184_063.0663888889, 6);
    expect(plain.baselineLeadValue).toBeCloseTo(243_980 / 1200, 12);
  });

  it('shows one large deal: its lift is 7.8, with capped amounts 1.36, and q is far from a finding', () => {
    const rare = segmentOf(skewed, 'Rare');
    expect(rare.lift).toBeCloseTo(7.840340869075287, 11);
    expect(rare.pValue / 1.1850152535095932e-10).toBeCloseTo(1, 9);
    expect(rare.q).toBeCloseTo(0.5837328161943058, 10);
    expect(rare).toMatchObject({ label: 'Test', amounts: { hasLargeDeal: true } });
    expect(rare.amounts?.cappedLift).toBeCloseTo(1.3555323691062087, 11);
    expect(skewed.segments.filter(({ amounts }) => amounts?.hasLargeDeal)).toHaveLength(1);
    expect(segmentOf(skewed, 'Referral').q).toBeCloseTo(0.04458649727625205, 11);
  });

  it('tests pairs against the product of the shrunk value lifts', () => {
    const pairOf = (value: string, other: string) =>
      plain.interactionTests.find(({ attributes: [a, b] }) => a.value === value && b.value === other);
    const desktop = pairOf('Referral', 'Desktop');
    expect(desktop).toMatchObject({
      leads: 107,
      conversions: 49,
      amounts: { sum: 76_779, hasInterval: true },
    });
    expect(desktop?.predictedLift).toBeCloseTo(2.447294747015554, 12);
    expect(desktop?.actualLift).toBeCloseTo(3.529276568555872, 12);
    expect(desktop?.chiSquare).toBeCloseTo(28.132155876133087, 9);
    expect((desktop?.pValue ?? 0) / 1.1330753996626516e-7).toBeCloseTo(1, 9);
    expect(pairOf('Referral', 'Mobile')?.pValue).toBeCloseTo(0.013900669171526622, 12);
    expect(pairOf('Web', 'Mobile')?.pValue).toBeCloseTo(0.4556228571848062, 12);
    // Both sides of a significant pair are cut by 15%.
    const { liftAfterCut, adjustedLift } = segmentOf(plain, 'Referral');
    expect(liftAfterCut).toBeCloseTo(0.85 * adjustedLift, 12);
  });

  it('gives lead values from the value per lead overall, whatever the conversion value', () => {
    const [best] = bestCombinations(plain, 1);
    const lifts = best?.values.map((name) => segmentOf(plain, name).liftAfterCut) ?? [];
    const expected = lifts.reduce((product, lift) => product * lift, 243_980 / 1200);
    expect(best?.leadValue).toBeCloseTo(expected, 9);
    expect(plain).toMatchObject({ basis: 'value', rateValue: 1 });
  });
});

describe('with equal amounts', () => {
  const leads = fc.array(
    fc.record({
      a: fc.nat({ max: 3 }),
      b: fc.nat({ max: 1 }),
      converted: fc.boolean(),
      times: fc.integer({ min: 1, max: 30 }),
    }),
    { minLength: 1, maxLength: 25 },
  );

  it('z² is the specified chi-square, and lifts, p-values and differences of pairs are the specified ones', () => {
    fc.assert(
      fc.property(leads, fc.constantFrom(0.01, 1, 49.99, 1e12), (groups, amount) => {
        const deals = groups.flatMap(({ a, b, converted, times }) =>
          Array.from({ length: times }, () => ({
            values: [`a${a}`, `b${b}`],
            converted,
            amount: converted ? amount : 0,
          })),
        );
        const measurement = measureDeals(FIELDS, deals);
        const { byValue } = measurement;
        measurement.figureOf.forEach((at, position) => {
          const other = byValue?.figureOf[position] ?? -1;
          for (const figure of ['chiSquares', 'pValues', 'lifts', 'adjustedLifts'] as const) {
            const [expected, found] = [
              measurement.figures[figure][at] ?? NaN,
              byValue?.figures[figure][other] ?? NaN,
            ];
            expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-8 * Math.max(1e-3, expected));
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  it('does not take the rounding of amounts for a difference, where every lead is worth 0.1', () => {
    const deals = Array.from({ length: 1000 }, (_, i) => ({
      values: [`v${i % 7}`],
      converted: true,
      amount: 0.1,
    }));
    const { segments } = judgeByValue(['Source'], deals);
    expect(segments.map(({ chiSquare, pValue, label }) => [chiSquare, pValue, label])).toEqual(
      segments.map(() => [0, 1, 'No difference']),
    );
  });
});

/** Every number in a value, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (ArrayBuffer.isView(value)) return [...(value as Float64Array)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

describe('files at the edge', () => {
  const many = (count: number, deal: (i: number) => Deal) => Array.from({ length: count }, (_, i) => deal(i));
  const split = (i: number) => [i % 3 === 0 ? 'a' : 'b', i % 2 === 0 ? 'x' : 'y'];
  test.each<[string, Deal[]]>([
    ['one lead', [{ values: ['a', 'x'], converted: true, amount: 5 }]],
    ['one lead that did not convert', [{ values: ['a', 'x'], converted: false, amount: 0 }]],
    ['amounts of 0 only', many(300, (i) => ({ values: split(i), converted: i % 4 === 0, amount: 0 }))],
    ['no conversion', many(300, (i) => ({ values: split(i), converted: false, amount: 0 }))],
    ['only conversions', many(300, (i) => ({ values: split(i), converted: true, amount: i % 7 }))],
    [
      'amounts of 1e12',
      many(300, (i) => ({
        values: split(i),
        converted: i % 4 === 0,
        amount: i % 4 === 0 ? 1e12 * (i + 1) : 0,
      })),
    ],
    [
      'amounts near 0',
      many(300, (i) => ({ values: split(i), converted: i % 4 === 0, amount: i % 4 === 0 ? 1e-9 : 0 })),
    ],
    [
      'amounts of all sizes',
      many(300, (i) => ({ values: split(i), converted: true, amount: 10 ** ((i % 40) - 24) })),
    ],
    [
      'all leads in one segment',
      many(300, (i) => ({ values: ['a', 'x'], converted: i % 4 === 0, amount: i % 4 === 0 ? i : 0 })),
    ],
    [
      'one amount in all',
      many(300, (i) => ({ values: split(i), converted: i % 4 === 0, amount: i === 0 ? 70 : 0 })),
    ],
    ['worth without conversions', many(300, (i) => ({ values: split(i), converted: false, amount: i % 5 }))],
  ])('have finite figures only: %s', (_, deals) => {
    const tally = tallyOfDeals(FIELDS, deals);
    const { byValue } = measure(tally);
    if (!byValue) throw new Error('leads with amounts have figures by value');
    const estimates = estimateCombinations(fitTally(tally));
    const analysis = judge(byValue, SETTINGS, estimates);
    const told = analysis.segments.map((segment) => leadsToTell(segment, analysis) ?? 0);
    const base = [baseValueOf(analysis, 'every-lead'), baseValueOf(analysis, 'converted-leads')];
    const combinations = bestCombinations(analysis, 10, 'balanced');
    const { strength, ...fitted } = estimates.tally;
    const numbers = numbersIn([
      byValue,
      analysis.segments,
      analysis.interactionTests,
      told,
      base,
      combinations,
      fitted,
    ]);
    expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([]);
    expect(strength).toBeGreaterThanOrEqual(1);
    expect(byValue.figures.pValues.every((p) => p >= 0 && p <= 1)).toBe(true);
  });
});

test('the rules multiply what the conversion action counts: a lead or a converted lead, by value and by conversions', () => {
  // 1,200 leads, of which 383 converted, worth 243,980 together.
  const byConversions = judge(measureDeals(FIELDS, dealsOf(0)), SETTINGS);
  const byValue = judgeByValue(FIELDS, dealsOf(0));
  expect(baseValueOf(byValue, 'every-lead')).toBeCloseTo(243_980 / 1200, 9);
  expect(baseValueOf(byValue, 'converted-leads')).toBeCloseTo(243_980 / 383, 9);
  expect(baseValueOf(byConversions, 'every-lead')).toBeCloseTo((SETTINGS.conversionValue * 383) / 1200, 9);
  expect(baseValueOf(byConversions, 'converted-leads')).toBe(SETTINGS.conversionValue);
});

describe('rules of their own', () => {
  const group = (value: string, leads: number, amounts: readonly number[]) =>
    Array.from({ length: leads }, (_, i) => ({
      values: [value],
      converted: i < amounts.length,
      amount: amounts[i] ?? 0,
    }));
  const repeat = (count: number, amount: number) => Array.from({ length: count }, () => amount);

  it('p is 1 under 10 leads', () => {
    const others = group('others', 500, repeat(50, 10));
    const nine = judgeByValue(['Source'], [...group('few', 9, repeat(9, 10)), ...others]);
    const ten = judgeByValue(['Source'], [...group('few', 10, repeat(9, 10)), ...others]);
    expect(segmentOf(nine, 'few')).toMatchObject({ pValue: 1, q: 1 });
    expect(segmentOf(ten, 'few').pValue).toBeLessThan(1e-6);
  });

  it('Use needs 5 expected conversions: leads x baseline rate', () => {
    // 50 of 1,000 convert: 100 leads expect 5, 99 leads expect 4.95.
    const label = (leads: number) =>
      segmentOf(
        judgeByValue(
          ['Source'],
          [...group('good', leads, repeat(20, 10)), ...group('others', 1000 - leads, repeat(30, 10))],
        ),
        'good',
      ).label;
    expect([label(100), label(99)]).toEqual(['Use', 'Test']);
  });

  it('an interval needs 20 conversions in the segment and 20 outside', () => {
    const hasInterval = (inside: number, outside: number) => {
      const analysis = judgeByValue(
        ['Source'],
        [...group('in', 200, repeat(inside, 7)), ...group('out', 400, repeat(outside, 5))],
      );
      return segmentOf(analysis, 'in').amounts?.hasInterval;
    };
    expect([hasInterval(20, 20), hasInterval(19, 20), hasInterval(20, 19)]).toEqual([true, false, false]);
  });

  it('a large deal is the largest of up to 199 conversions, and the two largest of 200, with over half of the value', () => {
    const isLarge = (count: number, largest: readonly number[]) => {
      const amounts = [...largest, ...repeat(count - largest.length, 1)];
      const analysis = judgeByValue(
        ['Source'],
        [...group('a', 400, amounts), ...group('b', 400, repeat(50, 1))],
      );
      return segmentOf(analysis, 'a').amounts?.hasLargeDeal;
    };
    expect([isLarge(100, [100]), isLarge(100, [99])]).toEqual([true, false]);
    expect([isLarge(199, [100, 100]), isLarge(200, [100, 100])]).toEqual([false, true]);
    expect(isLarge(200, [99, 99])).toBe(false);
    // Two unequal ones: 198 of 396 is exactly half, 199 of 397 is more.
    expect([isLarge(200, [120, 78]), isLarge(200, [120, 79])]).toEqual([false, true]);
  });

  it('the amount of a lead that did not convert is no deal', () => {
    // Of 299.5 the two largest deals hold 100.5; with the lead that did not convert it would be 200 of two leads.
    const deals = [
      ...group('a', 400, [100, ...repeat(199, 0.5)]),
      { values: ['a'], converted: false, amount: 100 },
      ...group('b', 400, repeat(50, 1)),
    ];
    const { amounts, conversions } = segmentOf(judgeByValue(['Source'], deals), 'a');
    expect([conversions, amounts?.sum]).toEqual([200, 299.5]);
    expect(amounts?.hasLargeDeal).toBe(false);
  });

  it('so many leads would tell, and fewer would not, if all of them came again and again', () => {
    const deals = [
      ...group('a', 100, [...repeat(13, 5), ...repeat(13, 15)]),
      ...group('others', 900, [...repeat(90, 5), ...repeat(90, 15)]),
    ];
    const once = judgeByValue(['Source'], deals);
    const told = leadsToTell(segmentOf(once, 'a'), once) ?? 0;
    const repeated = (leads: number) => {
      const times = Array.from({ length: leads / 100 }, () => deals).flat();
      return segmentOf(judgeByValue(['Source'], times), 'a');
    };
    expect(segmentOf(once, 'a').label).toBe('Unclear');
    expect(told).toBeGreaterThan(100);
    expect([repeated(told).label, repeated(told - 100).label]).toEqual(['Use', 'Test']);
  });
});
