import { CHANGE_LETTERS } from '#contract/limits.ts';
import { findMailStatus } from '#worker/db/mail-links.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, findDatabaseFailure } from '#worker/errors.ts';
import { changeLetter, type AccountChange } from '#worker/mail/letters.ts';
import { MailFailure, canSendMail, sendMail } from '#worker/mail/send.ts';
import { accountKey, reserve } from '#worker/middleware/rate-limit.ts';

/**
 * Tells the owner of an account of a change by e-mail, after the answer. Only a proved address gets such a letter: another one may be a
 * stranger's. The change stands whether the letter goes out or not.
 */
export function tellOfChange(c: AppContext, userId: string, change: AccountChange): void {
  if (canSendMail(c.env)) c.executionCtx.waitUntil(mailChange(c, userId, change));
}

async function mailChange(c: AppContext, userId: string, change: AccountChange): Promise<void> {
  try {
    const status = await findMailStatus(c.get('db'), userId);
    if (!status?.emailProvedAt) return;
    // Each kind counts apart: many changes of connections must not hide one of the password.
    const key = await accountKey(c, `letter-${change.kind}`, userId);
    await reserve(c, [{ key, limit: CHANGE_LETTERS, refusal: '' }]);
    await sendMail(c.env, status.email, changeLetter(change));
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return;
    const failure = error instanceof MailFailure ? error : findDatabaseFailure(error);
    if (!failure) throw error;
    console.error(`A letter about a change was not sent: ${failure.message}`);
  }
}
