import type { Handlers } from '../mount.ts';
import { describeAccessLeft } from '#contract/platforms.ts';
import { FORGOTTEN, LINK_MAILS_PER_ADDRESS } from '#contract/limits.ts';
import { hashPassword } from '#worker/auth/passwords.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { findReset, resetPasswordByLink } from '#worker/db/mail-links.ts';
import { findUserByEmail, findUsersById } from '#worker/db/users.ts';
import type { AppContext } from '#worker/env.ts';
import { findDatabaseFailure } from '#worker/errors.ts';
import { googleLetter, resetLetter } from '#worker/mail/letters.ts';
import { MailFailure, sendMail } from '#worker/mail/send.ts';
import { listDeviceAccounts, readDevice } from '#worker/middleware/cookies.ts';
import { networkCounters, networkOf, reserve, type GuardCounter } from '#worker/middleware/rate-limit.ts';
import { noteAuditActor } from '#worker/middleware/note-audit-actor.ts';
import { giveRightsBack } from '../connections/give-back.ts';
import { tellOfChange } from '../mail/change-letter.ts';
import { linkExpired, linkMailCounter, refuseToken, sendLink } from '../mail/link-mail.ts';
import { refuseWeakPassword } from './guarded-password.ts';

/**
 * A browser that was in the account before has a counter of its own. All others share those of their network, of the address from this
 * network, and of the address: strangers keep strangers from sending more, and not the owner.
 */
async function forgottenCounters(c: AppContext, email: string): Promise<GuardCounter[]> {
  const device = await findKnownDevice(c, email);
  if (device !== null) return [await linkMailCounter(c, { name: 'forgot-of-browser', id: device })];
  const network = (await networkOf(c)) ?? 'unknown';
  const refusal = 'Your network has reported very many forgotten passwords.';
  return [
    ...(await networkCounters(c, 'forgot', { limit: FORGOTTEN, refusal })),
    await linkMailCounter(c, { name: 'forgot-of-network', id: `${email}:${network}` }),
    await linkMailCounter(c, { name: 'link-mail', id: email, limit: LINK_MAILS_PER_ADDRESS }),
  ];
}

/**
 * The id of this browser if it was in the account of the address. It looks for the accounts in the cookie alone, so that its time does not tell
 * whether an address has one.
 */
async function findKnownDevice(c: AppContext, email: string): Promise<string | null> {
  const ids = listDeviceAccounts(c);
  const accounts = ids.length > 0 ? await findUsersById(c.get('db'), ids) : [];
  const account = accounts.find((known) => known.email === email);
  if (!account || account.passwordHash === null) return null;
  return await readDevice(c, { id: account.id, passwordHash: account.passwordHash });
}

/** Sends the way into the account of an address. Nobody waits for it: a failure is for the log. */
async function mailWayIn(c: AppContext, email: string): Promise<void> {
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

export const forgottenPasswordHandlers = {
  // The account is looked for after the answer, so that neither its words nor its time tell whether there is
  // one. The limits count alike for both.
  'POST /api/auth/forgot': async (c) => {
    const { email } = c.req.valid('json');
    await reserve(c, await forgottenCounters(c, email));
    c.executionCtx.waitUntil(mailWayIn(c, email));
    return { message: 'If the address has an account, an e-mail is on its way.' };
  },
  // It signs nobody in: the page leads to the sign-in.
  'POST /api/auth/reset': async (c) => {
    const { token, newPassword } = c.req.valid('json');
    const tokenHash = await hashToken(token);
    const link = tokenHash === null ? null : { tokenHash, now: Date.now() };
    // Looked for first, since a hash of a password takes the time of a hundred queries.
    const found = link === null ? undefined : await findReset(c.get('db'), link);
    if (link === null || found === undefined) return await refuseToken(c, linkExpired());
    await refuseWeakPassword(newPassword, found.email);
    const passwordHash = await hashPassword(newPassword);
    await noteAuditActor(c, found.id); // the teams of the user note what ends there
    const account = await resetPasswordByLink(c.get('db'), { ...link, passwordHash });
    if (!account) return await refuseToken(c, linkExpired());
    tellOfChange(c, account.id, { kind: 'password' });
    const accessLeft = await giveRightsBack(c.get('db'), c, account.connections);
    const message = ['Your password has been changed.', describeAccessLeft(accessLeft)].join(' ').trim();
    return { message, isHandedOver: account.isHandedOver };
  },
} satisfies Partial<Handlers>;
