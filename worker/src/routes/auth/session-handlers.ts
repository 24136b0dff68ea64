import type { Context } from 'hono';
import { SESSION_IDLE_MS } from '#contract/limits.ts';
import { prepareSession, type SessionOf, type SessionUser } from '#worker/auth/sessions.ts';
import { createSession, type NewSession, deleteSession, deleteSessionsOf } from '#worker/db/sessions.ts';
import type { AppEnv } from '#worker/env.ts';
import { forgetSession, rememberDevice, rememberSession } from '#worker/middleware/cookies.ts';
import type { User, Confirmation } from '#contract/auth.ts';
import { PAGES } from '#contract/pages.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { visitOf } from '#worker/middleware/session.ts';

/**
 * Gives the browser a session with a new token, once `store` has stored it. The session that the browser sent ends, so that
 * nobody who planted or stole it is signed in with the user.
 *
 * @returns the answer of `store`; no cookie is written if it is false
 */
export async function startSession(
  c: Context<AppEnv>,
  sessionOf: Omit<SessionOf, 'visit'>,
  store: (session: NewSession) => Promise<boolean>,
): Promise<boolean> {
  const { token, session } = await prepareSession({ ...sessionOf, visit: visitOf(c) }, Date.now());
  if (!(await store(session))) return false;
  await rememberSession(c, token, SESSION_IDLE_MS);
  const { userId, credential } = sessionOf;
  if ('passwordHash' in credential)
    await rememberDevice(c, { id: userId, passwordHash: credential.passwordHash });
  return true;
}

/** Does the same for an existing user. False if the account has changed meanwhile. */
export function signInAs(c: Context<AppEnv>, sessionOf: Omit<SessionOf, 'visit'>): Promise<boolean> {
  return startSession(c, sessionOf, (session) => createSession(c.get('db'), session));
}

export function presentUser(user: Omit<SessionUser, 'unseenAlerts'>): User {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    profileImageUrl: user.profileImageUrl,
    hasPassword: user.hasPassword,
  };
}

/** Always clears the cookie. A row that a full database can't delete expires by itself. */
async function endSession(c: Context<AppEnv>): Promise<void> {
  const sid = c.get('presentedSid');
  if (sid !== null)
    await tryWrite(() => deleteSession(c.get('db'), sid), 'The row of a session stayed at log-out');
  forgetSession(c);
}

/** False for links, pictures and frames of other sites and for typed addresses: they sign nobody out. */
const isOurNavigation = (c: Context<AppEnv>): boolean =>
  c.req.header('Sec-Fetch-Site') === 'same-origin' && c.req.header('Sec-Fetch-Mode') === 'navigate';

/** `GET /api/auth/logout`: a navigation of our own pages ends on the start page, any other one on the page that asks. */
export async function handleLogOutLink(c: Context<AppEnv>): Promise<Response> {
  if (!isOurNavigation(c)) return c.redirect(PAGES['log-out'].path);
  await endSession(c);
  return c.redirect('/');
}

/** `POST /api/auth/logout` */
export async function handleLogOut(c: Context<AppEnv>): Promise<Confirmation> {
  await endSession(c);
  return { message: 'You are signed out.' };
}

/** `POST /api/auth/logout/everywhere` */
export async function handleLogOutEverywhere(c: Context<AppEnv>): Promise<Confirmation> {
  await deleteSessionsOf(c.get('db'), c.get('requester').id);
  forgetSession(c);
  return { message: 'You are signed out everywhere.' };
}
