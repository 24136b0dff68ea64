import type { Platform } from './platform.ts';
import { ruleMatcher, type RuleConditions, type PlannedLeads } from './planned-leads.ts';

/** A rule as a platform sees it. */
export interface SimulatedRule extends RuleConditions {
  multiplier: number;
}

/** The effect of a plan on the leads that it was learned from. */
export interface Simulation {
  /** Per rule the leads that it applies to. */
  leadsUnder: readonly number[];
  /** Per rule the leads that meet its conditions, under whatever rule. */
  leadsMeeting: readonly number[];
  leadsWithoutRule: number;
  /** Leads for which several equally specific rules match: the platform does not say which of them applies. */
  tiedLeads: number;
  /** The mean over all leads of the multiplier that applies. */
  meanMultiplier: number;
  /** The share of the differences in value that the plan captures; null where no leads differ. It is below 0 for a plan that is worse than none. */
  share: number | null;
  /** The same once the base conversion value makes up for the mean multiplier. */
  shareRescaled: number | null;
}

/**
 * Replays every lead through rules as the platform would. `most-specific`: the rule with the most conditions applies; of
 * several the one with fewer leads (platforms do not publish it), then the earlier one. `first`: the first that matches.
 * A lead without a rule has a multiplier of 1.
 *
 * The share captured = 1 - sum n (v - plan)² / sum n (v - mean)², where v is the best estimate of a lead's value, mean the
 * mean of v and plan = mean x multiplier; once rescaled, plan = mean x multiplier / mean multiplier. It is computed on the
 * leads that the rules were learned from, so new leads give less.
 * Degenerate cases: where all values are equal the share is null; without leads the mean multiplier is 1.
 * Example: 10 leads of value 1.5 under a rule of 1.5, 10 of value 0.5 without a rule: 1 - 10 x 0.25 / (20 x 0.25) = 0.5,
 * mean multiplier 1.25, rescaled 1 - (10 x 0.3² + 10 x 0.3²) / 5 = 0.64.
 */
export function simulatePlan(
  leads: PlannedLeads,
  rules: readonly SimulatedRule[],
  picks: Platform['picks'],
): Simulation {
  const match = ruleMatcher(leads, rules);
  const pick = picks === 'first' ? pickFirst : pickMostSpecific(rules);
  const multipliers = new Float64Array(leads.leads.length).fill(1);
  const leadsUnder = rules.map(() => 0);
  const leadsMeeting = rules.map(() => 0);
  const tied: { at: number; rules: number[] }[] = [];
  let [leadsWithoutRule, tiedLeads] = [0, 0];
  // The `!` below: an entry per combination, indexes of rules.
  const apply = (at: number, rule: number) => {
    leadsUnder[rule]! += leads.leads[at]!;
    multipliers[at] = rules[rule]!.multiplier;
  };
  for (let at = 0; at < multipliers.length; at++) {
    const count = leads.leads[at]!;
    const matches = match(at);
    for (let index = 0; index < matches.length; index++) leadsMeeting[matches[index]!]! += count;
    if (matches.length === 0) leadsWithoutRule += count;
    else if (matches.length === 1) apply(at, matches[0]!);
    else {
      const picked = pick(matches);
      if (picked.length === 1) apply(at, picked[0]!);
      else tied.push({ at, rules: picked });
    }
  }
  for (const { at, rules: equal } of tied) {
    tiedLeads += leads.leads[at]!;
    apply(at, equal.sort((a, b) => leadsMeeting[a]! - leadsMeeting[b]! || a - b)[0]!);
  }
  const meanMultiplier = meanOf(leads, multipliers);
  return {
    leadsUnder,
    leadsMeeting,
    leadsWithoutRule,
    tiedLeads,
    meanMultiplier,
    share: shareCaptured(leads, multipliers, 1),
    shareRescaled: shareCaptured(leads, multipliers, meanMultiplier),
  };
}

function pickFirst(matches: readonly number[]): number[] {
  return [Math.min(...matches)];
}

/** Several rules where they have equally many conditions. */
function pickMostSpecific(rules: readonly SimulatedRule[]) {
  const conditionsOf = (rule: number) => rules[rule]!.conditions.length; // an index of a rule
  return (matches: readonly number[]): number[] => {
    const most = Math.max(...matches.map(conditionsOf));
    return matches.filter((rule) => conditionsOf(rule) === most);
  };
}

function meanOf({ leads, totalLeads }: PlannedLeads, multipliers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < multipliers.length; at++) sum += leads[at]! * multipliers[at]!; // one per combination
  return totalLeads > 0 ? sum / totalLeads : 1;
}

/** Rounding leaves values this far from 1 where all are equal. */
const EQUAL_UP_TO = 1e-9;

function shareCaptured(
  { leads, values, totalLeads }: PlannedLeads,
  multipliers: Float64Array,
  divisor: number,
): number | null {
  let [missed, all] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    // The `!` here: one of each per combination.
    missed += leads[at]! * (values[at]! - multipliers[at]! / divisor) ** 2;
    all += leads[at]! * (values[at]! - 1) ** 2;
  }
  return all > totalLeads * EQUAL_UP_TO ** 2 ? 1 - missed / all : null;
}
