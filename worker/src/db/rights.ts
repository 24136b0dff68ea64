import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Role } from '#contract/roles.ts';

/** Condition: the user is a member of the team with one of these roles. */
const hasRole = (teamId: string | SQL, userId: string, roles: readonly Role[]): SQL =>
  sql`EXISTS (SELECT 1 FROM members WHERE team_id = ${teamId} AND user_id = ${userId} AND role IN ${roles})`;

export const isAdmin = (teamId: string | SQL, userId: string): SQL => hasRole(teamId, userId, ['admin']);

/** Condition on a row of sessions: it was signed in through the domain that the team requires, if it requires one. */
export const opensTeam = (teamId: string): SQL =>
  sql`(SELECT required_domain IS NULL OR required_domain IS sess ->> '$.hd' FROM teams WHERE id = ${teamId})`;

/** A user who changes what is a team's, and the roles that may: they may lose the role while a call is under way. */
export interface Editor {
  id: string;
  roles: readonly Role[];
}

/** Condition: the author may change what the owner has, who is the author or a team. */
export const mayChange = (workspaceId: string, editor: Editor): SQL =>
  editor.id === workspaceId ? sql`TRUE` : hasRole(workspaceId, editor.id, editor.roles);

/** Condition on a column of users: it is the user, or a team of which nobody else is a member. */
export const isOwn = (column: SQLiteColumn, user: string | SQLWrapper): SQL =>
  sql`(${column} = ${user} OR ${column} IN (SELECT team_id FROM members AS own WHERE own.user_id = ${user}
    AND NOT EXISTS (SELECT 1 FROM members WHERE team_id = own.team_id AND user_id <> own.user_id)))`;
