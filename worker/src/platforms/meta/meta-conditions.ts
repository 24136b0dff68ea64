import { VALUE_IDS } from '#contract/pushes.ts';
import type { Condition, RuleState } from '#worker/pushes/rule-platform.ts';
import { keysOf } from '#contract/records.ts';

// Criteria of value rules: developers.facebook.com, "Value rules" (2026-09-12), as read on 2026-11-25. The table of the page calls the
// list `criteria`, and every example `criterias`.

/** A criterion as Meta writes it. Values and their types run side by side. */
export interface Criterion {
  id?: string;
  criteria_type: string;
  operator: string;
  criteria_values: readonly string[];
  criteria_value_types: readonly string[];
}

/** Audiences of value rules are labels, which Ads Manager gives to custom audiences. */
export const AUDIENCE_LABELS = [
  'HIGH_VALUE',
  'LOW_VALUE',
  'OTHER_CUSTOMERS',
  'NEW_USERS',
  'QUALIFIED_LEADS',
  'DISQUALIFIED_LEADS',
  'AT_RISK',
  'DISENGAGED',
  'APP_INSTALLERS',
  'TRIAL_USERS',
  'ENGAGED_USERS',
  'OTHER_1',
  'OTHER_2',
  'OTHER_3',
] as const;

const PLACEMENTS = [
  'FB_FEED',
  'FB_STORIES',
  'FB_REELS',
  'FB_MARKETPLACE',
  'FB_SEARCH',
  'FB_VIDEO',
  'IG_FEED',
  'IG_STORIES',
  'IG_REELS',
  'IG_EXPLORE',
  'AUDIENCE_NETWORK',
];
/** Ads Manager shows a set with one of these, and cannot change it. */
export const READ_ONLY_PLACEMENTS: readonly string[] = [
  'FB_MARKETPLACE',
  'FB_SEARCH',
  'FB_VIDEO',
  'IG_EXPLORE',
];
const CHANNELS = ['APP', 'INSTANT_FORM', 'PHONE_CALL', 'WEBSITE'];

interface Kind {
  type: string;
  /** Our ids by Meta's words, where they differ. */
  words: Readonly<Record<string, string>>;
  /** Our ids that a rule may have; null for places. */
  ids: readonly string[] | null;
}

const KINDS: Readonly<Record<Condition['kind'], Kind>> = {
  location: { type: 'LOCATION', words: {}, ids: null },
  age: { type: 'AGE', words: {}, ids: VALUE_IDS.age },
  gender: { type: 'GENDER', words: { FEMALE: 'women', MALE: 'men' }, ids: VALUE_IDS.gender },
  'operating-system': {
    type: 'OS_TYPE',
    words: { IOS: 'ios', ANDROID: 'android' },
    ids: VALUE_IDS['operating-system'],
  },
  device: {
    type: 'DEVICE_PLATFORM',
    words: { MOBILE: 'mobile', DESKTOP: 'desktop' },
    ids: ['mobile', 'desktop'],
  },
  placement: { type: 'PLACEMENT', words: {}, ids: PLACEMENTS },
  'conversion-location': { type: 'OMNI_CHANNEL', words: {}, ids: CHANNELS },
  audience: { type: 'AUDIENCE_LABEL', words: {}, ids: AUDIENCE_LABELS },
};

const KIND_OF = new Map(keysOf(KINDS).map((kind) => [KINDS[kind].type, kind]));

/** The types of places that search gives and rules take; regions of marketing are closed since June 2026. */
export const META_PLACE_TYPES = ['country', 'region', 'city'] as const;
const PLACE = /^(?:country:[A-Z]{2}|(?:region|city):\d{1,20})$/;

/** Whether a rule of ours may have such a value. */
export function takesMetaValue(kind: Condition['kind'], id: string): boolean {
  return KINDS[kind].ids?.includes(id) ?? PLACE.test(id);
}

/** The names of values that are more than their ids in small letters. */
const NAMES: Readonly<Record<string, string>> = { ios: 'iOS' };

/** 'FB_FEED' is 'Facebook feed'. */
export function nameValue(id: string): string {
  const words = id
    .toLowerCase()
    .replace(/^fb_/, 'facebook ')
    .replace(/^ig_/, 'instagram ')
    .replaceAll('_', ' ');
  return NAMES[id] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** The conditions of a rule of Meta, and what they cannot say. */
export function toMetaConditions(criterias: readonly Criterion[]): Pick<RuleState, 'conditions' | 'more'> {
  const conditions: Condition[] = [];
  const others: Omit<Criterion, 'id'>[] = [];
  for (const { id: _, ...criterion } of criterias) {
    const kind = criterion.operator.toUpperCase() === 'CONTAINS' && KIND_OF.get(criterion.criteria_type);
    if (kind) conditions.push({ kind, values: toValues(kind, criterion) });
    else others.push(criterion);
  }
  return { conditions, more: others.length > 0 ? JSON.stringify(others.map(sortKeys).sort()) : '' };
}

const sortKeys = (criterion: Omit<Criterion, 'id'>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(criterion).sort(([a], [b]) => (a < b ? -1 : 1))));

function toValues(kind: Condition['kind'], criterion: Omit<Criterion, 'id'>): Condition['values'] {
  const { words } = KINDS[kind];
  return criterion.criteria_values.map((value, at) => {
    const type = criterion.criteria_value_types[at] ?? '';
    const id =
      kind === 'location'
        ? `${type.replace(/^LOCATION_/, '').toLowerCase()}:${value}`
        : (words[value.toUpperCase()] ?? value); // the page has 'MALE' in one example and 'male' in another
    return { id, name: kind === 'location' ? value : nameValue(id) };
  });
}

/** The criteria of a rule, with the ids of those that are there: Meta keeps these, and makes the others anew. */
export function toCriterias(
  { conditions, more }: Pick<RuleState, 'conditions' | 'more'>,
  present: readonly Criterion[],
): Criterion[] {
  // `more` was written by `toMetaConditions`.
  const others: string[] = more === '' ? [] : JSON.parse(more);
  const kept = others.map((one): Criterion => JSON.parse(one));
  return [...conditions.map(toCriterion), ...kept].map((criterion) => {
    const id = present.find((one) => one.criteria_type === criterion.criteria_type)?.id;
    return id === undefined ? criterion : { id, ...criterion };
  });
}

function toCriterion({ kind, values }: Condition): Criterion {
  const { type, words } = KINDS[kind];
  const describeOf = new Map(Object.entries(words).map(([word, id]) => [id, word]));
  const parts = values.map(({ id }) => {
    const at = id.indexOf(':');
    return kind === 'location'
      ? { value: id.slice(at + 1), type: `LOCATION_${id.slice(0, at).toUpperCase()}` }
      : { value: describeOf.get(id) ?? id, type: 'NONE' };
  });
  return {
    criteria_type: type,
    operator: 'CONTAINS',
    criteria_values: parts.map(({ value }) => value),
    criteria_value_types: parts.map((part) => part.type),
  };
}
