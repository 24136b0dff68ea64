import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { sheetsConnections } from './schema.ts';

export type SheetsConnection = typeof sheetsConnections.$inferSelect;

/** A connection as the consent gives it. */
export type NewConnection = Pick<
  SheetsConnection,
  'userId' | 'email' | 'keyVersion' | 'refreshToken' | 'accessToken' | 'accessExpiresAt'
>;

/** Statement that finds the connection of a user. */
export const selectConnection = (db: Database, userId: string) =>
  db.select().from(sheetsConnections).where(eq(sheetsConnections.userId, userId));

export const findConnection = (db: Database, userId: string): Promise<SheetsConnection | undefined> =>
  selectConnection(db, userId).get();

/**
 * Stores a connection instead of an earlier one. A request that refreshes the earlier one loses the lease. False if the session
 * that requested it has ended meanwhile: the account may be deleted, or belong to another person.
 */
export async function saveConnection(
  db: Database,
  connection: NewConnection,
  { sid, now }: { sid: string; now: number },
): Promise<boolean> {
  const { userId, email, keyVersion, refreshToken, accessToken, accessExpiresAt } = connection;
  const rows = await db
    .insert(sheetsConnections)
    .select(
      sql`SELECT user_id, ${email}, ${keyVersion}, ${refreshToken}, ${accessToken}, ${accessExpiresAt}, NULL, 0
        FROM sessions WHERE sid = ${sid} AND user_id = ${userId} AND expire > ${now}`,
    )
    .onConflictDoUpdate({
      target: sheetsConnections.userId,
      set: { ...connection, lease: null, leaseUntil: 0 },
    })
    .returning({ userId: sheetsConnections.userId });
  return rows.length > 0;
}

/** Deletes a connection whose right was given back, unless another one has replaced it. */
export async function deleteRevoked(
  db: Database,
  { userId, refreshToken }: Pick<SheetsConnection, 'userId' | 'refreshToken'>,
): Promise<void> {
  await db
    .delete(sheetsConnections)
    .where(and(eq(sheetsConnections.userId, userId), eq(sheetsConnections.refreshToken, refreshToken)));
}

/** Deletes the connection of a user and returns it. */
export async function deleteConnection(db: Database, userId: string): Promise<SheetsConnection | undefined> {
  const [row] = await db.delete(sheetsConnections).where(eq(sheetsConnections.userId, userId)).returning();
  return row;
}

/** The right to refresh the access token of a user. `lease` is random. */
export interface Lease {
  userId: string;
  lease: string;
}

const hasLease = ({ userId, lease }: Lease) =>
  and(eq(sheetsConnections.userId, userId), eq(sheetsConnections.lease, lease));

/**
 * Takes the lease of a connection, unless another request has it, or the connection has changed since it was read. False
 * where it was not taken.
 */
export async function takeLease(
  db: Database,
  { userId, lease }: Lease,
  { refreshToken, now, until }: { refreshToken: string; now: number; until: number },
): Promise<boolean> {
  const rows = await db
    .update(sheetsConnections)
    .set({ lease, leaseUntil: until })
    .where(
      and(
        eq(sheetsConnections.userId, userId),
        eq(sheetsConnections.refreshToken, refreshToken),
        lte(sheetsConnections.leaseUntil, now),
      ),
    )
    .returning({ userId: sheetsConnections.userId });
  return rows.length > 0;
}

/** Stores the result of a refresh, if there is one, and gives the lease back. False if the lease was lost meanwhile. */
export async function releaseLease(
  db: Database,
  lease: Lease,
  fields: Partial<NewConnection>,
): Promise<boolean> {
  const rows = await db
    .update(sheetsConnections)
    .set({ ...fields, lease: null, leaseUntil: 0 })
    .where(hasLease(lease))
    .returning({ userId: sheetsConnections.userId });
  return rows.length > 0;
}

/** Deletes a connection whose right has ended. False if the lease was lost: then it is another connection, and stays. */
export async function deleteEnded(db: Database, lease: Lease): Promise<boolean> {
  const { meta } = await db.delete(sheetsConnections).where(hasLease(lease)).run();
  return meta.changes > 0;
}
