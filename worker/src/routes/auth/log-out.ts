import type { Context } from 'hono';
import { PAGES } from '#contract/pages.ts';
import { deleteSession, deleteSessionsOf } from '#worker/db/sessions.ts';
import type { AppEnv } from '#worker/env.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { forgetSession } from '#worker/middleware/sealed-cookie.ts';

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
export async function leave(c: Context<AppEnv>): Promise<Response> {
  if (!isOurNavigation(c)) return c.redirect(PAGES['log-out'].path);
  await endSession(c);
  return c.redirect('/');
}

/** `POST /api/auth/logout` */
export async function logOut(c: Context<AppEnv>): Promise<Response> {
  await endSession(c);
  return c.json({ message: 'You are signed out.' });
}

/** `POST /api/auth/logout/everywhere` */
export async function logOutEverywhere(c: Context<AppEnv>): Promise<Response> {
  await deleteSessionsOf(c.get('db'), c.get('owner').id);
  forgetSession(c);
  return c.json({ message: 'You are signed out everywhere.' });
}
