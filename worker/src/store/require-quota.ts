import {
  MAX_DATABASE_SHARE,
  MAX_TEAM_BYTES,
  MIB,
  PASSWORD_SHARE,
  TEAM_DATABASE_SHARE,
} from '#contract/limits.ts';
import { findDatabaseBytes, findRoom, type Room } from '#worker/db/saved-analyses.ts';
import type { RoomLimits } from '#worker/db/quota.ts';
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
export const roomOf = (env: Env): number => databaseOf(env) * MAX_DATABASE_SHARE;

/**
 * Bytes that accounts without a Google identity may have in the database, all together.
 *
 * @internal
 */
export const poolOf = (env: Env): number => Math.floor(roomOf(env) * PASSWORD_SHARE);

/** Bytes that a team may store. */
export const teamBytesOf = (env: Env): number =>
  env.DATASETS
    ? MAX_TEAM_BYTES.bucket
    : Math.min(MAX_TEAM_BYTES.database, Math.floor(databaseOf(env) * TEAM_DATABASE_SHARE));

export const limitsOf = (env: Env): RoomLimits => ({
  maxPoolBytes: poolOf(env),
  maxTeamBytes: teamBytesOf(env),
});

/** @throws 507 where the database is full */
export function requireOpen(env: Env, room: Room): Room {
  if (room.databaseBytes >= roomOf(env)) throw serviceFull();
  return room;
}

/** @throws 409 where the owner has no room for so many more bytes, 507 where the accounts without a Google identity have none */
export function requireBytes(env: Env, room: Room, more: { bytes: number; poolBytes: number }): void {
  const { storedBytes, maxStoredBytes, paid, poolBytes } = room;
  if (storedBytes + more.bytes > maxStoredBytes) throw storageLimit(maxStoredBytes, room);
  if (paid && paid.storedBytes + more.bytes > paid.maxStoredBytes)
    throw makerLimit(paid.maxStoredBytes, room);
  if (poolBytes !== null && poolBytes + more.poolBytes > poolOf(env)) throw refusePool(env);
}

/** Why the owner of a room can store nothing more: the limit that is nearest. */
export function explainFull(env: Env, room: Room): ApiError {
  const { storedBytes, maxStoredBytes, paid, poolBytes } = room;
  const own = maxStoredBytes - storedBytes;
  const ofMaker = paid ? paid.maxStoredBytes - paid.storedBytes : Infinity;
  const ofPool = poolBytes === null ? Infinity : poolOf(env) - poolBytes;
  if (ofPool < Math.min(own, ofMaker)) return refusePool(env);
  if (paid && ofMaker < own) return makerLimit(paid.maxStoredBytes, room);
  return storageLimit(maxStoredBytes, room);
}

/** Whether the site has room for a new account: what is left without is the reserve of sessions and counters. */
export const hasRoomForAccount = async ({ env, db }: Site): Promise<boolean> =>
  (await findDatabaseBytes(db)) < roomOf(env);

/** What a call adds to the texts of an owner. */
interface Growth {
  ownerId: string;
  bytes: number;
  /** The analysis whose texts it replaces, and which of them. */
  replaces?: { id: string; texts: readonly ('linkBytes' | 'nameBytes' | 'noteBytes' | 'ruleBytes')[] };
}

/**
 * Refuses a call that adds rows or texts if there is no room: for its owner, for whoever made the team, in the room that accounts share,
 * or on the site. A text that gets no longer needs room on the site only.
 *
 * @throws as `requireBytes`, 507 where the site is full, 401 where the owner is gone, and 404 where it has no such analysis
 */
export async function requireGrowth({ env, db }: Site, growth: Growth): Promise<void> {
  const { ownerId, bytes, replaces } = growth;
  if (bytes === 0) return;
  const room = await findRoom(db, { userId: ownerId, id: replaces?.id ?? '' }, teamBytesOf(env));
  if (!room) throw unauthorized();
  if (replaces && !room.version) throw analysisNotFound();
  const replaced = replaces?.texts.reduce((sum, text) => sum + room[text], 0) ?? 0;
  const more = bytes - replaced;
  if (room.databaseBytes >= roomOf(env)) throw siteFull();
  if (more > 0) requireBytes(env, room, { bytes: more, poolBytes: more });
}

const refusePool = ({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Env) =>
  poolFull({ isGoogleOffered: Boolean(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) });

/**
 * Refuses the figures of a version if there is no room. No user is signed in then: `target` says whose analysis it is.
 *
 * @throws as `requireBytes` and `requireOpen`, and 401 where the analysis was deleted meanwhile
 */
export async function requireVersionRoom(
  { env, db }: Site,
  target: { userId: string; id: string },
  bytes: number,
): Promise<void> {
  const room = await findRoom(db, target, teamBytesOf(env));
  if (!room?.version) throw unauthorized();
  requireBytes(env, requireOpen(env, room), { bytes, poolBytes: bytes });
}
