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
import { command, read, send, type Call } from './client.ts';
import { siteOffers } from './offers.ts';

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

/** A call that answers with the new status. */
function useMailCall() {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (path: string, call: Call) => {
      const status = mailStatusSchema.parse(await (await send(path, call)).json());
      await mutate(MAIL_KEY, status, { revalidate: false });
      return status;
    },
    [mutate],
  );
}

/** Proves the address of the signed-in user by the token of a mailed link. */
export function useConfirmAddress(): (token: string) => Promise<MailStatus> {
  const call = useMailCall();
  return useCallback((token) => call('/api/mail/confirm', { method: 'POST', json: { token } }), [call]);
}

/** Turns alerts by e-mail on or off. */
export function useSetAlertMail(): (on: boolean) => Promise<MailStatus> {
  const call = useMailCall();
  return useCallback((on) => call('/api/mail/alerts', { method: 'PUT', json: { on } }), [call]);
}

/** Has a link sent to the address of the signed-in user. */
export const sendConfirmLink = (): Promise<void> => command('/api/mail/link', { method: 'POST' });

/** Has a link to a new password sent, if the address has an account. */
export const reportForgotten = (email: string): Promise<void> =>
  command('/api/auth/forgot', { method: 'POST', json: { email } });

/** Replaces the password by the token of a mailed link. All sessions of that account end. */
export async function resetPassword(reset: PasswordReset): Promise<PasswordResetDone> {
  const answer = await send('/api/auth/reset', { method: 'POST', json: reset });
  return passwordResetDoneSchema.parse(await answer.json());
}

/** Ends the alerts by e-mail of whoever the link was mailed to. Needs no session. */
export const stopAlertMail = (token: string): Promise<void> =>
  command(`/api/stop/${encodeURIComponent(token)}`, { method: 'POST' });
