import './jitless.ts';
import * as z from 'zod/mini';

/**
 * The only right that the site requests. `openid` and `email` are requested too and grant nothing more: they name the chosen
 * Google account.
 */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/**
 * Import from Google Sheets.
 *
 * | call | answer |
 * |---|---|
 * | `GET /api/sheets` | 200 `sheetsStatusSchema`; without a user too, then without a connection |
 * | `POST /api/sheets/connect` | 200 `sheetsConsentSchema`: the page navigates to `url`. Needs a user |
 * | `POST /api/sheets/token` | 200 `sheetsTokenSchema`, for one user and not to be kept. Needs a user |
 * | `DELETE /api/sheets` | 200 with a message: the right is given back at Google and the connection deleted. Needs a user |
 *
 * All but the first answer 404 where the import is not offered. `POST /api/sheets/token` answers 409 with the code
 * `SHEETS_DISCONNECTED` where the visitor must connect, or connect again: there is no connection, its owner has revoked it
 * at Google, it has expired, or the operator has changed the secret. It answers 502 `GOOGLE_UNAVAILABLE` where Google fails.
 *
 * The consent comes back to `GET /auth/google/callback` and ends on `/?sheets={outcome}`, one of `sheetsOutcomes`.
 */
export const SHEETS_PARAMETER = 'sheets';

/** The text of the toast for each outcome in `/?sheets={outcome}`. */
export const sheetsOutcomes = {
  connected: 'Google Sheets is connected.',
  cancelled: 'Google Sheets was not connected. You can try again at any time.',
  'not-allowed':
    'Google Sheets was not connected: the permission to see your spreadsheets was not ticked. Please try again and tick it.',
  expired: 'This request to Google has expired. Please connect again.',
  failed: "Google Sheets couldn't be connected. Please try again in a moment.",
} as const;

export type SheetsOutcome = keyof typeof sheetsOutcomes;

export const sheetsStatusSchema = z.object({
  /** False hides the import: the operator has no Google client, or no secret of the Worker. */
  isOffered: z.boolean(),
  connection: z.nullable(
    z.object({
      /** Of the account that was chosen at Google, which may be another one than that of the sign-in. */
      email: z.string(),
      /** True where the secret of the operator has changed since: 'Connect again'. */
      isOver: z.boolean(),
    }),
  ),
});

/** Google's page of consent. */
export const sheetsConsentSchema = z.object({ url: z.string() });

/**
 * A right to read spreadsheets for at most an hour. It belongs into the memory of the thread and nowhere else.
 *
 * @internal
 */
export const sheetsTokenSchema = z.object({
  accessToken: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});

export type SheetsStatus = z.infer<typeof sheetsStatusSchema>;
export type SheetsConsent = z.infer<typeof sheetsConsentSchema>;
export type SheetsToken = z.infer<typeof sheetsTokenSchema>;
