import type { Analysis } from '../judge/analyse.ts';
import {
  gatherFacts,
  listCandidates,
  type LeftOutRule,
  type PlanChoices,
  type PlanFacts,
  type PlannedTally,
  type RuleCondition,
} from './candidates.ts';
import { planFirstMatch } from './first-match.ts';
import { planMostSpecific } from './most-specific.ts';
import type { EnteredFigure, Platform } from './platform.ts';
import { PLATFORM_IDS, PLATFORMS, type PlatformId } from './platforms.ts';
import { simulatePlan, type Simulation } from './simulate.ts';

/** A rule to enter. */
export interface PlannedRule extends EnteredFigure {
  /** In the order in which they are entered, the primary one first. */
  conditions: readonly RuleCondition[];
  /** The multiplier of the results. */
  computed: number;
  /** Leads that the rule applies to. */
  leads: number;
}

/** The rules to enter on a platform, and their effect. */
export interface PlatformPlan extends Pick<
  Simulation,
  'leadsWithoutRule' | 'tiedLeads' | 'meanMultiplier' | 'share' | 'shareRescaled'
> {
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
  const plans = PLATFORM_IDS.map((id) => [id, planPlatform(PLATFORMS[id], facts, choices)]);
  return Object.fromEntries(plans) as PlatformPlans; // a plan per platform
}

function planPlatform(platform: Platform, facts: PlanFacts, choices: PlanChoices): PlatformPlan {
  const { singles, pairs, leftOut } = listCandidates(platform, facts, choices);
  const choose = platform.picks === 'first' ? planFirstMatch : planMostSpecific;
  const { rules, reasonOf } = choose({
    leads: facts.leads,
    platform,
    kinds: choices.kinds,
    singles,
    pairs,
    thresholdPercent: facts.analysis.settings.thresholdPercent,
  });
  const simulated = simulatePlan(facts.leads, rules, platform.picks);
  const entered = new Set(rules);
  const notChosen = singles
    .filter((single) => !entered.has(single))
    .map((single) => {
      const { field = -1, value = '' } = single.conditions[0] ?? {};
      return { field, value, computed: single.computed, leads: single.leads, reason: reasonOf(single) };
    });
  const allLeftOut = [...leftOut, ...notChosen].sort((a, b) => b.leads - a.leads);
  return {
    rules: rules.map(({ conditions, computed, multiplier, limitedBy }, index) => ({
      conditions,
      computed,
      multiplier,
      limitedBy,
      leads: simulated.leadsUnder[index]!, // one per rule
    })),
    leftOut: allLeftOut.slice(0, MAX_LEFT_OUT),
    leftOutCount: allLeftOut.length,
    leadsWithoutRule: simulated.leadsWithoutRule,
    tiedLeads: simulated.tiedLeads,
    meanMultiplier: simulated.meanMultiplier,
    share: simulated.share,
    shareRescaled: simulated.shareRescaled,
  };
}
