import { sql, type SQL } from 'drizzle-orm';
import type { Role } from '#contract/roles.ts';

/** Condition: the user is a member of the team with one of these roles. */
const hasRole = (teamId: string | SQL, userId: string, roles: readonly Role[]): SQL =>
  sql`EXISTS (SELECT 1 FROM members WHERE team_id = ${teamId} AND user_id = ${userId} AND role IN ${roles})`;

export const isAdmin = (teamId: string | SQL, userId: string): SQL => hasRole(teamId, userId, ['admin']);

/** A user who changes what is a team's, and the roles that may: they may lose the role while a call is under way. */
export interface Author {
  id: string;
  roles: readonly Role[];
}

/** Condition: the author may change what the owner has, who is the author or a team. */
export const mayChange = (ownerId: string, author: Author): SQL =>
  author.id === ownerId ? sql`TRUE` : hasRole(ownerId, author.id, author.roles);
