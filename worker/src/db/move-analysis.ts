import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { MAX_SHARES } from '#contract/limits.ts';
import { USER_OWNED_TABLES } from './belongings.ts';
import type { Database } from './client.ts';
import { savedAnalyses, sharedAnalyses, uploads, type sources } from './schema.ts';
import { isVisible, worksAt, type Target } from './shared-analyses.ts';
import { mayChange, type Editor } from './rights.ts';
import {
  isWithinOwnQuota,
  isWithinMakersQuota,
  isWithinPool,
  isPooled,
  mayAddAnalysis,
  payerOf,
  type QuotaLimits,
} from './quota.ts';
import { bytesOfRow, COUNTED_TABLES } from './stored-bytes.ts';

/** An analysis that goes to another owner, and who moves it. */
export interface Move extends QuotaLimits {
  target: Target;
  to: string;
  editor: Editor;
  now: number;
}

/** Bytes of an analysis with all that goes with it; `isKept` tells which of its texts count. */
function bytesOf(id: string, isKept: SQL): SQL {
  const sums = COUNTED_TABLES.flatMap((counted) => {
    const { table } = counted;
    const own = table === savedAnalyses ? savedAnalyses.id : analysisOf(table);
    if (!own) return [];
    const isCounted = table === uploads ? sql`AND ${isKept}` : sql``;
    return [
      sql`(SELECT coalesce(sum(${bytesOfRow(counted)}), 0) FROM ${table} WHERE ${own} = ${id} ${isCounted})`,
    ];
  });
  return sql`(${sql.join(sums, sql` + `)})`;
}

const analysisOf = (table: SQLiteTable) => getTableColumns(table)['analysisId'];

/** Condition: whoever pays for the bytes of the new owner has room, or pays for them already. */
const hasPaidRoomFor = (move: Move): SQL => {
  const { target, to } = move;
  return sql`(${payerOf(target.userId)} IS ${payerOf(to)} OR ${isWithinMakersQuota(to, bytesOf(target.id, sql`TRUE`), move)})`;
};

/** Condition: the new owner may have one more working link, or the analysis brings none. */
const hasLinkRoom = ({ target, to, now }: Move): SQL => {
  const isWorking = worksAt(now);
  return sql`(NOT EXISTS (SELECT 1 FROM ${sharedAnalyses} WHERE analysis_id = ${target.id} AND ${isWorking})
    OR (SELECT count(*) FROM ${sharedAnalyses} WHERE user_id = ${to} AND ${isWorking}) < ${MAX_SHARES})`;
};

/** Condition: what shares the room of accounts without a Google identity does not grow, or has room. */
function hasPoolRoomFor({ target, to, maxPoolBytes }: Move): SQL {
  const wasPooled = sql`EXISTS (SELECT 1 FROM users WHERE id = ${target.userId} AND ${isPooled})`;
  return sql`(${wasPooled} OR ${isWithinPool(to, bytesOf(target.id, sql`object_key IS NULL`), maxPoolBytes)})`;
}

/** The tables whose rows go with their analysis. */
const companions = USER_OWNED_TABLES.flatMap(({ table }) =>
  'analysisId' in table ? [table as typeof sources] : [],
); // all have both columns

/**
 * Gives an analysis with all that belongs to it to another owner, in one transaction. False, and nothing moves, if the analysis is
 * gone, the new owner has no room, or the author may not any more.
 */
export async function moveAnalysis(db: Database, move: Move): Promise<boolean> {
  const { target, to, editor } = move;
  const { id, userId: from } = target;
  const isMoved = sql`EXISTS (SELECT 1 FROM saved_analyses WHERE id = ${id} AND user_id = ${to})`;
  const [moved] = await db.batch([
    db
      .update(savedAnalyses)
      .set({
        userId: to,
        idempotencyKey: null, // it is unique among those of its owner
        madeBy: sql`coalesce(${savedAnalyses.madeBy}, ${editor.id})`,
        updatedBy: editor.id,
      })
      .where(
        and(
          isVisible({ userId: from, id }),
          mayChange(from, editor),
          mayChange(to, editor),
          mayAddAnalysis(to),
          isWithinOwnQuota(to, bytesOf(id, sql`TRUE`), move),
          hasPaidRoomFor(move),
          hasPoolRoomFor(move),
          hasLinkRoom(move),
        ),
      )
      .returning({ id: savedAnalyses.id }),
    ...companions.map((table) =>
      db
        .update(table)
        .set({ userId: to })
        .where(and(eq(table.analysisId, id), eq(table.userId, from), isMoved)),
    ),
  ]);
  return moved.length > 0;
}
