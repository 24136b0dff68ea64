import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS } from '#contract/platforms.ts';
import { applyRules, simulatePlan } from '#frontend/analysis/platforms/simulate.ts';
import { planLeadsOf, type PlannedLeads } from '#frontend/analysis/platforms/planned-leads.ts';
import { tallyOfLeads, type Lead } from '#test/support/analysis-builders.ts';
import { plannedLeads, planLeads } from './platform-room.ts';

/** Leads of one field, ten per value. */
function leadsWorth(values: readonly number[]): PlannedLeads {
  return {
    fields: [{ name: 'State', values: values.map((_, code) => `value ${code}`) }],
    codes: [Uint32Array.from(values.keys())],
    leads: new Uint32Array(values.length).fill(10),
    totalLeads: 10 * values.length,
    values: Float64Array.from(values),
  };
}

const rule = (multiplier: number, ...conditions: [field: number, code: number][]) => ({
  conditions: conditions.map(([field, code]) => ({ field, code })),
  multiplier,
});

/** The rules applied to the leads, and what that does. */
function replayPlan(
  leads: PlannedLeads,
  rules: readonly ReturnType<typeof rule>[],
  picks: 'first' | 'most-specific',
) {
  const applied = applyRules(leads, rules, picks);
  return {
    ...applied,
    ...simulatePlan(leads, applied, rules),
    leadsUnder: applied.groups.map((group) => group.leads),
    leadsMeeting: applied.meeting.map((group) => group.leads),
  };
}

test('the share captured is computed from the squares that the plan leaves', () => {
  // By hand: 1 - 10 x 0.5² / (20 x 0.5²) = 0.5; rescaled by 1.25: 1 - (10 x 0.3² + 10 x 0.3²) / 5 = 0.64.
  const simulated = replayPlan(leadsWorth([1.5, 0.5]), [rule(1.5, [0, 0])], 'first');
  expect(simulated.share).toBeCloseTo(0.5, 12);
  expect(simulated.meanMultiplier).toBeCloseTo(1.25, 12);
  expect(simulated.shareRescaled).toBeCloseTo(0.64, 12);
  expect(simulated).toMatchObject({
    leadsUnder: [10],
    leadsMeeting: [10],
    leadsWithoutRule: 10,
    tiedLeads: 0,
  });
});

test('no rule captures nothing, the wrong rule less than nothing, and equal leads have no share', () => {
  expect(replayPlan(leadsWorth([1.5, 0.5]), [], 'first')).toMatchObject({ share: 0, meanMultiplier: 1 });
  expect(replayPlan(leadsWorth([1.5, 0.5]), [rule(3, [0, 1])], 'first').share).toBeLessThan(0);
  expect(replayPlan(leadsWorth([1, 1]), [rule(1.5, [0, 0])], 'first')).toMatchObject({
    share: null,
    shareRescaled: null,
  });
  const none = { ...leadsWorth([]), totalLeads: 0 };
  expect(replayPlan(none, [], 'most-specific')).toMatchObject({ share: null, meanMultiplier: 1 });
});

/** Two fields of two values each; 10, 20, 30 and 40 leads. */
const GRID: PlannedLeads = {
  fields: [
    { name: 'State', values: ['CA', 'TX'] },
    { name: 'Device', values: ['Mobile', 'Desktop'] },
  ],
  codes: [Uint32Array.of(0, 0, 1, 1), Uint32Array.of(0, 1, 0, 1)],
  leads: Uint32Array.of(10, 20, 30, 40),
  totalLeads: 100,
  values: Float64Array.of(1, 1, 1, 1),
};

test('of several rules the one with more conditions applies, of equal ones the one with fewer leads', () => {
  const [california, mobile, both] = [rule(2, [0, 0]), rule(3, [1, 0]), rule(5, [1, 0], [0, 0])];
  const tied = replayPlan(GRID, [mobile, california], 'most-specific');
  // CA has 30 leads, Mobile 40: the 10 that have both are under CA.
  expect(tied).toMatchObject({
    leadsUnder: [30, 30],
    leadsMeeting: [40, 30],
    tiedLeads: 10,
    leadsWithoutRule: 40,
  });
  expect(replayPlan(GRID, [mobile, california, both], 'most-specific')).toMatchObject({
    leadsUnder: [30, 20, 10],
    tiedLeads: 0,
  });
});

test('the first rule that matches applies where the platform goes by order', () => {
  const [california, mobile, both] = [rule(2, [0, 0]), rule(3, [1, 0]), rule(5, [1, 0], [0, 0])];
  expect(replayPlan(GRID, [mobile, california, both], 'first')).toMatchObject({
    leadsUnder: [40, 20, 0],
    leadsMeeting: [40, 30, 10],
    tiedLeads: 0,
    // 10 leads from CA on mobiles are under Mobile, and all 10 of both are too; equal counts in the order of the rules.
    takenBy: [[], [{ rule: 0, leads: 10 }], [{ rule: 0, leads: 10 }]],
  });
});

/** Replays lead after lead, and knows nothing of codes and combinations. */
function replay(
  leads: readonly Lead[],
  {
    rules,
    picks,
    valueOf,
  }: {
    rules: readonly { conditions: readonly { field: number; value: string }[]; multiplier: number }[];
    picks: 'first' | 'most-specific';
    valueOf(values: readonly string[]): number;
  },
) {
  const meets = ({ values }: Lead, { conditions }: (typeof rules)[number]) =>
    conditions.every(({ field, value }) => values[field] === value);
  const meeting = rules.map((one) => leads.filter((lead) => meets(lead, one)).length);
  const worth = leads.map(({ values }) => valueOf(values));
  const mean = worth.reduce((sum, value) => sum + value, 0) / leads.length;
  const under = rules.map(() => 0);
  const multipliers = leads.map((lead) => {
    let winner = -1;
    for (const [index, one] of rules.entries()) {
      if (!meets(lead, one)) continue;
      const other = rules[winner];
      const beats =
        !other ||
        (picks === 'most-specific' &&
          (one.conditions.length > other.conditions.length ||
            (one.conditions.length === other.conditions.length &&
              (meeting[index] ?? 0) < (meeting[winner] ?? 0))));
      if (beats) winner = index;
    }
    if (winner >= 0) under[winner] = (under[winner] ?? 0) + 1;
    return rules[winner]?.multiplier ?? 1;
  });
  const meanMultiplier = multipliers.reduce((sum, one) => sum + one, 0) / leads.length;
  const missed = (scale: number) =>
    leads.reduce((sum, _, at) => sum + ((worth[at] ?? 0) - (mean * (multipliers[at] ?? 1)) / scale) ** 2, 0);
  const all = worth.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    under,
    without: leads.length - under.reduce((sum, count) => sum + count, 0),
    meanMultiplier,
    share: 1 - missed(1) / all,
    shareRescaled: 1 - missed(meanMultiplier) / all,
    hasDifferences: Math.sqrt(all / leads.length) > 1e-6 * mean,
  };
}

test('a plan does to each lead what replaying the leads one by one does', () => {
  fc.assert(
    fc.property(plannedLeads, ({ fields, leads, choices }) => {
      const { tally, plans } = planLeads(fields, leads, choices);
      const { estimate } = estimateCombinations(tally);
      for (const platform of PLATFORM_IDS) {
        const { rules, ...plan } = plans[platform];
        const expected = replay(leads, {
          rules,
          picks: PLATFORMS[platform].picks,
          valueOf: (values) => estimate(values).bestRate,
        });
        expect(rules.map((one) => one.leads)).toEqual(expected.under);
        expect(plan.leadsWithoutRule).toBe(expected.without);
        expect(plan.meanMultiplier).toBeCloseTo(expected.meanMultiplier, 9);
        if (!expected.hasDifferences || plan.share === null) continue;
        expect(plan.share).toBeCloseTo(expected.share, 6);
        expect(plan.shareRescaled).toBeCloseTo(expected.shareRescaled, 6);
      }
    }),
    { numRuns: 80 },
  );
});

test('any rules are replayed as the leads one by one are, ties included', () => {
  const anyRules = fc.array(
    fc.record({
      picked: fc.subarray([0, 1, 2], { minLength: 1 }),
      codes: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
      multiplier: fc.double({ min: 0.1, max: 10, noNaN: true }),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(plannedLeads, anyRules, fc.constantFrom('first', 'most-specific'), (made, picked, picks) => {
      const tally = fitTally(tallyOfLeads(made.fields, made.leads));
      const rules = picked.flatMap(({ picked: fields, codes, multiplier }) => {
        const conditions = fields
          .filter((field) => field < made.fields.length)
          .map((field) => {
            const { values } = tally.fields[field] ?? { values: [] };
            const code = (codes[field] ?? 0) % values.length;
            return { field, code, value: values[code] ?? '' };
          });
        return conditions.length > 0 ? [{ conditions, multiplier }] : [];
      });
      const { estimate } = estimateCombinations(tally);
      const simulated = replayPlan(planLeadsOf(tally), rules, picks);
      const expected = replay(made.leads, {
        rules,
        picks,
        valueOf: (values) => estimate(values).bestRate,
      });
      expect(simulated.leadsUnder).toEqual(expected.under);
      expect(simulated.meanMultiplier).toBeCloseTo(expected.meanMultiplier, 9);
      if (!expected.hasDifferences || simulated.share === null) return;
      expect(simulated.share / (1 + Math.abs(expected.share))).toBeCloseTo(
        expected.share / (1 + Math.abs(expected.share)),
        6,
      );
    }),
    { numRuns: 80 },
  );
});
