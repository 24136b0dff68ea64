import { createMiddleware } from 'hono/factory';
import { hashToken, openSession } from '#worker/auth/sessions.ts';
import type { AppEnv } from '#worker/env.ts';
import { readSealedCookie, writeSealedCookie } from './sealed-cookie.ts';

/**
 * Who is asking. A missing, tampered, foreign or expired cookie is nobody; without a cookie no database is asked.
 * A failing database is an error and never an anonymous visitor, so the cookie stays as it is.
 */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const token = await readSealedCookie(c, 'session');
  const sid = token === null ? null : await hashToken(token);
  const now = Date.now();
  const open = sid === null ? null : await openSession(c.get('db'), sid, now);
  c.set('presentedSid', sid);
  c.set('user', open?.user ?? null);
  if (token !== null && open?.renewedUntil) {
    await writeSealedCookie(c, { name: 'session', value: token, maxAgeMs: open.renewedUntil - now });
  }
  await next();
});
