import { sql, type SQL } from 'drizzle-orm';
import { MAX_ANALYSES, MAX_STORED_BYTES, MAX_TEAM_ANALYSES } from '#contract/limits.ts';

/** Limits that depend on what the operator has. */
export interface QuotaLimits {
  /** Most bytes that all accounts without a Google identity may have in the database. */
  maxPoolBytes: number;
  /** Most bytes that a team may store. */
  maxTeamBytes: number;
}

/**
 * Condition on a row of users: it shares the room of the accounts without a Google identity. A team does so as long as none of its
 * admins has one: anybody can make accounts, and teams of these.
 */
export const isPooled: SQL = sql`(users.google_id IS NULL AND NOT EXISTS (SELECT 1 FROM members
  JOIN users AS admin ON admin.id = members.user_id
  WHERE members.team_id = users.id AND members.role = 'admin' AND admin.google_id IS NOT NULL))`;

/** Bytes of all accounts without a Google identity in the database. The first two conditions are those of its index. */
export const poolBytes: SQL = sql`(SELECT coalesce(sum(stored_bytes - bucket_bytes), 0) FROM users
  WHERE google_id IS NULL AND stored_bytes > 0 AND ${isPooled})`;

/** Condition: the user has a Google identity, or the accounts without one have room for this many more bytes. */
export const isWithinPool = (userId: string, bytes: number | SQL, maxPoolBytes: number): SQL =>
  sql`(SELECT iif(${isPooled}, ${poolBytes} + ${bytes} <= ${maxPoolBytes}, TRUE) FROM users WHERE id = ${userId})`;

/** Condition on a row of users: it is a team. */
export const isTeam: SQL = sql`EXISTS (SELECT 1 FROM teams WHERE teams.id = users.id)`;

/** Bytes that a row of users may store. */
export const maxBytesOf = (maxTeamBytes: number): SQL => sql`CASE WHEN ${isTeam} THEN ${maxTeamBytes}
  WHEN google_id IS NULL THEN ${MAX_STORED_BYTES.password} ELSE ${MAX_STORED_BYTES.google} END`;

/** Condition: the user may store one more analysis. */
export const mayAddAnalysis = (userId: string): SQL =>
  sql`(SELECT count(*) FROM saved_analyses WHERE user_id = ${userId} AND awaits_dataset = 0)
    < iif(EXISTS (SELECT 1 FROM teams WHERE id = ${userId}), ${MAX_TEAM_ANALYSES}, ${MAX_ANALYSES})`;

/** The user whom the bytes of an owner count for: the maker of the team or the admin whom it has passed to, or the user. */
export const payerOf = (
  workspaceId: string,
): SQL => sql`iif(EXISTS (SELECT 1 FROM teams WHERE id = ${workspaceId}),
  (SELECT made_by FROM teams WHERE id = ${workspaceId}), ${workspaceId})`;

/** Bytes of a row of users, with those of the teams that count for the user. */
export const paidBytes: SQL = sql`(users.stored_bytes + coalesce((SELECT sum(made.stored_bytes) FROM teams
  JOIN users AS made ON made.id = teams.id WHERE teams.made_by = users.id), 0))`;

/** Bytes that a row of users and these teams may store together: with a Google identity those of a full team. */
export const maxPaidBytes = (maxTeamBytes: number): SQL =>
  sql`iif(google_id IS NULL, ${MAX_STORED_BYTES.password}, ${Math.max(MAX_STORED_BYTES.google, maxTeamBytes)})`;

/** Condition: the owner itself may store this many more bytes. */
export const isWithinOwnQuota = (
  workspaceId: string,
  bytes: number | SQL,
  { maxTeamBytes }: QuotaLimits,
): SQL =>
  sql`(SELECT stored_bytes + ${bytes} <= ${maxBytesOf(maxTeamBytes)} FROM users WHERE id = ${workspaceId})`;

/** Condition: so may the user whom its bytes count for. */
export const isWithinMakersQuota = (
  workspaceId: string,
  bytes: number | SQL,
  { maxTeamBytes }: QuotaLimits,
): SQL =>
  sql`coalesce((SELECT ${paidBytes} + ${bytes} <= ${maxPaidBytes(maxTeamBytes)} FROM users
    WHERE id = ${payerOf(workspaceId)}), TRUE)`;

/** Condition: an owner may store this many more bytes, in the database or in object storage. */
export const isWithinQuota = (workspaceId: string, bytes: number | SQL, limits: QuotaLimits): SQL =>
  sql`(${isWithinOwnQuota(workspaceId, bytes, limits)} AND ${isWithinMakersQuota(workspaceId, bytes, limits)})`;
