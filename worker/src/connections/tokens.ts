import { OAuth2RequestError, type OAuth2Tokens } from 'arctic';
import { oauthClient, withTimeout, type OpenIdClient } from '#worker/auth/openid.ts';
import { REFRESH_TIMEOUT_MS, REVOCATION_TIMEOUT_MS, ProviderUnavailable } from './provider.ts';
import type { Refreshed, Revocation } from './provider.ts';

/** The tokens of an answer, as a grant has them. */
export function readTokens(tokens: OAuth2Tokens, now: number) {
  return {
    refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : null,
    accessToken: tokens.accessToken(),
    accessExpiresAt: expiryOf(tokens, now),
  };
}

const expiryOf = (tokens: OAuth2Tokens, now: number): number =>
  now + tokens.accessTokenExpiresInSeconds() * 1000;

/** The scopes that were granted; none where the answer names none. */
export const scopesOf = (tokens: OAuth2Tokens): string[] => (tokens.hasScopes() ? tokens.scopes() : []);

/** RFC 6749, 5.2: the grant is invalid, expired or revoked. Every other error may pass. */
const isRightOver = (error: unknown): boolean =>
  error instanceof OAuth2RequestError && error.code === 'invalid_grant';

/**
 * Requests an access token; null if the right has ended.
 *
 * @throws ProviderUnavailable
 */
export async function refreshTokens(
  client: OpenIdClient,
  { refreshToken, scopes }: { refreshToken: string; scopes: string[] },
  now: number,
): Promise<Refreshed | null> {
  const asking = oauthClient(client).refreshAccessToken(client.provider.tokenEndpoint, refreshToken, scopes);
  try {
    const tokens = await withTimeout(asking, REFRESH_TIMEOUT_MS);
    const { accessToken, accessExpiresAt, ...rest } = readTokens(tokens, now);
    return { accessToken, expiresAt: accessExpiresAt, ...rest };
  } catch (error) {
    if (isRightOver(error)) return null;
    throw new ProviderUnavailable(error instanceof Error ? error.message : 'unknown');
  }
}

/** Gives a right back by RFC 7009. */
export async function revokeToken(
  client: OpenIdClient,
  endpoint: string,
  token: string,
): Promise<Revocation> {
  const revoking = oauthClient(client).revokeToken(endpoint, token);
  try {
    await withTimeout(revoking, REVOCATION_TIMEOUT_MS);
    return 'revoked';
  } catch (error) {
    return error instanceof OAuth2RequestError ? 'unknown-token' : 'unanswered';
  }
}
