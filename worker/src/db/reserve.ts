import { lte } from 'drizzle-orm';
import { deletePortion } from './clean-up.ts';
import type { Database } from './client.ts';
import { rateLimits, sessions, usedStates } from './schema.ts';

/** Whether the database has refused a write because it is full. Drizzle wraps its error. */
function isFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/SQLITE_FULL|maximum DB size/i.test(cause.message)) return true;
  return false;
}

/** Deletes sessions, counters and sign-ins that have expired. */
async function removeExpired(db: Database, now: number): Promise<void> {
  await db.batch([
    deletePortion(db, { key: rateLimits.key, isLeftover: lte(rateLimits.expiresAt, now) }),
    deletePortion(db, { key: sessions.sid, isLeftover: lte(sessions.expire, now) }),
    deletePortion(db, { key: usedStates.state, isLeftover: lte(usedStates.expiresAt, now) }),
  ]);
}

/**
 * Writes a session, a counter, or a way back into an account. They have the reserve of the database, since everything that grows stops before it. Where that is full
 * too, what has expired makes room, and the write is tried once more.
 */
export async function writeInReserve<T>(db: Database, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await removeExpired(db, Date.now());
    return await write();
  }
}
