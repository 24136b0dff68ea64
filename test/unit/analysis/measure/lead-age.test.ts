import { describe, expect, test } from 'vitest';
import { countFrom, findYoungLeads, rateByAge, type AgeCounts } from '#frontend/analysis/measure/lead-age.ts';
import { findStrayLeads } from '#frontend/analysis/counts/stray-leads.ts';
import { drawBinomial, seedRandom } from '#test/support/random-leads.ts';

/** Weeks as [leads, conversions], youngest first; all leads of a week on its third day. */
function weeks(counts: readonly (readonly [leads: number, conversions: number])[]): AgeCounts {
  const leads = new Uint32Array(counts.length * 7 - 2);
  const conversions = new Uint32Array(leads.length);
  counts.forEach(([all, converted], week) => {
    leads[week * 7 + 2] = all;
    conversions[week * 7 + 2] = converted;
  });
  return { leads, conversions };
}

const find = (counts: Parameters<typeof weeks>[0]) => findYoungLeads(rateByAge(weeks(counts)));
const times = (week: readonly [number, number], count: number) => Array.from({ length: count }, () => week);

describe('rateByAge', () => {
  test('merges weeks of under 30 leads with older ones, the oldest with the ones before', () => {
    const merged = rateByAge(
      weeks([
        [20, 1],
        [10, 2],
        [30, 3],
        [29, 4],
      ]),
    );
    expect(
      merged.map(({ firstWeek, lastWeek, leads, conversions }) => [firstWeek, lastWeek, leads, conversions]),
    ).toEqual([
      [0, 1, 30, 3],
      [2, 3, 59, 7],
    ]);
  });

  test('fits a rising rate, weighted by leads', () => {
    const fits = rateByAge(
      weeks([
        [100, 10],
        [100, 30],
        [300, 60],
        [100, 50],
      ]),
    ).map(({ fit }) => fit);
    expect(fits).toEqual([0.1, 0.225, 0.225, 0.5]);
  });

  test('puts the seventh day into the next week', () => {
    const leads = new Uint32Array(8);
    leads[6] = 30;
    leads[7] = 31;
    expect(rateByAge({ leads, conversions: new Uint32Array(8) }).map((week) => week.leads)).toEqual([30, 31]);
  });

  test('ends with the oldest week that has leads', () => {
    const merged = rateByAge(
      weeks([
        [40, 1],
        [5, 1],
        [0, 0],
        [0, 0],
      ]),
    );
    expect(merged.map(({ firstWeek, lastWeek, leads }) => [firstWeek, lastWeek, leads])).toEqual([
      [0, 1, 45],
    ]);
  });

  test('is one group for a few leads, and nothing for none', () => {
    expect(rateByAge(weeks([[5, 1]]))).toEqual([
      { firstWeek: 0, lastWeek: 0, leads: 5, conversions: 1, fit: 0.2 },
    ]);
    expect(rateByAge(weeks([[0, 0]]))).toEqual([]);
    expect(rateByAge({ leads: new Uint32Array(), conversions: new Uint32Array() })).toEqual([]);
  });
});

describe('findYoungLeads', () => {
  test('cuts at the first week that converts like all older leads', () => {
    expect(find([[200, 4], [200, 12], ...times([200, 24], 10)])).toEqual({
      kind: 'cut',
      days: 14,
      younger: { leads: 400, conversions: 16 },
      older: { leads: 2000, conversions: 240 },
    });
  });

  test('a cut after merged weeks counts each of them', () => {
    expect(find([[10, 0], [20, 0], [200, 4], ...times([200, 24], 10)])).toEqual({
      kind: 'cut',
      days: 21,
      younger: { leads: 230, conversions: 4 },
      older: { leads: 2000, conversions: 240 },
    });
  });

  test('90% of the rate of older leads is enough', () => {
    expect(find([[1000, 20], [1000, 90], ...times([1000, 100], 3)])).toMatchObject({ kind: 'cut', days: 7 });
    expect(find([[1000, 20], [1000, 89], ...times([1000, 100], 3)])).toMatchObject({ kind: 'cut', days: 14 });
  });

  test('needs a difference that chance does not explain', () => {
    // Chi-square 6.531 and 6.650, on both sides of 6.635 (p 0.01).
    expect(find([[105, 4], ...times([200, 24], 10)])).toEqual({ kind: 'no-sign' });
    expect(find([[106, 4], ...times([200, 24], 10)])).toMatchObject({ kind: 'cut', days: 7 });
  });

  test('needs 30 conversions of older leads', () => {
    expect(find([[400, 0], ...times([60, 10], 3)])).toMatchObject({ kind: 'cut' });
    expect(find([[400, 0], ...times([60, 10], 2), [60, 9]])).toEqual({ kind: 'not-enough' });
  });

  test('finds nothing where young leads convert as often, and cannot tell where the rate rises to the end', () => {
    expect(find(times([200, 24], 12))).toEqual({ kind: 'no-sign' });
    expect(find([10, 20, 40, 80, 160].map((conversions) => [200, conversions] as const))).toEqual({
      kind: 'not-enough',
    });
    expect(find([[200, 120]])).toEqual({ kind: 'not-enough' });
    expect(findYoungLeads([])).toEqual({ kind: 'not-enough' });
  });

  test('hardly ever cuts where age says nothing, and finds the age where it does', () => {
    const random = seedRandom(16);
    const drawn = (rateOf: (week: number) => number) =>
      find(Array.from({ length: 40 }, (_, week) => [150, drawBinomial(random, 150, rateOf(week))] as const));
    const noise = Array.from({ length: 200 }, () => drawn(() => 0.12));
    expect(noise.filter(({ kind }) => kind === 'cut').length).toBeLessThanOrEqual(10);
    // Of the leads that convert, half do so within two weeks and 90% within 6.6.
    const cuts = Array.from({ length: 100 }, () => drawn((week) => 0.12 * (1 - 0.5 ** ((week + 0.5) / 2))));
    const days = cuts.flatMap((found) => (found.kind === 'cut' ? [found.days] : []));
    expect(days.length).toBeGreaterThan(95);
    expect(days.toSorted((a, b) => a - b)[Math.floor(days.length / 2)]).toBeGreaterThanOrEqual(28);
  });
});

test('leads are counted from an age on', () => {
  const ages = { leads: Uint32Array.from({ length: 10 }, () => 2), conversions: new Uint32Array(10).fill(1) };
  expect([0, 1, 3, 10, 99].map((days) => countFrom(ages, days).leads)).toEqual([20, 18, 14, 0, 0]);
  expect(countFrom(ages, 3).conversions).toBe(7);
});

describe('findStrayLeads', () => {
  /** Leads per age, from pairs of age and leads. */
  function perAge(...pairs: readonly (readonly [age: number, leads: number])[]): Uint32Array {
    const leads = new Uint32Array(1 + Math.max(...pairs.map(([age]) => age)));
    for (const [age, count] of pairs) leads[age] = count;
    return leads;
  }

  test.each<[string, Uint32Array, ReturnType<typeof findStrayLeads>]>([
    ['one lead, 91 days after all others', perAge([0, 1], [91, 50], [92, 49]), { leads: 1, days: 91 }],
    ['90 days are no gap', perAge([0, 1], [90, 99]), null],
    ['more than 1% of the leads are no slip', perAge([0, 1], [91, 98]), null],
    ['leads on both sides of a gap of 91 days', perAge([0, 1], [30, 1], [121, 198]), { leads: 2, days: 121 }],
    ['two short gaps make no long one', perAge([0, 1], [60, 1], [120, 198]), null],
    ['the oldest of two gaps', perAge([0, 1], [400, 1], [800, 198]), { leads: 2, days: 800 }],
    ['a gap before the oldest leads', perAge([0, 100], [500, 1]), null],
    ['no leads', new Uint32Array(), null],
  ])('%s', (_, leads, expected) => expect(findStrayLeads(leads)).toEqual(expected));
});
