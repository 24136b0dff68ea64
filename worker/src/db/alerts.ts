import { and, count, desc, eq, isNotNull, isNull, lte, ne, sql, type SQL } from 'drizzle-orm';
import { ALERTS_PAGE } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { alerts, savedAnalyses, sources, versions, watchedRules } from './schema.ts';
import { inColumnOrder } from './column-order.ts';
import { isSourceOf } from './sources.ts';
import { isVersionOf } from './versions.ts';
import { isVisible, type Target } from './shared-analyses.ts';
import type { FallenRule, Json, StoredLatest } from './json.ts';

/** The rules in use of an analysis. */
export type WatchedRow = typeof watchedRules.$inferSelect;
export type AlertRow = typeof alerts.$inferSelect;

const isWatched = ({ userId, id }: Target) =>
  and(eq(watchedRules.userId, userId), eq(watchedRules.analysisId, id));
const isAlertOf = ({ userId, id }: Target) => and(eq(alerts.userId, userId), eq(alerts.analysisId, id));

/** The facts that decide how a run is judged. */
export interface RunState {
  watched: WatchedRow | undefined;
  /** The schedule of the source, as JSON; null without one. */
  schedule: string | null;
  /** When the last version was made; null without one. */
  lastMadeAt: number | null;
}

/** The rules in use of an analysis and the rhythm of its runs. */
export async function findRunState(db: Database, target: Target): Promise<RunState> {
  const [[watched], [source], [last]] = await db.batch([
    db.select().from(watchedRules).where(isWatched(target)),
    db.select({ schedule: sources.schedule }).from(sources).where(isSourceOf(target)),
    db
      .select({ madeAt: versions.madeAt })
      .from(versions)
      .where(isVersionOf(target))
      .orderBy(desc(versions.number))
      .limit(1),
  ]);
  return { watched, schedule: source?.schedule ?? null, lastMadeAt: last?.madeAt ?? null };
}

/** Rules that come into use. */
export type NewRules = Omit<WatchedRow, 'analysisId' | 'userId' | 'judgedAt'>;

/** Begins to watch the rules of an analysis, unless some are in use. The rules in use afterwards; undefined if the user has no such analysis. */
export async function beginWatch(
  db: Database,
  target: Target,
  rules: NewRules,
): Promise<WatchedRow | undefined> {
  const [, [row]] = await db.batch([
    insertRules(db, target, rules).onConflictDoNothing(),
    db.select().from(watchedRules).where(isWatched(target)),
  ]);
  return row;
}

/**
 * Puts rules into use: those of a version, which is then marked as entered, or those of the analysis as it was saved. Alerts of the
 * rules before are settled. False, and nothing has changed, if the user has no such analysis or version.
 */
export async function putInUse(db: Database, target: Target, rules: NewRules): Promise<boolean> {
  const [[used]] = await db.batch(bringIntoUse(db, target, rules));
  return used !== undefined;
}

/** The statements of `putInUse`, under a condition. The first one gives a row if the rules are in use. */
export function bringIntoUse(db: Database, target: Target, rules: NewRules, condition?: SQL) {
  const { reference, version, since } = rules;
  const isUsed = sql`EXISTS (SELECT 1 FROM watched_rules WHERE analysis_id = ${target.id} AND reference = ${reference})`;
  return [
    insertRules(db, target, rules, condition)
      .onConflictDoUpdate({ target: watchedRules.analysisId, set: { ...rules, judgedAt: null } })
      .returning({ id: watchedRules.analysisId }),
    db
      .update(versions)
      .set({ enteredAt: since })
      .where(and(isVersionOf(target), eq(versions.number, version), isUsed)),
    db.delete(alerts).where(and(isAlertOf(target), ne(alerts.reference, reference), isUsed)),
  ] as const;
}

function insertRules(db: Database, target: Target, rules: NewRules, condition = sql`TRUE`) {
  const { userId, id: analysisId } = target;
  return db.insert(watchedRules).select(
    sql`SELECT ${inColumnOrder(watchedRules, { ...rules, analysisId, userId })}
        FROM saved_analyses WHERE ${isVisible(target)} AND ${hasVersion(rules.version)} AND ${condition}`,
  );
}

/** Condition on a row of analyses: it has a version with this number. Each has 0, as which it was saved. */
export const hasVersion = (version: number): SQL =>
  version === 0
    ? sql`TRUE`
    : sql`EXISTS (SELECT 1 FROM versions WHERE analysis_id = ${savedAnalyses.id} AND number = ${version})`;

/** Notes why no alert can come, and whether the analysis goes by value, while the same rules are in use. */
export async function noteWatch(
  db: Database,
  target: Target,
  { reference, missing, isByValue }: Pick<WatchedRow, 'reference' | 'missing' | 'isByValue'>,
): Promise<void> {
  await db
    .update(watchedRules)
    .set({ missing, isByValue })
    .where(and(isWatched(target), eq(watchedRules.reference, reference)));
}

/** A version as it is put into use. */
export const findCountedVersion = (db: Database, target: Target, number: number) =>
  db
    .select({
      figures: versions.figures,
      leads: versions.leads,
      converted: versions.converted,
      newestDay: versions.newestDay,
      madeAt: versions.madeAt,
    })
    .from(versions)
    .where(and(isVersionOf(target), eq(versions.number, number)))
    .get();

/** The rules in use, and the latest leads of a version; null where nothing is to be judged. */
export async function findToJudge(
  db: Database,
  target: Target,
  number: number,
): Promise<{ watched: WatchedRow; latest: Json<StoredLatest>; madeAt: number } | null> {
  const [[watched], [version]] = await db.batch([
    db.select().from(watchedRules).where(isWatched(target)),
    db
      .select({ latest: versions.latest, madeAt: versions.madeAt })
      .from(versions)
      .where(and(isVersionOf(target), eq(versions.number, number))),
  ]);
  if (!watched || !version || version.latest === null) return null;
  return { watched, latest: version.latest, madeAt: version.madeAt };
}

/** Rules that no longer hold, as one version shows. */
export interface JudgedVersion {
  reference: string;
  version: number;
  madeAt: number;
  fallen: readonly { rule: number; figures: Json<FallenRule> }[];
}

/**
 * Raises alerts, and notes when the rules were judged; nothing if other rules came into use meanwhile. A rule that has raised an
 * alert raises no second one. Repeating it changes nothing.
 *
 * @returns how many alerts this version has raised
 */
export async function raiseAlerts(
  db: Database,
  target: Target,
  { reference, version, madeAt, fallen }: JudgedVersion,
): Promise<number> {
  const [, , raised] = await db.batch([
    db
      .insert(alerts)
      .select(
        sql`SELECT analysis_id, reference, fallen.value ->> 'rule', user_id, ${version}, fallen.value ->> 'figures', ${madeAt}, NULL, NULL
          FROM watched_rules, json_each(${JSON.stringify(fallen)}) AS fallen
          WHERE analysis_id = ${target.id} AND user_id = ${target.userId} AND reference = ${reference}`,
      )
      .onConflictDoNothing(),
    db
      .update(watchedRules)
      .set({ judgedAt: sql`max(coalesce(${watchedRules.judgedAt}, 0), ${madeAt})` })
      .where(and(isWatched(target), eq(watchedRules.reference, reference))),
    db
      .select({ count: count() })
      .from(alerts)
      .where(and(isAlertOf(target), eq(alerts.reference, reference), eq(alerts.version, version))),
  ]);
  return raised[0]?.count ?? 0;
}

/** The alerts and rules of an analysis that the page shows; null if the user has none with this id. */
export interface ShownAlerts {
  watched: WatchedRow | undefined;
  /** A page of them, and one more where there are more. */
  alerts: AlertRow[];
  /** The latest leads of the rules in use; null before a run was judged. */
  latest: Json<StoredLatest> | null;
}

/** The place of an alert in the list: the newest version first, then by rule. */
export type AlertPosition = Pick<AlertRow, 'version' | 'rule'>;

const isAfter = ({ version, rule }: AlertPosition) =>
  sql`(${alerts.version} < ${version} OR (${alerts.version} = ${version} AND ${alerts.rule} > ${rule}))`;

export async function findAlertsOf(
  db: Database,
  target: Target,
  after?: AlertPosition,
): Promise<ShownAlerts | null> {
  const [[analysis], [watched], rows, [last]] = await db.batch([
    db.select({ id: savedAnalyses.id }).from(savedAnalyses).where(isVisible(target)),
    db.select().from(watchedRules).where(isWatched(target)),
    db
      .select()
      .from(alerts)
      .where(and(isAlertOf(target), after && isAfter(after)))
      .orderBy(desc(alerts.version), alerts.rule)
      .limit(ALERTS_PAGE + 1),
    db
      .select({ latest: versions.latest })
      .from(versions)
      .where(and(isVersionOf(target), isNotNull(versions.latest)))
      .orderBy(desc(versions.number))
      .limit(1),
  ]);
  return analysis ? { watched, alerts: rows, latest: last?.latest ?? null } : null;
}

/** Marks the alerts of an analysis up to a version as seen. */
export async function markSeen(
  db: Database,
  target: Target,
  { upTo, now }: { upTo: number; now: number },
): Promise<void> {
  await db
    .update(alerts)
    .set({ seenAt: now })
    .where(and(isAlertOf(target), lte(alerts.version, upTo), isNull(alerts.seenAt)));
}

/**
 * The alerts that a version has raised and no message has told of; they count as told from now on, so that no second message does.
 * Empty where there is nothing to send.
 */
export const takeUnmailed = (
  db: Database,
  target: Target,
  { version, now }: { version: number; now: number },
): Promise<AlertRow[]> =>
  db
    .update(alerts)
    .set({ mailedAt: now })
    .where(and(isAlertOf(target), eq(alerts.version, version), isNull(alerts.mailedAt)))
    .returning();
