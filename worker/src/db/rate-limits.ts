import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { rateLimits } from './schema.ts';

export interface Limit {
  count: number;
  windowMs: number;
}

/**
 * Counts one attempt in a window that starts with its first one. One statement, so that attempts at the same moment
 * can't pass together.
 *
 * @returns seconds until the next attempt may pass, or null where this one may
 */
export async function countAttempt(
  db: Database,
  key: string,
  { limit, now }: { limit: Limit; now: number },
): Promise<number | null> {
  const isOver = sql`${rateLimits.expiresAt} <= ${now}`;
  const expiresAt = now + limit.windowMs;
  const row = await db
    .insert(rateLimits)
    .values({ key, count: 1, expiresAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rateLimits.count} + 1 END`,
        expiresAt: sql`CASE WHEN ${isOver} THEN ${expiresAt} ELSE ${rateLimits.expiresAt} END`,
      },
    })
    .returning({ count: rateLimits.count, expiresAt: rateLimits.expiresAt })
    .get();
  return row.count <= limit.count ? null : Math.max(1, Math.ceil((row.expiresAt - now) / 1000));
}

/** Takes an attempt back that turned out to be no guess. */
export async function refundAttempt(db: Database, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.count, 0)));
}
