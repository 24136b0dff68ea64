import './zod-without-eval.ts';
import * as z from 'zod/mini';

/**
 * Checks of a connection, for whoever has made it. A check changes nothing at the service.
 *
 * | call | answer |
 * |---|---|
 * | `POST /api/connections/{kind}/check` | with `askCheckSchema`: 200 `checkedSchema`, which the connection keeps until the next one |
 *
 * It answers 403 to anybody else in a team, 409 `DISCONNECTED` where the service says that the right is over, and the connection ends
 * then as with every other call, and 502 `PROVIDER_UNAVAILABLE` where the service does not answer: then the check before stays.
 */

/**
 * The finding of a browser that asked the Data Manager API as a send does:
 *
 * - `taken`: Google has answered, and takes the permission
 * - `not-taken`: Google does not take the permission
 * - `not-enabled`: the operator has not enabled the API
 * - `limit`: Google takes no more requests of this site right now
 * - `refused`: Google can be reached, and refuses calls from pages of this site
 * - `unreached`: Google cannot be reached from this browser
 */
const BROWSER_FINDINGS = ['taken', 'not-taken', 'not-enabled', 'limit', 'refused', 'unreached'] as const;

/** Body of a check. */
export const askCheckSchema = z.object({
  /** For the connection that sends values alone, and needed there: it works from the browser only. */
  found: z.optional(z.enum(BROWSER_FINDINGS)),
  /** For the rules of Google Ads: the ad account, of those that the answer before has named or has not looked at. */
  account: z.optional(z.object({ id: z.string(), via: z.nullable(z.string()) })),
});

/** The person who has to act after a check that failed; nobody where the fault passes by itself. */
const TURNS = ['operator', 'administrator', 'user', 'nobody'] as const;

export const connectionCheckSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** In words for the visitor. */
  answer: z.string(),
  /** Null where all is well. */
  turn: z.nullable(z.enum(TURNS)),
  /** The code of the service; null where all is well, and where it gives none. */
  code: z.nullable(z.string()),
});

export const checkedSchema = z.object({
  /** Null where the visitor has to choose one of the ad accounts first. */
  check: z.nullable(connectionCheckSchema),
  /** Empty where there is nothing to choose. */
  accounts: z.array(z.object({ id: z.string(), via: z.nullable(z.string()), name: z.string() })),
  /** How many were not looked at: such an account is named by its id. */
  unread: z._default(z.optional(z.number()), 0),
});

export type BrowserFinding = (typeof BROWSER_FINDINGS)[number];
export type AskedCheck = z.infer<typeof askCheckSchema>;
export type Turn = (typeof TURNS)[number];
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;
export type Checked = z.infer<typeof checkedSchema>;
