import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { MAX_INVITATIONS, MAX_MEMBERS, MAX_MEMBERSHIPS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { inColumnOrder } from './column-order.ts';
import { invitations, members, teams, users } from './schema.ts';
import { isAdmin } from './rights.ts';

const details = {
  id: invitations.id,
  role: invitations.role,
  email: invitations.email,
  mailedAt: invitations.mailedAt,
  madeAt: invitations.madeAt,
  expiresAt: invitations.expiresAt,
};

const maker = { firstName: users.firstName, lastName: users.lastName, email: users.email };

/** The invitations of a team that can still be used, the newest first. */
export const listInvitations = (db: Database, teamId: string, now: number) =>
  db
    .select({ ...details, maker })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(and(eq(invitations.teamId, teamId), gt(invitations.expiresAt, now)))
    .orderBy(desc(invitations.madeAt), desc(invitations.id))
    .all();

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** Makes an invitation of an admin, `userId`. False if as many wait as allowed, or the user is no admin. */
export async function createInvitation(
  db: Database,
  invitation: typeof invitations.$inferSelect,
): Promise<boolean> {
  const { teamId, userId, madeAt } = invitation;
  const waiting = sql`(SELECT count(*) FROM invitations WHERE team_id = ${teamId} AND expires_at > ${madeAt})`;
  const rows = await db
    .insert(invitations)
    .select(
      sql`SELECT ${inColumnOrder(invitations, invitation)} FROM teams
        WHERE id = ${teamId} AND ${isAdmin(teamId, userId)} AND ${waiting} < ${MAX_INVITATIONS}`,
    )
    .returning({ id: invitations.id });
  return rows.length > 0;
}

/** Ends an invitation of a team, as long as the user is an admin of it. */
export async function deleteInvitation(
  db: Database,
  { teamId, id, by }: { teamId: string; id: string; by: string },
): Promise<void> {
  await db
    .delete(invitations)
    .where(and(eq(invitations.teamId, teamId), eq(invitations.id, id), isAdmin(teamId, by)));
}

/** Condition: the user has the address of the invitation, if it has one, and has proved it; the link in a mail is a proof too. */
const isFor = (userId: string): SQL =>
  sql`(${invitations.email} IS NULL OR EXISTS (SELECT 1 FROM users AS reader WHERE reader.id = ${userId}
    AND reader.email = ${invitations.email} AND (reader.email_proved_at IS NOT NULL OR reader.google_id IS NOT NULL OR ${invitations.mailedAt} IS NOT NULL)))`;

/** Finds an invitation that works, for a user who has its token. */
export const findInvitation = (
  db: Database,
  tokenHash: string,
  { userId, now }: { userId: string; now: number },
) =>
  db
    .select({
      teamId: teams.id,
      requiredDomain: teams.requiredDomain,
      team: teams.name,
      role: invitations.role,
      email: invitations.email,
      expiresAt: invitations.expiresAt,
      isForYou: sql<number>`${isFor(userId)}`.mapWith(Boolean),
      isMember:
        sql<number>`EXISTS (SELECT 1 FROM members WHERE team_id = ${teams.id} AND user_id = ${userId})`.mapWith(
          Boolean,
        ),
    })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .where(and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now)))
    .get();

/**
 * Makes the user a member, and ends the invitation with it: of two users at once one comes in. False if it does not work, is not for
 * the user, the team is full, or the user is a member, or one of as many teams as allowed.
 */
export async function redeemInvitation(
  db: Database,
  tokenHash: string,
  { userId, now }: { userId: string; now: number },
): Promise<boolean> {
  const count = sql`(SELECT count(*) FROM members WHERE members.team_id = invitations.team_id)`;
  const [joined] = await db.batch([
    db
      .insert(members)
      .select(
        sql`SELECT team_id, ${userId}, role, ${now} FROM invitations
          WHERE token_hash = ${tokenHash} AND expires_at > ${now} AND ${isFor(userId)} AND ${count} < ${MAX_MEMBERS}
            AND (SELECT count(*) FROM members WHERE user_id = ${userId}) < ${MAX_MEMBERSHIPS}`,
      )
      .onConflictDoNothing()
      .returning({ teamId: members.teamId }),
    db
      .delete(invitations)
      .where(
        and(
          eq(invitations.tokenHash, tokenHash),
          sql`EXISTS (SELECT 1 FROM members WHERE members.team_id = ${invitations.teamId} AND members.user_id = ${userId} AND members.joined_at = ${now})`,
        ),
      ),
  ]);
  return joined.length > 0;
}
