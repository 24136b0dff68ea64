import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  adAccountsSchema,
  audiencesSchema,
  conversionActionsSchema,
  foundPlacesSchema,
  previewSchema,
  pushedSchema,
} from '#contract/push-answers.ts';
import { MAX_KEPT_PUSHES, PUSHES, PUSH_BUSY_MS } from '#contract/limits.ts';
import { openDatabase } from '#worker/db/client.ts';
import {
  findPush,
  forgetPending,
  insertPush,
  listPushes as listStored,
  resumePush,
  savePush,
} from '#worker/db/pushes.ts';
import { DATABASE_BUDGET_MS } from '#worker/middleware/database.ts';
import { makeCustomer } from '../support/google-ads-stand-in.ts';
import { callThere, connect, endAccess, grantor, userThere } from './connection-support.ts';
import {
  ACCOUNT,
  adsOf,
  advertiser,
  askPreview,
  askPush,
  listPushes,
  mobileRule,
  placeRule,
  post,
  preview,
  push,
  readPush,
  setAds,
  type Advertiser,
} from './push-support.ts';
import { spend } from './support.ts';
import { watchDatabase } from './watched-database.ts';

const OWN = 'customers/1234567890';
const db = openDatabase(env.DB, 60_000); // for all tests together

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const rulesOf = async (token: string) => (await adsOf(token)).customers[0]!.rules;
const read = (path: string, cookie: string | null) => callThere(path, { cookie });

test('a plan is compared, pushed, read back, listed and undone, and each answer fits the contract', async () => {
  const { cookie, token, email } = await advertiser();
  const rules = [mobileRule()];
  const seen = previewSchema.parse(await preview(cookie, rules));
  expect(seen).toMatchObject({
    accountName: 'Acme',
    problems: [],
    others: [],
    isTested: true,
    difference: [{ action: 'add', rule: 'Device: Mobile phones', before: null, after: 'Multiply by 1.30' }],
  });
  expect(seen.touches.join(' ')).toContain('Qualified lead');
  expect(seen.touches.join(' ')).not.toContain('Newsletter'); // nobody bids for it
  expect(await rulesOf(token)).toEqual([]);
  const response = await post('/api/pushes/google-rules', cookie, {
    account: ACCOUNT,
    rules,
    picture: seen.picture,
  });
  expect(response.status).toBe(201);
  const { push: made } = pushedSchema.parse(await response.json());
  expect(made).toMatchObject({ state: 'done', problem: null, by: email, canUndo: true });
  expect(made.written).toEqual(['Make 1 rule', 'Make a rule set with 1 rule']);
  expect(await rulesOf(token)).toMatchObject([
    {
      status: 'ENABLED',
      action: { operation: 'MULTIPLY', value: 1.3 },
      deviceCondition: { deviceTypes: ['MOBILE'] },
    },
  ]);
  const list = await callThere('/api/pushes?kind=google-rules', { cookie });
  const {
    difference: _difference,
    written: _written,
    problem: _problem,
    next: _next,
    kept: _kept,
    rulesInUse: _rulesInUse,
    ...listed
  } = made;
  // The raw answer: the list has no texts, and the schema would drop what is too much.
  expect(await list.json()).toEqual({ pushes: [listed], next: null });
  expect(listed.changes).toEqual([{ action: 'add', count: 1 }]);
  expect(await listPushes(cookie, '?kind=google-rules')).toEqual([made]);
  expect(await listPushes(cookie, '?kind=meta')).toEqual([]);
  const undone = await post(`/api/pushes/${made.id}/undo`, cookie);
  expect(undone.status).toBe(200);
  expect(await readPush(undone)).toMatchObject({
    state: 'undone',
    canUndo: false,
    undoneAt: expect.any(String),
  });
  expect((await adsOf(token)).customers[0]).toMatchObject({ rules: [], sets: [] });
});

test('accounts, places, audiences and conversion actions are read with the right of the user, and fit the contract', async () => {
  const { cookie, token } = await advertiser();
  const manager = makeCustomer({
    id: '5550000000',
    descriptiveName: 'Agency',
    manager: true,
    trackedBy: '5550000000',
  });
  const below = makeCustomer({ id: '1234567890', under: '5550000000', trackedBy: '5550000000' });
  await setAds(token, { customers: [manager, below] });
  const { accounts } = adAccountsSchema.parse(
    await (await read('/api/platforms/google-rules/accounts', cookie)).json(),
  );
  expect(accounts).toEqual([
    { id: '5550000000', via: null, name: 'Agency', currency: 'EUR', isManager: true, isTest: false },
    { id: '1234567890', via: '5550000000', name: 'Acme', currency: 'EUR', isManager: false, isTest: false },
  ]);
  const path = '/api/platforms/google-rules/accounts/1234567890';
  const via = '?via=5550000000';
  const { audiences } = audiencesSchema.parse(await (await read(`${path}/audiences${via}`, cookie)).json());
  expect(audiences).toMatchObject([{ id: '901', name: 'Customers', problem: null }, { id: '902' }]);
  const actions = conversionActionsSchema.parse(
    await (await read(`${path}/conversion-actions${via}`, cookie)).json(),
  );
  expect(actions).toMatchObject({
    trackedBy: '5550000000',
    conversionActions: [
      { id: '71', isPrimary: true, ownerId: '5550000000' },
      { id: '72', isPrimary: false },
    ],
  });
  const refused = await read(`${path}/audiences`, cookie);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: 'PLATFORM_REFUSED',
    message: expect.stringMatching(/no access/),
  });
  expect((await adsOf(token)).calls.at(-1)).toMatchObject({ login: null });
});

test('no answer of these calls holds a token', async () => {
  const { cookie, token } = await advertiser();
  const rules = [mobileRule()];
  const { picture } = await preview(cookie, rules);
  const made = await post('/api/pushes/google-rules', cookie, { account: ACCOUNT, rules, picture });
  const { push: kept } = await made.clone().json<{ push: { id: string } }>();
  const answers = [
    made,
    await askPreview(cookie, rules),
    await read('/api/pushes', cookie),
    await post(`/api/pushes/${kept.id}/undo`, cookie),
    await read('/api/platforms/google-rules/accounts', cookie),
    await read('/api/platforms/google-rules/accounts/1234567890/audiences', cookie),
    await read('/api/platforms/google-rules/accounts/1234567890/conversion-actions', cookie),
    await callThere('/api/connections/google-rules/token', { method: 'POST', cookie }),
  ];
  for (const answer of answers)
    expect(`${await answer.text()}${JSON.stringify([...answer.headers])}`).not.toContain(token);
  const stored = await env.DB.prepare('SELECT * FROM pushes').all();
  expect(JSON.stringify(stored.results)).not.toContain(token);
});

test('an account that refuses is left out of the list; if all refuse, the reason is said', async () => {
  const { cookie, token } = await advertiser();
  const closed = makeCustomer({ id: '2', status: 'CANCELED' });
  await setAds(token, { customers: [closed, makeCustomer()] });
  const list = await (
    await read('/api/platforms/google-rules/accounts', cookie)
  ).json<{ accounts: { id: string }[] }>();
  expect(list.accounts.map(({ id }) => id)).toEqual(['1234567890']);
  await setAds(token, { failures: [{ at: 'googleAds:search', isApplied: false, status: 403 }] });
  const refused = await read('/api/platforms/google-rules/accounts', cookie);
  expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, 'PLATFORM_REFUSED']);
});

test('places are never guessed: each name has its candidates, and one that was pushed before is named', async () => {
  const { cookie } = await advertiser();
  const find = async (country: string | null) => {
    const answer = await post('/api/platforms/google-rules/places', cookie, {
      account: ACCOUNT,
      names: ['Paris', 'TX', 'Texas'],
      country,
    });
    return foundPlacesSchema.parse(await answer.json()).places;
  };
  const places = await find(null);
  expect(places.map(({ name, candidates }) => [name, candidates.map((place) => place.fullName)])).toEqual([
    ['Paris', ['Paris, Texas, United States', 'Paris, Ile-de-France, France']],
    ['TX', []],
    ['Texas', ['Texas, United States']],
  ]);
  expect(places.map(({ confirmedId }) => confirmedId)).toEqual([null, null, null]);
  expect(places[0]?.candidates[1]).toMatchObject({ country: 'FR', type: 'City' });
  expect((await find('FR'))[0]?.candidates).toHaveLength(1);
  await push(cookie, [placeRule('1006094', 'Paris')]);
  expect((await find(null)).map(({ confirmedId }) => confirmedId)).toEqual(['1006094', null, null]);
  // A value that was pushed as what another name found is known where that name is looked up with it, and not alone.
  await push(cookie, [placeRule('21176', 'TX')]);
  expect((await find(null)).map(({ confirmedId }) => confirmedId)).toEqual(['1006094', '21176', null]);
  const alone = await post('/api/platforms/google-rules/places', cookie, {
    account: ACCOUNT,
    names: ['TX'],
    country: null,
  });
  expect(foundPlacesSchema.parse(await alone.json()).places[0]?.confirmedId).toBeNull();
});

test('rules of others are listed and stay, and an account that has changed since it was seen is not written', async () => {
  const { cookie, token } = await advertiser();
  const theirs = {
    resourceName: `${OWN}/conversionValueRules/7`,
    status: 'ENABLED' as const,
    ownerCustomer: OWN,
    action: { operation: 'ADD', value: 5 },
    deviceCondition: { deviceTypes: ['TABLET'] },
  };
  const set = {
    resourceName: `${OWN}/conversionValueRuleSets/8`,
    status: 'ENABLED' as const,
    ownerCustomer: OWN,
    conversionValueRules: [theirs.resourceName],
    dimensions: ['DEVICE'],
    attachmentType: 'CUSTOMER' as const,
    conversionActionCategories: [],
  };
  await setAds(token, { customers: [makeCustomer({ rules: [theirs], sets: [set] })] });
  const rules = [mobileRule()];
  const seen = await preview(cookie, rules);
  expect(seen.others).toEqual([{ rule: 'Device: Tablets', effect: 'Add 5.00' }]);
  const changed = { ...theirs, action: { operation: 'ADD', value: 6 } };
  await setAds(token, { customers: [makeCustomer({ rules: [changed], sets: [set] })] });
  const refused = await post('/api/pushes/google-rules', cookie, {
    account: ACCOUNT,
    rules,
    picture: seen.picture,
  });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ code: 'ACCOUNT_CHANGED' });
  expect(await rulesOf(token)).toEqual([changed]);
  // A picture is of one plan, too.
  const other = await post('/api/pushes/google-rules', cookie, {
    account: ACCOUNT,
    rules: [mobileRule(1.4)],
    picture: (await preview(cookie, rules)).picture,
  });
  expect(other.status).toBe(409);
  const { id } = await push(cookie, rules);
  expect((await rulesOf(token))[0]).toEqual(changed);
  await post(`/api/pushes/${id}/undo`, cookie);
  expect((await adsOf(token)).customers[0]).toMatchObject({ rules: [changed], sets: [set] });
});

test('a plan with a problem, or that Google refuses to test, is not pushed', async () => {
  const { cookie, token } = await advertiser();
  const wrong = [mobileRule(0.4)];
  const seen = await preview(cookie, wrong);
  expect(seen.problems).toEqual([{ rule: 0, message: 'Google multiplies by 0.5 to 10, and this is 0.4.' }]);
  const refused = await post('/api/pushes/google-rules', cookie, {
    account: ACCOUNT,
    rules: wrong,
    picture: seen.picture,
  });
  expect(refused.status).toBe(400);
  const unknown = await preview(cookie, [placeRule('99', 'Nowhere')]);
  expect(unknown.problems).toEqual([
    { rule: null, message: expect.stringMatching(/^Google Ads refused it: .*INVALID_GEO/) },
  ]);
  expect(await rulesOf(token)).toEqual([]);
  expect(await listPushes(cookie)).toEqual([]);
});

test('a write without an answer is read back and not repeated, and the next push writes what is missing', async () => {
  const { cookie, token } = await advertiser();
  const rules = [mobileRule()];
  // Done all the same: it is found, and the push goes on.
  await setAds(token, { failures: [{ at: 'conversionValueRules:mutate', isApplied: true, status: 503 }] });
  const seen = await askPreview(cookie, rules);
  expect(seen.status).toBe(502); // the test had no answer, either
  await setAds(token, {});
  const { picture } = await preview(cookie, rules);
  await setAds(token, { failures: [{ at: 'conversionValueRules:mutate', isApplied: true, status: 503 }] });
  const found = await readPush(
    await post('/api/pushes/google-rules', cookie, { account: ACCOUNT, rules, picture }),
  );
  expect(found).toMatchObject({ state: 'done', problem: null });
  expect(await rulesOf(token)).toHaveLength(1);
  // Not done: it stops, and says what was written.
  const next = [mobileRule(), placeTablet()];
  await setAds(token, {});
  const { picture: later } = await preview(cookie, next);
  await setAds(token, {
    failures: [{ at: 'conversionValueRuleSets:mutate', isApplied: false, status: 503 }],
  });
  const response = await post('/api/pushes/google-rules', cookie, {
    account: ACCOUNT,
    rules: next,
    picture: later,
  });
  expect(response.status).toBe(201);
  const stopped = await readPush(response);
  expect(stopped).toMatchObject({
    state: 'stopped',
    written: ['Make 1 rule'],
    problem: expect.stringMatching(/did not answer/),
  });
  expect((await adsOf(token)).calls.filter(({ path }) => path.endsWith('Sets:mutate'))).toHaveLength(1);
  await setAds(token, {});
  expect(await push(cookie, next)).toMatchObject({
    state: 'done',
    written: ['Have the rule set hold 2 rules of this plan'],
  });
  expect(await rulesOf(token)).toHaveLength(2);
});

const placeTablet = () => ({
  ...mobileRule(2),
  conditions: [{ kind: 'device' as const, values: [{ id: 'tablet', name: 'Tablets', value: 'Tablet' }] }],
});

test('an undo stops where somebody has changed the rules since, and where a later push stands', async () => {
  const { cookie, token } = await advertiser();
  const first = await push(cookie, [mobileRule()]);
  const second = await push(cookie, [mobileRule(1.5)]);
  const early = await post(`/api/pushes/${first.id}/undo`, cookie);
  expect(early.status).toBe(409);
  const [customer] = (await adsOf(token)).customers;
  const [rule] = customer!.rules;
  rule!.action.value = 9;
  await setAds(token, { customers: [customer!] });
  const changed = await post(`/api/pushes/${second.id}/undo`, cookie);
  expect(changed.status).toBe(409);
  expect(await changed.json()).toMatchObject({
    code: 'ACCOUNT_CHANGED',
    message: expect.stringMatching(/Somebody/),
  });
  expect((await rulesOf(token))[0]?.action.value).toBe(9);
  rule!.action.value = 1.5;
  await setAds(token, { customers: [customer!] });
  expect((await post(`/api/pushes/${second.id}/undo`, cookie)).status).toBe(200);
  expect((await rulesOf(token))[0]?.action.value).toBe(1.3);
  expect((await listPushes(cookie)).map(({ canUndo }) => canUndo)).toEqual([false, true]);
  expect((await post(`/api/pushes/${first.id}/undo`, cookie)).status).toBe(200);
  expect(await rulesOf(token)).toEqual([]);
});

test('an account whose conversions a manager tracks is not written, and the manager is named', async () => {
  const { cookie, token } = await advertiser();
  await setAds(token, { customers: [makeCustomer({ trackedBy: '5550000000' })] });
  const { problems } = await preview(cookie, [mobileRule()]);
  expect(problems.map(({ message }) => message).join(' ')).toContain('555-000-0000');
});

async function both(): Promise<[Advertiser, Advertiser]> {
  return [await advertiser(), await advertiser()];
}

test('a second user sees, compares with and undoes no push of the first, and calls with the own right only', async () => {
  const [first, second] = await both();
  const mine = await push(first.cookie, [mobileRule()]);
  const held = (await adsOf(first.token)).customers;
  // The same account, as two people of one company have it.
  await setAds(second.token, { customers: held });
  expect(await listPushes(second.cookie)).toEqual([]);
  const undo = await post(`/api/pushes/${mine.id}/undo`, second.cookie);
  expect(undo.status).toBe(404);
  const seen = await preview(second.cookie, [placeTablet()]);
  expect(seen.others).toEqual([{ rule: 'Device: Mobile phones', effect: 'Multiply by 1.30' }]);
  const before = (await adsOf(first.token)).calls.length;
  const theirs = await push(second.cookie, [placeTablet()]);
  expect((await adsOf(first.token)).calls).toHaveLength(before);
  expect((await adsOf(first.token)).customers).toEqual(held);
  expect(await listPushes(first.cookie)).toEqual([mine]);
  await post(`/api/pushes/${theirs.id}/undo`, second.cookie);
  expect(await listPushes(first.cookie)).toEqual([mine]);
  const places = await post('/api/platforms/google-rules/places', second.cookie, {
    account: ACCOUNT,
    names: ['Texas'],
    country: null,
  });
  expect(places.status).toBe(200);
});

test('nothing of it answers without a user, without a connection, or for a kind that takes no rules', async () => {
  const { cookie } = await userThere();
  const body = { account: ACCOUNT, rules: [mobileRule()], picture: 'x' };
  const places = { account: ACCOUNT, names: ['Texas'], country: null };
  const calls: [string, string, unknown?][] = [
    ['GET', '/api/platforms/google-rules/accounts'],
    ['POST', '/api/platforms/google-rules/places', places],
    ['GET', '/api/platforms/google-rules/accounts/1234567890/audiences'],
    ['GET', '/api/platforms/google-rules/accounts/1234567890/conversion-actions'],
    ['POST', '/api/pushes/google-rules/preview', body],
    ['POST', '/api/pushes/google-rules', body],
  ];
  for (const [method, path, sent] of calls) {
    expect((await callThere(path, { method, body: sent })).status).toBe(401);
    const response = await callThere(path, { method, body: sent, cookie });
    expect([response.status, (await response.json<{ code?: string }>()).code]).toEqual([409, 'DISCONNECTED']);
    for (const kind of ['sheets', 'google-values', 'nothing'])
      expect(
        (await callThere(path.replace('google-rules', kind), { method, body: sent, cookie })).status,
      ).toBe(404);
    expect((await callThere(path, { method, body: sent, cookie }, { GOOGLE_ADS: 'values' })).status).toBe(
      404,
    );
  }
  expect((await read('/api/pushes', null)).status).toBe(401);
  expect((await read('/api/pushes?kind=sheets', cookie)).status).toBe(404);
  expect((await post(`/api/pushes/${crypto.randomUUID()}/undo`, cookie)).status).toBe(404);
});

test('a right for values opens no rules', async () => {
  const { cookie } = await userThere();
  await connect(cookie, grantor(), 'google-values');
  expect((await read('/api/platforms/google-rules/accounts', cookie)).status).toBe(409);
});

test('a token that Google no longer takes asks to connect again; a Google that fails is said to fail', async () => {
  const { cookie, token } = await advertiser();
  await setAds(token, {
    failures: [{ at: 'customers:listAccessibleCustomers', isApplied: false, status: 401 }],
  });
  const ended = await read('/api/platforms/google-rules/accounts', cookie);
  expect([ended.status, (await ended.json<{ code: string }>()).code]).toEqual([409, 'DISCONNECTED']);
  await setAds(token, {
    failures: [{ at: 'customers:listAccessibleCustomers', isApplied: false, status: 500 }],
  });
  const failed = await read('/api/platforms/google-rules/accounts', cookie);
  expect([failed.status, (await failed.json<{ code: string }>()).code]).toEqual([
    502,
    'PROVIDER_UNAVAILABLE',
  ]);
});

test('an access token that is over is refreshed before a push', async () => {
  const { id, cookie } = await userThere();
  await connect(cookie, grantor(), 'google-rules');
  await endAccess(id, 0, 'google-rules');
  expect(await push(cookie, [mobileRule()])).toMatchObject({ state: 'done' });
});

test('ids of accounts are digits, whatever the address says', async () => {
  const { cookie, token } = await advertiser();
  const before = (await adsOf(token)).calls.length;
  for (const account of [
    { id: '1/../2', via: null },
    { id: '1234567890', via: 'x\r\ny' },
  ])
    expect((await askPreview(cookie, [mobileRule()], account)).status).toBe(409);
  expect((await read('/api/platforms/google-rules/accounts/1%2F2/audiences', cookie)).status).toBe(409);
  expect((await adsOf(token)).calls).toHaveLength(before);
});

test('pushes of one user are limited, and those of another one are not', async () => {
  const [first, second] = await both();
  const body = { account: ACCOUNT, rules: [], picture: 'x' };
  expect((await post('/api/pushes/google-rules', first.cookie, body)).status).toBe(400);
  await spend('pushes', PUSHES.count - 2);
  expect((await post('/api/pushes/google-rules', first.cookie, body)).status).toBe(400);
  expect((await post('/api/pushes/google-rules', first.cookie, body)).status).toBe(429);
  expect((await askPush(second.cookie, [mobileRule()])).status).toBe(201);
});

const row = (userId: string, fields: Partial<Parameters<typeof insertPush>[1]> = {}) => ({
  id: crypto.randomUUID(),
  userId,
  kind: 'google-rules' as const,
  accountId: '1',
  via: null,
  accountName: 'Acme',
  madeBy: 'ann@example.com',
  createdAt: 1,
  state: 'writing' as const,
  rules: [],
  difference: [],
  before: { rules: [] },
  after: null,
  ids: ['a'],
  pending: null,
  written: ['Make 1 rule'],
  problem: null,
  next: [],
  kept: [],
  undoneAt: null,
  ...fields,
});

const ownerOf = ({ userId }: { userId: string }) => ({ id: userId, roles: [] });

const begin = (push: Parameters<typeof insertPush>[1], now: number) =>
  insertPush(db, push, { editor: ownerOf(push), now });

const resume = (key: Parameters<typeof resumePush>[1], now: number) =>
  resumePush(db, key, { editor: ownerOf(key), now });

test('one push of a user to an account is under way at a time, until its time is over', async () => {
  const [first, second] = await both();
  const mine = row(first.id);
  expect(await begin(mine, 1000)).toBe(true);
  expect(await begin(row(first.id), 1001)).toBe(false);
  expect(await begin(row(second.id), 1001)).toBe(true);
  expect(await begin(row(first.id, { accountId: '2' }), 1001)).toBe(true);
  expect(await begin(row(first.id, { kind: 'meta' }), 1001)).toBe(true);
  const key = { userId: first.id, kind: 'google-rules' as const, accountId: '1' };
  expect(await resume({ ...key, id: mine.id }, 999 + PUSH_BUSY_MS)).toBe(false);
  expect(await resume({ ...key, userId: second.id, id: mine.id }, 1000 + PUSH_BUSY_MS)).toBe(false);
  expect(await resume({ ...key, id: mine.id }, 1000 + PUSH_BUSY_MS)).toBe(true);
  expect(await begin(row(first.id), 1000 + PUSH_BUSY_MS)).toBe(false);
  await savePush(db, { userId: second.id, id: mine.id }, { now: 1, state: 'done' });
  expect(await listStored(db, key)).toMatchObject([{ id: mine.id, state: 'undoing' }]);
});

test('a push that never ended has stopped, can be undone, and its place is taken by the next', async () => {
  const { id, cookie } = await advertiser();
  const made = row(id, { createdAt: 2 });
  await begin(made, Date.now());
  expect(await listPushes(cookie)).toMatchObject([{ state: 'writing', canUndo: false, problem: null }]);
  await env.DB.prepare('UPDATE pushes SET busy_until = 0 WHERE id = ?').bind(made.id).run();
  expect(await listPushes(cookie)).toMatchObject([
    { state: 'stopped', canUndo: true, problem: expect.stringMatching(/interrupted/) },
  ]);
});

/** A database that fails after the first write of a push was noted: the push ends before its answer is. */
function endsAfterFirstWrite(): D1Database {
  let updates = 0;
  return watchDatabase(env.DB, ({ statements, work }) => {
    if (/^update "pushes"/i.test(statements[0] ?? '')) updates++; // a new push is a batch that begins otherwise
    return updates > 1 ? Promise.reject(new Error('D1_ERROR: the Worker has ended')) : work();
  });
}

const endBusyTime = (userId: string) =>
  env.DB.prepare('UPDATE pushes SET busy_until = 1 WHERE user_id = ?').bind(userId).run();

test('an interrupted push stays over when the next one clears what it left, and the next one can be undone at once', async () => {
  const { id, cookie, token } = await advertiser();
  const rules = [mobileRule()];
  const { picture } = await preview(cookie, rules);
  const body = { account: ACCOUNT, rules, picture };
  const broken = await post('/api/pushes/google-rules', cookie, body, { DB: endsAfterFirstWrite() });
  expect(broken.status).toBe(503);
  const [interrupted] = await listPushes(cookie);
  expect(interrupted).toMatchObject({ state: 'writing', written: [] });
  expect(await rulesOf(token)).toHaveLength(1);
  await endBusyTime(id);
  const next = await push(cookie, rules);
  expect(next).toMatchObject({ state: 'done', written: ['Make a rule set with 1 rule'] });
  expect(await listPushes(cookie)).toMatchObject([
    { id: next.id, state: 'done', canUndo: true },
    { id: interrupted?.id, state: 'stopped' },
  ]);
  const undone = await post(`/api/pushes/${next.id}/undo`, cookie);
  expect([undone.status, await rulesOf(token)]).toMatchObject([200, [{ resourceName: expect.any(String) }]]);
});

test('what a write left behind is cleared of one push of one user, which is under way for no longer', async () => {
  const [first, second] = await both();
  const pending = { step: {}, known: [] };
  const [mine, other, theirs] = [first, first, second].map(({ id }) => row(id, { pending }));
  for (const made of [mine, theirs]) await begin(made!, 1000);
  await begin({ ...other!, accountId: '2' }, 1000);
  const leftOf = async (userId: string, accountId: string) => {
    const [stored] = await listStored(db, { userId, kind: 'google-rules', accountId });
    return [stored?.pending, stored?.busyUntil, stored?.state];
  };
  const untouched = [pending, 1000 + PUSH_BUSY_MS, 'writing'];
  await forgetPending(db, { userId: second.id, id: mine!.id });
  expect(await leftOf(first.id, '1')).toEqual(untouched);
  await forgetPending(db, { userId: first.id, id: mine!.id });
  expect(await leftOf(first.id, '1')).toEqual([null, 1000 + PUSH_BUSY_MS, 'writing']);
  expect([await leftOf(first.id, '2'), await leftOf(second.id, '1')]).toEqual([untouched, untouched]);
});

// Each statement takes 1.2 seconds: all of them together take longer than a request may wait for the database, and less than a save may.
test('a push and its undo may wait for the database as long as a save', async () => {
  const { cookie } = await advertiser();
  const rules = [mobileRule()];
  const { picture } = await preview(cookie, rules);
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const DB = watchDatabase(env.DB, async ({ work }) => {
    vi.setSystemTime(Date.now() + 1200);
    await scheduler.wait(20); // whoever waits no longer is told so
    return await work();
  });
  const started = Date.now();
  const made = await post('/api/pushes/google-rules', cookie, { account: ACCOUNT, rules, picture }, { DB });
  const { id, state } = await readPush(made);
  expect([made.status, state]).toEqual([201, 'done']);
  expect((await post(`/api/pushes/${id}/undo`, cookie, undefined, { DB })).status).toBe(200);
  expect(Date.now() - started).toBeGreaterThan(2 * DATABASE_BUDGET_MS);
});

test('of old pushes to an account only the ids are kept, and those to another account and of another user stay whole', async () => {
  const [first, second] = await both();
  const other = row(first.id, { accountId: '2' });
  const theirs = row(second.id);
  for (const kept of [other, theirs]) await begin(kept, 1);
  for (let at = 0; at <= MAX_KEPT_PUSHES; at++)
    await begin(row(first.id, { createdAt: 10 + at, state: 'done', ids: [`id-${at}`] }), 1);
  const listed = await listStored(db, { userId: first.id, kind: 'google-rules', accountId: '1' });
  const isWhole = async (userId: string, id: string) => {
    const push = await findPush(db, userId, id);
    return push !== undefined && push.before !== null;
  };
  expect(await Promise.all(listed.map(({ id }) => isWhole(first.id, id)))).toEqual([
    ...Array<boolean>(MAX_KEPT_PUSHES).fill(true),
    false,
  ]);
  expect(listed.at(-1)?.ids).toEqual(['id-0']);
  expect([await isWhole(first.id, other.id), await isWhole(second.id, theirs.id)]).toEqual([true, true]);
  const nextOf = async (userId: string) =>
    (await listStored(db, { userId, kind: 'google-rules', accountId: '1' })).flatMap(({ id, isNextUndo }) =>
      isNextUndo ? [id] : [],
    );
  const [newest, ...earlier] = listed.map(({ id }) => id);
  expect(await nextOf(first.id)).toEqual([newest]);
  await savePush(db, { userId: first.id, id: newest! }, { state: 'undone', now: 1 });
  expect(await nextOf(first.id)).toEqual([earlier[0]]);
  // The one whose turn it is has only its ids left, and one before it cannot be undone.
  for (const id of earlier.slice(0, -1))
    await savePush(db, { userId: first.id, id }, { state: 'undone', now: 1 });
  expect(await nextOf(first.id)).toEqual([]);
  expect(await nextOf(second.id)).toEqual([theirs.id]);
});
