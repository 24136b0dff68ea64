import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { hash } from 'bcryptjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { app } from '#worker/app.ts';
import { comeBack, leave, signInWithGoogle, type Persona } from './google-support.ts';
import {
  PASSWORD,
  call,
  cookieOf,
  count,
  deletion,
  makeUser,
  request,
  signIn,
  signedInUser,
} from './support.ts';
import { watchDatabase } from './watched-database.ts';

const MINUTE = 60 * 1000;
const NEW_PASSWORD = 'battery staple';

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const whoAmI = async (cookie: string | null): Promise<number> =>
  (await call('/api/auth/user', { cookie })).status;

const changePassword = (cookie: string, password = PASSWORD, newPassword = NEW_PASSWORD) =>
  call('/api/auth/password', { method: 'POST', cookie, body: { password, newPassword } });

const wrongly = { code: 'WRONG_PASSWORD' };

// --- A new password ---

test('a new password takes the place of the old one, and this session begins anew while all others end', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const elsewhere = cookieOf(await signIn(user.email));
  const response = await changePassword(user.cookie);
  expect([response.status, await response.json()]).toEqual([
    200,
    { message: 'Your password has been changed.' },
  ]);
  const fresh = cookieOf(response);
  expect(await whoAmI(fresh)).toBe(200);
  for (const cookie of [user.cookie, elsewhere]) expect(await whoAmI(cookie)).toBe(401);
  expect(await count('sessions WHERE user_id = ?', user.id)).toBe(1);
  expect((await signIn(user.email)).status).toBe(401);
  expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);
  // Nobody else is touched.
  expect(await whoAmI(other.cookie)).toBe(200);
  expect((await signIn(other.email)).status).toBe(200);
});

test('a wrong old password changes nothing and ends nothing', async () => {
  const user = await signedInUser();
  const elsewhere = cookieOf(await signIn(user.email));
  const response = await changePassword(user.cookie, 'wrong');
  expect([response.status, await response.json()]).toMatchObject([401, wrongly]);
  expect(response.headers.getSetCookie()).toEqual([]);
  for (const cookie of [user.cookie, elsewhere]) expect(await whoAmI(cookie)).toBe(200);
  expect((await signIn(user.email)).status).toBe(200);
});

test('the old password can not be guessed in a session: 10 wrong ones in 15 minutes', async () => {
  const { cookie } = await signedInUser();
  for (let n = 0; n < 10; n++) expect((await changePassword(cookie, `wrong ${n}`)).status).toBe(401);
  const responses = [await changePassword(cookie), await exports.default.fetch(deletion(cookie))];
  expect(responses.map(({ status }) => status)).toEqual([429, 429]);
});

test('of two changes at the same moment one is made, and its session alone is left', async () => {
  const user = await signedInUser();
  const responses = await Promise.all(
    ['first password', 'second password'].map((text) => changePassword(user.cookie, PASSWORD, text)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 401]);
  expect(await count('sessions WHERE user_id = ?', user.id)).toBe(1);
  expect(await whoAmI(cookieOf(responses[statuses.indexOf(200)] ?? new Response()))).toBe(200);
});

test('an account that is deleted while its password is changed is nobody', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const DB = watchDatabase(env.DB, async ({ statements, work }) => {
    if (statements.some((sql) => sql.endsWith('from "users" where "users"."id" = ?')))
      await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(user.id).run();
    return await work();
  });
  const body = { password: PASSWORD, newPassword: NEW_PASSWORD };
  const sent = request('/api/auth/password', { method: 'POST', cookie: user.cookie, body });
  const response = await app.fetch(sent, { ...env, DB }, createExecutionContext());
  expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
  expect(await whoAmI(other.cookie)).toBe(200);
});

test('an account without a password is told that it has none', async () => {
  const cookie = cookieOf(await signInWithGoogle({ claims: person() })) ?? '';
  const response = await changePassword(cookie);
  expect([response.status, await response.json()]).toMatchObject([401, { code: 'USE_GOOGLE' }]);
  expect(await whoAmI(cookie)).toBe(200);
});

test('after the change this browser is known in the account, and one that knew the old password is not', async () => {
  const headers = { 'CF-Connecting-IP': '203.0.113.60' };
  const { email } = await makeUser();
  const first = await signIn(email);
  const known = cookieOf(first, '__Host-device') ?? '';
  const changed = await call('/api/auth/password', {
    method: 'POST',
    cookie: `${cookieOf(first)}; ${known}`,
    body: { password: PASSWORD, newPassword: NEW_PASSWORD },
  });
  const fresh = cookieOf(changed, '__Host-device');
  for (let n = 0; n < 10; n++) await signIn(email, 'wrong', { headers });
  expect((await signIn(email, NEW_PASSWORD, { headers, cookie: known })).status).toBe(429);
  expect((await signIn(email, NEW_PASSWORD, { headers, cookie: fresh })).status).toBe(200);
});

// --- Spellings of a password ---

const COMPOSED = 'pässwörd';
const DECOMPOSED = COMPOSED.normalize('NFD');

test.each([
  [COMPOSED, DECOMPOSED],
  [DECOMPOSED, COMPOSED],
])('a password is the same however a keyboard writes its accents: %j, then %j', async (first, second) => {
  const email = `accents-${crypto.randomUUID()}@example.com`;
  const signedUp = await call('/api/auth/signup', { method: 'POST', body: { email, password: first } });
  expect((await signIn(email, second)).status).toBe(200);
  expect((await signIn(email, 'passwörd')).status).toBe(401);
  const cookie = cookieOf(signedUp) ?? '';
  expect((await changePassword(cookie, second, `${first} 2`)).status).toBe(200);
  expect((await signIn(email, `${second} 2`)).status).toBe(200);
});

test('the hash of a password that was not normalised still lets in', async () => {
  const { id, email } = await makeUser();
  await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
    .bind(await hash(DECOMPOSED, 4), id)
    .run();
  expect((await signIn(email, DECOMPOSED)).status).toBe(200);
});

test('the length of a password is that of the bytes that are hashed', async () => {
  const signUp = (password: string) =>
    call('/api/auth/signup', {
      method: 'POST',
      body: { email: `length-${crypto.randomUUID()}@example.com`, password },
    });
  expect((await signUp('e\u0301'.repeat(4))).status).toBe(400);
  expect((await signUp('e\u0301'.repeat(36))).status).toBe(201); // 72 bytes, 108 before
  expect((await signUp('e\u0301'.repeat(37))).status).toBe(400);
});

// --- Deleting the account ---

const erase = (cookie: string, body: unknown = {}) =>
  call('/api/auth/user', { method: 'DELETE', cookie, body });

const person = () => ({
  sub: `google-${crypto.randomUUID()}`,
  email: `owner-${crypto.randomUUID()}@example.com`,
  email_verified: true,
});

/** Somebody who has come with Google, and whom Google is asked to confirm in that session. */
async function confirm(
  cookie: string | null,
  persona: Persona,
  session = cookie,
): Promise<{ location: string | null; proof: string | null }> {
  const start = await leave(persona, { path: '/api/auth/google/confirm', cookie });
  const response = await comeBack(start, session ?? '');
  return {
    location: response.headers.get('Location'),
    proof: cookieOf(response, '__Host-google-proof'),
  };
}

const CONFIRMED = '/?confirmed=google';
const NOT_CONFIRMED = '/?notice=google-not-confirmed';

test('an account with a password is deleted with it, and not without', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  for (const [body, status] of [
    [{}, 403],
    [{ password: 'wrong' }, 401],
    [{ password: '' }, 400],
    [{ password: null }, 400],
  ] as const)
    expect([body, (await erase(user.cookie, body)).status]).toEqual([body, status]);
  expect((await call('/api/auth/user', { method: 'DELETE', cookie: user.cookie })).status).toBe(415);
  expect(await whoAmI(user.cookie)).toBe(200);
  expect((await erase(user.cookie, { password: PASSWORD })).status).toBe(200);
  expect(await count('users WHERE id = ?', user.id)).toBe(0);
  expect(await count('users WHERE id = ?', other.id)).toBe(1);
  expect(await whoAmI(other.cookie)).toBe(200);
});

test('an account of Google is deleted after Google has confirmed its owner in this session', async () => {
  const claims = person();
  const other = await signedInUser();
  const cookie = cookieOf(await signInWithGoogle({ claims })) ?? '';
  expect((await erase(cookie)).status).toBe(403);
  const { location, proof } = await confirm(cookie, { claims });
  expect(location).toBe(CONFIRMED);
  const response = await erase(`${cookie}; ${proof}`);
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^__Host-google-proof=; Max-Age=0/),
  );
  expect(await count('users WHERE google_id = ?', claims.sub)).toBe(0);
  expect(await whoAmI(other.cookie)).toBe(200);
});

test('confirming signs nobody in or out', async () => {
  const claims = person();
  const cookie = cookieOf(await signInWithGoogle({ claims })) ?? '';
  const start = await leave({ claims }, { path: '/api/auth/google/confirm', cookie });
  const response = await comeBack(start, cookie);
  expect(cookieOf(response)).toBeNull();
  expect(await whoAmI(cookie)).toBe(200);
  expect(await count('sessions, users WHERE users.id = user_id AND google_id = ?', claims.sub)).toBe(1);
});

test('another Google account confirms nothing, and gets no account by it', async () => {
  const [claims, stranger] = [person(), person()];
  const cookie = cookieOf(await signInWithGoogle({ claims })) ?? '';
  const { location, proof } = await confirm(cookie, { claims: stranger });
  expect([location, proof]).toEqual([NOT_CONFIRMED, null]);
  expect((await erase(cookie)).status).toBe(403);
  expect(await count('users WHERE google_id = ?', stranger.sub)).toBe(0);
});

test('neither does an account of the same address', async () => {
  const claims = person();
  const cookie = cookieOf(await signInWithGoogle({ claims })) ?? '';
  const { location } = await confirm(cookie, { claims: { ...claims, sub: person().sub } });
  expect(location).toBe(NOT_CONFIRMED);
});

test.each<[string, Persona]>([
  ['is cancelled', { error: 'access_denied' }],
  ['fails', { status: 500 }],
])('a confirmation that %s ends on the start page, which says so', async (_name, persona) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const claims = person();
  const cookie = cookieOf(await signInWithGoogle({ claims })) ?? '';
  const { location, proof } = await confirm(cookie, { claims, ...persona });
  expect([location, proof]).toEqual([NOT_CONFIRMED, null]);
  vi.restoreAllMocks();
});

test('a confirmation holds in the session in which it began, and in no other one', async () => {
  const claims = person();
  const [first, second] = [
    cookieOf(await signInWithGoogle({ claims })) ?? '',
    cookieOf(await signInWithGoogle({ claims })) ?? '',
  ];
  const log = vi.spyOn(console, 'error');
  // It comes back to another session.
  expect(await confirm(first, { claims }, second)).toEqual({ location: NOT_CONFIRMED, proof: null });
  expect(await confirm(first, { claims }, '')).toEqual({ location: NOT_CONFIRMED, proof: null });
  expect(log).not.toHaveBeenCalled();
  // Its cookie comes with another session.
  const { proof } = await confirm(first, { claims });
  expect((await erase(`${second}; ${proof}`)).status).toBe(403);
  const somebody = await signedInUser();
  expect((await erase(`${somebody.cookie}; ${proof}`)).status).toBe(403);
  expect((await erase(`${first}; ${proof}`)).status).toBe(200);
});

test('a confirmation holds for 5 minutes', async () => {
  const start = Date.UTC(2026, 0, 1);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  // The provider, which has its own clock, says how long its tokens hold.
  const claims = { ...person(), exp: start / 1000 + 3600 };
  const cookie = cookieOf(await signInWithGoogle({ claims })) ?? '';
  const { proof } = await confirm(cookie, { claims });
  vi.setSystemTime(start + 5 * MINUTE);
  expect((await erase(`${cookie}; ${proof}`)).status).toBe(403);
  vi.setSystemTime(start + 5 * MINUTE - 1);
  expect((await erase(`${cookie}; ${proof}`)).status).toBe(200);
});

test('a cookie that claims a confirmation must be ours', async () => {
  const claims = person();
  const cookie = cookieOf(await signInWithGoogle({ claims })) ?? '';
  const { proof } = await confirm(cookie, { claims });
  const attempt = (await leave({ claims }, { path: '/api/auth/google/confirm', cookie })).cookie ?? '';
  for (const forged of [
    (proof ?? '').slice(0, -1),
    `${proof}A`,
    (proof ?? '').replace('__Host-', ''),
    '__Host-google-proof=.',
    attempt.replace('google=', 'google-proof='),
    cookie.replace('session=', 'google-proof='),
  ])
    expect([forged, (await erase(`${cookie}; ${forged}`)).status]).toEqual([forged, 403]);
});

test('nobody who is not signed in is led to Google to be confirmed', async () => {
  const response = await call('/api/auth/google/confirm');
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/auth/login']);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test('a confirmation that can not begin ends on the start page, which says so', async () => {
  const cookie = cookieOf(await signInWithGoogle({ claims: person() }));
  const bindings = { ...env, GOOGLE_CLIENT_SECRET: undefined };
  const sent = request('/api/auth/google/confirm', { cookie });
  const response = await app.fetch(sent, bindings, createExecutionContext());
  expect([response.status, response.headers.get('Location')]).toEqual([302, NOT_CONFIRMED]);
});

test('a sign-in is no confirmation: it leaves nothing to delete an account with', async () => {
  const claims = person();
  const response = await signInWithGoogle({ claims });
  expect(cookieOf(response, '__Host-google-proof')).toBeNull();
  expect(
    (
      await exports.default.fetch(
        request('/api/auth/user', { method: 'DELETE', cookie: cookieOf(response), body: {} }),
      )
    ).status,
  ).toBe(403);
});
