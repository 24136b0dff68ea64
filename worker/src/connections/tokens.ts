import { OAuth2RequestError, type OAuth2Tokens } from 'arctic';
import { oauthClient, withTimeout, type OpenIdClient } from '#worker/auth/openid.ts';
import { pause } from './pause.ts';
import {
  REFRESH_TIMEOUT_MS,
  REVOCATION_TIMEOUT_MS,
  ProviderUnavailable,
  type Refreshed,
  type Revocation,
} from './provider.ts';

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

/** RFC 6749, 5.2: the grant is invalid, expired or revoked. */
const INVALID_GRANT = 'invalid_grant';
/** The user has to sign in or to consent again (learn.microsoft.com, "InteractionRequiredAuthErrorCodes", read 2026-11-29). */
const USER_NEEDED = ['interaction_required', 'consent_required', 'login_required'];
/** Services refuse a grant that still holds now and then. It is asked for once more after this time. */
const AGAIN_MS = 500;

const codeOf = (error: unknown): string => (error instanceof OAuth2RequestError ? error.code : '');

/** Any other error may pass. */
const isRightOver = (error: unknown): boolean => [INVALID_GRANT, ...USER_NEEDED].includes(codeOf(error));

async function askAgainOnce<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (codeOf(error) !== INVALID_GRANT) throw error;
    await pause(AGAIN_MS);
    return await ask();
  }
}

/**
 * Requests an access token; null if the right has ended: its grant was refused twice, or the user is needed.
 *
 * @throws ProviderUnavailable
 */
export async function refreshTokens(
  client: OpenIdClient,
  { refreshToken, scopes }: { refreshToken: string; scopes: string[] },
  now: number,
): Promise<Refreshed | null> {
  const ask = () =>
    oauthClient(client).refreshAccessToken(client.provider.tokenEndpoint, refreshToken, scopes);
  try {
    const tokens = await withTimeout(askAgainOnce(ask), REFRESH_TIMEOUT_MS);
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
