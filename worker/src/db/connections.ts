import { and, eq, isNull, lte, or, sql, type SQLWrapper } from 'drizzle-orm';
import type { ConnectionKind } from '#contract/connection-kinds.ts';
import { LAST_USED_STEP_MS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { inColumnOrder } from './column-order.ts';
import { connections } from './schema.ts';
import { isAdmin, opensTeam } from './rights.ts';

export type ConnectionRow = typeof connections.$inferSelect;

/** The user and the kind of a connection. */
export interface ConnectionKey {
  userId: string;
  kind: ConnectionKind;
}

/** A connection as the consent gives it. */
export type NewConnection = Omit<ConnectionRow, 'connectedAt' | 'lastUsedAt' | 'lease' | 'leaseUntil'>;

/** What a refresh changes. */
export type RefreshedFields = Partial<
  Pick<ConnectionRow, 'refreshToken' | 'accessToken' | 'accessExpiresAt' | 'endsAt'>
>;

const is = ({ userId, kind }: ConnectionKey) =>
  and(eq(connections.userId, userId), eq(connections.kind, kind));

/** Statement that finds the connections of a user. */
export const selectConnections = (db: Database, userId: string) =>
  db.select().from(connections).where(eq(connections.userId, userId));

/** Connections that were deleted with their owner, and those that may have a right of the same account and stay. */
export interface EndedConnections {
  gone: ConnectionRow[];
  staying: ConnectionRow[];
}

export const splitEnded = (gone: ConnectionRow[], related: readonly ConnectionRow[]): EndedConnections => ({
  gone,
  staying: related.filter(
    ({ userId, kind }) => !gone.some((one) => one.userId === userId && one.kind === kind),
  ),
});

/**
 * The connections of a user or team, with those of its people: the members of a team, and all of their teams. Several of them may have
 * a right of one account at a service, which ends for all of them at once.
 */
export const selectRelated = (db: Database, ownerId: string | SQLWrapper) => {
  const people = sql`(SELECT ${ownerId} UNION SELECT user_id FROM members WHERE team_id = ${ownerId})`;
  const theirTeams = sql`(SELECT team_id FROM members WHERE user_id IN ${people})`;
  return db
    .select()
    .from(connections)
    .where(sql`${connections.userId} IN ${people} OR ${connections.userId} IN ${theirTeams}`);
};

export const listRelated = (db: Database, ownerId: string): Promise<ConnectionRow[]> =>
  selectRelated(db, ownerId).all();

export const listConnections = (db: Database, userId: string): Promise<ConnectionRow[]> =>
  selectConnections(db, userId).all();

export const findConnection = (db: Database, key: ConnectionKey): Promise<ConnectionRow | undefined> =>
  db.select().from(connections).where(is(key)).get();

/** The session in which somebody connects a service, for themselves or a team. */
interface ConnectingSession {
  sid: string;
  /** Its user. */
  by: string;
  now: number;
}

/**
 * Stores a connection instead of an earlier one of its kind. A request that refreshes the earlier one loses the lease. False if the
 * session that requested it has ended meanwhile: the account may be deleted, or belong to another person; if its user is no admin
 * of the team any more; or if the team requires another sign-in.
 */
export async function saveConnection(
  db: Database,
  connection: NewConnection,
  { sid, by, now }: ConnectingSession,
): Promise<boolean> {
  const { userId } = connection;
  const start = { connectedAt: now, lastUsedAt: null, lease: null, leaseUntil: 0 };
  const rows = await db
    .insert(connections)
    .select(
      sql`SELECT ${inColumnOrder(connections, { ...connection, ...start })}
        FROM sessions WHERE sid = ${sid} AND user_id = ${by} AND expire > ${now} AND (${by} = ${userId} OR (${isAdmin(userId, by)} AND ${opensTeam(userId)}))`,
    )
    .onConflictDoUpdate({
      target: [connections.userId, connections.kind],
      set: { ...connection, ...start },
    })
    .returning({ userId: connections.userId });
  return rows.length > 0;
}

/** Deletes a connection whose right was given back, unless another one has replaced it. */
export async function deleteRevoked(
  db: Database,
  connection: ConnectionKey & Pick<ConnectionRow, 'refreshToken'>,
): Promise<void> {
  await db
    .delete(connections)
    .where(and(is(connection), eq(connections.refreshToken, connection.refreshToken)));
}

/** Deletes a connection and returns it, with those that may have a right of the same account. */
export async function deleteConnection(
  db: Database,
  key: ConnectionKey,
): Promise<{ deleted: ConnectionRow | undefined; related: ConnectionRow[] }> {
  const [[deleted], related] = await db.batch([
    db.delete(connections).where(is(key)).returning(),
    selectRelated(db, key.userId),
  ]);
  return { deleted, related };
}

/** Notes that a connection is used, at most once in `LAST_USED_STEP_MS`. */
export async function markConnectionUsed(db: Database, key: ConnectionKey, now: number): Promise<void> {
  const isLongAgo = lte(connections.lastUsedAt, now - LAST_USED_STEP_MS);
  await db
    .update(connections)
    .set({ lastUsedAt: now })
    .where(and(is(key), or(isNull(connections.lastUsedAt), isLongAgo)));
}

/** The right to refresh the access token of a connection. `lease` is random. */
export interface Lease extends ConnectionKey {
  lease: string;
}

const hasLease = (lease: Lease) => and(is(lease), eq(connections.lease, lease.lease));

/**
 * Takes the lease of a connection, unless another request has it, or the connection has changed since it was read. False
 * where it was not taken.
 */
export async function takeLease(
  db: Database,
  lease: Lease,
  { refreshToken, now, until }: { refreshToken: string; now: number; until: number },
): Promise<boolean> {
  const rows = await db
    .update(connections)
    .set({ lease: lease.lease, leaseUntil: until })
    .where(and(is(lease), eq(connections.refreshToken, refreshToken), lte(connections.leaseUntil, now)))
    .returning({ userId: connections.userId });
  return rows.length > 0;
}

/** Stores the result of a refresh, if there is one, and gives the lease back. False if the lease was lost meanwhile. */
export async function releaseLease(db: Database, lease: Lease, fields: RefreshedFields): Promise<boolean> {
  const rows = await db
    .update(connections)
    .set({ ...fields, lease: null, leaseUntil: 0 })
    .where(hasLease(lease))
    .returning({ userId: connections.userId });
  return rows.length > 0;
}

/** Deletes a connection whose right has ended. False if the lease was lost: then it is another connection, and stays. */
export async function deleteEnded(db: Database, lease: Lease): Promise<boolean> {
  const { meta } = await db.delete(connections).where(hasLease(lease)).run();
  return meta.changes > 0;
}
