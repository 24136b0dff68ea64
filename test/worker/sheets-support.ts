import { env } from 'cloudflare:workers';
import type { Env } from '#worker/env.ts';
import { makeSave, sendHere } from './analysis-support.ts';
import { visitProvider, type Persona } from './google-support.ts';
import { makeFigures } from './share-support.ts';
import { PASSWORD, cookieOf, makeUser, request, type CallOptions, type TestUser } from './support.ts';

export const SECRET = 'a secret of the Worker and not of the database';

/** A call to a deployment that offers the import; bindings override. */
export const callSheets = (
  path: string,
  options: CallOptions = {},
  bindings: Partial<Env> = {},
): Promise<Response> => sendHere(request(path, options), { SESSION_SECRET: SECRET, ...bindings });

/** A user who is signed in there. */
export async function sheetsUser(fields: { email?: string } = {}): Promise<TestUser> {
  const user = await makeUser(fields);
  const body = { email: user.email, password: PASSWORD };
  const cookie = cookieOf(await callSheets('/api/auth/login', { method: 'POST', body })) ?? '';
  return { ...user, cookie };
}

export interface Consent {
  authorization: URL;
  /** Path and query with which the provider sends the browser back. */
  back: string;
  /** The cookie of the attempt. */
  attempt: string;
}

/** Leaves for the consent, answers it as the persona, and stops at the door back. */
export async function leaveForConsent(cookie: string, persona: Persona = {}): Promise<Consent> {
  const begun = await callSheets('/api/sheets/connect', { method: 'POST', cookie });
  const { url } = await begun.json<{ url: string }>();
  const authorization = new URL(url);
  const back = await visitProvider(authorization, persona);
  return { authorization, back, attempt: cookieOf(begun, '__Host-google') ?? '' };
}

export const comeBackFrom = ({ back, attempt }: Consent, cookie = ''): Promise<Response> =>
  callSheets(back, { cookie: [attempt, cookie].filter(Boolean).join('; ') });

/** Connects as the persona; returns where the way ends. */
export async function connect(cookie: string, persona: Persona = {}): Promise<string | null> {
  const response = await comeBackFrom(await leaveForConsent(cookie, persona), cookie);
  return response.headers.get('Location');
}

export const askToken = (cookie: string | null, bindings: Partial<Env> = {}): Promise<Response> =>
  callSheets('/api/sheets/token', { method: 'POST', cookie }, bindings);

export async function readToken(cookie: string): Promise<string> {
  const { accessToken } = await (await askToken(cookie)).json<{ accessToken: string }>();
  return accessToken;
}

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

/** Signs in with Google there, as the persona. */
export async function signInThere(persona: Persona): Promise<Response> {
  const left = await callSheets('/api/auth/google');
  const back = await visitProvider(new URL(left.headers.get('Location') ?? ''), persona);
  return await callSheets(back, { cookie: cookieOf(left, '__Host-google') });
}

/** Saves an analysis there and shares it; the token of the link. */
export async function shareThere(cookie: string): Promise<string> {
  const post = { method: 'POST', cookie };
  const kept = await callSheets('/api/analyses', { ...post, body: makeSave() });
  const { id } = await kept.json<{ id: string }>();
  const body = { isKept: true, figures: makeFigures() };
  const { token } = await (
    await callSheets(`/api/analyses/${id}/share`, { ...post, body })
  ).json<{ token: string }>();
  return token;
}

/** The stored connection of a user. */
export const connectionOf = (userId: string): Promise<Record<string, unknown> | null> =>
  env.DB.prepare('SELECT * FROM sheets_connections WHERE user_id = ?').bind(userId).first();

/** Makes the stored access token end at a time; by default it is over. */
export async function endAccess(userId: string, at = 0): Promise<void> {
  await env.DB.prepare('UPDATE sheets_connections SET access_expires_at = ? WHERE user_id = ?')
    .bind(at, userId)
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
