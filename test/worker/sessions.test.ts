import { createExecutionContext, createScheduledController } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { app } from '#worker/app.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { openDatabase } from '#worker/db/client.ts';
import { findOrStoreSetting } from '#worker/db/settings.ts';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';
import { sendHere } from './analysis-support.ts';
import {
  OUR_NAVIGATION,
  PASSWORD,
  call,
  cookieOf,
  count,
  deletion,
  makeUser,
  request,
  signIn,
  signedInUser,
  type CallOptions,
} from './support.ts';
import { watchDatabase } from './watched-database.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setClock(time: number): void {
  vi.useFakeTimers({ now: time, toFake: ['Date'] });
}

const whoAmI = (cookie: string | null): Promise<Response> => call('/api/auth/user', { cookie });

async function sessionsOf(userId: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT * FROM sessions WHERE user_id = ? ORDER BY sid')
    .bind(userId)
    .all();
  return results;
}

async function expireOf(userId: string): Promise<number | undefined> {
  const row = await env.DB.prepare('SELECT expire FROM sessions WHERE user_id = ?')
    .bind(userId)
    .first<{ expire: number }>();
  return row?.expire;
}

test('a signed-in visitor is told who it is, and nothing more', async () => {
  const user = await signedInUser();
  const response = await whoAmI(user.cookie);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    firstName: null,
    lastName: null,
    email: user.email,
    profileImageUrl: null,
    hasPassword: true,
    unseenAlerts: 0,
  });
});

test('the cookie is for this host, this site, https and the server only, for 7 days', async () => {
  const { email } = await makeUser();
  const [cookie] = (await signIn(email)).headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-session=[\w-]{43}\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test('on the machine of a developer, without https, the cookie has no prefix that would need it', async () => {
  const { email } = await makeUser();
  const response = await app.fetch(
    new Request('http://localhost/api/auth/login', {
      method: 'POST',
      headers: { Origin: 'http://localhost', 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse' }),
    }),
    env,
  );
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

/** The hint for the page, as an answer sets it: 'yes' with its age, '' where it is removed, null where it stays. */
function hintOf(response: Response): string | null {
  const hint = response.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-signed-in='));
  return hint?.match(/=yes; (Max-Age=\d+); Path=\/; Secure; SameSite=Lax$/)?.[1] ?? null;
}

describe('the hint for the page, which scripts can read', () => {
  test('comes, lasts and goes with the session', async () => {
    const start = Date.UTC(2026, 2, 1);
    setClock(start);
    const user = await signedInUser();
    expect(hintOf(await signIn(user.email))).toBe('Max-Age=604800');
    setClock(start + DAY);
    const renewed = await call('/api/preferences', { cookie: `${user.cookie}; __Host-signed-in=yes` });
    expect(hintOf(renewed)).toBe('Max-Age=604800');
    const left = await call('/api/auth/logout', { method: 'POST', cookie: user.cookie });
    expect(hintOf(left)).toBe('Max-Age=0');
  });

  test('signs nobody in', async () => {
    expect((await call('/api/analyses', { cookie: '__Host-signed-in=yes' })).status).toBe(401);
  });
});

test('the table knows the hash of the token, never the token', async () => {
  const user = await signedInUser();
  const token = user.cookie.replace(/^[^=]+=/, '').split('.', 1)[0] ?? '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  expect(await count('sessions WHERE sid = ?', new Uint8Array(digest).toHex())).toBe(1);
  expect(await count('sessions WHERE sid = ?', token)).toBe(0);
});

const TOKEN = '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcde';

test.each(['', TOKEN.slice(1), `${TOKEN}A`, `A${TOKEN}`, TOKEN.replace('9', '.'), `${TOKEN}\n`])(
  'the text %j can not be a token',
  async (text) => {
    expect(await hashToken(TOKEN)).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashToken(text)).toBeNull();
  },
);

test('a cookie that was tampered with, cut, made up or left empty is nobody', async () => {
  const { cookie } = await signedInUser();
  const flip = (at: number): string =>
    cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
  const forged = [
    flip('__Host-session='.length),
    flip(cookie.length - 1),
    flip(cookie.length - 20),
    cookie.slice(0, -1),
    `${cookie}A`,
    cookie.split('.', 1)[0] ?? '',
    '__Host-session=',
    '__Host-session=.',
    `__Host-session=${'A'.repeat(43)}.${'A'.repeat(43)}`,
    '__Host-session=%00%ff',
    `__Host-session=${'x'.repeat(4000)}`,
    cookie.replace('__Host-', ''),
  ];
  for (const value of forged) {
    const response = await whoAmI(value);
    expect([value, response.status, await response.json()]).toEqual([
      value,
      401,
      { message: 'Unauthorized' },
    ]);
  }
});

test('a rightly signed cookie of a session that is not there is nobody', async () => {
  const user = await signedInUser();
  await env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(user.id).run();
  expect((await whoAmI(user.cookie)).status).toBe(401);
});

test('a cookie signed with another secret is nobody', async () => {
  const user = await signedInUser();
  const { fetch } = app;
  const own = await fetch(request('/api/auth/user', { cookie: user.cookie }), env);
  const other = await fetch(request('/api/auth/user', { cookie: user.cookie }), {
    ...env,
    SESSION_SECRET: 'another',
  });
  expect([own.status, other.status]).toEqual([200, 401]);
});

test('with a secret of the operator sessions work as well', async () => {
  const { email } = await makeUser();
  const bindings = { ...env, SESSION_SECRET: 'the secret of the operator' };
  const response = await app.fetch(
    request('/api/auth/login', { method: 'POST', body: { email, password: 'correct horse' } }),
    bindings,
  );
  const me = await app.fetch(request('/api/auth/user', { cookie: cookieOf(response) }), bindings);
  expect(me.status).toBe(200);
});

test('the key that signs is made once and kept', async () => {
  await signedInUser();
  const read = () => env.DB.prepare("SELECT value FROM settings WHERE name = 'signing_key'").first('value');
  const key = await read();
  await signedInUser();
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(await read()).toBe(key);
});

test('of two keys that are made at the same moment the first one stands', async () => {
  const name = crypto.randomUUID();
  const DB = watchDatabase(env.DB, async ({ statements, work }) => {
    if (statements.some((sql) => sql.startsWith('insert into "settings"')))
      await env.DB.prepare("INSERT INTO settings VALUES (?, 'first')").bind(name).run();
    return await work();
  });
  expect(await findOrStoreSetting(openDatabase(DB, 5000), name, 'second')).toBe('first');
});

test('Sessions and cookies expire after 7 days of inactivity', async () => {
  const start = Date.UTC(2026, 0, 1);
  setClock(start);
  const [user, visitor] = [await signedInUser(), await signedInUser()];
  setClock(start + 7 * DAY - 1);
  expect(await expireOf(user.id)).toBe(start + 7 * DAY);
  expect((await whoAmI(visitor.cookie)).status).toBe(200);
  setClock(start + 7 * DAY);
  expect((await whoAmI(user.cookie)).status).toBe(401);
  expect((await whoAmI(visitor.cookie)).status).toBe(200);
});

test('a visit moves cookie and row together, at most once an hour', async () => {
  const start = Date.UTC(2026, 0, 1);
  setClock(start);
  const user = await signedInUser();

  const log = vi.spyOn(console, 'error');
  setClock(start + HOUR - 1);
  expect((await whoAmI(user.cookie)).headers.getSetCookie()).toEqual([]);
  expect(await expireOf(user.id)).toBe(start + 7 * DAY);
  expect(log).not.toHaveBeenCalled(); // nothing was tried either
  setClock(start + HOUR);
  expect(cookieOf(await whoAmI(user.cookie))).toBe(user.cookie);
  expect(await expireOf(user.id)).toBe(start + 7 * DAY + HOUR);

  setClock(start + 6 * DAY);
  const renewed = await whoAmI(user.cookie);
  expect(cookieOf(renewed)).toBe(user.cookie);
  expect(renewed.headers.getSetCookie()[0]).toContain('Max-Age=604800;');
  expect(await expireOf(user.id)).toBe(start + 13 * DAY);

  setClock(start + 12 * DAY);
  expect((await whoAmI(user.cookie)).status).toBe(200);
});

test('asking for the list is a visit too, and needs a session that is not over', async () => {
  const start = Date.UTC(2026, 0, 1);
  setClock(start);
  const user = await signedInUser();
  setClock(start + DAY);
  const visit = await call('/api/analyses', { cookie: user.cookie });
  expect([visit.status, cookieOf(visit)]).toEqual([200, user.cookie]);
  expect(await expireOf(user.id)).toBe(start + 8 * DAY);
  setClock(start + 8 * DAY);
  const late = await call('/api/analyses', { cookie: user.cookie });
  expect([late.status, await late.json()]).toEqual([401, { message: 'Unauthorized' }]);
});

test('a renewal moves one session, and neither another one of the user nor those of others', async () => {
  const start = Date.UTC(2026, 0, 1);
  setClock(start);
  const [user, other] = [await signedInUser(), await signedInUser()];
  await signIn(user.email);
  const others = await sessionsOf(other.id);
  setClock(start + DAY);
  await whoAmI(user.cookie);
  const { results } = await env.DB.prepare('SELECT expire FROM sessions WHERE user_id = ? ORDER BY expire')
    .bind(user.id)
    .all();
  expect(results).toEqual([{ expire: start + 7 * DAY }, { expire: start + 8 * DAY }]);
  expect(await sessionsOf(other.id)).toEqual(others);
});

test('a user has 20 sessions at most: the oldest one that is alive ends, and nobody else is signed out', async () => {
  const start = Date.UTC(2026, 0, 1);
  setClock(start);
  const [user, other] = [await signedInUser(), await signedInUser()];
  const cookies = [user.cookie];
  for (let n = 1; n < 20; n++) {
    setClock(start + n);
    cookies.push(cookieOf(await signIn(user.email)) ?? '');
  }
  expect(await count('sessions WHERE user_id = ?', user.id)).toBe(20);
  // The oldest is the one that began first, also where it was used last.
  setClock(start + HOUR + 20);
  expect(cookieOf(await whoAmI(cookies[0] ?? ''))).toBe(cookies[0]);
  expect((await whoAmI(cookies[1] ?? '')).status).toBe(200);
  cookies.push(cookieOf(await signIn(user.email)) ?? '');
  const statuses = await Promise.all(cookies.map(async (cookie) => (await whoAmI(cookie)).status));
  expect(statuses).toEqual([401, ...Array<number>(20).fill(200)]);
  expect((await whoAmI(other.cookie)).status).toBe(200);
});

test('a session that is over takes no place among the 20', async () => {
  const start = Date.UTC(2026, 0, 1);
  setClock(start);
  const user = await signedInUser();
  setClock(start + DAY);
  for (let n = 0; n < 19; n++) await signIn(user.email);
  setClock(start + 6 * DAY);
  await whoAmI(user.cookie);
  setClock(start + 8 * DAY);
  expect((await signIn(user.email)).status).toBe(200);
  expect((await whoAmI(user.cookie)).status).toBe(200);
});

test('90 days end a session however often it is used', async () => {
  const start = Date.UTC(2026, 0, 1);
  setClock(start);
  const user = await signedInUser();
  for (let day = 6; day < 90; day += 6) {
    setClock(start + day * DAY);
    expect((await whoAmI(user.cookie)).status).toBe(200);
  }
  expect(await expireOf(user.id)).toBe(start + 90 * DAY);
  setClock(start + 86 * DAY);
  // The visit is noted, and the cookie ends with the session.
  expect((await whoAmI(user.cookie)).headers.getSetCookie()[0]).toContain('Max-Age=345600;');
  expect(await expireOf(user.id)).toBe(start + 90 * DAY);
  setClock(start + 90 * DAY - 1);
  expect((await whoAmI(user.cookie)).status).toBe(200);
  setClock(start + 90 * DAY);
  expect((await whoAmI(user.cookie)).status).toBe(401);
});

test('signing in makes a new session and ends the one that was presented', async () => {
  const victim = await makeUser();
  const attacker = await signedInUser();
  const response = await signIn(victim.email, undefined, { cookie: attacker.cookie });
  expect(cookieOf(response)).not.toBe(attacker.cookie);
  expect((await whoAmI(attacker.cookie)).status).toBe(401);
  expect(await (await whoAmI(cookieOf(response))).json()).toMatchObject({ email: victim.email });
});

test('signing up makes a new session too, and ends the one that was presented', async () => {
  const [planted, other] = [await signedInUser(), await signedInUser()];
  const body = { email: `${crypto.randomUUID()}@example.com`, password: 'long enough' };
  const response = await call('/api/auth/signup', { method: 'POST', body, cookie: planted.cookie });
  expect(await (await whoAmI(cookieOf(response))).json()).toMatchObject({ email: body.email });
  expect((await whoAmI(planted.cookie)).status).toBe(401);
  expect((await whoAmI(other.cookie)).status).toBe(200);
});

test('a failed sign-in or sign-up leaves the presented session alone', async () => {
  const user = await signedInUser();
  const other = await makeUser();
  const headers = { cookie: user.cookie };
  expect((await signIn(other.email, 'wrong', headers)).status).toBe(401);
  const body = { email: other.email, password: 'long enough' };
  expect((await call('/api/auth/signup', { method: 'POST', body, ...headers })).status).toBe(409);
  expect((await whoAmI(user.cookie)).status).toBe(200);
});

test('log out by call ends the session on the server and clears the cookie', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const elsewhere = cookieOf(await signIn(user.email));
  const headers = { Accept: '*/*' }; // as the pages' own calls say
  const response = await call('/api/auth/logout', { method: 'POST', cookie: user.cookie, headers });
  expect([response.status, await response.json()]).toEqual([200, { message: 'You are signed out.' }]);
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=; Max-Age=0; Path=\//);
  expect((await whoAmI(user.cookie)).status).toBe(401);
  expect(await count('sessions WHERE user_id = ?', user.id)).toBe(1);
  // Neither another device of the user nor anybody else is signed out.
  for (const cookie of [elsewhere, other.cookie]) expect((await whoAmI(cookie)).status).toBe(200);
});

test('log out by navigation ends on the start page', async () => {
  const user = await signedInUser();
  const response = await call('/api/auth/logout', { cookie: user.cookie, headers: OUR_NAVIGATION });
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/']);
  expect((await whoAmI(user.cookie)).status).toBe(401);
});

test.each([
  ['an image on another site', 'cross-site no-cors image'],
  ['a frame on another site', 'cross-site navigate iframe'],
  ['a link on another site', 'cross-site navigate document'],
  ['a script of a sibling site', 'same-site cors empty'],
  ['a link on a sibling site', 'same-site navigate document'],
  ['the address bar', 'none navigate document'],
  ['a picture on a page of ours', 'same-origin no-cors image'],
  ['a script of ours', 'same-origin cors empty'],
  ['a browser that does not say', null],
])('GET logout by %s signs nobody out, and leads to the page that asks', async (_name, fetched) => {
  const user = await signedInUser();
  const [site = '', mode = '', dest = ''] = (fetched ?? '').split(' ');
  const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest };
  const response = await call('/api/auth/logout', {
    cookie: user.cookie,
    ...(fetched !== null && { headers }),
  });
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/auth/logout']);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await whoAmI(user.cookie)).status).toBe(200);
});

test.each<[string, CallOptions & { path: string }]>([
  ['a call', { path: '/api/auth/logout', method: 'POST' }],
  ['a navigation', { path: '/api/auth/logout', headers: OUR_NAVIGATION }],
  ['a call for every device', { path: '/api/auth/logout/everywhere', method: 'POST' }],
  ['deletion of the account', { path: '/api/auth/user', method: 'DELETE', body: { password: PASSWORD } }],
])('signing out by %s tells the page for a minute, which then removes the drafts', async (_name, options) => {
  const { cookie } = await signedInUser();
  const response = await call(options.path, { ...options, cookie });
  expect(response.headers.getSetCookie()).toContain(
    '__Host-signed-out=yes; Max-Age=60; Path=/; Secure; SameSite=Lax',
  );
  // A developer's machine has no https, and browsers refuse the prefix without it.
  const local = await sendHere(
    new Request('http://localhost:8787/api/auth/logout', { headers: OUR_NAVIGATION, redirect: 'manual' }),
  );
  expect(local.headers.getSetCookie()).toContain('signed-out=yes; Max-Age=60; Path=/; SameSite=Lax');
});

test('a deployment that has had a secret never goes back to the key that the database held before', async () => {
  const { email, cookie } = await signedInUser();
  const { results: settings } = await env.DB.prepare('SELECT * FROM settings ORDER BY name').all();
  await env.DB.prepare("INSERT INTO settings VALUES ('another', 'stays')").run();
  // Each view of the database is one of a fresh isolate: it remembers no key.
  const send = (sent: Request, bindings: Partial<Env>) =>
    sendHere(sent, { DB: watchDatabase(env.DB, ({ work }) => work()), ...bindings });
  const isSignedInWith = async (own: string, bindings: Partial<Env>) =>
    (await send(request('/api/auth/user', { cookie: own }), bindings)).status === 200;
  const secret = { SESSION_SECRET: 'the secret of the operator' };
  await worker.scheduled(createScheduledController(), env);
  expect([await isSignedInWith(cookie, {}), await isSignedInWith(cookie, secret)]).toEqual([true, false]);

  await worker.scheduled(createScheduledController(), { ...env, ...secret });
  expect(
    await env.DB.prepare("SELECT name FROM settings WHERE name IN ('signing_key', 'another')").all(),
  ).toMatchObject({
    results: [{ name: 'another' }],
  });
  const body = { email, password: PASSWORD };
  const later = await send(request('/api/auth/login', { method: 'POST', body }), secret);
  expect(await isSignedInWith(cookieOf(later) ?? '', secret)).toBe(true);
  expect(await isSignedInWith(cookieOf(later) ?? '', {})).toBe(false);
  expect(await isSignedInWith(cookie, {})).toBe(false);
  // The other tests go on with the key that they know.
  await env.DB.prepare('DELETE FROM settings').run();
  const insert = env.DB.prepare('INSERT INTO settings VALUES (?, ?)');
  await env.DB.batch(settings.map(({ name, value }) => insert.bind(name, value)));
});

test('signing out everywhere ends all sessions of the user, and of nobody else', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const elsewhere = cookieOf(await signIn(user.email));
  const path = '/api/auth/logout/everywhere';
  expect((await call(path, { method: 'POST' })).status).toBe(401);
  expect((await whoAmI(user.cookie)).status).toBe(200);
  const response = await call(path, { method: 'POST', cookie: user.cookie });
  expect([response.status, await response.json()]).toEqual([
    200,
    { message: 'You are signed out everywhere.' },
  ]);
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=; Max-Age=0; Path=\//);
  for (const cookie of [user.cookie, elsewhere]) expect((await whoAmI(cookie)).status).toBe(401);
  expect((await whoAmI(other.cookie)).status).toBe(200);
});

test('without a cookie, and with one that is not ours, the database is not asked', async () => {
  await signedInUser(); // the key is known afterwards
  const touched: string[] = [];
  const watch = new Proxy(env.DB, {
    get(target, name) {
      touched.push(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
  const bindings = { ...env, DB: watch, SESSION_SECRET: 'known without a database' };
  for (const cookie of [null, '__Host-session=x.y']) {
    const send = (sent: Request) => app.fetch(sent, bindings, createExecutionContext());
    expect((await send(request('/api/auth/user', { cookie }))).status).toBe(401);
    expect((await send(request('/api/auth/logout', { method: 'POST', cookie }))).status).toBe(200);
  }
  expect(touched).toEqual([]);
});

test('deleting the account removes the user with everything, and signs out', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  await signIn(user.email);
  const body = { defaultConversionValue: 5, defaultSignificanceThreshold: 5 };
  for (const { cookie } of [user, other]) await call('/api/preferences', { method: 'POST', body, cookie });
  const response = await exports.default.fetch(deletion(user.cookie));
  expect([response.status, await response.json()]).toEqual([
    200,
    { message: 'Your account has been deleted.', accessLeft: [] },
  ]);
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=; Max-Age=0; Path=\//);
  for (const table of ['sessions', 'user_preferences']) {
    expect(await count(`${table} WHERE user_id = ?`, user.id)).toBe(0);
  }
  expect(await count('users WHERE id = ?', user.id)).toBe(0);
  expect((await signIn(user.email)).status).toBe(404);
  // Nobody else is.
  for (const table of ['sessions', 'user_preferences']) {
    expect(await count(`${table} WHERE user_id = ?`, other.id)).toBe(1);
  }
  expect((await whoAmI(other.cookie)).status).toBe(200);
});

test('deleting the account forgets it in the cookie that names accounts of this browser, and no other one', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const first = await signIn(user.email);
  const device = cookieOf(first, '__Host-device') ?? '';
  const second = await signIn(other.email, undefined, { cookie: device });
  const entry = device.replace('__Host-device=', '').replace(user.id, crypto.randomUUID());
  const cookie = `${cookieOf(first)}; ${cookieOf(second, '__Host-device')}~x${entry}~${entry}x`;
  const response = await exports.default.fetch(deletion(cookie));
  const left = cookieOf(response, '__Host-device') ?? '';
  // A text that is no entry goes too.
  expect(left).toMatch(new RegExp(`^__Host-device=${other.id}[.][^~]{36}[.][^~]{43}$`));
  const last = await exports.default.fetch(deletion(`${cookieOf(second)}; ${left}`));
  expect(last.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Host-device=; Max-Age=0;/));
});

test('deleting an account needs sign-in', async () => {
  expect((await call('/api/auth/user', { method: 'DELETE' })).status).toBe(401);
});
