import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { app } from '#worker/app.ts';
import { deriveSealingKey } from '#worker/auth/token-sealing.ts';
import type { Env } from '#worker/env.ts';
import { LEASE_MS, TOKEN_MARGIN_MS } from '#contract/limits.ts';
import { accessTokenSchema, connectionsSchema, consentSchema } from '#contract/connections.ts';
import { visitProvider } from './google-support.ts';
import {
  OFFERING,
  askConsent,
  askToken,
  disconnect,
  callThere,
  comeBackFrom,
  connect,
  connectionOf,
  endAccess,
  grantor,
  isGranted,
  leaveForConsent,
  readToken,
  revokeAtGoogle,
  shareThere,
  userThere,
  signInThere,
} from './connection-support.ts';
import { ORIGIN, PASSWORD, cookieOf, count, makeUser, request, signedInUser } from './support.ts';
import { watchDatabase } from './watched-database.ts';

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The answer about Google Sheets; undefined where they are not offered. */
async function readStatus(cookie: string | null, bindings: Partial<Env> = {}) {
  const answer: unknown = await (await callThere('/api/connections', { cookie }, bindings)).json();
  return connectionsSchema.parse(answer).connections.find(({ kind }) => kind === 'sheets');
}

const DISCONNECTED = { message: 'Please connect Google Sheets again.', code: 'DISCONNECTED' };

async function expectDisconnected(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([409, DISCONNECTED]);
}

/** Holds every request to the provider until it is let go. */
function holdGoogle() {
  const real = globalThis.fetch;
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const held = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.resolve();
    await gate.promise;
    return await real(input, init);
  });
  return { asked: asked.promise, letGo: () => gate.resolve(), requests: () => held.mock.calls.length };
}

// --- Where it is offered ---

const NOT_OFFERED = { message: "Google Sheets isn't set up on this site." };

const CALLS = ['/api/connections/sheets/connect', '/api/connections/sheets/token'];
const body = { returnTo: 'start' };

test('a deployment without a secret of the Worker offers no connection, since the key would lie in the database', async () => {
  const { cookie, id } = await signedInUser();
  const keys = { ...env, ...OFFERING, SESSION_SECRET: '' };
  const ask = (path: string, options = {}) =>
    app.fetch(request(path, { cookie, ...options }), keys, createExecutionContext());
  expect(await (await ask('/api/connections')).json()).toEqual({ connections: [] });
  for (const path of CALLS) {
    const refused = await ask(path, { method: 'POST', body });
    expect([refused.status, await refused.json()]).toEqual([404, NOT_OFFERED]);
    expect(refused.headers.getSetCookie()).toEqual([]);
  }
  expect(await connectionOf(id)).toBeNull();
});

test.each([
  ['no client', { GOOGLE_CLIENT_ID: '' }],
  ['no secret of the client', { GOOGLE_CLIENT_SECRET: '' }],
])('a deployment with %s offers no import', async (_what, bindings) => {
  const { cookie } = await userThere();
  expect(await readStatus(cookie, bindings)).toBeUndefined();
  for (const path of CALLS) {
    const refused = await callThere(path, { method: 'POST', cookie, body }, bindings);
    expect([refused.status, await refused.json()]).toEqual([404, NOT_OFFERED]);
  }
});

// --- Consent ---

test('the consent asks for spreadsheets to read, offline, each time, and for nothing that was granted before', async () => {
  const { cookie } = await userThere();
  const begun = await askConsent(cookie);
  const { searchParams } = new URL(consentSchema.parse(await begun.json()).url);
  const query = Object.fromEntries(searchParams);
  expect(query).toMatchObject({
    response_type: 'code',
    client_id: 'client-of-the-tests',
    redirect_uri: `${ORIGIN}/auth/google/callback`,
    scope: 'openid email https://www.googleapis.com/auth/spreadsheets.readonly',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
  });
  expect(query).not.toHaveProperty('include_granted_scopes');
  for (const name of ['nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
  expect(query['state']).toMatch(/^sheets\.start\.[\w-]{43}$/);
  expect(begun.headers.get('Cache-Control')).toBe('no-store');
});

test('a consent connects the Google account that was chosen, whatever the address of the sign-in is', async () => {
  const user = await userThere();
  const other = await userThere();
  const persona = grantor();
  const before = Date.now();
  expect(await connect(user.cookie, persona)).toBe('/?sheets=connected');
  expect(persona.email).not.toBe(user.email);
  const connection = { account: persona.email, lastUsedAt: null, endsAt: null, isOver: false };
  expect(await readStatus(user.cookie)).toMatchObject({ kind: 'sheets', isTried: true, connection });
  const answer = await askToken(user.cookie);
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  const { accessToken, expiresAt } = accessTokenSchema.parse(await answer.json());
  expect(accessToken).toBe(persona.answer?.['access_token']);
  expect(Date.parse(expiresAt) - before).toBeGreaterThanOrEqual(3600_000);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3600_000);
  expect(await readStatus(other.cookie)).toEqual({ kind: 'sheets', isTried: true, connection: null });
  await expectDisconnected(await askToken(other.cookie));
});

const { answer: _known, ...NAMELESS } = grantor({ claims: { email: null } });

test.each([
  ['is refused', { error: 'access_denied' }, 'cancelled'],
  ['leaves out the spreadsheets', grantor({ answer: { scope: 'openid email' } }), 'not-allowed'],
  ['names no scope', grantor({ answer: { scope: null } }), 'not-allowed'],
  ['gives no refresh token', grantor({ answer: { refresh_token: null } }), 'failed'],
  ['names no account', NAMELESS, 'failed'],
  ['is answered by an error', { error: 'server_error' }, 'failed'],
  ['is not exchanged', grantor({ status: 500 }), 'failed'],
  ['has another nonce', grantor({ claims: { nonce: 'another' } }), 'failed'],
])('a consent that %s connects nobody', async (_what, persona, outcome) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const [user, other] = [await userThere(), await userThere()];
  await connect(other.cookie, grantor());
  const before = await connectionOf(other.id);
  expect(await connect(user.cookie, persona)).toBe(`/?sheets=${outcome}`);
  expect(await connectionOf(user.id)).toBeNull();
  expect(await connectionOf(other.id)).toEqual(before);
});

test('a consent comes back to the session that it began in, once, with its own state', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const body = { email: user.email, password: PASSWORD };
  const elsewhere = cookieOf(await callThere('/api/auth/login', { method: 'POST', body }));
  const consent = await leaveForConsent(user.cookie, grantor());
  const strange = { ...consent, back: consent.back.replace(/state=[^&]*/, 'state=sheets.start.x') };
  for (const [from, cookie] of [
    [consent, other.cookie],
    [consent, elsewhere ?? ''],
    [consent, ''],
    [{ ...consent, attempt: '' }, user.cookie],
    [strange, user.cookie],
  ] as const) {
    // Each of them with an attempt of its own, since a state counts once.
    const own = from === consent ? await leaveForConsent(user.cookie, grantor()) : from;
    const response = await comeBackFrom(own, cookie);
    expect(response.headers.get('Location')).toBe('/?sheets=expired');
    expect(await count('connections WHERE user_id IN (?, ?)', user.id, other.id)).toBe(0);
  }
  expect((await comeBackFrom(consent, user.cookie)).headers.get('Location')).toBe('/?sheets=connected');
  expect((await comeBackFrom(consent, user.cookie)).headers.get('Location')).toBe('/?sheets=expired');
});

test('a consent signs nobody in, and the way back of a sign-in connects nobody', async () => {
  const user = await userThere();
  const consent = await leaveForConsent(user.cookie, grantor());
  const response = await comeBackFrom(consent, user.cookie);
  expect(cookieOf(response)).toBeNull();
  const left = await callThere('/api/auth/google');
  const back = await visitProvider(new URL(left.headers.get('Location') ?? ''), grantor());
  const other = await userThere();
  await callThere(back, { cookie: `${cookieOf(left, '__Host-google')}; ${other.cookie}` });
  expect(await connectionOf(other.id)).toBeNull();
});

test('whoever connects again gives the right of before back first, whatever Google account it is', async () => {
  const [{ cookie, id }, other] = [await userThere(), await userThere()];
  const [first, second, theirs] = [grantor(), grantor(), grantor()];
  await connect(other.cookie, theirs);
  await connect(cookie, first);
  await connect(cookie, second);
  expect([await isGranted(first.refreshToken), await isGranted(second.refreshToken)]).toEqual([false, true]);
  // Google ends all rights of an account with one of them: it must be given back before the next one is granted.
  const again = grantor({ claims: { email: second.email } });
  const consent = await leaveForConsent(cookie, again);
  expect([await isGranted(second.refreshToken), await connectionOf(id)]).toEqual([false, null]);
  expect((await comeBackFrom(consent, cookie)).headers.get('Location')).toBe('/?sheets=connected');
  expect(await readToken(cookie)).toBe(again.answer?.['access_token']);
  expect([await isGranted(again.refreshToken), await isGranted(theirs.refreshToken)]).toEqual([true, true]);
});

test('of two consents at once the later one stays, and the right of the earlier one is given back', async () => {
  const { cookie } = await userThere();
  const [first, second] = [grantor(), grantor()];
  const consents = [await leaveForConsent(cookie, first), await leaveForConsent(cookie, second)];
  for (const consent of consents) await comeBackFrom(consent, cookie);
  expect([await isGranted(first.refreshToken), await isGranted(second.refreshToken)]).toEqual([false, true]);
  expect(await readToken(cookie)).toBe(second.answer?.['access_token']);
  // The same Google account: what ends one of its rights would end the new one too.
  const [third, same] = [grantor(), grantor()];
  const claims = { claims: { sub: 'same', email: third.email } };
  const later = [await leaveForConsent(cookie, third), await leaveForConsent(cookie, { ...same, ...claims })];
  for (const consent of later) await comeBackFrom(consent, cookie);
  expect(await isGranted(same.refreshToken)).toBe(true);
  expect(await readToken(cookie)).toBe(same.answer?.['access_token']);
});

test('a right that can not be given back now stays connected until the next consent comes back', async () => {
  const { cookie, id } = await userThere();
  const first = grantor();
  await connect(cookie, first);
  const before = await connectionOf(id);
  const away = { GOOGLE_REVOCATION_ENDPOINT: 'https://nowhere.example/revoke' };
  const begun = await askConsent(cookie, 'sheets', away);
  expect(begun.status).toBe(200);
  expect(await connectionOf(id)).toEqual(before);
});

const OF_ANOTHER = { answer: { scope: 'openid email' } };

test('a consent without its tick is given back at Google, and so is one without what it needs', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const [{ cookie }, other] = [await userThere(), await userThere()];
  const theirs = grantor();
  await connect(other.cookie, theirs);
  for (const persona of [grantor(OF_ANOTHER), grantor({ claims: { email: null } })]) {
    await connect(cookie, persona);
    expect(await isGranted(persona.refreshToken)).toBe(false);
  }
  expect(await isGranted(theirs.refreshToken)).toBe(true);
});

test('a consent whose account or session is gone meanwhile is given back, before and while Google is asked', async () => {
  const other = await userThere();
  const theirs = grantor();
  await connect(other.cookie, theirs);
  for (const sql of ['DELETE FROM users WHERE id = ?', 'DELETE FROM sessions WHERE user_id = ?'])
    for (const isDuring of [false, true]) {
      const user = await userThere();
      const persona = grantor();
      const consent = await leaveForConsent(user.cookie, persona);
      const end = () => env.DB.prepare(sql).bind(user.id).run();
      if (!isDuring) await end();
      const real = globalThis.fetch;
      if (isDuring)
        vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
          await end();
          return await real(...request);
        });
      const response = await comeBackFrom(consent, user.cookie);
      expect([sql, response.headers.get('Location')]).toEqual([sql, '/?sheets=expired']);
      expect(await connectionOf(user.id)).toBeNull();
      expect([sql, isDuring, await isGranted(persona.refreshToken)]).toEqual([sql, isDuring, false]);
    }
  expect([await isGranted(theirs.refreshToken), await connectionOf(other.id)]).toEqual([
    true,
    expect.anything(),
  ]);
});

test('a late consent of a Google account that is connected by now ends nothing', async () => {
  const user = await userThere();
  const [late, kept] = [grantor(), grantor()];
  const consent = await leaveForConsent(user.cookie, late);
  await connect(user.cookie, { ...kept, claims: { ...kept.claims, email: late.email } });
  await env.DB.prepare('UPDATE sessions SET expire = 1 WHERE user_id = ?').bind(user.id).run();
  expect((await comeBackFrom(consent, user.cookie)).headers.get('Location')).toBe('/?sheets=expired');
  expect([await isGranted(late.refreshToken), await isGranted(kept.refreshToken)]).toEqual([true, true]);
  expect(await connectionOf(user.id)).not.toBeNull();
});

// --- Sealed ---

test('the database holds no token, and no token twice as the same text', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const persona = grantor({ answer: { access_token: 'one access' } });
  await connect(user.cookie, persona);
  await connect(other.cookie, { ...persona, claims: { ...persona.claims } });
  const [own, theirs] = [await connectionOf(user.id), await connectionOf(other.id)];
  expect(JSON.stringify([own, theirs])).not.toMatch(new RegExp(`one access|${persona.refreshToken}`));
  for (const column of ['refresh_token', 'access_token']) {
    const [sealed, otherSealed] = [String(own?.[column]), String(theirs?.[column])];
    expect(sealed).toMatch(/^[\w-]{40,}$/);
    expect(sealed.slice(0, 16)).not.toBe(otherSealed.slice(0, 16)); // the nonces: 12 bytes
  }
});

test('a text that was sealed for another user, or for the other purpose, does not open', async () => {
  const [owner, thief] = [await userThere(), await userThere()];
  const persona = grantor();
  await connect(owner.cookie, persona);
  await connect(thief.cookie, grantor());
  await env.DB.prepare(
    'UPDATE connections SET (access_token, refresh_token) = (SELECT access_token, refresh_token FROM connections WHERE user_id = ?) WHERE user_id = ?',
  )
    .bind(owner.id, thief.id)
    .run();
  await expectDisconnected(await askToken(thief.cookie));
  await env.DB.prepare(
    'UPDATE connections SET access_token = refresh_token, refresh_token = access_token WHERE user_id = ?',
  )
    .bind(owner.id)
    .run();
  await expectDisconnected(await askToken(owner.cookie));
  await env.DB.prepare(
    'UPDATE connections SET access_token = refresh_token, refresh_token = access_token WHERE user_id = ?',
  )
    .bind(owner.id)
    .run();
  expect(await readToken(owner.cookie)).toBe(persona.answer?.['access_token']);
});

test.each([0, 11, 12, 30, -1])('a sealed text whose byte %i was changed does not open', async (at) => {
  const { cookie, id } = await userThere();
  await connect(cookie, grantor());
  await endAccess(id);
  const sealed = Uint8Array.fromBase64(String((await connectionOf(id))?.['refresh_token']), {
    alphabet: 'base64url',
  });
  const index = at < 0 ? sealed.length + at : at;
  sealed[index] = (sealed[index] ?? 0) ^ 1;
  const text = sealed.toBase64({ alphabet: 'base64url', omitPadding: true });
  await env.DB.prepare('UPDATE connections SET refresh_token = ? WHERE user_id = ?').bind(text, id).run();
  await expectDisconnected(await askToken(cookie));
});

test('another secret means to connect again; with the old one the connection is as before', async () => {
  const user = await makeUser();
  const another = { SESSION_SECRET: 'another secret' };
  const signIn = async (bindings: Partial<Env>): Promise<string> => {
    const body = { email: user.email, password: PASSWORD };
    return cookieOf(await callThere('/api/auth/login', { method: 'POST', body }, bindings)) ?? '';
  };
  const cookie = await signIn({});
  const persona = grantor();
  await connect(cookie, persona);
  const later = await signIn(another);
  expect(await readStatus(later, another)).toMatchObject({
    connection: { account: persona.email, isOver: true },
  });
  await expectDisconnected(await askToken(later, another));
  expect(await readToken(await signIn({}))).toBe(persona.answer?.['access_token']);
});

test('a token that a release sealed when there was one kind only still opens', async () => {
  const { cookie, id } = await userThere();
  await connect(cookie, grantor());
  const { key, version } = await deriveSealingKey(OFFERING.SESSION_SECRET);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const iv = new Uint8Array(12);
  const algorithm = { name: 'AES-GCM', iv, additionalData: bytes(JSON.stringify([version, id, 'access'])) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, bytes('of before')));
  const text = new Uint8Array([...iv, ...sealed]).toBase64({ alphabet: 'base64url', omitPadding: true });
  await env.DB.prepare('UPDATE connections SET access_token = ? WHERE user_id = ?').bind(text, id).run();
  expect(await readToken(cookie)).toBe('of before');
});

// --- Refresh ---

test('an access token is given out until 5 minutes before its end, and then refreshed once', async () => {
  const { cookie, id } = await userThere();
  const other = await userThere();
  const persona = grantor();
  await connect(cookie, persona);
  await connect(other.cookie, grantor());
  const foreign = await connectionOf(other.id);
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await endAccess(id, now + TOKEN_MARGIN_MS);
  expect(await readToken(cookie)).toBe(persona.answer?.['access_token']);
  await endAccess(id, now + TOKEN_MARGIN_MS - 1);
  const answer = await askToken(cookie);
  expect(await answer.json()).toEqual({
    accessToken: 'refreshed 1 times',
    expiresAt: new Date(now + 3600_000).toISOString(),
  });
  expect(await readToken(cookie)).toBe('refreshed 1 times');
  expect(await connectionOf(id)).toMatchObject({ lease: null, lease_until: 0 });
  expect(await connectionOf(other.id)).toEqual(foreign);
});

test('a refresh token stays as long as no other one comes, and a connection without an access token gets one', async () => {
  const { cookie, id } = await userThere();
  await connect(cookie, grantor());
  for (const refreshes of [1, 2]) {
    await endAccess(id);
    expect(await readToken(cookie)).toBe(`refreshed ${refreshes} times`);
  }
  await env.DB.prepare('UPDATE connections SET access_token = NULL WHERE user_id = ?').bind(id).run();
  expect(await readToken(cookie)).toBe('refreshed 3 times');
});

test('a token that ends soon although it has just been refreshed is given out, and not asked for again', async () => {
  const { cookie, id } = await userThere();
  await connect(cookie, grantor({ refresh: { answer: { expires_in: TOKEN_MARGIN_MS / 1000 - 1 } } }));
  await endAccess(id);
  expect(await readToken(cookie)).toBe('refreshed 1 times');
});

test('a new refresh token that comes with an access token takes the place of the old one', async () => {
  const { cookie, id } = await userThere();
  const next = grantor();
  const persona = grantor({ refresh: { answer: { refresh_token: next.refreshToken } } });
  await connect(cookie, persona);
  await endAccess(id);
  await readToken(cookie);
  await endAccess(id);
  await expectDisconnected(await askToken(cookie)); // the provider does not know it, so it was this one that was asked with
});

test('two tabs at once refresh once, and both get the token', async () => {
  const { cookie, id } = await userThere();
  await connect(cookie, grantor());
  await endAccess(id);
  const google = holdGoogle();
  const first = askToken(cookie);
  await google.asked;
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  const watched = watchDatabase(env.DB, ({ statements, work }) => {
    if (statements.join().includes('set "lease"') && ++looks === 2) looked.resolve();
    return work();
  });
  const second = askToken(cookie, { DB: watched });
  await looked.promise;
  google.letGo();
  const answers = await Promise.all([first, second]);
  for (const answer of answers)
    expect(await answer.json()).toMatchObject({ accessToken: 'refreshed 1 times' });
  expect(google.requests()).toBe(1);
});

test('a lease that nobody gave back ends after its time, and not before', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cookie, id } = await userThere();
  await connect(cookie, grantor());
  await endAccess(id);
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await env.DB.prepare("UPDATE connections SET lease = 'lost', lease_until = ? WHERE user_id = ?")
    .bind(now + LEASE_MS, id)
    .run();
  const slow = (step: number) =>
    watchDatabase(env.DB, ({ statements, work }) => {
      if (statements.join().includes('set "lease"')) vi.setSystemTime(Date.now() + step);
      return work();
    });
  const gaveUp = await askToken(cookie, { DB: slow(LEASE_MS * 2) });
  expect([gaveUp.status, await gaveUp.json()]).toMatchObject([502, { code: 'PROVIDER_UNAVAILABLE' }]);
  vi.setSystemTime(now);
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const waited = await askToken(cookie, { DB: slow(LEASE_MS / 2) });
  expect(waits.mock.calls.filter(([, ms]) => ms === 250)).toHaveLength(2); // it looks twice in vain
  expect(await waited.json()).toMatchObject({ accessToken: 'refreshed 1 times' });
  expect(Date.now()).toBeGreaterThanOrEqual(now + LEASE_MS);
});

test('a connection that is replaced during a refresh stays, and its token is the answer', async () => {
  const { cookie, id } = await userThere();
  const [old, fresh] = [grantor(), grantor()];
  const consent = await leaveForConsent(cookie, fresh);
  await connect(cookie, old);
  await endAccess(id);
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    vi.mocked(globalThis.fetch).mockImplementation(real);
    await comeBackFrom(consent, cookie);
    return await real(...request);
  });
  expect(await readToken(cookie)).toBe(fresh.answer?.['access_token']);
  expect(await readStatus(cookie)).toMatchObject({ connection: { account: fresh.email } });
  expect(await isGranted(fresh.refreshToken)).toBe(true);
});

test('an access token of an account that was replaced after Google had answered is not given out', async () => {
  const { cookie, id } = await userThere();
  const fresh = grantor();
  const consent = await leaveForConsent(cookie, fresh);
  await connect(cookie, grantor());
  await endAccess(id);
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    const answer = await real(...request);
    await comeBackFrom(consent, cookie);
    return answer;
  });
  expect(await readToken(cookie)).toBe(fresh.answer?.['access_token']);
  expect(await connectionOf(id)).toMatchObject({ account: fresh.email });
});

test('a refresh that began before another account was connected asks and writes nothing for the old one', async () => {
  const { cookie, id } = await userThere();
  const [old, fresh] = [grantor({ refresh: { answer: { access_token: 'of the old account' } } }), grantor()];
  const consent = await leaveForConsent(cookie, fresh);
  await connect(cookie, old);
  await endAccess(id);
  let isConnected = false;
  const DB = watchDatabase(env.DB, async ({ statements, work }) => {
    if (!isConnected && statements.join().includes('set "lease"')) {
      isConnected = true;
      await comeBackFrom(consent, cookie);
      await endAccess(id); // so that the lease is free and the new token looks as old
    }
    return await work();
  });
  const answer = await askToken(cookie, { DB });
  expect(await answer.json()).toMatchObject({ accessToken: 'refreshed 1 times' });
  expect(await connectionOf(id)).toMatchObject({ account: fresh.email });
  expect(await readToken(cookie)).toBe('refreshed 1 times');
});

test('a right that was taken back at Google is removed, that of another user is not', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const persona = grantor();
  await connect(user.cookie, persona);
  await connect(other.cookie, grantor());
  await endAccess(user.id);
  await revokeAtGoogle(persona.refreshToken);
  await expectDisconnected(await askToken(user.cookie));
  expect(await connectionOf(user.id)).toBeNull();
  expect(await connectionOf(other.id)).not.toBeNull();
  expect(await connect(user.cookie, grantor())).toBe('/?sheets=connected');
});

test.each([
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['invalid_client', { status: 401, answer: { error: 'invalid_client' } }],
  ['unauthorized_client', { status: 400, answer: { error: 'unauthorized_client' } }],
  ['an answer without a token', { answer: { access_token: null } }],
])(
  'a refresh that Google answers with %s removes nothing, and the next one need not wait',
  async (_what, refresh) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { cookie, id } = await userThere();
    const persona = grantor({ refresh });
    await connect(cookie, persona);
    await endAccess(id);
    const sealed = await connectionOf(id);
    for (const _attempt of [1, 2]) {
      const answer = await askToken(cookie);
      expect([answer.status, await answer.json()]).toEqual([
        502,
        {
          message: "Google Sheets didn't answer as expected. Please try again in a moment.",
          code: 'PROVIDER_UNAVAILABLE',
        },
      ]);
      expect(await connectionOf(id)).toEqual(sealed);
    }
    expect(JSON.stringify(log.mock.calls)).not.toMatch(
      new RegExp(`${persona.refreshToken}|${persona.email}`),
    );
  },
);

// --- Disconnect ---

test('to disconnect gives the right back at Google and deletes the connection of that user only', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const [persona, theirs] = [grantor(), grantor()];
  await connect(user.cookie, persona);
  await connect(other.cookie, theirs);
  const answer = await disconnect(user.cookie);
  expect([answer.status, await answer.json()]).toEqual([200, { message: 'Google Sheets is disconnected.' }]);
  expect([await isGranted(persona.refreshToken), await isGranted(theirs.refreshToken)]).toEqual([
    false,
    true,
  ]);
  expect([await connectionOf(user.id), await connectionOf(other.id)]).toEqual([null, expect.anything()]);
  const again = await disconnect(user.cookie);
  expect(await again.json()).toEqual({ message: 'Google Sheets is disconnected.' });
});

test('a right that the owner took back at Google before is as good as given back', async () => {
  const { cookie } = await userThere();
  const persona = grantor();
  await connect(cookie, persona);
  await revokeAtGoogle(persona.refreshToken);
  const answer = await disconnect(cookie);
  expect(await answer.json()).toEqual({ message: 'Google Sheets is disconnected.' });
});

test.each([
  ['Google does not answer', { GOOGLE_REVOCATION_ENDPOINT: 'https://nowhere.example/revoke' }],
  ['the client is gone', { GOOGLE_CLIENT_ID: '' }],
])(
  'to disconnect while %s deletes the connection, and says where to remove the access',
  async (_what, bindings) => {
    const { cookie, id } = await userThere();
    await connect(cookie, grantor());
    const answer = await disconnect(cookie, bindings);
    const { message } = await answer.json<{ message: string }>();
    expect(message).toContain('https://myaccount.google.com/connections');
    expect(await connectionOf(id)).toBeNull();
  },
);

test('a deleted account leaves no right at Google and no connection, and those of others stay', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const [persona, theirs] = [grantor(), grantor()];
  await connect(user.cookie, persona);
  await connect(other.cookie, theirs);
  const deleted = await callThere('/api/auth/user', {
    method: 'DELETE',
    cookie: user.cookie,
    body: { password: PASSWORD },
  });
  expect(deleted.status).toBe(200);
  expect(await connectionOf(user.id)).toBeNull();
  expect([await isGranted(persona.refreshToken), await isGranted(theirs.refreshToken)]).toEqual([
    false,
    true,
  ]);
});

test.each([
  ['Google does not answer', { GOOGLE_REVOCATION_ENDPOINT: 'https://nowhere.example/revoke' }],
  ['the client is gone', { GOOGLE_CLIENT_ID: '' }],
])('the deletion of an account while %s says where to remove the access', async (_what, bindings) => {
  const [user, plain] = [await userThere(), await userThere()];
  await connect(user.cookie, grantor());
  const remove = async ({ cookie }: { cookie: string }): Promise<unknown> => {
    const sent = { method: 'DELETE', cookie, body: { password: PASSWORD } };
    return await (await callThere('/api/auth/user', sent, bindings)).json();
  };
  expect(await remove(user)).toEqual({
    message:
      "Your account has been deleted. Google did not confirm that this site's access has ended: please remove it at https://myaccount.google.com/connections too.",
    accessLeft: ['google'],
  });
  expect(await connectionOf(user.id)).toBeNull();
  expect(await remove(plain)).toEqual({ message: 'Your account has been deleted.', accessLeft: [] });
});

test('an account that is not deleted keeps its right', async () => {
  const user = await userThere();
  const persona = grantor();
  await connect(user.cookie, persona);
  const body = { password: 'wrong' };
  const refused = await callThere('/api/auth/user', { method: 'DELETE', cookie: user.cookie, body });
  expect(refused.status).toBe(401);
  expect(await isGranted(persona.refreshToken)).toBe(true);
});

// --- Hand-over ---

test('an account that Google hands over keeps neither the connection nor the links of its former holder, and the notice names both', async () => {
  const name = crypto.randomUUID();
  const [user, other] = [await userThere({ email: `${name}@gmail.com` }), await userThere()];
  const [persona, theirs] = [grantor(), grantor()];
  const tokens: string[] = [];
  for (const [{ cookie }, granted] of [
    [user, persona],
    [other, theirs],
  ] as const) {
    await connect(cookie, granted);
    tokens.push(await shareThere(cookie));
    const body = { defaultConversionValue: 5, defaultSignificanceThreshold: 5 };
    await callThere('/api/preferences', { method: 'POST', body, cookie });
  }
  const response = await signInThere({ claims: { sub: name, email: user.email } });
  expect(response.headers.get('Location')).toBe('/?notice=google-linked.links.connections');
  expect([await connectionOf(user.id), await connectionOf(other.id)]).toEqual([null, expect.anything()]);
  expect([await isGranted(persona.refreshToken), await isGranted(theirs.refreshToken)]).toEqual([
    false,
    true,
  ]);
  const opened = tokens.map((token) => callThere('/api/shared', { method: 'POST', body: { token } }));
  expect((await Promise.all(opened)).map(({ status }) => status)).toEqual([404, 200]);
  const cookie = cookieOf(response);
  await expectDisconnected(await askToken(cookie));
  // The analyses of the former holder are there, and the notice of the page names it.
  for (const table of ['saved_analyses', 'user_preferences'])
    expect(await count(`${table} WHERE user_id IN (?, ?)`, user.id, other.id)).toBe(2);
  expect(await (await callThere('/api/analyses', { cookie })).json()).toMatchObject([{ isShared: false }]);
});

test.each([
  ['Google does not answer', { GOOGLE_REVOCATION_ENDPOINT: 'https://nowhere.example/revoke' }],
  ['the secret is another one', { SESSION_SECRET: 'another secret' }],
])('a hand-over while %s says that a right may be left at Google', async (_what, bindings) => {
  const name = crypto.randomUUID();
  const user = await userThere({ email: `${name}@gmail.com` });
  await connect(user.cookie, grantor());
  const left = await callThere('/api/auth/google', {}, bindings);
  const persona = { claims: { sub: name, email: user.email } };
  const back = await visitProvider(new URL(left.headers.get('Location') ?? ''), persona);
  const response = await callThere(back, { cookie: cookieOf(left, '__Host-google') }, bindings);
  expect(response.headers.get('Location')).toBe('/?notice=google-linked.connections.google');
  expect(await connectionOf(user.id)).toBeNull();
});

test('an account that is linked with its password, or not at all, keeps connection and links', async () => {
  const user = await userThere();
  const persona = grantor();
  await connect(user.cookie, persona);
  const token = await shareThere(user.cookie);
  const asked = await signInThere({ claims: { sub: crypto.randomUUID(), email: user.email } });
  expect(asked.headers.get('Location')).toBe('/auth/link');
  const isThere = async () => [
    (await connectionOf(user.id)) !== null,
    await isGranted(persona.refreshToken),
    (await callThere('/api/shared', { method: 'POST', body: { token } })).status,
  ];
  expect(await isThere()).toEqual([true, true, 200]);
  const cookie = cookieOf(asked, '__Host-google-link');
  const body = { password: PASSWORD };
  expect((await callThere('/api/auth/google/link', { method: 'POST', body, cookie })).status).toBe(200);
  expect(await isThere()).toEqual([true, true, 200]);
});
