import { expect, test } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { judgeLatestRules } from '#frontend/analysis/judge/latest-rules.ts';
import type { LatestCounts } from '#frontend/analysis/measure/measurement.ts';
import { measurementOfCounts } from '#test/support/analysis-builders.ts';
import { measureDeals, type Deal } from '#test/support/valued-leads.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const part = (leads: number, conversions: number, amount = 0) => ({
  leads,
  conversions,
  sum: conversions * amount,
  sumOfSquares: conversions * amount ** 2,
});
const verdictsOf = (analysis: ReturnType<typeof judge>, latest: LatestCounts) =>
  Object.fromEntries(
    [...judgeLatestRules(analysis, latest)].map(([{ segment }, { kind }]) => [segment.value, kind]),
  );

test('each rule has a verdict; one with fewer than 10 earlier leads has too few', () => {
  const analysis = judge(
    measurementOfCounts([
      {
        name: 'Source',
        values: [
          ['a', 700, 190],
          ['b', 1300, 165],
          ['c', 800, 195],
        ],
      },
    ]),
    SETTINGS,
  );
  const latest: LatestCounts = {
    fields: [
      {
        name: 'Source',
        values: [
          { value: 'a', earlier: part(500, 150), later: part(200, 40) },
          { value: 'b', earlier: part(1000, 125), later: part(300, 40) },
        ],
      },
    ],
    total: { earlier: part(2000, 400), later: part(800, 150) },
  };
  expect(verdictsOf(analysis, latest)).toEqual({ a: 'fell', b: 'held', c: 'too-few' });
});

test('by value the amounts are judged, not the conversions', () => {
  const deals = (value: string, leads: number, [won, amount]: readonly [number, number]): Deal[] =>
    Array.from({ length: leads }, (_, at) => ({
      values: [value],
      converted: at < won,
      amount: at < won ? amount : 0,
    }));
  // Both convert at 20%; deals of a were three times as large, and are so no longer.
  const { byValue } = measureDeals(
    ['Source'],
    [...deals('a', 1000, [200, 300]), ...deals('b', 1000, [200, 100])],
  );
  const latest: LatestCounts = {
    fields: [
      {
        name: 'Source',
        values: [
          { value: 'a', earlier: part(1000, 200, 300), later: part(500, 100, 100) },
          { value: 'b', earlier: part(1000, 200, 100), later: part(500, 100, 100) },
        ],
      },
    ],
    total: {
      earlier: { ...part(2000, 400), sum: 80_000, sumOfSquares: 20_000_000 },
      later: part(1000, 200, 100),
    },
  };
  expect(verdictsOf(judge(byValue!, SETTINGS), latest)).toEqual({ a: 'fell', b: 'fell' }); // these leads have amounts
});
