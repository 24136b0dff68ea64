import {
  MAX_DATABASE_SHARE,
  MAX_TEAM_BYTES,
  MIB,
  PASSWORD_SHARE,
  TEAM_DATABASE_SHARE,
} from '#contract/limits.ts';
import { findRoom, type Room } from '#worker/db/saved-analyses.ts';
import type { RoomLimits } from '#worker/db/uploads.ts';
import type { Env, Site } from '../env.ts';
import { poolFull, serviceFull, storageLimit, unauthorized } from '../errors.ts';

const DEFAULT_DATABASE_MB = 500;

const databaseOf = ({ DATABASE_MB }: Env): number => (Number(DATABASE_MB) || DEFAULT_DATABASE_MB) * MIB;

/** Bytes of the database that are room for saves. */
export const roomOf = (env: Env): number => databaseOf(env) * MAX_DATABASE_SHARE;

/** Bytes that accounts without a Google identity may have in the database, all together. */
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

/** @throws 409 where the user has no room for so many more bytes, 507 where the accounts without a Google identity have none */
export function requireBytes(env: Env, room: Room, more: { bytes: number; poolBytes: number }): void {
  if (room.storedBytes + more.bytes > room.maxStoredBytes) throw storageLimit(room.maxStoredBytes, room);
  if (room.poolBytes !== null && room.poolBytes + more.poolBytes > poolOf(env)) throw refusePool(env);
}

export const refusePool = ({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Env) =>
  poolFull({ isGoogleOffered: Boolean(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) });

/**
 * Refuses the figures of a version if there is no room. No user is signed in then: `target` says whose analysis it is.
 *
 * @throws as the two above, and 401 where the analysis was deleted meanwhile
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
