import { describe, expect, test } from 'vitest';
import { listRelated } from '#frontend/analysis/counts/related-leads.ts';
import { splitLatest, splitLeads } from '#frontend/analysis/counts/split-leads.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { withWorth } from '#frontend/analysis/counts/tally.ts';
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

describe('families', () => {
  // 300 families of 1 + (n mod 3) leads of combination n mod 5, which convert where n is even, and 90 single leads of combination 0.
  const families = Array.from({ length: 300 }, (_, family) =>
    Array.from({ length: 1 + (family % 3) }, () => family),
  ).flat();
  const ofLeads = Uint32Array.from([...families, ...Array.from({ length: 90 }, (_, at) => 300 + at)]);
  const items = ofLeads.map((family) => (family < 300 ? family % 5 : 0));
  const converted = Uint8Array.from(ofLeads, (family) => Number(family < 300 && family % 2 === 0));
  const count = (item: number, isCounted: (lead: number) => boolean) =>
    [...items.keys()].filter((lead) => items[lead] === item && isCounted(lead)).length;
  const counted = tallyOfCells(
    ['Source'],
    Array.from({ length: 5 }, (_, item) => [
      [`s${item}`],
      count(item, () => true),
      count(item, (lead) => converted[lead] === 1),
    ]),
  );
  // A converted lead is worth the number of its family + 1.
  const valuedLeads = Uint32Array.from(ofLeads.keys()).filter((lead) => converted[lead] === 1);
  const valued = {
    items: valuedLeads.map((lead) => items[lead]!),
    amounts: Float64Array.from(valuedLeads, (lead) => ofLeads[lead]! + 1),
    converted: new Uint8Array(valuedLeads.length).fill(1),
  };
  const relate = (own: { items: Uint32Array } | null) =>
    listRelated(ofLeads, { items, converted, valued: own });
  const byConversions = { ...counted, related: relate(null) };
  const byValue = { ...withWorth(counted, valued), related: relate({ items: valuedLeads }) };

  test('stand on one side as a whole', () => {
    const random = createRandom(4);
    for (let draw = 0; draw < 50; draw++) {
      const { learning, unseen } = splitLeads(byValue, random);
      const sides = [learning, unseen].map((part) => new Set(part.valued?.amounts));
      expect([...sides[0]!].filter((amount) => sides[1]!.has(amount))).toEqual([]);
      expect(sides[0]!.size + sides[1]!.size).toBe(150);
    }
  });

  test.each([
    ['conversions', byConversions],
    ['value', byValue],
  ] as const)('by %s each has the chance of a lead, and no lead is lost', (_, tally) => {
    const random = createRandom(5);
    const total = tally.totalLeads;
    let [conversions, ofCombination] = [0, 0];
    for (let draw = 0; draw < 400; draw++) {
      const { learning, unseen } = splitLeads(tally, random);
      // Single leads fill up what families leave.
      expect(learning.totalLeads).toBe(Math.round(0.7 * total));
      expect([...learning.leads].map((leads, at) => leads + (unseen.leads[at] ?? NaN))).toEqual([
        ...tally.leads,
      ]);
      expect(learning.totalConversions + unseen.totalConversions).toBe(tally.totalConversions);
      for (const part of [learning, unseen]) {
        expect(part.conversions.reduce((sum, own) => sum + own, 0)).toBe(part.totalConversions);
        part.leads.forEach((leads, at) => expect(part.conversions[at]).toBeLessThanOrEqual(leads));
      }
      conversions += learning.totalConversions / tally.totalConversions / 400;
      ofCombination += (learning.leads[3] ?? NaN) / (tally.leads[3] ?? NaN) / 400;
    }
    // One draw has a standard deviation below 0.04.
    expect(Math.abs(conversions - 0.7)).toBeLessThan(0.008);
    expect(Math.abs(ofCombination - 0.7)).toBeLessThan(0.008);
  });

  test('may miss the share by one of them where no lead is single', () => {
    const pairs = Uint32Array.from({ length: 100 }, (_, lead) => lead >> 1);
    const related = listRelated(pairs, {
      items: new Uint32Array(100),
      converted: new Uint8Array(100),
      valued: null,
    });
    const tallied = { ...tallyOfCells(['Source'], [[['Ads'], 100, 0]]), related };
    const random = createRandom(6);
    const sizes = Array.from({ length: 50 }, () => splitLeads(tallied, random).learning.totalLeads);
    for (const size of sizes) expect(Math.abs(size - 70)).toBeLessThanOrEqual(2);
  });

  test('that are absent change nothing', () => {
    const splits = [counted, { ...counted, related: null }].map((tally) =>
      splitLeads(tally, createRandom(7)),
    );
    expect(splits[1]).toEqual(splits[0]);
  });
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
