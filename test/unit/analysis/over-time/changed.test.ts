import { expect, test } from 'vitest';
import {
  createStatistic,
  joinPeriods,
  judgeChanges,
  testChange,
  type PeriodCounts,
} from '#frontend/analysis/over-time/changed.ts';

const part = (leads: number, conversions: number, amount = 0) => ({
  leads,
  conversions,
  sum: conversions * amount,
  sumOfSquares: conversions * amount ** 2,
});
type Value = readonly [leads: number, conversions: number];
/** Periods with leads and conversions of a value, each in 1,000 leads of which 200 convert. */
const periodsOf = (...values: Value[]): PeriodCounts[] =>
  values.map(([leads, conversions]) => ({ part: part(leads, conversions), total: part(1000, 200) }));
const leadsOf = (joined: readonly PeriodCounts[]) => joined.map((period) => period.part.leads);

test('periods are joined forward until each has 30 leads, and what is left joins the last', () => {
  const joined = joinPeriods(periodsOf([20, 4], [40, 8], [30, 6], [10, 2]), 'conversions');
  expect(leadsOf(joined)).toEqual([60, 40]);
  expect(joined.map(({ first }) => first)).toEqual([0, 2]);
  expect(joined.map(({ total }) => total.leads)).toEqual([2000, 2000]);
  expect(leadsOf(joinPeriods(periodsOf([29, 5], [30, 6]), 'conversions'))).toEqual([59]);
  expect(joinPeriods(periodsOf([20, 4], [9, 2]), 'conversions')).toEqual([]);
});

test('and until 5 conversions are expected of each', () => {
  // At 10%, 49 leads are expected to bring 4.9 and 50 to bring 5.
  const rare = (leads: number) => ({ part: part(leads, 4), total: part(1000, 100) });
  expect(leadsOf(joinPeriods([rare(49), rare(50), rare(50)], 'conversions'))).toEqual([99, 50]);
});

test('by value, until the amounts have a log ratio', () => {
  const valued = (conversions: number) => ({ part: part(50, conversions, 10), total: part(1000, 200, 10) });
  expect(leadsOf(joinPeriods([valued(4), valued(5), valued(5), valued(4)], 'value'))).toEqual([100, 100]);
});

test('the statistic is the larger of the trend and of the largest cut', () => {
  // By hand: the cut in the middle gives 0.4 / 0.1; the trend a slope of -0.16 over 0.1 / √5.
  const measureWith = (weights: number[]) => {
    const measure = createStatistic(weights);
    return (...logs: number[]) => measure(Float64Array.from(logs));
  };
  const measure = measureWith([100, 100, 100, 100]);
  expect(measure(0.4, 0.4, 0, 0).value).toBeCloseTo(4, 12);
  expect(measure(0.4, 0.4, 0, 0).cut).toBe(2);
  expect(measure(1.4, 1.4, 1, 1).value).toBeCloseTo(4, 12);
  // A steady rise: slope 0.2 over 0.1 / √5 is 4.47; the cut in the middle gives 0.4 / 0.1.
  expect(measure(0, 0.2, 0.4, 0.6).value).toBeCloseTo(0.2 / (0.1 / Math.sqrt(5)), 12);
  // Weights 400, 100, 100, 400: behind the first cut the mean is 40 / 600, so 1/3 over √(1/400 + 1/600).
  const weighed = measureWith([400, 100, 100, 400]);
  const value = expect.closeTo(1 / 3 / Math.sqrt(1 / 400 + 1 / 600), 12);
  expect(weighed(0.4, 0, 0.4, 0)).toEqual({ value, cut: 1 });
});

test('p is the share of draws with as large a statistic, the same each time', () => {
  const ratios = (logs: readonly number[]) => logs.map((log) => ({ log, variance: 0.01 }));
  expect(testChange(ratios([0.4, 0.4, 0, 0])).p).toBeLessThan(0.01);
  expect(testChange(ratios([0.9, 0.9, 0, 0])).p).toBe(1 / 2000);
  expect(testChange(ratios([0.1, 0.1, 0.1, 0.1])).p).toBe(1);
  const middle = testChange(ratios([0.1, 0.2, 0.05, 0.15]));
  expect(middle.p).toBeGreaterThan(0.3);
  expect(testChange(ratios([0.1, 0.2, 0.05, 0.15]))).toEqual(middle);
  // More draws only where the first ones leave a doubt.
  expect(testChange(ratios([0.9, 0.9, 0, 0]), 9999).p).toBe(1 / 10_000);
  expect(testChange(ratios([0.1, 0.2, 0.05, 0.15]), 9999)).toEqual(middle);
});

const STARTS = [10, 20, 30, 40, 50, 60];
const judgeOne = (...values: Value[]) =>
  judgeChanges([periodsOf(...values)], { starts: STARTS, basis: 'conversions' })[0];

test('a rule that ended has changed, with the lifts before and since', () => {
  const changed = judgeOne([100, 40], [100, 42], [100, 38], [100, 20], [100, 19], [100, 21]);
  expect(changed).toEqual({
    kind: 'changed',
    periods: 6,
    p: 1 / 2000,
    q: 1 / 2000,
    since: 40,
    before: 2,
    after: 1,
  });
});

test('one that stayed has not, and three periods are too few', () => {
  expect(judgeOne([100, 40], [100, 38], [100, 41], [100, 40])).toMatchObject({
    kind: 'no-change',
    periods: 4,
  });
  expect(judgeOne([100, 40], [100, 42], [100, 10])).toEqual({ kind: 'too-few' });
});

test('q counts the rules with enough leads, and a change among 200 of them is found', () => {
  const steady = periodsOf([100, 40], [100, 38], [100, 41], [100, 40]);
  const ended = periodsOf([100, 45], [100, 45], [100, 10], [100, 10]);
  const few = periodsOf([20, 9]);
  const judgeAll = (rules: readonly PeriodCounts[][]) =>
    judgeChanges(rules, { starts: STARTS, basis: 'conversions' });
  expect(judgeAll([ended, few, few])[0]).toMatchObject({ q: 1 / 2000 });
  expect(judgeAll([ended, steady, few])[0]).toMatchObject({ kind: 'changed', q: 2 / 2000 });
  const [found] = judgeAll([ended, ...Array.from({ length: 199 }, () => steady)]);
  expect(found).toMatchObject({ kind: 'changed', p: 1 / 10_000, q: 0.02 });
});

test('by value the amounts count', () => {
  const period = (amount: number): PeriodCounts => {
    const own = part(100, 20, amount);
    const others = part(900, 180, 10);
    const sumOf = (key: keyof typeof own) => own[key] + others[key];
    return {
      part: own,
      total: {
        leads: 1000,
        conversions: 200,
        sum: sumOf('sum'),
        sumOfSquares: sumOf('sumOfSquares'),
      },
    };
  };
  const rule = [50, 50, 50, 10, 10, 10].map(period);
  const [byValue] = judgeChanges([rule], { starts: STARTS, basis: 'value' });
  // 5,000 per 100 leads... by hand: 1,000 of 2,800 per 1,000 leads is 10 / 2.8; then 200 of 2,000.
  expect(byValue).toMatchObject({
    kind: 'changed',
    since: 40,
    before: expect.closeTo(10 / 2.8, 9),
    after: 1,
  });
  const [byConversions] = judgeChanges([rule], { starts: STARTS, basis: 'conversions' });
  expect(byConversions).toMatchObject({ kind: 'no-change', p: 1 });
});
