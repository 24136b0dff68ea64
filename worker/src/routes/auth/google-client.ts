import type { Context } from 'hono';
import { GOOGLE, type GoogleClient } from '#worker/auth/google.ts';
import type { AppEnv } from '#worker/env.ts';

export const CALLBACK_PATH = '/auth/google/callback';

/** The operator's client at Google; null where it is not set up. */
export function readClient({ env, req }: Context<AppEnv>): GoogleClient | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const provider = {
    issuer: env.GOOGLE_ISSUER ?? GOOGLE.issuer,
    authorizationEndpoint: env.GOOGLE_AUTHORIZATION_ENDPOINT ?? GOOGLE.authorizationEndpoint,
    tokenEndpoint: env.GOOGLE_TOKEN_ENDPOINT ?? GOOGLE.tokenEndpoint,
  };
  const revocationEndpoint = env.GOOGLE_REVOCATION_ENDPOINT ?? GOOGLE.revocationEndpoint;
  const redirectUri = new URL(CALLBACK_PATH, req.url).href;
  return { provider, revocationEndpoint, clientId, clientSecret, redirectUri };
}
