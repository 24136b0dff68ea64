import { LEASE_MS, TOKEN_MARGIN_MS } from '#contract/limits.ts';
import { randomToken } from '#worker/auth/signing.ts';
import { openToken, sealToken, type SealingKey } from '#worker/auth/token-sealing.ts';
import type { Database } from '#worker/db/client.ts';
import {
  deleteEnded,
  findConnection,
  releaseLease,
  takeLease,
  type ConnectionRow,
  type ConnectionKey,
  type Lease,
  type NewConnection,
  type RefreshedFields,
} from '#worker/db/connections.ts';
import {
  ProviderUnavailable,
  type ConnectionService,
  type Grant,
  type Refreshed,
  type Revocation,
} from './provider.ts';

/** A waiting request looks for the refreshed token after this time, again and again. */
const LOOK_MS = 250;

export interface AccessToken {
  accessToken: string;
  expiresAt: number;
}

/** The connection that a consent gives, sealed; null if the grant lacks a lasting token or the name of its account. */
export async function sealGrant(
  key: SealingKey,
  owner: ConnectionKey,
  { account, refreshToken, accessToken, accessExpiresAt, endsAt }: Grant,
): Promise<NewConnection | null> {
  if (account === null || refreshToken === null) return null;
  return {
    ...owner,
    account,
    keyVersion: key.version,
    refreshToken: await sealToken(key, { ...owner, token: 'refresh' }, refreshToken),
    accessToken: await sealToken(key, { ...owner, token: 'access' }, accessToken),
    accessExpiresAt,
    endsAt,
  };
}

const ownerOf = ({ userId, kind }: ConnectionKey): ConnectionKey => ({ userId, kind });

/** The stored access token, unless it ends soon. */
async function readAccess(
  key: SealingKey,
  connection: ConnectionRow,
  now: number,
): Promise<AccessToken | null> {
  const { accessToken, accessExpiresAt } = connection;
  if (accessToken === null || accessExpiresAt - now < TOKEN_MARGIN_MS) return null;
  const opened = await openToken(key, { ...ownerOf(connection), token: 'access' }, accessToken);
  return opened === null ? null : { accessToken: opened, expiresAt: accessExpiresAt };
}

/** The lasting token of a connection, and whom it was sealed for. */
type SealedRight = Pick<ConnectionRow, 'userId' | 'kind' | 'refreshToken'>;

/** The lasting token of a connection; null where another key has sealed it. */
const openLasting = (key: SealingKey, connection: SealedRight): Promise<string | null> =>
  openToken(key, { ...ownerOf(connection), token: 'refresh' }, connection.refreshToken);

/**
 * Refreshes the access token with the lease, and always gives the lease back. Null if the right has ended; undefined if the
 * connection was replaced meanwhile.
 */
async function refresh(
  db: Database,
  { key, ask }: { key: SealingKey; ask: () => Promise<Refreshed | null> },
  lease: Lease,
): Promise<AccessToken | null | undefined> {
  const refreshed = await ask().catch(async (error: unknown) => {
    await releaseLease(db, lease, {});
    throw error;
  });
  if (refreshed === null) return (await deleteEnded(db, lease)) ? null : undefined;
  const isStored = await releaseLease(db, lease, await sealRefreshed(key, ownerOf(lease), refreshed));
  const { accessToken, expiresAt } = refreshed;
  return isStored ? { accessToken, expiresAt } : undefined;
}

async function sealRefreshed(
  key: SealingKey,
  owner: ConnectionKey,
  { accessToken, expiresAt, refreshToken }: Refreshed,
): Promise<RefreshedFields> {
  return {
    accessToken: await sealToken(key, { ...owner, token: 'access' }, accessToken),
    accessExpiresAt: expiresAt,
    ...(refreshToken !== null && {
      refreshToken: await sealToken(key, { ...owner, token: 'refresh' }, refreshToken),
    }),
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * An access token of a connection that lasts for at least `TOKEN_MARGIN_MS`; null where the user must connect (again). Of several
 * requests at once only the one with the lease asks the service; the others wait for its token.
 *
 * @throws ProviderUnavailable, also when another request keeps the lease for all of its time
 */
export async function findAccessToken(
  db: Database,
  { provider, key }: ConnectionService,
  owner: ConnectionKey,
): Promise<AccessToken | null> {
  const start = Date.now();
  for (let now = start; now - start <= LEASE_MS; now = Date.now()) {
    const connection = await findConnection(db, owner);
    if (connection?.keyVersion !== key.version) return null;
    const access = await readAccess(key, connection, now);
    if (access) return access;
    const lasting = await openLasting(key, connection);
    if (lasting === null || !provider.refresh) return null;
    const ask = provider.refresh.bind(provider, lasting, now);
    const lease = { ...ownerOf(owner), lease: randomToken() };
    const sealed = connection.refreshToken;
    if (await takeLease(db, lease, { refreshToken: sealed, now, until: now + LEASE_MS })) {
      const refreshed = await refresh(db, { key, ask }, lease);
      if (refreshed !== undefined) return refreshed;
    } else await pause(LOOK_MS);
  }
  throw new ProviderUnavailable('another request has the lease');
}

/**
 * Gives the right of a connection back at its service. 'impossible' where another key has sealed its token, and where the service has no
 * call for it.
 */
export async function revoke(
  { provider, key }: ConnectionService,
  connection: SealedRight,
): Promise<Revocation | 'impossible'> {
  const token = await openLasting(key, connection);
  return token === null || !provider.revoke ? 'impossible' : await provider.revoke(token);
}
