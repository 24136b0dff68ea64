import type { PlatformLimits } from './limits.ts';
import type { ValuedLeads } from './valued-leads.ts';

/** A rule as a platform sees it: the code of a value for each field that it has a condition on. */
export interface SimulatedRule {
  conditions: readonly { field: number; code: number }[];
  multiplier: number;
}

/** What a plan does to the leads that it was learned from. */
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
  leads: ValuedLeads,
  rules: readonly SimulatedRule[],
  picks: PlatformLimits['picks'],
): Simulation {
  const lookUps = toLookUps(leads.fields, rules);
  const leadsMeeting = countMeeting(leads, lookUps, rules.length);
  const pick = picks === 'first' ? pickFirst : pickMostSpecific(rules, leadsMeeting);
  const multipliers = new Float64Array(leads.leads.length).fill(1);
  const leadsUnder = rules.map(() => 0);
  let [leadsWithoutRule, tiedLeads] = [0, 0];
  for (let at = 0; at < multipliers.length; at++) {
    const count = leads.leads[at]!; // one per combination
    const { rule, isTied } = pick(matchesOf(leads, lookUps, at));
    if (isTied) tiedLeads += count;
    if (rule === -1) leadsWithoutRule += count;
    else {
      // The `!` here: an index of a rule.
      leadsUnder[rule]! += count;
      multipliers[at] = rules[rule]!.multiplier;
    }
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

/** The rules with conditions on the same fields, by the codes of their values. */
interface LookUp {
  fields: readonly { field: number; count: number }[];
  /** For one field the index of the rule per code, or -1. */
  byCode: Int32Array | null;
  /** For several fields the index of the rule by the number whose digits are the codes. */
  byKey: ReadonlyMap<number, number>;
}

function toLookUps(fields: ValuedLeads['fields'], rules: readonly SimulatedRule[]): LookUp[] {
  const byFields = Map.groupBy(rules.keys(), (index) =>
    // The `!` here: an index of a rule.
    rules[index]!.conditions.map(({ field }) => field)
      .toSorted((a, b) => a - b)
      .join(' '),
  );
  return Array.from(byFields, ([names, indexes]) => {
    const used = names === '' ? [] : names.split(' ').map(Number);
    // The `!` here: a rule is about fields of the leads.
    const sizes = used.map((field) => ({ field, count: fields[field]!.values.length }));
    const byKey = new Map<number, number>();
    for (const index of indexes) {
      const { conditions } = rules[index]!;
      const key = keyOf(sizes, (field) => conditions.find((other) => other.field === field)!.code);
      // Of two rules with the same conditions the first one stays.
      if (!byKey.has(key)) byKey.set(key, index);
    }
    return { fields: sizes, byCode: used.length === 1 ? toArray(byKey, sizes[0]!.count) : null, byKey };
  });
}

function toArray(byKey: ReadonlyMap<number, number>, count: number): Int32Array {
  const byCode = new Int32Array(count).fill(-1);
  for (const [code, index] of byKey) byCode[code] = index;
  return byCode;
}

function keyOf(fields: LookUp['fields'], codeOf: (field: number) => number): number {
  return fields.reduce((key, { field, count }) => key * count + codeOf(field), 0);
}

/** The indexes of the rules whose conditions a combination meets, in no particular order. */
function matchesOf({ codes }: ValuedLeads, lookUps: readonly LookUp[], at: number): number[] {
  const matches: number[] = [];
  for (const { fields, byCode, byKey } of lookUps) {
    // The `!` here: a code of each field per combination.
    const index = byCode
      ? byCode[codes[fields[0]!.field]![at]!]!
      : (byKey.get(keyOf(fields, (field) => codes[field]![at]!)) ?? -1);
    if (index !== -1) matches.push(index);
  }
  return matches;
}

function countMeeting(leads: ValuedLeads, lookUps: readonly LookUp[], rules: number): number[] {
  const counts = Array.from({ length: rules }, () => 0);
  for (let at = 0; at < leads.leads.length; at++)
    for (const rule of matchesOf(leads, lookUps, at)) counts[rule]! += leads.leads[at]!; // as above
  return counts;
}

interface Picked {
  /** Index of the rule that applies, or -1. */
  rule: number;
  isTied: boolean;
}

const NO_RULE: Picked = { rule: -1, isTied: false };

function pickFirst(matches: readonly number[]): Picked {
  return matches.length === 0 ? NO_RULE : { rule: Math.min(...matches), isTied: false };
}

function pickMostSpecific(rules: readonly SimulatedRule[], leadsMeeting: readonly number[]) {
  // The `!` here: indexes of rules.
  const conditionsOf = (rule: number) => rules[rule]!.conditions.length;
  return (matches: readonly number[]): Picked => {
    if (matches.length === 0) return NO_RULE;
    if (matches.length === 1) return { rule: matches[0]!, isTied: false };
    const most = Math.max(...matches.map(conditionsOf));
    const tied = matches
      .filter((rule) => conditionsOf(rule) === most)
      .sort((a, b) => leadsMeeting[a]! - leadsMeeting[b]! || a - b);
    return { rule: tied[0]!, isTied: tied.length > 1 };
  };
}

function meanOf({ leads, totalLeads }: ValuedLeads, multipliers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < multipliers.length; at++) sum += leads[at]! * multipliers[at]!; // one per combination
  return totalLeads > 0 ? sum / totalLeads : 1;
}

/** Rounding leaves values this far from 1 where all are equal. */
const EQUAL_UP_TO = 1e-9;

function shareCaptured(
  { leads, values, totalLeads }: ValuedLeads,
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
