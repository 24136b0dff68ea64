import { and, eq, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { ABANDONED_UPLOAD_MS, UNFINISHED_SAVE_MS, UNUSED_RIGHT_MS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import {
  endedRights,
  invitations,
  mailLinks,
  rateLimits,
  savedAnalyses,
  sessions,
  sharedAnalyses,
  uploads,
  usedStates,
} from './schema.ts';

// Rows per statement. An upload may have many megabytes, and shared figures half of one; the other rows are small.
const PORTION = 500;
const UPLOAD_PORTION = 5;

interface Leftovers {
  key: SQLiteColumn;
  isLeftover: SQL | undefined;
  portion?: number;
}

/** The start of the clean-up, and a check whether it may go on. */
export interface CleanUpTime {
  now: number;
  hasTime: () => boolean;
}

/** Statement that deletes at most this many rows. */
export const deletePortion = (db: Database, { key, isLeftover, portion = PORTION }: Leftovers) =>
  db
    .delete(key.table)
    .where(inArray(key, db.select({ key }).from(key.table).where(isLeftover).limit(portion)));

/** Deletes in portions, so that no statement blocks the database for long. */
async function deleteInPortions(db: Database, leftovers: Leftovers, hasTime: () => boolean): Promise<void> {
  const { portion = PORTION } = leftovers;
  while (hasTime()) {
    const { meta } = await deletePortion(db, leftovers).run();
    if (meta.changes < portion) return;
  }
}

/**
 * The steps that delete expired sessions, counters, Google sign-ins, mailed and shared links and invitations, and the leftovers of failed
 * saves. Each stops when the time is up; the next clean-up deletes the rest. Old versions go when a version is stored (`versions.ts`).
 */
export function listLeftovers(db: Database, { now, hasTime }: CleanUpTime): (() => Promise<void>)[] {
  const leftovers: Leftovers[] = [
    { key: sessions.sid, isLeftover: lte(sessions.expire, now) },
    { key: rateLimits.key, isLeftover: lte(rateLimits.expiresAt, now) },
    { key: usedStates.state, isLeftover: lte(usedStates.expiresAt, now) },
    { key: mailLinks.tokenHash, isLeftover: lte(mailLinks.expiresAt, now) },
    {
      key: sharedAnalyses.analysisId,
      isLeftover: lte(sharedAnalyses.expiresAt, now),
      portion: UPLOAD_PORTION,
    },
    { key: invitations.id, isLeftover: lte(invitations.expiresAt, now) },
    { key: endedRights.id, isLeftover: lte(endedRights.endedAt, now - UNUSED_RIGHT_MS) },
    {
      key: savedAnalyses.id,
      isLeftover: and(
        eq(savedAnalyses.awaitsDataset, true),
        lte(savedAnalyses.createdAt, now - UNFINISHED_SAVE_MS),
      ),
      portion: UPLOAD_PORTION,
    },
    {
      key: uploads.id,
      isLeftover: and(isNull(uploads.analysisId), lte(uploads.createdAt, now - ABANDONED_UPLOAD_MS)),
      portion: UPLOAD_PORTION,
    },
  ];
  return leftovers.map((left) => () => deleteInPortions(db, left, hasTime));
}
