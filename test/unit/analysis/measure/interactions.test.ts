import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse, measure } from '#frontend/analysis/judge/analyse.ts';
import { judgePairs } from '#frontend/analysis/judge/judge-pairs.ts';
import { datasets } from '#test/support/analysis-arbitraries.ts';
import { listSegments, tallyOfCells, tallyOfLeads, type Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields, workedPValues } from '#test/support/analysis-worked-example.ts';

function pairsOf(fields: readonly string[], cells: readonly Cell[]) {
  return measure(tallyOfCells(fields, cells)).pairs;
}

function figuresOf(fields: readonly string[], cells: readonly Cell[], ...values: [string, string]) {
  const pair = pairsOf(fields, cells).find(({ figures }) => {
    return figures.attributes.map(({ value }) => value).join() === values.join();
  });
  return pair?.figures;
}

describe('measurePairs', () => {
  test('compares a pair with the product of its adjusted lifts', () => {
    const figures = figuresOf(workedFields, workedCells, 'Referral', 'Desktop');
    expect(figures).toMatchObject({
      attributes: [
        { field: 'Source', value: 'Referral' },
        { field: 'Device', value: 'Desktop' },
      ],
      leads: 50,
      conversions: 35,
      conversionRate: 0.7,
      confidencePercent: 21, // 3 x sqrt(50) = 21.21
      actualLift: 3.5,
    });
    expect(figures?.predictedLift).toBeCloseTo(80 / 33, 14);
    expect(figures?.difference).toBeCloseTo(100 * (3.5 - 80 / 33), 12);
    expect(figures?.chiSquare).toBeCloseTo((35 - 800 / 33) ** 2 / (13600 / 1089), 12);
    expect(figures?.pValue).toBeCloseTo(workedPValues.referralDesktop, 15);
  });

  test('signs the difference: actual minus predicted', () => {
    const figures = figuresOf(workedFields, workedCells, 'Referral', 'Mobile');
    expect(figures?.difference).toBeCloseTo(100 * (0.5 - 10 / 11), 12);
    expect(figures?.chiSquare).toBeCloseTo(2.25, 12);
    expect(figures?.pValue).toBeCloseTo(workedPValues.referralMobile, 14);
  });

  test('measures the interval of the difference: that of the actual lift minus the predicted lift, in points', () => {
    // 35 of 50 in 200 of 1,000: 2.8704 to 4.1831 (Katz, mapped, by a program of its own), minus 80/33.
    const interval = figuresOf(workedFields, workedCells, 'Referral', 'Desktop')?.interval;
    expect(interval?.low).toBeCloseTo(44.616398223588845, 10);
    expect(interval?.high).toBeCloseTo(175.88650431642176, 10);
  });

  test('lists pairs of segments with p < 0.05 only, largest difference first', () => {
    const pairs = pairsOf(workedFields, workedCells);
    expect(pairs.map(({ figures }) => figures.attributes.map(({ value }) => value).join(' '))).toEqual([
      'Referral Desktop', // +107.6
      'Referral Mobile', // -40.9
      'Ads Desktop', // 100 x (17/14 - 208/165) = -4.6
      'Ads Mobile', // 100 x (0.5 - 26/55) = +2.7
    ]);
  });

  test('needs 30 leads', () => {
    const cellsWith = (leads: number): Cell[] => [
      [['a', 'x'], leads, leads],
      [['a', 'y'], 300, 200],
      [['b', 'x'], 300, 150],
      [['b', 'y'], 500, 20],
    ];
    expect(figuresOf(['f', 'g'], cellsWith(29), 'a', 'x')).toBeUndefined();
    expect(figuresOf(['f', 'g'], cellsWith(30), 'a', 'x')).toMatchObject({
      leads: 30,
      confidencePercent: 16,
    });
  });

  test('needs 30 leads of a value too, and no more', () => {
    const cellsWith = (leads: number): Cell[] => [
      [['a', 'x'], leads, leads - 2],
      [['b', 'x'], 200, 120],
      [['b', 'y'], 400, 40],
    ];
    expect(figuresOf(['f', 'g'], cellsWith(29), 'a', 'x')).toBeUndefined();
    // Every lead with 'a' has 'x' as well.
    expect(figuresOf(['f', 'g'], cellsWith(30), 'a', 'x')).toMatchObject({ leads: 30, conversions: 28 });
  });

  test('caps the predicted rate for the test, and not the predicted lift shown', () => {
    // Baseline 0.5; a and x have 180 of 200 each: lift 1.8, adjusted 1 + 0.8 x 0.8 = 1.64, product 2.6896, rate 1.34.
    const cells: Cell[] = [
      [['a', 'x'], 100, 99],
      [['a', 'y'], 100, 81],
      [['b', 'x'], 100, 81],
      [['b', 'y'], 240, 9],
    ];
    const figures = figuresOf(['f', 'g'], cells, 'a', 'x');
    expect(figures?.predictedLift).toBeCloseTo(2.6896, 12);
    expect(figures?.actualLift).toBeCloseTo(1.98, 12);
    expect(figures?.difference).toBeCloseTo(-70.96, 10);
    // One lead short of all, against a rate of 1 - 1e-9: about 1 / (100 x 1e-9) = 1e7.
    expect(figures?.chiSquare).toBeGreaterThan(9.9e6);
    expect(figures?.chiSquare).toBeLessThan(1e7);
    expect(figures?.pValue).toBe(0);
  });

  test('caps the confidence of a combination at 100%', () => {
    const cells: Cell[] = [
      [['a', 'x'], 1111, 900],
      [['a', 'y'], 1112, 800],
      [['b', 'x'], 1200, 300],
      [['b', 'y'], 1200, 10],
    ];
    // 3 x sqrt(1111) = 99.99, 3 x sqrt(1112) = 100.04, 3 x sqrt(1200) = 103.9.
    const confidences = pairsOf(['f', 'g'], cells).map(({ figures }) => [
      figures.leads,
      figures.confidencePercent,
    ]);
    expect(new Map(confidences as [number, number][])).toEqual(
      new Map([
        [1111, 100],
        [1112, 100],
        [1200, 100],
      ]),
    );
  });

  test('tests all three pairs of fields, each pair of values once', () => {
    const cells: Cell[] = [
      [['a', 'm', 'x'], 100, 90],
      [['b', 'n', 'y'], 100, 10],
    ];
    const pairs = pairsOf(['f', 'g', 'h'], cells).map(({ positions }) => positions.join());
    // Positions: a 0, b 1, m 2, n 3, x 4, y 5. Equal differences stand in the order of segments.
    expect(pairs.toSorted()).toEqual(['0,2', '0,4', '1,3', '1,5', '2,4', '3,5']);
    expect(pairs.slice(0, 3)).toEqual(['0,2', '0,4', '2,4']);
  });

  test('lists equal differences by position, also where the later segment has the higher lift', () => {
    const positionsOf = (cells: Cell[]) =>
      pairsOf(['f', 'g'], cells).map(({ positions, figures }) => [
        positions.join(),
        figures.difference.toFixed(2),
      ]);
    // Positions: a 0, b 1, x 2, y 3. Adjusted lifts a and x 0.68, b and y 1.32.
    const crossed: Cell[] = [
      [['a', 'x'], 100, 10],
      [['a', 'y'], 100, 50],
      [['b', 'x'], 100, 50],
      [['b', 'y'], 100, 90],
    ];
    expect(positionsOf(crossed)).toEqual([
      ['0,2', '-26.24'], // 100 x (0.2 - 0.68²)
      ['0,3', '10.24'], // 100 x (1 - 0.68 x 1.32)
      ['1,2', '10.24'],
      ['1,3', '5.76'], // 100 x (1.8 - 1.32²)
    ]);
    // Adjusted lifts a 3/2, b 3/4, x 19/24, y 29/24; actual lifts 5/4, 15/8, 5/8, 5/6.
    const shared: Cell[] = [
      [['a', 'x'], 50, 20],
      [['a', 'y'], 100, 60],
      [['b', 'x'], 200, 40],
      [['b', 'y'], 150, 40],
    ];
    expect(positionsOf(shared)).toEqual([
      ['1,3', '-7.29'],
      ['0,2', '6.25'],
      ['0,3', '6.25'],
      ['1,2', '3.13'],
    ]);
  });

  test('joins the combinations of a third field', () => {
    const cells: Cell[] = [
      [['a', 'm', 'x'], 20, 18],
      [['a', 'm', 'y'], 25, 20],
      [['b', 'n', 'x'], 100, 10],
      [['b', 'n', 'y'], 100, 12],
    ];
    expect(figuresOf(['f', 'g', 'h'], cells, 'a', 'm')).toMatchObject({ leads: 45, conversions: 38 });
  });

  test('tests the pairs that counting each of them by itself finds, for any dataset', () => {
    fc.assert(
      fc.property(datasets, ({ fields, leads }) => {
        const measurement = measure(tallyOfLeads(fields, leads));
        const segments = listSegments(measurement);
        const expected = segments.flatMap((a, first) =>
          segments.flatMap((b, second) => {
            const shared = leads.filter(
              ({ values }) => values[a.field] === a.value && values[b.field] === b.value,
            );
            const isTested = a.field < b.field && a.pValue < 0.05 && b.pValue < 0.05 && shared.length >= 30;
            const conversions = shared.filter(({ converted }) => converted).length;
            return isTested ? [{ positions: [first, second], leads: shared.length, conversions }] : [];
          }),
        );
        const found = measurement.pairs.map(({ positions, figures: { leads: size, conversions } }) => ({
          positions,
          leads: size,
          conversions,
        }));
        expect(found).toHaveLength(expected.length);
        expect(found).toEqual(expect.arrayContaining(expected));
      }),
    );
  });

  test('finds nothing in one field, without leads or without conversions', () => {
    expect(
      pairsOf(
        ['f'],
        [
          [['a'], 100, 90],
          [['b'], 100, 10],
        ],
      ),
    ).toEqual([]);
    expect(pairsOf(['f', 'g'], [])).toEqual([]);
    expect(
      pairsOf(
        workedFields,
        workedCells.map(([values, leads]) => [values, leads, 0]),
      ),
    ).toEqual([]);
    expect(
      pairsOf(
        workedFields,
        workedCells.map(([values, leads]) => [values, leads, leads]),
      ),
    ).toEqual([]);
  });
});

describe('judgePairs', () => {
  const pairs = pairsOf(workedFields, workedCells);
  const all = [true, true, true, true, true];

  test('calls a test significant where p < 0.05 and the difference is above the threshold', () => {
    expect(judgePairs(pairs, all, 10).tests.map(({ isSignificant }) => isSignificant)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // The difference is 107.57 points; the threshold of a form ends at 100.
    expect(judgePairs(pairs, all, 107.5).tests[0]?.isSignificant).toBe(true);
    expect(judgePairs(pairs, all, 107.6).tests[0]?.isSignificant).toBe(false);
  });

  // p-values by mpmath 1.3 with 30 digits: erfc(sqrt(x / 2)) for chi-square 3.841822 and 3.841072.
  test.each<[string, Cell[], p: number, difference: number, isSignificant: boolean]>([
    [
      'just below 0.05 is significant',
      [
        [['a', 'x'], 200, 16],
        [['a', 'y'], 50, 4],
        [['b', 'x'], 100, 68],
        [['b', 'y'], 50, 2],
      ],
      0.04998917625450201,
      -20.44,
      true,
    ],
    [
      'just above 0.05 is not',
      [
        [['a', 'x'], 80, 70],
        [['a', 'y'], 80, 4],
        [['b', 'x'], 50, 26],
        [['b', 'y'], 150, 26],
      ],
      0.05001153611753737,
      25.72,
      false,
    ],
  ])('a p-value %s, at a difference above the threshold', (_, cells, pValue, difference, isSignificant) => {
    const { interactionTests } = analyse(tallyOfCells(['f', 'g'], cells), {
      conversionValue: 100,
      thresholdPercent: 10,
    });
    const tested = interactionTests.find(({ attributes }) => {
      return attributes.map(({ value }) => value).join() === 'a,x';
    });
    expect(tested?.pValue).toBeCloseTo(pValue, 15);
    expect(tested?.difference).toBeCloseTo(difference, 2);
    expect(tested?.isSignificant).toBe(isSignificant);
  });

  test('computes q over the tested pairs of this threshold, by Benjamini-Hochberg', () => {
    // p 0.00233, 0.1336, 0.6898 and 0.7273; scipy 1.17: scipy.stats.false_discovery_control(ps).
    const qOf = (isSegmentSignificant: boolean[]) =>
      judgePairs(pairs, isSegmentSignificant, 10).tests.map(({ q }) => q.toFixed(6));
    expect(qOf(all)).toEqual(['0.009335', '0.267229', '0.727262', '0.727262']);
    // Without Ads two pairs are tested: 0.002334 x 2, 0.1336.
    expect(qOf([false, true, true, true, true])).toEqual(['0.004668', '0.133614']);
  });

  test('calls a pair Real only where q beyond the balanced multipliers is below 0.05, over the tested pairs', () => {
    const labelWith = (pValue: number) =>
      judgePairs(pairs, all, 10, Float64Array.from([pValue, 1, 1, 1])).tests.map(({ label, isExplained }) => [
        label,
        isExplained,
      ])[0];
    // Four tests: q = 4 p.
    expect(labelWith(0.01249)).toEqual(['Real', undefined]);
    expect(labelWith(0.0125)).toEqual(['Possible', true]);
    expect(judgePairs(pairs, all, 10).tests[0]?.label).toBe('Real');
  });

  test('labels each test: Real, Possible, No difference or Unclear', () => {
    const labelsWith = (pValue: number, thresholdPercent: number) =>
      judgePairs(
        pairs.map((pair, at) => (at === 0 ? { ...pair, figures: { ...pair.figures, pValue } } : pair)),
        all,
        thresholdPercent,
      ).tests.map(({ label }) => label);
    expect(labelsWith(0.0023, 10)).toEqual(['Real', 'Unclear', 'Unclear', 'Unclear']);
    // q 0.02 x 4.
    expect(labelsWith(0.02, 10)[0]).toBe('Possible');
    // Differences from -21.5 to 12.9 and from -9.4 to 18.7 points.
    expect(labelsWith(0.0023, 20)).toEqual(['Real', 'Unclear', 'Unclear', 'No difference']);
    expect(labelsWith(0.0023, 22)).toEqual(['Real', 'Unclear', 'No difference', 'No difference']);
  });

  test('is strict about both, with a tolerance of 1e-9 on the difference', () => {
    const isSignificantWith = (figures: { pValue: number; difference: number }) =>
      judgePairs(
        pairs.slice(0, 1).map((pair) => ({ ...pair, figures: { ...pair.figures, ...figures } })),
        all,
        10,
      ).significantTests === 1;
    const justBelow = 0.05 - 2 ** -57;
    expect(isSignificantWith({ pValue: justBelow, difference: 50 })).toBe(true);
    expect(isSignificantWith({ pValue: 0.05, difference: 50 })).toBe(false);
    // In points: 1e-9 of a lift is 1e-7.
    for (const sign of [1, -1]) {
      expect(isSignificantWith({ pValue: 0.01, difference: sign * 10 })).toBe(false);
      expect(isSignificantWith({ pValue: 0.01, difference: sign * 10.00000009 })).toBe(false);
      expect(isSignificantWith({ pValue: 0.01, difference: sign * 10.00000011 })).toBe(true);
    }
  });

  test('puts significant tests before larger differences that are not', () => {
    const [first, second, ...rest] = pairs;
    if (first === undefined || second === undefined) throw new Error('the worked example has four pairs');
    const larger = { ...second, figures: { ...second.figures, difference: -500 } };
    const { tests } = judgePairs([larger, first, ...rest], all, 10);
    expect(tests.map(({ difference }) => Math.round(difference))).toEqual([108, -500, -5, 3]);
  });

  test('tests pairs of significant segments only', () => {
    // Positions: Ads 0, Email 1, Referral 2, Desktop 3, Mobile 4.
    const { tests } = judgePairs(pairs, [false, true, true, true, true], 10);
    expect(tests.map(({ attributes }) => attributes[0].value)).toEqual(['Referral', 'Referral']);
    expect(judgePairs(pairs, [false, false, false, false, false], 10)).toEqual({
      tests: [],
      significantTests: 0,
      partners: new Map(),
    });
  });

  test('names the partners of both sides of each significant test', () => {
    expect(judgePairs(pairs, all, 10).partners).toEqual(
      new Map([
        [2, [3]],
        [3, [2]],
      ]),
    );
  });

  test('lists the partners of a segment by position, whatever their differences', () => {
    const [first] = pairs;
    if (first === undefined) throw new Error('the worked example has four pairs');
    // The same significant figures three times.
    const positions: [number, number][] = [[1, 10], [1, 9], [0, 9]]; // oxfmt-ignore
    const found = judgePairs(
      positions.map((place) => ({ ...first, positions: place })),
      new Uint8Array(11).fill(1),
      10,
    );
    expect(found.significantTests).toBe(3);
    expect(found.partners).toEqual(
      new Map([
        [0, [9]],
        [1, [9, 10]],
        [9, [0, 1]],
        [10, [1]],
      ]),
    );
  });
});
