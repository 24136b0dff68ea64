import { expect, test } from 'vitest';
import { splitLatest, splitLeads } from '#frontend/analysis/split-leads.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { withWorth } from '#frontend/analysis/tally.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';

const tally = tallyOfCells(
  ['Source', 'Device'],
  [
    [['Ads', 'Mobile'], 300, 60],
    [['Ads', 'Desktop'], 40, 10],
    [['Web', 'Mobile'], 150, 0],
    [['Web', 'Desktop'], 7, 7],
    [['Mail', 'Mobile'], 2, 1],
  ],
);

test('70% of the leads are for learning, the others are unseen, and none is both', () => {
  const { learning, unseen } = splitLeads(tally, createRandom(1));
  expect(learning.totalLeads).toBe(349); // of 499
  expect([...learning.leads].map((leads, at) => leads + (unseen.leads[at] ?? NaN))).toEqual([...tally.leads]);
  expect([...learning.conversions].map((count, at) => count + (unseen.conversions[at] ?? NaN))).toEqual([
    ...tally.conversions,
  ]);
  for (const part of [learning, unseen]) {
    expect(part.leads.reduce((sum, leads) => sum + leads, 0)).toBe(part.totalLeads);
    expect(part.conversions.reduce((sum, count) => sum + count, 0)).toBe(part.totalConversions);
    part.leads.forEach((leads, at) => expect(part.conversions[at]).toBeLessThanOrEqual(leads));
    expect(part).toMatchObject({ fields: tally.fields, codes: tally.codes });
  }
});

test('each lead has the same chance, converted or not, as in a draw without replacement', () => {
  const random = createRandom(2);
  const draws = Array.from({ length: 4000 }, () => splitLeads(tally, random).learning);
  const share = 349 / 499;
  const expectDraws = (size: number, countOf: (draw: (typeof draws)[number]) => number | undefined) => {
    const counts = draws.map((draw) => countOf(draw) ?? NaN);
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length;
    // Mean and variance of the hypergeometric distribution.
    const expected = (size * share * (1 - share) * (499 - size)) / 498;
    expect(Math.abs(mean - size * share)).toBeLessThan(4 * Math.sqrt(expected / counts.length));
    expect(variance / expected).toBeGreaterThan(0.9);
    expect(variance / expected).toBeLessThan(1.1);
  };
  expectDraws(60, ({ conversions }) => conversions[0]);
  expectDraws(300, ({ leads }) => leads[0]);
  expectDraws(40, ({ leads }) => leads[1]);
  expectDraws(7, ({ conversions }) => conversions[3]);
  expectDraws(78, ({ totalConversions }) => totalConversions);
});

test('by value the latest leads have their own amounts, and the older ones theirs', () => {
  const two = tallyOfCells(
    ['Source'],
    [
      [['Ads'], 3, 2],
      [['Web'], 2, 1],
    ],
  );
  const valued = {
    items: Uint32Array.of(0, 0, 1),
    amounts: Float64Array.of(5, 70, 900),
    converted: Uint8Array.of(1, 1, 1),
  };
  const { learning, unseen } = splitLatest(withWorth(two, valued), {
    leads: Uint32Array.of(1, 1),
    conversions: Uint32Array.of(1, 0),
    isValuedLatest: Uint8Array.of(0, 1, 0),
  });
  expect(unseen).toMatchObject({ totalLeads: 2, totalConversions: 1, worth: { total: 70 } });
  expect(learning).toMatchObject({ totalLeads: 3, totalConversions: 2, worth: { total: 905 } });
  expect([...(learning.worth?.sums ?? [])]).toEqual([5, 900]);
  expect([...(unseen.worth?.sums ?? [])]).toEqual([70, 0]);
});
