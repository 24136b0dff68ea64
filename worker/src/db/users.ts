import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
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

export interface GoogleLink extends GoogleFields {
  googleId: string;
  now: number;
}

/** That an account has no Google account yet, nor the Google account one of its own meanwhile. */
function isUnlinked(db: Database, userId: string, googleId: string) {
  const owner = db.select({ id: users.id }).from(users).where(eq(users.googleId, googleId));
  return and(eq(users.id, userId), isNull(users.googleId), notExists(owner));
}

/**
 * Turns a password account into a Google account: its owner never proved the address, Google did. The password goes
 * and all its sessions end in the same transaction.
 */
export async function replaceByGoogle(db: Database, userId: string, link: GoogleLink): Promise<void> {
  const { now, ...fields } = link;
  await db.batch([
    db
      .update(users)
      .set({ ...fields, passwordHash: null, updatedAt: now })
      .where(isUnlinked(db, userId, link.googleId)),
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          sql`(SELECT google_id FROM users WHERE id = ${userId}) = ${link.googleId}`,
        ),
      ),
  ]);
}

/** Adds Google to a password account whose password has just been right. False where either has changed meanwhile. */
export async function addGoogle(
  db: Database,
  { id, passwordHash }: { id: string; passwordHash: string },
  link: GoogleLink,
): Promise<boolean> {
  const { now, ...fields } = link;
  const [linked] = await db
    .update(users)
    .set({ ...fields, updatedAt: now })
    .where(and(isUnlinked(db, id, link.googleId), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id });
  return linked !== undefined;
}

/** Removes a user with everything that belongs to it: the foreign keys cascade. */
export async function deleteUser(db: Database, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId));
}
