import { CodeChallengeMethod, OAuth2Client, type OAuth2Tokens } from 'arctic';
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding';
import * as z from 'zod/mini';
import { PICTURE_ORIGIN } from '#contract/google.ts';
import { GOOGLE_ATTEMPT_MS, GOOGLE_LINK_MS, GOOGLE_PROOF_MS } from '#contract/limits.ts';
import type { GoogleFields } from '#worker/db/users.ts';
import { randomToken } from './signing.ts';

/** The rights that a sign-in requests. */
export const SIGN_IN = { scopes: ['openid', 'profile', 'email'], prompt: 'select_account' };
const EXCHANGE_TIMEOUT_MS = 10_000;

/** An OpenID provider: Google, or a stand-in in tests. */
export interface Provider {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  revocationEndpoint: string;
}

export const GOOGLE: Provider = {
  issuer: 'https://accounts.google.com',
  authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  revocationEndpoint: 'https://oauth2.googleapis.com/revoke',
};

export interface GoogleClient {
  provider: Provider;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

const attemptSchema = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  /** The session whose owner is to be confirmed; absent where somebody signs in. */
  confirms: z.optional(z.string()),
  /** The session and the user that Google Sheets are to be connected for; absent otherwise. */
  connects: z.optional(z.object({ sid: z.string(), userId: z.string() })),
  expiresAt: z.number(),
});

/** The facts that a cookie holds while the visitor is at Google. */
export type Attempt = Omit<z.infer<typeof attemptSchema>, 'expiresAt'>;

/** The beginning of the state of a consent for Google Sheets, which tells it from a sign-in when it comes back. */
export const SHEETS_STATE = 'sheets.';

export function createAttempt(purpose: Pick<Attempt, 'confirms' | 'connects'>): Attempt {
  return {
    ...purpose,
    state: (purpose.connects ? SHEETS_STATE : '') + randomToken(),
    verifier: randomToken(),
    nonce: randomToken(),
  };
}

/** The account that is linked to Google once its password is entered. */
const linkSchema = z.object({
  userId: z.string(),
  email: z.string(),
  googleId: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  expiresAt: z.number(),
});

/** Proof that Google has confirmed the owner of this session. */
const proofSchema = z.object({ sid: z.string(), expiresAt: z.number() });

/** The signed cookies on the way to Google and back: what each holds, and for how long. */
const COOKIES = {
  google: { schema: attemptSchema, maxAgeMs: GOOGLE_ATTEMPT_MS },
  'google-link': { schema: linkSchema, maxAgeMs: GOOGLE_LINK_MS },
  'google-proof': { schema: proofSchema, maxAgeMs: GOOGLE_PROOF_MS },
};

export type GoogleCookie = keyof typeof COOKIES;
type Content<Name extends GoogleCookie> = z.infer<(typeof COOKIES)[Name]['schema']>;

/** A cookie with this content, as letters and digits, so that names of any alphabet fit. */
export function writeGoogleCookie<Name extends GoogleCookie>(
  name: Name,
  content: Omit<Content<Name>, 'expiresAt'>,
) {
  const { maxAgeMs } = COOKIES[name];
  const json = JSON.stringify({ ...content, expiresAt: Date.now() + maxAgeMs });
  return { name, value: encodeBase64urlNoPadding(new TextEncoder().encode(json)), maxAgeMs };
}

/** The content of a correctly signed cookie; null without one, and if it has expired. */
export function readGoogleCookie<Name extends GoogleCookie>(
  name: Name,
  text: string | null,
): Content<Name> | null {
  if (text === null) return null;
  const content = COOKIES[name].schema.parse(readLetters(text)) as Content<Name>; // the schema is that of the name
  return content.expiresAt > Date.now() ? content : null;
}

/** The JSON behind letters and digits. */
const readLetters = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(text)));

/** The claims of an id token, its second of three parts. The reader of arctic would add a second decoder to the bundle. */
const readClaims = (idToken: string): unknown => readLetters(idToken.split('.')[1] ?? '');

export const oauthClient = ({ clientId, clientSecret, redirectUri }: GoogleClient): OAuth2Client =>
  new OAuth2Client(clientId, clientSecret, redirectUri);

/** The address of Google's page of consent. `parameters` are added to it. */
export function authorizationUrl(
  client: GoogleClient,
  attempt: Attempt,
  { scopes, ...parameters }: { scopes: string[]; prompt: string; access_type?: string },
): string {
  const url = oauthClient(client).createAuthorizationURLWithPKCE(
    client.provider.authorizationEndpoint,
    attempt.state,
    CodeChallengeMethod.S256,
    attempt.verifier,
    scopes,
  );
  for (const [name, value] of Object.entries({ nonce: attempt.nonce, ...parameters }))
    url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the code for tokens, and the claims of an id token that is ours, fresh and of this attempt. Its signature need not
 * be checked, since it comes from the provider itself over TLS (OpenID Connect Core 1.0, 3.1.3.7, point 6).
 *
 * @throws when the provider refuses, fails, is silent for 10 s, or a claim is not as it must be
 */
export async function exchangeCode(
  client: GoogleClient,
  { code, attempt, now }: { code: string; attempt: Attempt; now: number },
): Promise<{ tokens: OAuth2Tokens; claims: unknown }> {
  const exchange = oauthClient(client).validateAuthorizationCode(
    client.provider.tokenEndpoint,
    code,
    attempt.verifier,
  );
  const tokens = await withTimeout(exchange, EXCHANGE_TIMEOUT_MS);
  const claims = readClaims(tokens.idToken());
  const { iss, aud, exp, nonce } = tokenSchema.parse(claims);
  const audiences = typeof aud === 'string' ? [aud] : aud;
  const isOurs = audiences.length === 1 && audiences[0] === client.clientId;
  if (!issuersOf(client.provider).includes(iss) || !isOurs)
    throw new Error('The id token is meant for others');
  if (exp * 1000 <= now) throw new Error('The id token is over');
  if (nonce !== attempt.nonce) throw new Error('The id token belongs to another attempt');
  return { tokens, claims };
}

/** Google documents both forms: with the scheme and without. */
const issuersOf = ({ issuer }: Provider): string[] => [issuer, issuer.replace(/^https?:\/\//, '')];

const tokenSchema = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nonce: z.string(),
});

export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider did not answer')), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const MAX_NAME_LENGTH = 100;
/** A longer address of a picture is dropped, so that a cookie can hold a profile: browsers accept 4096 bytes. */
const MAX_URL_LENGTH = 1024;

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  hd: z.optional(z.string()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  picture: z.optional(z.string()),
});

/** The claims of an id token about a person. The address is null unless Google has verified it. */
export interface GoogleProfile {
  googleId: string;
  email: string | null;
  /** The domain of the Google Workspace that the account belongs to. */
  hostedDomain: string | null;
  /** Names and picture of the person. */
  fields: GoogleFields;
}

const nameOf = (name: string | undefined): string | null => name?.trim().slice(0, MAX_NAME_LENGTH) || null;

/** The address of a picture; null unless the pages may load it. */
function pictureOf(picture: string | undefined): string | null {
  const url = picture === undefined ? null : URL.parse(picture);
  return url?.origin === PICTURE_ORIGIN && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

/** @throws when the claims name nobody */
export function readProfile(claims: unknown, toEmail: (text: string) => string | null): GoogleProfile {
  const read = claimsSchema.parse(claims);
  const isVerified = read.email_verified === true || read.email_verified === 'true';
  return {
    googleId: read.sub,
    email: isVerified && read.email !== undefined ? toEmail(read.email) : null,
    hostedDomain: read.hd?.toLowerCase() ?? null,
    fields: {
      firstName: nameOf(read.given_name),
      lastName: nameOf(read.family_name),
      profileImageUrl: pictureOf(read.picture),
    },
  };
}
