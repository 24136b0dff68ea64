import { expect, test } from 'vitest';
import type { Metric } from '#contract/metrics.ts';
import { findTopMetrics } from '#worker/routes/analyses/present.ts';

const metric = (
  fieldValue: string,
  [qualifiedLeads, totalLeads]: [number, number],
  low?: number,
): Metric => ({
  fieldName: 'Source',
  fieldValue,
  totalLeads,
  qualifiedLeads,
  conversionRate: (100 * qualifiedLeads) / totalLeads,
  ...(low !== undefined && { interval: { low, high: 9 } }),
});

const top = (metrics: readonly Metric[], overallRate: number) =>
  findTopMetrics(metrics, overallRate).map(({ fieldValue }) => fieldValue);

test('the three that are surely above the overall rate by most come first, and few leads by chance do not', () => {
  const metrics = [
    metric('Fair', [2, 2], 0.9),
    metric('Referral', [60, 100], 2.4),
    metric('Email', [300, 900], 1.5),
    metric('Partner', [30, 90], 1.2),
    metric('Ads', [10, 900], 0.03),
  ];
  expect(top(metrics, 20)).toEqual(['Referral', 'Email', 'Partner']);
});

test('those of records without intervals are ordered by the Wilson interval of their rate', () => {
  // By its formula at least 34.2, 30.3 and 50.2%.
  expect(
    top([metric('Fair', [2, 2]), metric('Email', [300, 900]), metric('Referral', [60, 100])], 20),
  ).toEqual(['Referral', 'Fair', 'Email']);
});

test('segments at or below the overall rate are none, and equal ones keep their order', () => {
  expect(top([metric('a', [1, 10]), metric('b', [1, 10])], 10)).toEqual([]);
  expect(top([metric('a', [3, 10], 1.1), metric('b', [3, 10], 1.1)], 10)).toEqual(['a', 'b']);
});

test('a long name is cut', () => {
  const [best] = findTopMetrics([metric('x'.repeat(201), [5, 10])], 0);
  expect(best?.fieldValue).toBe(`${'x'.repeat(199)}…`);
  const [whole] = findTopMetrics([metric('x'.repeat(200), [5, 10])], 0);
  expect(whole?.fieldValue).toBe('x'.repeat(200));
});
