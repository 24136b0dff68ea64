import { describe, expect, test } from 'vitest';
import type { PushedCondition, PushedRule } from '#contract/pushes.ts';
import {
  makeMetaAccount,
  MetaRefusal,
  MetaRulesStandIn,
  proveToken,
} from '#test/support/meta-rules-stand-in.ts';
import { toMetaConditions } from '#worker/platforms/meta/meta-conditions.ts';
import { metaAds } from '#worker/platforms/meta/meta-rules.ts';
import { AccessEnded, PlatformRefused, PlatformSilent } from '#worker/pushes/rule-platform.ts';
import { MetaRoom, typedSet } from './meta-room.ts';

const condition = (kind: PushedCondition['kind'], ...ids: string[]): PushedCondition => ({
  kind,
  values: ids.map((id) => ({ id, name: id, value: id })),
});
const rule = (multiplier: number, ...conditions: PushedCondition[]): PushedRule => ({
  name: 'a rule',
  multiplier,
  conditions,
});

const MOBILE = rule(1.3, condition('device', 'mobile'));
const WOMEN = rule(0.8, condition('gender', 'women'));
const TEXAS = rule(2, condition('location', 'region:3886'), condition('age', '25-34', '35-44'));

const problems = async (room: MetaRoom, plan: readonly PushedRule[]) =>
  (await room.preview(plan)).problems.map(({ message }) => message);

const writes = (room: MetaRoom) =>
  room.standIn.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));

describe('the set', () => {
  test('is made as Meta publishes it, in the order of the plan, and the step of choosing it is shown', async () => {
    const room = new MetaRoom();
    const push = await room.push([TEXAS, MOBILE, WOMEN]);
    expect(writes(room)).toEqual([
      {
        path: 'act_4711/value_rule_set',
        body: JSON.stringify({
          name: 'Lead values 2026-11-25',
          rules: [
            {
              name: 'a rule',
              adjust_sign: 'INCREASE',
              adjust_value: 100,
              criterias: [
                {
                  criteria_type: 'LOCATION',
                  operator: 'CONTAINS',
                  criteria_values: ['3886'],
                  criteria_value_types: ['LOCATION_REGION'],
                },
                {
                  criteria_type: 'AGE',
                  operator: 'CONTAINS',
                  criteria_values: ['25-34', '35-44'],
                  criteria_value_types: ['NONE', 'NONE'],
                },
              ],
            },
            {
              name: 'a rule',
              adjust_sign: 'INCREASE',
              adjust_value: 30,
              criterias: [
                {
                  criteria_type: 'DEVICE_PLATFORM',
                  operator: 'CONTAINS',
                  criteria_values: ['MOBILE'],
                  criteria_value_types: ['NONE'],
                },
              ],
            },
            {
              name: 'a rule',
              adjust_sign: 'DECREASE',
              adjust_value: 20,
              criterias: [
                {
                  criteria_type: 'GENDER',
                  operator: 'CONTAINS',
                  criteria_values: ['FEMALE'],
                  criteria_value_types: ['NONE'],
                },
              ],
            },
          ],
        }),
      },
    ]);
    expect(push?.next).toEqual([
      'Ads Manager > your ad set > Value rules: select “Lead values 2026-11-25”, then Publish. The rules change bids only in ad sets that use the set; those that use it already need nothing.',
    ]);
  });

  test('keeps criteria that conditions can not say as they are: what is left out, and types that are not known', () => {
    const criterion = (criteria_type: string, operator: string) => ({
      id: '1',
      criteria_type,
      operator,
      criteria_values: ['MOBILE'],
      criteria_value_types: ['NONE'],
    });
    const device = criterion('DEVICE_PLATFORM', 'CONTAINS');
    const strange = [criterion('DEVICE_PLATFORM', 'NOT_CONTAINS'), criterion('ANOTHER', 'CONTAINS')];
    const plain = toMetaConditions([device]);
    expect(plain).toMatchObject({ conditions: [{ kind: 'device' }], more: '' });
    for (const one of strange) {
      const { conditions, more } = toMetaConditions([device, one]);
      expect(conditions).toEqual(plain.conditions);
      expect(more).toContain(one.criteria_type);
      expect(more).toContain(one.operator);
    }
    expect(toMetaConditions(strange.toReversed())).toEqual(toMetaConditions(strange));
  });

  test('acts only in ad sets that use it, with some bid strategies, which is said before', async () => {
    expect((await new MetaRoom().preview([MOBILE])).touches).toEqual([
      expect.stringMatching(/in the ad sets that use the rule set, and nowhere else\./),
      expect.stringMatching(/bid strategies Highest volume and Cost per result goal\./),
      'They have no effect in lead campaigns whose conversion location is website and calls, nor in sales campaigns with website and shop.',
    ]);
  });

  test.each([
    [['45-54'], 1],
    [['35-44', '55-64'], 0],
  ] as const)('with the ages %s says %i times what is not sure of them', async (ages, count) => {
    const { notes, problems: found } = await new MetaRoom().preview([rule(2, condition('age', ...ages))]);
    expect(found).toEqual([]);
    expect(notes.filter((note) => note.includes('lists the age 45-55, probably for 45-54'))).toHaveLength(
      count,
    );
  });

  test('that was made here is changed as a whole, and keeps its id and those of its rules', async () => {
    const room = new MetaRoom();
    await room.push([TEXAS, MOBILE, WOMEN]);
    const [texas, mobile] = room.own[0]?.rules.map(({ id }) => id) ?? [];
    const plan = [MOBILE, { ...TEXAS, multiplier: 3 }];
    const { difference, notes } = await room.preview(plan);
    expect(difference.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['change', 'No. 2: Increase bid by 30%', 'No. 1: Increase bid by 30%'],
      ['change', 'No. 1: Increase bid by 100%', 'No. 2: Increase bid by 200%'],
      ['remove', 'No. 3: Decrease bid by 20%', null],
    ]);
    expect(notes).toEqual([
      'Ad sets that use the rule set “Lead values 2026-11-25” apply the new rules at once.',
    ]);
    await room.push(plan);
    expect(room.own).toHaveLength(1);
    expect(room.own[0]?.rules.map(({ id, adjust_value: percent }) => [id, percent])).toEqual([
      [mobile, 30],
      [texas, 200],
    ]);
  });

  test('of others is never changed: another one is made, with a name of its own', async () => {
    const room = new MetaRoom(makeMetaAccount({ sets: [typedSet('1', 'Lead values 2026-11-25')] }));
    const theirs = room.others();
    const { others, difference } = await room.preview([MOBILE]);
    expect(others).toEqual([
      { rule: 'Device: Mobile + Location: 501', effect: 'No. 1: Increase bid by 20%' },
    ]);
    expect(difference.map(({ action }) => action)).toEqual(['add']);
    const push = await room.push([MOBILE]);
    expect(room.own.map(({ name }) => name)).toEqual(['Lead values 2026-11-25 (2)']);
    await room.undo(push?.id ?? '');
    expect(room.own).toEqual([]);
    expect(room.others()).toEqual(theirs);
  });

  test('is deleted by the undo of its first push, by a POST without a body, and this is said', async () => {
    const room = new MetaRoom();
    const push = await room.push([MOBILE]);
    const undone = await room.undo(push?.id ?? '');
    expect(writes(room).at(-1)).toEqual({ path: expect.stringMatching(/^\d+\/delete_rule_set$/), body: '' });
    expect(undone.kept).toEqual([
      'The rule set that was made here is deleted. Ad sets that used it bid without value rules again.',
    ]);
  });

  test('whose id is not in the answer is found in the account', async () => {
    const room = new MetaRoom();
    room.standIn.namesNewSets = false;
    expect(await room.push([MOBILE])).toMatchObject({ state: 'done', problem: null });
    await room.push([WOMEN]);
    expect(room.own).toHaveLength(1);
  });

  test('that was made without an answer is ours, and one of others with the same name is not', async () => {
    const room = new MetaRoom();
    const { picture } = await room.preview([MOBILE]);
    // The write has no answer, and the account cannot be read afterwards either.
    const at = room.standIn.calls.length;
    const read = 5; // the name of the account, and four lists of sets
    room.standIn.failures = [
      { at: at + read, isApplied: true },
      { at: at + read + 1, isApplied: false },
    ];
    const stopped = await room.write([MOBILE], picture);
    expect(stopped).toMatchObject({ state: 'stopped', written: [] });
    expect(stopped.problem).toContain('It was not repeated.');
    room.account.sets.push(typedSet('1', 'Lead values 2026-11-25'));
    const { others, difference } = await room.preview([MOBILE]);
    expect(difference.map(({ action }) => action)).toEqual(['leave']);
    expect(others).toHaveLength(1);
  });

  test('with labels of audiences says which ones are to be given', async () => {
    const room = new MetaRoom();
    const push = await room.push([rule(2, condition('audience', 'HIGH_VALUE', 'AT_RISK'))]);
    expect(push?.next[1]).toBe(
      'Ads Manager > Audiences: give the custom audiences of these rules their labels, if they have none: High value; At risk.',
    );
    expect((await room.room.platform.listAudiences(room.room.access, room.room.reference)).length).toBe(14);
  });
});

describe('limits', () => {
  test.each([
    [5, 0],
    [6, 1],
  ])('with %i sets of others there are %i problems', async (count, found) => {
    const sets = Array.from({ length: count }, (_, at) => typedSet(String(at), `Set ${at}`));
    const room = new MetaRoom(makeMetaAccount({ sets }));
    const messages = await problems(room, [MOBILE]);
    expect(messages).toHaveLength(found);
    if (found > 0) expect(messages[0]).toContain('The account has 6 rule sets, and Meta takes 6.');
    expect(await room.push([MOBILE])).toEqual(found > 0 ? null : expect.objectContaining({ state: 'done' }));
  });

  test.each([
    [5, 0],
    [6, 1],
  ])('with %i sets of all product types there are %i problems', async (count, found) => {
    const types = ['LEADGEN_ADS', 'OMNI_CHANNEL', 'AUDIENCE'] as const;
    const sets = Array.from({ length: count }, (_, at) => ({
      ...typedSet(String(at), `Set ${at}`),
      product_type: types[at % 3]!, // three of them
    }));
    const room = new MetaRoom(makeMetaAccount({ sets }));
    expect((await room.preview([MOBILE])).others).toHaveLength(count);
    expect(await problems(room, [MOBILE])).toHaveLength(found);
    expect(await room.push([MOBILE])).toEqual(found > 0 ? null : expect.objectContaining({ state: 'done' }));
  });

  test('where Meta does not list by product type, the list without one counts', async () => {
    const sets = Array.from({ length: 6 }, (_, at) => typedSet(String(at), `Set ${at}`));
    const room = new MetaRoom(makeMetaAccount({ sets }));
    const { fetch } = room.room.access;
    const refusing = (address: string, init: RequestInit) =>
      address.includes('product_type')
        ? Promise.resolve(Response.json({ error: { code: 100, message: 'Unknown' } }, { status: 400 }))
        : fetch(address, init);
    const access = { ...room.room.access, fetch: refusing };
    const held = await room.room.platform.read(access, room.room.reference);
    expect(held.rules).toHaveLength(6);
  });

  test('six sets are enough where one of them was made here', async () => {
    const sets = Array.from({ length: 5 }, (_, at) => typedSet(String(at), `Set ${at}`));
    const room = new MetaRoom(makeMetaAccount({ sets }));
    await room.push([MOBILE]);
    expect(await problems(room, [WOMEN])).toEqual([]);
  });

  test.each([
    [10, []],
    [11, ['A rule set of Meta has 10 rules at most, and this plan has 11.']],
  ])('%i rules', async (count, expected) => {
    const plan = Array.from({ length: count }, (_, at) => rule(2, condition('location', `region:${at}`)));
    expect(await problems(new MetaRoom(), plan)).toEqual(expected);
  });

  test.each([
    [0.09, false],
    [0.1, true],
    [0.99, true],
    [1, false],
    [1.01, true],
    [1.015, false],
    [11, true],
    [11.01, false],
  ])('a multiplier of %d is taken: %s', async (multiplier, isTaken) => {
    const room = new MetaRoom();
    const plan = [rule(multiplier, condition('device', 'mobile'))];
    expect((await problems(room, plan)).length === 0).toBe(isTaken);
    expect(await room.push(plan)).toEqual(isTaken ? expect.objectContaining({ state: 'done' }) : null);
  });

  test.each<[string, PushedRule]>([
    ['knows no such device: tablet', rule(2, condition('device', 'tablet'))],
    ['knows no such location', rule(2, condition('location', 'dma:501'))],
    ['knows no such location', rule(2, condition('location', 'region:1/../2'))],
    ['knows no such age', rule(2, condition('age', '18-26'))],
    ['knows no such audience', rule(2, condition('audience', '4711'))],
    ['knows no such placement', rule(2, condition('placement', 'Feed'))],
    ['different types', rule(2, condition('device', 'mobile'), condition('device', 'desktop'))],
    [
      '4 criteria at most',
      rule(
        2,
        condition('device', 'mobile'),
        condition('gender', 'men'),
        condition('age', '65+'),
        condition('operating-system', 'ios'),
        condition('placement', 'FB_FEED'),
      ),
    ],
  ])('a rule against "%s" is refused before Meta is asked', async (words, wrong) => {
    const room = new MetaRoom();
    expect((await problems(room, [wrong])).join(' ')).toContain(words);
    expect(writes(room)).toEqual([]);
  });

  test('a second rule for the same leads would never apply', async () => {
    expect((await problems(new MetaRoom(), [MOBILE, { ...MOBILE, multiplier: 2 }])).join(' ')).toContain(
      'the second one would never apply: Device: mobile.',
    );
  });

  test('placements that Ads Manager only shows are named before the push', async () => {
    const { notes } = await new MetaRoom().preview([rule(2, condition('placement', 'FB_SEARCH'))]);
    expect(notes.join(' ')).toContain('not let you change it there');
  });
});

describe('reading', () => {
  const open = (room: MetaRoom) => room.room;

  test('accounts are those of the user that are open, over all pages', async () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      makeMetaAccount({ account_id: String(at), name: `Account ${at}`, account_status: at === 3 ? 101 : 1 }),
    );
    const standIn = new MetaRulesStandIn(many);
    standIn.reach['theirs'] = ['7'];
    const platform = metaAds({
      origin: 'https://meta.test/v26.0',
      prove: (token) => Promise.resolve(proveToken(token)),
    });
    const { accounts } = await platform.listAccounts({ accessToken: 'token', fetch: standIn.fetch });
    expect(accounts).toHaveLength(29);
    expect(accounts[0]).toEqual({
      id: '0',
      via: null,
      name: 'Account 0',
      currency: 'EUR',
      isManager: false,
      isTest: false,
    });
    const theirs = { accessToken: 'theirs', fetch: standIn.fetch };
    expect((await platform.listAccounts(theirs)).accounts.map(({ id }) => id)).toEqual(['7']);
    await expect(platform.read(theirs, { id: '8', via: null })).rejects.toThrow('no such ad account');
    // The address of the next page has a token in it, and is never called.
    expect(standIn.calls.every(({ path }) => path.startsWith('me/') || path.startsWith('act_'))).toBe(true);
  });

  test('places of a name are offered with country and type, those of exactly this name first', async () => {
    const { platform, access, reference } = open(new MetaRoom());
    const names = ['paris', 'Texas', 'DE', 'Nowhere'];
    const places = await platform.findPlaces(access, { account: reference, names, country: null });
    expect(
      places.map((found) => found.map(({ id, fullName, type, country }) => [id, fullName, type, country])),
    ).toEqual([
      [
        ['city:2418779', 'Paris, Texas, United States', 'City', 'US'],
        ['city:2418956', 'Paris, Ile-de-France, France', 'City', 'FR'],
      ],
      [['region:3886', 'Texas, United States', 'Region', 'US']],
      [],
      [],
    ]);
    const inFrance = await platform.findPlaces(access, {
      account: reference,
      names: ['Paris'],
      country: 'FR',
    });
    expect(inFrance[0]?.map(({ id }) => id)).toEqual(['city:2418956']);
  });

  test('a place is meant by its name or its key, in capitals or not, and ten places of a name are shown', async () => {
    const { platform, reference } = open(new MetaRoom());
    const others = ['East Germany', 'DE', ...Array.from({ length: 9 }, (_, at) => `Germany ${at}`)];
    const data = [...others.map((name, at) => ({ key: `X${at}`, name })), { key: 'DE', name: ' germany ' }];
    const body = JSON.stringify({ data: data.map((place) => ({ ...place, type: 'country' })) });
    const names = ['Germany ', 'de', 'Nowhere'];
    const access = {
      accessToken: 'token',
      fetch: () => Promise.resolve(Response.json(names.map(() => ({ code: 200, body })))),
    };
    const places = await platform.findPlaces(access, { account: reference, names, country: null });
    expect(places.map((found) => found.slice(0, 3).map(({ id }) => id))).toEqual([
      ['country:DE', 'country:X0', 'country:X1'],
      ['country:X1', 'country:DE', 'country:X0'],
      ['country:X0', 'country:X1', 'country:X2'],
    ]);
    expect(places.map((found) => found.length)).toEqual([10, 10, 10]);
  });

  test('a hundred names take two calls', async () => {
    const room = new MetaRoom();
    const { platform, access, reference } = open(room);
    const names = Array.from({ length: 100 }, (_, at) => `Place ${at}`);
    expect(await platform.findPlaces(access, { account: reference, names, country: null })).toHaveLength(100);
    expect(room.standIn.calls).toHaveLength(2);
  });

  test('places of rules are named as Meta does', async () => {
    const room = new MetaRoom();
    await room.push([rule(2, condition('location', 'region:3886', 'country:DE'))]);
    const [row] = (await room.preview([MOBILE])).difference.filter(({ action }) => action === 'remove');
    expect(row?.rule).toBe('Location: Texas, United States or Germany');
  });

  test('an account that is no number is asked for nowhere', async () => {
    const { platform, access } = open(new MetaRoom());
    await expect(platform.read(access, { id: '1/value_rule_set?x=', via: null })).rejects.toThrow(
      PlatformRefused,
    );
  });
});

describe('a refusal', () => {
  test.each([
    [190, undefined, AccessEnded, 'no longer takes the connection'],
    [102, undefined, AccessEnded, 'no longer takes the connection'],
    [2, undefined, PlatformSilent, 'code 2'],
    [17, undefined, PlatformRefused, 'no more calls right now'],
    [80004, undefined, PlatformRefused, 'no more calls right now'],
    [368, undefined, PlatformRefused, 'blocked'],
    [200, undefined, PlatformRefused, 'may not manage value rules in this ad account (code 200)'],
    [294, undefined, PlatformRefused, 'Its operator'],
    [100, 33, PlatformRefused, 'knows no such ad account'],
    [100, undefined, PlatformRefused, 'Meta refused it: in its own words'],
  ])('with code %i and subcode %s', async (code, subcode, kind, words) => {
    const room = new MetaRoom();
    const { platform, access, reference } = room.room;
    room.standIn.refusals = [new MetaRefusal(code, 'in its own words', subcode)];
    const failure = await platform.read(access, reference).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect((failure as Error).message).toContain(words);
  });

  // "Application does not have the capability to make this API call": facebook/facebook-php-business-sdk#363, read 2026-11-29.
  test('of an app that lacks a capability is for the operator, not for the user or an administrator', async () => {
    const room = new MetaRoom();
    room.standIn.isCapable = false;
    const { platform, access, reference } = room.room;
    await expect(platform.read(access, reference)).rejects.toThrow(
      new PlatformRefused(
        'Meta does not let the app of this site make this call (code 3). Its operator has to add the Marketing API to the app and to apply for its access.',
        { code: '3', turn: 'operator' },
      ),
    );
  });

  test('of a write leaves the account as it is and says why', async () => {
    const room = new MetaRoom();
    const { picture } = await room.preview([MOBILE]);
    const read = room.room.platform.write.bind(room.room.platform);
    room.room.platform.write = (...asked) => {
      room.standIn.refusals = [new MetaRefusal(100, 'No value rules in this account.')];
      return read(...asked);
    };
    expect(await room.write([MOBILE], picture)).toMatchObject({
      state: 'stopped',
      written: [],
      problem: 'Meta refused it: No value rules in this account.',
    });
    expect(room.sets).toEqual([]);
  });

  test('of a call that does not prove the app is one', async () => {
    const standIn = new MetaRulesStandIn();
    const platform = metaAds({ origin: 'https://meta.test/v26.0', prove: () => Promise.resolve('wrong') });
    await expect(
      platform.read({ accessToken: 'token', fetch: standIn.fetch }, { id: '4711', via: null }),
    ).rejects.toThrow('appsecret_proof');
  });
});
