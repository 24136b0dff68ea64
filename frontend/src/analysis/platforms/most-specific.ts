import type { RuleCandidate, Chosen, PlanInput } from './candidates.ts';
import { chooseRules } from './choose-rules.ts';
import { gainOf, ruleMatcher, type LeadGroup, type PlannedLeads } from './planned-leads.ts';
import { isTurned, refitFigure } from './rule-list.ts';
import { listTried, toCells } from './tried-rules.ts';
import { codedField } from '../counts/tally.ts';

/** Only this many candidates of a structure are tried together; other values of its primary field are added afterwards. */
const MAX_TRIED = 120;
/** A rule has to explain this share of the differences in value. */
const LEAST_SHARE = 0.0005;

/**
 * Chooses rules for a platform that applies one rule, the most specific. Every field that may be a condition is tried as the
 * primary one, alone and with every other as the secondary one, and the structure that explains most wins: see `chooseRules`. With a
 * primary value come its own rule and pairs of it with secondary values; no lead meets two rules of one condition, nor two pairs,
 * so nothing is tied, and a list with the pairs first says which rule applies.
 *
 * Then values of the primary field are added for leads that have no rule yet.
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
    (winner, other) => (other.gain > (winner?.gain ?? 0) + EQUAL_UP_TO * input.differences ? other : winner),
    null,
  );
  if (!best) return { rules: [], reasonOf: () => 'no-gain' };
  return {
    rules: orderRules(best.rules),
    reasonOf(single) {
      if (best.rules.length >= (platform.maxRules ?? Infinity)) return 'too-many';
      const field = single.conditions[0]?.field ?? -1;
      if (field === best.primary) return best.reasonOf(single);
      return kinds[field] === kinds[best.primary] ? 'same-condition' : 'primary';
    },
  };
}

/** Structures whose gains differ by less than this part of all differences are equal. */
const EQUAL_UP_TO = 1e-12;

interface Structure {
  primary: number;
  secondary: number | null;
}

/** The rules of one structure, pairs first, with what they explain, and the rules added to them. */
function planAround(input: PlanInput, { primary, secondary }: Structure): Chosen & { gain: number } {
  const { platform, leads, singles, pairs, differences } = input;
  const own = singles.filter(({ conditions }) => conditions[0]?.field === primary);
  const inside = pairs.filter(({ conditions }) =>
    conditions.every(({ field }) => field === primary || field === secondary),
  );
  const tried = listTried([...own, ...inside], MAX_TRIED);
  const isPair = (index: number) => tried[index]!.conditions.length > 1; // an index of a candidate
  const chosen = chooseRules({
    cells: toCells(leads, tried),
    candidates: tried,
    limits: platform,
    maxRules: platform.maxRules ?? Infinity,
    placesOf: (candidate, rules) => [isPair(candidate) ? 0 : rules.length],
    startsTwice: false,
    leastGain: LEAST_SHARE * differences,
  });
  const rules = chosen.rules.map((index) => primaryFirst(tried[index]!, primary)); // as above
  const { added, gain } = findOthers(input, { primary, own }, rules);
  return {
    rules: [...rules, ...added],
    gain: chosen.gain + gain,
    reasonOf(single) {
      const index = tried.indexOf(single);
      return index === -1 ? 'no-gain' : chosen.reasonOf(index);
    },
  };
}

function primaryFirst(rule: RuleCandidate, primary: number): RuleCandidate {
  const [first] = rule.conditions;
  return first?.field === primary ? rule : { ...rule, conditions: rule.conditions.toReversed() };
}

/** More values of the primary field, each for those of its leads that no pair has. */
function findOthers(
  { leads, platform, differences }: PlanInput,
  { primary, own }: { primary: number; own: readonly RuleCandidate[] },
  rules: readonly RuleCandidate[],
): { added: RuleCandidate[]; gain: number } {
  const entered = new Set(rules);
  const others = own.filter((single) => !entered.has(single));
  if (others.length === 0) return { added: [], gain: 0 };
  const groups = groupFree(leads, rules, primary);
  const useful = others
    .flatMap((rule) => {
      const group = groups[rule.conditions[0]?.code ?? -1];
      if (!group || isTurned(rule, group)) return [];
      return [{ rule, gain: gainOf(group, 1, refitFigure(group, platform)) }];
    })
    .filter(({ gain }) => gain > 0 && gain >= LEAST_SHARE * differences)
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, (platform.maxRules ?? Infinity) - rules.length);
  return { added: useful.map(({ rule }) => rule), gain: useful.reduce((sum, { gain }) => sum + gain, 0) };
}

/** For each value of a field the leads that have no rule yet. */
function groupFree(valued: PlannedLeads, rules: readonly RuleCandidate[], field: number): LeadGroup[] {
  const { leads, values } = valued;
  const { codes, values: names } = codedField(valued, field);
  const groups = names.map(() => ({ leads: 0, valueSum: 0 }));
  const match = ruleMatcher(valued, rules);
  for (let at = 0; at < leads.length; at++) {
    if (match(at).length > 0) continue;
    // The `!` here: an entry per code and combination.
    const group = groups[codes[at]!]!;
    group.leads += leads[at]!;
    group.valueSum += leads[at]! * values[at]!;
  }
  return groups;
}

/** The order in which the platform decides: pairs before single conditions, each with the most leads first. */
function orderRules(rules: readonly RuleCandidate[]): RuleCandidate[] {
  return rules.toSorted((a, b) => b.conditions.length - a.conditions.length || b.leads - a.leads);
}
