import { and, desc, eq, getTableColumns, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { ListedSend, NewSend, ReachedSend, SendChange } from '#contract/sends.ts';
import { MAX_KEPT_SENDS, MAX_LISTED_REASONS, SENDS_PAGE } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { sends } from './schema.ts';
import { toJson, type Json } from './json.ts';

export type StoredSend = typeof sends.$inferSelect;

const { requests: _requests, ...small } = getTableColumns(sends);

const settledRequests = (isSettled: boolean) =>
  sql<number>`(SELECT count(*) FROM json_each(${sends.requests}) WHERE (value ->> '$.outcome' IS NOT NULL) = ${isSettled ? 1 : 0})`;

/** The reasons of all outcomes of a send with their sums. */
const reasonSums = (path: '$.outcome.errors' | '$.outcome.warnings') =>
  sql<
    Json<ListedSend['outcomes']['errors']>
  >`(SELECT json_group_array(json_object('reason', reason, 'count', total)) FROM (
    SELECT part.value ->> 'reason' AS reason, sum(part.value ->> 'count') AS total
    FROM json_each(${sends.requests}) AS request, json_each(request.value, ${path}) AS part
    GROUP BY reason ORDER BY total DESC, reason LIMIT ${MAX_LISTED_REASONS}))`;

/** A send without its requests: there may be thousands. */
const listed = {
  ...small,
  open: settledRequests(false),
  settled: settledRequests(true),
  records: sql<number>`(SELECT coalesce(sum(value ->> '$.outcome.records'), 0) FROM json_each(${sends.requests}))`,
  errors: reasonSums('$.outcome.errors'),
  warnings: reasonSums('$.outcome.warnings'),
};

/** How far a send has come: what its sender must know, without a look at its requests. */
const reached = { id: sends.id, done: sends.done, refused: sends.refused };

/** A page of the sends of a user, the latest first, and one more where there are more: those before the send `before`, if there is one. */
export const listSends = (db: Database, userId: string, before: string | undefined) =>
  db
    .select(listed)
    .from(sends)
    .where(
      and(
        eq(sends.userId, userId),
        before === undefined
          ? undefined
          : sql`(started_at, id) < (SELECT started_at, id FROM sends WHERE id = ${before} AND user_id = ${userId})`,
      ),
    )
    .orderBy(desc(sends.startedAt), desc(sends.id))
    .limit(SENDS_PAGE + 1)
    .all();

export type ListedSendRow = Awaited<ReturnType<typeof listSends>>[number];

/** A send of a user, whole. */
export const findSend = (db: Database, userId: string, id: string): Promise<StoredSend | undefined> =>
  db
    .select()
    .from(sends)
    .where(and(eq(sends.userId, userId), eq(sends.id, id)))
    .get();

/** The send of the same values to the same place that has not reached its end. */
export const findUnfinished = (
  db: Database,
  userId: string,
  { account, manager, action, fingerprint, total }: NewSend,
): Promise<ReachedSend | undefined> =>
  db
    .select(reached)
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
): Promise<ReachedSend> {
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
      .values({ ...row, done: 0, refused: 0, requests: toJson({}) })
      .returning(reached),
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
): Promise<ReachedSend | undefined> =>
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
    .returning(reached)
    .get();
