import { and, eq, sql, type SQL } from 'drizzle-orm';
import { ROLES, type Role } from '#contract/roles.ts';
import type { Database } from './client.ts';
import { endingConnections, selectMade, type ConnectionRow } from './connections.ts';
import { invitations, members, users } from './schema.ts';
import { isAdmin } from './rights.ts';

const named = { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName };

/** The columns from which the name of a member is made. */
export const listMemberNames = (db: Database, teamId: string) =>
  db
    .select(named)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.teamId, teamId))
    .all();

const selectMembers = (db: Database, teamId: string) =>
  db
    .select({
      ...named,
      role: members.role,
      joinedAt: members.joinedAt,
      endsWith: endingConnections(members.teamId, members.userId),
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.teamId, teamId));

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

/** The name of a member for the others. */
export const nameOfMember = ({
  firstName,
  lastName,
  email,
}: Pick<MemberRow, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

const inOrder = (a: MemberRow, b: MemberRow): number =>
  ROLES.indexOf(b.role) - ROLES.indexOf(a.role) || nameOfMember(a).localeCompare(nameOfMember(b), 'en');

/** The members of a team with what ends with them, admins first, each role by name. */
export const listMembers = async (db: Database, teamId: string): Promise<MemberRow[]> =>
  (await selectMembers(db, teamId)).toSorted(inOrder);

/** The member of a team whose role changes or ends, and the admin who does it. */
export interface MemberChange {
  teamId: string;
  userId: string;
  by: string;
}

const isMember = ({ teamId, userId }: MemberChange) =>
  and(eq(members.teamId, teamId), eq(members.userId, userId));

/** Condition on a member: an admin stays where this one is none any more. */
const leavesAdmin = ({ teamId }: MemberChange): SQL =>
  sql`(${members.role} <> 'admin' OR (SELECT count(*) FROM members AS other WHERE other.team_id = ${teamId} AND other.role = 'admin') > 1)`;

/** Ends the invitations of those who are no admins of the team: they could come back with their own. */
const endInvitations = (db: Database, teamId: string) =>
  db
    .delete(invitations)
    .where(
      and(
        eq(invitations.teamId, teamId),
        sql`${invitations.userId} NOT IN (SELECT user_id FROM members WHERE team_id = ${teamId} AND role = 'admin')`,
      ),
    );

/** Gives a member another role. Returns the connections of the team that ended with that of an admin; null if there is no such member, no admin would be left, or the user is no admin. */
export async function changeRole(
  db: Database,
  change: MemberChange,
  role: Role,
): Promise<ConnectionRow[] | null> {
  const isAllowed = role === 'admin' ? sql`TRUE` : leavesAdmin(change);
  const [made, changed] = await db.batch([
    selectMade(db, change),
    db
      .update(members)
      .set({ role })
      .where(and(isMember(change), isAllowed, isAdmin(change.teamId, change.by)))
      .returning({ role: members.role }),
    endInvitations(db, change.teamId),
  ]);
  if (changed.length === 0) return null;
  return role === 'admin' ? [] : made;
}

/**
 * Ends a membership. The trigger `members_connections_left` ends the connections of the team that the member made, which are returned; null
 * if there is no membership, no admin would be left, or it is another's and the user is no admin.
 */
export async function endMembership(db: Database, change: MemberChange): Promise<ConnectionRow[] | null> {
  const { teamId, userId, by } = change;
  const isAllowed = userId === by ? sql`TRUE` : isAdmin(teamId, by);
  const [made, ended] = await db.batch([
    selectMade(db, change),
    db
      .delete(members)
      .where(and(isMember(change), leavesAdmin(change), isAllowed))
      .returning({ role: members.role }),
    endInvitations(db, teamId),
  ]);
  return ended.length > 0 ? made : null;
}

/**
 * Statement that ends memberships at the hand-over of an account. Where no other admin is left, the account stays one: a team must
 * have an admin.
 */
export const endMemberships = (db: Database, condition: SQL | undefined) =>
  db.delete(members).where(
    and(
      condition,
      sql`EXISTS (SELECT 1 FROM members AS other WHERE other.team_id = ${members.teamId}
        AND other.user_id <> ${members.userId} AND other.role = 'admin')`,
    ),
  );
