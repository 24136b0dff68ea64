import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { rateLimits } from './schema.ts';

export interface Limit {
  count: number;
  windowMs: number;
}

/** A counter and its limit. The first attempt after the end of its window starts it again. */
export interface Counter {
  key: string;
  limit: Limit;
  /** What an attempt counts for; 1 where nothing else is said. */
  amount?: number;
}

/** A counter that allows no attempt before `expiresAt`. */
export interface UsedUp {
  key: string;
  expiresAt: number;
}

/**
 * Counts one attempt in all counters, or in none where one of them is used up: a refused attempt must not use up the others.
 * It is one statement, so that attempts at the same moment cannot pass together.
 *
 * @returns the counters that are used up; none where the attempt has been counted
 */
export async function countAttempt(
  db: Database,
  counters: readonly Counter[],
  now: number,
): Promise<UsedUp[]> {
  const isUsedUp = or(
    ...counters.map(({ key, limit, amount = 1 }) =>
      and(eq(rateLimits.key, key), gt(rateLimits.count, limit.count - amount), gt(rateLimits.expiresAt, now)),
    ),
  );
  const rows = counters.map(
    ({ key, limit, amount = 1 }) => sql`(${key}, ${amount}, ${now + limit.windowMs})`,
  );
  const isOver = sql`${rateLimits.expiresAt} <= ${now}`;
  const counted = await db
    .insert(rateLimits)
    .select(
      sql`SELECT column1, column2, column3 FROM (VALUES ${sql.join(rows, sql`, `)})
        WHERE NOT EXISTS (SELECT 1 FROM ${rateLimits} WHERE ${isUsedUp})`,
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN excluded.count ELSE ${rateLimits.count} + excluded.count END`,
        expiresAt: sql`CASE WHEN ${isOver} THEN excluded.expires_at ELSE ${rateLimits.expiresAt} END`,
      },
    })
    .returning({ key: rateLimits.key });
  if (counted.length > 0) return [];
  return await db
    .select({ key: rateLimits.key, expiresAt: rateLimits.expiresAt })
    .from(rateLimits)
    .where(isUsedUp);
}

/** Takes back an attempt that turned out to be no guess. */
export async function giveBackAttempt(db: Database, counters: readonly Counter[]): Promise<void> {
  const keys = counters.map(({ key }) => key);
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.count, 0)));
}
