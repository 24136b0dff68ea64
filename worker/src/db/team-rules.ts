import { and, eq, sql } from 'drizzle-orm';
import { DAY, RETENTION_NOTICE_MS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { datasetEnds, teams, uploads } from './schema.ts';
import { isAdmin } from './rights.ts';

/** The rules of a team, and what becomes of its datasets. */
export interface TeamRulesRow {
  domain: string | null;
  datasetDays: number | null;
  datasets: number;
  ending: number;
  nextEndsAt: number | null;
}

/** Undefined if the team is gone. */
export async function findTeamRules(db: Database, teamId: string): Promise<TeamRulesRow | undefined> {
  const [rules] =
    await db.all<TeamRulesRow>(sql`SELECT required_domain AS domain, dataset_days AS datasetDays,
    (SELECT count(*) FROM uploads WHERE user_id = teams.id AND kind = 'dataset' AND analysis_id IS NOT NULL) AS datasets,
    (SELECT count(*) FROM dataset_ends JOIN uploads ON uploads.id = upload_id WHERE user_id = teams.id) AS ending,
    (SELECT min(ends_at) FROM dataset_ends JOIN uploads ON uploads.id = upload_id WHERE user_id = teams.id) AS nextEndsAt
    FROM teams WHERE id = ${teamId}`);
  return rules;
}

/** A team, and its admin who changes a rule. */
interface RuleOf {
  teamId: string;
  by: string;
}

const isRuledBy = ({ teamId, by }: RuleOf) => and(eq(teams.id, teamId), isAdmin(teamId, by));

/**
 * Requires a domain, or none any more. False, and nothing changes, if the user is no admin, or the session is over or was signed in
 * through another domain: whoever sets the rule satisfies it.
 */
export async function requireDomain(
  db: Database,
  rule: RuleOf,
  { domain, sid, now }: { domain: string | null; sid: string; now: number },
): Promise<boolean> {
  const isOwn = sql`EXISTS (SELECT 1 FROM sessions WHERE sid = ${sid} AND user_id = ${rule.by} AND expire > ${now}
    AND sess ->> 'hd' = ${domain})`;
  const rows = await db
    .update(teams)
    .set({ requiredDomain: domain })
    .where(and(isRuledBy(rule), domain === null ? undefined : isOwn))
    .returning({ id: teams.id });
  return rows.length > 0;
}

/** Chooses after how many days datasets end. A trigger takes the announced ends back. False if the user is no admin. */
export async function setRetention(db: Database, rule: RuleOf, datasetDays: number | null): Promise<boolean> {
  const rows = await db.update(teams).set({ datasetDays }).where(isRuledBy(rule)).returning({ id: teams.id });
  return rows.length > 0;
}

/** The announced ends of the datasets of a team, by the ids of the analyses. */
export async function listDatasetEnds(db: Database, teamId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ analysisId: uploads.analysisId, endsAt: datasetEnds.endsAt })
    .from(datasetEnds)
    .innerJoin(uploads, eq(uploads.id, datasetEnds.uploadId))
    .where(eq(uploads.userId, teamId))
    .all();
  return new Map(rows.map(({ analysisId, endsAt }) => [analysisId ?? '', endsAt])); // a dataset that ends has an analysis
}

const PORTION = 500;
/** An upload may have many megabytes. */
const UPLOAD_PORTION = 5;

/** Condition on uploads and their teams: the dataset of an analysis, in a team where datasets end. */
const isEnding = sql`uploads.kind = 'dataset' AND uploads.analysis_id IS NOT NULL AND teams.dataset_days IS NOT NULL`;

/** Announces the ends of datasets that are near, the notice of some days included. */
async function announceEnds(db: Database, now: number): Promise<number> {
  const endsAt = sql`uploads.created_at + teams.dataset_days * ${DAY}`;
  const { meta } = await db.run(sql`INSERT INTO dataset_ends (upload_id, ends_at)
    SELECT uploads.id, max(${endsAt}, ${now + RETENTION_NOTICE_MS}) FROM teams JOIN uploads ON uploads.user_id = teams.id
    WHERE ${isEnding} AND ${endsAt} <= ${now + RETENTION_NOTICE_MS}
      AND NOT EXISTS (SELECT 1 FROM dataset_ends WHERE upload_id = uploads.id)
    LIMIT ${PORTION}`);
  return meta.changes;
}

/** Deletes datasets whose announced end has come. Their analyses stay, with all figures. */
async function endDatasets(db: Database, now: number): Promise<number> {
  const due = sql`(SELECT upload_id FROM dataset_ends JOIN uploads ON uploads.id = upload_id JOIN teams ON teams.id = uploads.user_id
    WHERE ends_at <= ${now} AND ${isEnding} ORDER BY ends_at LIMIT ${UPLOAD_PORTION})`;
  const { meta } = await db
    .delete(uploads)
    .where(sql`id IN ${due}`)
    .run();
  return meta.changes;
}

/** Carries out the retention of all teams: the ends that have come first, so that none is announced and carried out in one run. */
export async function carryOutRetention(
  db: Database,
  { now, hasTime }: { now: number; hasTime: () => boolean },
): Promise<void> {
  while (hasTime() && (await endDatasets(db, now)) >= UPLOAD_PORTION);
  while (hasTime() && (await announceEnds(db, now)) >= PORTION);
}
