import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { hashToken, openSession, type SessionUser } from '#worker/auth/sessions.ts';
import { findSession, renewSession, type SessionRow } from '#worker/db/sessions.ts';
import type { AppEnv } from '#worker/env.ts';
import { tryWrite } from './database.ts';
import { readSealedCookie, writeSealedCookie } from './sealed-cookie.ts';
import { unauthorized } from '#worker/errors.ts';

/** What a rightly signed cookie holds, whether or not its session is alive. */
interface Presented {
  token: string;
  sid: string;
}

export async function readPresented(c: Context<AppEnv>): Promise<Presented | null> {
  const token = await readSealedCookie(c, 'session');
  const sid = token === null ? null : await hashToken(token);
  return token === null || sid === null ? null : { token, sid };
}

/**
 * The user of the presented session, or null where it is over. Where its expiry moves, the cookie moves with it; where the
 * database takes no writes, neither moves.
 */
export async function resumeSession(
  c: Context<AppEnv>,
  { token }: Presented,
  row: SessionRow | undefined,
): Promise<SessionUser | null> {
  const now = Date.now();
  const open = openSession(row, now);
  if (!open) return null;
  const { sid, user, renewal } = open;
  if (renewal !== null) {
    const renew = () => renewSession(c.get('db'), sid, renewal);
    if (await tryWrite(renew, 'A session was not renewed'))
      await writeSealedCookie(c, { name: 'session', value: token, maxAgeMs: renewal - now });
  }
  return user;
}

/**
 * Who is asking. A missing, tampered, foreign or expired cookie is nobody; without a cookie no database is asked.
 * A failing database is an error and never an anonymous visitor, so the cookie stays as it is.
 */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const presented = await readPresented(c);
  c.set('presentedSid', presented?.sid ?? null);
  c.set(
    'user',
    presented && (await resumeSession(c, presented, await findSession(c.get('db'), presented.sid))),
  );
  await next();
});

/** Lets signed-in users pass; handlers behind it find theirs as `owner`. */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  const user = c.get('user');
  if (!user) throw unauthorized();
  c.set('owner', user);
  await next();
});
