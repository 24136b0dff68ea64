import {
  describeRuleCount,
  hasSameFigure,
  keyOfConditions,
  listOurs,
  describeRule,
} from '#worker/pushes/difference.ts';
import { kindsOf, MICROSOFT_KINDS, takesMicrosoftValue } from './microsoft-conditions.ts';
import type {
  DesiredRules,
  AccountSnapshot,
  RuleInAccount,
  Problem,
  RuleState,
  WriteStep,
} from '#worker/pushes/rule-platform.ts';

// The limits of Microsoft: MicrosoftDocs/Advertising, msa-help/hlp_BA_CONC_UET_ConversionValueRules.md (2026-06-18): all rules of an account
// have the same types of primary and secondary condition, and the narrower of overlapping rules applies.

export interface MicrosoftFrame {
  /** Of the account; null where it names none. */
  currency: string | null;
  /** The rules with the status Invalid. */
  invalid: readonly string[];
}

type MicrosoftSnapshot = AccountSnapshot<MicrosoftFrame>;

export type MicrosoftCall =
  | { kind: 'add'; rules: readonly RuleState[]; currency: string | null }
  | { kind: 'update'; rules: readonly RuleInAccount[]; currency: string | null }
  | { kind: 'status'; ids: readonly string[]; status: 'Active' | 'Paused' | 'Deleted' };

const MAX_CONDITIONS = 2;
/** Items of one call. Microsoft names no limit for rules; that of conversion goals is 100. */
const PORTION = 100;

const hasSameTypes = (rules: readonly RuleState[]): boolean => {
  const kinds = rules.map(kindsOf);
  const countOf = (place: number) => new Set(kinds.flatMap((list) => list[place] ?? [])).size;
  return countOf(0) <= 1 && countOf(1) <= 1;
};

const isValid =
  ({ frame }: MicrosoftSnapshot) =>
  ({ id }: RuleInAccount): boolean =>
    !frame.invalid.includes(id);

/** The rule of ours with these conditions. A rule with the two types the other way round is another one. */
const findSame = (own: readonly RuleInAccount[], state: RuleState): RuleInAccount | undefined =>
  own.find(
    (rule) => keyOfConditions(rule) === keyOfConditions(state) && kindsOf(rule)[0] === kindsOf(state)[0],
  );

/** How a rule of ours that a plan no longer has leaves: it is paused if it has the types of the others, and deleted otherwise. */
export function leaveMicrosoftBy(
  held: MicrosoftSnapshot,
  aim: DesiredRules,
): (rule: RuleInAccount) => 'pause' | 'remove' {
  const wanted = new Set(aim.rules.map(keyOfConditions));
  const others = held.rules.filter(({ id }) => !aim.ours.has(id)).filter(isValid(held));
  const staying: RuleState[] = [...aim.rules, ...others];
  const paused = new Set<string>();
  for (const rule of listOurs(held, aim.ours).filter(isValid(held)))
    if (!wanted.has(keyOfConditions(rule)) && hasSameTypes([...staying, rule])) {
      staying.push(rule);
      paused.add(rule.id);
    }
  return ({ id }) => (paused.has(id) ? 'pause' : 'remove');
}

/** Our rules as they shall be, with what is there of them, and those that go. */
function layOut(held: MicrosoftSnapshot, aim: DesiredRules) {
  const own = listOurs(held, aim.ours);
  const members = aim.rules.flatMap((state) => {
    const rule = findSame(own.filter(isValid(held)), state);
    return rule || state.isOn ? [{ state, rule }] : [];
  });
  const kept = new Set(members.map(({ rule }) => rule?.id));
  return { members, gone: own.filter(({ id }) => !kept.has(id)) };
}

/** The next write: what leaves first, so that the types of the others fit; then what changes; then what is new. */
export function nextMicrosoftStep(
  held: MicrosoftSnapshot,
  aim: DesiredRules,
): WriteStep<MicrosoftCall> | null {
  const { members, gone } = layOut(held, aim);
  const { currency } = held.frame;
  const present = members.flatMap(({ state, rule }) => (rule ? [{ state, rule }] : []));
  const pausing = present.filter(({ state, rule }) => !state.isOn && rule.isOn);
  const changing = present.flatMap(({ state, rule }) =>
    state.isOn && !hasSameFigure(state, rule) ? [{ ...rule, effect: state.effect }] : [],
  );
  const starting = present.filter(({ state, rule }) => state.isOn && !rule.isOn);
  const missing = members.flatMap(({ state, rule }) => (rule ? [] : [state]));
  const setStatus = (status: keyof typeof VERBS, rules: readonly RuleInAccount[]) =>
    toStep(rules, (some) => ({ kind: 'status', ids: some.map(({ id }) => id), status }));
  return (
    setStatus('Deleted', gone) ??
    setStatus('Paused', pausing.map(ruleOf)) ??
    toStep(changing, (rules) => ({ kind: 'update', rules, currency })) ??
    setStatus('Active', starting.map(ruleOf)) ??
    toStep(missing, (rules) => ({ kind: 'add', rules, currency }))
  );
}

const ruleOf = ({ rule }: { rule: RuleInAccount }): RuleInAccount => rule;

const VERBS = { Active: 'Turn on', Paused: 'Pause', Deleted: 'Delete' } as const;

/** The verb of a write. */
export const describeCall = (call: MicrosoftCall): string =>
  call.kind === 'add' ? 'Add' : call.kind === 'update' ? 'Change' : VERBS[call.status];

/** The write for the first portion of what it is about; null where there is nothing. */
function toStep<Item>(all: readonly Item[], callFor: (items: readonly Item[]) => MicrosoftCall) {
  const items = all.slice(0, PORTION);
  if (items.length === 0) return null;
  const call = callFor(items);
  const words = `${describeCall(call)} ${describeRuleCount(items.length)}`;
  return { words, call, makes: call.kind === 'add' ? call.rules : [] };
}

/** The rules that a write without an answer has made: with its conditions and figures, one for each. */
export function findMadeAtMicrosoft(
  held: MicrosoftSnapshot,
  { makes }: WriteStep<MicrosoftCall>,
  known: ReadonlySet<string>,
): string[] {
  const fresh = held.rules.filter(({ id }) => !known.has(id));
  const found = makes.map((state) =>
    fresh.find((rule) => findSame([rule], state) !== undefined && hasSameFigure(state, rule)),
  );
  return [...new Set(found.flatMap((rule) => (rule ? [rule.id] : [])))];
}

/** The reasons why an account cannot be brought to an aim, with what can be done. */
export function checkMicrosoftRules(held: MicrosoftSnapshot, aim: DesiredRules): Problem[] {
  const on = aim.rules.filter(({ isOn }) => isOn);
  const others = held.rules.filter(({ id }) => !aim.ours.has(id)).filter(isValid(held));
  const message = !hasSameTypes(on)
    ? 'All rules of a Microsoft Advertising account have the same types of primary and secondary condition, and these have several.'
    : hasSameTypes([...on, ...others])
      ? null
      : describeMisfit(on, others);
  return [...(message === null ? [] : [{ rule: null, message }]), ...checkRules(aim, others)];
}

const NAMES: Readonly<Record<string, string>> = {
  location: 'Location',
  device: 'Device',
  audience: 'Audience',
};

const describeTypes = (rules: readonly RuleState[]): string => {
  const kinds = rules.map(kindsOf);
  const [first, second] = [0, 1].map((place) =>
    [...new Set(kinds.flatMap((list) => list[place] ?? []))].map((kind) => NAMES[kind] ?? kind).join(' or '),
  );
  return second ? `${first} first and ${second} second` : `${first} first`;
};

const describeMisfit = (on: readonly RuleState[], others: readonly RuleState[]): string =>
  `The account has rules that were not made here, with ${describeTypes(others)}. All rules of an account have the same types of primary and secondary condition, and this plan has ${describeTypes(on)}. Delete the other rules in Microsoft Advertising > Conversions > Conversion goals > Conversion value rules, or give the attributes other kinds.`;

function checkRules(aim: DesiredRules, others: readonly RuleInAccount[]): Problem[] {
  return aim.rules.flatMap((rule, at): Problem[] => {
    if (!rule.isOn) return [];
    const message =
      (aim.restores ? null : (checkFigure(rule) ?? checkConditions(rule))) ??
      (aim.rules.some((other, before) => before < at && other.isOn && overlap(rule, other)) && !aim.restores
        ? `Two rules of this plan are for the same leads: ${describeRule(rule)}.`
        : null) ??
      (others.some((other) => other.isOn && overlap(rule, other))
        ? `The account already has a rule for ${describeRule(rule)} that was not made here. Delete it in Microsoft Advertising, or leave this one out.`
        : null);
    return message === null ? [] : [{ rule: at, message }];
  });
}

/** Conditions of the same types, with a common value each: which one is narrower is not published. All places are wider than one. */
function overlap(a: RuleState, b: RuleState): boolean {
  const [kinds, others] = [kindsOf(a), kindsOf(b)];
  if (kinds.length !== others.length || !kinds.every((kind) => others.includes(kind))) return false;
  return a.conditions.every(({ kind, values }) => {
    const other = b.conditions.find((condition) => condition.kind === kind);
    return other?.values.some((value) => values.some(({ id }) => id === value.id)) ?? false;
  });
}

const checkFigure = ({ effect: { value } }: RuleState): string | null =>
  value > 0 ? null : 'Microsoft Advertising takes figures above 0 only.';

function checkConditions({ conditions }: RuleState): string | null {
  if (conditions.length > MAX_CONDITIONS)
    return 'A rule of Microsoft Advertising has two conditions at most.';
  if (new Set(conditions.map(({ kind }) => kind)).size < conditions.length)
    return 'A rule of Microsoft Advertising has conditions of different types.';
  for (const { kind, values } of conditions) {
    if (!MICROSOFT_KINDS.some((one) => one === kind))
      return 'Microsoft Advertising takes conditions on location, device and audience only.';
    if (!values.every(({ id }) => takesMicrosoftValue(kind, id)))
      return `Microsoft Advertising knows no such ${kind}.`;
  }
  return null;
}

/** The changes of a push beside the rules. */
export function noteMicrosoftChanges(held: MicrosoftSnapshot, aim: DesiredRules): string[] {
  const { gone } = layOut(held, aim);
  if (gone.length === 0) return [];
  return [
    `${describeRuleCount(gone.length)} that ${gone.length === 1 ? 'was' : 'were'} pushed here before cannot stay paused beside this plan, since all rules of an account have the same types of conditions. ${gone.length === 1 ? 'It is' : 'They are'} deleted.`,
  ];
}

/** The parts that an undo leaves as they are, although the effect is that of before. */
export function listKeptAtMicrosoft(before: MicrosoftSnapshot, after: MicrosoftSnapshot): string[] {
  const ids = new Set(after.rules.map(({ id }) => id));
  const remade = before.rules.filter(({ id, isOn }) => isOn && !ids.has(id)).length;
  if (remade === 0) return [];
  return [
    `${describeRuleCount(remade)} ${remade === 1 ? 'has a new id' : 'have new ids'} in Microsoft Advertising.`,
  ];
}
