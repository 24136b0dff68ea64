import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { rateLimits } from './schema.ts';

export interface Limit {
  count: number;
  windowMs: number;
}

/**
 * Counts an attempt, or an amount, in a window that starts with its first one. One statement, so that attempts at the same moment
 * can't pass together.
 *
 * @returns seconds until the next attempt may pass, or null where this one may
 */
export async function countAttempt(
  db: Database,
  key: string,
  { limit, now, amount = 1 }: { limit: Limit; now: number; amount?: number },
): Promise<number | null> {
  const isOver = sql`${rateLimits.expiresAt} <= ${now}`;
  const expiresAt = now + limit.windowMs;
  const row = await db
    .insert(rateLimits)
    .values({ key, count: amount, expiresAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN ${amount} ELSE ${rateLimits.count} + ${amount} END`,
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
