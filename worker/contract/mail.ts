import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { emailSchema, newPassword } from './auth.ts';

/**
 * E-mail to users, where the operator has set it up. Links in mails have a token of 256 bits, which is stored as a hash: behind the
 * `#` of `/auth/mail`, or in the address of the one-click stop (RFC 8058).
 *
 * | call | body | answer |
 * |---|---|---|
 * | `GET /api/mail` | | 200 `mailStatusSchema` |
 * | `POST /api/mail/link` | | 200 with a message: a link to the address of the user was sent. 429 for more than `LINK_MAILS` |
 * | `POST /api/mail/confirm` | `mailTokenSchema` | 200 `mailStatusSchema`: the address is proved. 410 `LINK_EXPIRED` for a link that was used, is too old, or was sent to another account |
 * | `PUT /api/mail/alerts` | `alertMailSchema` | 200 `mailStatusSchema`. 409 `NOT_PROVED` where the address is not proved |
 * | `POST /api/auth/forgot` | `forgottenSchema` | 200 with a message, the same whether there is an account or not. 429 for more than `LINK_MAILS` |
 * | `POST /api/auth/reset` | `passwordResetSchema` | 200 `passwordResetDoneSchema`: the password is replaced, and all sessions of the account have ended. 410 `LINK_EXPIRED` |
 * | `POST /api/stop/{token}` | any | 200 with a message: no more alerts by e-mail; as often as it is called. 404 for an unknown token |
 * | `GET /api/stop/{token}` | | 302 to the page with the button that stops; changes nothing |
 *
 * The calls of `/api/mail` need a user. All but the last two answer 404 where the site sends no e-mail.
 */

/** The purpose of a mailed link, as the address of the page says: `/auth/mail#{use}={token}`. */
export const LINK_USES = ['confirm', 'reset', 'stop'] as const;

export type LinkUse = (typeof LINK_USES)[number];

/** The word in the attribute of offers (`offers.ts`) where the site sends e-mail. */
export const MAIL_OFFER = 'mail';

/** Answer of the calls of `/api/mail`. */
export const mailStatusSchema = z.object({
  email: z.string(),
  /** The user has shown to read the mail of the address: by Google's word or a mailed link. */
  isProved: z.boolean(),
  /** Alerts come by e-mail. */
  hasAlerts: z.boolean(),
});

/** Body of `POST /api/mail/confirm`. */
export const mailTokenSchema = z.object({ token: z.string() });

/** Body of `PUT /api/mail/alerts`. */
export const alertMailSchema = z.object({ on: z.boolean() });

/** Body of `POST /api/auth/forgot`. */
export const forgottenSchema = z.object({ email: emailSchema });

/** The form of the new password. */
export const newPasswordSchema = z.object({ newPassword });

/** Body of `POST /api/auth/reset`. */
export const passwordResetSchema = z.object({ token: z.string(), ...newPasswordSchema.shape });

/**
 * Answer of `POST /api/auth/reset`. `isHandedOver` is true where nobody had proved the address before: shared links, connections and
 * sources of the account have ended too, since somebody else may have made them.
 *
 * @public
 */
export const passwordResetDoneSchema = z.object({ message: z.string(), isHandedOver: z.boolean() });

export type MailStatus = z.infer<typeof mailStatusSchema>;
export type PasswordReset = z.infer<typeof passwordResetSchema>;
export type PasswordResetDone = z.infer<typeof passwordResetDoneSchema>;
