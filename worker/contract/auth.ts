import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { PLATFORM_IDS } from './platforms.ts';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from './limits.ts';

const INVALID_EMAIL = 'Please enter a valid email';
const MISSING_PASSWORD = 'Password is required';
const SHORT_PASSWORD = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
const LONG_PASSWORD = `Password must be at most ${MAX_PASSWORD_BYTES} bytes long: ${MAX_PASSWORD_BYTES} letters and digits, fewer with accents or emoji`;

// Letters of any script on both sides; at least one dot in the domain. Each part is bounded, so it runs in linear time.
// Nothing of the category 'other' (control, format, surrogate): two addresses that look the same would be two accounts.
const EMAIL =
  /^[^\s\p{C}@"(),:;<>[\]\\.]+(?:\.[^\s\p{C}@"(),:;<>[\]\\.]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u;

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/**
 * True if the domain is valid under IDNA and written as IDNA writes it: wide or joined letters, for example, are other
 * spellings of a plain domain.
 */
function isDomain(domain: string): boolean {
  if (/^[\x21-\x7e]+$/.test(domain)) return true;
  const encoded = URL.parse(`https://${domain}`)?.hostname;
  const isOwnSpelling = domain.normalize('NFKC').toLowerCase() === domain;
  return isOwnSpelling && encoded !== undefined && encoded.split('.').every((label) => label.length <= 63);
}

/** An e-mail address in the form that is compared and stored: trimmed, NFC, lower case. */
export const emailSchema = z.string(INVALID_EMAIL).check(
  z.trim(),
  z.normalize('NFC'),
  z.toLowerCase(),
  z.maxLength(MAX_EMAIL_LENGTH, { error: INVALID_EMAIL, abort: true }),
  z.regex(EMAIL, { error: INVALID_EMAIL, abort: true }),
  z.refine((email) => isDomain(email.slice(email.lastIndexOf('@') + 1)), INVALID_EMAIL),
);

const enteredPassword = z.string(MISSING_PASSWORD).check(z.minLength(1, MISSING_PASSWORD));

/** A new password in NFC, since keyboards write accents in different ways. A password that bcrypt would cut is refused. */
export const newPassword = z.string(SHORT_PASSWORD).check(
  z.normalize('NFC'),
  z.minLength(MIN_PASSWORD_LENGTH, SHORT_PASSWORD),
  z.refine((password) => countBytes(password) <= MAX_PASSWORD_BYTES, LONG_PASSWORD),
);

const OWN_ADDRESS = 'Your e-mail address is no password. Please choose another one.';

/** True if a password is the address of its account, in whatever case. */
const isAddress = (password: string, email: string): boolean => password.trim().toLowerCase() === email;

/** A new password of the account with this address. The server also refuses the most common ones: `WEAK_PASSWORD`. */
export const newPasswordOf = (email: string) =>
  newPassword.check(z.refine((password) => !isAddress(password, email), OWN_ADDRESS));

/** Body of `POST /api/auth/login`. */
export const signInSchema = z.object({ email: emailSchema, password: enteredPassword });

/** Body of `POST /api/auth/google/link`. */
export const linkSchema = z.object({ password: enteredPassword });

/** Answer of `GET /api/auth/google/link`: the account that waits for its password before it is linked. */
export const pendingLinkSchema = z.object({ email: z.string() });

/** Body of `POST /api/auth/signup`. */
export const signUpSchema = z.object({ email: emailSchema, password: newPassword }).check(
  z.refine(({ email, password }) => !isAddress(password, email), {
    error: OWN_ADDRESS,
    path: ['password'],
  }),
);

/** Body of `POST /api/auth/password`, which ends all other sessions and begins a new one. */
export const passwordChangeSchema = z.object({ password: enteredPassword, newPassword });

/** The same for the form of the account with this address. */
export const passwordChangeOf = (email: string) =>
  z.object({ password: enteredPassword, newPassword: newPasswordOf(email) });

/** Body of `DELETE /api/auth/user`. The password is not needed if Google has just confirmed the owner. */
export const accountDeletionSchema = z.object({ password: z.optional(enteredPassword) });

/**
 * Answer of `GET /api/auth/user`, `POST /api/auth/login` and `POST /api/auth/google/link` (200), and of
 * `POST /api/auth/signup` (201).
 *
 * @internal
 */
export const userSchema = z.object({
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** False for an account that can be signed in to with Google only. */
  hasPassword: z.boolean(),
  /** Only in the answer of `GET /api/auth/user`: alerts of all analyses that were not seen yet. */
  unseenAlerts: z.optional(z.number()),
});

/** Answer of a call that has nothing else to tell. @internal */
export const confirmationSchema = z.object({ message: z.string() });

/**
 * Answer of `DELETE /api/auth/user`. `accessLeft` names the services where a right may still exist; then the message says so.
 */
export const accountDeletedSchema = z.object({
  message: z.string(),
  accessLeft: z.array(z.enum(PLATFORM_IDS)),
});

export type Confirmation = z.infer<typeof confirmationSchema>;
export type PendingLink = z.infer<typeof pendingLinkSchema>;
export type AccountDeleted = z.infer<typeof accountDeletedSchema>;
export type Credentials = z.infer<typeof signInSchema>;
export type PasswordChange = z.infer<typeof passwordChangeSchema>;
export type User = z.infer<typeof userSchema>;

/**
 * The open sessions of the user. All calls need a user, and none tells a token or the hash of one.
 *
 * | call | answer |
 * |---|---|
 * | `GET /api/auth/devices` | 200 `devicesSchema`: this device first, then by the last visit |
 * | `DELETE /api/auth/devices/{device}` | 200 with a message: its session has ended; 404 for one that is over, unknown or somebody else's |
 * | `POST /api/auth/logout/others` | 200 with a message: all sessions but this one have ended |
 */
const deviceSchema = z.object({
  /** Names the session in these calls and nowhere else. */
  id: z.string(),
  /** Such as 'Firefox on Linux'; null where it is not known, as for a session of an earlier release until its next visit. */
  browser: z.nullable(z.string()),
  /** The country of the last visit by its code of two letters (ISO 3166); null where it is not known. */
  country: z.nullable(z.string()),
  /** ISO 8601. */
  signedInAt: z.string(),
  /** To the hour: it is noted at most once in one. Null where it is not known. */
  lastVisitAt: z.nullable(z.string()),
  /** The session of this very call. */
  isThis: z.boolean(),
});

/** @public */
export const devicesSchema = z.object({ devices: z.array(deviceSchema) });

export type Device = z.infer<typeof deviceSchema>;
export type Devices = z.infer<typeof devicesSchema>;
