import { and, eq, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { ABANDONED_UPLOAD_MS, UNFINISHED_SAVE_MS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { rateLimits, savedAnalyses, sessions, uploads, usedStates } from './schema.ts';

// An upload may have many megabytes, the others are small.
const PORTION = 500;
const UPLOAD_PORTION = 5;

interface Leftovers {
  table: SQLiteTable;
  key: SQLiteColumn;
  isLeft: SQL | undefined;
  portion: number;
}

/** When the clean-up began, and whether it may go on. */
export interface CleanUpTime {
  now: number;
  hasTime: () => boolean;
}

/** Deletes in portions, so that no statement holds the database for long. */
async function deleteInPortions(
  db: Database,
  { table, key, isLeft, portion }: Leftovers,
  hasTime: () => boolean,
): Promise<void> {
  while (hasTime()) {
    const some = db.select({ key }).from(table).where(isLeft).limit(portion);
    const { meta } = await db.delete(table).where(inArray(key, some)).run();
    if (meta.changes < portion) return;
  }
}

/**
 * Removes what is over: sessions, counters, used Google sign-ins, and saves that broke off. Works until nothing is left
 * or its time is used; the rest waits for the next time.
 */
export async function cleanUp(db: Database, { now, hasTime }: CleanUpTime): Promise<void> {
  const leftovers: Leftovers[] = [
    { table: sessions, key: sessions.sid, isLeft: lte(sessions.expire, now), portion: PORTION },
    { table: rateLimits, key: rateLimits.key, isLeft: lte(rateLimits.expiresAt, now), portion: PORTION },
    { table: usedStates, key: usedStates.state, isLeft: lte(usedStates.expiresAt, now), portion: PORTION },
    {
      table: savedAnalyses,
      key: savedAnalyses.id,
      isLeft: and(
        eq(savedAnalyses.awaitsDataset, true),
        lte(savedAnalyses.createdAt, now - UNFINISHED_SAVE_MS),
      ),
      portion: UPLOAD_PORTION,
    },
    {
      table: uploads,
      key: uploads.id,
      isLeft: and(isNull(uploads.analysisId), lte(uploads.createdAt, now - ABANDONED_UPLOAD_MS)),
      portion: UPLOAD_PORTION,
    },
  ];
  for (const left of leftovers) await deleteInPortions(db, left, hasTime);
}
