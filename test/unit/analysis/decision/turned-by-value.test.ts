import { expect, test } from 'vitest';
import { findTurned } from '#frontend/analysis/decision/segment-worth.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { measureDeals, type Deal } from '#test/support/valued-leads.ts';

/** Leads of a source: how many, each how manyth converts, and the amount of a deal. */
function leadsOf(
  source: string,
  leads: number,
  { every, amount }: { every: number; amount: number },
): Deal[] {
  return Array.from({ length: leads }, (_, lead) => {
    const converted = lead % every === 0;
    return { values: [source], converted, amount: converted ? amount + (lead % 7) : 0 };
  });
}

function turnedOf(deals: readonly Deal[]) {
  const { byValue } = measureDeals(['Source'], deals);
  if (!byValue) throw new Error('no amounts');
  return findTurned(judge(byValue, { conversionValue: 100, thresholdPercent: 10 }));
}

const others = [...leadsOf('Ads', 3000, { every: 5, amount: 100 })];

test('a source that converts less and brings larger deals is found, with both adjusted lifts', () => {
  const turned = turnedOf([...leadsOf('LinkedIn', 800, { every: 8, amount: 400 }), ...others]);
  expect(turned?.segment.value).toBe('LinkedIn');
  // 100 of 800 in 700 of 3,800: lift 0.6786, adjusted 1 - (800/850) x 0.3214.
  expect(turned?.byConversions).toBeCloseTo(0.6975, 4);
  // About 40,300 of 102,100 in all, from 800 of 3,800 leads: lift 1.87, adjusted 1.82.
  expect(turned?.byValue).toBeCloseTo(1.82, 2);
});

test('a source that converts more and is worth more is not turned', () => {
  expect(turnedOf([...leadsOf('Referral', 800, { every: 3, amount: 120 }), ...others])).toBeNull();
});

test('nothing is turned while the interval of one of both holds 1', () => {
  // 4 of 40 by conversions: 0.2 to 1.3 times the average.
  expect(turnedOf([...leadsOf('LinkedIn', 40, { every: 10, amount: 900 }), ...others])).toBeNull();
  // Clearly fewer conversions, and deals that make up for it.
  expect(turnedOf([...leadsOf('LinkedIn', 800, { every: 8, amount: 160 }), ...others])).toBeNull();
});
