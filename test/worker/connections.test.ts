import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONNECTION_KINDS, CONNECTION_NAMES, type ConnectionKind } from '#contract/platforms.ts';
import { connectionsSchema, consentSchema } from '#contract/connections.ts';
import { DAY, TOKEN_MARGIN_MS } from '#contract/limits.ts';
import { deriveSealingKey, openToken } from '#worker/auth/token-sealing.ts';
import { findAccessToken } from '#worker/connections/access.ts';
import { googleProvider } from '#worker/platforms/google-ads/google-platform.ts';
import { metaProvider } from '#worker/platforms/meta/meta-platform.ts';
import {
  microsoftEndpoints,
  microsoftProvider,
} from '#worker/platforms/microsoft-advertising/microsoft-platform.ts';
import { ProviderUnavailable, type ConnectionProvider } from '#worker/connections/provider.ts';
import { openDatabase } from '#worker/db/client.ts';
import type { Env } from '#worker/env.ts';
import { META_APP, MICROSOFT_APP } from '../support/stand-in-keys.ts';
import type { StandInPersona } from '../support/stand-in.ts';
import {
  OFFERING,
  askConsent,
  askToken,
  callThere,
  comeBackFrom,
  connect,
  connectionOf,
  disconnect,
  endAccess,
  grantor,
  isGranted,
  leaveForConsent,
  readToken,
  revokeAtGoogle,
  signInThere,
  storeGrant,
  userThere,
} from './connection-support.ts';
import { watchDatabase } from './watched-database.ts';
import { ORIGIN, PASSWORD, count, spend, type TestUser } from './support.ts';

const db = openDatabase(env.DB, 60_000); // for all tests together

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const GOOGLE_KINDS = ['sheets', 'google-values', 'google-rules'] as const;
const OTHERS = ['meta', 'microsoft'] as const;

async function listThere(cookie: string | null, bindings: Partial<Env> = {}) {
  const answer: unknown = await (await callThere('/api/connections', { cookie }, bindings)).json();
  return connectionsSchema.parse(answer).connections;
}

const isOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  kinds.some((known) => known === kind);

/** Somebody who gives the right, with a lasting token that the test knows. */
function giver(kind: ConnectionKind, account = `${crypto.randomUUID()}@example.com`) {
  const id = crypto.randomUUID();
  if (!isOf(GOOGLE_KINDS, kind)) return { account, persona: { account, token: id }, token: id };
  const persona = grantor({ claims: { sub: account, email: account } });
  return { account, persona, token: persona.refreshToken };
}

async function proof(token: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(META_APP.META_APP_SECRET), hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(token))).toHex();
}

/** True while Meta knows the token. */
async function isKnownToMeta(token: string): Promise<boolean> {
  const query = new URLSearchParams({ access_token: token, appsecret_proof: await proof(token) });
  const answer = await fetch(`https://meta.test/v26.0/me?${query}`);
  await answer.text();
  return answer.ok;
}

// --- Where each is offered ---

test('a deployment with all keys offers every kind, in the order of the contract', async () => {
  const { cookie } = await userThere();
  const offers = await listThere(cookie);
  expect(offers.map(({ kind }) => kind)).toEqual(CONNECTION_KINDS);
  expect(offers.map(({ connection }) => connection)).toEqual(CONNECTION_KINDS.map(() => null));
});

test.each([
  ['GOOGLE_CLIENT_ID', '', ['meta', 'microsoft']],
  ['GOOGLE_CLIENT_SECRET', '', ['meta', 'microsoft']],
  ['GOOGLE_ADS', '', ['sheets', 'meta', 'microsoft']],
  ['GOOGLE_ADS', 'values', ['sheets', 'google-values', 'meta', 'microsoft']],
  ['GOOGLE_ADS', 'rules', ['sheets', 'google-rules', 'meta', 'microsoft']],
  ['GOOGLE_ADS', 'rules, values', CONNECTION_KINDS],
  ['META_APP_ID', '', ['sheets', 'google-values', 'google-rules', 'microsoft']],
  ['META_APP_SECRET', '', ['sheets', 'google-values', 'google-rules', 'microsoft']],
  ['MICROSOFT_CLIENT_ID', '', ['sheets', 'google-values', 'google-rules', 'meta']],
  ['MICROSOFT_CLIENT_SECRET', '', ['sheets', 'google-values', 'google-rules', 'meta']],
  ['MICROSOFT_DEVELOPER_TOKEN', '', ['sheets', 'google-values', 'google-rules', 'meta']],
] as const)(
  'with %s = "%s" the site offers %s, and nobody connects another kind',
  async (name, value, kinds) => {
    const { cookie, id } = await userThere();
    const bindings = { [name]: value };
    expect((await listThere(cookie, bindings)).map(({ kind }) => kind)).toEqual(kinds);
    for (const kind of CONNECTION_KINDS) {
      const begun = await askConsent(cookie, kind, bindings);
      expect([kind, begun.status]).toEqual([kind, isOf(kinds, kind) ? 200 : 404]);
      if (begun.status === 404)
        expect(await begun.json()).toEqual({
          message: `${CONNECTION_NAMES[kind]} isn't set up on this site.`,
        });
    }
    expect(await count('connections WHERE user_id = ?', id)).toBe(0);
  },
);

test('a kind is a beta until the operator has tried it; Google Sheets is none', async () => {
  const { cookie } = await userThere();
  const tried = async (TRIED: string) =>
    (await listThere(cookie, { TRIED })).filter(({ isTried }) => isTried).map(({ kind }) => kind);
  expect(await tried('')).toEqual(['sheets']);
  expect(await tried('google-values meta')).toEqual(['sheets', 'google-values', 'meta']);
  expect(await tried('google')).toEqual(['sheets']);
});

test.each(['unknown', 'SHEETS', 'google', '__proto__'])('there is no kind "%s"', async (kind) => {
  const { cookie } = await userThere();
  const body = { returnTo: 'start' };
  for (const [method, path, more] of [
    ['POST', '/connect', { body }],
    ['POST', '/token', {}],
    ['DELETE', '', {}],
  ] as const) {
    const answer = await callThere(`/api/connections/${kind}${path}`, { method, cookie, ...more });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test.each([{}, { returnTo: 'https://evil.example' }, { returnTo: '/docs' }])(
  'a consent that is to end on %o is not begun',
  async (body) => {
    const { cookie } = await userThere();
    const answer = await callThere('/api/connections/meta/connect', { method: 'POST', cookie, body });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
  },
);

test('nobody without an account learns of connections, begins or ends one', async () => {
  for (const kind of CONNECTION_KINDS)
    for (const answer of [
      await callThere('/api/connections'),
      await askConsent(null, kind),
      await askToken(null, {}, kind),
      await disconnect(null, {}, kind),
    ])
      expect([answer.status, await answer.json()]).toEqual([401, { message: 'Unauthorized' }]);
});

// --- Consent ---

const SCOPES = {
  sheets: 'openid email https://www.googleapis.com/auth/spreadsheets.readonly',
  'google-values': 'openid email https://www.googleapis.com/auth/datamanager',
  'google-rules': 'openid email https://www.googleapis.com/auth/adwords',
  meta: 'ads_management,ads_read',
  microsoft: 'https://ads.microsoft.com/msads.manage offline_access openid profile',
};
const CLIENTS = {
  google: 'client-of-the-tests',
  meta: META_APP.META_APP_ID,
  microsoft: MICROSOFT_APP.MICROSOFT_CLIENT_ID,
};
const serviceOf = (kind: ConnectionKind) => (isOf(OTHERS, kind) ? kind : 'google');

async function askUrl(cookie: string, kind: ConnectionKind, bindings: Partial<Env> = {}): Promise<URL> {
  const begun = await askConsent(cookie, kind, { returnTo: 'connections', ...bindings });
  expect(begun.headers.get('Cache-Control')).toBe('no-store');
  return new URL(consentSchema.parse(await begun.json()).url);
}

describe.each(CONNECTION_KINDS)('the consent for %s', (kind) => {
  test('asks for its own right, with a state and, where the service has it, a challenge', async () => {
    const { cookie } = await userThere();
    const { searchParams } = await askUrl(cookie, kind);
    const query = Object.fromEntries(searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: CLIENTS[serviceOf(kind)],
      redirect_uri: `${ORIGIN}/auth/${serviceOf(kind)}/callback`,
      scope: SCOPES[kind],
    });
    expect(query['state']).toMatch(new RegExp(`^${kind}\\.connections\\.[\\w-]{43}$`));
    expect(query).not.toHaveProperty('include_granted_scopes');
    const hasChallenge = kind !== 'meta';
    expect(query['code_challenge_method']).toBe(hasChallenge ? 'S256' : undefined);
    if (hasChallenge)
      for (const name of ['nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
  });

  test('connects the account that was chosen, for that user, and ends on the page that it began on', async () => {
    const [user, other] = [await userThere(), await userThere()];
    const { persona, account, token } = giver(kind);
    const before = Date.now();
    expect(await connect(user.cookie, persona, kind)).toBe(`/?${kind}=connected`);
    const found = (await listThere(user.cookie)).find((one) => one.kind === kind)?.connection;
    expect(found).toMatchObject({ account, lastUsedAt: null, isOver: false });
    expect(Date.parse(found?.connectedAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(await count('connections WHERE user_id = ?', user.id)).toBe(1);
    expect(await count('connections WHERE user_id = ?', other.id)).toBe(0);
    expect(JSON.stringify(await connectionOf(user.id, kind))).not.toContain(token);
  });

  test.each([
    ['is refused', { error: 'access_denied' }, 'cancelled'],
    ['is answered by an error', { error: 'server_error' }, 'failed'],
    ['is not exchanged', { status: 500 }, 'failed'],
    ['lacks its token', { answer: { access_token: null } }, 'failed'],
  ])('connects nobody where it %s', async (_what, more, outcome) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const [user, other] = [await userThere(), await userThere()];
    await connect(other.cookie, giver(kind).persona, kind);
    const before = await connectionOf(other.id, kind);
    const { persona } = giver(kind);
    const answer = { ...('answer' in persona && persona.answer), ...('answer' in more && more.answer) };
    expect(await connect(user.cookie, { ...persona, ...more, answer }, kind)).toBe(`/?${kind}=${outcome}`);
    expect(await connectionOf(user.id, kind)).toBeNull();
    expect(await connectionOf(other.id, kind)).toEqual(before);
  });

  test('comes back to the session that it began in, once, with its own state, on its own way', async () => {
    const [user, other] = [await userThere(), await userThere()];
    const consent = await leaveForConsent(user.cookie, giver(kind).persona, kind);
    const strange = { ...consent, back: consent.back.replace(/state=[^&]*/, `state=${kind}.start.x`) };
    const elsewhere = consent.back.replace(
      `/auth/${serviceOf(kind)}/`,
      `/auth/${kind === 'meta' ? 'microsoft' : 'meta'}/`,
    );
    for (const [from, cookie] of [
      [{ ...consent, back: elsewhere }, user.cookie],
      [{ ...consent, attempt: '' }, user.cookie],
      [strange, user.cookie],
    ] as const) {
      const response = await comeBackFrom(from, cookie);
      expect(response.headers.get('Location')).toBe(`/?${kind}=expired`);
    }
    for (const cookie of [other.cookie, '']) {
      const own = await leaveForConsent(user.cookie, giver(kind).persona, kind);
      expect((await comeBackFrom(own, cookie)).headers.get('Location')).toBe(`/?${kind}=expired`);
    }
    expect(await count('connections WHERE user_id IN (?, ?)', user.id, other.id)).toBe(0);
    const first = await comeBackFrom(consent, user.cookie);
    expect(first.headers.get('Location')).toBe(`/?${kind}=connected`);
    const second = await comeBackFrom(consent, user.cookie);
    expect(second.headers.get('Location')).toBe(`/?${kind}=expired`);
  });

  test('that was begun on the page of connections ends there', async () => {
    const { cookie } = await userThere();
    const url = await askUrl(cookie, kind);
    const state = url.searchParams.get('state') ?? '';
    const back = `/auth/${serviceOf(kind)}/callback?state=${state}&error=access_denied`;
    // Without the cookie of the attempt only the state says where it ends.
    expect((await callThere(back, { cookie })).headers.get('Location')).toBe(`/connections?${kind}=expired`);
  });
});

test('a way back without a state that is known ends on a page, and shows nothing of it', async () => {
  for (const service of ['meta', 'microsoft'])
    for (const state of ['', 'evil.start.x', 'sheets.https://evil.example.x', 'sheets'])
      for (const path of [`/auth/${service}/callback?code=x&state=${encodeURIComponent(state)}`])
        expect((await callThere(path)).headers.get('Location')).toBe('/connections');
});

test('a database that fails while a consent comes back ends it on its page', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cookie } = await userThere();
  const consent = await leaveForConsent(cookie, giver('meta').persona, 'meta');
  const DB = watchDatabase(env.DB, () => Promise.reject(new Error('lost')));
  const response = await callThere(consent.back, { cookie: `${consent.attempt}; ${cookie}` }, { DB });
  expect(response.headers.get('Location')).toBe('/?meta=failed');
  expect(log).toHaveBeenCalled();
});

// --- What reaches a browser ---

test('only tokens for spreadsheets and for sending values ever reach a browser', async () => {
  const user = await userThere();
  const account = `${crypto.randomUUID()}@example.com`;
  const givers = CONNECTION_KINDS.map((kind) => ({ kind, ...giver(kind, account) }));
  for (const { kind, persona } of givers) await connect(user.cookie, persona, kind);
  expect(await count('connections WHERE user_id = ?', user.id)).toBe(5);
  const answers: string[] = [];
  for (const kind of CONNECTION_KINDS) {
    const answer = await askToken(user.cookie, {}, kind);
    expect([kind, answer.status]).toEqual([kind, kind === 'sheets' || kind === 'google-values' ? 200 : 404]);
    answers.push(await answer.text());
  }
  for (const path of ['/api/connections', '/api/auth/user'])
    answers.push(await (await callThere(path, { cookie: user.cookie })).text());
  const all = answers.join();
  for (const { kind, token, persona } of givers) {
    const access = 'answer' in persona ? String(persona.answer?.['access_token']) : token;
    const mayReach = kind === 'sheets' || kind === 'google-values';
    expect([kind, all.includes(access)]).toEqual([kind, mayReach]);
    expect([kind, all.includes(token)]).toEqual([kind, false]);
  }
});

test.each([
  ['google-values', 'https://www.googleapis.com/auth/datamanager https://www.googleapis.com/auth/adwords'],
  ['sheets', `${SCOPES.sheets} https://www.googleapis.com/auth/datamanager`],
  ['google-values', SCOPES['google-rules']],
  ['google-rules', SCOPES['google-values']],
  ['google-rules', 'openid email'],
  ['google-values', null],
] as const)(
  'a consent for %s with the rights "%s" connects nobody, and is given back',
  async (kind, scope) => {
    const user = await userThere();
    const persona = grantor({ answer: { scope } });
    expect(await connect(user.cookie, persona, kind)).toBe(`/?${kind}=not-allowed`);
    expect([await connectionOf(user.id, kind), await isGranted(persona.refreshToken)]).toEqual([null, false]);
  },
);

test('the use of a connection is noted, for that one only', async () => {
  const [user, other] = [await userThere(), await userThere()];
  for (const { cookie } of [user, other])
    for (const kind of ['sheets', 'google-values'] as const) await connect(cookie, giver(kind).persona, kind);
  const before = Date.now();
  await readToken(user.cookie, 'google-values');
  const usedAt = async ({ cookie }: TestUser) =>
    (await listThere(cookie)).slice(0, 2).map(({ connection }) => connection?.lastUsedAt);
  const [sheets, values] = await usedAt(user);
  expect([sheets, Date.parse(values ?? '') >= before]).toEqual([null, true]);
  expect(await usedAt(other)).toEqual([null, null]);
});

test('tokens that were sealed for another kind of the same user do not open', async () => {
  const { cookie, id } = await userThere();
  const kinds = ['google-values', 'google-rules', 'sheets'] as const;
  for (const kind of kinds) await connect(cookie, giver(kind).persona, kind);
  for (const from of ['google-rules', 'sheets'] as const) {
    await env.DB.prepare(
      `UPDATE connections SET (access_token, refresh_token) = (SELECT access_token, refresh_token FROM connections
        WHERE user_id = ?1 AND kind = ?2) WHERE user_id = ?1 AND kind = 'google-values'`,
    )
      .bind(id, from)
      .run();
    expect((await askToken(cookie, {}, 'google-values')).status).toBe(409);
  }
  expect((await askToken(cookie)).status).toBe(200);
});

test('many imports stop no send, and one user stops no other', async () => {
  const [user, other] = [await userThere(), await userThere()];
  expect((await askToken(user.cookie)).status).toBe(409);
  await spend('token-sheets', 58);
  expect((await askToken(user.cookie)).status).toBe(409);
  expect((await askToken(user.cookie)).status).toBe(429);
  expect((await askToken(user.cookie, {}, 'google-values')).status).toBe(409);
  expect((await askToken(other.cookie)).status).toBe(409);
});

test('a user begins 20 consents an hour, of whatever kind', async () => {
  const [user, other] = [await userThere(), await userThere()];
  for (const kind of CONNECTION_KINDS) expect((await askConsent(user.cookie, kind)).status).toBe(200);
  await spend('consent', 20 - CONNECTION_KINDS.length - 1);
  expect((await askConsent(user.cookie, 'sheets')).status).toBe(200);
  expect((await askConsent(user.cookie, 'meta')).status).toBe(429);
  expect((await askConsent(other.cookie, 'meta')).status).toBe(200);
});

// --- One Google account behind several kinds ---

const SHARED =
  'Google Ads (send values) is disconnected here. Google keeps the permission as long as another connection of the same Google account stays. To end them all, disconnect the others too, or go to https://myaccount.google.com/connections.';

const messageOf = async (answer: Response) => (await answer.json<{ message: string }>()).message;

test('to disconnect one kind leaves the others of the same Google account at work, and the last one ends the right', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const account = `${crypto.randomUUID()}@example.com`;
  const [sheets, values, theirs] = [
    giver('sheets', account),
    giver('google-values', account),
    giver('sheets'),
  ];
  await connect(user.cookie, sheets.persona, 'sheets');
  await connect(user.cookie, values.persona, 'google-values');
  await connect(other.cookie, theirs.persona, 'sheets');
  expect(await messageOf(await disconnect(user.cookie, {}, 'google-values'))).toBe(SHARED);
  expect(await connectionOf(user.id, 'google-values')).toBeNull();
  await endAccess(user.id);
  expect(await readToken(user.cookie)).toBe('refreshed 1 times');
  expect(await messageOf(await disconnect(user.cookie))).toBe('Google Sheets is disconnected.');
  expect([await isGranted(sheets.token), await isGranted(values.token)]).toEqual([false, false]);
  expect([await isGranted(theirs.token), await connectionOf(other.id)]).toEqual([true, expect.anything()]);
});

test.each([
  [
    'meta',
    'Meta is disconnected here. Meta keeps the permission as long as another connection of the same Meta account stays. To end them all, disconnect the others too, or go to https://www.facebook.com/settings/?tab=business_tools.',
  ],
  [
    'microsoft',
    'Microsoft Advertising is disconnected here. Microsoft keeps the permission, which another connection of the same Microsoft account needs. To end them all, go to https://account.live.com/consent/Manage.',
  ],
] as const)(
  'the sentence about an account of %s that stays connected names that service',
  async (kind, message) => {
    const [user, other, third] = [await userThere(), await userThere(), await userThere()];
    const account = `${crypto.randomUUID()}@example.com`;
    const [mine, theirs] = [giver(kind, account), giver(kind, account)];
    await connect(user.cookie, mine.persona, kind);
    await connect(other.cookie, theirs.persona, kind);
    await connect(third.cookie, giver(kind).persona, kind);
    const before = [await connectionOf(other.id, kind), await connectionOf(third.id, kind)];
    expect(await messageOf(await disconnect(user.cookie, {}, kind))).toBe(message);
    expect(await connectionOf(user.id, kind)).toBeNull();
    expect([await connectionOf(other.id, kind), await connectionOf(third.id, kind)]).toEqual(before);
    expect(before).not.toContain(null);
    if (kind === 'meta') expect(await isKnownToMeta(theirs.token)).toBe(true);
  },
);

test('kinds of different Google accounts end each for itself', async () => {
  const { cookie } = await userThere();
  const [sheets, values] = [giver('sheets'), giver('google-values')];
  await connect(cookie, sheets.persona, 'sheets');
  await connect(cookie, values.persona, 'google-values');
  expect(await messageOf(await disconnect(cookie, {}, 'google-values'))).toBe(
    'Google Ads (send values) is disconnected.',
  );
  expect([await isGranted(values.token), await isGranted(sheets.token)]).toEqual([false, true]);
});

test('whoever connects one kind again keeps the others of the same Google account', async () => {
  const { cookie, id } = await userThere();
  const account = `${crypto.randomUUID()}@example.com`;
  const [sheets, first, again] = [
    giver('sheets', account),
    giver('google-values', account),
    giver('google-values', account),
  ];
  await connect(cookie, sheets.persona, 'sheets');
  await connect(cookie, first.persona, 'google-values');
  const consent = await leaveForConsent(cookie, again.persona, 'google-values');
  expect(await connectionOf(id, 'google-values')).not.toBeNull();
  await comeBackFrom(consent, cookie);
  const another = giver('google-values');
  await connect(cookie, another.persona, 'google-values');
  for (const { token } of [sheets, another]) expect(await isGranted(token)).toBe(true);
});

test('a consent that fails ends no right of an account that another kind has connected', async () => {
  const { cookie } = await userThere();
  const account = `${crypto.randomUUID()}@example.com`;
  const sheets = giver('sheets', account);
  await connect(cookie, sheets.persona, 'sheets');
  const unticked = grantor({ claims: { sub: account, email: account }, answer: { scope: 'openid email' } });
  expect(await connect(cookie, unticked, 'google-rules')).toBe('/?google-rules=not-allowed');
  expect(await isGranted(sheets.token)).toBe(true);
});

// --- All at once ---

async function connectAll(cookie: string, account: string) {
  const givers = CONNECTION_KINDS.map((kind) => ({ kind, ...giver(kind, account) }));
  for (const { kind, persona } of givers) await connect(cookie, persona, kind);
  return givers;
}

const areAlive = (givers: { kind: ConnectionKind; token: string }[]) =>
  Promise.all(
    givers
      .filter(({ kind }) => kind !== 'microsoft')
      .map(({ kind, token }) => (kind === 'meta' ? isKnownToMeta(token) : isGranted(token))),
  );

const AT_MICROSOFT =
  "Only you can end this site's access at Microsoft: please remove it at https://account.live.com/consent/Manage too.";

const remove = async ({ cookie }: TestUser, bindings: Partial<Env> = {}): Promise<unknown> => {
  const sent = { method: 'DELETE', cookie, body: { password: PASSWORD } };
  return await (await callThere('/api/auth/user', sent, bindings)).json();
};

test('a deleted account leaves no right behind but the one that only its owner can end, and those of others stay', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const givers = await connectAll(user.cookie, user.email);
  const theirs = await connectAll(other.cookie, other.email);
  expect(await areAlive(givers)).toEqual([true, true, true, true]);
  const asked = vi.spyOn(globalThis, 'fetch');
  expect(await remove(user)).toEqual({
    message: `Your account has been deleted. ${AT_MICROSOFT}`,
    accessLeft: ['microsoft'],
  });
  expect(asked).toHaveBeenCalledTimes(2); // one for the three of Google, one for Meta
  expect(await count('connections WHERE user_id = ?', user.id)).toBe(0);
  expect(await count('connections WHERE user_id = ?', other.id)).toBe(5);
  expect(await areAlive(givers)).toEqual([false, false, false, false]);
  expect(await areAlive(theirs)).toEqual([true, true, true, true]);
});

test('a deletion gives back each Google account, also where one of its tokens is unknown by now', async () => {
  const user = await userThere();
  const account = `${crypto.randomUUID()}@example.com`;
  const [gone, alive] = [grantor({ claims: { email: 'x' } }), giver('google-values', account)];
  await connect(user.cookie, gone, 'sheets');
  await env.DB.prepare("UPDATE connections SET account = ? WHERE user_id = ? AND kind = 'sheets'")
    .bind(account, user.id)
    .run();
  await connect(user.cookie, alive.persona, 'google-values');
  await revokeAtGoogle(gone.refreshToken);
  expect(await remove(user)).toEqual({ message: 'Your account has been deleted.', accessLeft: [] });
  expect(await isGranted(alive.token)).toBe(false);
});

test('a deletion while no service answers names each place once', async () => {
  const user = await userThere();
  await connectAll(user.cookie, user.email);
  const away = {
    GOOGLE_REVOCATION_ENDPOINT: 'https://nowhere.example/revoke',
    META_ORIGIN: 'https://nowhere.example',
  };
  const left = await remove(user, away);
  expect(left).toMatchObject({ accessLeft: ['google', 'meta', 'microsoft'] });
  expect(JSON.stringify(left).match(/https:/g)).toHaveLength(3);
});

test('a hand-over ends all connections of the former holder, and those of others stay', async () => {
  const name = crypto.randomUUID();
  const [user, other] = [await userThere({ email: `${name}@gmail.com` }), await userThere()];
  const givers = await connectAll(user.cookie, `former-${name}@example.com`);
  await connectAll(other.cookie, other.email);
  const response = await signInThere({ claims: { sub: name, email: user.email } });
  expect(response.headers.get('Location')).toBe('/?notice=google-linked.connections.microsoft');
  expect(await count('connections WHERE user_id = ?', user.id)).toBe(0);
  expect(await count('connections WHERE user_id = ?', other.id)).toBe(5);
  expect(await areAlive(givers)).toEqual([false, false, false, false]);
});

test('a right is given back where its kind is no longer offered', async () => {
  const { cookie } = await userThere();
  const { persona, token } = giver('google-values');
  await connect(cookie, persona, 'google-values');
  const answer = await disconnect(cookie, { GOOGLE_ADS: '' }, 'google-values');
  expect(await messageOf(answer)).toBe('Google Ads (send values) is disconnected.');
  expect(await isGranted(token)).toBe(false);
});

// --- Meta ---

const key = () => deriveSealingKey(OFFERING.SESSION_SECRET);

const META: ConnectionProvider = metaProvider({
  origin: 'https://meta.test',
  dialogOrigin: 'https://meta.test',
  appId: META_APP.META_APP_ID,
  appSecret: META_APP.META_APP_SECRET,
  redirectUri: `${ORIGIN}/auth/meta/callback`,
});

const accessTo = async (provider: ConnectionProvider, userId: string, kind: ConnectionKind) =>
  await findAccessToken(db, { provider, key: await key() }, { userId, kind, use: 'check' });

test('the token of Meta lasts for 60 days, is the same all that time, and then the visitor connects again', async () => {
  const { cookie, id } = await userThere();
  const { persona, token } = giver('meta');
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await connect(cookie, persona, 'meta');
  const endsAt = now + 5_183_944_000;
  expect((await listThere(cookie)).find(({ kind }) => kind === 'meta')).toMatchObject({
    connection: { endsAt: new Date(endsAt).toISOString(), isOver: false },
  });
  expect(await accessTo(META, id, 'meta')).toEqual({ accessToken: token, expiresAt: endsAt });
  vi.setSystemTime(endsAt - TOKEN_MARGIN_MS);
  expect(await accessTo(META, id, 'meta')).toMatchObject({ accessToken: token });
  vi.setSystemTime(endsAt - TOKEN_MARGIN_MS + 1);
  expect(await accessTo(META, id, 'meta')).toBeNull();
  expect(await connectionOf(id, 'meta')).not.toBeNull(); // the page still names it
});

test.each([
  [-1, false],
  [0, true],
])('a connection whose end is %i milliseconds ago is over: %s', async (ago, isOver) => {
  const { cookie, id } = await userThere();
  await connect(cookie, giver('meta').persona, 'meta');
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await env.DB.prepare('UPDATE connections SET ends_at = ? WHERE user_id = ?')
    .bind(now - ago, id)
    .run();
  const found = (await listThere(cookie)).find(({ kind }) => kind === 'meta');
  expect(found?.connection?.isOver).toBe(isOver);
});

test('a token of Meta without an end is taken to last for 60 days', async () => {
  const { cookie, id } = await userThere();
  const before = Date.now();
  await connect(cookie, { ...giver('meta').persona, answer: { expires_in: null } }, 'meta');
  const endsAt = Number((await connectionOf(id, 'meta'))?.['ends_at']);
  expect(endsAt).toBeGreaterThanOrEqual(before + 60 * DAY);
  expect(endsAt).toBeLessThanOrEqual(Date.now() + 60 * DAY);
});

test.each(['ads_management', 'ads_read'])(
  'a consent at Meta without %s connects nobody, and is given back',
  async (name) => {
    const { cookie, id } = await userThere();
    const { persona, token } = giver('meta');
    expect(await connect(cookie, { ...persona, declined: [name] }, 'meta')).toBe('/?meta=not-allowed');
    expect([await connectionOf(id, 'meta'), await isKnownToMeta(token)]).toEqual([null, false]);
  },
);

test('a consent at Meta that names no account connects nobody', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cookie, id } = await userThere();
  expect(await connect(cookie, { account: null, token: crypto.randomUUID() }, 'meta')).toBe('/?meta=failed');
  expect(await connectionOf(id, 'meta')).toBeNull();
});

test('to disconnect Meta removes the app there, of that user only', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const [mine, theirs] = [giver('meta'), giver('meta')];
  await connect(user.cookie, mine.persona, 'meta');
  await connect(other.cookie, theirs.persona, 'meta');
  expect(await messageOf(await disconnect(user.cookie, {}, 'meta'))).toBe('Meta is disconnected.');
  expect([await isKnownToMeta(mine.token), await isKnownToMeta(theirs.token)]).toEqual([false, true]);
  expect([await connectionOf(user.id, 'meta'), await connectionOf(other.id, 'meta')]).toEqual([
    null,
    expect.anything(),
  ]);
});

/** People at Meta who have the same name. */
const namesakes = (of: number) => {
  const account = `Ann ${crypto.randomUUID()}`;
  return Array.from({ length: of }, () => ({ account, id: crypto.randomUUID(), token: crypto.randomUUID() }));
};

test('the right of one person at Meta is given back although another one of the same name is connected', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const [mine, theirs] = namesakes(2);
  await connect(user.cookie, mine!, 'meta');
  await connect(other.cookie, theirs!, 'meta');
  expect(await messageOf(await disconnect(user.cookie, {}, 'meta'))).toBe('Meta is disconnected.');
  expect([await isKnownToMeta(mine!.token), await isKnownToMeta(theirs!.token)]).toEqual([false, true]);
  expect(await connectionOf(other.id, 'meta')).toMatchObject({ account: theirs!.account });
});

test('a second person of the same name at Meta replaces the first one, whose right is given back', async () => {
  const { cookie, id } = await userThere();
  const [first, second] = namesakes(2);
  const consents = [
    await leaveForConsent(cookie, first!, 'meta'),
    await leaveForConsent(cookie, second!, 'meta'),
  ];
  for (const consent of consents) expect((await comeBackFrom(consent, cookie)).status).toBe(302);
  expect([await isKnownToMeta(first!.token), await isKnownToMeta(second!.token)]).toEqual([false, true]);
  expect(await connectionOf(id, 'meta')).toMatchObject({ account_id: second!.id });
  expect(await count('ended_rights WHERE account_id = ?', first!.id)).toBe(0);
});

test('a connection to Meta from before ids may be of the same person: the right stays as long as it does', async () => {
  const [user, old] = [await userThere(), await userThere()];
  const [mine, theirs] = namesakes(2);
  await connect(user.cookie, mine!, 'meta');
  await connect(old.cookie, theirs!, 'meta');
  await env.DB.prepare('UPDATE connections SET account_id = NULL WHERE user_id = ?').bind(old.id).run();
  expect(await messageOf(await disconnect(user.cookie, {}, 'meta'))).toMatch(
    /^Meta is disconnected here\. Meta keeps/,
  );
  expect(await isKnownToMeta(mine!.token)).toBe(true);
  await disconnect(old.cookie, {}, 'meta');
  expect(await isKnownToMeta(theirs!.token)).toBe(false);
});

test.each([
  ['Meta does not answer', { META_ORIGIN: 'https://nowhere.example' }],
  ['the app is gone', { META_APP_ID: '' }],
  ['the secret is another one', { META_APP_SECRET: 'another' }],
])('to disconnect Meta while %s says where to remove the access', async (_what, bindings) => {
  const { cookie, id } = await userThere();
  await connect(cookie, giver('meta').persona, 'meta');
  expect(await messageOf(await disconnect(cookie, bindings, 'meta'))).toBe(
    "Meta is disconnected here. Meta did not confirm that this site's access has ended: please remove it at https://www.facebook.com/settings/?tab=business_tools too.",
  );
  expect(await connectionOf(id, 'meta')).toBeNull();
});

test('a right that its owner has ended at Meta before is as good as given back', async () => {
  const { cookie } = await userThere();
  const { persona, token } = giver('meta');
  await connect(cookie, persona, 'meta');
  const query = new URLSearchParams({ access_token: token, appsecret_proof: await proof(token) });
  await (await fetch(`https://meta.test/v26.0/me/permissions?${query}`, { method: 'DELETE' })).text();
  expect(await messageOf(await disconnect(cookie, {}, 'meta'))).toBe('Meta is disconnected.');
});

// --- Microsoft ---

const MICROSOFT: ConnectionProvider = microsoftProvider(
  {
    provider: microsoftEndpoints('https://microsoft.test'),
    clientId: MICROSOFT_APP.MICROSOFT_CLIENT_ID,
    clientSecret: MICROSOFT_APP.MICROSOFT_CLIENT_SECRET,
    redirectUri: `${ORIGIN}/auth/microsoft/callback`,
  },
  'live',
);

const tokenOf = async (userId: string) => (await accessTo(MICROSOFT, userId, 'microsoft'))?.accessToken;

test('each refresh at Microsoft is asked for with the refresh token of the one before', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const [mine, theirs] = [giver('microsoft'), giver('microsoft')];
  await connect(user.cookie, mine.persona, 'microsoft');
  await connect(other.cookie, theirs.persona, 'microsoft');
  const before = await connectionOf(other.id, 'microsoft');
  expect(await tokenOf(user.id)).toBe(`${mine.token}-access-0`);
  for (const refreshes of [1, 2]) {
    await endAccess(user.id, 0, 'microsoft');
    expect(await tokenOf(user.id)).toBe(`${mine.token}-access-${refreshes}`);
    expect(await tokenOf(user.id)).toBe(`${mine.token}-access-${refreshes}`);
  }
  expect(await connectionOf(other.id, 'microsoft')).toEqual(before);
});

test('a right that has ended at Microsoft is removed, and one that cannot be refreshed now stays', async () => {
  const [ended, busy] = [await userThere(), await userThere()];
  const persona: StandInPersona = { ...giver('microsoft').persona, refresh: { status: 503 } };
  await connect(busy.cookie, persona, 'microsoft');
  await connect(ended.cookie, giver('microsoft').persona, 'microsoft');
  for (const { id } of [ended, busy]) await endAccess(id, 0, 'microsoft');
  const sealed = await connectionOf(busy.id, 'microsoft');
  await expect(accessTo(MICROSOFT, busy.id, 'microsoft')).rejects.toThrow(ProviderUnavailable);
  expect(await connectionOf(busy.id, 'microsoft')).toEqual(sealed);
  // The stand-in takes a token once: after this it knows none of them.
  const right = await connectionOf(ended.id, 'microsoft');
  await tokenOf(ended.id);
  await env.DB.prepare('UPDATE connections SET refresh_token = ?, access_expires_at = 0 WHERE user_id = ?')
    .bind(right?.['refresh_token'], ended.id)
    .run();
  expect(await tokenOf(ended.id)).toBeUndefined();
  expect(await connectionOf(ended.id, 'microsoft')).toBeNull();
});

test.each([
  ['leaves out the right', { declined: ['https://ads.microsoft.com/msads.manage'] }, 'not-allowed'],
  ['gives no refresh token', { answer: { refresh_token: null } }, 'failed'],
  ['names no account', { account: null }, 'failed'],
  [
    'has an id token of another tenant',
    { answer: { id_token: forge({ iss: 'https://microsoft.test/x/v2.0' }) } },
    'failed',
  ],
  ['has an id token for another application', { answer: { id_token: forge({ aud: 'another' }) } }, 'failed'],
  ['has an id token of another attempt', { answer: { id_token: forge({}) } }, 'failed'],
])('a consent at Microsoft that %s connects nobody', async (_what, more, outcome) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cookie, id } = await userThere();
  const persona = { ...giver('microsoft').persona, ...more };
  expect(await connect(cookie, persona, 'microsoft')).toBe(`/?microsoft=${outcome}`);
  expect(await connectionOf(id, 'microsoft')).toBeNull();
});

/** An id token with these claims, and those of the stand-in but for the nonce. */
function forge(claims: object): string {
  const all = {
    iss: 'https://microsoft.test/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    aud: MICROSOFT_APP.MICROSOFT_CLIENT_ID,
    exp: 4_000_000_000,
    nonce: 'another',
    tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
    preferred_username: 'somebody@example.com',
    ...claims,
  };
  const letters = new TextEncoder()
    .encode(JSON.stringify(all))
    .toBase64({ alphabet: 'base64url', omitPadding: true });
  return `e30.${letters}.x`;
}

test.each([
  ['meta', 'https://www.facebook.com/v26.0/dialog/oauth', { auth_type: 'rerequest' }],
  [
    'microsoft',
    'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    { prompt: 'select_account' },
  ],
] as const)(
  'where no other address is named, the consent for %s is asked for at %s, and what was unticked or chosen before is asked again',
  async (kind, address, more) => {
    const { cookie } = await userThere();
    const { origin, pathname, searchParams } = await askUrl(cookie, kind, {
      META_DIALOG_ORIGIN: undefined,
      MICROSOFT_LOGIN_ORIGIN: undefined,
    });
    expect(origin + pathname).toBe(address);
    expect(Object.fromEntries(searchParams)).toMatchObject(more);
  },
);

test('the sandbox of Microsoft has a right of its own', async () => {
  const { cookie } = await userThere();
  const url = await askUrl(cookie, 'microsoft', { MICROSOFT_SANDBOX: 'on' });
  expect(url.searchParams.get('scope')).toContain('https://si.ads.microsoft.com/msads.manage');
});

test('to disconnect Microsoft deletes the tokens, and says where only the owner can end the right', async () => {
  const [user, other] = [await userThere(), await userThere()];
  for (const { cookie } of [user, other]) await connect(cookie, giver('microsoft').persona, 'microsoft');
  expect(await messageOf(await disconnect(user.cookie, {}, 'microsoft'))).toBe(
    `Microsoft Advertising is disconnected here. ${AT_MICROSOFT}`,
  );
  expect([await connectionOf(user.id, 'microsoft'), await connectionOf(other.id, 'microsoft')]).toEqual([
    null,
    expect.anything(),
  ]);
  const again = await disconnect(user.cookie, {}, 'microsoft');
  expect(await messageOf(again)).toBe('Microsoft Advertising is disconnected.');
});

test('the log of a failed consent names no account and no token', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const kind of CONNECTION_KINDS) {
    const { cookie } = await userThere();
    const { persona, account, token } = giver(kind);
    await connect(cookie, { ...persona, status: 500 }, kind);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(new RegExp(`${account}|${token}`));
  }
  expect(log).toHaveBeenCalledTimes(5);
});

// --- The calls themselves ---

const GOOGLE = googleProvider(
  {
    provider: {
      issuer: 'https://google.test',
      authorizationEndpoint: '',
      tokenEndpoint: 'https://google.test/token',
    },
    clientId: 'client',
    clientSecret: 'secret',
    redirectUri: `${ORIGIN}/auth/google/callback`,
    revocationEndpoint: 'https://google.test/revoke',
  },
  'sheets',
);

/** Answers the calls that follow in this order, the last one again and again, and notes them. A text is no JSON. */
function answerWith(...answers: { status?: number; body: unknown }[]): Request[] {
  const asked: Request[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { status = 200, body } = answers[asked.length] ?? answers.at(-1) ?? { body: '' };
    asked.push(new Request(input, init));
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
  return asked;
}

const TOKENS = { access_token: 'access', token_type: 'Bearer', expires_in: 100 };

test('a refresh names its rights at Microsoft, and none at Google, which then gives those of before', async () => {
  const asked = answerWith({ body: TOKENS }, { body: { ...TOKENS, refresh_token: 'next' } });
  expect(await GOOGLE.refresh?.('lasting', 1000)).toEqual({
    accessToken: 'access',
    expiresAt: 101_000,
    refreshToken: null,
  });
  expect(await MICROSOFT.refresh?.('lasting', 1000)).toMatchObject({ refreshToken: 'next' });
  const [google, microsoft] = await Promise.all(
    asked.map(async (request) => Object.fromEntries(await request.formData())),
  );
  expect(google).toEqual({ grant_type: 'refresh_token', refresh_token: 'lasting' });
  expect(microsoft).toEqual({ ...google, scope: 'https://ads.microsoft.com/msads.manage offline_access' });
});

test('a refresh finds no token only where the right has ended; else the reason is told', async () => {
  answerWith({ status: 400, body: { error: 'invalid_grant' } });
  expect(await GOOGLE.refresh?.('lasting', 0)).toBeNull();
  for (const [answer, reason] of [
    [{ status: 400, body: { error: 'invalid_client' } }, /invalid_client/],
    [{ status: 503, body: '' }, /error response/],
    [{ body: '<html>' }, /./],
  ] as const) {
    answerWith(answer);
    const refreshing = GOOGLE.refresh?.('lasting', 0);
    await expect(refreshing).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(refreshing).rejects.toThrow(reason);
  }
});

test('Google says whether it has ended a right, or did not know it', async () => {
  for (const [answer, result] of [
    [{ body: {} }, 'revoked'],
    [{ status: 400, body: { error: 'invalid_token' } }, 'unknown-token'],
    [{ status: 503, body: '' }, 'unanswered'],
  ] as const) {
    const asked = answerWith(answer);
    expect(await GOOGLE.revoke?.('a token')).toBe(result);
    const [sent] = asked;
    expect(sent?.url).toBe('https://google.test/revoke');
    expect(Object.fromEntries((await sent?.formData()) ?? [])).toEqual({ token: 'a token' });
  }
});

test.each([
  ['a refresh', 8000, () => GOOGLE.refresh?.('x', 0).catch(String), 'Error: The provider did not answer'],
  ['a revocation', 5000, () => GOOGLE.revoke?.('x'), 'unanswered'],
] as const)('%s at Google is waited for %i milliseconds', async (_what, milliseconds, ask, end) => {
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let result: unknown = 'none';
  const asking = Promise.resolve<unknown>(ask()).then((found) => (result = found));
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(result).toBe('none');
  await vi.advanceTimersByTimeAsync(1);
  expect(await asking).toBe(end);
});

const GRANTED = {
  data: ['ads_management', 'ads_read'].map((permission) => ({ permission, status: 'granted' })),
};

test('Meta is asked for a lasting token, the name of the account and its permissions, each with the proof', async () => {
  const waits = vi.spyOn(AbortSignal, 'timeout');
  const asked = answerWith(
    { body: { access_token: 'short' } },
    { body: { access_token: 'long', expires_in: 50 } },
    { body: { id: '42', name: 'Acme' } },
    { body: GRANTED },
    { body: { success: true } },
  );
  const challenge = { state: 's', verifier: 'v', nonce: 'n' };
  expect(await META.exchange({ code: 'the code', challenge, now: 1000 })).toEqual({
    account: 'Acme',
    accountId: '42',
    isAllowed: true,
    refreshToken: 'long',
    accessToken: 'long',
    accessExpiresAt: 51_000,
    endsAt: 51_000,
  });
  expect(await META.revoke?.('long')).toBe('revoked');
  const app = { client_id: META_APP.META_APP_ID, client_secret: META_APP.META_APP_SECRET };
  const user = { access_token: 'long', appsecret_proof: await proof('long') };
  const graph = 'https://meta.test/v26.0';
  const told = asked.map(({ method, url }) => {
    const { origin, pathname, searchParams } = new URL(url);
    return [method, origin + pathname, Object.fromEntries(searchParams)];
  });
  const redirect_uri = `${ORIGIN}/auth/meta/callback`;
  expect(told).toEqual([
    ['GET', `${graph}/oauth/access_token`, { ...app, redirect_uri, code: 'the code' }],
    [
      'GET',
      `${graph}/oauth/access_token`,
      { ...app, grant_type: 'fb_exchange_token', fb_exchange_token: 'short' },
    ],
    ['GET', `${graph}/me`, { ...user, fields: 'id,name' }],
    ['GET', `${graph}/me/permissions`, user],
    ['DELETE', `${graph}/me/permissions`, user],
  ]);
  expect(waits.mock.calls.flat()).toEqual([10_000, 10_000, 10_000, 10_000, 5000]);
});

test.each(['ads_management', 'ads_read'])(
  'the right at Meta lacks %s, whatever else was granted',
  async (lacking) => {
    const permissions = ['public_profile', 'ads_management', 'ads_read'];
    const data = permissions.map((permission) => ({
      permission,
      status: permission === lacking ? 'declined' : 'granted',
    }));
    answerWith(
      { body: { access_token: 'short' } },
      { body: { access_token: 'long' } },
      { body: { id: '42', name: 'Acme' } },
      { body: { data } },
    );
    const challenge = { state: 's', verifier: 'v', nonce: 'n' };
    expect(await META.exchange({ code: 'x', challenge, now: 0 })).toMatchObject({ isAllowed: false });
  },
);

test.each([
  [{ status: 400, body: { error: { code: 100, message: 'with a token' } } }, 'Meta refused: 100'],
  [{ status: 500, body: { error: {} } }, 'Meta refused: unknown'],
  [{ status: 500, body: {} }, 'Meta refused: unknown'],
])('a refusal of Meta, %o, is told by its code alone: "%s"', async (answer, message) => {
  answerWith(answer);
  const challenge = { state: 's', verifier: 'v', nonce: 'n' };
  await expect(META.exchange({ code: 'x', challenge, now: 0 })).rejects.toThrow(new Error(message));
});

test.each([
  [{ status: 400, body: { error: { code: 190 } } }, 'unknown-token'],
  [{ status: 400, body: { error: { code: 1 } } }, 'unanswered'],
  [{ status: 500, body: {} }, 'unanswered'],
  [{ body: '<html>' }, 'unanswered'],
])('Meta answers %o to whoever gives a right back: it is %s', async (answer, result) => {
  answerWith(answer);
  expect(await META.revoke?.('long')).toBe(result);
});

test.each(GOOGLE_KINDS)(
  'a test that stores a connection of %s stores what a consent leaves',
  async (kind) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [user, stored] = [await userThere(), await userThere()];
    const [persona, other] = [grantor(), grantor()];
    await connect(user.cookie, persona, kind);
    await storeGrant(stored, other, { kind });
    const present = async ({ id }: TestUser, { email }: typeof persona) => {
      const row = await connectionOf(id, kind);
      expect(row).toMatchObject({ user_id: id, account: email, made_by: id });
      const {
        user_id: _id,
        account: _account,
        made_by: _by,
        refresh_token: _r,
        access_token: _a,
        ...rest
      } = row ?? {};
      return rest;
    };
    expect(await present(stored, other)).toEqual(await present(user, persona));
    const { refresh_token: lasting, access_token: access } = (await connectionOf(stored.id, kind)) ?? {};
    const key = await deriveSealingKey(OFFERING.SESSION_SECRET);
    const open = (token: 'refresh' | 'access', text: unknown) =>
      openToken(key, { userId: stored.id, kind, token }, String(text));
    expect([await open('refresh', lasting), await open('access', access)]).toEqual([
      other.refreshToken,
      other.answer?.['access_token'],
    ]);
  },
);
