import { and, eq, exists, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { USER_OWNED_TABLES } from './belongings.ts';
import type { Database } from './client.ts';
import { endsWith, type ConnectionRow } from './connections.ts';
import { endMemberships } from './members.ts';
import { writeInReserve } from './reserve.ts';
import { isOwn } from './rights.ts';
import { connections, mailLinks, members, savedAnalyses, sessions, users } from './schema.ts';
import type { Target } from './shared-analyses.ts';

export type MailLink = typeof mailLinks.$inferSelect;

export async function storeMailLink(db: Database, link: MailLink): Promise<void> {
  await writeInReserve(db, () => db.insert(mailLinks).values(link));
}

/** A link as it is opened. */
interface OpenedLink {
  tokenHash: string;
  now: number;
}

const isLink = (purpose: MailLink['purpose'], { tokenHash, now }: OpenedLink) =>
  and(eq(mailLinks.tokenHash, tokenHash), eq(mailLinks.purpose, purpose), gt(mailLinks.expiresAt, now));

/** Subquery: the user of a link that works. */
const userOf = (db: Database, purpose: MailLink['purpose'], link: OpenedLink) =>
  db.select({ userId: mailLinks.userId }).from(mailLinks).where(isLink(purpose, link));

const mailStatus = {
  email: users.email,
  emailProvedAt: users.emailProvedAt,
  alertMailAt: users.alertMailAt,
};

export type MailStatusRow = Pick<typeof users.$inferSelect, keyof typeof mailStatus>;

export function findMailStatus(db: Database, userId: string): Promise<MailStatusRow | undefined> {
  return db.select(mailStatus).from(users).where(eq(users.id, userId)).get();
}

/**
 * Notes that a user reads the mail of the address, by a link that was sent there for this user. Undefined, and the link stays, for
 * a link of another user: whoever only reads the mail of an address must not prove it for the account of a stranger.
 */
export async function proveAddress(
  db: Database,
  userId: string,
  link: OpenedLink,
): Promise<MailStatusRow | undefined> {
  const isSent = and(isLink('confirm', link), eq(mailLinks.userId, userId));
  const [proved] = await db.batch([
    db
      .update(users)
      .set({ emailProvedAt: sql`COALESCE(${users.emailProvedAt}, ${link.now})` })
      .where(and(eq(users.id, userId), exists(db.select().from(mailLinks).where(isSent))))
      .returning(mailStatus),
    db.delete(mailLinks).where(isSent), // the last statement: the other one looks at it
  ]);
  return proved[0];
}

/** Undefined if alerts are wanted at an address that is not proved. */
export async function setAlertMail(
  db: Database,
  userId: string,
  { on, now }: { on: boolean; now: number },
): Promise<MailStatusRow | undefined> {
  const [changed] = await db
    .update(users)
    .set({ alertMailAt: on ? sql`COALESCE(${users.alertMailAt}, ${now})` : null })
    .where(and(eq(users.id, userId), on ? isNotNull(users.emailProvedAt) : undefined))
    .returning(mailStatus);
  return changed;
}

/** Ends the alerts by e-mail of the user of a link, as often as it is opened. False for an unknown link. */
export async function stopAlertMailByLink(db: Database, link: OpenedLink): Promise<boolean> {
  const stopped = await db
    .update(users)
    .set({ alertMailAt: null })
    .where(inArray(users.id, userOf(db, 'stop', link)))
    .returning({ id: users.id });
  return stopped.length > 0;
}

/** The accounts that can have a password: all but those that sign in with Google alone. */
const canHavePassword = or(isNotNull(users.passwordHash), isNull(users.googleId));

/** Condition: the account of a reset link that works. */
const isReset = (db: Database, link: OpenedLink) =>
  and(inArray(users.id, userOf(db, 'reset', link)), canHavePassword);

/** The account of a reset link; undefined for a link that does not work. */
export async function findReset(
  db: Database,
  link: OpenedLink,
): Promise<{ id: string; email: string } | undefined> {
  return await db.select({ id: users.id, email: users.email }).from(users).where(isReset(db, link)).get();
}

/** An account whose password was replaced by a mailed link. */
export interface ResetAccount {
  id: string;
  /** Nobody had proved the address before, so that somebody else may have made the account. */
  isHandedOver: boolean;
  /** The connections that have ended then. The rights of those that are gone must still be given back at the services. */
  connections: ConnectionRow[];
}

/**
 * Replaces the password of the account of a link, ends all its sessions and all its links for a password. Whoever has the link reads
 * the mail of the address, and the former holder of an account whose address nobody has proved may be a stranger: then the same
 * transaction ends what a stranger must not keep or leave behind, as at the hand-over to Google.
 *
 * @returns undefined, and nothing is changed, for a link that was used or is too old
 */
export async function resetPasswordByLink(
  db: Database,
  { passwordHash, ...link }: OpenedLink & { passwordHash: string },
): Promise<ResetAccount | undefined> {
  const account = db.select({ id: users.id }).from(users).where(isReset(db, link));
  const unproved = db
    .select({ id: users.id })
    .from(users)
    .where(and(isReset(db, link), isNull(users.emailProvedAt), isNull(users.googleId)));
  const tables = USER_OWNED_TABLES.filter(
    ({ staysAtHandOver, table }) => !staysAtHandOver && table !== mailLinks,
  );
  const write = () =>
    db.batch([
      account,
      unproved,
      db.select().from(connections).where(endsWith(unproved)),
      db.delete(sessions).where(inArray(sessions.userId, account)),
      ...tables.map(({ table }) => db.delete(table).where(isOwn(table.userId, unproved))),
      db.delete(connections).where(endsWith(unproved)),
      endMemberships(db, inArray(members.userId, unproved)),
      db
        .update(users)
        .set({
          passwordHash,
          emailProvedAt: sql`COALESCE(${users.emailProvedAt}, ${link.now})`,
          updatedAt: link.now,
        })
        .where(isReset(db, link)),
      // The last statement: the others look at the link.
      db
        .delete(mailLinks)
        .where(and(eq(mailLinks.purpose, 'reset'), inArray(mailLinks.userId, userOf(db, 'reset', link)))),
    ]);
  const [[found], [ofStranger], ended] = await writeInReserve(db, write);
  return found && { id: found.id, isHandedOver: ofStranger !== undefined, connections: ended };
}

/** Somebody whom alerts go to. */
export interface AlertReader {
  id: string;
  email: string;
}

/**
 * Lists the people who want the alerts of a workspace by e-mail, at an address that is proved: the user, or the members of a team. A team that requires
 * a domain sends nothing to another one.
 */
export const listAlertReaders = (db: Database, workspaceId: string): Promise<AlertReader[]> =>
  db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(
        sql`(${users.id} = ${workspaceId} OR ${users.id} IN (SELECT user_id FROM members WHERE team_id = ${workspaceId}))`,
        isNotNull(users.alertMailAt),
        isNotNull(users.emailProvedAt),
        sql`NOT EXISTS (SELECT 1 FROM teams WHERE id = ${workspaceId} AND substr(${users.email}, -length(required_domain) - 1) <> '@' || required_domain)`,
      ),
    )
    .all();

/** The name of an analysis; undefined if the user has none with this id. */
export async function findAlertedName(db: Database, { userId, id }: Target): Promise<string | undefined> {
  const found = await db
    .select({ name: savedAnalyses.name, fileName: savedAnalyses.fileName })
    .from(savedAnalyses)
    .where(and(eq(savedAnalyses.id, id), eq(savedAnalyses.userId, userId)))
    .get();
  return found && (found.name ?? found.fileName);
}
