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

  // The lower ends of Wilson's interval, by its formula: 5 of 5 at least 56.6%, 21 of 30 52.1%, 60 of 100 50.2%, 9 of 12 46.8%.
  test('are ordered by the rate that they have at least, where a record has no intervals', () => {
    const metrics = [
      metric('60 of 100', 60, 100),
      metric('21 of 30', 21, 30),
      metric('5 of 5', 5, 5),
      metric('9 of 12', 9, 12),
    ];
    expect(top(metrics, 20)).toEqual(['5 of 5', '21 of 30', '60 of 100']);
    expect(top(metrics.slice(0, 2).concat(metrics.slice(3)), 20)).toEqual([
      '21 of 30',
      '60 of 100',
      '9 of 12',
    ]);
  });

  test('are ordered by the stored lift at least, also beside one that has none stored', () => {
    // 30 of 100 is at least 21.9%, a lift of at least 1.09 over 20%.
    const stored = (fieldValue: string, low: number): Metric => ({
      ...metric(fieldValue, 30, 100),
      interval: { low, high: 9 },
    });
    const plain = metric('none stored', 30, 100);
    expect(top([stored('less', 1.08), plain, stored('more', 1.1)], 20)).toEqual([
      'more',
      'none stored',
      'less',
    ]);
  });

  test('come from damaged records too: a rate without leads, an overall rate of 0', () => {
    const empty = { ...metric('no leads', 0, 0), conversionRate: 50 };
    const [few, many] = [metric('1 of 2', 1, 2), metric('50 of 60', 50, 60)];
    expect(top([empty, few, many], 20)).toEqual(['50 of 60', '1 of 2', 'no leads']);
    expect(top([few, many], 0)).toEqual(['1 of 2', '50 of 60']);
    const stored = { ...metric('stored', 1, 2), interval: { low: 0.1, high: 9 } };
    expect(top([few, stored], 0)).toEqual(['stored', '1 of 2']);
  });
});
