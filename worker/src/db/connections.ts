import {
  and,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lte,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { CONNECTION_KINDS, PLATFORM_OF, type ConnectionKind } from '#contract/platforms.ts';
import type { ConnectionCheck } from '#contract/connection-checks.ts';
import type { Connection } from '#contract/connections.ts';
import { LAST_USED_STEP_MS, MAX_NAMED_USES } from '#contract/limits.ts';
import type { EndingConnection } from '#contract/team-answers.ts';
import type { Database } from './client.ts';
import { inColumnOrder } from './column-order.ts';
import { IS_UNDOABLE } from './pushes.ts';
import { connections, endedRights, namedResources } from './schema.ts';
import { isAdmin, isOwn, opensTeam } from './rights.ts';
import { parseJson, type Json } from './json.ts';

export type ConnectionRow = typeof connections.$inferSelect;

/** The user and the kind of a connection. */
export interface ConnectionKey {
  userId: string;
  kind: ConnectionKind;
}

/** A connection as the consent gives it. */
export type NewConnection = Omit<
  ConnectionRow,
  'connectedAt' | 'lastUsedAt' | 'lease' | 'leaseUntil' | 'madeBy' | 'lastCheck'
>;

/** The columns that a refresh changes. */
export type RefreshedFields = Partial<
  Pick<ConnectionRow, 'refreshToken' | 'accessToken' | 'accessExpiresAt' | 'endsAt'>
>;

const is = ({ userId, kind }: ConnectionKey) =>
  and(eq(connections.userId, userId), eq(connections.kind, kind));

/** Statement that finds the connections of a user. */
export const selectConnections = (db: Database, userId: string) =>
  db.select().from(connections).where(eq(connections.userId, userId));

/** An account at a service: by its id where both have one, else by its name. */
type AccountName = Pick<ConnectionRow, 'account' | 'accountId'>;

export const isSameAccount = (one: AccountName, other: AccountName): boolean =>
  one.accountId !== null && other.accountId !== null
    ? one.accountId === other.accountId
    : one.account === other.account;

/** The connections, of anybody here, that have a right of one account at one service: these rights end together. */
export const listSameAccount = (
  db: Database,
  { kind, account, accountId }: AccountName & Pick<ConnectionRow, 'kind'>,
): Promise<ConnectionRow[]> => {
  const kinds = CONNECTION_KINDS.filter((one) => PLATFORM_OF[one] === PLATFORM_OF[kind]);
  return db
    .select()
    .from(connections)
    .where(
      and(
        inArray(connections.kind, kinds),
        accountId === null
          ? eq(connections.account, account)
          : or(
              eq(connections.accountId, accountId),
              and(isNull(connections.accountId), eq(connections.account, account)),
            ),
      ),
    )
    .all();
};

/** Condition: the connection ends with a user, as one of their own, of a team that nobody else is in, or that they have made for a team. */
export const endsWith = (user: string | SQLWrapper): SQL =>
  sql`(${isOwn(connections.userId, user)} OR ${connections.madeBy} = ${user})`;

/** The uses of a connection, as members of a JSON object. `of` is the name of its table in the statement. */
function usesOf(of: 'connections' | 'made'): SQL {
  const [userId, kind] = [sql.raw(`${of}.user_id`), sql.raw(`${of}.kind`)];
  const read = sql`FROM sources JOIN saved_analyses ON saved_analyses.id = analysis_id
    WHERE sources.user_id = ${userId} AND sources.kind = 'sheet' AND ${kind} = 'sheets' AND state = 'active'`;
  const pushed = sql`FROM pushes WHERE user_id = ${userId} AND pushes.kind = ${kind} AND ${IS_UNDOABLE}`;
  const sent = sql`FROM sends WHERE user_id = ${userId} AND ${kind} = 'google-values' AND done < total`;
  return sql`'sources', (SELECT count(*) ${read}), 'pushes', (SELECT count(*) ${pushed}), 'sends', (SELECT count(*) ${sent}),
    'names', (SELECT json_group_array(name) FROM (SELECT coalesce(saved_analyses.name, file_name) AS name ${read}
      UNION ALL SELECT DISTINCT target_name ${pushed} UNION ALL SELECT DISTINCT account ${sent} ORDER BY 1 LIMIT ${MAX_NAMED_USES}))`;
}

/** Column: the connections that end with the role of a user in a team, and what uses them. */
export const endingConnections = (teamId: SQLWrapper, userId: SQLWrapper | string) =>
  sql<
    EndingConnection[]
  >`(SELECT json_group_array(json_object('kind', made.kind, 'account', made.account, ${usesOf('made')}))
    FROM connections AS made WHERE made.user_id = ${teamId} AND made.made_by = ${userId})`.mapWith(
    (json: Json<EndingConnection[]>) => parseJson(json),
  );

/** Statement that finds the connections that somebody has made for a team. */
export const selectMade = (db: Database, { teamId, userId }: { teamId: string; userId: string }) =>
  db
    .select()
    .from(connections)
    .where(and(eq(connections.userId, teamId), eq(connections.madeBy, userId)));

/** The connections of a user or a team, and what uses them. */
export const listConnections = (db: Database, userId: string) =>
  db
    .select({
      ...getTableColumns(connections),
      uses: sql<ConnectionUses>`json_object(${usesOf('connections')})`.mapWith((json: Json<ConnectionUses>) =>
        parseJson(json),
      ),
    })
    .from(connections)
    .where(eq(connections.userId, userId))
    .all();

export type ListedConnectionRow = Awaited<ReturnType<typeof listConnections>>[number];

type ConnectionUses = NonNullable<Connection['uses']>;

export const findConnection = (db: Database, key: ConnectionKey): Promise<ConnectionRow | undefined> =>
  db.select().from(connections).where(is(key)).get();

/** A connection, and what an admin has said about a spreadsheet or ad account that it shall serve. */
export const findServing = (db: Database, key: ConnectionKey, resourceId: string) =>
  db
    .select({
      connection: connections,
      isOfTeam: sql<number>`EXISTS (SELECT 1 FROM teams WHERE id = ${connections.userId})`.mapWith(Boolean),
      /** Null where nobody has named it. */
      namedAt: namedResources.namedAt,
      firstReadAt: namedResources.firstReadAt,
    })
    .from(connections)
    .leftJoin(
      namedResources,
      and(
        eq(namedResources.teamId, connections.userId),
        eq(namedResources.kind, connections.kind),
        eq(namedResources.resourceId, resourceId),
      ),
    )
    .where(is(key))
    .get();

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
  const start = { connectedAt: now, lastUsedAt: null, lease: null, leaseUntil: 0, madeBy: by };
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
  const { refreshToken } = connection;
  await db.batch([
    db.delete(connections).where(and(is(connection), eq(connections.refreshToken, refreshToken))),
    db.delete(endedRights).where(eq(endedRights.refreshToken, refreshToken)),
  ]);
}

/** Deletes a connection and returns it. */
export async function deleteConnection(db: Database, key: ConnectionKey): Promise<ConnectionRow | undefined> {
  const [deleted] = await db.delete(connections).where(is(key)).returning();
  return deleted;
}

/** Notes that a connection is used, at most once in `LAST_USED_STEP_MS`. */
export async function markConnectionUsed(db: Database, key: ConnectionKey, now: number): Promise<void> {
  const isLongAgo = lte(connections.lastUsedAt, now - LAST_USED_STEP_MS);
  await db
    .update(connections)
    .set({ lastUsedAt: now })
    .where(and(is(key), or(isNull(connections.lastUsedAt), isLongAgo)));
}

/** Keeps the last check of a connection, unless another consent has replaced it meanwhile. */
export async function saveCheck(
  db: Database,
  { userId, kind, account, connectedAt }: Pick<ConnectionRow, 'userId' | 'kind' | 'account' | 'connectedAt'>,
  lastCheck: ConnectionCheck,
): Promise<void> {
  const isSame = and(eq(connections.account, account), sql`${connections.connectedAt} IS ${connectedAt}`);
  await db
    .update(connections)
    .set({ lastCheck })
    .where(and(is({ userId, kind }), isSame));
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

/**
 * Deletes a connection whose right has ended at its service, without its token: nothing is left to give back, and nobody here has ended
 * it. False if the lease was lost: then it is another connection, and stays.
 */
export async function deleteEnded(db: Database, lease: Lease): Promise<boolean> {
  const [, deleted] = await db.batch([
    db.update(connections).set({ refreshToken: '' }).where(hasLease(lease)),
    db.delete(connections).where(hasLease(lease)).returning({ userId: connections.userId }),
  ]);
  return deleted.length > 0;
}
