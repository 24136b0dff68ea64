import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { MAX_VERSIONS, VERSIONS_PAGE } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { savedAnalyses, sources, versions, type CountedVersion } from './schema.ts';
import { isVisible, type Target } from './shared-analyses.ts';
import { hasLease, isHeldBy, type RunLease } from './sources.ts';
import { isWithinPool, isWithinQuota, type QuotaLimits } from './quota.ts';
import { bytesOfTexts } from './stored-bytes.ts';

const listed = {
  number: versions.number,
  madeAt: versions.madeAt,
  leads: versions.leads,
  converted: versions.converted,
  newValues: versions.newValues,
  metrics: versions.metrics,
  enteredAt: versions.enteredAt,
};

export type ListedVersion = Pick<typeof versions.$inferSelect, keyof typeof listed>;

/** Condition: a version of this analysis. */
export const isVersionOf = ({ userId, id }: Target) =>
  and(eq(versions.userId, userId), eq(versions.analysisId, id));

/**
 * A page of the versions of an analysis, the newest first, and one more where there are more: those before the number `before`. Null if
 * the user has no such analysis.
 */
export async function listVersions(
  db: Database,
  target: Target,
  before = Number.MAX_SAFE_INTEGER,
): Promise<ListedVersion[] | null> {
  const [[analysis], rows] = await db.batch([
    db.select({ id: savedAnalyses.id }).from(savedAnalyses).where(isVisible(target)),
    db
      .select(listed)
      .from(versions)
      .where(and(isVersionOf(target), lt(versions.number, before)))
      .orderBy(desc(versions.number))
      .limit(VERSIONS_PAGE + 1),
  ]);
  return analysis ? rows : null;
}

/** The figures of a version as they are shown; undefined if the user has none with this number. Mixes would tell of small groups of leads. */
export const findVersionFigures = (db: Database, target: Target, number: number) =>
  db
    .select({
      number: versions.number,
      madeAt: versions.madeAt,
      figures: sql<string>`json_remove(${versions.figures}, '$.mixes')`,
    })
    .from(versions)
    .where(and(isVersionOf(target), eq(versions.number, number)))
    .get();

/** A version as the list has it; undefined if the user has none with this number. */
export const findListed = (db: Database, target: Target, number: number) =>
  db
    .select(listed)
    .from(versions)
    .where(and(isVersionOf(target), eq(versions.number, number)))
    .get();

const delivered = {
  number: versions.number,
  leads: versions.leads,
  converted: versions.converted,
  newValues: versions.newValues,
  bodyHash: versions.bodyHash,
};

/** The figures in the answer to a delivery. */
export type DeliveredVersion = Pick<typeof versions.$inferSelect, keyof typeof delivered>;

/** The version that was delivered to a source with this key. */
export const findDelivery = (db: Database, sourceId: string, key: string) =>
  db
    .select(delivered)
    .from(versions)
    .where(and(eq(versions.sourceId, sourceId), eq(versions.deliveryKey, key)))
    .get();

/** A counted version, to be stored for the run that has the lease. */
export interface NewVersion extends QuotaLimits, CountedVersion {
  userId: string;
  deliveryKey: string | null;
  bodyHash: string;
  now: number;
  /** The run has more to do, and keeps its lease. */
  goesOn?: boolean;
}

/**
 * Stores a version, gives the lease of its run back unless that goes on, and deletes old versions, in one transaction. Undefined, and nothing is stored,
 * if the lease was lost, or the source was paused or ended meanwhile, or the user has no room.
 */
export async function storeVersion(
  db: Database,
  run: RunLease,
  version: NewVersion,
): Promise<DeliveredVersion | undefined> {
  const { userId, leads, converted, newValues, metrics, figures, deliveryKey, bodyHash, now } = version;
  const { newestDay, latest } = version;
  const bytes = bytesOfTexts(newValues, metrics, figures, latest);
  const next = sql`(SELECT coalesce(max(number), 0) + 1 FROM versions WHERE analysis_id = sources.analysis_id)`;
  const [[stored]] = await db.batch([
    db
      .insert(versions)
      .select(
        sql`SELECT analysis_id, ${next}, user_id, id, ${now}, ${leads}, ${converted}, ${newValues}, ${metrics}, ${figures},
            ${deliveryKey}, ${bodyHash}, NULL, ${newestDay}, ${latest} FROM sources
          WHERE ${hasLease(run, now)} AND ${isWithinQuota(userId, bytes, version)} AND ${isWithinPool(userId, bytes, version.maxPoolBytes)}`,
      )
      .returning(delivered),
    dropOldVersions(db, run),
    ...(version.goesOn ? [] : [endStored(db, run, version)]),
  ]);
  return stored;
}

/** Gives the lease back if the version of the run is stored. */
const endStored = (db: Database, run: RunLease, { bodyHash, now }: NewVersion) =>
  db
    .update(sources)
    .set({ lease: null, leaseUntil: 0, lastError: null })
    .where(
      and(
        isHeldBy(run),
        sql`EXISTS (SELECT 1 FROM versions WHERE source_id = ${run.sourceId} AND body_hash = ${bodyHash} AND made_at = ${now})`,
      ),
    );

/** Keeps the newest versions of an analysis, of older ones the last one of each month, and the one in use. */
function dropOldVersions(db: Database, { sourceId }: RunLease) {
  const own = sql`analysis_id = (SELECT analysis_id FROM sources WHERE id = ${sourceId})`;
  return db.delete(versions).where(
    sql`${own}
      AND number NOT IN (SELECT number FROM versions WHERE ${own} ORDER BY number DESC LIMIT ${MAX_VERSIONS})
      AND number NOT IN (SELECT max(number) FROM versions WHERE ${own} GROUP BY strftime('%Y-%m', made_at / 1000, 'unixepoch'))
      AND number NOT IN (SELECT number FROM versions WHERE ${own} AND entered_at IS NOT NULL ORDER BY entered_at DESC LIMIT 1)`,
  );
}
