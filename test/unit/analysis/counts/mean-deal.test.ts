import { expect, test } from 'vitest';
import { conversionValueOf, meanDealOf } from '#frontend/analysis/measure/choose-basis.ts';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import { DEAL_FIELDS, dealsOf } from '#test/support/analysis-deals.ts';
import { tallyOfDeals } from '#test/support/valued-leads.ts';

test.each([
  [4803.617, 4804],
  [10, 10],
  [9.996, 10],
  [9.994, 9.99],
  [2.345, 2.35],
])('the conversion value for a mean deal of %d is %d', (mean, value) => {
  expect(conversionValueOf(mean)).toBe(value);
});

test('the mean deal is that of the conversions with an amount of the currency that counts', () => {
  const measured = measure(tallyOfDeals(DEAL_FIELDS, dealsOf(40_000)));
  const worth = { empty: 23, unreadable: 5, negative: 0, otherCurrency: 2 };
  // 283,980 in all.
  expect(meanDealOf({ ...measured, worth })).toBe(283_980 / (measured.totalConversions - 30));
});

test('there is none without amounts, and where amounts are negative', () => {
  const measured = measure(tallyOfDeals(DEAL_FIELDS, dealsOf(40_000)));
  const worth = { empty: 0, unreadable: 0, negative: 1, otherCurrency: 0 };
  expect(meanDealOf({ ...measured, worth: null })).toBeNull();
  expect(meanDealOf({ ...measured, byValue: null, worth })).toBeNull();
  expect(meanDealOf({ ...measured, worth: { ...worth, empty: measured.totalConversions } })).toBeNull();
});
