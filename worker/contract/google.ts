/**
 * Google sign-in is two navigations: `GET /api/auth/google` leads to Google, and `GET /auth/google/callback` always leads
 * back to a page of this site:
 *
 * - `/` after success, or `/?notice=google-linked` where a password account became a Google account
 * - `/auth/login?error={reason}` after a failure
 * - `/auth/link` where a password account has the email address and Google is not authoritative for it. For
 *   `GOOGLE_LINK_MS`, `GET /api/auth/google/link` then names the account, and `POST` to the same path with its password
 *   links it
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
  'google-unavailable': 'Sign-in is unavailable right now. Please try again in a moment.',
} as const;

export type GoogleError = keyof typeof googleErrors;

/** The text of the toast for each notice in `/?notice={notice}`. */
export const googleNotices = {
  'google-linked':
    'Your account is now linked to Google. Its password was removed, since nobody had confirmed the address before, and other devices were signed out.',
} as const;

export type GoogleNotice = keyof typeof googleNotices;

/** The text for a reason in the address bar; null for an unknown one. */
export function describeGoogleError(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(googleErrors, reason)
    ? googleErrors[reason as GoogleError] // hasOwn has just shown that it is a key
    : null;
}

/** The text for a notice in the address bar; null for an unknown one. */
export function describeGoogleNotice(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(googleNotices, reason)
    ? googleNotices[reason as GoogleNotice] // hasOwn has just shown that it is a key
    : null;
}
