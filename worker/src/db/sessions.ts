import { and, eq, sql, type SQLWrapper } from 'drizzle-orm';
import type { Database } from './client.ts';
import { sessions, users } from './schema.ts';

export interface NewSession {
  sid: string;
  userId: string;
  createdAt: number;
  expire: number;
  /** The session that the browser presented; it ends. */
  presentedSid: string | null;
}

/** Statements that replace the presented session by a new one, to run in one transaction. */
export function insertSession(db: Database, session: NewSession) {
  const { sid, userId, createdAt, expire, presentedSid } = session;
  const sess = JSON.stringify({ createdAt });
  return [
    // Both only where the user exists: it may have been deleted, or its address been taken, a moment ago.
    db
      .delete(sessions)
      .where(
        and(eq(sessions.sid, presentedSid ?? ''), sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId})`),
      ),
    db.insert(sessions).select(sql`SELECT ${sid}, id, ${sess}, ${expire} FROM users WHERE id = ${userId}`),
  ] as const;
}

export async function createSession(db: Database, session: NewSession): Promise<void> {
  await db.batch(insertSession(db, session));
}

const sessionUser = {
  sid: sessions.sid,
  sess: sessions.sess,
  expire: sessions.expire,
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
};

/** Statement that finds a session and its user; expired ones too. */
export function selectSession(db: Database, sid: string) {
  return db
    .select(sessionUser)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.sid, sid));
}

export type SessionRow = Awaited<ReturnType<typeof selectSession>>[number];

export function findSession(db: Database, sid: string): Promise<SessionRow | undefined> {
  return selectSession(db, sid).get();
}

/** The user of a session, for a statement that goes together with `selectSession`. */
export const userOfSession = (db: Database, sid: string): SQLWrapper =>
  db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.sid, sid));

export async function renewSession(db: Database, sid: string, expire: number): Promise<void> {
  await db.update(sessions).set({ expire }).where(eq(sessions.sid, sid));
}

export async function deleteSession(db: Database, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
}
