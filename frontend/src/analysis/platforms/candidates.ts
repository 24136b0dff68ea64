import type { Analysis } from '../judge/analyse.ts';
import { sumByCode } from '../counts/coding.ts';
import type { FittedTally } from '../balanced/estimate-combinations.ts';
import { codesByName, type ValuedTally } from '../counts/tally.ts';
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

/** The figures that the plans of all platforms share. */
export interface PlanFacts {
  analysis: Analysis;
  tally: PlannedTally;
  leads: PlannedLeads;
  /** Per field and code: leads, and the sum of their values. */
  leadsOf: readonly Uint32Array[];
  valueSums: readonly Float64Array[];
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
    // The `!` here: a list per field.
    leadsOf: tally.fields.map(({ values }, field) =>
      sumByCode(tally.leads, tally.codes[field]!, values.length),
    ),
    valueSums: tally.fields.map((_, field) => sumValues(leads, field)),
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
  const { analysis, tally, leadsOf, valueSums } = facts;
  const { kinds } = choices;
  const { thresholdPercent } = analysis.settings;
  const nameOf = findNames(platform, facts, kinds);

  const leftOut: LeftOutRule[] = [];
  const singles: RuleCandidate[] = [];
  for (const { field, value, label, adjustedLift, leads } of analysis.significantSegments) {
    // The `!` here: segments are values of the fields, and so are their kinds.
    const [kind, code] = [kinds[field]!, codesByName(tally.fields)[field]!.get(value)!];
    const reason =
      barKind(kind, platform, choices) ??
      (label === 'Test' && !choices.includesTests ? 'test' : null) ??
      nameOf(field, code).reason;
    if (reason) leftOut.push({ field, value, computed: adjustedLift, leads, reason });
    else
      singles.push({
        conditions: [{ field, code, value, kind, name: nameOf(field, code).name }],
        lift: adjustedLift,
        side: Math.sign(adjustedLift - 1),
        thresholdPercent: null,
        // The `!` here: one per field and code.
        leads: leadsOf[field]![code]!,
        valueSum: valueSums[field]![code]!,
      });
  }

  const pairs = facts.pairs.flatMap(({ fields, codes, counts, valueSum }) => {
    const conditions = fields.map((field, at) => {
      // The `!` here: two fields, two codes, a kind per field.
      const [code, kind] = [codes[at]!, kinds[field]!];
      return { field, code, kind, value: tally.fields[field]!.values[code]!, name: nameOf(field, code).name };
    });
    const [a, b] = conditions;
    const isBarred = conditions.some(
      ({ field, code, kind }) => nameOf(field, code).reason ?? barKind(kind, platform, choices),
    );
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
function findNames(platform: Platform, { tally, leadsOf }: PlanFacts, kinds: readonly ConditionKind[]) {
  const cache = new Map<ConditionKind, ReadonlyMap<string, NamedValue>>();
  const standsFor = (kind: ConditionKind): ReadonlyMap<string, NamedValue> => {
    const known = cache.get(kind);
    if (known) return known;
    const places = new Map<string, NamedValue>();
    for (const [field, { values }] of tally.fields.entries()) {
      if (kinds[field] !== kind) continue;
      for (const [code, value] of values.entries()) {
        const name = nameOnPlatform(platform, kind, value);
        const leads = leadsOf[field]![code]!; // one per field and code
        if (name !== null && leads > (places.get(name)?.leads ?? 0)) places.set(name, { field, code, leads });
      }
    }
    cache.set(kind, places);
    return places;
  };
  return (field: number, code: number): Named => {
    // The `!` here: a kind per field, a value per code.
    const kind = kinds[field]!;
    const value = tally.fields[field]!.values[code]!;
    const name = nameOnPlatform(platform, kind, value);
    if (name === null)
      return { name: '', reason: kind === 'age' && !isRemainder(value) ? 'no-age' : 'no-value' };
    const place = standsFor(kind).get(name);
    return place?.field === field && place.code === code
      ? { name, reason: null }
      : { name: '', reason: 'same-value' };
  };
}

/** A value of a field, and how many leads have it. */
interface NamedValue {
  field: number;
  code: number;
  leads: number;
}
