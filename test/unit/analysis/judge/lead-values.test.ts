import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import {
  bestCombinations,
  calculateBalancedValue,
  calculateLeadValue,
  countPossibleCombinations,
} from '#frontend/analysis/judge/lead-values.ts';
import { compareNames } from '#frontend/analysis/columns/order.ts';
import { tallyOfCells, tallyOfLeads, type Cell } from '#test/support/analysis-builders.ts';
import { datasets } from '#test/support/analysis-arbitraries.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';

const settings = { conversionValue: 100, thresholdPercent: 10 };
const analysis = analyse(tallyOfCells(workedFields, workedCells), settings);

/** Every combination, built and sorted: highest total lift first, equal ones by names in field order. */
function buildAndSort(of: Analysis) {
  const combinations = of.fields.reduce<string[][]>(
    (built, { values }) => built.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  );
  return combinations
    .map((values) => ({ values, ...calculateLeadValue(of, values) }))
    .toSorted((a, b) => {
      const different = a.values.findIndex((value, field) => value !== b.values[field]);
      return b.totalLift - a.totalLift || compareNames(a.values[different] ?? '', b.values[different] ?? '');
    })
    .map(({ values, value }) => ({ values, leadValue: value }));
}

describe('calculateLeadValue', () => {
  test('multiplies the baseline lead value by the lifts, cut where the value interacts', () => {
    const result = calculateLeadValue(analysis, ['Referral', 'Desktop']);
    expect(result.breakdown).toEqual([
      { field: 'Source', value: 'Referral', lift: (5 / 3) * 0.85, liftBeforeCut: 5 / 3, isCut: true },
      { field: 'Device', value: 'Desktop', lift: (16 / 11) * 0.85, liftBeforeCut: 16 / 11, isCut: true },
    ]);
    // 17/12 x 68/55 = 1156/660; 20 x 1156/660 = 35.0303.
    expect(result.totalLift).toBeCloseTo(1156 / 660, 14);
    expect(result.value).toBeCloseTo(35.03030303, 8);
    expect(result.predictedRate).toBeCloseTo(0.2 * (1156 / 660), 14);
  });

  test('cuts a value wherever it stands, with a partner or without', () => {
    // Referral is cut beside Mobile too: 20 x 17/12 x 6/11.
    expect(calculateLeadValue(analysis, ['Referral', 'Mobile']).value).toBeCloseTo(
      20 * (17 / 12) * (6 / 11),
      12,
    );
  });

  test('uses lifts of values that are not significant', () => {
    expect(calculateLeadValue(analysis, ['Email', 'Mobile'])).toMatchObject({
      totalLift: 6 / 11,
      breakdown: [
        { value: 'Email', lift: 1, isCut: false },
        { value: 'Mobile', lift: 6 / 11, isCut: false },
      ],
    });
  });

  test('has no cap: a predicted rate above 100% is reported', () => {
    const cells: Cell[] = [
      [['a', 'x'], 100, 99],
      [['a', 'y'], 100, 81],
      [['b', 'x'], 100, 81],
      [['b', 'y'], 240, 9],
    ];
    const result = calculateLeadValue(
      analyse(tallyOfCells(['f', 'g'], cells), { ...settings, thresholdPercent: 100 }),
      ['a', 'x'],
    );
    // 0.5 x 1.64 x 1.64.
    expect(result.predictedRate).toBeCloseTo(1.3448, 12);
    expect(result.value).toBeCloseTo(134.48, 10);
  });

  test('counts a value that no lead has as 1', () => {
    expect(calculateLeadValue(analysis, ['never', 'Mobile']).totalLift).toBe(6 / 11);
  });
});

describe('countPossibleCombinations', () => {
  test('is the full cross product, occurring together or not', () => {
    const sparse: Cell[] = [
      [['a', 'x'], 1, 0],
      [['b', 'y'], 1, 0],
      [['c', 'z'], 1, 1],
    ];
    expect(countPossibleCombinations(analyse(tallyOfCells(['f', 'g'], sparse), settings))).toBe(9);
    expect(countPossibleCombinations(analysis)).toBe(6);
    expect(countPossibleCombinations(analyse(tallyOfCells(['f'], []), settings))).toBe(0);
  });
});

describe('calculateBalancedValue', () => {
  // The two fields overlap, so the constant is not 1.
  const overlapping = analyse(
    tallyOfCells(
      ['f', 'g'],
      [
        [['a', 'x'], 300, 180],
        [['a', 'y'], 100, 20],
        [['b', 'x'], 100, 20],
        [['b', 'y'], 500, 40],
      ],
    ),
    settings,
  );
  const { estimates } = overlapping;
  if (!estimates) throw new Error('the combinations are known');

  test('multiplies the baseline lead value by the constant and the balanced multipliers', () => {
    const values = ['a', 'y'];
    const { value, scale, breakdown, predictedRate } = calculateBalancedValue(overlapping, estimates, values);
    expect(scale).toBe(estimates.tally.balanced.scale);
    expect(Math.abs((scale ?? 1) - 1)).toBeGreaterThan(0.01);
    expect(breakdown.map(({ lift, isCut }) => [lift, isCut])).toEqual([
      [estimates.multiplierOf(0, 'a'), false],
      [estimates.multiplierOf(1, 'y'), false],
    ]);
    const { balancedRate } = estimates.estimate(values);
    expect(predictedRate).toBeCloseTo(balancedRate, 12);
    expect(value).toBeCloseTo(100 * balancedRate, 10);
  });

  test('counts a value that no lead has with a multiplier of 1', () => {
    expect(calculateBalancedValue(overlapping, estimates, ['never', 'y']).totalLift).toBe(
      estimates.multiplierOf(1, 'y'),
    );
  });
});

describe('bestCombinations', () => {
  test('lists the highest lead values first', () => {
    expect(bestCombinations(analysis, 3)).toMatchObject([
      {
        values: ['Referral', 'Desktop'],
        leadValue: 20 * ((5 / 3) * 0.85) * ((16 / 11) * 0.85),
        estimate: { counts: { leads: 50 } },
      }, // 35.03
      {
        values: ['Email', 'Desktop'],
        leadValue: 20 * ((16 / 11) * 0.85),
        estimate: { counts: { leads: 100 } },
      }, // 24.73
      {
        values: ['Ads', 'Desktop'],
        leadValue: 20 * ((13 / 15) * ((16 / 11) * 0.85)),
        estimate: { counts: { leads: 350 } },
      }, // 21.43
    ]);
  });

  test('equals building and sorting all combinations, for any dataset', () => {
    fc.assert(
      fc.property(datasets, fc.nat(40), ({ fields, leads }, limit) => {
        const any = analyse(tallyOfLeads(fields, leads), { ...settings, thresholdPercent: 5 });
        const best = bestCombinations(any, 10_000);
        expect(bestCombinations(any, limit)).toEqual(best.slice(0, limit));
        expect(best.map(({ values, leadValue }) => ({ values, leadValue }))).toEqual(buildAndSort(any));
        const leadsOf = (values: readonly string[]) =>
          leads.filter((lead) => lead.values.every((value, field) => value === values[field])).length;
        expect(best.map(({ estimate }) => estimate?.counts.leads)).toEqual(
          best.map(({ values }) => leadsOf(values)),
        );
      }),
    );
  });

  test('orders equal lead values by names in field order, (Blank) last', () => {
    const flat = analyse(
      tallyOfCells(
        ['f', 'g'],
        [
          [['b', '(Blank)'], 10, 5],
          [['(Blank)', 'y'], 10, 5],
          [['a', 'x'], 10, 5],
        ],
      ),
      settings,
    );
    expect(bestCombinations(flat, 10).map(({ values }) => values.join(' '))).toEqual([
      'a x',
      'a y',
      'a (Blank)',
      'b x',
      'b y',
      'b (Blank)',
      '(Blank) x',
      '(Blank) y',
      '(Blank) (Blank)',
    ]);
  });

  test('keeps its order where the conversion value is 0', () => {
    const free = analyse(tallyOfCells(workedFields, workedCells), { ...settings, conversionValue: 0 });
    expect(bestCombinations(free, 6).map(({ values }) => values)).toEqual(
      bestCombinations(analysis, 6).map(({ values }) => values),
    );
    expect(bestCombinations(free, 6).every(({ leadValue }) => leadValue === 0)).toBe(true);
  });

  test('takes the best 10,000 of a trillion combinations without building them', () => {
    const cells: Cell[] = Array.from({ length: 10_000 }, (_, index) => {
      const value = `v${index}`;
      return [[value, value, value], 1 + (index % 7), index % 3 === 0 ? 1 : 0];
    });
    const large = analyse(tallyOfCells(['f', 'g', 'h'], cells), settings);
    expect(countPossibleCombinations(large)).toBe(1e12);
    const best = bestCombinations(large, 10_000);
    expect(best).toHaveLength(10_000);
    expect(new Set(best.map(({ values }) => values.join())).size).toBe(10_000);
    expect(best).toEqual(best.toSorted((a, b) => b.leadValue - a.leadValue));
  });

  test('is empty without leads', () => {
    expect(bestCombinations(analyse(tallyOfCells(['f', 'g'], []), settings), 10)).toEqual([]);
  });
});
