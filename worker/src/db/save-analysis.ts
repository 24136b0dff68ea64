import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { MAX_ANALYSES, MAX_UNFINISHED } from '#contract/limits.ts';
import type { Database } from './client.ts';
import type { AnalysisRow } from './saved-analyses.ts';
import { savedAnalyses, uploads } from './schema.ts';
import type { FinishedUpload, Statement } from './uploads.ts';

/** What a save that replaces an analysis may change of its record. */
export type AnalysisFigures = Omit<
  AnalysisRow,
  'id' | 'userId' | 'idempotencyKey' | 'awaitsDataset' | 'createdAt'
>;

const areWhole = (texts: readonly FinishedUpload[]): SQL =>
  sql.join(
    texts.map(({ id, parts }) => sql`EXISTS (SELECT 1 FROM uploads WHERE id = ${id} AND parts = ${parts})`),
    sql` AND `,
  );

const countVisible = (userId: string): SQL =>
  sql`(SELECT count(*) FROM saved_analyses WHERE user_id = ${userId} AND awaits_dataset = 0)`;

const finishTexts = (texts: readonly FinishedUpload[]): Statement[] =>
  texts.flatMap(({ lastStatements }) => [...lastStatements]);

/** The record, unless the user keeps too many, an upload is not whole, or the key was used before. */
function insertRecord(db: Database, row: AnalysisRow, texts: readonly FinishedUpload[]): Statement {
  return db
    .insert(savedAnalyses)
    .select(
      sql`SELECT ${row.id}, ${row.userId}, ${row.idempotencyKey}, ${row.fileName}, ${row.conversionValue},
        ${row.significanceThreshold}, ${row.overallRate}, ${row.totalLeads}, ${row.totalQualified},
        ${row.topMetrics}, ${row.awaitsDataset ? 1 : 0}, ${row.createdAt}
      WHERE ${countVisible(row.userId)} < ${MAX_ANALYSES} AND ${areWhole(texts)}`,
    )
    .onConflictDoNothing();
}

/** Removes the oldest of the user's records that wait for their dataset, where there are too many. */
function dropOldUnfinished(db: Database, userId: string): Statement {
  const waits = and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.awaitsDataset, true));
  return db
    .delete(savedAnalyses)
    .where(
      and(
        waits,
        sql`id NOT IN (SELECT id FROM saved_analyses WHERE ${waits} ORDER BY created_at DESC, rowid DESC LIMIT ${MAX_UNFINISHED})`,
      ),
    );
}

/** Gives an upload to a record, where both are there. */
function adopt(db: Database, { id, userId }: FinishedUpload, analysisId: string): Statement {
  return db
    .update(uploads)
    .set({ analysisId })
    .where(
      and(
        eq(uploads.id, id),
        sql`EXISTS (SELECT 1 FROM saved_analyses WHERE id = ${analysisId} AND user_id = ${userId})`,
      ),
    );
}

/** Gives up what no record has adopted. */
const giveUp = (db: Database, texts: readonly FinishedUpload[]): Statement[] =>
  texts.map(({ id }) => db.delete(uploads).where(and(eq(uploads.id, id), isNull(uploads.analysisId))));

/** Runs statements as one transaction, and says whether the record is then as `condition` wants it. */
async function runAndSee(
  db: Database,
  statements: Statement[],
  condition: SQL | undefined,
): Promise<boolean> {
  const found: Statement = db.select({ id: savedAnalyses.id }).from(savedAnalyses).where(condition);
  const all = [...statements, found];
  const results = await db.batch(all as [Statement, ...Statement[]]); // never empty
  return (results.at(-1) as { id: string }[]).length > 0; // the type of a list of unknown length says nothing of its end
}

/**
 * Saves a record together with its texts, in one transaction: nobody ever sees a part of it.
 *
 * @returns false where the user keeps too much already, or has used the key before
 */
export async function insertAnalysis(
  db: Database,
  row: AnalysisRow,
  texts: readonly FinishedUpload[],
): Promise<boolean> {
  const statements = [
    ...finishTexts(texts),
    insertRecord(db, row, texts),
    ...texts.map((text) => adopt(db, text, row.id)),
    ...giveUp(db, texts),
    ...(row.awaitsDataset ? [dropOldUnfinished(db, row.userId)] : []),
  ];
  return await runAndSee(db, statements, eq(savedAnalyses.id, row.id));
}

/**
 * Puts texts in the place of those that a record has of their kind, in one transaction.
 *
 * @returns false where the record is gone or the user keeps too much already
 */
async function replaceTexts(
  db: Database,
  { userId, id }: { userId: string; id: string },
  { texts, fields }: { texts: readonly FinishedUpload[]; fields: Partial<AnalysisRow> },
): Promise<boolean> {
  const ids = texts.map((text) => text.id);
  const kinds = texts.map(({ kind }) => kind);
  // A record that is in no list yet comes into it with its dataset.
  const isRoom =
    fields.awaitsDataset === false
      ? sql`(awaits_dataset = 0 OR ${countVisible(userId)} < ${MAX_ANALYSES})`
      : sql`TRUE`;
  const isAllowed = sql`EXISTS (SELECT 1 FROM saved_analyses WHERE id = ${id} AND user_id = ${userId} AND ${isRoom})`;
  const isAdopted = sql`EXISTS (SELECT 1 FROM uploads WHERE id = ${ids[0]} AND analysis_id = ${id})`;
  const isOld = and(eq(uploads.analysisId, id), inArray(uploads.kind, kinds));
  const isMine = and(eq(savedAnalyses.id, id), eq(savedAnalyses.userId, userId), isAdopted);
  const statements = [
    ...finishTexts(texts),
    db.delete(uploads).where(and(isOld, areWhole(texts), isAllowed)),
    db
      .update(uploads)
      .set({ analysisId: id })
      .where(and(inArray(uploads.id, ids), areWhole(texts), isAllowed)),
    db.update(savedAnalyses).set(fields).where(isMine),
    ...giveUp(db, texts),
  ];
  return await runAndSee(db, statements, isMine);
}

type Target = Parameters<typeof replaceTexts>[1];

/** Replaces figures and texts of an analysis and leaves its dataset. False where the record is gone or there is no room. */
export const replaceFigures = (
  db: Database,
  target: Target,
  { texts, figures }: { texts: readonly FinishedUpload[]; figures: AnalysisFigures },
): Promise<boolean> => replaceTexts(db, target, { texts, fields: figures });

/** Puts a dataset in the place of the one that the record had, or waited for. False where it is gone or there is no room. */
export const replaceDataset = (db: Database, target: Target, dataset: FinishedUpload): Promise<boolean> =>
  replaceTexts(db, target, { texts: [dataset], fields: { awaitsDataset: false } });
