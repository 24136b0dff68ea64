import { and, desc, eq, gt, ne, notInArray, sql, type SQLWrapper } from 'drizzle-orm';
import { MAX_SESSIONS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { writeInReserve } from './reserve.ts';
import { sessions, users, usedStates, type SessionFacts } from './schema.ts';

/** The proof of a sign-in: the hash of the right password, or the Google account. */
type Credential = { passwordHash: string } | { googleId: string };

/** The part of Google's word that a session keeps. */
interface GoogleWord {
  /** The Google Workspace domain of the account; null for an account without one. */
  hostedDomain: string | null;
}

/** The device of a request, as far as the request tells; null where that is not known. */
export interface Visit {
  browser: string | null;
  country: string | null;
}

export interface NewSession {
  sid: string;
  userId: string;
  /** The account must still have it when the session begins: linking to Google meanwhile ends a password sign-in. */
  credential: Credential;
  /** Google's word at this sign-in; absent if only a password was entered. */
  google?: GoogleWord;
  createdAt: number;
  expire: number;
  visit: Visit;
  /** The session in the cookie of the browser, which the new one replaces. */
  presentedSid: string | null;
}

function hasCredential({ userId, credential }: NewSession) {
  const holds =
    'googleId' in credential
      ? eq(users.googleId, credential.googleId)
      : eq(users.passwordHash, credential.passwordHash);
  return and(eq(users.id, userId), holds);
}

const factsOf = ({ createdAt, google }: NewSession): SessionFacts => ({
  createdAt,
  provider: google ? 'google' : 'password',
  ...(google?.hostedDomain && { hd: google.hostedDomain }),
});

/** Statements that replace the presented session by a new one, for one transaction. The second returns the new one. */
export function insertSession(db: Database, session: NewSession) {
  const { sid, expire, presentedSid, createdAt, visit } = session;
  const sess = JSON.stringify(factsOf(session));
  const account = sql`FROM ${users} WHERE ${hasCredential(session)}`;
  return [
    // Both need the account as it was at sign-in: meanwhile it may have been deleted or linked.
    db.delete(sessions).where(and(eq(sessions.sid, presentedSid ?? ''), sql`EXISTS (SELECT 1 ${account})`)),
    db
      .insert(sessions)
      .select(
        sql`SELECT ${sid}, ${users.id}, ${sess}, ${expire}, NULL, ${visit.browser}, ${visit.country}, ${createdAt} ${account}`,
      )
      .returning({ sid: sessions.sid }),
    deleteOldest(db, session),
  ] as const;
}

/** Ends the oldest sessions of a user above the limit, and all that have expired. */
function deleteOldest(db: Database, { userId, createdAt: now }: NewSession) {
  const newest = db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expire, now)))
    .orderBy(desc(sql`${sessions.sess} ->> 'createdAt'`), desc(sql`rowid`))
    .limit(MAX_SESSIONS);
  return db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.sid, newest)));
}

/** Begins a session. False if the account is gone or has lost the credential. */
export async function createSession(db: Database, session: NewSession): Promise<boolean> {
  const [, created] = await writeInReserve(db, () => db.batch(insertSession(db, session)));
  return created.length > 0;
}

const sessionUser = {
  sid: sessions.sid,
  sess: sessions.sess,
  expire: sessions.expire,
  seenAt: sessions.seenAt,
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  hasPassword: sql<number>`${users.passwordHash} IS NOT NULL`.mapWith(Boolean),
  unseenAlerts: sql<number>`(SELECT count(*) FROM alerts WHERE alerts.user_id = ${users.id} AND alerts.seen_at IS NULL)`,
};

/** Statement that finds a session, expired or not, and its user. */
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

/** Subquery for the user of a session, for a statement in the same batch as `selectSession`. */
export const userOfSession = (db: Database, sid: string): SQLWrapper =>
  db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.sid, sid));

/** Notes a visit, and moves the expiry with it. */
export async function renewSession(
  db: Database,
  sid: string,
  renewed: Visit & { expire: number; seenAt: number },
): Promise<void> {
  await db.update(sessions).set(renewed).where(eq(sessions.sid, sid));
}

/** The open sessions of a user, the last visit first. */
export const listDevices = (db: Database, userId: string, now: number) =>
  db
    .select({
      sid: sessions.sid,
      id: sessions.id,
      sess: sessions.sess,
      browser: sessions.browser,
      country: sessions.country,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expire, now)))
    .orderBy(desc(sessions.seenAt), desc(sql`${sessions.sess} ->> 'createdAt'`))
    .all();

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number];

/** Ends the session of a device of the user, and gives its sid; null for one that is none of the user's. */
export async function deleteDevice(db: Database, userId: string, id: string): Promise<string | null> {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ sid: sessions.sid });
  return ended?.sid ?? null;
}

/** Ends every session of a user but this one. */
export async function deleteOtherSessions(db: Database, userId: string, sid: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.sid, sid)));
}

/** Ends every session of a user. */
export async function deleteSessionsOf(db: Database, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export async function deleteSession(db: Database, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
}

/** Marks a state as used. False if it was used before. */
export async function markUsed(db: Database, state: string, expiresAt: number): Promise<boolean> {
  const write = () =>
    db
      .insert(usedStates)
      .values({ state, expiresAt })
      .onConflictDoNothing()
      .returning({ state: usedStates.state });
  const rows = await writeInReserve(db, write);
  return rows.length > 0;
}
