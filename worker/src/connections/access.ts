import { LEASE_MS, TOKEN_MARGIN_MS } from '#contract/limits.ts';
import { randomToken } from '#worker/auth/signing.ts';
import { openToken, sealToken, type SealingKey } from '#worker/auth/token-sealing.ts';
import type { Database } from '#worker/db/client.ts';
import { noteFirstRead } from '#worker/db/named-resources.ts';
import {
  deleteEnded,
  findServing,
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
import { pause } from './pause.ts';

/**
 * The use of a token: a spreadsheet or ad account, a check of the connection, which reads what it opens and nothing in it, or a thread of
 * the browser. A fresh check has a new token, where the service gives one: the stored one may outlive the right.
 */
export type TokenUse = { reads: string } | 'check' | 'fresh-check' | 'browser';

/** The connection of a team shall serve what no admin has named for it. */
export class NotNamed extends Error {}

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
  { account, accountId = null, refreshToken, accessToken, accessExpiresAt, endsAt }: Grant,
): Promise<NewConnection | null> {
  if (account === null || refreshToken === null) return null;
  return {
    ...owner,
    account,
    accountId,
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

/** The connection, if it may serve this, and the spreadsheet or ad account that it will read for the first time. */
async function findFor(db: Database, owner: ConnectionKey, use: TokenUse) {
  const resourceId = typeof use === 'object' ? use.reads : '';
  const found = await findServing(db, owner, resourceId);
  if (!found?.isOfTeam || use === 'check' || use === 'fresh-check')
    return { connection: found?.connection, first: null };
  if (use === 'browser' || found.namedAt === null) throw new NotNamed();
  return { connection: found.connection, first: found.firstReadAt === null ? resourceId : null };
}

/** The log of a team has the first reading before it takes place, or there is none. */
async function afterNoting(
  db: Database,
  { first, ...owner }: ConnectionKey & { first: string | null },
  access: AccessToken | null,
): Promise<AccessToken | null> {
  if (access && first !== null) await noteFirstRead(db, { ...owner, resourceId: first }, Date.now());
  return access;
}

/**
 * An access token of a connection that lasts for at least `TOKEN_MARGIN_MS`; null where the user must connect (again). Of several
 * requests at once only the one with the lease asks the service; the others wait for its token.
 *
 * A connection of a team gives none for a browser, and for reading only what an admin has named. The log has the first reading.
 *
 * @throws ProviderUnavailable, also when another request keeps the lease for all of its time, and NotNamed
 */
export async function findAccessToken(
  db: Database,
  { provider, key }: ConnectionService,
  { use, ...owner }: ConnectionKey & { use: TokenUse },
): Promise<AccessToken | null> {
  const start = Date.now();
  for (let now = start; now - start <= LEASE_MS; now = Date.now()) {
    const { connection, first } = await findFor(db, owner, use);
    if (connection?.keyVersion !== key.version) return null;
    const mustAsk = use === 'fresh-check' && provider.refresh !== undefined;
    const access = mustAsk ? null : await readAccess(key, connection, now);
    if (access) return await afterNoting(db, { ...owner, first }, access);
    const lasting = await openLasting(key, connection);
    if (lasting === null || !provider.refresh) return null;
    const ask = provider.refresh.bind(provider, lasting, now);
    const lease = { ...ownerOf(owner), lease: randomToken() };
    const sealed = connection.refreshToken;
    if (await takeLease(db, lease, { refreshToken: sealed, now, until: now + LEASE_MS })) {
      const refreshed = await refresh(db, { key, ask }, lease);
      if (refreshed !== undefined) return await afterNoting(db, { ...owner, first }, refreshed);
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
