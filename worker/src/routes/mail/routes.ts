import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { MAIL_CHANGES } from '#contract/limits.ts';
import { alertMailSchema, mailTokenSchema, type MailStatus } from '#contract/mail.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { findMailStatus, proveAddress, setAlertMail, type MailStatusRow } from '#worker/db/mail-links.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError, unauthorized } from '#worker/errors.ts';
import { confirmLetter } from '#worker/mail/letters.ts';
import { MailFailure } from '#worker/mail/send.ts';
import { giveBack, limitByUser, reserve } from '#worker/middleware/rate-limit.ts';
import { validate, type BodyContext } from '#worker/middleware/request-body.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { linkExpired, linkMailCounter, refuseToken, requireMail, sendLink } from './link-mail.ts';

const presentStatus = ({ email, emailProvedAt, alertMailAt }: MailStatusRow): MailStatus => ({
  email,
  isProved: emailProvedAt !== null,
  hasAlerts: alertMailAt !== null,
});

/** `GET /api/mail` */
async function handleStatus(c: Context<AppEnv>): Promise<Response> {
  const status = await findMailStatus(c.get('db'), c.get('actor').id);
  if (!status) throw unauthorized(); // deleted meanwhile
  return c.json(presentStatus(status));
}

/** `POST /api/mail/link` */
async function handleSendLink(c: Context<AppEnv>): Promise<Response> {
  const { id, email } = c.get('actor');
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
  return c.json({ message: `A link is on its way to ${email}. It works once, for 30 minutes.` });
}

/** `POST /api/mail/confirm` */
async function handleConfirm(c: BodyContext<{ token: string }>): Promise<Response> {
  const tokenHash = await hashToken(c.req.valid('json').token);
  const link = tokenHash === null ? null : { tokenHash, now: Date.now() };
  const status = link && (await proveAddress(c.get('db'), c.get('actor').id, link));
  return status ? c.json(presentStatus(status)) : await refuseToken(c, linkExpired());
}

/** `PUT /api/mail/alerts` */
async function handleAlerts(c: BodyContext<{ on: boolean }>): Promise<Response> {
  const { on } = c.req.valid('json');
  const status = await setAlertMail(c.get('db'), c.get('actor').id, { on, now: Date.now() });
  if (!status)
    throw new ApiError(409, 'Please confirm the address first: ask for a link to it.', {
      code: 'NOT_PROVED',
    });
  return c.json(presentStatus(status));
}

export const mail = new Hono<AppEnv>();

mail.use(requireMail, requireUser);
mail.get('/', handleStatus);
mail.post('/link', handleSendLink);
mail.post('/confirm', validate(mailTokenSchema), handleConfirm);
mail.put(
  '/alerts',
  limitByUser('mail-change', MAIL_CHANGES, 'You are changing this very often.'),
  validate(alertMailSchema),
  handleAlerts,
);
