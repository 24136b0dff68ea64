import type { TakenLeads, Platform } from './platform.ts';
import {
  ruleMatcher,
  sumDifferences,
  type LeadGroup,
  type PlannedLeads,
  type RuleConditions,
} from './planned-leads.ts';

/** Which rule applies to which leads. */
export interface AppliedRules {
  /** Per combination the index of the rule that applies; -1 for none. */
  ruleOf: Int32Array;
  /** Per rule the leads that it applies to, with the sum of their values. */
  groups: readonly LeadGroup[];
  /** Per rule all leads that meet its conditions, under whatever rule. */
  meeting: readonly LeadGroup[];
  /** Per rule the others that apply to leads which meet its conditions; most leads first. */
  takenBy: readonly (readonly TakenLeads[])[];
  leadsWithoutRule: number;
  /** Leads for which several equally specific rules match: the platform does not say which of them applies. */
  tiedLeads: number;
}

/** The effect of a plan on the leads that it was learned from. */
export interface Simulation {
  /** The mean over all leads of the multiplier that applies. */
  meanMultiplier: number;
  /** The share of the differences in value that the plan captures; null where no leads differ. It is below 0 for a plan that is worse than none. */
  share: number | null;
  /** The same once the base conversion value makes up for the mean multiplier. */
  shareRescaled: number | null;
}

/**
 * Finds the rule for every lead, as the platform would. `most-specific`: the rule with the most conditions applies; of
 * several the one with fewer leads (platforms do not publish it), then the earlier one. `first`: the first that matches.
 */
export function applyRules(
  valued: PlannedLeads,
  rules: readonly RuleConditions[],
  picks: Platform['picks'],
): AppliedRules {
  const { leads } = valued;
  const match = ruleMatcher(valued, rules);
  const pick = picks === 'first' ? pickFirst : pickMostSpecific(rules);
  const ruleOf = new Int32Array(leads.length).fill(-1);
  const leadsMeeting = new Float64Array(rules.length);
  const tied: { at: number; rules: readonly number[] }[] = [];
  let [leadsWithoutRule, tiedLeads] = [0, 0];
  // The `!` below: an entry per combination, indexes of rules.
  for (let at = 0; at < leads.length; at++) {
    const matches = match(at);
    for (const rule of matches) leadsMeeting[rule]! += leads[at]!;
    if (matches.length === 0) leadsWithoutRule += leads[at]!;
    else {
      const picked = matches.length > 1 ? pick(matches) : matches;
      if (picked.length > 1) tied.push({ at, rules: picked });
      else ruleOf[at] = picked[0] ?? -1;
    }
  }
  for (const { at, rules: equal } of tied) {
    tiedLeads += leads[at]!;
    ruleOf[at] = equal.reduce((a, b) => ((leadsMeeting[b]! - leadsMeeting[a]! || b - a) < 0 ? b : a));
  }
  return {
    ruleOf,
    ...groupLeads(valued, ruleOf, { match, count: rules.length }),
    leadsWithoutRule,
    tiedLeads,
  };
}

function groupLeads(
  { leads, values }: PlannedLeads,
  ruleOf: Int32Array,
  { match, count }: { match: ReturnType<typeof ruleMatcher>; count: number },
): Pick<AppliedRules, 'groups' | 'meeting' | 'takenBy'> {
  const counted = Array.from({ length: count }, () => ({
    group: { leads: 0, valueSum: 0 },
    meeting: { leads: 0, valueSum: 0 },
    taken: new Map<number, number>(),
  }));
  // The `!` here: one of each per combination, indexes of rules.
  const add = (group: LeadGroup, at: number) => {
    group.leads += leads[at]!;
    group.valueSum += leads[at]! * values[at]!;
  };
  for (let at = 0; at < leads.length; at++) {
    const rule = ruleOf[at]!;
    const own = counted[rule];
    if (!own) continue;
    add(own.group, at);
    for (const other of match(at)) {
      const { meeting, taken } = counted[other]!;
      add(meeting, at);
      if (other !== rule) taken.set(rule, (taken.get(rule) ?? 0) + leads[at]!);
    }
  }
  return {
    groups: counted.map(({ group }) => group),
    meeting: counted.map(({ meeting }) => meeting),
    takenBy: counted.map(({ taken }) =>
      Array.from(taken, ([rule, leadsTaken]) => ({ rule, leads: leadsTaken })).sort(
        (a, b) => b.leads - a.leads,
      ),
    ),
  };
}

/**
 * Replays every lead with the multiplier of the rule that applies to it, 1 without a rule.
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
  { ruleOf }: Pick<AppliedRules, 'ruleOf'>,
  rules: readonly { multiplier: number }[],
): Simulation {
  const multipliers = Float64Array.from(ruleOf, (rule) => rules[rule]?.multiplier ?? 1);
  const meanMultiplier = meanOf(leads, multipliers);
  return {
    meanMultiplier,
    share: shareCaptured(leads, multipliers, 1),
    shareRescaled: shareCaptured(leads, multipliers, meanMultiplier),
  };
}

function pickFirst(matches: readonly number[]): number[] {
  return [Math.min(...matches)];
}

/** Several rules where they have equally many conditions. */
function pickMostSpecific(rules: readonly RuleConditions[]) {
  const conditions = Uint32Array.from(rules, (rule) => rule.conditions.length);
  const conditionsOf = (rule: number) => conditions[rule]!; // an index of a rule
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

function shareCaptured(valued: PlannedLeads, multipliers: Float64Array, divisor: number): number | null {
  const { leads, values } = valued;
  let missed = 0;
  // The `!` here: one of each per combination.
  for (let at = 0; at < values.length; at++)
    missed += leads[at]! * (values[at]! - multipliers[at]! / divisor) ** 2;
  const all = sumDifferences(valued);
  return all > 0 ? 1 - missed / all : null;
}
