import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import {
  MAIL_OFFER,
  mailStatusSchema,
  passwordResetDoneSchema,
  type MailStatus,
  type PasswordReset,
  type PasswordResetDone,
} from '#contract/mail.ts';
import { read } from './client.ts';
import { ask, tell, siteOffers } from './ask.ts';

/** Whether the site sends e-mail, as the document says. */
export const offersMail = (): boolean => siteOffers(MAIL_OFFER);

const MAIL_KEY = ['/api/mail'];

/** Whether the address of the user is proved, and whether alerts go to it. Fetched whenever it is shown. */
export function useMailStatus() {
  return useSWR<MailStatus, unknown>(
    MAIL_KEY,
    async (key: string[]) => mailStatusSchema.parse(await read(key)),
    { revalidateOnMount: true },
  );
}

/** Shows the new status that a call answers with. */
function useShowStatus() {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (asked: Promise<MailStatus>) => {
      const status = await asked;
      await mutate(MAIL_KEY, status, { revalidate: false });
      return status;
    },
    [mutate],
  );
}

/** Proves the address of the signed-in user by the token of a mailed link. */
export function useConfirmAddress(): (token: string) => Promise<MailStatus> {
  const show = useShowStatus();
  return useCallback(
    (token) => show(ask('POST /api/mail/confirm', { json: { token } }, mailStatusSchema)),
    [show],
  );
}

/** Turns alerts by e-mail on or off. */
export function useSetAlertMail(): (on: boolean) => Promise<MailStatus> {
  const show = useShowStatus();
  return useCallback((on) => show(ask('PUT /api/mail/alerts', { json: { on } }, mailStatusSchema)), [show]);
}

/** Has a link sent to the address of the signed-in user. */
export const sendConfirmLink = (): Promise<void> => tell('POST /api/mail/link', {});

/** Has a link to a new password sent, if the address has an account. */
export const reportForgotten = (email: string): Promise<void> =>
  tell('POST /api/auth/forgot', { json: { email } });

/** Replaces the password by the token of a mailed link. All sessions of that account end. */
export async function resetPassword(reset: PasswordReset): Promise<PasswordResetDone> {
  return await ask('POST /api/auth/reset', { json: reset }, passwordResetDoneSchema);
}

/** Ends the alerts by e-mail of whoever the link was mailed to. Needs no session. */
export const stopAlertMail = (token: string): Promise<void> => tell('POST /api/stop/:token', { token });
