import { and, asc, eq, sql } from 'drizzle-orm';
import { MAX_TEAMS } from '#contract/limits.ts';
import type { Role } from '#contract/roles.ts';
import type { Database } from './client.ts';
import { inColumnOrder } from './column-order.ts';
import { endingConnections, selectConnections, type ConnectionRow } from './connections.ts';
import { isAdmin } from './rights.ts';
import { members, teams, users } from './schema.ts';

const membersOf = (role?: Role) => {
  const isOfRole = role ? sql`AND other.role = ${role}` : sql``;
  return sql<number>`(SELECT count(*) FROM members AS other WHERE other.team_id = ${teams.id} ${isOfRole})`;
};

const memberTeam = {
  id: teams.id,
  name: teams.name,
  editorsPush: teams.editorsPush,
  role: members.role,
  requiredDomain: teams.requiredDomain,
};

const selectTeams = (db: Database, userId: string) =>
  db
    .select({
      ...memberTeam,
      members: membersOf(),
      admins: membersOf('admin'),
      endsWithYou: endingConnections(teams.id, userId),
    })
    .from(members)
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(eq(members.userId, userId))
    .orderBy(asc(sql`lower(${teams.name})`), asc(teams.id))
    .$dynamic();

/** A team as its member sees it. */
export type ListedTeamRow = Awaited<ReturnType<typeof selectTeams>>[number];

/** A team of which somebody is a member, and the role. */
export type MemberTeam = Pick<ListedTeamRow, keyof typeof memberTeam>;

export const listTeams = (db: Database, userId: string): Promise<ListedTeamRow[]> =>
  selectTeams(db, userId).all();

const isMembership = (teamId: string, userId: string) =>
  and(eq(members.teamId, teamId), eq(members.userId, userId));

/** The team, for a member of it alone. */
export const findMemberTeam = (
  db: Database,
  teamId: string,
  userId: string,
): Promise<MemberTeam | undefined> =>
  db
    .select(memberTeam)
    .from(members)
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(isMembership(teamId, userId))
    .get();

/** The same with counts. */
export const findListedTeam = (
  db: Database,
  teamId: string,
  userId: string,
): Promise<ListedTeamRow | undefined> => selectTeams(db, userId).where(isMembership(teamId, userId)).get();

/** Makes a team whose admin is its maker. False, and nothing is made, if they have made as many as allowed. */
export async function insertTeam(
  db: Database,
  { id, name, userId, now }: { id: string; name: string; userId: string; now: number },
): Promise<boolean> {
  const none = { storedBytes: 0, bucketBytes: 0 };
  const account = { id, email: `team:${id}`, createdAt: now, updatedAt: now, ...none }; // no address: nobody signs in to it
  const team = { id, name, editorsPush: false, madeBy: userId, createdAt: now };
  const made = sql`(SELECT count(*) FROM teams WHERE made_by = ${userId})`;
  const [, , joined] = await db.batch([
    db
      .insert(users)
      .select(
        sql`SELECT ${inColumnOrder(users, account)} FROM users WHERE id = ${userId} AND ${made} < ${MAX_TEAMS}`,
      ),
    db.insert(teams).select(sql`SELECT ${inColumnOrder(teams, team)} FROM users WHERE id = ${id}`),
    db
      .insert(members)
      .select(sql`SELECT id, ${userId}, 'admin', ${now} FROM teams WHERE id = ${id}`)
      .returning({ teamId: members.teamId }),
  ]);
  return joined.length > 0;
}

/** Changes a team, as long as the user is an admin of it. */
export async function changeTeam(
  db: Database,
  { teamId, by }: { teamId: string; by: string },
  fields: { name?: string; editorsPush?: boolean },
): Promise<void> {
  await db
    .update(teams)
    .set(fields)
    .where(and(eq(teams.id, teamId), isAdmin(teamId, by)));
}

/** The counts of the things that a team owns. */
export interface TeamUse {
  createdAt: number;
  links: number;
  sources: number;
  connections: number;
  pushes: number;
}

/** Counts what a team owns; undefined if it is gone. */
export async function findTeamUse(db: Database, teamId: string): Promise<TeamUse | undefined> {
  const [use] = await db.all<TeamUse>(sql`SELECT created_at AS createdAt,
    (SELECT count(*) FROM shared_analyses WHERE user_id = ${teamId}) AS links,
    (SELECT count(*) FROM sources WHERE user_id = ${teamId}) AS sources,
    (SELECT count(*) FROM connections WHERE user_id = ${teamId}) AS connections,
    (SELECT count(*) FROM pushes WHERE user_id = ${teamId}) AS pushes
    FROM teams WHERE id = ${teamId}`);
  return use;
}

/**
 * Deletes a team with everything that it owns, if the name is its own and the user is an admin of it. Returns the connections that went
 * with it; null if it stays.
 */
export async function removeTeam(
  db: Database,
  teamId: string,
  { name, by }: { name: string; by: string },
): Promise<ConnectionRow[] | null> {
  const isNamed = sql`EXISTS (SELECT 1 FROM teams WHERE id = ${teamId} AND name = ${name})`;
  const [gone, deleted] = await db.batch([
    selectConnections(db, teamId),
    db
      .delete(users)
      .where(and(eq(users.id, teamId), isNamed, isAdmin(teamId, by)))
      .returning({ id: users.id }),
  ]);
  return deleted.length > 0 ? gone : null;
}
