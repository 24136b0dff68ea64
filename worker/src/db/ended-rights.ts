import { asc, inArray, lte, sql } from 'drizzle-orm';
import { DAY, HOUR } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { endedRights } from './schema.ts';

export type EndedRight = Pick<
  typeof endedRights.$inferSelect,
  'userId' | 'kind' | 'account' | 'accountId' | 'keyVersion' | 'refreshToken'
>;

/** The rights whose next attempt is due, the longest due first. */
export const listDueRights = (
  db: Database,
  { now, most }: { now: number; most: number },
): Promise<EndedRight[]> =>
  db
    .select()
    .from(endedRights)
    .where(lte(endedRights.dueAt, now))
    .orderBy(asc(endedRights.dueAt), asc(endedRights.id))
    .limit(most);

const areThese = (rights: readonly EndedRight[]) =>
  inArray(
    endedRights.refreshToken,
    rights.map(({ refreshToken }) => refreshToken),
  );

/** Forgets rights that were given back, or that nobody can give back from here. */
export async function forgetRights(db: Database, rights: readonly EndedRight[]): Promise<void> {
  if (rights.length > 0) await db.delete(endedRights).where(areThese(rights));
}

/** The next attempt comes after an hour, two, four, … and at last a day. */
export async function postponeRights(
  db: Database,
  rights: readonly EndedRight[],
  now: number,
): Promise<void> {
  if (rights.length === 0) return;
  await db
    .update(endedRights)
    .set({ tries: sql`tries + 1`, dueAt: sql`${now} + min(${HOUR} << min(tries, 5), ${DAY})` })
    .where(areThese(rights));
}
