import {
  MAX_DATABASE_SHARE,
  MAX_TEAM_BYTES,
  MIB,
  PASSWORD_SHARE,
  TEAM_DATABASE_SHARE,
} from '#contract/limits.ts';
import { findDatabaseBytes, findQuota, type Quota } from '#worker/db/saved-analyses.ts';
import type { QuotaLimits } from '#worker/db/quota.ts';
import type { Env, Site } from '../env.ts';
import {
  analysisNotFound,
  makerLimit,
  poolFull,
  serviceFull,
  siteFull,
  storageLimit,
  unauthorized,
  type ApiError,
} from '../errors.ts';

const DEFAULT_DATABASE_MB = 500;

const databaseOf = ({ DATABASE_MB }: Env): number => (Number(DATABASE_MB) || DEFAULT_DATABASE_MB) * MIB;

/** Bytes of the database that are room for saves. */
export const bytesForSaves = (env: Env): number => databaseOf(env) * MAX_DATABASE_SHARE;

/**
 * Bytes that accounts without a Google identity may have in the database, all together.
 *
 * @internal
 */
export const poolOf = (env: Env): number => Math.floor(bytesForSaves(env) * PASSWORD_SHARE);

/** Bytes that a team may store. */
export const teamBytesOf = (env: Env): number =>
  env.DATASETS
    ? MAX_TEAM_BYTES.bucket
    : Math.min(MAX_TEAM_BYTES.database, Math.floor(databaseOf(env) * TEAM_DATABASE_SHARE));

export const limitsOf = (env: Env): QuotaLimits => ({
  maxPoolBytes: poolOf(env),
  maxTeamBytes: teamBytesOf(env),
});

/** @throws 507 where the database is full */
export function requireOpen(env: Env, quota: Quota): Quota {
  if (quota.databaseBytes >= bytesForSaves(env)) throw serviceFull();
  return quota;
}

/** @throws 409 where the owner has no room for this many more bytes, 507 where the accounts without a Google identity have none */
export function requireBytes(env: Env, quota: Quota, more: { bytes: number; poolBytes: number }): void {
  const { storedBytes, maxStoredBytes, paid } = quota;
  if (storedBytes + more.bytes > maxStoredBytes) throw storageLimit(maxStoredBytes, quota);
  if (paid && paid.storedBytes + more.bytes > paid.maxStoredBytes)
    throw makerLimit(paid.maxStoredBytes, quota);
  requirePool(env, quota, more.poolBytes);
}

function requirePool(env: Env, { poolBytes }: Quota, more: number): void {
  if (poolBytes !== null && poolBytes + more > poolOf(env)) throw refusePool(env);
}

/** Why the owner of a room can store nothing more: the limit that is nearest. */
export function explainFull(env: Env, quota: Quota): ApiError {
  const { storedBytes, maxStoredBytes, paid, poolBytes } = quota;
  const own = maxStoredBytes - storedBytes;
  const ofMaker = paid ? paid.maxStoredBytes - paid.storedBytes : Infinity;
  const ofPool = poolBytes === null ? Infinity : poolOf(env) - poolBytes;
  if (ofPool < Math.min(own, ofMaker)) return refusePool(env);
  if (paid && ofMaker < own) return makerLimit(paid.maxStoredBytes, quota);
  return storageLimit(maxStoredBytes, quota);
}

/** Whether the site has room for a new account: what is left without is the reserve of sessions and counters. */
export const canTakeAccount = async ({ env, db }: Site): Promise<boolean> =>
  (await findDatabaseBytes(db)) < bytesForSaves(env);

/** The bytes that a call adds to the texts of a workspace. */
interface Growth {
  workspaceId: string;
  bytes: number;
  /** The analysis whose texts it replaces, and which of them. */
  replaces?: { id: string; texts: readonly ('linkBytes' | 'nameBytes' | 'noteBytes' | 'ruleBytes')[] };
}

/**
 * Refuses a call that adds rows or texts if there is no room: for its owner, for the admin whom the team counts for, in the room that accounts share,
 * or on the site. A text that gets no longer needs room on the site only.
 *
 * @throws as `requireBytes`, 507 where the site is full, 401 where the owner is gone, and 404 where it has no such analysis
 */
export async function requireGrowth({ env, db }: Site, growth: Growth): Promise<void> {
  const { workspaceId, bytes, replaces } = growth;
  if (bytes === 0) return;
  const quota = await findQuota(db, { userId: workspaceId, id: replaces?.id ?? '' }, teamBytesOf(env));
  if (!quota) throw unauthorized();
  if (replaces && !quota.version) throw analysisNotFound();
  const replaced = replaces?.texts.reduce((sum, text) => sum + quota[text], 0) ?? 0;
  const more = bytes - replaced;
  if (quota.databaseBytes >= bytesForSaves(env)) throw siteFull();
  if (more > 0) requireBytes(env, quota, { bytes: more, poolBytes: more });
}

/** An entry of a team's log has at most about as many bytes: two names, an address of a domain and five ids. */
const LOG_ENTRY_BYTES = 1000;

/**
 * Refuses a change in a team of which only the log grows, where the site or the accounts that share a room have none: an entry must never
 * take the reserve of sessions and counters. The room of the team and its admin is not asked for, so that a full team can be managed.
 *
 * @throws 507 in both cases, and 401 where the team is gone
 */
export async function requireLogRoom({ env, db }: Site, teamId: string): Promise<void> {
  const quota = await findQuota(db, { userId: teamId, id: '' }, teamBytesOf(env));
  if (!quota) throw unauthorized();
  if (quota.databaseBytes >= bytesForSaves(env)) throw siteFull();
  requirePool(env, quota, LOG_ENTRY_BYTES);
}

const refusePool = ({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Env) =>
  poolFull({ isGoogleOffered: Boolean(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) });

/**
 * Refuses the figures of a version if there is no room. No user is signed in then: `target` says whose analysis it is.
 *
 * @throws as `requireBytes` and `requireOpen`, and 401 where the analysis was deleted meanwhile
 */
export async function requireVersionQuota(
  { env, db }: Site,
  target: { userId: string; id: string },
  bytes: number,
): Promise<void> {
  const quota = await findQuota(db, target, teamBytesOf(env));
  if (!quota?.version) throw unauthorized();
  requireBytes(env, requireOpen(env, quota), { bytes, poolBytes: bytes });
}
