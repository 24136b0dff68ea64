import type { Context } from 'hono';
import { SESSION_IDLE_MS } from '#contract/limits.ts';
import { prepareSession, type SessionOf, type SessionUser } from '#worker/auth/sessions.ts';
import { createSession, type NewSession } from '#worker/db/sessions.ts';
import type { AppEnv } from '#worker/env.ts';
import { rememberDevice } from '#worker/middleware/device-cookie.ts';
import { writeSealedCookie } from '#worker/middleware/sealed-cookie.ts';
import type { User } from '#contract/auth.ts';

/**
 * Gives the browser a session with a new token, once `store` has stored it. The session that the browser sent ends, so that
 * nobody who planted or stole it is signed in with the user.
 *
 * @returns the answer of `store`; no cookie is written if it is false
 */
export async function startSession(
  c: Context<AppEnv>,
  sessionOf: SessionOf,
  store: (session: NewSession) => Promise<boolean>,
): Promise<boolean> {
  const { token, session } = await prepareSession(sessionOf, Date.now());
  if (!(await store(session))) return false;
  await writeSealedCookie(c, { name: 'session', value: token, maxAgeMs: SESSION_IDLE_MS });
  const { userId, credential } = sessionOf;
  if ('passwordHash' in credential)
    await rememberDevice(c, { id: userId, passwordHash: credential.passwordHash });
  return true;
}

/** Does the same for an existing user. False if the account has changed meanwhile. */
export function signInAs(c: Context<AppEnv>, sessionOf: SessionOf): Promise<boolean> {
  return startSession(c, sessionOf, (session) => createSession(c.get('db'), session));
}

export function presentUser(user: SessionUser): User {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    profileImageUrl: user.profileImageUrl,
    hasPassword: user.hasPassword,
  };
}
