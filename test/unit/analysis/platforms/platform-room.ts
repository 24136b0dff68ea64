import fc from 'fast-check';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { CONDITION_KINDS, type ConditionKind } from '#contract/platforms.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import {
  expandCells,
  tallyOfCells,
  tallyOfLeads,
  type Cell,
  type Lead,
} from '#test/support/analysis-builders.ts';

/** Choices that let every rule labelled Use enter. */
export function choose(
  kinds: readonly ConditionKind[],
  others: Partial<Omit<PlanChoices, 'kinds'>> = {},
): PlanChoices {
  return {
    kinds,
    includesTests: false,
    isSpecialOffer: false,
    ...others,
  };
}

/** The plans for leads counted by hand. */
export function planCells(
  fields: readonly string[],
  cells: readonly Cell[],
  choices: PlanChoices,
  thresholdPercent = 10,
) {
  const tally = fitTally(tallyOfCells(fields, cells));
  const analysis = judge(measure(tally), { conversionValue: 100, thresholdPercent });
  return planPlatforms(analysis, tally, choices);
}

/** A rule in short: its conditions as the platform names them, and the figure to enter. */
export function brief(rules: readonly { conditions: readonly { name: string }[]; multiplier: number }[]) {
  return rules.map(({ conditions, multiplier }) => [
    conditions.map(({ name }) => name).join(' + '),
    multiplier,
  ]);
}

const VALUES = [
  'CA',
  'TX',
  'Mobile',
  'Desktop',
  'Smartphone',
  'Tablet',
  'iOS',
  'Male',
  'F',
  '18-24',
  '(Blank)',
  '__proto__',
];

/** Leads of 1 to 3 fields with enough of them for rules and pairs of rules, and choices for them. */
export const plannedLeads: fc.Arbitrary<{ fields: string[]; leads: Lead[]; choices: PlanChoices }> = fc
  .integer({ min: 1, max: 3 })
  .chain((size) =>
    fc.record({
      fields: fc.constant(['A', 'B', 'C'].slice(0, size)),
      leads: fc
        .array(
          fc
            .tuple(
              fc.array(fc.constantFrom(...VALUES), { minLength: size, maxLength: size }),
              fc.integer({ min: 1, max: 400 }),
              fc.constantFrom(0, 2, 10, 30, 60, 100),
            )
            .map(([values, leads, percent]): Cell => [values, leads, Math.round((leads * percent) / 100)]),
          { minLength: 1, maxLength: 14 },
        )
        .map(expandCells),
      choices: fc.record({
        kinds: fc.array(fc.constantFrom(...CONDITION_KINDS), { minLength: size, maxLength: size }),
        includesTests: fc.boolean(),
        isSpecialOffer: fc.constantFrom(true, false, null),
      }),
    }),
  );

/** The plans for generated leads, and their fitted tally. */
export function planLeads(fields: readonly string[], leads: readonly Lead[], choices: PlanChoices) {
  const tally = fitTally(tallyOfLeads(fields, leads));
  const analysis = judge(measure(tally), { conversionValue: 100, thresholdPercent: 10 });
  return { tally, analysis, plans: planPlatforms(analysis, tally, choices) };
}
