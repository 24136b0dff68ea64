import type { DifferenceRow } from '#contract/push-answers.ts';
import { CONDITION_NAMES } from '#contract/platforms.ts';
import type { PushedRule } from '#contract/pushes.ts';
import type {
  DesiredRules,
  Condition,
  AccountSnapshot,
  RuleInAccount,
  Ours,
  RulePlatform,
  RuleState,
} from './rule-platform.ts';

/** `more` of Google's rules on places that match people who are there only: as every rule of a plan does. */
export const PRESENCE = JSON.stringify({ geo: { geoMatchType: 'LOCATION_OF_PRESENCE' } });

/** '1 rule', '2 rules' */
export const describeRuleCount = (count: number): string => `${count} ${count === 1 ? 'rule' : 'rules'}`;

const sortedIds = ({ values }: Condition): string[] => [...new Set(values.map(({ id }) => id))].sort();

/** The identity of a rule: its conditions, in any order of them and of their values. */
export function keyOfConditions({ conditions, more }: Pick<RuleState, 'conditions' | 'more'>): string {
  const parts = conditions.map((condition) => [condition.kind, ...sortedIds(condition)]);
  return JSON.stringify([parts.map((part) => JSON.stringify(part)).sort(), more]);
}

/** The rules of an account that were made at this user's pushes. */
export const listOurs = <Frame>({ rules }: AccountSnapshot<Frame>, ours: Ours): RuleInAccount[] =>
  rules.filter(({ id }) => ours.has(id));

/** The ids of all values of a kind in rules, each once. */
export const listIds = (rules: readonly RuleState[], wanted: Condition['kind']): string[] => [
  ...new Set(
    rules.flatMap(({ conditions }) =>
      conditions.flatMap(({ kind, values }) => (kind === wanted ? values.map(({ id }) => id) : [])),
    ),
  ),
];

/** Gives the values of rules the names that are known. */
export function renameValues<Frame>(
  held: AccountSnapshot<Frame>,
  nameOf: (kind: Condition['kind'], id: string) => string | undefined,
): AccountSnapshot<Frame> {
  const rename = ({ kind, values }: Condition): Condition => ({
    kind,
    values: values.map(({ id, name }) => ({ id, name: nameOf(kind, id) ?? name })),
  });
  return { ...held, rules: held.rules.map((rule) => ({ ...rule, conditions: rule.conditions.map(rename) })) };
}

/** A rule of a plan as earlier releases have pushed it. */
export const toState = ({ name, multiplier, conditions }: PushedRule): RuleState => ({
  name,
  conditions: conditions.map(({ kind, values }) => ({
    kind,
    values: values.map(({ id, name: shown }) => ({ id, name: shown })),
  })),
  effect: { operation: 'multiply', value: multiplier },
  isOn: true,
  more: '',
});

/** A rule of a plan as it is to stand in the account. */
export function aimAtRule({ renew }: Pick<RulePlatform, 'renew'>, rule: PushedRule): RuleState {
  const state = toState(rule);
  return renew ? renew.toRenewed(state) : state;
}

/** The rules that a push wants to be ours: those of the plan, and those that it no longer has, paused or gone. */
export function aimAtPlan<Frame>(
  platform: Pick<RulePlatform<Frame>, 'leaveBy'>,
  held: AccountSnapshot<Frame>,
  plan: DesiredRules,
): DesiredRules {
  const wanted = new Set(plan.rules.map(keyOfConditions));
  const leave = platform.leaveBy(held, plan);
  const leaving = listOurs(held, plan.ours).filter((rule) => !wanted.has(keyOfConditions(rule)));
  const paused = leaving.filter((rule) => leave(rule) === 'pause');
  return { ...plan, rules: [...plan.rules, ...paused.map((rule) => ({ ...rule, isOn: false }))] };
}

/** 'Location: Texas, United States + Device: Mobile' */
export function describeRule({ conditions, more }: Pick<RuleState, 'conditions' | 'more'>): string {
  const words = conditions.map(
    ({ kind, values }) => `${CONDITION_NAMES[kind]}: ${values.map(({ name }) => name).join(' or ')}`,
  );
  if (more !== '' && more !== PRESENCE) words.push('other conditions');
  return words.join(' + ') || 'No condition';
}

type Worded = Pick<RulePlatform, 'isOrdered' | 'describeEffect' | 'renew'>;

/** 'Multiply by 1.30', with its place where the order counts, and whether it is paused. */
export function describeState(
  { isOrdered, describeEffect }: Worded,
  { effect, isOn }: Pick<RuleState, 'effect' | 'isOn'>,
  place: number,
): string {
  const words = `${isOrdered ? `No. ${place + 1}: ` : ''}${describeEffect(effect)}`;
  return isOn ? words : `Paused (${words})`;
}

/** The rows of the table: our rules and those of the plan, in its order, then those that leave. */
export function compare<Frame>(
  platform: Worded,
  held: AccountSnapshot<Frame>,
  { ours, rules }: Pick<DesiredRules, 'ours' | 'rules'>,
): DifferenceRow[] {
  const own = listOurs(held, ours).map((rule, place): Placed => ({ rule, place }));
  const byKey = new Map(own.map((one) => [keyOfConditions(one.rule), one]));
  const renewed = findRenewed(platform, held, { ours, rules });
  const rows = rules.map((rule, place) => {
    const key = keyOfConditions(rule);
    const earlier = renewed.get(key);
    const before = byKey.get(key) ?? byKey.get(earlier ? keyOfConditions(earlier) : '');
    return toRow(platform, { rule, place }, before && { ...before, isEarlier: before.rule === earlier });
  });
  const shown = new Set([...rules, ...renewed.values()].map(keyOfConditions));
  const leaving = own.flatMap(({ rule, place }): DifferenceRow[] => {
    if (shown.has(keyOfConditions(rule))) return [];
    const before = describeState(platform, rule, place);
    return [{ action: 'remove', rule: describeRule(rule), before, after: null }];
  });
  return [...rows, ...leaving];
}

/** The rules of ours that the aim has only as they are pushed now, by the key of these. */
export function findRenewed<Frame>(
  { renew }: Pick<RulePlatform, 'renew'>,
  held: AccountSnapshot<Frame>,
  { ours, rules }: Pick<DesiredRules, 'ours' | 'rules'>,
): Map<string, RuleInAccount> {
  if (!renew) return new Map();
  const own = listOurs(held, ours);
  const present = new Set(own.map(keyOfConditions));
  const aimed = new Set(rules.map(keyOfConditions));
  return new Map(
    own.flatMap((rule) => {
      const key = keyOfConditions(renew.toRenewed(rule));
      const isRenewed = aimed.has(key) && !present.has(key) && !aimed.has(keyOfConditions(rule));
      return isRenewed ? [[key, rule] as const] : [];
    }),
  );
}

interface Placed {
  rule: RuleState;
  place: number;
}

function toRow(
  platform: Worded,
  aimed: Placed,
  held: (Placed & { isEarlier: boolean }) | undefined,
): DifferenceRow {
  const earlier = held?.isEarlier ? (platform.renew?.words ?? '') : '';
  const before = held ? `${describeState(platform, held.rule, held.place)}${earlier}` : null;
  const after = describeState(platform, aimed.rule, aimed.place);
  const leaves = before === after;
  const pauses = held?.rule.isOn === true && !aimed.rule.isOn;
  return {
    action: held === undefined ? 'add' : leaves ? 'leave' : pauses ? 'pause' : 'change',
    rule: describeRule(aimed.rule),
    before,
    after,
  };
}

const effectOf = ({ isOn, effect, ...rule }: RuleState): string =>
  JSON.stringify([keyOfConditions(rule), effect.operation, effect.value, isOn]);

/** Whether two rules change a value by the same. */
export const hasSameFigure = ({ effect: a }: RuleState, { effect: b }: RuleState): boolean =>
  a.operation === b.operation && a.value === b.value;

/** Whether two lists of rules have the same effect. Rules that are off have none, so they may also be absent. */
export function haveSameEffect(
  { isOrdered }: Pick<RulePlatform, 'isOrdered'>,
  a: readonly RuleState[],
  b: readonly RuleState[],
): boolean {
  const [first, second] = [a, b].map((rules) => {
    const effects = rules.filter(({ isOn }) => isOn).map(effectOf);
    return JSON.stringify(isOrdered ? effects : effects.sort());
  });
  return first === second;
}

export const figureOf = ({ effect, ...rule }: RuleState): string =>
  JSON.stringify([keyOfConditions(rule), effect.operation, effect.value]);

/** Where the primary condition becomes another one, a rule is made anew, and missing on the way. */
const primaryKeyOf = (rule: RuleState): string => `${rule.conditions[0]?.kind} ${keyOfConditions(rule)}`;

/**
 * Whether rules are on the way from one list to another one, as a push that stopped leaves them: each as in one of the lists, on or
 * off, and none missing that is in both. Otherwise somebody has changed them since.
 */
export function areBetween(
  now: readonly RuleState[],
  from: readonly RuleState[],
  to: readonly RuleState[],
): boolean {
  const figures = new Set([...from, ...to].map(figureOf));
  const [present, last] = [new Set(now.map(keyOfConditions)), new Set(to.map(primaryKeyOf))];
  return (
    now.every((rule) => figures.has(figureOf(rule))) &&
    from.every((rule) => !rule.isOn || !last.has(primaryKeyOf(rule)) || present.has(keyOfConditions(rule)))
  );
}
