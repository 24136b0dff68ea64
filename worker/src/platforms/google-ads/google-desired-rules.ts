import { GOOGLE_RULES } from '#contract/limits.ts';
import { VALUE_IDS } from '#contract/pushes.ts';
import {
  figureOf,
  findRenewed,
  hasSameFigure,
  keyOfConditions,
  listOurs,
  PRESENCE,
  describeRule,
  describeRuleCount,
} from '#worker/pushes/difference.ts';
import type {
  DesiredRules,
  Condition,
  AccountSnapshot,
  RuleInAccount,
  Problem,
  RulePlatform,
  RuleState,
  WriteStep,
} from '#worker/pushes/rule-platform.ts';

// The limits of Google Ads, from google/ads/googleads/v25/resources/conversion_value_rule.proto and conversion_value_rule_set.proto,
// their error enums of v26, and support.google.com/google-ads/answer/10520348 and 16031752, as read on 2026-11-25.

export type Dimension = 'GEO_LOCATION' | 'DEVICE' | 'AUDIENCE' | 'NO_CONDITION' | 'ITINERARY';

/** A set of rules. Rules have an effect only in a set, and a rule is in one set at most. */
export interface GoogleSet {
  /** Its resource name, as all ids here. */
  id: string;
  rules: readonly string[];
  /** The types of conditions of its rules, the primary one first. They can be added, and never taken away. */
  dimensions: readonly Dimension[];
  /** True for a set of all campaigns and conversion actions that belongs to this account: the one that our rules belong into. */
  isGeneral: boolean;
  /** False: paused, which the API reports and cannot change. */
  isOn: boolean;
  /** The set of one campaign, which overrides that of the account. */
  isOfCampaign: boolean;
}

export interface GoogleFrame {
  /** 'customers/1234567890' */
  customer: string;
  /** The id of the account that tracks the conversions of this one, if it is another one: only its rules count. */
  trackedBy: string | null;
  sets: readonly GoogleSet[];
  /** The rules that are paused themselves. */
  paused: readonly string[];
}

type GoogleSnapshot = AccountSnapshot<GoogleFrame>;

/** One operation on rules or on sets. */
export type Operation =
  | { create: RuleState }
  | { createSet: { rules: readonly string[]; dimensions: readonly Dimension[] } }
  | { update: string; effect?: RuleState['effect']; isPaused?: boolean }
  | { updateSet: string; rules?: readonly string[]; dimensions?: readonly Dimension[] }
  | { remove: string };

/** A call to `conversionValueRules:mutate` or `conversionValueRuleSets:mutate`. */
export interface GoogleCall {
  service: 'conversionValueRules' | 'conversionValueRuleSets';
  operations: readonly Operation[];
}

const DIMENSIONS = {
  location: 'GEO_LOCATION',
  device: 'DEVICE',
  audience: 'AUDIENCE',
} as const satisfies Partial<Record<Condition['kind'], Dimension>>;

const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  GEO_LOCATION: 'Location',
  DEVICE: 'Device',
  AUDIENCE: 'Audience',
  NO_CONDITION: 'No condition',
  ITINERARY: 'Itinerary',
};

const MAX_DIMENSIONS = 2;

const isKnown = (kind: string): kind is keyof typeof DIMENSIONS => Object.hasOwn(DIMENSIONS, kind);

/** The types of the conditions of a rule, also of those that are in `more` only. */
function typesOf({ conditions, more }: Pick<RuleState, 'conditions' | 'more'>): Dimension[] {
  const types = conditions.flatMap(({ kind }): Dimension[] => (isKnown(kind) ? [DIMENSIONS[kind]] : []));
  const others: object = more === '' ? {} : JSON.parse(more); // written by `google-read.ts`
  if ('geo' in others) types.push('GEO_LOCATION');
  if ('audience' in others) types.push('AUDIENCE');
  if ('itinerary' in others) types.push('ITINERARY');
  return [...new Set(types)];
}

/**
 * The leads that a rule is for, as texts: two rules conflict in a set if they have one in common. That is so for conditions of the same
 * types with a common value each. A place inside another one is no conflict, since the most specific place applies.
 */
function cellsOf(rule: RuleState): string[] {
  const conditions = rule.conditions.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  return conditions.reduce(
    (cells, { kind, values }) => cells.flatMap((cell) => values.map(({ id }) => `${cell} ${kind} ${id}`)),
    [typesOf(rule).sort().join()],
  );
}

/** Whether a rule would conflict with one of others. */
function findConflicts(others: readonly RuleState[]): (rule: RuleState) => boolean {
  const taken = new Set(others.flatMap(cellsOf));
  return (rule) => cellsOf(rule).some((cell) => taken.has(cell));
}

/** The set that our rules belong into: one with rules of ours, else that of the account. There is to be no second one. */
function findHome({ frame }: GoogleSnapshot, { ours }: Pick<DesiredRules, 'ours'>): GoogleSet | null {
  const general = frame.sets.filter(({ isGeneral }) => isGeneral);
  return (
    general.find(({ id, rules }) => ours.has(id) || rules.some((rule) => ours.has(rule))) ??
    general[0] ??
    null
  );
}

/** How our rules and their set shall be, and what of it is there. */
interface Layout {
  home: GoogleSet | null;
  /** True if the set and all of its rules were made here: it may be removed. */
  isOwnSet: boolean;
  /** The set is removed before another one is made: it has other types of conditions, is paused, or would be without rules that are on. */
  isReplaced: boolean;
  dimensions: readonly Dimension[];
  /** The rules that shall be in the set, with what is there of them. */
  members: readonly Member[];
  /** Paused rules that stay outside of every set, since a set needs a rule that is on. */
  loose: readonly Member[];
  /** Rules of ours that go. */
  gone: readonly RuleInAccount[];
}

interface Member {
  state: RuleState;
  rule: RuleInAccount | undefined;
}

const union = (...lists: (readonly Dimension[])[]): Dimension[] => [...new Set(lists.flat())];

const isOnly = (set: GoogleSet, { ours }: Pick<DesiredRules, 'ours'>): boolean =>
  ours.has(set.id) && set.rules.every((rule) => ours.has(rule));

/** The types that rules need in a set, the primary one first. */
const needed = (rules: readonly RuleState[]): Dimension[] =>
  union(
    rules.flatMap((rule) => typesOf(rule).slice(0, 1)),
    rules.flatMap(typesOf),
  );

/** Whether a set can take rules: at most two types, the same primary one, and none of it paused. Rules that are on in it fit already. */
function takes(set: GoogleSet, held: GoogleSnapshot, { rules }: Pick<DesiredRules, 'rules'>): boolean {
  const on = rules.filter(({ isOn }) => isOn);
  const inSet = new Set(set.rules);
  const known = new Set(held.rules.filter(({ id, isOn }) => isOn && inSet.has(id)).map(keyOfConditions));
  const fits = on.every((rule) => typesOf(rule)[0] === set.dimensions[0] || known.has(keyOfConditions(rule)));
  return set.isOn && fits && union(set.dimensions, needed(on)).length <= MAX_DIMENSIONS;
}

function layOut(held: GoogleSnapshot, aim: DesiredRules): Layout {
  const home = findHome(held, aim);
  const own = listOurs(held, aim.ours);
  const paused = new Set(held.frame.paused);
  const inHome = new Set(home?.rules);
  const on = aim.rules.filter(({ isOn }) => isOn);
  const isOwnSet = home !== null && isOnly(home, aim);
  const others = home?.rules.filter((id) => !aim.ours.has(id)) ?? [];
  const isStale =
    home !== null &&
    (on.length > 0 ? !takes(home, held, aim) : own.some(({ id }) => inHome.has(id) && !paused.has(id)));
  const isReplaced = isOwnSet && isStale;
  const dimensions = union(isReplaced || !home ? [] : home.dimensions, needed(on));
  const isAnyOn = on.length > 0 || others.some((id) => home?.isOn && !paused.has(id));
  const room = GOOGLE_RULES.max - others.length - on.length;

  const byKey = Map.groupBy(own, keyOfConditions);
  const find = (state: RuleState): RuleInAccount | undefined => {
    const same = byKey.get(keyOfConditions(state));
    return same?.find(({ id }) => inHome.has(id)) ?? same?.[0];
  };
  const off = aim.rules.filter(({ isOn }) => !isOn).map((state) => ({ state, rule: find(state) }));
  const isAtRest = ({ rule }: Member) => rule && paused.has(rule.id) && inHome.has(rule.id) && !isReplaced;
  const conflicts = findConflicts(on);
  // Its conditions are of the set's types, and no rule that is on has the same ones.
  const canStay = ({ state }: Member) =>
    typesOf(state).every((type) => dimensions.includes(type)) && !conflicts(state);
  const staying = off.filter(isAnyOn ? canStay : isAtRest);
  const members = [
    ...on.map((state) => ({ state, rule: find(state) })),
    ...staying.slice(0, Math.max(0, room)),
  ];
  const loose = isAnyOn ? [] : off.filter((member) => member.rule && !isAtRest(member));
  const kept = new Set([...members, ...loose].map(({ rule }) => rule?.id));
  const gone = own.filter(({ id }) => !kept.has(id));
  return { home, isOwnSet, isReplaced, dimensions, members, loose, gone };
}

/** How a rule of ours that a plan no longer has leaves the account. */
export function leaveGoogleBy(
  held: GoogleSnapshot,
  aim: DesiredRules,
): (rule: RuleInAccount) => 'pause' | 'remove' {
  const wanted = new Set(aim.rules.map(keyOfConditions));
  const leaving = listOurs(held, aim.ours).filter((rule) => !wanted.has(keyOfConditions(rule)));
  const rules = [...aim.rules, ...leaving.map((rule) => ({ ...rule, isOn: false }))];
  const { members, loose } = layOut(held, { ...aim, rules });
  const staying = new Set([...members, ...loose].map(({ rule }) => rule?.id));
  return ({ id }) => (staying.has(id) ? 'pause' : 'remove');
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

/**
 * The next write. Rules are made and changed before they are in the set, where they have no effect yet; then the set takes them and lets
 * others go; then those that leave are paused, when others are on; and at last those that are in no set are removed. A set that does
 * not fit is removed first: it can only be one that was made here.
 */
export function nextGoogleStep(held: GoogleSnapshot, aim: DesiredRules): WriteStep<GoogleCall> | null {
  const layout = layOut(held, aim);
  const { home, isReplaced } = layout;
  if (home && isReplaced) return removeSet(home);
  return changeRules(held, layout) ?? changeSet(layout, aim) ?? pauseRules(held, layout);
}

const removeSet = ({ id }: GoogleSet): WriteStep<GoogleCall> => ({
  words: 'Remove the rule set that was made here',
  call: { service: 'conversionValueRuleSets', operations: [{ remove: id }] },
  makes: [],
});

function changeRules({ frame }: GoogleSnapshot, layout: Layout): WriteStep<GoogleCall> | null {
  const { members, loose, gone } = layout;
  const paused = new Set(frame.paused);
  const inSets = new Set(frame.sets.flatMap(({ rules }) => rules));
  const updates = [...members, ...loose].flatMap((member) =>
    waits(member, layout, paused) ? [] : changesOf(member, paused),
  );
  const makes = members.flatMap(({ state, rule }) => (rule ? [] : [state]));
  const removed = gone.filter(({ id }) => !inSets.has(id));
  const operations: Operation[] = [
    ...removed.map(({ id }) => ({ remove: id })),
    ...updates,
    ...makes.map((create) => ({ create })),
  ];
  if (operations.length === 0) return null;
  const words = [
    makes.length > 0 ? `make ${describeRuleCount(makes.length)}` : '',
    updates.length > 0 ? `change ${describeRuleCount(updates.length)}` : '',
    removed.length > 0 ? `remove ${describeRuleCount(removed.length)}` : '',
  ].filter((part) => part !== '');
  const sentence = words.join(', ');
  return {
    words: `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`,
    call: { service: 'conversionValueRules', operations },
    makes,
  };
}

function changeSet(
  { home, isOwnSet, dimensions, members }: Layout,
  aim: DesiredRules,
): WriteStep<GoogleCall> | null {
  const ids = members.flatMap(({ rule }) => (rule ? [rule.id] : []));
  const service = 'conversionValueRuleSets';
  if (!home) {
    if (ids.length === 0) return null;
    const words = `Make a rule set with ${describeRuleCount(ids.length)}`;
    return { words, call: { service, operations: [{ createSet: { rules: ids, dimensions } }] }, makes: [] };
  }
  const wanted = new Set(ids);
  // In the order of the set, so that nothing changes where nothing is to change.
  const rules = [
    ...home.rules.filter((id) => !aim.ours.has(id) || wanted.has(id)),
    ...ids.filter((id) => !home.rules.includes(id)),
  ];
  if (rules.length === 0) return isOwnSet ? removeSet(home) : null;
  const isListed = sameList(rules, home.rules);
  const isTyped = sameList(dimensions, home.dimensions);
  if (isListed && isTyped) return null;
  const update = { updateSet: home.id, ...(!isListed && { rules }), ...(!isTyped && { dimensions }) };
  return {
    words: `Have the rule set hold ${describeRuleCount(ids.length)} of this plan`,
    call: { service, operations: [update] },
    makes: [],
  };
}

function pauseRules({ frame }: GoogleSnapshot, layout: Layout): WriteStep<GoogleCall> | null {
  const paused = new Set(frame.paused);
  const pausing = layout.members.filter((member) => waits(member, layout, paused));
  if (pausing.length === 0) return null;
  const operations = pausing.flatMap((member) => changesOf(member, paused));
  const call = { service: 'conversionValueRules' as const, operations };
  return { words: `Pause ${describeRuleCount(pausing.length)}`, call, makes: [] };
}

/** A rule that is on in the set is paused, and changed, only when others are on: a set with none is refused. */
const waits = ({ state, rule }: Member, { home }: Layout, paused: ReadonlySet<string>): boolean =>
  rule !== undefined && !state.isOn && !paused.has(rule.id) && home?.rules.includes(rule.id) === true;

/** The operations that change a rule that is there. */
function changesOf({ state, rule }: Member, paused: ReadonlySet<string>): Operation[] {
  if (!rule) return [];
  const { id } = rule;
  const isSame = hasSameFigure(rule, state);
  const turns = paused.has(id) === state.isOn;
  if (isSame && !turns) return [];
  return [{ update: id, ...(!isSame && { effect: state.effect }), ...(turns && { isPaused: !state.isOn }) }];
}

/** The ids of what a write without an answer has made: rules with these conditions and figures, or the set with these rules. */
export function findMadeAtGoogle(
  held: GoogleSnapshot,
  { call, makes }: WriteStep<GoogleCall>,
  known: ReadonlySet<string>,
): string[] {
  const made = new Set(makes.map(figureOf));
  const rules = held.rules.filter((rule) => !known.has(rule.id) && made.has(figureOf(rule)));
  const lists = call.operations.flatMap((operation) =>
    'createSet' in operation ? [operation.createSet.rules] : [],
  );
  const sets = held.frame.sets.filter(
    ({ id, rules: inside }) =>
      !known.has(id) && lists.some((list) => sameList([...list].sort(), [...inside].sort())),
  );
  return [...rules, ...sets].map(({ id }) => id);
}

const list = (dimensions: readonly Dimension[]): string =>
  dimensions.map((dimension) => DIMENSION_NAMES[dimension]).join(' and ');

/** 1234567890 is 123-456-7890, as Google Ads shows it. */
const showId = (id: string): string => id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

/** The reasons why an account cannot be brought to an aim, with what can be done. */
export function checkGoogleRules(held: GoogleSnapshot, aim: DesiredRules): Problem[] {
  return [...checkAccount(held, aim), ...checkRules(held, aim)];
}

function checkAccount(held: GoogleSnapshot, aim: DesiredRules): Problem[] {
  const { frame } = held;
  const { home, isOwnSet } = layOut(held, aim);
  const on = aim.rules.filter(({ isOn }) => isOn);
  const types = needed(on);
  const messages: string[] = [];
  if (frame.trackedBy !== null)
    messages.push(
      `The manager account ${showId(frame.trackedBy)} tracks the conversions of this account, and Google applies its rules only. Choose that account instead.`,
    );
  if (types.length > MAX_DIMENSIONS)
    messages.push(
      `The rules of a Google Ads account have two types of conditions at most, and these have ${list(types)}.`,
    );
  if (!aim.restores && new Set(on.map((rule) => typesOf(rule)[0])).size > 1)
    messages.push(
      'The rules of a Google Ads account have the same primary condition, and these have several.',
    );
  if (home && !isOwnSet && on.length > 0 && !takes(home, held, aim))
    messages.push(
      home.isOn
        ? describeMisfit(home, types)
        : 'The rules of this account are paused as a whole. Enable them in Google Ads, then test again.',
    );
  if (home && !isOwnSet && on.length === 0 && home.rules.every((id) => aim.ours.has(id)))
    messages.push(
      'Only these rules are left in a rule set that was not made here, and a set cannot be empty. Remove the set in Google Ads.',
    );
  const others = home?.rules.filter((id) => !aim.ours.has(id)).length ?? 0;
  if (others + on.length > GOOGLE_RULES.max)
    messages.push(
      `The account would have ${others + on.length} rules, and Google takes ${GOOGLE_RULES.max}. Remove some in Google Ads, or plan fewer.`,
    );
  const elsewhere = frame.sets.filter((set) => set !== home).flatMap(({ rules }) => rules);
  if (elsewhere.some((id) => aim.ours.has(id)))
    messages.push(
      'A rule that was pushed here is now part of another rule set. Remove it there in Google Ads, then test again.',
    );
  return messages.map((message) => ({ rule: null, message }));
}

function describeMisfit({ dimensions }: GoogleSet, types: readonly Dimension[]): string {
  const [primary, ...rest] = dimensions;
  const room = MAX_DIMENSIONS - dimensions.length;
  return `The account has rules that were not made here, with the condition ${list(dimensions)}. All rules of an account have the same primary condition and the same secondary one; types can be added and never taken away. This plan has ${list(types)}. What can be pushed: rules with ${primary ? DIMENSION_NAMES[primary] : 'no condition'} first${room > 0 ? ' and one other type' : rest.length > 0 ? ` and ${list(rest)} second` : ''}. For this plan, remove the other rules and their set in Google Ads first.`;
}

function checkRules(held: GoogleSnapshot, aim: DesiredRules): Problem[] {
  const inHome = new Set(findHome(held, aim)?.rules);
  const others = held.rules.filter(({ id }) => inHome.has(id) && !aim.ours.has(id));
  const conflictsWithOthers = findConflicts(others);
  const known = new Set(listOurs(held, aim.ours).map(keyOfConditions));
  const taken = new Set<string>();
  return aim.rules.flatMap((rule, at): Problem[] => {
    if (!rule.isOn) return [];
    const cells = cellsOf(rule);
    const isTwice = cells.some((cell) => taken.has(cell));
    for (const cell of cells) taken.add(cell);
    const message =
      checkFigure(rule) ??
      (known.has(keyOfConditions(rule)) ? null : checkConditions(rule)) ??
      (isTwice ? `Two rules of this plan are for the same leads: ${describeRule(rule)}.` : null) ??
      (conflictsWithOthers(rule)
        ? `The account already has a rule for ${describeRule(rule)} that was not made here. Remove it in Google Ads, or leave this one out.`
        : null);
    return message === null ? [] : [{ rule: at, message }];
  });
}

function checkFigure({ effect: { operation, value } }: RuleState): string | null {
  const { least, most } = GOOGLE_RULES;
  if (operation === 'multiply')
    return value >= least && value <= most
      ? null
      : `Google multiplies by ${least} to ${most}, and this is ${value}.`;
  return value > 0 ? null : 'Google takes amounts above 0 only.';
}

const DIGITS = /^\d{1,19}$/;
const DEVICES: readonly string[] = VALUE_IDS.device;

function checkConditions({ conditions }: RuleState): string | null {
  if (conditions.length > GOOGLE_RULES.conditions) return 'A rule of Google Ads has two conditions at most.';
  if (new Set(conditions.map(({ kind }) => kind)).size < conditions.length)
    return 'A rule of Google Ads has conditions of different types.';
  for (const { kind, values } of conditions) {
    if (!isKnown(kind)) return 'Google Ads takes conditions on location, device and audience only.';
    const isValid = values.every(({ id }) => (kind === 'device' ? DEVICES.includes(id) : DIGITS.test(id)));
    if (!isValid) return `Google Ads knows no such ${kind}.`;
  }
  return null;
}

/**
 * A rule on places is for people who are there, as the steps say, and not for those who show interest in them. Releases before 2026-11-29
 * pushed rules for both.
 */
export const RENEW_GOOGLE: RulePlatform['renew'] & {} = {
  toRenewed: (state) =>
    state.more === '' && state.conditions.some(({ kind }) => kind === 'location')
      ? { ...state, more: PRESENCE }
      : state,
  words: ', also for people who only show interest in the place',
};

const describeRenewed = (count: number): string =>
  count === 1
    ? '1 rule that was pushed before also matches people who only show interest in the place. It is made anew for people who are in it, as the steps say. An undo brings the old one back.'
    : `${count} rules that were pushed before also match people who only show interest in the place. They are made anew for people who are in it, as the steps say. An undo brings the old ones back.`;

/** The changes of a push beside the rules. */
export function noteGoogleChanges(held: GoogleSnapshot, aim: DesiredRules): string[] {
  const { home, isReplaced, dimensions } = layOut(held, aim);
  const renewed = findRenewed({ renew: RENEW_GOOGLE }, held, aim).size;
  const notes: string[] = renewed > 0 ? [describeRenewed(renewed)] : [];
  const added = home && !isReplaced ? dimensions.filter((type) => !home.dimensions.includes(type)) : [];
  if (added.length > 0)
    notes.push(
      `The rules of this account then also take ${list(added)} as a condition, for good: Google lets a type of condition be added, and never taken away.`,
    );
  if (isReplaced)
    notes.push(
      'The rule set that was made here does not fit this plan. It is removed, and another one is made.',
    );
  const campaigns = held.frame.sets.filter(({ isOfCampaign }) => isOfCampaign).length;
  if (campaigns > 0)
    notes.push(
      `${campaigns} ${campaigns === 1 ? 'campaign has' : 'campaigns have'} rules of ${campaigns === 1 ? 'its' : 'their'} own, which override those of the account.`,
    );
  return notes;
}

/** The parts that an undo leaves as they are, although the effect is that of before. */
export function listKeptAtGoogle(before: GoogleSnapshot, after: GoogleSnapshot): string[] {
  const kept = after.frame.sets.flatMap(({ id, dimensions }) => {
    const earlier = before.frame.sets.find((set) => set.id === id);
    const added = earlier ? dimensions.filter((type) => !earlier.dimensions.includes(type)) : [];
    return added.length > 0
      ? [
          `The rule set keeps ${list(added)} as a type of condition, without a rule that uses it. Google cannot take it away.`,
        ]
      : [];
  });
  const general = (held: GoogleSnapshot) => held.frame.sets.find(({ isGeneral }) => isGeneral)?.id;
  const [old, fresh] = [general(before), general(after)];
  if (old !== undefined && fresh !== undefined && old !== fresh)
    kept.push('The rule set was made anew and has a new id.');
  const ids = new Set(after.rules.map(({ id }) => id));
  const remade = before.rules.filter(({ id }) => !ids.has(id)).length;
  if (remade === 1) kept.push('1 rule that was removed has a new id in Google Ads.');
  if (remade > 1) kept.push(`${remade} rules that were removed have new ids in Google Ads.`);
  return kept;
}
