import { createMiddleware } from 'hono/factory';
import { nameBrowser } from '#worker/auth/browser-name.ts';
import { hashToken, openSession, type OpenSession } from '#worker/auth/sessions.ts';
import { findSession, renewSession, type SessionRow, type Visit } from '#worker/db/sessions.ts';
import type { AppContext, AppEnv } from '#worker/env.ts';
import { tryWrite } from './database.ts';
import { readSealedCookie, rememberSession } from './cookies.ts';
import { unauthorized } from '#worker/errors.ts';

/** The content of a validly signed session cookie. The session itself may be over. */
interface Presented {
  token: string;
  sid: string;
}

export async function readPresented(c: AppContext): Promise<Presented | null> {
  const token = await readSealedCookie(c, 'session');
  const sid = token === null ? null : await hashToken(token);
  return token === null || sid === null ? null : { token, sid };
}

const COUNTRY = /^[A-Z]{2}$/;

/** Cloudflare's words for a country that it does not know. */
const NO_COUNTRY = 'XX';

/** The browser in words, and the country that Cloudflare names for the network of the request. */
export function visitOf(c: AppContext): Visit {
  const country: unknown = c.req.raw.cf?.['country'];
  const isKnown = typeof country === 'string' && COUNTRY.test(country) && country !== NO_COUNTRY;
  return { browser: nameBrowser(c.req.header('User-Agent')), country: isKnown ? country : null };
}

/**
 * The presented session, or null where it is over. A renewal moves the expiry of the session and of the cookie
 * together: neither moves while the database takes no writes.
 */
export async function resumeSession(
  c: AppContext,
  { token }: Presented,
  row: SessionRow | undefined,
): Promise<OpenSession | null> {
  const now = Date.now();
  const open = openSession(row, now);
  if (!open) return null;
  const { sid, renewal } = open;
  if (renewal !== null) {
    const visit = { ...visitOf(c), expire: renewal, seenAt: now };
    const renew = () => renewSession(c.get('db'), sid, visit);
    if (await tryWrite(renew, 'A session was not renewed')) await rememberSession(c, token, renewal - now);
  }
  return open;
}

/**
 * Finds the signed-in user. A missing, changed or expired cookie means no user; a request without a cookie costs no query.
 * A failing database is an error and never an anonymous visitor, so that a user stays signed in.
 */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const presented = await readPresented(c);
  c.set('presentedSid', presented?.sid ?? null);
  const open =
    presented && (await resumeSession(c, presented, await findSession(c.get('db'), presented.sid)));
  c.set('signedInUser', open && open.user);
  c.set('hostedDomain', open && open.hostedDomain);
  await next();
});

/** Refuses a call without a user. Handlers behind it find the user as `requester`, and as `workspace` unless it is a team. */
export function requireUser(c: AppContext): void {
  const user = c.get('signedInUser');
  if (!user) throw unauthorized();
  c.set('requester', user);
  c.set('workspace', user);
}
