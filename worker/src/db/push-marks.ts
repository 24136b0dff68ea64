import type { StoredToEnter } from '#contract/metrics.ts';
import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { hasVersion, bringIntoUse, type NewRules, type WatchedRow } from './alerts.ts';
import type { Database } from './client.ts';
import { toJson, type Json } from './json.ts';
import {
  alerts,
  pushes,
  pushMarks,
  type RulesBefore,
  savedAnalyses,
  versions,
  watchedRules,
} from './schema.ts';
import { isVisible, type Target } from './shared-analyses.ts';
import type { Statement } from './uploads.ts';

/** A push of an owner. */
export interface PushKey {
  userId: string;
  id: string;
}

/** The rules that a push brings into use. */
export interface NewMark {
  push: PushKey;
  target: Target;
  /** The version of the record whose plan it is: after a change of the record it is the plan of something else. */
  recordVersion: number;
  rules: NewRules;
  /** The figures that were pushed. */
  entered: Json<StoredToEnter[]> | null;
}

/** A row of a table as JSON, by the keys that it has here. */
const jsonOf = (table: SQLiteTable): SQL =>
  sql`json_object(${sql.join(
    Object.entries(getTableColumns(table)).flatMap(([key, column]) => [sql`${key}`, sql`${column}`]),
    sql`, `,
  )})`;

/** The values of such a row in the order of the table. */
const fromJson = (table: SQLiteTable, row: SQL): SQL =>
  sql.join(
    Object.keys(getTableColumns(table)).map((key) => sql`${row} ->> ${key}`),
    sql`, `,
  );

const isPush = ({ userId, id }: PushKey) => and(eq(pushes.userId, userId), eq(pushes.id, id));

/** Statements that bring the rules of a push into use and keep those before. They change none if the record has changed, and note that. */
export function markPushed(db: Database, mark: NewMark): Statement[] {
  const { push, target, recordVersion, rules, entered } = mark;
  const { reference, version, since } = rules;
  const { id } = target;
  const before = sql`json_object(
    'rules', json((SELECT ${jsonOf(watchedRules)} FROM watched_rules WHERE analysis_id = ${id})),
    'alerts', json((SELECT json_group_array(${jsonOf(alerts)}) FROM alerts WHERE analysis_id = ${id})),
    'enteredAt', (SELECT entered_at FROM versions WHERE analysis_id = ${id} AND number = ${version}))`;
  const isMarked = sql`EXISTS (SELECT 1 FROM push_marks WHERE push_id = ${push.id})`;
  return [
    db.insert(pushMarks).select(
      sql`SELECT ${push.id}, ${id}, ${push.userId}, ${reference}, ${version}, ${since}, ${entered}, ${before} FROM saved_analyses
        WHERE ${isVisible(target)} AND ${savedAnalyses.version} = ${recordVersion} AND ${hasVersion(version)}`,
    ),
    ...bringIntoUse(db, target, rules, isMarked),
    noteInUse(db, push, sql`iif(${isMarked}, 'marked', 'not-marked')`),
  ];
}

/** The marks of the analysis that a push has marked, its own among them, and the rules in use there. */
export async function findMarks(db: Database, { userId, id }: PushKey) {
  const own = db
    .select({ id: pushMarks.analysisId })
    .from(pushMarks)
    .where(and(eq(pushMarks.pushId, id), eq(pushMarks.userId, userId)));
  const [marks, [watched]] = await db.batch([
    db
      .select({ ...getTableColumns(pushMarks), kind: pushes.kind })
      .from(pushMarks)
      .innerJoin(pushes, eq(pushes.id, pushMarks.pushId))
      .where(eq(pushMarks.analysisId, own)),
    db.select().from(watchedRules).where(eq(watchedRules.analysisId, own)),
  ]);
  return { marks, watched };
}

export type MarkRow = Awaited<ReturnType<typeof findMarks>>['marks'][number];

/**
 * Statements that end the mark of a push with its undo. If its rules are still in use, those before come back with their alerts, and
 * its own alerts go; else others came into use since, and stay.
 */
export function unmarkPushed(db: Database, { pushId, userId, ...mark }: MarkRow): Statement[] {
  const { analysisId, reference, version, since } = mark;
  const isOwn = and(eq(watchedRules.analysisId, analysisId), eq(watchedRules.reference, reference));
  const isUsed = sql`EXISTS (SELECT 1 FROM watched_rules WHERE ${isOwn})`;
  const ofMark = sql`push_id = ${pushId} AND ${isUsed}`;
  return [
    noteInUse(db, { userId, id: pushId }, sql`iif(${isUsed}, 'restored', 'left')`),
    db
      .update(versions)
      .set({
        enteredAt: sql`(SELECT before_rules ->> '$.enteredAt' FROM push_marks WHERE push_id = ${pushId})`,
      })
      .where(
        and(
          eq(versions.analysisId, analysisId),
          eq(versions.number, version),
          eq(versions.enteredAt, since), // nobody has marked it since
        ),
      ),
    db.delete(alerts).where(and(eq(alerts.analysisId, analysisId), isUsed)),
    db
      .insert(alerts)
      .select(
        sql`SELECT ${fromJson(alerts, sql`value`)} FROM push_marks, json_each(before_rules, '$.alerts') WHERE ${ofMark}`,
      ),
    db
      .insert(watchedRules)
      .select(
        sql`SELECT ${fromJson(watchedRules, sql`before_rules -> '$.rules'`)} FROM push_marks
          WHERE ${ofMark} AND before_rules ->> '$.rules' IS NOT NULL`,
      )
      .onConflictDoUpdate({ target: watchedRules.analysisId, set: allOf(watchedRules) }),
    db.delete(watchedRules).where(isOwn), // there were none
    db.delete(pushMarks).where(eq(pushMarks.pushId, pushId)),
  ];
}

/** Notes what a push has done to rules in use. */
export const noteInUse = (db: Database, push: PushKey, inUse: SQL | null): Statement =>
  db.update(pushes).set({ inUse }).where(isPush(push));

/** All columns of the row that could not be added. */
const allOf = (table: SQLiteTable) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, { name }]) => [key, sql.raw(`excluded.${name}`)]),
  );

/** Changes the rules before that a mark keeps. */
export const keepBefore = (db: Database, pushId: string, before: RulesBefore): Statement =>
  db
    .update(pushMarks)
    .set({ before: toJson(before) })
    .where(eq(pushMarks.pushId, pushId));

/** Changes rules while they are in use. */
export const changeRules = (
  db: Database,
  { analysisId, reference }: Pick<WatchedRow, 'analysisId' | 'reference'>,
  rules: string,
): Statement =>
  db
    .update(watchedRules)
    .set({ rules })
    .where(and(eq(watchedRules.analysisId, analysisId), eq(watchedRules.reference, reference)));
