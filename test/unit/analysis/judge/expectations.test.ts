import { describe, expect, test } from 'vitest';
import { judge, type Measurement } from '#frontend/analysis/judge/analyse.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/measure/spreads.ts';
import { expectSegment } from '#frontend/analysis/judge/expectations.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { measurementOfCounts } from '#test/support/analysis-builders.ts';
import { measureDeals, type Deal } from '#test/support/valued-leads.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const NO_OTHER = { conversions: new Float64Array(), value: null };
const beside = (measurement: Measurement, prior: readonly number[], value: readonly number[] | null = null) =>
  widenDiscoveries(measurement, { ...NO_OTHER, priors: { conversions: prior, value } });

/** The chance of each value, null without one. */
function chancesOf(measurement: Measurement, settings = SETTINGS) {
  const analysis = judge(measurement, settings);
  return Object.fromEntries(
    analysis.segments.map((segment) => {
      const expected = expectSegment(segment, analysis);
      return [segment.value, 'chance' in expected ? expected.chance : null];
    }),
  );
}

const kindOf = (measurement: Measurement, value: string) => {
  const analysis = judge(measurement, SETTINGS);
  const segment = analysis.segments.find((one) => one.value === value)!; // one of the values
  return expectSegment(segment, analysis).kind;
};

const closeTo = (chance: number) => expect.closeTo(chance, 6) as number;

// The worked example of the definition.
const EXAMPLE = measurementOfCounts([
  {
    name: 'Source',
    values: [
      ['a', 500, 150],
      ['b', 500, 100],
      ['c', 700, 100],
      ['d', 300, 50],
    ],
  },
]);

describe('by conversions', () => {
  test('the values of the worked example have its chances', () =>
    expect(chancesOf(EXAMPLE)).toEqual({
      a: closeTo(0.999939),
      b: closeTo(0.313146),
      c: closeTo(0.992946),
      d: closeTo(0.740437),
    }));

  test('the other columns of the file say how common each spread is', () => {
    // By a plain program with the weights of the nine columns in expected-to-hold.test.ts.
    const prior = [0.221884, 0.203066, 0.157463, 0.07816, 0.034624, 0.115713, 0.160525, 0.028565];
    const measurement = beside(EXAMPLE, prior);
    expect(chancesOf(measurement)).toEqual({
      a: closeTo(0.999954),
      b: closeTo(0.313466),
      c: closeTo(0.993656),
      d: closeTo(0.744057),
    });
    expect(beside(EXAMPLE, EQUAL_WEIGHTS).spreads).toEqual(judge(EXAMPLE, SETTINGS).spreads);
  });

  test('the chance follows the threshold', () => {
    const strict = chancesOf(EXAMPLE, { ...SETTINGS, thresholdPercent: 40 });
    expect(strict['d']).toBeLessThan(0.74);
    expect(strict['a']).toBeLessThan(0.999939);
  });

  test('each field has spreads of its own', () => {
    const even = [
      ['x', 1000, 200],
      ['y', 1000, 200],
    ] as const;
    const fields = measurementOfCounts([
      { name: 'Device', values: even },
      {
        name: 'Source',
        values: [
          ['a', 500, 150],
          ['b', 1500, 250],
        ],
      },
    ]);
    const [device, source] = judge(fields, SETTINGS).spreads;
    expect(device?.weights[0]).toBeGreaterThan(0.1);
    expect(source?.weights[0]).toBeLessThan(0.001);
    expect(kindOf(fields, 'a')).toBe('likely');
    expect(kindOf(fields, 'x')).toBe('unlikely');
  });

  test('small values and the only value of a field have none', () => {
    const small = measurementOfCounts([
      {
        name: 'Source',
        values: [
          ['a', 1000, 200],
          ['b', 971, 190],
          ['c', 29, 20],
        ],
      },
    ]);
    expect(kindOf(small, 'c')).toBe('too-few');
    const lone = measurementOfCounts([
      {
        name: 'Source',
        values: [
          ['a', 1000, 200],
          ['b', 9, 1],
        ],
      },
    ]);
    expect(kindOf(lone, 'a')).toBe('none');
  });
});

describe('by value', () => {
  /** 8 deals of 150 in 100 leads; 32 deals of 150 and 20 conversions without an amount in 900 others. */
  const deals = (value: string, leads: number, [paid, unpaid]: readonly [number, number]): Deal[] =>
    Array.from({ length: leads }, (_, at) => ({
      values: [value],
      converted: at < paid + unpaid,
      amount: at < paid ? 150 : 0,
    }));
  const measured = measureDeals(['Source'], [...deals('a', 100, [8, 0]), ...deals('b', 900, [32, 20])]);
  const byValue = ({ byValue: figures }: Measurement) => figures!; // these leads have amounts

  // By a plain program: log ratio log 2.25, c = 60 x 900,000 / 6,000² = 1.5, variance 0.1775 + 0.027735.
  test('the chance is that of the amounts', () =>
    expect(chancesOf(byValue(measured))).toEqual({ a: closeTo(0.612916), b: closeTo(0.359734) }));

  test('the amounts of the other columns say how common each spread is', () => {
    const prior = [0.3, 0.2, 0.2, 0.1, 0.1, 0.05, 0.03, 0.02];
    expect(chancesOf(byValue(beside(measured, EQUAL_WEIGHTS, prior)))).toEqual({
      a: closeTo(0.504291),
      b: closeTo(0.231271),
    });
    expect(chancesOf(byValue(beside(measured, prior)))).toEqual(chancesOf(byValue(measured)));
  });

  test('a value with fewer than 5 conversions has none', () => {
    const few = measureDeals(
      ['Source'],
      [...deals('a', 100, [4, 0]), ...deals('b', 400, [30, 0]), ...deals('c', 400, [30, 0])],
    );
    expect(kindOf(byValue(few), 'a')).toBe('too-few-amounts');
    expect(kindOf(few, 'a')).not.toMatch('too-few');
  });
});
