import { describe, expect, test } from 'vitest';
import { findCurrency } from '#contract/currencies.ts';
import { cutListedName, firstOf } from '#contract/listed.ts';
import type { Metric } from '#contract/metrics.ts';
import { findTopSegments } from '#contract/top-segments.ts';

test('a name of 200 characters is shown whole, and a longer one as 199 and a sign that it goes on', () => {
  expect(cutListedName('x'.repeat(200))).toBe('x'.repeat(200));
  expect(cutListedName('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
  expect(cutListedName('')).toBe('');
});

test('of a list the first 10 entries are shown, and how many there are', () => {
  const numbers = Array.from({ length: 11 }, (_, at) => at);
  expect(firstOf(numbers, String)).toEqual({ first: '0123456789'.split(''), count: 11 });
  expect(firstOf(numbers.slice(1), String)).toMatchObject({ first: { length: 10 }, count: 10 });
  expect(firstOf([], String)).toEqual({ first: [], count: 0 });
});

test('a currency is found by its code, and no other text is one', () => {
  expect([findCurrency('USD'), findCurrency('ZWG'), findCurrency('usd'), findCurrency('')]).toEqual([
    'USD',
    'ZWG',
    undefined,
    undefined,
  ]);
});

describe('the top performing segments', () => {
  const metric = (fieldValue: string, qualifiedLeads: number, totalLeads: number): Metric => ({
    fieldName: 'Source',
    fieldValue,
    totalLeads,
    qualifiedLeads,
    conversionRate: totalLeads === 0 ? 0 : (100 * qualifiedLeads) / totalLeads,
  });
  const top = (metrics: readonly Metric[], overallRate: number) =>
    findTopSegments(metrics, overallRate).map(({ fieldValue }) => fieldValue);

  test('are at most three', () => {
    const four = ['a', 'b', 'c', 'd'].map((name) => metric(name, 30, 100));
    expect(top(four, 20)).toEqual(['a', 'b', 'c']);
  });

  test('have a rate above the overall one', () => {
    expect(top([metric('equal', 20, 100), metric('above', 21, 100), metric('below', 19, 100)], 20)).toEqual([
      'above',
    ]);
  });

  test('have the highest rate first, whatever the number of their leads and their stored intervals', () => {
    const metrics = [
      { ...metric('60 of 100', 60, 100), interval: { low: 2.4, high: 9 } },
      { ...metric('2 of 2', 2, 2), interval: { low: 0.9, high: 9 } },
      metric('9 of 12', 9, 12),
      metric('21 of 30', 21, 30),
    ];
    expect(top(metrics, 20)).toEqual(['2 of 2', '9 of 12', '21 of 30']);
  });

  test('with equal rates keep their order', () => {
    expect(top([metric('b', 3, 10), metric('a', 30, 100), metric('c', 6, 20)], 20)).toEqual(['b', 'a', 'c']);
  });
});
