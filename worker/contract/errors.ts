import './jitless.ts';
import * as z from 'zod/mini';

/**
 * A failed call answers JSON with a `message` for the visitor and, where one of these fits, a `code` for the program.
 *
 * | code | status | when |
 * |---|---|---|
 * | (none) | 401 | `Unauthorized`: the call needs a signed-in user |
 * | (none) | 404 | unknown call, or an analysis that does not exist or belongs to somebody else |
 * | `INVALID_INPUT` | 400 | the body does not fit its schema; the message names the first problem |
 * | `INVALID_JSON` | 400 | the body is not JSON |
 * | `WRONG_PASSWORD` | 401 | sign-in with a wrong password |
 * | `USE_GOOGLE` | 401 | sign-in with a password to an account that has none |
 * | `USER_NOT_FOUND` | 404 | sign-in with an email address that has no account |
 * | `FOREIGN_ORIGIN` | 403 | a call that changes something came from another site |
 * | `EMAIL_TAKEN` | 409 | sign-up with an email address that has an account |
 * | `ANALYSIS_LIMIT`, `STORAGE_LIMIT` | 409 | the user has reached the limit of saved analyses or of their size |
 * | `LINK_EXPIRED` | 410 | the Google sign-in behind the link has expired, or the account has changed |
 * | `TOO_LARGE` | 413 | the body is larger than the call accepts |
 * | `WRONG_CONTENT_TYPE` | 415 | the call does not accept the content type of the body |
 * | `TOO_MANY_REQUESTS` | 429 | too many guesses or saves; `Retry-After` says when to try again |
 * | `INTERNAL` | 500 | a bug |
 * | `UNAVAILABLE` | 503 | the database failed or did not answer; `Retry-After` says when to try again |
 */
export const errorCodes = [
  'INVALID_INPUT',
  'INVALID_JSON',
  'WRONG_PASSWORD',
  'USE_GOOGLE',
  'USER_NOT_FOUND',
  'FOREIGN_ORIGIN',
  'EMAIL_TAKEN',
  'ANALYSIS_LIMIT',
  'STORAGE_LIMIT',
  'LINK_EXPIRED',
  'TOO_LARGE',
  'WRONG_CONTENT_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Body of every answer without success. Any text is a valid `code`, so that an old page can read a new one. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.optional(z.string()),
});

export interface ErrorBody {
  message: string;
  code?: ErrorCode;
}
