import { inArray, lte } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';
import { rateLimits, sessions, usedStates } from './schema.ts';

/** Rows of each table that one statement deletes. */
const PORTION = 500;

/** Whether the database has refused a write because it is full. Drizzle wraps its error. */
function isFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/SQLITE_FULL|maximum DB size/i.test(cause.message)) return true;
  return false;
}

/** Deletes sessions, counters and sign-ins that have expired. */
async function removeExpired(db: Database, now: number): Promise<void> {
  const expired = (key: SQLiteColumn, end: SQLiteColumn) =>
    db
      .delete(key.table)
      .where(inArray(key, db.select({ key }).from(key.table).where(lte(end, now)).limit(PORTION)));
  await db.batch([
    expired(rateLimits.key, rateLimits.expiresAt),
    expired(sessions.sid, sessions.expire),
    expired(usedStates.state, usedStates.expiresAt),
  ]);
}

/**
 * Writes a session or a counter. They have the reserve of the database, since everything that grows stops before it. Where that is full
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
