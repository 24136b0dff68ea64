import * as z from 'zod/mini';
import { PICTURE_ORIGIN } from '#contract/google.ts';
import type { GoogleFields } from '#worker/db/users.ts';
import type { OpenIdClient } from './openid.ts';

/** The rights that a sign-in requests. */
export const SIGN_IN = { scopes: ['openid', 'profile', 'email'], prompt: 'select_account' };

const GOOGLE = {
  issuer: 'https://accounts.google.com',
  authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  revocationEndpoint: 'https://oauth2.googleapis.com/revoke',
};

/** An operator's settings of the client at Google. */
export interface GoogleSettings {
  /** Without these two, 'Continue with Google' answers that it is not set up. */
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  /** Only tests set these four: they replace Google by another OpenID provider. */
  GOOGLE_ISSUER?: string;
  GOOGLE_AUTHORIZATION_ENDPOINT?: string;
  GOOGLE_TOKEN_ENDPOINT?: string;
  GOOGLE_REVOCATION_ENDPOINT?: string;
}

/** Where sign-ins come back to, and consents at Google. */
export const GOOGLE_CALLBACK_PATH = '/auth/google/callback';

export interface GoogleClient extends OpenIdClient {
  revocationEndpoint: string;
}

/** The operator's client at Google; null where it is not set up. A consent comes back to `redirectUri`. */
export function googleClientOf(env: GoogleSettings, redirectUri: string): GoogleClient | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const provider = {
    issuer: env.GOOGLE_ISSUER ?? GOOGLE.issuer,
    authorizationEndpoint: env.GOOGLE_AUTHORIZATION_ENDPOINT ?? GOOGLE.authorizationEndpoint,
    tokenEndpoint: env.GOOGLE_TOKEN_ENDPOINT ?? GOOGLE.tokenEndpoint,
  };
  const revocationEndpoint = env.GOOGLE_REVOCATION_ENDPOINT ?? GOOGLE.revocationEndpoint;
  return { provider, revocationEndpoint, clientId, clientSecret, redirectUri };
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
