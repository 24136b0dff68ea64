import { exceedsThreshold } from '../judge/settings.ts';
import type { RuleCandidate, Chosen, PlanInput } from './candidates.ts';
import { LEAST_GAIN, ruleMatcher, gainOf, type LeadGroup, type PlannedLeads } from './planned-leads.ts';

/** The rules around one value of the primary field, and by how much each of them brings the plan closer to the values. */
interface Around {
  rules: { rule: RuleCandidate; gain: number }[];
  gain: number;
}

const NOTHING: Around = { rules: [], gain: 0 };

/**
 * Chooses rules for a platform that applies one rule, the most specific. Every field that may be a condition is tried as the
 * primary one, alone and with every other as the secondary one, and the structure that captures the most value wins.
 * With a primary value come its own rule and pairs of it with secondary values; no lead meets two rules of
 * one condition, nor two pairs, so nothing is tied. A pair enters if its figure differs by more than the threshold from
 * the one that would apply without it.
 *
 * Where rules may differ in their conditions, values of the other fields are added if none of their leads would then have
 * two rules of one condition.
 */
export function planMostSpecific(input: PlanInput): Chosen {
  const { platform, singles, pairs, kinds } = input;
  const usable = [
    ...new Set([...singles, ...pairs].flatMap(({ conditions }) => conditions.map((c) => c.field))),
  ];
  const structures = usable.flatMap((primary) => [
    { primary, secondary: null },
    ...usable
      .filter((secondary) => kinds[secondary] !== kinds[primary])
      .map((secondary) => ({ primary, secondary })),
  ]);
  const planned = structures.map((structure) => ({ ...structure, ...planAround(input, structure) }));
  const best = planned.reduce<(typeof planned)[number] | null>(
    // Of equal ones the first, which has fewer conditions.
    (winner, other) =>
      other.gain > (winner?.gain ?? 0) + LEAST_GAIN * input.leads.totalLeads ? other : winner,
    null,
  );
  if (!best) return { rules: [], reasonOf: () => 'no-gain' };
  const ranked = best.rules.toSorted((a, b) => b.gain - a.gain).map(({ rule }) => rule);
  const rules = ranked.slice(0, platform.maxRules ?? ranked.length);
  const cutOff = new Set(ranked.slice(rules.length));
  const tied = new Set<RuleCandidate>();
  if (!platform.needsSameConditions) addOthers(input, rules, tied);
  return {
    rules: orderRules(rules),
    reasonOf(single) {
      if (cutOff.has(single)) return 'too-many';
      if (tied.has(single)) return 'tie';
      const field = single.conditions[0]?.field ?? -1;
      if (field === best.primary || !platform.needsSameConditions) return 'no-gain';
      return kinds[field] === kinds[best.primary] ? 'same-condition' : 'primary';
    },
  };
}

interface Structure {
  primary: number;
  secondary: number | null;
}

function planAround({ singles, pairs, ...input }: PlanInput, { primary, secondary }: Structure): Around {
  const codeIn = (rule: RuleCandidate) => rule.conditions.find(({ field }) => field === primary)?.code ?? -1;
  const pairsOf = Map.groupBy(
    pairs
      .filter(({ conditions }) => conditions.every(({ field }) => field === primary || field === secondary))
      .map((pair) => primaryFirst(pair, primary)),
    codeIn,
  );
  const own = singles.filter(({ conditions }) => conditions[0]?.field === primary);
  const singleOf = new Map(own.map((single) => [codeIn(single), single]));
  const parts = [...new Set([...singleOf.keys(), ...pairsOf.keys()])].map((code) =>
    planValue(singleOf.get(code), pairsOf.get(code) ?? [], input),
  );
  return { rules: parts.flatMap(({ rules }) => rules), gain: parts.reduce((sum, { gain }) => sum + gain, 0) };
}

function primaryFirst(pair: RuleCandidate, primary: number): RuleCandidate {
  const [first] = pair.conditions;
  return first?.field === primary ? pair : { ...pair, conditions: pair.conditions.toReversed() };
}

/** The best rules for one value of the primary field: with its own rule or without, and pairs that improve on that. */
function planValue(
  single: RuleCandidate | undefined,
  pairs: readonly RuleCandidate[],
  input: Pick<PlanInput, 'leads' | 'thresholdPercent'>,
): Around {
  const least = LEAST_GAIN * input.leads.totalLeads;
  const withPairs = (base: number): Around => {
    const rules = pairs
      .filter(({ multiplier }) => exceedsThreshold(multiplier / base - 1, input.thresholdPercent))
      .map((rule) => ({ rule, gain: gainOf(rule, base, rule.multiplier) }))
      .filter(({ gain }) => gain > least);
    return { rules, gain: rules.reduce((sum, { gain }) => sum + gain, 0) };
  };
  const without = pairs.length > 0 ? withPairs(1) : NOTHING;
  if (!single) return without;
  const inside = withPairs(single.multiplier);
  const rest = inside.rules.reduce<LeadGroup>(
    ({ leads, valueSum }, { rule }) => ({ leads: leads - rule.leads, valueSum: valueSum - rule.valueSum }),
    single,
  );
  const total = gainOf(single, 1, single.multiplier) + inside.gain;
  // A rule all of whose leads have pairs would apply to nobody: its pairs are then measured against no rule.
  if (rest.leads === 0 || total <= without.gain + least) return without;
  return {
    rules: [{ rule: single, gain: gainOf(rest, 1, single.multiplier) }, ...inside.rules],
    gain: total,
  };
}

/**
 * Adds rules of one condition on other fields, where no lead then meets two such rules. A pair of both values stands above
 * them. Fields take their turns in order; rules of one field never meet.
 */
function addOthers(input: PlanInput, rules: RuleCandidate[], tied: Set<RuleCandidate>): void {
  const { leads, platform, singles } = input;
  const most = platform.maxRules ?? Infinity;
  for (const field of leads.fields.keys()) {
    const entered = new Set(rules);
    const others = singles.filter((single) => single.conditions[0]?.field === field && !entered.has(single));
    if (others.length === 0) continue;
    const groups = groupFree(leads, rules, field);
    const gained = others.map((rule) => {
      const group = groups[rule.conditions[0]!.code]!; // a rule of one condition, a group per code
      if (group.isTied) tied.add(rule);
      return { rule, gain: group.isTied ? 0 : gainOf(group, 1, rule.multiplier) };
    });
    const useful = gained
      .filter(({ gain }) => gain > LEAST_GAIN * leads.totalLeads)
      .toSorted((a, b) => b.gain - a.gain)
      .slice(0, most - rules.length);
    rules.push(...useful.map(({ rule }) => rule));
  }
}

/** For each value of a field the leads that have no rule yet, and whether any of its leads has a rule of one condition. */
function groupFree(valued: PlannedLeads, rules: readonly RuleCandidate[], field: number): FreeLeads[] {
  const { fields, codes, leads, values } = valued;
  // The `!` here: a list per field, an entry per code and combination, indexes of rules.
  const codesOfField = codes[field]!;
  const groups = fields[field]!.values.map(() => ({ leads: 0, valueSum: 0, isTied: false }));
  const match = ruleMatcher(valued, rules);
  for (let at = 0; at < leads.length; at++) {
    const group = groups[codesOfField[at]!]!;
    const met = match(at);
    if (met.length === 0) {
      group.leads += leads[at]!;
      group.valueSum += leads[at]! * values[at]!;
    } else if (met.every((rule) => rules[rule]!.conditions.length === 1)) group.isTied = true;
  }
  return groups;
}

interface FreeLeads extends LeadGroup {
  isTied: boolean;
}

/** The order in which the platform decides: pairs before single conditions, each with the most leads first. */
function orderRules(rules: readonly RuleCandidate[]): RuleCandidate[] {
  return rules.toSorted((a, b) => b.conditions.length - a.conditions.length || b.leads - a.leads);
}
