import { OAuth2RequestError, type OAuth2Tokens } from 'arctic';
import * as z from 'zod/mini';
import { SHEETS_LEASE_MS, SHEETS_TOKEN_MARGIN_MS } from '#contract/limits.ts';
import { SHEETS_SCOPE } from '#contract/sheets.ts';
import type { Database } from '#worker/db/client.ts';
import {
  deleteEnded,
  findConnection,
  releaseLease,
  takeLease,
  type Lease,
  type NewConnection,
  type SheetsConnection,
} from '#worker/db/sheets-connections.ts';
import { oauthClient, withTimeout, type GoogleClient } from './google.ts';
import { randomToken } from './signing.ts';
import { openToken, sealToken, type SealingKey } from './token-sealing.ts';

/** Asks for the right to read spreadsheets, also while the user is away, and for nothing that was granted before. */
export const CONSENT = {
  scopes: ['openid', 'email', SHEETS_SCOPE],
  access_type: 'offline',
  prompt: 'consent', // without it Google gives no refresh token the second time
};
/** A refresh must end within this time, before the lease ends, so that its answer can be stored. */
const REFRESH_TIMEOUT_MS = SHEETS_LEASE_MS - 2000;
const REVOCATION_TIMEOUT_MS = 5000;
/** A waiting request looks for the refreshed token after this time, again and again. */
const LOOK_MS = 250;

/** The operator's settings that the import needs. */
export interface SheetsService {
  client: GoogleClient;
  key: SealingKey;
}

export interface AccessToken {
  accessToken: string;
  expiresAt: number;
}

/** Google refused or did not answer, and the connection stays. */
export class GoogleUnavailable extends Error {}

const claimsSchema = z.object({ email: z.string().check(z.minLength(1)) });

/** The address of the Google account; null where Google names none. */
export const emailOf = (claims: unknown): string | null => claimsSchema.safeParse(claims).data?.email ?? null;

const expiryOf = (tokens: OAuth2Tokens, now: number): number =>
  now + tokens.accessTokenExpiresInSeconds() * 1000;

/**
 * The connection that a consent gives. Null if the right to read spreadsheets was not granted: the visitor may leave it
 * out at Google.
 *
 * @throws when Google's answer lacks a token or the address of the account
 */
export async function toConnection(
  { key }: SheetsService,
  { tokens, claims, userId }: { tokens: OAuth2Tokens; claims: unknown; userId: string },
  now: number,
): Promise<NewConnection | null> {
  if (!tokens.hasScopes() || !tokens.scopes().includes(SHEETS_SCOPE)) return null;
  return {
    userId,
    email: claimsSchema.parse(claims).email,
    keyVersion: key.version,
    refreshToken: await sealToken(key, { userId, kind: 'refresh' }, tokens.refreshToken()),
    accessToken: await sealToken(key, { userId, kind: 'access' }, tokens.accessToken()),
    accessExpiresAt: expiryOf(tokens, now),
  };
}

/** The stored access token, unless it ends soon. */
async function readAccess(
  { key }: SheetsService,
  { userId, accessToken, accessExpiresAt }: SheetsConnection,
  now: number,
): Promise<AccessToken | null> {
  if (accessToken === null || accessExpiresAt - now < SHEETS_TOKEN_MARGIN_MS) return null;
  const opened = await openToken(key, { userId, kind: 'access' }, accessToken);
  return opened === null ? null : { accessToken: opened, expiresAt: accessExpiresAt };
}

const isRightOver = (error: unknown): boolean =>
  error instanceof OAuth2RequestError && error.code === 'invalid_grant';

/** The result of a refresh: an access token, and sometimes another refresh token. */
interface Refreshed {
  access: AccessToken;
  refreshToken: string | null;
}

/** Requests an access token from Google; null if the right has ended. */
async function askAccess(
  { client }: SheetsService,
  refreshToken: string,
  now: number,
): Promise<Refreshed | null> {
  const asking = oauthClient(client).refreshAccessToken(client.provider.tokenEndpoint, refreshToken, []);
  try {
    const tokens = await withTimeout(asking, REFRESH_TIMEOUT_MS);
    const access = { accessToken: tokens.accessToken(), expiresAt: expiryOf(tokens, now) };
    return { access, refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : null };
  } catch (error) {
    if (isRightOver(error)) return null;
    throw new GoogleUnavailable(error instanceof Error ? error.message : 'unknown');
  }
}

/**
 * Refreshes the access token with the lease, and always gives the lease back. Null if the right has ended; undefined if the
 * connection was replaced meanwhile.
 */
async function refresh(
  db: Database,
  service: SheetsService,
  { lease, refreshToken, now }: { lease: Lease; refreshToken: string; now: number },
): Promise<AccessToken | null | undefined> {
  const refreshed = await askAccess(service, refreshToken, now).catch(async (error: unknown) => {
    await releaseLease(db, lease, {});
    throw error;
  });
  if (refreshed === null) return (await deleteEnded(db, lease)) ? null : undefined;
  const isStored = await releaseLease(db, lease, await sealRefreshed(service, lease.userId, refreshed));
  return isStored ? refreshed.access : undefined;
}

async function sealRefreshed(
  { key }: SheetsService,
  userId: string,
  { access, refreshToken }: Refreshed,
): Promise<Partial<NewConnection>> {
  return {
    accessToken: await sealToken(key, { userId, kind: 'access' }, access.accessToken),
    accessExpiresAt: access.expiresAt,
    ...(refreshToken !== null && {
      refreshToken: await sealToken(key, { userId, kind: 'refresh' }, refreshToken),
    }),
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * An access token of a user that lasts for at least `SHEETS_TOKEN_MARGIN_MS`; null where the user must connect (again). Of several
 * requests at once only the one with the lease asks Google; the others wait for its token.
 *
 * @throws GoogleUnavailable, also when another request keeps the lease for all of its time
 */
export async function findAccessToken(
  db: Database,
  service: SheetsService,
  userId: string,
): Promise<AccessToken | null> {
  const start = Date.now();
  for (let now = start; now - start <= SHEETS_LEASE_MS; now = Date.now()) {
    const connection = await findConnection(db, userId);
    if (connection?.keyVersion !== service.key.version) return null;
    const access = await readAccess(service, connection, now);
    if (access) return access;
    const sealed = connection.refreshToken;
    const refreshToken = await openToken(service.key, { userId, kind: 'refresh' }, sealed);
    if (refreshToken === null) return null;
    const lease = { userId, lease: randomToken() };
    if (await takeLease(db, lease, { refreshToken: sealed, now, until: now + SHEETS_LEASE_MS })) {
      const refreshed = await refresh(db, service, { lease, refreshToken, now });
      if (refreshed !== undefined) return refreshed;
    } else await pause(LOOK_MS);
  }
  throw new GoogleUnavailable('another request has the lease');
}

/**
 * Gives the right of a connection back at Google, which ends all rights of that Google account to this site. False where that
 * is not certain: the key is another one, or Google did not answer.
 */
export async function revoke(
  { client, key }: SheetsService,
  { userId, refreshToken }: Pick<SheetsConnection, 'userId' | 'refreshToken'>,
): Promise<boolean> {
  const token = await openToken(key, { userId, kind: 'refresh' }, refreshToken);
  return token !== null && (await revokeToken(client, token));
}

/** Gives back a right that was granted just now and cannot be used. */
export async function revokeGrant({ client }: SheetsService, tokens: OAuth2Tokens): Promise<void> {
  const token = tokens.hasRefreshToken() ? tokens.refreshToken() : tokens.accessToken();
  if (!(await revokeToken(client, token))) console.error('A lost consent was not given back at Google');
}

async function revokeToken(client: GoogleClient, token: string): Promise<boolean> {
  const revoking = oauthClient(client).revokeToken(client.provider.revocationEndpoint, token);
  try {
    await withTimeout(revoking, REVOCATION_TIMEOUT_MS);
    return true;
  } catch (error) {
    return error instanceof OAuth2RequestError; // Google does not know the token any more
  }
}
