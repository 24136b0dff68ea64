import type { MailStatus } from '#contract/mail.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import {
  findMailStatus,
  proveAddress,
  setAlertMail,
  stopAlertMailByLink,
  type MailStatusRow,
} from '#worker/db/mail-links.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, unauthorized } from '#worker/errors.ts';
import { linkPath } from '#worker/mail/letter.ts';
import { confirmLetter } from '#worker/mail/letters.ts';
import { MailFailure } from '#worker/mail/send.ts';
import { giveBack, reserve } from '#worker/middleware/rate-limit.ts';
import type { Handlers } from '../mount.ts';
import { linkExpired, linkMailCounter, refuseToken, sendLink } from './link-mail.ts';

const presentStatus = ({ email, emailProvedAt, alertMailAt }: MailStatusRow): MailStatus => ({
  email,
  isProved: emailProvedAt !== null,
  hasAlerts: alertMailAt !== null,
});

const tokenOf = (c: AppContext): string => c.req.param('token') ?? ''; // the route has it

export const mailHandlers = {
  'GET /api/mail': async (c) => {
    const status = await findMailStatus(c.get('db'), c.get('requester').id);
    if (!status) throw unauthorized(); // deleted meanwhile
    return presentStatus(status);
  },
  'POST /api/mail/link': async (c) => {
    const { id, email } = c.get('requester');
    const counters = [await linkMailCounter(c, { name: 'confirm-mail', id: email })];
    await reserve(c, counters);
    try {
      await sendLink(c, { id, email }, { purpose: 'confirm', write: confirmLetter });
    } catch (error) {
      await giveBack(c, counters);
      if (!(error instanceof MailFailure)) throw error;
      console.error(`A link was not sent: ${error.message}`);
      throw new ApiError(502, 'The e-mail could not be sent. Please try again later.', {
        code: 'PROVIDER_UNAVAILABLE',
      });
    }
    return { message: `A link is on its way to ${email}. It works once, for 30 minutes.` };
  },
  'POST /api/mail/confirm': async (c) => {
    const tokenHash = await hashToken(c.req.valid('json').token);
    const link = tokenHash === null ? null : { tokenHash, now: Date.now() };
    const status = link && (await proveAddress(c.get('db'), c.get('requester').id, link));
    return status ? presentStatus(status) : await refuseToken(c, linkExpired());
  },
  'PUT /api/mail/alerts': async (c) => {
    const { on } = c.req.valid('json');
    const status = await setAlertMail(c.get('db'), c.get('requester').id, { on, now: Date.now() });
    if (!status)
      throw new ApiError(409, 'Please confirm the address first: ask for a link to it.', {
        code: 'NOT_PROVED',
      });
    return presentStatus(status);
  },
  // Scanners of mail follow every link: reading one stops nothing, and leads to the page with the button.
  'GET /api/stop/:token': (c) => c.redirect(linkPath('stop', encodeURIComponent(tokenOf(c)))),
  // A mail program sends it at one click of its user, without cookie or origin (RFC 8058, 3.2). The body is
  // not read. Works also where no e-mail is sent any more.
  'POST /api/stop/:token': async (c) => {
    const tokenHash = await hashToken(tokenOf(c));
    if (tokenHash === null || !(await stopAlertMailByLink(c.get('db'), { tokenHash, now: Date.now() })))
      return await refuseToken(
        c,
        new ApiError(404, 'This link does not work. Sign in, and stop the e-mails under Preferences.'),
      );
    return { message: 'You get no more alerts by e-mail.' };
  },
} satisfies Partial<Handlers>;
