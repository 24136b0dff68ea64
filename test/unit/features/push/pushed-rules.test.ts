import { expect, test } from 'vitest';
import { RULE_CONNECTIONS, RULE_KINDS, PLATFORM_IDS } from '#contract/platforms.ts';
import { forEachKind, IS_PUSH_OPEN } from '#frontend/features/push/pushed-rules.ts';
import { META_PUSH } from '#frontend/analysis/platforms/meta/meta-push.ts';
import { keyOfMatch, PUSH_FORMS, PUSH_RUNS, isSameAdAccount } from '#frontend/features/push/push-form.ts';

test('each platform is pushed with a connection of its own, and each has choices of its own', () => {
  expect(PLATFORM_IDS.map((id) => RULE_CONNECTIONS[id].kind).toSorted()).toEqual(RULE_KINDS.toSorted());
  const choices = forEachKind(7);
  expect(Object.keys(choices).toSorted()).toEqual(RULE_KINDS.toSorted());
  expect(new Set(Object.values(choices)).size).toBe(RULE_KINDS.length);
  for (const kind of RULE_KINDS) {
    expect(choices[kind].first).toBe(7);
    expect(IS_PUSH_OPEN[kind].first).toBe(false);
    expect(PUSH_RUNS[kind].first).toEqual({ state: 'idle' });
    expect(PUSH_FORMS[kind].first).toEqual({
      account: null,
      country: null,
      otherNames: new Map(),
      confirmed: new Map(),
    });
  }
});

test('a match of a list holds for its account only, others for all accounts of the platform', () => {
  const [one, other] = [
    { id: '1', via: null },
    { id: '2', via: null },
  ];
  const audience = { kind: 'audience', value: 'Buyers' } as const;
  const place = { kind: 'location', value: 'Buyers' } as const;
  expect(keyOfMatch(audience, one)).not.toBe(keyOfMatch(audience, other));
  expect(keyOfMatch(place, one)).toBe(keyOfMatch(place, other));
  const keys = [audience, place, { ...place, value: 'TX' }, { ...place, kind: 'placement' } as const];
  expect(new Set(keys.map((wanted) => keyOfMatch(wanted, one))).size).toBe(4);
});

test('an account is the same by its id and by what it is reached through', () => {
  expect(isSameAdAccount({ id: '1', via: null }, { id: '1', via: null })).toBe(true);
  expect(isSameAdAccount({ id: '1', via: null }, { id: '1', via: '2' })).toBe(false);
  expect(isSameAdAccount({ id: '1', via: '2' }, { id: '3', via: '2' })).toBe(false);
});

// developers.facebook.com/documentation/ads-commerce/marketing-api/bidding/value-rules, copy of 2026-09-12.
test('the words of Meta have the ids of its tables, each with a name that people read', () => {
  const { placement = [], 'conversion-location': places = [] } = META_PUSH.fixedValues ?? {};
  expect(placement.map(({ id }) => id)).toEqual([
    ...['FEED', 'STORIES', 'REELS', 'MARKETPLACE', 'SEARCH', 'VIDEO'].map((part) => `FB_${part}`),
    ...['FEED', 'STORIES', 'REELS', 'EXPLORE'].map((part) => `IG_${part}`),
    'AUDIENCE_NETWORK',
  ]);
  expect(places.map(({ id }) => id)).toEqual(['WEBSITE', 'INSTANT_FORM', 'APP', 'PHONE_CALL']);
  const inWords = (id: string) =>
    id.replace('FB_', 'Facebook ').replace('IG_', 'Instagram ').replace('_', ' ').toLowerCase();
  for (const { id, name } of [...placement, ...places])
    expect(name.toLowerCase()).toBe(inWords(id).toLowerCase());
});
