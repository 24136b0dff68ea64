import { env } from 'cloudflare:workers';
import type { ConnectionKind } from '#contract/platforms.ts';
import type { ReturnTo } from '#contract/connections.ts';
import { HOUR } from '#contract/limits.ts';
import { deriveSealingKey } from '#worker/auth/token-sealing.ts';
import { sealGrant } from '#worker/connections/access.ts';
import { openDatabase } from '#worker/db/client.ts';
import { connections } from '#worker/db/schema.ts';
import type { Env } from '#worker/env.ts';
import { META_APP, MICROSOFT_APP } from '../support/stand-in-keys.ts';
import type { StandInPersona } from '../support/stand-in.ts';
import { makeSave, sendHere } from './analysis-support.ts';
import { visitProvider, type Persona } from './google-support.ts';
import { makeFigures } from './share-support.ts';
import { cookieOf, request, signedInUser, type CallOptions, type TestUser } from './support.ts';

/** The settings of a deployment that offers every kind of connection. */
export const OFFERING = {
  SESSION_SECRET: 'a secret of the Worker and not of the database',
  GOOGLE_ADS: 'values rules',
  ...META_APP,
  ...MICROSOFT_APP,
} satisfies Partial<Env>;

/** A call to that deployment; bindings override. */
export const callThere = (
  path: string,
  options: CallOptions = {},
  bindings: Partial<Env> = {},
): Promise<Response> => sendHere(request(path, options), { ...OFFERING, ...bindings });

/** A user who is signed in there. */
export const userThere = (fields: { email?: string } = {}): Promise<TestUser> =>
  signedInUser(fields, OFFERING.SESSION_SECRET);

export interface Consent {
  authorization: URL;
  /** Path and query with which the provider sends the browser back. */
  back: string;
  /** The cookie of the attempt. */
  attempt: string;
}

const pathOf = (kind: ConnectionKind): string => `/api/connections/${kind}`;

/** Begins a consent. */
export const askConsent = (
  cookie: string | null,
  kind: ConnectionKind = 'sheets',
  { returnTo = 'start', ...bindings }: Partial<Env> & { returnTo?: ReturnTo } = {},
): Promise<Response> =>
  callThere(`${pathOf(kind)}/connect`, { method: 'POST', cookie, body: { returnTo } }, bindings);

/** Leaves for the consent, answers it as the persona, and stops at the door back. */
export async function leaveForConsent(
  cookie: string,
  persona: Persona | StandInPersona = {},
  kind: ConnectionKind = 'sheets',
): Promise<Consent> {
  const begun = await askConsent(cookie, kind);
  const { url } = await begun.json<{ url: string }>();
  const authorization = new URL(url);
  const back = await visitProvider(authorization, persona);
  return { authorization, back, attempt: cookieOf(begun, '__Host-consent') ?? '' };
}

export const comeBackFrom = ({ back, attempt }: Consent, cookie = ''): Promise<Response> =>
  callThere(back, { cookie: [attempt, cookie].filter(Boolean).join('; ') });

/** Connects as the persona; returns where the way ends. */
export async function connect(
  cookie: string,
  persona: Persona | StandInPersona = {},
  kind: ConnectionKind = 'sheets',
): Promise<string | null> {
  const response = await comeBackFrom(await leaveForConsent(cookie, persona, kind), cookie);
  return response.headers.get('Location');
}

export const askToken = (
  cookie: string | null,
  bindings: Partial<Env> = {},
  kind: ConnectionKind = 'sheets',
): Promise<Response> => callThere(`${pathOf(kind)}/token`, { method: 'POST', cookie }, bindings);

export async function readToken(cookie: string, kind: ConnectionKind = 'sheets'): Promise<string> {
  const { accessToken } = await (await askToken(cookie, {}, kind)).json<{ accessToken: string }>();
  return accessToken;
}

export const disconnect = (
  cookie: string | null,
  bindings: Partial<Env> = {},
  kind: ConnectionKind = 'sheets',
): Promise<Response> => callThere(pathOf(kind), { method: 'DELETE', cookie }, bindings);

/** A Google account that grants the right, with tokens that a test knows. */
export function grantor(more: Persona = {}): Persona & { refreshToken: string; email: string } {
  const id = crypto.randomUUID();
  const refreshToken = `refresh-${id}`;
  const email = `${id}@example.com`;
  const tokens = { refresh_token: refreshToken, access_token: `access-${id}` };
  return {
    ...more,
    claims: { sub: id, email, ...more.claims },
    answer: { ...tokens, ...more.answer },
    refreshToken,
    email,
  };
}

/**
 * Stores a connection as the consent of a Google account leaves it, which a test compares. Google itself knows nothing of the right, so
 * that a test in which it is refreshed or given back has to `connect`.
 */
export async function storeGrant(
  { id }: Pick<TestUser, 'id'>,
  { email, refreshToken, answer }: ReturnType<typeof grantor>,
  { userId = id, kind }: { userId?: string; kind: ConnectionKind },
): Promise<void> {
  const now = Date.now();
  const grant = {
    account: email,
    isAllowed: true,
    refreshToken,
    accessToken: String(answer?.['access_token']),
  };
  const sealed = await sealGrant(
    await deriveSealingKey(OFFERING.SESSION_SECRET),
    { userId, kind },
    { ...grant, accessExpiresAt: now + HOUR, endsAt: null },
  );
  if (!sealed) throw new Error('The grant lacks a token or its account');
  const start = { connectedAt: now, lastUsedAt: null, lease: null, leaseUntil: 0, madeBy: id };
  await openDatabase(env.DB, 60_000)
    .insert(connections)
    .values({ ...sealed, ...start });
}

/** Signs in with Google there, as the persona. */
export async function signInThere(persona: Persona): Promise<Response> {
  const left = await callThere('/api/auth/google');
  const back = await visitProvider(new URL(left.headers.get('Location') ?? ''), persona);
  return await callThere(back, { cookie: cookieOf(left, '__Host-google') });
}

/** Saves an analysis there and shares it; the token of the link. */
export async function shareThere(cookie: string): Promise<string> {
  const post = { method: 'POST', cookie };
  const kept = await callThere('/api/analyses', { ...post, body: makeSave() });
  const { id } = await kept.json<{ id: string }>();
  const body = { isKept: true, figures: makeFigures() };
  const { token } = await (
    await callThere(`/api/analyses/${id}/share`, { ...post, body })
  ).json<{ token: string }>();
  return token;
}

/** The stored connection of a user. */
export const connectionOf = (
  userId: string,
  kind: ConnectionKind = 'sheets',
): Promise<Record<string, unknown> | null> =>
  env.DB.prepare('SELECT * FROM connections WHERE user_id = ? AND kind = ?').bind(userId, kind).first();

/** Stores a connection of a user that no key opens, one as a Worker of an older release may still store it, and a send. */
export async function insertConnections(userId: string): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO connections VALUES (?, 'meta', 'x', 'x', 'x', NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL)",
    ).bind(userId),
    env.DB.prepare("INSERT INTO sheets_connections VALUES (?, 'x', 'x', 'x', NULL, 0, NULL, 0)").bind(userId),
    env.DB.prepare(
      "INSERT INTO sends VALUES (?, ?, '1234567890', NULL, '1', 'x', 1, 0, 0, 0, '{}', 0, 0)",
    ).bind(`send-${userId}`, userId),
  ]);
}

/** Makes the stored access token end at a time; by default it is over. */
export async function endAccess(userId: string, at = 0, kind: ConnectionKind = 'sheets'): Promise<void> {
  await env.DB.prepare('UPDATE connections SET access_expires_at = ? WHERE user_id = ? AND kind = ?')
    .bind(at, userId, kind)
    .run();
}

/** True while the provider refreshes with this token. */
export async function isGranted(refreshToken: string): Promise<boolean> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const answer = await fetch(env.GOOGLE_TOKEN_ENDPOINT ?? '', { method: 'POST', body });
  await answer.text();
  return answer.ok;
}

/** Takes the right back at the provider, as its owner does in the Google account. */
export async function revokeAtGoogle(token: string): Promise<void> {
  const body = new URLSearchParams({ token });
  await (await fetch(env.GOOGLE_REVOCATION_ENDPOINT ?? '', { method: 'POST', body })).text();
}
