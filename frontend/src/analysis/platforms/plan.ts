import type { Analysis } from '../judge/analyse.ts';
import {
  gatherFacts,
  listCandidates,
  type LeftOutRule,
  type PlanChoices,
  type PlanFacts,
  type PlannedTally,
} from './candidates.ts';
import { planFirstMatch } from './first-match.ts';
import { planMostSpecific } from './most-specific.ts';
import type { LeadGroup } from './planned-leads.ts';
import { PLATFORMS } from './platforms.ts';
import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import { applyRules, simulatePlan, type AppliedRules, type Simulation } from './simulate.ts';
import { enterMultiplier, type Platform, type PlannedRule } from './platform.ts';
import { recordOf } from '#contract/records.ts';

/** The rules to enter on a platform, and their effect. */
export interface PlatformPlan extends Simulation, Pick<AppliedRules, 'leadsWithoutRule' | 'tiedLeads'> {
  /** In their order on the platform. */
  rules: readonly PlannedRule[];
  /** Rules of the results that are not entered, most leads first; a long list shows its first ones. */
  leftOut: readonly LeftOutRule[];
  leftOutCount: number;
}

export type PlatformPlans = Readonly<Record<PlatformId, PlatformPlan>>;

/** A longer list of rules that are not entered is cut. */
const MAX_LEFT_OUT = 200;

/**
 * The plan of each platform: the rules that it accepts, in its order, with figures that it accepts, chosen so that they
 * capture as much of the differences in value as its limits allow. Only rules labelled Use enter, those labelled
 * Test by choice, and pairs of conditions with 30 leads and q below 0.05.
 * Example: State and Device, of which Mobile converts at half the rate in every state: Device is the primary condition with
 * Google, 'Mobile phones' with a multiplier of 0.5 or more, and states with another rate are pairs with it.
 *
 * @param analysis of the tally, with the threshold of the results
 */
export function planPlatforms(analysis: Analysis, tally: PlannedTally, choices: PlanChoices): PlatformPlans {
  const facts = gatherFacts(analysis, tally, choices);
  return recordOf(PLATFORM_IDS, (id) => planPlatform(PLATFORMS[id], facts, choices));
}

function planPlatform(platform: Platform, facts: PlanFacts, choices: PlanChoices): PlatformPlan {
  const { singles, pairs, leftOut } = listCandidates(platform, facts, choices);
  const choose = platform.picks === 'first' ? planFirstMatch : planMostSpecific;
  const { differences, leads } = facts;
  const { rules, reasonOf } =
    differences > 0
      ? choose({ leads, platform, kinds: choices.kinds, singles, pairs, differences })
      : { rules: [], reasonOf: () => 'no-gain' as const };
  const applied = applyRules(leads, rules, platform.picks);
  const planned = rules.map(({ conditions }, index): PlannedRule => {
    // The `!` here: one of each per rule.
    const [group, meeting] = [applied.groups[index]!, applied.meeting[index]!];
    const computed = meanOf(group);
    return {
      conditions,
      computed,
      ...enterMultiplier(computed, platform),
      alone: meanOf(meeting),
      leads: group.leads,
      takenBy: applied.takenBy[index]!,
    };
  });
  const entered = new Set(rules);
  const notChosen = singles
    .filter((single) => !entered.has(single))
    .map((single) => {
      const { field = -1, value = '' } = single.conditions[0] ?? {};
      return {
        field,
        value,
        computed: single.lift ?? 1,
        leads: single.leads,
        reason: reasonOf(single),
      };
    });
  const allLeftOut = [...leftOut, ...notChosen].sort((a, b) => b.leads - a.leads);
  return {
    rules: planned,
    leftOut: allLeftOut.slice(0, MAX_LEFT_OUT),
    leftOutCount: allLeftOut.length,
    leadsWithoutRule: applied.leadsWithoutRule,
    tiedLeads: applied.tiedLeads,
    ...simulatePlan(leads, applied, planned),
  };
}

function meanOf({ leads, valueSum }: LeadGroup): number {
  return leads > 0 ? valueSum / leads : 1;
}
