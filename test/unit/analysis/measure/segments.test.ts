import { describe, expect, test } from 'vitest';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import { compareSegments } from '#frontend/analysis/measure/segments.ts';
import { segmentsOfTally, tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields, workedPValues } from '#test/support/analysis-worked-example.ts';

function segmentsOf(fields: readonly string[], cells: readonly Cell[]) {
  return segmentsOfTally(tallyOfCells(fields, cells));
}

/** The one segment of this value, in a dataset of one field. */
function segmentOf(value: string, cells: readonly Cell[]) {
  const segment = segmentsOf(['x'], cells).find((other) => other.value === value);
  expect(segment).toBeDefined();
  return segment;
}

describe('measureFigures', () => {
  const segments = segmentsOf(workedFields, workedCells);
  const figures = (value: string) => segments.find((segment) => segment.value === value);

  test('lists every value in field order, then by name', () => {
    expect(segments.map(({ field, fieldName, value }) => [field, fieldName, value])).toEqual([
      [0, 'Source', 'Ads'],
      [0, 'Source', 'Email'],
      [0, 'Source', 'Referral'],
      [1, 'Device', 'Desktop'],
      [1, 'Device', 'Mobile'],
    ]);
  });

  test('measures counts, rate, lift, confidence and adjusted lift', () => {
    expect(figures('Referral')).toMatchObject({
      leads: 100,
      conversions: 40,
      conversionRate: 0.4,
      lift: 2,
      confidence: 100 / 150,
      adjustedLift: 5 / 3,
    });
    expect(figures('Ads')).toMatchObject({
      leads: 700,
      conversions: 120,
      lift: 6 / 7,
      adjustedLift: 13 / 15,
    });
    expect(figures('Mobile')).toMatchObject({ conversionRate: 0.1, lift: 0.5, adjustedLift: 6 / 11 });
    expect(figures('Desktop')).toMatchObject({ conversionRate: 0.3, lift: 1.5, adjustedLift: 16 / 11 });
  });

  test('tests a segment against all other leads', () => {
    expect(figures('Referral')?.chiSquare).toBeCloseTo(250 / 9, 12);
    expect(figures('Ads')?.chiSquare).toBeCloseTo(250 / 21, 12);
    expect(figures('Mobile')?.chiSquare).toBe(62.5);
    expect(figures('Referral')?.pValue).toBeCloseTo(workedPValues.referral, 18);
    expect(figures('Ads')?.pValue).toBeCloseTo(workedPValues.ads, 15);
    expect(figures('Desktop')?.pValue).toBeCloseTo(workedPValues.device, 25);
  });

  test('leaves a lift of 1 exactly 1', () => {
    expect(figures('Email')).toMatchObject({ lift: 1, adjustedLift: 1, chiSquare: 0, pValue: 1 });
    const thirds = segmentOf('a', [
      [['a'], 9, 3],
      [['b'], 30, 10],
    ]);
    expect(thirds).toMatchObject({ lift: 1, adjustedLift: 1 });
  });

  test('tests from 10 leads on', () => {
    // 10 of 10 against 0 of 10: 20 x (10 x 10)² / 10^4 = 20, tail 7.744216431044074e-6 (mpmath 1.3).
    expect(
      segmentOf('a', [
        [['a'], 10, 10],
        [['b'], 10, 0],
      ])?.pValue,
    ).toBeCloseTo(7.744216431044074e-6, 18);
    const nine = segmentOf('a', [
      [['a'], 9, 9],
      [['b'], 10, 0],
    ]);
    expect(nine).toMatchObject({ pValue: 1, chiSquare: 19 });
  });

  test.each<[string, Cell[]]>([
    [
      'nobody converted',
      [
        [['a'], 20, 0],
        [['b'], 30, 0],
      ],
    ],
    [
      'everybody converted',
      [
        [['a'], 20, 20],
        [['b'], 30, 30],
      ],
    ],
    ['all leads share one value', [[['a'], 20, 7]]],
    ['one lead', [[['a'], 1, 1]]],
  ])('where %s, nothing differs: lift 1 and p 1', (_, cells) => {
    expect(segmentOf('a', cells)).toMatchObject({ lift: 1, adjustedLift: 1, chiSquare: 0, pValue: 1 });
  });

  test('tells counts from each other, however many segments there are', () => {
    // Every number of conversions of 1 to 12 leads, and some of about 180; the other leads are one more value.
    const sizes = [...Array.from({ length: 12 }, (_, i) => i + 1), 179, 180, 181];
    const counts = sizes.flatMap(
      (leads) =>
      (leads < 100 ? Array.from({ length: leads + 1 }, (_, i) => i) : [93, 94, 95]).map((converted) => [leads, converted] as const), // oxfmt-ignore
    );
    const segments = segmentsOf(
      ['x'],
      counts.map(([leads, converted]): Cell => [[`${leads} ${converted}`], leads, converted]),
    );
    expect(segments).toHaveLength(counts.length);
    for (const { value, leads, conversions, conversionRate } of segments) {
      expect(`${leads} ${conversions}`).toBe(value);
      expect(conversionRate).toBe(conversions / leads);
    }
  });

  test('measures equal counts of up to 180 leads once, since most of 100,000 values are small and alike', () => {
    const cells = Array.from({ length: 50 }, (_, index): Cell => [[`v${index}`], 180, 93]);
    const { figureOf, figures } = measure(tallyOfCells(['x'], [...cells, [['other'], 180, 0]]));
    expect(figureOf).toHaveLength(51);
    expect([...figures.conversions].toSorted((a, b) => a - b)).toEqual([0, 93]);
  });

  test('finds no segments without leads', () => {
    expect(segmentsOf(['x', 'y'], [])).toEqual([]);
  });

  test('gives a value that no lead has a lift of 1', () => {
    const tally = tallyOfCells(['x'], [[['a'], 20, 7]]);
    const [, unused] = segmentsOfTally({ ...tally, fields: [{ name: 'x', values: ['a', 'b'] }] });
    expect(unused).toMatchObject({
      leads: 0,
      conversionRate: 0,
      lift: 1,
      confidence: 0,
      adjustedLift: 1,
      pValue: 1,
    });
  });
});

describe('compareSegments', () => {
  test('orders by field, then by name, (Blank) last', () => {
    const segments = segmentsOf(
      ['z', 'a'],
      [
        [['x', '(Blank)'], 1, 0],
        [['(Blank)', 'x'], 1, 0],
      ],
    );
    expect(segments.toReversed().toSorted(compareSegments)).toEqual(segments);
    expect(segments.map(({ fieldName, value }) => fieldName + value)).toEqual([
      'zx',
      'z(Blank)',
      'ax',
      'a(Blank)',
    ]);
  });
});
