import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { TeamKind } from '#contract/platforms.ts';
import { MAX_NAMED, MAX_NAMED_USES } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { inColumnOrder } from './column-order.ts';
import type { ConnectionKey } from './connections.ts';
import { IS_UNDOABLE } from './pushes.ts';
import { isAdmin } from './rights.ts';
import { namedResources, users } from './schema.ts';
import { parseJson, type Json } from './json.ts';

/** The kind of a team's connection, and the spreadsheet or ad account that it serves. */
export interface ResourceKey extends ConnectionKey {
  resourceId: string;
}

const isOf = ({ userId, kind }: ConnectionKey) =>
  and(eq(namedResources.teamId, userId), eq(namedResources.kind, kind));

const isThis = (key: ResourceKey) => and(isOf(key), eq(namedResources.resourceId, key.resourceId));

const IS_READ = sql`sources.user_id = ${namedResources.teamId} AND sources.kind = 'sheet' AND state = 'active'
  AND ${namedResources.kind} = 'sheets' AND spec ->> '$.spreadsheetId' = ${namedResources.resourceId}`;

/** The spreadsheets or ad accounts that a connection of a team serves, by name. */
export const listNamed = (db: Database, key: ConnectionKey) =>
  db
    .select({
      id: namedResources.resourceId,
      name: namedResources.name,
      namedAt: namedResources.namedAt,
      firstReadAt: namedResources.firstReadAt,
      by: { email: users.email, firstName: users.firstName, lastName: users.lastName },
      sources: sql<number>`(SELECT count(*) FROM sources WHERE ${IS_READ})`,
      pushes: sql<number>`(SELECT count(*) FROM pushes WHERE user_id = ${namedResources.teamId}
        AND kind = ${namedResources.kind} AND target_id = ${namedResources.resourceId} AND ${IS_UNDOABLE})`,
      /** The first of the analyses that are kept current from it. */
      names: sql<
        string[]
      >`(SELECT json_group_array(name) FROM (SELECT coalesce(saved_analyses.name, file_name) AS name
        FROM sources JOIN saved_analyses ON saved_analyses.id = analysis_id WHERE ${IS_READ} ORDER BY 1 LIMIT ${MAX_NAMED_USES}))`.mapWith(
        (json: Json<string[]>) => parseJson(json),
      ),
    })
    .from(namedResources)
    .leftJoin(users, eq(users.id, namedResources.namedBy))
    .where(isOf(key))
    .orderBy(asc(sql`lower(${namedResources.name})`), asc(namedResources.resourceId))
    .all();

/** The ad accounts that a connection of a team serves. */
export const listNamedAccounts = (db: Database, key: ConnectionKey) =>
  db
    .select({ id: namedResources.resourceId, via: namedResources.via, name: namedResources.name })
    .from(namedResources)
    .where(isOf(key))
    .all();

export type NamedRow = Awaited<ReturnType<typeof listNamed>>[number];

export async function isNamed(db: Database, key: ResourceKey): Promise<boolean> {
  const found = await db
    .select({ id: namedResources.resourceId })
    .from(namedResources)
    .where(isThis(key))
    .get();
  return found !== undefined;
}

interface NewName {
  kind: TeamKind;
  name: string;
  /** The account that an ad account is reached through; null without one. */
  via: string | null;
  by: string;
  now: number;
}

/**
 * Names a spreadsheet or ad account for a team; one that is named already gets the name of today. False if the user is no admin, or as
 * many are named as allowed.
 */
export async function nameResource(
  db: Database,
  { name, via, by, now, ...key }: ResourceKey & NewName,
): Promise<boolean> {
  const { userId: teamId, kind, resourceId } = key;
  const row = { teamId, kind, resourceId, name, namedBy: by, namedAt: now, firstReadAt: null, via };
  const others = sql`(SELECT count(*) FROM named_resources WHERE team_id = ${teamId} AND kind = ${kind} AND resource_id <> ${resourceId})`;
  const rows = await db
    .insert(namedResources)
    .select(
      sql`SELECT ${inColumnOrder(namedResources, row)} FROM teams WHERE id = ${teamId} AND ${isAdmin(teamId, by)} AND ${others} < ${MAX_NAMED}`,
    )
    .onConflictDoUpdate({
      target: [namedResources.teamId, namedResources.kind, namedResources.resourceId],
      set: { name, via },
    })
    .returning({ id: namedResources.resourceId });
  return rows.length > 0;
}

/** Takes a name back, as long as the user is an admin. What is running ends at its next reading. */
export async function unnameResource(
  db: Database,
  { by, ...key }: ResourceKey & { by: string },
): Promise<void> {
  await db.delete(namedResources).where(and(isThis(key), isAdmin(key.userId, by)));
}

export async function noteFirstRead(db: Database, key: ResourceKey, now: number): Promise<void> {
  await db
    .update(namedResources)
    .set({ firstReadAt: now })
    .where(and(isThis(key), isNull(namedResources.firstReadAt)));
}
