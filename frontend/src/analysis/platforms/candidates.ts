import type { Analysis } from '../judge/analyse.ts';
import { sumByCode } from '../counts/coding.ts';
import type { FittedTally } from '../balanced/estimate-combinations.ts';
import { codesByName, codedFields, type ValuedTally } from '../counts/tally.ts';
import type { ConditionKind } from '#contract/platforms.ts';
import { findPairs, type FoundPair } from './pairs.ts';
import { planLeadsOf, sumDifferences, sumValues, type PlannedLeads } from './planned-leads.ts';
import type { ListedRule } from './rule-list.ts';
import {
  isRemainder,
  nameOnPlatform,
  takesCondition,
  type Platform,
  type RuleCondition,
} from './platform.ts';

/** The visitor's choices for the plans. */
export interface PlanChoices {
  /** The kind of each field. */
  kinds: readonly ConditionKind[];
  /** Rules labelled Test may enter too. */
  includesTests: boolean;
  /** Whether the offer is about housing, employment, or financial products and services; null until it is answered. */
  isSpecialOffer: boolean | null;
}

/** A rule that a platform could take: its conditions, and all leads that meet them. */
export interface RuleCandidate extends ListedRule {
  conditions: readonly RuleCondition[];
  /** The adjusted lift of the results; null for a pair. */
  lift: number | null;
}

/** The reasons why a plan leaves out a rule: first those of the platform, then those of the plan. */
export type NotEnteredReason =
  | 'no-condition'
  | 'special-offer'
  | 'unanswered'
  | 'test'
  | 'no-value'
  | 'no-age'
  | 'same-value'
  | 'primary'
  | 'same-condition'
  | 'no-gain'
  | 'turned'
  | 'too-many';

/** A rule of the results that is not entered. */
export interface LeftOutRule {
  field: number;
  value: string;
  /** The adjusted lift of the results. */
  computed: number;
  leads: number;
  reason: NotEnteredReason;
}

/** The leads, the platform and the candidates from which a plan is chosen. */
export interface PlanInput {
  leads: PlannedLeads;
  platform: Platform;
  kinds: readonly ConditionKind[];
  singles: readonly RuleCandidate[];
  pairs: readonly RuleCandidate[];
  /** The sum over all leads of (value - mean)², which rules explain a share of. */
  differences: number;
}

/** The rules of a plan in their order, and the reasons why it left out the other candidates of one condition. */
export interface Chosen {
  rules: readonly RuleCandidate[];
  reasonOf(single: RuleCandidate): NotEnteredReason;
}

/** All combinations with what was fitted to them; by value also the single leads, for the tests of pairs. */
export type PlannedTally = FittedTally & ValuedTally;

/** A value of a field with its leads and the sum of their values. */
interface ValueFacts {
  field: number;
  code: number;
  value: string;
  kind: ConditionKind;
  leads: number;
  valueSum: number;
}

/** The figures that the plans of all platforms share. */
export interface PlanFacts {
  analysis: Analysis;
  tally: PlannedTally;
  leads: PlannedLeads;
  /** The values of each field, in the order of their codes. */
  values: readonly (readonly ValueFacts[])[];
  /** The sum over all leads of (value - mean)². */
  differences: number;
  pairs: readonly FoundPair[];
}

/** Looks at all leads once, for all platforms. */
export function gatherFacts(analysis: Analysis, tally: PlannedTally, choices: PlanChoices): PlanFacts {
  const leads = planLeadsOf(tally);
  const used = choices.kinds.flatMap((kind, field) => (kind === 'none' ? [] : [field]));
  return {
    analysis,
    tally,
    leads,
    values: codedFields(tally).map(({ values, codes }, field) => {
      const kind = choices.kinds[field]!; // one per field
      const [leadsOf, sumsOf] = [sumByCode(tally.leads, codes, values.length), sumValues(leads, field)];
      // The `!` here: one of each per code.
      return values.map((value, code): ValueFacts => {
        return { field, code, value, kind, leads: leadsOf[code]!, valueSum: sumsOf[code]! };
      });
    }),
    differences: sumDifferences(leads),
    pairs: findPairs(tally, leads, used),
  };
}

/**
 * The rules of the results that a platform could take, pairs of values too, and those that it cannot take. Their figures follow from
 * the leads that they get; a rule of one condition stays on the side of 1 of its adjusted lift, to which its label belongs.
 */
export function listCandidates(
  platform: Platform,
  facts: PlanFacts,
  choices: PlanChoices,
): Pick<PlanInput, 'singles' | 'pairs'> & { leftOut: LeftOutRule[] } {
  const { analysis, tally, values } = facts;
  const { thresholdPercent } = analysis.settings;
  const nameOf = findNames(platform, values);
  const valueAt = (field: number, code: number) => values[field]![code]!; // a code of the tally

  const leftOut: LeftOutRule[] = [];
  const singles: RuleCandidate[] = [];
  for (const { field, value, label, adjustedLift, leads } of analysis.significantSegments) {
    const found = valueAt(field, codesByName(tally.fields)[field]?.get(value) ?? -1);
    const { code, kind, valueSum } = found;
    const named = nameOf(found);
    const reason =
      barKind(kind, platform, choices) ??
      (label === 'Test' && !choices.includesTests ? 'test' : null) ??
      named.reason;
    if (reason) leftOut.push({ field, value, computed: adjustedLift, leads, reason });
    else
      singles.push({
        conditions: [{ field, code, value, kind, name: named.name }],
        lift: adjustedLift,
        side: Math.sign(adjustedLift - 1),
        thresholdPercent: null,
        leads: found.leads,
        valueSum,
      });
  }

  const pairs = facts.pairs.flatMap(({ fields, codes, counts, valueSum }) => {
    const found = [valueAt(fields[0], codes[0]), valueAt(fields[1], codes[1])];
    const conditions = found.map((one) => {
      const { field, code, kind, value } = one;
      return { field, code, kind, value, name: nameOf(one).name };
    });
    const [a, b] = conditions;
    const isBarred = found.some((one) => nameOf(one).reason ?? barKind(one.kind, platform, choices));
    if (isBarred || a?.kind === b?.kind || platform.maxConditions < conditions.length) return [];
    // A pair is found where it differs from its values, on whichever side of 1.
    return [{ conditions, lift: null, side: 0, thresholdPercent, leads: counts.leads, valueSum }];
  });
  return { singles, pairs, leftOut };
}

/** The reason why a platform takes no rule on this kind of attribute; null if it takes them. */
export function barKind(
  kind: ConditionKind,
  platform: Platform,
  { isSpecialOffer }: Pick<PlanChoices, 'isSpecialOffer'>,
): NotEnteredReason | null {
  if (!takesCondition(platform, kind)) return 'no-condition';
  if (!platform.specialOffers?.barred.includes(kind) || isSpecialOffer === false) return null;
  return isSpecialOffer ? 'special-offer' : 'unanswered';
}

type Named = { name: string; reason: null } | { name: ''; reason: 'no-value' | 'no-age' | 'same-value' };

/**
 * The names of values on a platform. Several values may have one name there, as 'Mobile' and 'Phone' do, or 'New York' in
 * two columns of locations: only the value with the most leads gets it.
 */
function findNames(platform: Platform, values: PlanFacts['values']) {
  const cache = new Map<ConditionKind, ReadonlyMap<string, ValueFacts>>();
  const standsFor = (kind: ConditionKind): ReadonlyMap<string, ValueFacts> => {
    const known = cache.get(kind);
    if (known) return known;
    const places = new Map<string, ValueFacts>();
    for (const found of values.flat()) {
      if (found.kind !== kind) continue;
      const name = nameOnPlatform(platform, kind, found.value);
      if (name !== null && found.leads > (places.get(name)?.leads ?? 0)) places.set(name, found);
    }
    cache.set(kind, places);
    return places;
  };
  return (found: ValueFacts): Named => {
    const { kind, value } = found;
    const name = nameOnPlatform(platform, kind, value);
    if (name === null)
      return { name: '', reason: kind === 'age' && !isRemainder(value) ? 'no-age' : 'no-value' };
    return standsFor(kind).get(name) === found ? { name, reason: null } : { name: '', reason: 'same-value' };
  };
}
