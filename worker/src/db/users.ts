import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { sessions, users } from './schema.ts';
import { insertSession, type NewSession } from './sessions.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = Omit<UserRow, 'updatedAt'>;
export type GoogleFields = Pick<UserRow, 'firstName' | 'lastName' | 'profileImageUrl'>;

export function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db.select().from(users).where(eq(users.email, email)).get();
}

export function findUserByGoogleId(db: Database, googleId: string): Promise<UserRow | undefined> {
  return db.select().from(users).where(eq(users.googleId, googleId)).get();
}

/** Makes the account and its first session, or neither where the address or the Google account is taken. */
export async function createUser(db: Database, user: NewUser, session: NewSession): Promise<boolean> {
  const [created] = await db.batch([
    db
      .insert(users)
      .values({ ...user, updatedAt: user.createdAt })
      .onConflictDoNothing()
      .returning({ id: users.id }),
    ...insertSession(db, session),
  ]);
  return created.length > 0;
}

/** Refreshes what Google says about a user that it already knows. */
export async function updateProfile(
  db: Database,
  userId: string,
  profile: GoogleFields & { now: number },
): Promise<void> {
  const { now, ...fields } = profile;
  await db
    .update(users)
    .set({ ...fields, updatedAt: now })
    .where(eq(users.id, userId));
}

/**
 * Turns a password account into a Google account: its owner never proved the address, Google did. The password goes
 * and all its sessions end in the same transaction.
 */
export async function linkGoogle(
  db: Database,
  userId: string,
  google: GoogleFields & { googleId: string; now: number },
): Promise<void> {
  const { now, ...fields } = google;
  await db.batch([
    db
      .update(users)
      .set({ ...fields, passwordHash: null, updatedAt: now })
      .where(and(eq(users.id, userId), isNull(users.googleId))),
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          sql`(SELECT google_id FROM users WHERE id = ${userId}) = ${google.googleId}`,
        ),
      ),
  ]);
}

/** Removes a user with everything that belongs to it: the foreign keys cascade. */
export async function deleteUser(db: Database, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId));
}
