import type { Context } from 'hono';
import { SESSION_IDLE_MS } from '#contract/limits.ts';
import { prepareSession } from '#worker/auth/sessions.ts';
import { createSession, type NewSession } from '#worker/db/sessions.ts';
import type { AppEnv } from '#worker/env.ts';
import { writeSealedCookie } from '#worker/middleware/sealed-cookie.ts';

interface SessionOf {
  userId: string;
  presentedSid: string | null;
}

/**
 * Gives the browser a session with a new token, once `store` has stored it. The one that the browser presented ends:
 * whoever planted or stole it is not signed in with the user.
 *
 * @returns what `store` returns; no cookie is written where that is false
 */
export async function startSession(
  c: Context<AppEnv>,
  { userId, presentedSid }: SessionOf,
  store: (session: NewSession) => Promise<boolean>,
): Promise<boolean> {
  const { token, session } = await prepareSession(userId, presentedSid, Date.now());
  if (!(await store(session))) return false;
  await writeSealedCookie(c, { name: 'session', value: token, maxAgeMs: SESSION_IDLE_MS });
  return true;
}

/** The same for a user that exists already. */
export async function signInAs(c: Context<AppEnv>, sessionOf: SessionOf): Promise<void> {
  await startSession(c, sessionOf, async (session) => {
    await createSession(c.get('db'), session);
    return true;
  });
}
