import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PushedRule } from '#contract/pushes.ts';
import type { PlatformPlan } from '#frontend/analysis/platforms/plan.ts';
import { fuzz, FUZZ_TIMEOUT_MS } from '#test/support/fuzz.ts';
import { GoogleAdsStandIn, makeCustomer, PLACES } from '#test/support/google-ads-stand-in.ts';
import { makePreview, type PushRoom } from '#worker/pushes/push.ts';
import { PlatformRefused, PlatformSilent } from '#worker/pushes/rule-platform.ts';
import { plannedLeads, planLeads } from '../../analysis/platforms/platform-room.ts';
import { GoogleRoom, rule, typedRule, typedSet } from './google-room.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const MOBILE = rule(1.3, ['device', 'mobile']);
const TABLET = rule(0.7, ['device', 'tablet']);
const TEXAS = rule(2, ['location', '21176']);
const MOBILE_IN_TEXAS = rule(3, ['device', 'mobile'], ['location', '21176']);

const rows = async (room: GoogleRoom, plan: readonly PushedRule[]) =>
  (await room.preview(plan)).difference.map(({ action, rule: words, before, after }) => [
    action,
    words,
    before,
    after,
  ]);

const problems = async (room: GoogleRoom, plan: readonly PushedRule[]) =>
  (await room.preview(plan)).problems.map(({ message }) => message);

/** An account with rules on devices that were typed in Google Ads. */
const typed = (...fields: Parameters<typeof typedSet>[1][]) => {
  const rules = [typedRule(1, ['device', 'desktop']), typedRule(2, ['device', 'tablet'])];
  return makeCustomer({ rules, sets: [typedSet(rules, fields[0])] });
};

describe('the difference', () => {
  test('says for each rule whether it is added, changed, paused or left, with the words of the account', async () => {
    const room = new GoogleRoom();
    await room.push([MOBILE, TABLET, rule(2, ['device', 'desktop'])]);
    expect(await rows(room, [MOBILE, rule(0.8, ['device', 'tablet']), MOBILE_IN_TEXAS])).toEqual([
      ['leave', 'Device: mobile', 'Multiply by 1.30', 'Multiply by 1.30'],
      ['change', 'Device: tablet', 'Multiply by 0.70', 'Multiply by 0.80'],
      ['add', 'Device: mobile + Location: 21176', null, 'Multiply by 3.00'],
      ['pause', 'Device: Computers', 'Multiply by 2.00', 'Paused (Multiply by 2.00)'],
    ]);
  });

  test('of places is about people who are there, and the rule says it no other way than others do', async () => {
    const room = new GoogleRoom();
    expect(await rows(room, [TEXAS])).toEqual([['add', 'Location: 21176', null, 'Multiply by 2.00']]);
    expect(await room.push([TEXAS])).toMatchObject({ state: 'done' });
    expect(room.customer.rules.map(({ geoLocationCondition }) => geoLocationCondition?.geoMatchType)).toEqual(
      ['LOCATION_OF_PRESENCE'],
    );
    expect(await rows(room, [TEXAS])).toEqual([
      ['leave', 'Location: 21176', 'Multiply by 2.00', 'Multiply by 2.00'],
    ]);
  });

  test('of an account that is as planned is nothing to write', async () => {
    const room = new GoogleRoom();
    await room.push([MOBILE]);
    expect(await room.push([MOBILE])).toMatchObject({ state: 'done', written: [] });
  });

  test('of a rule that was paused before is a change, and the same rule is on again', async () => {
    const room = new GoogleRoom();
    await room.push([MOBILE, TABLET]);
    await room.push([MOBILE]);
    expect(await rows(room, [MOBILE, TABLET])).toContainEqual([
      'change',
      'Device: tablet',
      'Paused (Multiply by 0.70)',
      'Multiply by 0.70',
    ]);
    await room.push([MOBILE, TABLET]);
    expect(room.customer.rules.map(({ status }) => status)).toEqual(['ENABLED', 'ENABLED']);
  });

  test('names places and lists of the account as Google does', async () => {
    const rules = [
      typedRule(1, ['location', '21176']),
      typedRule(2, ['location', '21137'], { status: 'PAUSED' }),
    ];
    const lists = typedRule(3, ['audience', '901']);
    const room = new GoogleRoom(
      makeCustomer({ rules: [...rules, lists], sets: [typedSet(rules, { dimensions: ['GEO_LOCATION'] })] }),
    );
    expect((await room.preview([rule(2, ['location', '2840'])])).others).toEqual([
      { rule: 'Location: Texas, United States', effect: 'Multiply by 2.00' },
      { rule: 'Location: California, United States', effect: 'Paused (Multiply by 2.00)' },
      { rule: 'Audience: Customers', effect: 'Paused (Multiply by 2.00)' }, // in no set
    ]);
  });

  test('says which campaigns have rules of their own', async () => {
    const own = [typedRule(1, ['device', 'mobile']), typedRule(2, ['device', 'tablet'])];
    const sets = own.map((one, at) => ({
      ...typedSet([one], { attachmentType: 'CAMPAIGN', campaign: `customers/1234567890/campaigns/${at}` }),
      resourceName: `customers/1234567890/conversionValueRuleSets/${50 + at}`,
    }));
    const notes = async (count: number) =>
      (await new GoogleRoom(makeCustomer({ rules: own, sets: sets.slice(0, count) })).preview([MOBILE]))
        .notes;
    expect(await notes(0)).toEqual([]);
    expect(await notes(1)).toEqual(['1 campaign has rules of its own, which override those of the account.']);
    expect(await notes(2)).toEqual([
      '2 campaigns have rules of their own, which override those of the account.',
    ]);
  });

  test('words an effect of others that we never set', () => {
    const { platform } = new GoogleRoom().room;
    expect(platform.describeEffect({ operation: 'set', value: 5 })).toBe('Set to 5.00');
    expect(platform.describeEffect({ operation: 'add', value: 5 })).toBe('Add 5.00');
  });
});

describe('limits', () => {
  test.each([
    [0.49, false],
    [0.5, true],
    [10, true],
    [10.01, false],
  ])('a multiplier of %d is taken: %s', async (multiplier, isTaken) => {
    const room = new GoogleRoom();
    const plan = [rule(multiplier, ['device', 'mobile'])];
    expect((await problems(room, plan)).length === 0).toBe(isTaken);
    expect(await room.push(plan)).toEqual(isTaken ? expect.objectContaining({ state: 'done' }) : null);
  });

  test.each<[string, PushedRule]>([
    ['two conditions at most', rule(2, ['device', 'mobile'], ['location', '2840'], ['audience', '901'])],
    ['different types', rule(2, ['device', 'mobile'], ['device', 'tablet'])],
    ['location, device and audience only', rule(2, ['age', '18-24'])],
    ['knows no such device', rule(2, ['device', 'watch'])],
    ['knows no such location', rule(2, ['location', '2840/../1'])],
    ['knows no such audience', rule(2, ['audience', 'customers/1/userLists/2'])],
  ])('a rule against "%s" is refused before Google is asked', async (words, wrong) => {
    const room = new GoogleRoom();
    expect((await problems(room, [wrong])).join(' ')).toContain(words);
    expect(room.standIn.calls.filter(({ path }) => path.endsWith(':mutate'))).toEqual([]);
  });

  test('two rules of a plan for the same leads are refused, and a place in another place is none of them', async () => {
    const room = new GoogleRoom();
    const twice = await room.preview([MOBILE, rule(2, ['device', 'tablet', 'mobile'])]);
    expect(twice.problems).toEqual([{ rule: 1, message: expect.stringContaining('same leads') }]);
    expect(await problems(room, [TEXAS, rule(2, ['location', '2840'])])).toEqual([]);
  });

  test('three types of conditions, or two primary ones, are refused', async () => {
    const room = new GoogleRoom();
    const three = [MOBILE_IN_TEXAS, rule(2, ['device', 'tablet'], ['audience', '901'])];
    expect((await problems(room, three))[0]).toContain('two types of conditions at most');
    expect((await problems(room, [MOBILE, TEXAS]))[0]).toContain('the same primary condition');
  });

  test('an account has 500 rules, and not one more', async () => {
    const others = Array.from({ length: 499 }, (_, at) => typedRule(at + 1, ['location', String(at + 5000)]));
    const room = new GoogleRoom(
      makeCustomer({ rules: others, sets: [typedSet(others, { dimensions: ['GEO_LOCATION'] })] }),
    );
    room.standIn.pageRows = 10_000;
    expect(await problems(room, [TEXAS])).toEqual([]);
    expect(await problems(room, [TEXAS, rule(2, ['location', '2840'])])).toEqual([
      'The account would have 501 rules, and Google takes 500. Remove some in Google Ads, or plan fewer.',
    ]);
  });
});

describe('rules of others', () => {
  test('with the same condition are named, and nothing is pushed over them', async () => {
    const room = new GoogleRoom(typed());
    const [problem] = (await room.preview([MOBILE, TABLET])).problems;
    expect(problem).toEqual({
      rule: 1,
      message: expect.stringContaining('a rule for Device: tablet that was not made here'),
    });
  });

  test('leave room for another type, which is added for good, and said before and after', async () => {
    const room = new GoogleRoom(typed());
    const seen = await room.preview([MOBILE, MOBILE_IN_TEXAS]);
    expect(seen.notes).toEqual([expect.stringContaining('also take Location as a condition, for good')]);
    const push = await room.push([MOBILE, MOBILE_IN_TEXAS]);
    expect(room.customer.sets).toMatchObject([{ dimensions: ['DEVICE', 'GEO_LOCATION'] }]);
    const undone = await room.undo(push!.id);
    expect(room.customer.sets).toMatchObject([
      { dimensions: ['DEVICE', 'GEO_LOCATION'], conversionValueRules: typed().sets[0]!.conversionValueRules },
    ]);
    expect(undone.kept).toEqual([expect.stringContaining('keeps Location')]);
    expect(room.customer.rules).toEqual(typed().rules);
  });

  test('with other types of conditions cannot be joined, and the page says what can', async () => {
    const room = new GoogleRoom(typed());
    const [message] = await problems(room, [TEXAS]);
    expect(message).toContain('with the condition Device');
    expect(message).toContain('What can be pushed: rules with Device first and one other type.');
    const full = new GoogleRoom(typed({ dimensions: ['DEVICE', 'AUDIENCE'] }));
    expect((await problems(full, [MOBILE_IN_TEXAS]))[0]).toContain(
      'rules with Device first and Audience second.',
    );
    expect(await problems(full, [MOBILE])).toEqual([]);
  });

  test('that are paused as a whole have to be enabled in Google Ads first', async () => {
    expect((await problems(new GoogleRoom(typed({ status: 'PAUSED' })), [MOBILE]))[0]).toContain(
      'paused as a whole',
    );
  });

  test('of an inherited set, or one of store visits, do not take ours', async () => {
    const inherited = typedSet([], { ownerCustomer: 'customers/9' });
    const stores = typedSet([], {
      conversionActionCategories: ['STORE_VISIT'],
      resourceName: 'customers/1234567890/conversionValueRuleSets/2',
    });
    const room = new GoogleRoom(makeCustomer({ sets: [inherited, stores] }));
    expect(await room.push([MOBILE])).toMatchObject({ state: 'done' });
    expect(room.customer.sets.slice(0, 2)).toEqual([inherited, stores]);
    expect(room.customer.sets).toHaveLength(3);
  });
});

test('a set that was made here and does not fit another plan is replaced, and undone with new ids', async () => {
  const room = new GoogleRoom();
  await room.push([MOBILE]);
  const [old] = room.customer.rules;
  const { notes, difference } = await room.preview([TEXAS]);
  expect(notes).toEqual([expect.stringContaining('another one is made')]);
  expect(difference).toMatchObject([
    { action: 'add' },
    { action: 'remove', rule: 'Device: Mobile phones', after: null },
  ]);
  const push = await room.push([TEXAS]);
  expect(room.customer.rules).toMatchObject([
    { geoLocationCondition: { geoTargetConstants: ['geoTargetConstants/21176'] } },
  ]);
  const undone = await room.undo(push!.id);
  expect(undone.kept).toEqual([
    'The rule set was made anew and has a new id.',
    '1 rule that was removed has a new id in Google Ads.',
  ]);
  expect(room.customer.rules).toEqual([
    { ...old, resourceName: expect.not.stringMatching(old!.resourceName) },
  ]);
});

test('another rule with the same figure that appears after a lost answer is not taken for ours if its conditions differ', async () => {
  const room = new GoogleRoom();
  const { picture } = await room.preview([MOBILE]);
  room.standIn.failures = [{ at: 'conversionValueRules:mutate', isApplied: false, status: 0 }];
  expect(await room.write([MOBILE], picture)).toMatchObject({ state: 'stopped', written: [] });
  room.standIn.failures = [];
  const theirs = typedRule(5, ['device', 'tablet'], { action: { operation: 'MULTIPLY', value: 1.3 } });
  room.customer.rules.push(theirs);
  await room.push([MOBILE]);
  expect(room.of([theirs.resourceName])).toEqual([theirs]);
  expect(room.customer.sets[0]?.conversionValueRules).not.toContain(theirs.resourceName);
});

/** Loses the answers of a push from its first call to a service on, and has them back. */
async function pushInDark(room: GoogleRoom, plan: readonly PushedRule[], service: string) {
  const { picture } = await room.preview(plan);
  const { answer } = room.standIn;
  let isDark = false;
  vi.spyOn(room.standIn, 'answer').mockImplementation((call) => {
    isDark ||= call.path.endsWith(service);
    return isDark ? { status: 503, answer: {} } : answer.call(room.standIn, call);
  });
  const push = await room.write(plan, picture);
  vi.restoreAllMocks();
  return push;
}

const SETS = 'RuleSets:mutate';
const RULES = 'Rules:mutate';

describe('after lost answers', () => {
  test('a rule that somebody had before, just like the lost one, stays theirs', async () => {
    const theirs = typedRule(5, ['device', 'mobile'], { action: { operation: 'MULTIPLY', value: 1.3 } });
    const room = new GoogleRoom(makeCustomer({ rules: [theirs] }));
    expect(await pushInDark(room, [MOBILE], RULES)).toMatchObject({ state: 'stopped', written: [] });
    expect((await room.preview([MOBILE])).others).toHaveLength(1);
    await room.push([MOBILE]);
    expect(room.customer.sets[0]?.conversionValueRules).not.toContain(theirs.resourceName);
    expect(room.customer.rules).toHaveLength(2);
  });

  test('a push that stopped is undone, unless somebody has changed its rules since', async () => {
    const stopped = async () => {
      const room = new GoogleRoom();
      await room.push([MOBILE]);
      const push = await pushInDark(room, [rule(1.8, ['device', 'mobile']), TABLET], SETS);
      expect(push).toMatchObject({ state: 'stopped', written: ['Make 1 rule, change 1 rule'], after: null });
      return { room, id: push.id, mobile: room.customer.rules[0]! };
    };
    const alone = await stopped();
    await alone.room.undo(alone.id);
    expect(alone.room.customer.rules).toMatchObject([{ action: { value: 1.3 } }]);
    const changed = await stopped();
    changed.mobile.action.value = 4;
    await expect(changed.room.undo(changed.id)).rejects.toThrow('Somebody has changed');
    const removed = await stopped();
    removed.room.customer.rules.shift();
    removed.room.customer.sets = [];
    await expect(removed.room.undo(removed.id)).rejects.toThrow('Somebody has changed');
    expect(removed.room.customer.rules).toHaveLength(1);
  });

  test('a set whose rules somebody has paused since goes with the undo', async () => {
    const room = new GoogleRoom();
    const { picture } = await room.preview([MOBILE]);
    const calls = room.standIn.calls.length;
    room.standIn.failures = [{ at: calls + 8, isApplied: false, status: 0, lasts: true }];
    const push = await room.write([MOBILE], picture);
    expect(push).toMatchObject({ state: 'stopped', written: [expect.any(String), expect.any(String)] });
    room.standIn.failures = [];
    room.customer.rules[0]!.status = 'PAUSED';
    await room.undo(push.id);
    expect(room.customer).toMatchObject({ rules: [], sets: [] });
  });
});

describe('an undo', () => {
  /** The state of a rule: whether it is on, and in a set. */
  const standing = (room: GoogleRoom, device: string) => {
    const found = room.customer.rules.find((one) => one.deviceCondition?.deviceTypes?.includes(device));
    const isListed = room.customer.sets.some(({ conversionValueRules }) =>
      conversionValueRules.includes(found?.resourceName ?? ''),
    );
    return [found?.status, isListed];
  };

  test('keeps a rule paused that was paused, where others are on in the set of somebody else', async () => {
    const room = new GoogleRoom(typed());
    const phone = rule(2, ['device', 'mobile']);
    await room.push([phone]);
    room.customer.rules.at(-1)!.status = 'PAUSED';
    const { id } = (await room.push([phone]))!;
    expect(standing(room, 'MOBILE')).toEqual(['ENABLED', true]);
    await room.undo(id);
    expect(standing(room, 'MOBILE')).toEqual(['PAUSED', true]);
  });

  test('keeps a rule paused outside of a set, where its set can have no rule that is on', async () => {
    const room = new GoogleRoom();
    await room.push([MOBILE]);
    room.customer.rules[0]!.status = 'PAUSED';
    room.customer.sets[0]!.status = 'PAUSED';
    const { id } = (await room.push([rule(1.9, ['device', 'mobile'])]))!;
    expect(room.effect()).toHaveLength(1);
    const { kept } = await room.undo(id);
    expect(standing(room, 'MOBILE')).toEqual(['PAUSED', false]);
    expect(room.customer.rules[0]?.action.value).toBe(1.3);
    expect(kept).toEqual([]);
  });

  test('restores rules of several primary types, which only a change by hand can make', async () => {
    const room = new GoogleRoom();
    await room.push([TEXAS]);
    await room.push([MOBILE, MOBILE_IN_TEXAS]);
    const texas = room.customer.rules.find((one) => one.geoLocationCondition && !one.deviceCondition)!;
    texas.status = 'ENABLED';
    const before = room.effect();
    expect(before).toHaveLength(3);
    const { id } = (await room.push([rule(2, ['audience', '901'])]))!;
    expect(room.effect()).toHaveLength(1);
    const { kept } = await room.undo(id);
    expect(room.effect()).toEqual(before);
    expect(kept).toContain('The rule set was made anew and has a new id.');
  });
});

test('a write that Google does not take in its test is a problem of the plan; any other failure is thrown', async () => {
  const { room } = new GoogleRoom();
  type Test = NonNullable<PushRoom<unknown, unknown>['platform']['test']>;
  const look = (answer: Test, plan: readonly PushedRule[]) =>
    makePreview({ ...room, platform: { ...room.platform, test: answer } }, plan);
  const refusing = vi.fn<Test>(() => Promise.reject(new PlatformRefused('No such device.')));
  expect(await look(refusing, [MOBILE])).toMatchObject({
    problems: [{ rule: null, message: 'No such device.' }],
    isTested: true,
  });
  expect((await look(() => Promise.resolve(), [MOBILE])).problems).toEqual([]);
  await expect(look(() => Promise.reject(new PlatformSilent('late')), [MOBILE])).rejects.toThrow(
    PlatformSilent,
  );
  // Where nothing is written, or our own check finds a problem, Google is not asked.
  expect((await look(refusing, [])).problems).toEqual([]);
  expect((await look(refusing, [rule(0.1, ['device', 'mobile'])])).problems).toMatchObject([{ rule: 0 }]);
  expect(refusing).toHaveBeenCalledTimes(1);
});

test('a write that Google has refused makes nothing ours: the same rule typed by somebody later is theirs', async () => {
  const room = new GoogleRoom();
  const { picture } = await room.preview([MOBILE]);
  const { answer } = room.standIn;
  vi.spyOn(room.standIn, 'answer').mockImplementation((call) =>
    call.path.endsWith(RULES) ? { status: 403, answer: {} } : answer.call(room.standIn, call),
  );
  expect(await room.write([MOBILE], picture)).toMatchObject({ state: 'stopped', written: [] });
  vi.restoreAllMocks();
  room.customer.rules.push(
    typedRule(5, ['device', 'mobile'], { action: { operation: 'MULTIPLY', value: 1.3 } }),
  );
  expect((await room.preview([MOBILE])).others).toHaveLength(1);
});

test('rules that leave are removed where there is no room for them to stay paused', async () => {
  const others = Array.from({ length: 498 }, (_, at) => typedRule(at + 1, ['location', String(at + 5000)]));
  const customer = makeCustomer({
    rules: others,
    sets: [typedSet(others, { dimensions: ['GEO_LOCATION'] })],
  });
  const room = new GoogleRoom(customer);
  room.standIn.pageRows = 10_000;
  await room.push([TEXAS, rule(2, ['location', '2840'])]);
  const plan = [TEXAS, rule(2, ['location', '21137'])];
  expect((await rows(room, plan)).map(([action]) => action)).toEqual(['leave', 'add', 'remove']);
  expect(await room.push(plan)).toMatchObject({ state: 'done' });
  expect(room.customer.rules).toHaveLength(500);
  expect((await rows(room, [TEXAS])).map(([action]) => action)).toEqual(['leave', 'pause']);
});

test('an account that takes every write and does not show the effect is not called done', async () => {
  const room = new GoogleRoom(typed());
  const { picture } = await room.preview([MOBILE]);
  const { answer } = room.standIn;
  vi.spyOn(room.standIn, 'answer').mockImplementation((call) => {
    const answered = answer.call(room.standIn, call);
    if (call.path.endsWith(SETS)) room.customer.sets[0]!.status = 'PAUSED';
    return answered;
  });
  expect(await room.write([MOBILE], picture)).toMatchObject({
    state: 'stopped',
    problem: expect.stringContaining('does not show the rules as approved'),
  });
});

test('a push without a result of Google tells what it knows: refused by Google, it stops with the reason', async () => {
  const room = new GoogleRoom();
  const { picture } = await room.preview([rule(2, ['audience', '901'])]);
  const { answer } = room.standIn;
  vi.spyOn(room.standIn, 'answer').mockImplementation((call) => {
    if (call.path.endsWith('Sets:mutate'))
      return {
        status: 403,
        answer: {
          error: { details: [{ errors: [{ errorCode: { authorizationError: 'ACTION_NOT_PERMITTED' } }] }] },
        },
      };
    return answer.call(room.standIn, call);
  });
  expect(await room.write([rule(2, ['audience', '901'])], picture)).toMatchObject({
    state: 'stopped',
    written: ['Make 1 rule'],
    problem: expect.stringMatching(/may only read/),
  });
});

test('an account that shows a write late is read again, and nothing is written twice', async () => {
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run) => {
    queueMicrotask(run as () => void);
    return 0 as unknown as NodeJS.Timeout; // nobody clears it
  });
  const room = new GoogleRoom();
  const { picture } = await room.preview([MOBILE, TABLET]);
  const { fetch: ask } = room.standIn;
  let late: GoogleAdsStandIn | null = null;
  let reads = 0;
  Object.assign(room.room.access, {
    fetch: (address: string, init: RequestInit) => {
      if (address.endsWith(':mutate')) {
        late = new GoogleAdsStandIn(structuredClone(room.standIn.customers));
        reads = 0;
      } else if (late && ++reads <= 6) {
        // At first nothing of it, then the first of two rules.
        if (reads === 4) late.customers[0]!.rules = room.customer.rules.slice(0, 1);
        return late.fetch(address, init);
      }
      return ask(address, init);
    },
  });
  expect(await room.write([MOBILE, TABLET], picture)).toMatchObject({ state: 'done' });
  expect(room.customer.rules).toHaveLength(2);
  expect(room.customer.sets).toHaveLength(1);
});

test('calls carry the token of the user and the manager that leads to the account, and no developer token', async () => {
  const room = new GoogleRoom(makeCustomer({ under: '5550000000' }));
  room.standIn.customers.push(makeCustomer({ id: '5550000000', manager: true }));
  room.room.reference = { id: '1234567890', via: '5550000000' };
  const sent: Headers[] = [];
  const { fetch: ask } = room.standIn;
  Object.assign(room.room.access, {
    fetch: (address: string, init: RequestInit) => {
      sent.push(new Headers(init.headers));
      return ask(address, init);
    },
  });
  await room.push([MOBILE]);
  expect(sent.length).toBeGreaterThan(8);
  for (const headers of sent) {
    expect(headers.get('Authorization')).toBe('Bearer token');
    expect(headers.get('login-customer-id')).toBe('5550000000');
    expect(headers.has('developer-token')).toBe(false);
  }
});

const DEVICE_IDS: Readonly<Record<string, string>> = {
  'Mobile phones': 'mobile',
  Tablets: 'tablet',
  Computers: 'desktop',
};

/** A plan of the planner as the page pushes it: every name with an id that a person has confirmed. Null where there are more places than the stand-in knows. */
function toPushed(rules: PlatformPlan['rules']): PushedRule[] | null {
  const names = new Set(
    rules.flatMap(({ conditions }) =>
      conditions.flatMap(({ kind, name }) => (kind === 'location' ? [name] : [])),
    ),
  );
  if (names.size > PLACES.length) return null;
  const places = [...names];
  return rules.map(({ conditions, multiplier }, at) => ({
    name: `rule ${at}`,
    multiplier,
    conditions: conditions.map(({ kind, name, value }) => {
      const id = kind === 'location' ? PLACES[places.indexOf(name)]?.id : DEVICE_IDS[name];
      return { kind: kind === 'none' ? 'audience' : kind, values: [{ id: id ?? '', name, value }] };
    }),
  }));
}

test('for any leads, what the planner makes for Google is taken', { timeout: FUZZ_TIMEOUT_MS }, () => {
  let pushed = 0;
  return fuzz({
    name: 'planned leads',
    arbitrary: fc.record({
      planned: plannedLeads,
      kinds: fc.shuffledSubarray(['device', 'location', 'none'] as const, { minLength: 3 }),
    }),
    cases: 60,
    async check({ planned, kinds }) {
      const { fields, leads, choices } = planned;
      const own = { ...choices, kinds: fields.map((_, at) => kinds[at] ?? 'none') };
      const plan = toPushed(planLeads(fields, leads, own).plans.google.rules);
      if (!plan || plan.length === 0) return;
      const room = new GoogleRoom();
      expect(await problems(room, plan)).toEqual([]);
      expect(await room.push(plan)).toMatchObject({ state: 'done', problem: null });
      pushed++;
    },
  }).then(() => expect(pushed).toBeGreaterThan(10));
});
