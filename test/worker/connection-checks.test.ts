import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionKind } from '#contract/platforms.ts';
import { checkedSchema, type AskedCheck, type BrowserFinding } from '#contract/connection-checks.ts';
import { connectionsSchema, type Connection } from '#contract/connections.ts';
import { AD_READS } from '#contract/limits.ts';
import { proveSecret } from '#worker/platforms/meta/meta-platform.ts';
import { openDatabase } from '#worker/db/client.ts';
import { findConnection, saveCheck } from '#worker/db/connections.ts';
import type { Env } from '#worker/env.ts';
import { makeCustomer } from '../support/google-ads-stand-in.ts';
import { META_APP } from '../support/stand-in-keys.ts';
import {
  callThere,
  connect,
  connectionOf,
  grantor,
  revokeAtGoogle,
  userThere,
} from './connection-support.ts';
import { adsOf, setAds } from './push-support.ts';
import type { TestUser } from './support.ts';
import { connectTeam, pathOf, teamThere } from './team-connection-support.ts';
import { enrol, outcomeOf } from './team-support.ts';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const check = (
  root: string,
  { cookie }: Pick<TestUser, 'cookie'>,
  body: AskedCheck = {},
  bindings: Partial<Env> = {},
): Promise<Response> => callThere(`${root}/check`, { method: 'POST', cookie, body }, bindings);

const own = (kind: ConnectionKind): string => `/api/connections/${kind}`;

async function foundBy(answer: Promise<Response>) {
  const response = await answer;
  expect(response.status).toBe(200);
  return checkedSchema.parse(await response.json());
}

/** A connection as the list shows it. */
async function shown(
  { cookie }: Pick<TestUser, 'cookie'>,
  kind: ConnectionKind,
  path = '/api/connections',
): Promise<Connection | null> {
  const { connections } = connectionsSchema.parse(await (await callThere(path, { cookie })).json());
  return connections.find((one) => one.kind === kind)?.connection ?? null;
}

/** A Google account whose first renewed token the stand-ins know by a name of its own. */
function renewing() {
  const token = `renewed-${crypto.randomUUID()}`;
  return { ...grantor({ refresh: { answer: { access_token: token } } }), token };
}

test('a check is kept with its date for the connection alone, and a new consent has none', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const google = renewing();
  await connect(user.cookie, google);
  await connect(user.cookie, grantor(), 'google-values');
  await connect(other.cookie, grantor());
  const before = [await connectionOf(user.id, 'google-values'), await connectionOf(other.id)];
  expect(await shown(user, 'sheets')).toMatchObject({ mayCheck: true, check: null });

  const started = Date.now();
  const { check: found, accounts } = await foundBy(check(own('sheets'), user));
  expect(accounts).toEqual([]);
  expect(found).toMatchObject({
    answer: 'Google Sheets takes the permission. No spreadsheet was opened.',
    turn: null,
    code: null,
  });
  expect(Date.parse(found?.at ?? '')).toBeGreaterThanOrEqual(started);
  expect((await shown(user, 'sheets'))?.check).toEqual(found);
  expect([await connectionOf(user.id, 'google-values'), await connectionOf(other.id)]).toEqual(before);

  await connect(user.cookie, google);
  expect((await shown(user, 'sheets'))?.check).toBeNull();
});

test('a check of a connection that another consent has replaced meanwhile is not kept', async () => {
  const user = await userThere();
  const db = openDatabase(env.DB, 60_000);
  const key = { userId: user.id, kind: 'sheets' } as const;
  const row = async () => (await findConnection(db, key))!; // it was just made
  const note = { at: '2026-11-29T00:00:00.000Z', answer: 'Fine.', turn: null, code: null };
  await connect(user.cookie, grantor());
  const first = await row();
  await connect(user.cookie, grantor());
  await saveCheck(db, first, note);
  const second = await row();
  expect(second.lastCheck).toBeNull();
  await saveCheck(db, { ...second, connectedAt: (second.connectedAt ?? 0) + 1 }, note);
  expect((await row()).lastCheck).toBeNull();
  await saveCheck(db, second, note);
  expect((await row()).lastCheck).toEqual(note);
});

test('nobody checks without a session, without a connection, of an unknown kind, or more often than allowed', async () => {
  const user = await userThere();
  expect((await check(own('sheets'), { cookie: '' })).status).toBe(401);
  expect(await outcomeOf(await check(own('sheets'), user))).toEqual([409, 'DISCONNECTED']);
  expect((await check('/api/connections/elsewhere', user)).status).toBe(404);
  await connect(user.cookie, grantor());
  expect((await check(own('sheets'), user, { found: 'fine' as BrowserFinding })).status).toBe(400);
  await env.DB.prepare('UPDATE rate_limits SET count = ?').bind(AD_READS.count).run();
  const refused = await check(own('sheets'), user);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await shown(user, 'sheets'))?.check).toBeNull();
});

test('a right that is over ends the connection, also while its stored token would last, and no other one', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const google = grantor();
  for (const kind of ['sheets', 'google-rules'] as const) await connect(user.cookie, google, kind);
  await connect(other.cookie, grantor());
  const before = await connectionOf(other.id);
  await revokeAtGoogle(google.refreshToken);
  expect(await outcomeOf(await check(own('sheets'), user))).toEqual([409, 'DISCONNECTED']);
  expect(await connectionOf(user.id)).toBeNull();
  expect(await connectionOf(user.id, 'google-rules')).not.toBeNull(); // until it is asked for
  expect(await connectionOf(other.id)).toEqual(before);
  const { results } = await env.DB.prepare('SELECT * FROM ended_rights WHERE account = ?')
    .bind(google.email)
    .all();
  expect(results).toEqual([]); // there is nothing to give back
});

test('a service that does not answer leaves the check before', async () => {
  const user = await userThere();
  const google = renewing();
  await connect(user.cookie, google, 'google-rules');
  const { check: before } = await foundBy(check(own('google-rules'), user));
  await setAds(google.token, { failures: [{ at: 'Rules:mutate', isApplied: false, status: 503 }] });
  const account = { id: '1234567890', via: null };
  expect(await outcomeOf(await check(own('google-rules'), user, { account }))).toEqual([
    502,
    'PROVIDER_UNAVAILABLE',
  ]);
  expect((await shown(user, 'google-rules'))?.check).toEqual(before);
});

describe('sending values', () => {
  test.each<[BrowserFinding, string | null, string | null, RegExp]>([
    ['taken', null, null, /takes the permission\. Nothing was sent\.$/],
    ['not-taken', 'user', 'UNAUTHENTICATED', /Connect again/],
    ['not-enabled', 'operator', 'SERVICE_DISABLED', /Data Manager API is not enabled/],
    ['limit', 'nobody', 'RESOURCE_EXHAUSTED', /Try again tomorrow/],
    ['refused', 'operator', 'CORS', /refuses calls from the pages of this site/],
    ['unreached', 'user', null, /cannot reach datamanager\.googleapis\.com/],
  ])('what the browser has found is told: %s', async (found, turn, code, answer) => {
    const user = await userThere();
    await connect(user.cookie, grantor(), 'google-values');
    const { check: told } = await foundBy(check(own('google-values'), user, { found }));
    expect(told).toMatchObject({ turn, code, answer: expect.stringMatching(answer) });
    expect((await shown(user, 'google-values'))?.check).toEqual(told);
  });

  test('the browser must have looked, and the right must be there', async () => {
    const user = await userThere();
    const google = grantor();
    await connect(user.cookie, google, 'google-values');
    expect((await check(own('google-values'), user)).status).toBe(400);
    await revokeAtGoogle(google.refreshToken);
    const answer = await check(own('google-values'), user, { found: 'taken' });
    expect(await outcomeOf(answer)).toEqual([409, 'DISCONNECTED']);
    expect(await connectionOf(user.id, 'google-values')).toBeNull();
  });
});

describe('rules of Google Ads', () => {
  async function advertiser() {
    const [user, google] = [await userThere(), renewing()];
    await connect(user.cookie, google, 'google-rules');
    return { user, token: google.token };
  }
  const ask = (user: TestUser, body: AskedCheck = {}) => foundBy(check(own('google-rules'), user, body));

  test('Google tests one rule in the only account, and makes none', async () => {
    const { user, token } = await advertiser();
    const { check: found } = await ask(user);
    expect(found).toMatchObject({
      turn: null,
      answer: 'Google Ads would take a rule in the account 1234567890. None was made.',
    });
    const { calls, customers } = await adsOf(token);
    const writes = calls.filter(({ path }) => path.endsWith(':mutate'));
    expect(writes).toMatchObject([
      { path: expect.stringMatching(/conversionValueRules:mutate$/), body: { validateOnly: true } },
    ]);
    expect(customers[0]).toMatchObject({ rules: [], sets: [] });
  });

  test('of several accounts the visitor chooses one, as for a push', async () => {
    const { user, token } = await advertiser();
    const manager = makeCustomer({ id: '5550000000', descriptiveName: 'Agency', manager: true });
    const below = makeCustomer({ id: '1234567890', under: '5550000000' });
    await setAds(token, { customers: [manager, below] });
    const { check: none, accounts } = await ask(user);
    expect(none).toBeNull();
    expect(accounts).toEqual([
      { id: '5550000000', via: null, name: 'Agency' },
      { id: '1234567890', via: '5550000000', name: 'Acme' },
    ]);
    expect((await shown(user, 'google-rules'))?.check).toBeNull();
    const { check: found } = await ask(user, { account: { id: '1234567890', via: '5550000000' } });
    expect(found?.answer).toMatch(/in the account 1234567890/);
    const { calls } = await adsOf(token);
    expect(calls.at(-1)).toMatchObject({ login: '5550000000', body: { validateOnly: true } });
  });

  test('what was not looked at is said, and is tried by its id', async () => {
    const { user, token } = await advertiser();
    const manager = makeCustomer({ id: '5550000000', descriptiveName: 'Agency', manager: true });
    const below = makeCustomer({ id: '1234567890', under: '5550000000' });
    await setAds(token, {
      customers: [makeCustomer({ id: '42' }), manager, below],
      failures: [{ at: '5550000000/googleAds:search', isApplied: false, status: 503 }],
    });
    const asked = await ask(user);
    expect(asked).toMatchObject({ check: null, accounts: [{ id: '42', via: null }], unread: 1 });
    expect((await shown(user, 'google-rules'))?.check).toBeNull();
    const { check: found, unread } = await ask(user, { account: { id: '1234567890', via: '5550000000' } });
    expect(found).toMatchObject({ turn: null, answer: expect.stringMatching(/in the account 1234567890/) });
    expect(unread).toBe(0);
  });

  test('a refused token, though it was renewed just now, does not end the connection', async () => {
    const { user, token } = await advertiser();
    await setAds(token, {
      failures: [{ at: 'customers:listAccessibleCustomers', isApplied: false, status: 401 }],
    });
    expect((await ask(user)).check).toMatchObject({
      turn: 'user',
      answer: 'Google Ads does not take the connection, though its permission was renewed just now.',
    });
    expect(await connectionOf(user.id, 'google-rules')).not.toBeNull();
  });

  test('a refusal has its code, and says who has to act', async () => {
    const { user, token } = await advertiser();
    const { check: found } = await ask(user, { account: { id: '999', via: null } });
    expect(found).toMatchObject({ turn: 'administrator', code: 'USER_PERMISSION_DENIED' });
    expect(found?.answer).toMatch(/has no access to this Google Ads account/);
    // Both accounts refuse at once, and the first one's words are told.
    await setAds(token, {
      customers: [makeCustomer({ id: '11' }), makeCustomer({ id: '22', status: 'CANCELED' })],
      failures: [{ at: '11/googleAds:search', isApplied: false, status: 403 }],
    });
    expect((await ask(user)).check).toMatchObject({
      turn: 'user',
      code: null,
      answer: 'Google Ads refused it: status 403',
    });
    await setAds(token, { customers: [] });
    expect((await ask(user)).check).toMatchObject({
      turn: 'user',
      code: null,
      answer: expect.stringMatching(/^The connection opens no ad account/),
    });
  });
});

describe('Meta', () => {
  const account = () => `${crypto.randomUUID()}@example.com`;
  const ask = (user: TestUser) => foundBy(check(own('meta'), user));

  test('names the permissions that are granted', async () => {
    const user = await userThere();
    await connect(user.cookie, { account: account() }, 'meta');
    expect((await ask(user)).check).toMatchObject({
      turn: null,
      answer: 'Granted: ads_management, ads_read.',
    });
  });

  test('names those that were taken back, and keeps the connection', async () => {
    const user = await userThere();
    await connect(user.cookie, { account: account(), withdrawn: ['ads_management'] }, 'meta');
    expect((await ask(user)).check).toMatchObject({
      turn: 'user',
      code: null,
      answer:
        'Granted: ads_read. Missing: ads_management (declined). Connect again, and leave every box ticked.',
    });
    expect(await connectionOf(user.id, 'meta')).not.toBeNull();
  });

  test('a token that Meta no longer takes ends the connection, and no other one', async () => {
    const [user, other] = [await userThere(), await userThere()];
    const [name, token] = [account(), `token-${crypto.randomUUID()}`];
    await connect(user.cookie, { account: name, token }, 'meta');
    await connect(user.cookie, grantor());
    await connect(other.cookie, { account: account() }, 'meta');
    const before = [await connectionOf(user.id), await connectionOf(other.id, 'meta')];
    const address = new URL(`${env.META_ORIGIN}/v26.0/me/permissions`);
    address.search = new URLSearchParams({
      access_token: token,
      appsecret_proof: await proveSecret({ appSecret: META_APP.META_APP_SECRET }, token),
    }).toString();
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(200);
    expect(await outcomeOf(await check(own('meta'), user))).toEqual([409, 'DISCONNECTED']);
    expect(await connectionOf(user.id, 'meta')).toBeNull();
    expect([await connectionOf(user.id), await connectionOf(other.id, 'meta')]).toEqual(before);
  });
});

describe('Microsoft Advertising', () => {
  const ask = async (bindings: Partial<Env> = {}) => {
    const user = await userThere();
    await connect(user.cookie, { token: crypto.randomUUID() }, 'microsoft');
    return (await foundBy(check(own('microsoft'), user, {}, bindings))).check;
  };

  test('takes the keys of the site, and knows the user', async () => {
    expect(await ask()).toMatchObject({
      turn: null,
      answer: expect.stringMatching(/knows the connected user/),
    });
  });

  test('a wrong developer token is for the operator to mend', async () => {
    expect(await ask({ MICROSOFT_DEVELOPER_TOKEN: 'another' })).toMatchObject({
      turn: 'operator',
      code: '105',
    });
  });
});

describe('the connection of a team', () => {
  test('is checked by the admin who has made it, and by nobody else', async () => {
    const [admin, second, editor] = [await userThere(), await userThere(), await userThere()];
    const team = await teamThere(admin);
    await enrol(team, second, 'admin');
    await enrol(team, editor, 'editor');
    await connectTeam(team, second, grantor());
    const list = `/api/teams/${team}/connections`;
    for (const user of [admin, editor]) {
      expect((await check(pathOf(team, 'sheets'), user)).status).toBe(403);
      expect(await shown(user, 'sheets', list)).toMatchObject({ mayCheck: false, check: null });
    }
    const { check: found } = await foundBy(check(pathOf(team, 'sheets'), second));
    expect(await shown(second, 'sheets', list)).toMatchObject({ mayCheck: true, check: found });
    expect(await shown(admin, 'sheets', list)).toMatchObject({ mayCheck: false, check: null });
    expect(await connectionOf(second.id)).toBeNull();
    // Before 2026-11 nobody noted who had made one.
    await env.DB.prepare('UPDATE connections SET made_by = NULL WHERE user_id = ?').bind(team).run();
    expect((await check(pathOf(team, 'sheets'), second)).status).toBe(403);
  });

  test('tests a rule in a named account alone, and leaves another team as it is', async () => {
    const admin = await userThere();
    const [team, other] = [await teamThere(admin), await teamThere(admin)];
    const [google, elsewhere] = [renewing(), renewing()];
    await connectTeam(team, admin, google, 'google-rules');
    await connectTeam(other, admin, elsewhere, 'google-rules');
    const before = await connectionOf(other, 'google-rules');
    const path = pathOf(team, 'google-rules');
    expect((await foundBy(check(path, admin))).check).toMatchObject({
      turn: 'user',
      answer: expect.stringMatching(/^No ad account is named/),
    });
    const account = { id: '1234567890', via: null };
    expect(await outcomeOf(await check(path, admin, { account }))).toEqual([403, 'NOT_NAMED']);
    expect((await adsOf(google.token)).calls.filter(({ path: at }) => at.endsWith(':mutate'))).toEqual([]);
    const put = { method: 'PUT', cookie: admin.cookie };
    expect((await callThere(`${path}/named/1234567890`, put)).status).toBe(200);
    expect((await foundBy(check(path, admin, { account }))).check).toMatchObject({ turn: null });
    expect((await foundBy(check(path, admin))).check).toMatchObject({ turn: null });
    expect(await connectionOf(other, 'google-rules')).toEqual(before);
  });

  test('values are not sent with one of a team, so that there is nothing to check', async () => {
    const admin = await userThere();
    const team = await teamThere(admin);
    expect((await check(pathOf(team, 'google-values'), admin, { found: 'taken' })).status).toBe(404);
  });
});
