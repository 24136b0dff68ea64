import type { Handlers } from '../mount.ts';
import { SESSION_IDLE_MS } from '#contract/limits.ts';
import { prepareSession, type SessionOf, type SessionUser } from '#worker/auth/sessions.ts';
import type { AppContext } from '#worker/env.ts';
import { PAGES } from '#contract/pages.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { visitOf } from '#worker/middleware/session.ts';
import type { User, Device } from '#contract/auth.ts';
import {
  createSession,
  type NewSession,
  deleteSession,
  deleteSessionsOf,
  deleteDevice,
  deleteOtherSessions,
  listDevices,
  type DeviceRow,
} from '#worker/db/sessions.ts';
import { ApiError } from '#worker/errors.ts';
import { forgetSession, rememberDevice, rememberSession } from '#worker/middleware/cookies.ts';

const present = ({ id, sid, sess, browser, country, seenAt }: DeviceRow, thisSid: string | null): Device => ({
  id: id ?? '', // the database gives each session one
  browser,
  country,
  signedInAt: new Date(sess.createdAt).toISOString(),
  lastVisitAt: seenAt === null ? null : new Date(seenAt).toISOString(),
  isThis: sid === thisSid,
});

/**
 * Gives the browser a session with a new token, once `store` has stored it. The session that the browser sent ends, so that
 * nobody who planted or stole it is signed in with the user.
 *
 * @returns the answer of `store`; no cookie is written if it is false
 */
export async function startSession(
  c: AppContext,
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
export function signInAs(c: AppContext, sessionOf: Omit<SessionOf, 'visit'>): Promise<boolean> {
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
async function endSession(c: AppContext): Promise<void> {
  const sid = c.get('presentedSid');
  if (sid !== null)
    await tryWrite(() => deleteSession(c.get('db'), sid), 'The row of a session stayed at log-out');
  forgetSession(c);
}

/** False for links, pictures and frames of other sites and for typed addresses: they sign nobody out. */
const isOurNavigation = (c: AppContext): boolean =>
  c.req.header('Sec-Fetch-Site') === 'same-origin' && c.req.header('Sec-Fetch-Mode') === 'navigate';

export const sessionHandlers = {
  'GET /api/auth/user': (c) => {
    const user = c.get('requester');
    return { ...presentUser(user), unseenAlerts: user.unseenAlerts };
  },
  // A navigation of our own pages ends on the start page, any other one on the page that asks.
  'GET /api/auth/logout': async (c) => {
    if (!isOurNavigation(c)) return c.redirect(PAGES['log-out'].path);
    await endSession(c);
    return c.redirect('/');
  },
  'POST /api/auth/logout': async (c) => {
    await endSession(c);
    return { message: 'You are signed out.' };
  },
  'POST /api/auth/logout/everywhere': async (c) => {
    await deleteSessionsOf(c.get('db'), c.get('requester').id);
    forgetSession(c);
    return { message: 'You are signed out everywhere.' };
  },
  'POST /api/auth/logout/others': async (c) => {
    await deleteOtherSessions(c.get('db'), c.get('requester').id, c.get('presentedSid') ?? ''); // a user has a session
    return { message: 'All other devices are signed out.' };
  },
  'GET /api/auth/devices': async (c) => {
    const rows = await listDevices(c.get('db'), c.get('requester').id, Date.now());
    const devices = rows.map((row) => present(row, c.get('presentedSid')));
    return {
      devices: devices.toSorted((a, b) => Number(b.isThis) - Number(a.isThis)),
    };
  },
  'DELETE /api/auth/devices/:device': async (c) => {
    const id = c.req.param('device') ?? ''; // the route has it
    const sid = await deleteDevice(c.get('db'), c.get('requester').id, id);
    if (sid === null) throw new ApiError(404, 'This device is not signed in any more.');
    if (sid === c.get('presentedSid')) forgetSession(c);
    return { message: 'The device is signed out.' };
  },
} satisfies Partial<Handlers>;
