import './zod-without-eval.ts';
import * as z from 'zod/mini';

/**
 * A failed call answers JSON with a `message` for the visitor and, where one of these fits, a `code` for the program.
 *
 * | code | status | when |
 * |---|---|---|
 * | (none) | 401 | `Unauthorized`: the call needs a signed-in user |
 * | (none) | 404 | unknown call, or an analysis that does not exist or belongs to somebody else, or a shared link that is unknown, ended or expired |
 * | `INVALID_INPUT` | 400 | the body does not fit its schema; the message names the first problem |
 * | `PERSONAL_DATA` | 400 | figures to be shared hold what looks like an e-mail address or telephone number; the message names it |
 * | `INVALID_JSON` | 400 | the body is not JSON |
 * | `WEAK_PASSWORD` | 400 | a new password that is one of the most common ones, or the address of the account; at sign-up the address is `INVALID_INPUT` |
 * | `WRONG_PASSWORD` | 401 | a wrong password |
 * | `USE_GOOGLE` | 401 | a password for an account that has none |
 * | `NO_TEAM` | 404 | no such team, or the user is no member of it |
 * | `NOT_ALLOWED` | 403 | the role of the user in the team does not allow the call |
 * | `NOT_NAMED` | 403 | a spreadsheet or ad account that no admin has named for the connection of the team |
 * | `DOMAIN_REQUIRED` | 403 | the team opens only in a session that was signed in through its Google Workspace domain; the message names it |
 * | `OTHER_DOMAIN` | 403 | the domain of a rule is not that of the admin's session |
 * | `OTHER_ADDRESS` | 403 | an invitation for another address than that of the account, or for one that is not proved |
 * | `NOT_CONFIRMED` | 403 | an account is to be deleted without its password, and without Google's word of the last 5 minutes |
 * | `USER_NOT_FOUND` | 404 | sign-in with an address without account |
 * | `FOREIGN_ORIGIN` | 403 | a changing call that did not come from this site |
 * | `INSECURE` | 403 | a changing call over plain http |
 * | `BROKEN_OFF` | 400 | a delivery whose sender has broken off |
 * | `TOO_SLOW` | 408 | a delivery that did not arrive in time |
 * | `EMAIL_TAKEN` | 409 | sign-up with an address that has an account |
 * | `ANALYSIS_LIMIT`, `STORAGE_LIMIT` | 409 | the user, the team or the maker of the team keeps as much as is allowed |
 * | `TEAM_LIMIT` | 409 | as many teams, members or invitations as are allowed |
 * | `LAST_ADMIN` | 409 | a team would have members and no admin |
 * | `WRONG_NAME` | 409 | a team is to be deleted, and the name is not its own |
 * | `SHARE_LIMIT` | 409 | the user has as many shared links as are allowed |
 * | `DISCONNECTED` | 409 | no connection to the service that works: connect, or connect again |
 * | `ACCOUNT_CHANGED` | 409 | an ad account is not as the visitor saw it, or not as a push has left it: nothing was written |
 * | `PUSH_RUNNING` | 409 | another push of the user to the ad account is under way |
 * | `PLATFORM_REFUSED` | 409 | an ad platform refuses the call; the message says why |
 * | `NOT_PROVED` | 409 | alerts by e-mail are wanted at an address that the user has not proved, or a user without a proved address has an invitation mailed |
 * | `SOURCE_EXISTS` | 409 | the analysis has a source already |
 * | `PAUSED` | 409 | a delivery to a source that its owner has paused |
 * | `KEY_REUSED` | 409 | a delivery with a key that another delivery has had |
 * | `LINK_EXPIRED` | 410 | nothing is left of the Google sign-in that an account was to be linked to, or the account has changed; or a mailed link that was used or is too old |
 * | `CHANGED` | 412 | `If-Match` names another version than the stored one; `current` is the stored one |
 * | `TOO_LARGE` | 413 | the body is larger than the call takes |
 * | `WRONG_CONTENT_TYPE` | 415 | the body has another content type than the call takes |
 * | `NOT_COUNTED` | 422 | a delivery that cannot be counted as its analysis asks; the message says why |
 * | `TOO_MANY_REQUESTS` | 429 | a limit on guessing, saving, what a network stores or what a log takes in a day; `Retry-After` says when |
 * | `INTERNAL` | 500 | a bug |
 * | `PROVIDER_UNAVAILABLE` | 502 | the service of a connection refused or did not answer; the connection stays |
 * | `UNAVAILABLE` | 503 | the database failed or did not answer; `Retry-After` says when to try again |
 * | `SERVICE_FULL` | 507 | the database has no room for what grows, or none for that of accounts without a Google identity |
 *
 * @internal
 */
export const errorCodes = [
  'INVALID_INPUT',
  'PERSONAL_DATA',
  'INVALID_JSON',
  'WEAK_PASSWORD',
  'WRONG_PASSWORD',
  'USE_GOOGLE',
  'NO_TEAM',
  'NOT_ALLOWED',
  'NOT_NAMED',
  'DOMAIN_REQUIRED',
  'OTHER_DOMAIN',
  'OTHER_ADDRESS',
  'NOT_CONFIRMED',
  'USER_NOT_FOUND',
  'FOREIGN_ORIGIN',
  'INSECURE',
  'BROKEN_OFF',
  'TOO_SLOW',
  'EMAIL_TAKEN',
  'ANALYSIS_LIMIT',
  'STORAGE_LIMIT',
  'TEAM_LIMIT',
  'LAST_ADMIN',
  'WRONG_NAME',
  'SHARE_LIMIT',
  'DISCONNECTED',
  'ACCOUNT_CHANGED',
  'PUSH_RUNNING',
  'PLATFORM_REFUSED',
  'NOT_PROVED',
  'SOURCE_EXISTS',
  'PAUSED',
  'KEY_REUSED',
  'LINK_EXPIRED',
  'CHANGED',
  'TOO_LARGE',
  'WRONG_CONTENT_TYPE',
  'NOT_COUNTED',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'PROVIDER_UNAVAILABLE',
  'UNAVAILABLE',
  'SERVICE_FULL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The version of a saved analysis, which every change raises, and the time of the last change in ISO 8601. */
export const versionSchema = z.object({ version: z.number(), updatedAt: z.string() });

export type Version = z.infer<typeof versionSchema>;

/** The stored version of a 412. `updatedBy` is there in a team: who has changed it, null for a former member. */
export const currentSchema = z.object({
  ...versionSchema.shape,
  updatedBy: z.optional(z.nullable(z.string())),
});

export type CurrentVersion = z.infer<typeof currentSchema>;

/**
 * Body of every answer without success. Any text is a valid `code`, so that an old page can read a new one.
 *
 * @internal
 */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  current: z.optional(currentSchema),
});

export interface ErrorBody {
  message: string;
  code?: ErrorCode;
  current?: CurrentVersion;
}
