import './jitless.ts';
import * as z from 'zod/mini';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from './limits.ts';

export const INVALID_EMAIL = 'Please enter a valid email';
export const MISSING_PASSWORD = 'Password is required';
export const SHORT_PASSWORD = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
export const LONG_PASSWORD = `Password must be at most ${MAX_PASSWORD_BYTES} bytes long: ${MAX_PASSWORD_BYTES} letters and digits, fewer with accents or emoji`;

// Letters of any script on both sides, and at least one dot in the domain. Each part is bounded, so the time is linear.
const EMAIL =
  /^[^\s@"(),:;<>[\]\\.]+(?:\.[^\s@"(),:;<>[\]\\.]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u;

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** An email address in the form in which the Worker stores and compares it: trimmed, NFC, lower case. */
export const emailSchema = z
  .string(INVALID_EMAIL)
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.toLowerCase(),
    z.maxLength(MAX_EMAIL_LENGTH, { error: INVALID_EMAIL, abort: true }),
    z.regex(EMAIL, INVALID_EMAIL),
  );

const enteredPassword = z.string(MISSING_PASSWORD).check(z.minLength(1, MISSING_PASSWORD));

/** Body of `POST /api/auth/login`. */
export const signInSchema = z.object({ email: emailSchema, password: enteredPassword });

/** Body of `POST /api/auth/google/link`. */
export const linkSchema = z.object({ password: enteredPassword });

/** Answer of `GET /api/auth/google/link`: the account that waits for its password before it is linked. */
export const pendingLinkSchema = z.object({ email: z.string() });

/** Body of `POST /api/auth/signup`. A password that bcrypt would cut is refused. */
export const signUpSchema = z.object({
  email: emailSchema,
  password: z.string(SHORT_PASSWORD).check(
    z.minLength(MIN_PASSWORD_LENGTH, SHORT_PASSWORD),
    z.refine((password) => countBytes(password) <= MAX_PASSWORD_BYTES, LONG_PASSWORD),
  ),
});

/**
 * Answer of `GET /api/auth/user`, `POST /api/auth/login` and `POST /api/auth/google/link` (200), and of
 * `POST /api/auth/signup` (201).
 */
export const userSchema = z.object({
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
});

/** Answer of `POST /api/auth/logout`, `DELETE /api/auth/user` and `DELETE /api/analyses/{id}`. */
export const confirmationSchema = z.object({ message: z.string() });

export type Credentials = z.infer<typeof signInSchema>;
export type User = z.infer<typeof userSchema>;
export type Confirmation = z.infer<typeof confirmationSchema>;
