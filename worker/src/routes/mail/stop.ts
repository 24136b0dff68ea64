import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { hashToken } from '#worker/auth/sessions.ts';
import { stopAlertMailByLink } from '#worker/db/mail-links.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { linkPath } from '#worker/mail/letter.ts';
import { refuseToken } from './link-mail.ts';

const tokenOf = (c: Context<AppEnv>): string => c.req.param('token') ?? ''; // the route has it

/**
 * `POST /api/stop/{token}`: a mail program sends it at one click of its user, without cookie or origin (RFC 8058, 3.2). The body is not read.
 * Works also where no e-mail is sent any more.
 */
async function handleStop(c: Context<AppEnv>): Promise<Response> {
  const tokenHash = await hashToken(tokenOf(c));
  if (tokenHash === null || !(await stopAlertMailByLink(c.get('db'), { tokenHash, now: Date.now() })))
    return await refuseToken(
      c,
      new ApiError(404, 'This link does not work. Sign in, and stop the e-mails under Preferences.'),
    );
  return c.json({ message: 'You get no more alerts by e-mail.' });
}

export const stop = new Hono<AppEnv>();

stop.post('/:token', handleStop);

// Scanners of mail follow every link: reading one stops nothing, and leads to the page with the button.
stop.get('/:token', (c) => c.redirect(linkPath('stop', encodeURIComponent(tokenOf(c)))));
