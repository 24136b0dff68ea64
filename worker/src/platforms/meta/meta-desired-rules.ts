import {
  describeRuleCount,
  haveSameEffect,
  keyOfConditions,
  listIds,
  describeRule,
} from '#worker/pushes/difference.ts';
import {
  nameValue,
  READ_ONLY_PLACEMENTS,
  takesMetaValue,
  toCriterias,
  type Criterion,
} from './meta-conditions.ts';
import type {
  DesiredRules,
  AccountSnapshot,
  RuleInAccount,
  Problem,
  RuleState,
  WriteStep,
} from '#worker/pushes/rule-platform.ts';

// The limits of Meta: developers.facebook.com, "Value rules" (2026-09-12), as read on 2026-11-25.

const MAX_SETS = 6;
const MAX_RULES = 10;
const MAX_CRITERIAS = 4;
/** In percent. 0 is refused. */
const MOST_INCREASE = 1000;
const MOST_DECREASE = 90;

/** A set of rules, of which the first that matches applies in the ad sets that use it. */
export interface MetaSet {
  id: string;
  name: string;
  isActive: boolean;
  /** The ids of its rules and of their criteria, in the order of `AccountSnapshot.rules`. */
  rules: readonly { id: string; criterias: readonly Criterion[] }[];
}

export interface MetaFrame {
  sets: readonly MetaSet[];
}

type MetaSnapshot = AccountSnapshot<MetaFrame>;

/** A rule as it is written. */
interface WrittenRule {
  id?: string;
  name: string;
  status?: 'ACTIVE';
  adjust_sign: 'INCREASE' | 'DECREASE';
  adjust_value: number;
  criterias: readonly Criterion[];
}

export type MetaCall =
  | { kind: 'create'; name: string; rules: readonly WrittenRule[] }
  | { kind: 'update'; set: string; name: string; rules: readonly WrittenRule[] }
  | { kind: 'delete'; set: string };

/** 1.24 is 24, 0.1 is -90. */
const toPercent = (multiplier: number): number => Math.round((multiplier - 1) * 100);

/** 'INCREASE' by 24 is 1.24. */
export const toMultiplier = (sign: string, percent: number): number =>
  (100 + (sign === 'DECREASE' ? -percent : percent)) / 100;

/**
 * Our sets. An update replaces a set whole, so a set that was not made here is never updated. There is one set of ours, `home`; it is
 * kept and changed, since ad sets name it.
 */
function findSets({ frame }: MetaSnapshot, { ours }: Pick<DesiredRules, 'ours'>) {
  const own = frame.sets.filter(({ id }) => ours.has(id));
  const home = own.find(({ isActive }) => isActive) ?? null;
  return { home, spare: own.filter((set) => set !== home) };
}

/** The rules of the plan that have an effect: those that are off are left out, since Meta has no pause. */
const onRules = ({ rules }: Pick<DesiredRules, 'rules'>): RuleState[] => rules.filter(({ isOn }) => isOn);

const rulesOf = ({ rules }: MetaSnapshot, set: MetaSet): RuleInAccount[] =>
  rules.filter(({ id }) => id === set.id);

/** The next write: the set is made, or changed as a whole; one that is no longer needed is deleted. */
export function nextMetaStep(held: MetaSnapshot, aim: DesiredRules): WriteStep<MetaCall> | null {
  const { home, spare } = findSets(held, aim);
  const on = onRules(aim);
  if (on.length > 0) {
    if (!home) return createSet(held, aim, on);
    const present = rulesOf(held, home);
    if (!haveSameEffect({ isOrdered: true }, present, on) || present.length > on.length)
      return updateSet(held, home, on);
  }
  const [gone] = on.length > 0 || !home ? spare : [home, ...spare];
  if (!gone) return null;
  return { words: `Delete the rule set “${gone.name}”`, call: { kind: 'delete', set: gone.id }, makes: [] };
}

function createSet(
  { frame }: MetaSnapshot,
  { label }: DesiredRules,
  on: readonly RuleState[],
): WriteStep<MetaCall> {
  const taken = new Set(frame.sets.map(({ name }) => name));
  let name = label;
  for (let number = 2; taken.has(name); number++) name = `${label} (${number})`;
  return {
    words: `Make the rule set “${name}” with ${describeRuleCount(on.length)}`,
    call: { kind: 'create', name, rules: on.map((rule) => toWritten(rule, undefined)) },
    makes: on,
  };
}

function updateSet(held: MetaSnapshot, home: MetaSet, on: readonly RuleState[]): WriteStep<MetaCall> {
  const present = rulesOf(held, home).map((rule, at) => ({
    key: keyOfConditions(rule),
    ids: home.rules[at],
  }));
  return {
    words: `Have the rule set “${home.name}” hold ${describeRuleCount(on.length)} in this order`,
    call: {
      kind: 'update',
      set: home.id,
      name: home.name,
      rules: on.map((rule) => toWritten(rule, present.find(({ key }) => key === keyOfConditions(rule))?.ids)),
    },
    makes: [],
  };
}

/** A rule with its id stays that rule; without one it is made. */
function toWritten(rule: RuleState, present: MetaSet['rules'][number] | undefined): WrittenRule {
  const percent = toPercent(rule.effect.value);
  return {
    ...(present && { id: present.id, status: 'ACTIVE' }),
    name: rule.name,
    adjust_sign: percent < 0 ? 'DECREASE' : 'INCREASE',
    adjust_value: Math.abs(percent),
    criterias: toCriterias(rule, present?.criterias ?? []),
  };
}

/** The set that a write without an answer has made: with that name, and with these rules in this order. */
export function findMadeAtMeta(
  held: MetaSnapshot,
  { call, makes }: WriteStep<MetaCall>,
  known: ReadonlySet<string>,
): string[] {
  if (call.kind !== 'create') return [];
  const made = held.frame.sets.filter(
    (set) =>
      !known.has(set.id) &&
      set.name === call.name &&
      haveSameEffect({ isOrdered: true }, rulesOf(held, set), makes),
  );
  return made.map(({ id }) => id);
}

/** The reasons why an account cannot be brought to an aim, with what can be done. */
export function checkMetaRules(held: MetaSnapshot, aim: DesiredRules): Problem[] {
  const on = onRules(aim);
  const messages: string[] = [];
  if (on.length > MAX_RULES)
    messages.push(`A rule set of Meta has ${MAX_RULES} rules at most, and this plan has ${on.length}.`);
  if (on.length > 0 && !findSets(held, aim).home && held.frame.sets.length >= MAX_SETS)
    messages.push(
      `The account has ${held.frame.sets.length} rule sets, and Meta takes ${MAX_SETS}. Sets that were not made here are never changed, so another one is needed: delete one in Ads Manager > All tools > Advertising settings > Value rules.`,
    );
  return [...messages.map((message) => ({ rule: null, message })), ...checkRules(aim)];
}

/** An undo restores what Meta has taken before, also criteria that are never written here. */
function checkRules(aim: DesiredRules): Problem[] {
  return aim.rules.flatMap((rule, at): Problem[] => {
    if (!rule.isOn || aim.restores) return [];
    const message =
      checkFigure(rule) ??
      checkConditions(rule) ??
      (aim.rules.some((other, before) => before < at && keyOfConditions(other) === keyOfConditions(rule))
        ? `Two rules of this plan are for the same leads, and the second one would never apply: ${describeRule(rule)}.`
        : null);
    return message === null ? [] : [{ rule: at, message }];
  });
}

function checkFigure({ effect: { value } }: RuleState): string | null {
  const percent = toPercent(value);
  const isWhole = toMultiplier(percent < 0 ? 'DECREASE' : 'INCREASE', Math.abs(percent)) === value;
  if (isWhole && percent !== 0 && percent >= -MOST_DECREASE && percent <= MOST_INCREASE) return null;
  return `Meta changes bids by whole percents from -${MOST_DECREASE}% to +${MOST_INCREASE}%, and not by 0%. This is ${Number(((value - 1) * 100).toFixed(2))}%.`;
}

function checkConditions({ conditions }: RuleState): string | null {
  if (conditions.length > MAX_CRITERIAS) return `A rule of Meta has ${MAX_CRITERIAS} criteria at most.`;
  if (new Set(conditions.map(({ kind }) => kind)).size < conditions.length)
    return 'A rule of Meta has criteria of different types.';
  for (const { kind, values } of conditions)
    for (const { id, name } of values)
      if (!takesMetaValue(kind, id)) return `Meta knows no such ${kind.replaceAll('-', ' ')}: ${name || id}.`;
  return null;
}

/** The changes of a push beside the rules. */
export function noteMetaChanges(held: MetaSnapshot, aim: DesiredRules): string[] {
  const { home } = findSets(held, aim);
  const notes = [
    home
      ? `Ad sets that use the rule set “${home.name}” apply the new rules at once.`
      : 'A new rule set is made. It changes no bid until you choose it in an ad set.',
  ];
  const shown = onRules(aim).flatMap(({ conditions }) => conditions.flatMap(({ values }) => values));
  if (shown.some(({ id }) => READ_ONLY_PLACEMENTS.includes(id)))
    notes.push(
      'Ads Manager will show the rule set and not let you change it there, because of its placements.',
    );
  if (shown.some(({ id }) => id === '45-54'))
    notes.push(
      'Meta’s page on value rules lists the age 45-55, probably for 45-54, and 45-54 is written. If Meta takes it for a custom range, Ads Manager will show the rule set and not let you change it there.',
    );
  return notes;
}

/** The steps that are left in Ads Manager: a set changes nothing until an ad set uses it, and audiences need labels. */
export function listNext(held: MetaSnapshot, ours: DesiredRules['ours']): string[] {
  const { home } = findSets(held, { ours });
  if (!home) return [];
  const labels = listIds(rulesOf(held, home), 'audience').map(nameValue);
  return [
    `Ads Manager > your ad set > Value rules: select “${home.name}”, then Publish. The rules change bids only in ad sets that use the set; those that use it already need nothing.`,
    ...(labels.length > 0
      ? [
          `Ads Manager > Audiences: give the custom audiences of these rules their labels, if they have none: ${labels.join('; ')}.`,
        ]
      : []),
  ];
}

/** The parts that an undo leaves as they are, although the rules are those of before. */
export function listKeptAtMeta(before: MetaSnapshot, after: MetaSnapshot): string[] {
  if (before.rules.length === 0)
    return [
      'The rule set that was made here is deleted. Ad sets that used it bid without value rules again.',
    ];
  const ids = new Set(after.frame.sets.map(({ id }) => id));
  if (before.rules.every(({ id }) => ids.has(id))) return [];
  return ['The rules are in a new rule set. Choose it in the ad sets that used the earlier one.'];
}
