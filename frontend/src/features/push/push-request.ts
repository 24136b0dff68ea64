import {
  MAX_MULTIPLIER,
  MAX_PUSHED_NAME_LENGTH,
  MAX_PUSHED_RULES,
  type AccountReference,
  type PushedCondition,
  type PushedRule,
  type PushedValue,
  type PushRequest,
} from '#contract/pushes.ts';
import { placementsOf } from '#frontend/analysis/platforms/meta/meta-placements.ts';
import {
  deviceOf,
  nameGender,
  nameSystem,
  type PlannedRule,
  type RuleCondition,
} from '#frontend/analysis/platforms/platform.ts';
import { nameRule } from '#frontend/analysis/platforms/rule-words.ts';

/** The platform's value that stands for one of the file: its id and its name there. */
export interface Match {
  id: string;
  name: string;
}

/** The kinds of conditions whose values the visitor matches to those of the account. All others have one id each. */
const MATCHED_KINDS = ['location', 'audience', 'placement', 'conversion-location'] as const;
type MatchedKind = (typeof MATCHED_KINDS)[number];

/** A value of the file that has to be matched. */
export interface Wanted {
  kind: MatchedKind;
  value: string;
}

const isMatched = (kind: RuleCondition['kind']): kind is MatchedKind =>
  MATCHED_KINDS.some((matched) => matched === kind);

/** The values that the visitor has to match before a plan can be pushed, each once, in the order of the rules. */
export function listWanted(rules: readonly Pick<PlannedRule, 'conditions'>[]): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { kind, value } of rules.flatMap(({ conditions }) => conditions))
    if (isMatched(kind) && !placementsKnown(kind, value)) wanted.set(`${kind} ${value}`, { kind, value });
  return [...wanted.values()];
}

/** The placements of a code of Meta's exports; null for any other value. */
const placementsKnown = (kind: RuleCondition['kind'], value: string): readonly Match[] | null =>
  kind === 'placement' ? placementsOf(value) : null;

interface RequestInput {
  account: AccountReference;
  rules: readonly PlannedRule[];
  /** The visitor's match; undefined where there is none yet. */
  matchOf(wanted: Wanted): Match | undefined;
}

/**
 * The body of a push: the rules of a plan with the ids of the platform. Null while a value is not matched, and for a plan with no rules
 * or with more than can be pushed.
 */
export function makeRequest({ account, rules, matchOf }: RequestInput): PushRequest | null {
  const pushed = rules.map((rule, index): PushedRule | null => {
    const conditions = rule.conditions.map((condition) => toPushed(condition, matchOf));
    if (!conditions.every((condition) => condition !== null)) return null;
    return { name: nameRule(rule, index), multiplier: Math.min(rule.multiplier, MAX_MULTIPLIER), conditions };
  });
  const isWhole = pushed.every((rule) => rule !== null);
  return isWhole && isPushable(rules) ? { account, rules: pushed } : null;
}

/** Whether a push takes this number of rules. */
export const isPushable = ({ length }: readonly unknown[]): boolean =>
  length > 0 && length <= MAX_PUSHED_RULES;

function toPushed(
  { kind, value, name }: RuleCondition,
  matchOf: RequestInput['matchOf'],
): PushedCondition | null {
  if (kind === 'none') return null;
  const known = placementsKnown(kind, value);
  const ids = known ?? (isMatched(kind) ? [matchOf({ kind, value })] : listKnown({ kind, value, name }));
  const values = ids.flatMap((match): PushedValue[] =>
    match ? [{ id: match.id, name: cutPushedName(match.name), value: cutPushedName(value) }] : [],
  );
  return values.length > 0 ? { kind, values } : null;
}

/** The ids of a value that needs no look-up: see `VALUE_IDS`. A value of ages may be several of the platform's. */
function listKnown({ kind, value, name }: Pick<RuleCondition, 'kind' | 'value' | 'name'>): Match[] {
  switch (kind) {
    case 'device':
      return named(deviceOf(value), name);
    case 'gender':
      return named(nameGender(value)?.toLowerCase(), name);
    case 'operating-system':
      return named(nameSystem(value)?.toLowerCase(), name);
    case 'age':
      return name.split(', ').map((age) => ({ id: age, name: age }));
    default:
      return [];
  }
}

const named = (id: string | null | undefined, name: string): Match[] => (id ? [{ id, name }] : []);

/** Cuts a text to what the contract takes, between two characters. */
export function cutPushedName(text: string): string {
  if (text.length <= MAX_PUSHED_NAME_LENGTH) return text;
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > MAX_PUSHED_NAME_LENGTH) break;
    cut += character;
  }
  return cut;
}
