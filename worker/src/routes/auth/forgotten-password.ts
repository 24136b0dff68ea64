import type { Context } from 'hono';
import { FORGOTTEN } from '#contract/limits.ts';
import type { PasswordReset, PasswordResetDone } from '#contract/mail.ts';
import { hashPassword } from '#worker/auth/passwords.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { findReset, resetPasswordByLink } from '#worker/db/mail-links.ts';
import { findUserByEmail } from '#worker/db/users.ts';
import type { AppEnv } from '#worker/env.ts';
import { findDatabaseFailure } from '#worker/errors.ts';
import { googleLetter, resetLetter } from '#worker/mail/letters.ts';
import { MailFailure, sendMail } from '#worker/mail/send.ts';
import { networkCounters, reserve } from '#worker/middleware/rate-limit.ts';
import { noteActor } from '#worker/middleware/acting.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { giveRightsBack } from '../connections/give-back.ts';
import { linkExpired, linkMailCounter, refuseToken, sendLink } from '../mail/link-mail.ts';
import { describeAccessLeft } from '#contract/connection-kinds.ts';

/**
 * `POST /api/auth/forgot`. The account is looked for after the answer, so that neither its words nor its time tell whether there
 * is one. The limits count alike for both.
 */
export async function handleForgotten(c: BodyContext<{ email: string }>): Promise<Response> {
  const { email } = c.req.valid('json');
  const refusal = 'Your network has reported very many forgotten passwords.';
  const ofNetwork = await networkCounters(c, 'forgot', { limit: FORGOTTEN, refusal });
  await reserve(c, [...ofNetwork, await linkMailCounter(c, email)]);
  c.executionCtx.waitUntil(mailWayIn(c, email));
  return c.json({ message: 'If the address has an account, an e-mail is on its way.' });
}

/** Sends the way into the account of an address. Nobody waits for it: a failure is for the log. */
async function mailWayIn(c: Context<AppEnv>, email: string): Promise<void> {
  try {
    const user = await findUserByEmail(c.get('db'), email);
    if (!user) return;
    const hasGoogleOnly = user.passwordHash === null && user.googleId !== null;
    if (hasGoogleOnly) await sendMail(c.env, user.email, googleLetter());
    else await sendLink(c, user, { purpose: 'reset', write: resetLetter });
  } catch (error) {
    const failure = error instanceof MailFailure ? error : findDatabaseFailure(error);
    if (!failure) throw error;
    console.error(`A link for a forgotten password was not sent: ${failure.message}`);
  }
}

/** `POST /api/auth/reset`. It signs nobody in: the page leads to the sign-in. */
export async function handleReset(c: BodyContext<PasswordReset>): Promise<Response> {
  const { token, newPassword } = c.req.valid('json');
  const tokenHash = await hashToken(token);
  const link = tokenHash === null ? null : { tokenHash, now: Date.now() };
  // Looked for first, since a hash of a password takes the time of a hundred queries.
  const userId = link === null ? undefined : await findReset(c.get('db'), link);
  if (link === null || userId === undefined) return await refuseToken(c, linkExpired());
  const passwordHash = await hashPassword(newPassword);
  await noteActor(c, userId); // the teams of the user note what ends there
  const account = await resetPasswordByLink(c.get('db'), { ...link, passwordHash });
  if (!account) return await refuseToken(c, linkExpired());
  const accessLeft = await giveRightsBack(c.get('db'), c, account.connections);
  const message = ['Your password has been changed.', describeAccessLeft(accessLeft)].join(' ').trim();
  return c.json({ message, isHandedOver: account.isHandedOver } satisfies PasswordResetDone);
}
