import { ACCESS_LEFT } from './platforms.ts';

/** The origin of Google's profile pictures; the pages load no other pictures. */
export const PICTURE_ORIGIN = 'https://lh3.googleusercontent.com';

/**
 * Google sign-in is two navigations: `GET /api/auth/google` goes to Google, `GET /auth/google/callback` comes back
 * and always ends on a page. Success ends on `/`, or on `/?notice=google-linked` where a password account became
 * a Google account; behind the word stand those of `endedParts`, each after a point. Failure ends on `/auth/login?error={reason}`. Where a password account has the address, and Google is
 * not authoritative for it, the way ends on `/auth/link`: for 10 minutes `GET /api/auth/google/link` names the account, and
 * `POST /api/auth/google/link` with its password links it.
 *
 * `GET /api/auth/google/confirm` goes the same way for somebody who is signed in and has no password, to confirm that the
 * owner of the account is here. It ends on `/?confirmed=google`, after which the account can be deleted, or on
 * `/?notice=google-not-confirmed`.
 */
export const GOOGLE_ERROR_PARAMETER = 'error';
export const GOOGLE_NOTICE_PARAMETER = 'notice';

/** The text of the toast for each reason in `/auth/login?error={reason}`. */
export const googleErrors = {
  'google-not-set-up': "Google sign-in isn't set up on this site. Please use your email and password.",
  'google-cancelled': 'Google sign-in was cancelled. Please try again, or use your email and password.',
  'google-expired': 'This Google sign-in has expired. Please try again.',
  'google-failed': "Google sign-in didn't work. Please try again in a moment.",
  'google-unverified':
    "Google hasn't verified this email address. Please verify it with Google, or use your email and password.",
  'google-other-account':
    'This email address is already linked to another Google account. Please continue with that one.',
  'google-limit': 'Too many failed sign-ins from your network. Please try again in an hour.',
  'google-full': 'This site has no room for new accounts right now. Please try again later.',
  'google-unavailable': 'Sign-in is unavailable right now. Please try again in a moment.',
} as const;

export type GoogleError = keyof typeof googleErrors;

/** The text of the toast for each notice in `/?notice={notice}`. */
export const googleNotices = {
  'google-linked':
    'Your account is now linked to Google. Its password was removed, since nobody had confirmed the address before, and other devices were signed out.',
  'google-not-confirmed':
    'Google did not confirm that this account is yours, so nothing was deleted. Please try again with the Google account that you sign in with.',
} as const;

/** The separator between a notice and its parts: `/?notice=google-linked.links.connections`. */
export const NOTICE_SEPARATOR = '.';

/** The parts of an account that end with `google-linked`, and the sentence about each. A service: its right may be left there. */
export const endedParts = {
  links: 'Its read-only links have ended.',
  connections: 'Its connections to other services were removed.',
  ...ACCESS_LEFT,
} as const;

export type EndedPart = keyof typeof endedParts;

/** Parameter of the start page: Google has confirmed the owner, and the deletion of the account continues. */
export const CONFIRMED_PARAMETER = 'confirmed';

export type GoogleNotice = keyof typeof googleNotices;

/** The text for a word in the address bar; null for an unknown one. */
export function findText(texts: Readonly<Record<string, string>>, word: string | null): string | null {
  return word !== null && Object.hasOwn(texts, word) ? (texts[word] ?? null) : null;
}
