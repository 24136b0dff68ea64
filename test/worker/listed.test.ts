import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Metric } from '#contract/metrics.ts';
import { findTopMetrics } from '#worker/routes/analyses/present.ts';

const metric = (fieldValue: string, conversionRate: number): Metric => ({
  fieldName: 'Source',
  fieldValue,
  totalLeads: 1,
  qualifiedLeads: 0,
  conversionRate,
});

function top(rates: readonly number[], overallRate: number): number[] {
  const metrics = rates.map((rate, index) => metric(String(index), rate));
  return findTopMetrics(metrics, overallRate).map(({ fieldValue }) => Number(fieldValue));
}

test('the best three above the overall rate, best first, ties in their order', () => {
  expect(top([10, 30, 20, 30, 40], 10)).toEqual([4, 1, 3]);
  expect(top([10, 10, 10], 10)).toEqual([]);
  expect(top([10, 11], 10)).toEqual([1]);
});

test('any number of metrics gives what sorting all of them gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: 0, max: 20 }),
      (rates, overall) => {
        const all = rates.map((rate, index) => ({ rate, index })).filter(({ rate }) => rate > overall);
        const sorted = all.toSorted((a, b) => b.rate - a.rate).slice(0, 3);
        expect(top(rates, overall)).toEqual(sorted.map(({ index }) => index));
      },
    ),
  );
});

test('a long name is cut', () => {
  const [best] = findTopMetrics([metric('x'.repeat(201), 5)], 0);
  expect(best?.fieldValue).toBe(`${'x'.repeat(199)}…`);
});
