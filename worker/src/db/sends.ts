import { and, desc, eq, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { NewSend, SendChange } from '#contract/sends.ts';
import { MAX_KEPT_SENDS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { sends } from './schema.ts';

export type StoredSend = typeof sends.$inferSelect;

/** The latest sends of a user, the latest first. */
export const listSends = (db: Database, userId: string): Promise<StoredSend[]> =>
  db
    .select()
    .from(sends)
    .where(eq(sends.userId, userId))
    .orderBy(desc(sends.startedAt), desc(sends.id))
    .limit(MAX_KEPT_SENDS)
    .all();

/** The send of the same values to the same place that has not reached its end. */
export const findUnfinished = (
  db: Database,
  userId: string,
  { account, manager, action, fingerprint, total }: NewSend,
): Promise<StoredSend | undefined> =>
  db
    .select()
    .from(sends)
    .where(
      and(
        eq(sends.userId, userId),
        eq(sends.account, account),
        manager === null ? isNull(sends.manager) : eq(sends.manager, manager),
        eq(sends.action, action),
        eq(sends.fingerprint, fingerprint),
        eq(sends.total, total),
        lt(sends.done, sends.total),
      ),
    )
    .orderBy(desc(sends.startedAt))
    .get();

/** Begins a send. Beyond `MAX_KEPT_SENDS` the oldest ones of the user make room. */
export async function addSend(
  db: Database,
  userId: string,
  { now, ...send }: NewSend & { now: number },
): Promise<StoredSend> {
  const row = { ...send, id: crypto.randomUUID(), userId, startedAt: now, updatedAt: now };
  const kept = db
    .select({ id: sends.id })
    .from(sends)
    .where(eq(sends.userId, userId))
    .orderBy(desc(sends.startedAt), desc(sends.id))
    .limit(MAX_KEPT_SENDS);
  const [[stored]] = await db.batch([
    db
      .insert(sends)
      .values({ ...row, done: 0, refused: 0, requests: '{}' })
      .returning(),
    db.delete(sends).where(and(eq(sends.userId, userId), notInArray(sends.id, kept))),
  ]);
  return stored!; // an insert returns its row
}

/** The text of all requests of a send is at most this long: twice what the largest file needs. A change beyond adds none. */
const MAX_REQUESTS_LENGTH = 512 * 1024;

/** Requests as they are merged into the stored ones, by RFC 7396: what a change does not name stays. */
const toPatch = (requests: SendChange['requests']): string =>
  JSON.stringify(
    Object.fromEntries(
      requests.map(({ id, events, outcome }) => [id, { events, ...(outcome && { outcome }) }]),
    ),
  );

/**
 * Notes how far a send has come, and what has become of its requests. Counts never fall, and one statement does it all: another
 * tab may be changing the same send. Undefined for a send of somebody else.
 */
export const changeSend = (
  db: Database,
  userId: string,
  { id, now, done, refused, requests }: SendChange & { id: string; now: number },
): Promise<StoredSend | undefined> =>
  db
    .update(sends)
    .set({
      done: sql`min(${sends.total}, max(${sends.done}, ${done}))`,
      refused: sql`min(${sends.total}, max(${sends.refused}, ${refused}))`,
      requests: sql`CASE WHEN length(${sends.requests}) > ${MAX_REQUESTS_LENGTH} THEN ${sends.requests}
        ELSE json_patch(${sends.requests}, ${toPatch(requests)}) END`,
      updatedAt: now,
    })
    .where(and(eq(sends.id, id), eq(sends.userId, userId)))
    .returning()
    .get();
