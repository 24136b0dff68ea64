import { encodeBase64urlNoPadding } from '@oslojs/encoding';
import * as z from 'zod/mini';
import { CONNECTION_KINDS } from '#contract/platforms.ts';
import { CONSENT_MS, GOOGLE_ATTEMPT_MS, GOOGLE_LINK_MS, GOOGLE_PROOF_MS } from '#contract/limits.ts';
import { readLetters, type Challenge } from './openid.ts';
import { randomToken } from './signing.ts';

const attemptSchema = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  /** The session whose owner is to be confirmed; absent where somebody signs in. */
  confirms: z.optional(z.string()),
  expiresAt: z.number(),
});

/** The facts that a cookie holds while the visitor signs in at Google. */
export type Attempt = Omit<z.infer<typeof attemptSchema>, 'expiresAt'>;

export const createChallenge = (state = randomToken()): Challenge => ({
  state,
  verifier: randomToken(),
  nonce: randomToken(),
});

const consentSchema = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  kind: z.enum(CONNECTION_KINDS),
  returnTo: z.enum(['start', 'connections']),
  /** The session and its user. */
  sid: z.string(),
  userId: z.string(),
  /** The team that is to be connected; absent where it is the user. */
  team: z.optional(z.string()),
  expiresAt: z.number(),
});

/** The facts that a cookie holds while the visitor is at another service to give a right. */
export type ConsentAttempt = Omit<z.infer<typeof consentSchema>, 'expiresAt'>;

/** The account that is linked to Google once its password is entered. */
const linkSchema = z.object({
  userId: z.string(),
  email: z.string(),
  googleId: z.string(),
  hostedDomain: z._default(z.nullable(z.string()), null), // cookies of an earlier release have none
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  expiresAt: z.number(),
});

/** Proof that Google has confirmed the owner of this session. */
const proofSchema = z.object({ sid: z.string(), expiresAt: z.number() });

/** The signed cookies on the way to another service and back: what each holds, and for how long. */
const COOKIES = {
  google: { schema: attemptSchema, maxAgeMs: GOOGLE_ATTEMPT_MS },
  consent: { schema: consentSchema, maxAgeMs: CONSENT_MS },
  'google-link': { schema: linkSchema, maxAgeMs: GOOGLE_LINK_MS },
  'google-proof': { schema: proofSchema, maxAgeMs: GOOGLE_PROOF_MS },
};

export type AttemptCookie = keyof typeof COOKIES;
type Content<Name extends AttemptCookie> = z.infer<(typeof COOKIES)[Name]['schema']>;

/** A cookie with this content, as letters and digits, so that names of any alphabet fit. */
export function writeAttemptCookie<Name extends AttemptCookie>(
  name: Name,
  content: Omit<Content<Name>, 'expiresAt'>,
) {
  const { maxAgeMs } = COOKIES[name];
  const json = JSON.stringify({ ...content, expiresAt: Date.now() + maxAgeMs });
  return { name, value: encodeBase64urlNoPadding(new TextEncoder().encode(json)), maxAgeMs };
}

/** The content of a correctly signed cookie; null without one, and if it has expired. */
export function readAttemptCookie<Name extends AttemptCookie>(
  name: Name,
  text: string | null,
): Content<Name> | null {
  if (text === null) return null;
  const content = COOKIES[name].schema.parse(readLetters(text)) as Content<Name>; // the schema is that of the name
  return content.expiresAt > Date.now() ? content : null;
}
