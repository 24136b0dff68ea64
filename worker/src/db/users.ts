import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { USER_OWNED_TABLES } from './belongings.ts';
import type { Database } from './client.ts';
import { endsWith, type ConnectionRow } from './connections.ts';
import { endMemberships } from './members.ts';
import { writeInReserve } from './reserve.ts';
import { isOwn } from './rights.ts';
import { insertSession, type NewSession } from './sessions.ts';
import { and, eq, exists, inArray, isNull, notExists, sql, type SQL, getTableColumns } from 'drizzle-orm';
import {
  connections,
  mailLinks,
  members,
  sessions,
  sharedAnalyses,
  users,
  userPreferences,
} from './schema.ts';

export type UserRow = typeof users.$inferSelect;
type NewUser = Omit<UserRow, 'updatedAt' | 'alertMailAt' | 'storedBytes' | 'bucketBytes'>;
export type GoogleFields = Pick<UserRow, 'firstName' | 'lastName' | 'profileImageUrl'>;

export function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db.select().from(users).where(eq(users.email, email)).get();
}

export function findUserById(db: Database, id: string): Promise<UserRow | undefined> {
  return db.select().from(users).where(eq(users.id, id)).get();
}

export function findUsersById(db: Database, ids: readonly string[]): Promise<UserRow[]> {
  return db.select().from(users).where(inArray(users.id, ids)).all();
}

export function findUserByGoogleId(db: Database, googleId: string): Promise<UserRow | undefined> {
  return db.select().from(users).where(eq(users.googleId, googleId)).get();
}

/** Creates the account and its first session. False, and creates neither, if the email or Google account is taken. */
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

/** Stores what Google sent at this sign-in. */
export async function updateProfile(
  db: Database,
  userId: string,
  profile: GoogleFields & { emailProvedAt: number | null; now: number },
): Promise<void> {
  const { now, ...fields } = profile;
  await db
    .update(users)
    .set({ ...fields, updatedAt: now })
    .where(eq(users.id, userId));
}

interface GoogleLink extends GoogleFields {
  googleId: string;
  now: number;
}

/** Condition: the account is linked to no Google account, and no account to this Google account. */
function isUnlinked(db: Database, userId: string, googleId: string) {
  const owner = db.select({ id: users.id }).from(users).where(eq(users.googleId, googleId));
  return and(eq(users.id, userId), isNull(users.googleId), notExists(owner));
}

/** The links and the connections that a hand-over has ended. */
export interface HandOver {
  /** The rights of those that are gone must still be given back at the services. */
  connections: ConnectionRow[];
  hasEndedLinks: boolean;
}

/**
 * Hands a password account over to a Google account. Google proved the email address and the password never did, so the
 * same transaction removes the password and ends what the former holder must not keep or leave behind. It changes nothing if
 * the account or the Google account is linked by now.
 */
export async function replaceByGoogle(db: Database, userId: string, link: GoogleLink): Promise<HandOver> {
  const { now, ...fields } = link;
  const isHandedOver = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(isUnlinked(db, userId, link.googleId)),
  );
  const isFormer = (column: SQLiteColumn) => and(isOwn(column, userId), isHandedOver);
  const isConnected = and(endsWith(userId), isHandedOver);
  const ended = USER_OWNED_TABLES.filter(({ staysAtHandOver }) => !staysAtHandOver);
  const [formerConnections, links] = await db.batch([
    db.select().from(connections).where(isConnected),
    db.select({ id: sharedAnalyses.analysisId }).from(sharedAnalyses).where(isFormer(sharedAnalyses.userId)),
    ...ended.map(({ table }) => db.delete(table).where(isFormer(table.userId))),
    db.delete(connections).where(isConnected),
    endMemberships(db, and(eq(members.userId, userId), isHandedOver)),
    // The last statement: the others check whether it will change the account.
    db
      .update(users)
      .set({ ...fields, passwordHash: null, emailProvedAt: now, alertMailAt: null, updatedAt: now })
      .where(isUnlinked(db, userId, link.googleId)),
  ]);
  return { connections: formerConnections, hasEndedLinks: links.length > 0 };
}

/** Links a password account to Google after a right password. False if the password or the link has changed meanwhile. */
export async function addGoogle(
  db: Database,
  { id, passwordHash }: { id: string; passwordHash: string },
  link: GoogleLink,
): Promise<boolean> {
  const { now, ...fields } = link;
  const [linked] = await db
    .update(users)
    .set({ ...fields, emailProvedAt: now, updatedAt: now })
    .where(and(isUnlinked(db, id, link.googleId), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id });
  return linked !== undefined;
}

/**
 * Replaces the password, ends all sessions of the user and all mailed links to a new one, and begins a new session. False, and nothing of it, where the password
 * is no longer the old one.
 */
export async function updatePassword(
  db: Database,
  { oldHash, passwordHash, now }: { oldHash: string; passwordHash: string; now: number },
  session: NewSession,
): Promise<boolean> {
  const { userId } = session;
  const isChanged = sql`(SELECT password_hash FROM users WHERE id = ${userId}) = ${passwordHash}`;
  const [changed] = await writeInReserve(db, () =>
    db.batch([
      db
        .update(users)
        .set({ passwordHash, updatedAt: now })
        .where(and(eq(users.id, userId), eq(users.passwordHash, oldHash)))
        .returning({ id: users.id }),
      db.delete(sessions).where(and(eq(sessions.userId, userId), isChanged)),
      db
        .delete(mailLinks)
        .where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, 'reset'), isChanged)),
      ...insertSession(db, session),
    ]),
  );
  return changed.length > 0;
}

/** Condition: a team would have members and no admin without this user. */
const isNeeded = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM members AS own
  WHERE own.user_id = ${userId} AND own.role = 'admin'
    AND EXISTS (SELECT 1 FROM members WHERE team_id = own.team_id AND user_id <> ${userId})
    AND NOT EXISTS (SELECT 1 FROM members WHERE team_id = own.team_id AND user_id <> ${userId} AND role = 'admin'))`;

/**
 * Removes a user with everything that belongs to it, and the teams that have no other member: the foreign keys cascade. What belongs to
 * other teams stays. Null, and nothing is removed, if the user is the last admin of a team with other members.
 */
export async function deleteUser(db: Database, userId: string): Promise<ConnectionRow[] | null> {
  const mayGo = sql`NOT ${isNeeded(userId)}`;
  const [gone, deleted] = await db.batch([
    db
      .select()
      .from(connections)
      .where(and(endsWith(userId), mayGo)),
    db
      .delete(users)
      .where(and(isOwn(users.id, userId), mayGo))
      .returning({ id: users.id }),
  ]);
  return deleted.length > 0 ? gone : null;
}

const { id: _id, userId: _userId, updatedAt: _updatedAt, ...columns } = getTableColumns(userPreferences);

type PreferenceValues = Pick<typeof userPreferences.$inferSelect, keyof typeof columns>;

export function findPreferences(db: Database, userId: string): Promise<PreferenceValues | undefined> {
  return db.select(columns).from(userPreferences).where(eq(userPreferences.userId, userId)).get();
}

export async function savePreferences(
  db: Database,
  userId: string,
  { now, ...values }: PreferenceValues & { now: number },
): Promise<void> {
  await db
    .insert(userPreferences)
    .values({ id: crypto.randomUUID(), userId, ...values, updatedAt: now })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { ...values, updatedAt: now } });
}
