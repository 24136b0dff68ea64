import type { Context } from 'hono';
import { MAX_ANALYSES, MAX_DATABASE_SHARE, MIB, STORED_BY_NETWORK } from '#contract/limits.ts';
import { findRoom, type Room } from '#worker/db/saved-analyses.ts';
import type { AppEnv } from '#worker/env.ts';
import { analysisLimit, analysisNotFound, serviceFull, storageLimit, unauthorized } from '#worker/errors.ts';
import { networkCounters, reserve } from '#worker/middleware/rate-limit.ts';

const DEFAULT_DATABASE_MB = 500;
const NETWORK_FULL = 'Your network has saved as much as it may in a day.';

/** The record that a save goes to; null for a new one. */
type Target = string | null;

async function askRoom(c: Context<AppEnv>, id: Target): Promise<Room> {
  const room = await findRoom(c.get('db'), c.get('owner').id, id ?? '');
  if (!room) throw unauthorized();
  if (id !== null && !room.hasRecord) throw analysisNotFound();
  return room;
}

/** Refuses a save before anything of it is stored; `bytes` is what is known to come. */
export async function requireRoom(c: Context<AppEnv>, id: Target, bytes = 0): Promise<void> {
  const room = await askRoom(c, id);
  const databaseMb = Number(c.env.DATABASE_MB) || DEFAULT_DATABASE_MB;
  if (room.databaseBytes >= databaseMb * MIB * MAX_DATABASE_SHARE) throw serviceFull();
  if (id === null && room.analyses >= MAX_ANALYSES) throw analysisLimit();
  if (room.storedBytes + bytes > room.maxStoredBytes) throw storageLimit(room.maxStoredBytes);
}

/** Why a save was not kept, where the database has just refused it. */
export async function explainRefusal(c: Context<AppEnv>, id: Target): Promise<Error> {
  const room = await askRoom(c, id);
  return room.analyses >= MAX_ANALYSES ? analysisLimit() : storageLimit(room.maxStoredBytes);
}

/** Counts what is about to be stored for the client's network; `ahead` is what comes after it. */
export async function chargeNetwork(c: Context<AppEnv>, bytes: number, ahead = 0): Promise<void> {
  const limit = { ...STORED_BY_NETWORK, count: STORED_BY_NETWORK.count - ahead };
  await reserve(c, await networkCounters(c, 'stored', { limit, amount: bytes, refusal: NETWORK_FULL }));
}
