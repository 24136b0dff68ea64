import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareMeasurements,
  type Comparison,
  type SegmentChange,
} from '#frontend/analysis/compare/compare.ts';
import { measureLogLift } from '#frontend/analysis/measure/lift.ts';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import { measurementOfCounts, tallyOfLeads, type CountedValues } from '#test/support/analysis-builders.ts';
import { datasets } from '#test/support/analysis-arbitraries.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const OPTIONS = { settings: SETTINGS, isTested: true };

function compare(before: CountedValues[], after: CountedValues[], isTested = true): Comparison {
  return compareMeasurements(measurementOfCounts(before), measurementOfCounts(after), {
    ...OPTIONS,
    isTested,
  });
}

const source = (...values: [string, number, number][]): CountedValues[] => [{ name: 'Source', values }];

function segmentOf({ segments }: Comparison, value: string): SegmentChange {
  const found = segments.find((segment) => segment.value === value);
  if (!found) throw new Error(`no segment ${value}`);
  return found;
}

/** 200 of 1,000 leads converted; the others take the rest. */
const AROUND = (leads: number, conversions: number) =>
  source(['A', leads, conversions], ['Others', 1000 - leads, 200 - conversions]);

describe('the logarithm of a lift', () => {
  // mpmath, 30 digits: with 0.5 added to each count, r = (a/(a+b))/(c/(c+d)), v = 1/a - 1/(a+b) + 1/c - 1/(c+d),
  // h = lambda t: log(exp(t) / (f*exp(t) + 1 - f)); the log is h(log(r)), its error diff(h, log(r)) * sqrt(v).
  test.each([
    [40, 100, 200, 1000, 0.6935172083162487, 0.11287468529266841],
    [0, 20, 30, 200, -1.8671163323318918, 1.3852500699002996],
    [96, 221, 412, 2000, 0.7458046293683027, 0.07053511134954381],
    [74, 240, 430, 2100, 0.4107490998842448, 0.08891562639264564],
  ])('of %i of %i in %i of %i is that of mpmath', (conversions, leads, ofAll, all, log, error) => {
    const lift = measureLogLift({ leads, conversions }, { leads: all, conversions: ofAll });
    expect(lift?.log).toBeCloseTo(log, 12);
    expect(lift?.standardError).toBeCloseTo(error, 12);
  });

  test('is not known of all leads, of none, and without a conversion', () => {
    const total = { leads: 100, conversions: 20 };
    expect(measureLogLift(total, total)).toBeNull();
    expect(measureLogLift({ leads: 0, conversions: 0 }, total)).toBeNull();
    expect(measureLogLift({ leads: 50, conversions: 0 }, { leads: 100, conversions: 0 })).toBeNull();
  });
});

describe('the test of a change', () => {
  // As above: z = (log2 - log1) / sqrt(error1² + error2²), p = erfc(|z| / sqrt(2)).
  test.each([
    ['a fall', AROUND(100, 40), AROUND(100, 15), -3.831799070732388, 0.000127209614522908],
    ['a small fall', AROUND(200, 40), AROUND(200, 30), -1.4344582407276547, 0.15144153773989194],
    ['a rise', AROUND(700, 120), AROUND(700, 155), 4.150404153940319, 0.000033188872551994],
    [
      'a first conversion',
      source(['A', 20, 0], ['Others', 180, 30]),
      source(['A', 30, 9], ['Others', 370, 51]),
      1.826482037457035,
      0.06777768453033814,
    ],
  ])('of %s is that of mpmath', (_, before, after, z, p) => {
    const { test: tested } = segmentOf(compare(before, after), 'A');
    expect(tested?.z).toBeCloseTo(z, 12);
    expect(tested?.pValue).toBeCloseTo(p, 12);
  });

  test('looks at all values that are compared: the same change counts alone and not among many', () => {
    const many = (changed: number) => [
      ...Array.from({ length: 20 }, (__, at): [string, number, number] => [`V${at}`, 100, 20]),
      ['A', 100, changed] as [string, number, number],
      ['Others', 900, 200 - changed] as [string, number, number],
    ];
    const alone = segmentOf(compare(AROUND(100, 34), AROUND(100, 20)), 'A');
    expect(alone.test?.pValue).toBeGreaterThan(0.01);
    expect(alone.test?.pValue).toBeLessThan(0.05);
    expect(alone.isChanged).toBe(true);
    const among = compare(source(...many(34)), source(...many(20)));
    expect(among.tested).toBe(22);
    expect(segmentOf(among, 'A').test?.pValue).toBeLessThan(0.05);
    expect(segmentOf(among, 'A').test?.q).toBeGreaterThan(0.05);
    expect(segmentOf(among, 'A').isChanged).toBe(false);
  });

  test('needs 10 leads in both files', () => {
    const tested = (before: number, after: number) =>
      segmentOf(compare(AROUND(before, 3), AROUND(after, 3)), 'A').test !== null;
    expect([tested(10, 10), tested(9, 10), tested(10, 9)]).toEqual([true, false, false]);
  });

  test('leaves out values of one file and values of all leads of a file', () => {
    const comparison = compare(
      [...source(['A', 100, 20], ['Gone', 100, 10]), { name: 'Country', values: [['US', 200, 30]] }],
      [
        ...source(['A', 100, 20], ['New', 100, 40]),
        {
          name: 'Country',
          values: [
            ['US', 100, 30],
            ['DE', 100, 30],
          ],
        },
      ],
    );
    expect(comparison.segments.filter(({ test: tested }) => tested).map(({ value }) => value)).toEqual(['A']);
    expect(segmentOf(comparison, 'Gone')).toMatchObject({ after: null, isChanged: false });
    expect(segmentOf(comparison, 'New')).toMatchObject({ before: null, isChanged: false });
  });

  test('puts what changed first, then the rest by how far it moved, then what is not tested', () => {
    const { segments } = compare(
      source(['New', 0, 0], ['Same', 300, 60], ['A bit', 200, 40], ['Others', 400, 60], ['A', 100, 40]),
      source(['New', 50, 9], ['Same', 300, 60], ['A bit', 200, 46], ['Others', 400, 75], ['A', 100, 12]),
    );
    expect(segments.map(({ isChanged }) => isChanged)).toEqual([true, false, false, false, false]);
    const moved = segments.map(({ test: made }) => (made ? Math.abs(made.z) : null));
    expect(moved.at(-1)).toBeNull();
    const known = moved.slice(0, -1).map(Number);
    expect(known).toEqual(known.toSorted((a, b) => b - a));
  });

  test('is not made where the files share leads', () => {
    const comparison = compare(AROUND(100, 40), AROUND(100, 15), false);
    expect(comparison).toMatchObject({ tested: 0, changed: 0 });
    expect(comparison.segments.every(({ test: tested, isChanged }) => !tested && !isChanged)).toBe(true);
  });
});

describe('the rules of two files', () => {
  const before = source(['Kept', 200, 70], ['Gone', 200, 60], ['Turned', 200, 80], ['Rest', 1400, 190]);
  const after = source(['Kept', 200, 72], ['Added', 200, 80], ['Turned', 200, 10], ['Rest', 1400, 238]);

  test('are added, gone, changed or kept', () => {
    const comparison = compare(before, after);
    const ruleOf = (value: string) => segmentOf(comparison, value).rule;
    expect(['Kept', 'Gone', 'Added', 'Turned'].map(ruleOf)).toEqual(['kept', 'gone', 'added', 'changed']);
    // The rest has changed too, since the others have.
    expect(comparison.ruleCounts).toEqual({ added: 1, gone: 1, changed: 2, kept: 1 });
    expect(comparison.segments[0]?.value).toBe('Turned');
  });

  test('that are added or gone stay within chance unless the lift has changed', () => {
    const comparison = compare(AROUND(100, 30), AROUND(100, 26));
    expect(segmentOf(comparison, 'A')).toMatchObject({ rule: 'gone', isChanged: false });
  });

  test('are those of one threshold in both files', () => {
    const wide = compareMeasurements(measurementOfCounts(before), measurementOfCounts(after), {
      ...OPTIONS,
      settings: { ...SETTINGS, thresholdPercent: 90 },
    });
    expect(wide.ruleCounts).toEqual({ added: 0, gone: 0, changed: 0, kept: 0 });
  });
});

describe('the attributes of two files', () => {
  test('are compared where both have them', () => {
    const country = { name: 'Country', values: [['US', 200, 40]] } as const;
    const device = { name: 'Device', values: [['Phone', 200, 40]] } as const;
    const both = source(['A', 100, 10], ['B', 100, 30]);
    const comparison = compare([...both, country], [device, ...both]);
    expect(comparison.onlyBefore).toEqual(['Country']);
    expect(comparison.onlyAfter).toEqual(['Device']);
    expect(comparison.splits.map(({ fieldName }) => fieldName)).toEqual(['Source']);
  });

  test('split the change of the baseline rate also where a file keeps the figures of some segments only', () => {
    const before = measurementOfCounts(source(['A', 100, 40], ['B', 100, 10]));
    const whole = measurementOfCounts(source(['A', 150, 60], ['B', 50, 10]));
    const cut = {
      ...measurementOfCounts(source(['A', 150, 60])),
      totalLeads: 200,
      totalConversions: 70,
    };
    const [split] = compareMeasurements(before, cut, OPTIONS).splits;
    expect(split?.unlisted?.mix).toBeCloseTo(0.25 * (0.2 - 0.3), 12);
    expect((split?.mix ?? 0) + (split?.rate ?? 0)).toBeCloseTo(0.1, 12);
    expect(compareMeasurements(before, whole, OPTIONS).splits[0]?.unlisted).toBeNull();
  });
});

const measured = datasets.map(({ fields, leads }) => measure(tallyOfLeads(fields, leads)));

test('the other order of any two files turns every sign, and nothing else', () => {
  fc.assert(
    fc.property(measured, measured, (before, after) => {
      const there = compareMeasurements(before, after, OPTIONS);
      const back = compareMeasurements(after, before, OPTIONS);
      expect(back.baselineChange).toBe(0 - there.baselineChange);
      expect([back.tested, back.changed]).toEqual([there.tested, there.changed]);
      expect(back.segments).toHaveLength(there.segments.length);
      for (const segment of there.segments) {
        const other = back.segments.find(
          ({ fieldName, value }) => fieldName === segment.fieldName && value === segment.value,
        );
        expect(other?.isChanged).toBe(segment.isChanged);
        expect(other?.test?.z ?? 0).toBeCloseTo(-(segment.test?.z ?? 0), 12);
        expect(other?.test?.q).toBe(segment.test?.q);
        expect(other?.parts.mix).toBeCloseTo(-segment.parts.mix, 12);
        expect(other?.parts.rate).toBeCloseTo(-segment.parts.rate, 12);
      }
    }),
    { numRuns: 60 },
  );
});

test('mix and rate are the whole change of the baseline rate, for each attribute of any two files', () => {
  fc.assert(
    fc.property(measured, measured, (before, after) => {
      fc.pre(before.totalLeads > 0 && after.totalLeads > 0);
      const { splits, segments, baselineChange } = compareMeasurements(before, after, OPTIONS);
      for (const { fieldName, mix, rate } of splits) {
        expect(mix + rate).toBeCloseTo(baselineChange, 12);
        const parts = segments.filter((segment) => segment.fieldName === fieldName);
        const sum = parts.reduce((total, segment) => total + segment.parts.mix + segment.parts.rate, 0);
        expect(sum).toBeCloseTo(baselineChange, 12);
      }
    }),
    { numRuns: 60 },
  );
});
