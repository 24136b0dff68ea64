import type { Context } from 'hono';
import { deleteSession } from '#worker/db/sessions.ts';
import type { AppEnv } from '#worker/env.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { clearCookie } from '#worker/middleware/sealed-cookie.ts';

/** This browser forgets the session in any case; a row that a full database can't delete ends by itself. */
async function endSession(c: Context<AppEnv>): Promise<void> {
  const sid = c.get('presentedSid');
  if (sid !== null)
    await tryWrite(() => deleteSession(c.get('db'), sid), 'The row of a session stayed at log-out');
  clearCookie(c, 'session');
}

/** Another site may lead a visitor here, but its images and frames sign nobody out. */
function isEmbeddedElsewhere(c: Context<AppEnv>): boolean {
  const site = c.req.header('Sec-Fetch-Site') ?? 'none';
  const isPage =
    c.req.header('Sec-Fetch-Dest') === 'document' && c.req.header('Sec-Fetch-Mode') === 'navigate';
  return site !== 'same-origin' && site !== 'none' && !isPage;
}

/** `GET /api/auth/logout`: a navigation, ends on the start page. */
export async function leave(c: Context<AppEnv>): Promise<Response> {
  if (!isEmbeddedElsewhere(c)) await endSession(c);
  return c.redirect('/');
}

/** `POST /api/auth/logout` */
export async function logOut(c: Context<AppEnv>): Promise<Response> {
  await endSession(c);
  return c.json({ message: 'You are signed out.' });
}
