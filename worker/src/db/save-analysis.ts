import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { MAX_ANALYSES, MAX_UNFINISHED } from '#contract/limits.ts';
import type { Database } from './client.ts';
import type { AnalysisRow, LabelFields } from './saved-analyses.ts';
import { savedAnalyses, uploads } from './schema.ts';
import type { FinishedUpload, Statement } from './uploads.ts';

/** The columns that `PUT /api/analyses/{id}` may change. */
export type AnalysisFigures = Omit<
  AnalysisRow,
  'id' | 'userId' | 'idempotencyKey' | 'awaitsDataset' | 'createdAt' | keyof LabelFields
>;

/** A new analysis is called like its file and has no note. */
export type NewAnalysis = Omit<AnalysisRow, keyof LabelFields>;

const areWhole = (texts: readonly FinishedUpload[]): SQL =>
  sql.join(
    texts.map(({ id, parts }) => sql`EXISTS (SELECT 1 FROM uploads WHERE id = ${id} AND parts = ${parts})`),
    sql` AND `,
  );

const countVisible = (userId: string): SQL =>
  sql`(SELECT count(*) FROM saved_analyses WHERE user_id = ${userId} AND awaits_dataset = 0)`;

const finishTexts = (texts: readonly FinishedUpload[]): Statement[] =>
  texts.flatMap(({ lastStatements }) => [...lastStatements]);

/** Inserts the record, unless the user has too many, an upload is incomplete, or the key was used before. */
function insertRecord(db: Database, row: NewAnalysis, texts: readonly FinishedUpload[]): Statement {
  return db
    .insert(savedAnalyses)
    .select(
      sql`SELECT ${row.id}, ${row.userId}, ${row.idempotencyKey}, ${row.fileName}, ${row.conversionValue},
        ${row.significanceThreshold}, ${row.overallRate}, ${row.totalLeads}, ${row.totalQualified},
        ${row.topMetrics}, ${row.awaitsDataset ? 1 : 0}, ${row.createdAt}, ${row.choices}, NULL, ''
      WHERE ${countVisible(row.userId)} < ${MAX_ANALYSES} AND ${areWhole(texts)}`,
    )
    .onConflictDoNothing();
}

/** Deletes the user's oldest records without their announced dataset, as far as there are more than `MAX_UNFINISHED`. */
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

/** Makes an upload part of a record, if both exist. */
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

/** Deletes the uploads that became part of no record. */
const deleteUnadopted = (db: Database, texts: readonly FinishedUpload[]): Statement[] =>
  texts.map(({ id }) => db.delete(uploads).where(and(eq(uploads.id, id), isNull(uploads.analysisId))));

/** Runs the statements in one transaction and returns whether a record then meets the condition. */
async function runAndCheck(
  db: Database,
  statements: Statement[],
  condition: SQL | undefined,
): Promise<boolean> {
  const found: Statement = db.select({ id: savedAnalyses.id }).from(savedAnalyses).where(condition);
  const all = [...statements, found];
  const results = await db.batch(all as [Statement, ...Statement[]]); // never empty
  return (results.at(-1) as { id: string }[]).length > 0; // the last result is that of `found`
}

/**
 * Saves a record with its texts in one transaction, so that no request sees a part of it.
 *
 * @returns false if the user has reached a limit or has used the key before
 */
export async function insertAnalysis(
  db: Database,
  row: NewAnalysis,
  texts: readonly FinishedUpload[],
): Promise<boolean> {
  const statements = [
    ...finishTexts(texts),
    insertRecord(db, row, texts),
    ...texts.map((text) => adopt(db, text, row.id)),
    ...deleteUnadopted(db, texts),
    ...(row.awaitsDataset ? [dropOldUnfinished(db, row.userId)] : []),
  ];
  return await runAndCheck(db, statements, eq(savedAnalyses.id, row.id));
}

/**
 * Replaces the texts of a record that have the same kinds as `texts`, in one transaction.
 *
 * @returns false if the record is gone or the user has reached a limit
 */
async function replaceTexts(
  db: Database,
  { userId, id }: { userId: string; id: string },
  { texts, fields }: { texts: readonly FinishedUpload[]; fields: Partial<AnalysisRow> },
): Promise<boolean> {
  const ids = texts.map((text) => text.id);
  const kinds = texts.map(({ kind }) => kind);
  // A new record is counted when its dataset arrives, because the list shows it only then.
  const isRoom =
    fields.awaitsDataset === false
      ? sql`(awaits_dataset = 0 OR ${countVisible(userId)} < ${MAX_ANALYSES})`
      : sql`TRUE`;
  const isAllowed = sql`EXISTS (SELECT 1 FROM saved_analyses WHERE id = ${id} AND user_id = ${userId} AND ${isRoom})`;
  const isAdopted = sql`EXISTS (SELECT 1 FROM uploads WHERE id = ${ids[0]} AND analysis_id = ${id})`;
  const isOld = and(eq(uploads.analysisId, id), inArray(uploads.kind, kinds));
  const isReplaced = and(eq(savedAnalyses.id, id), eq(savedAnalyses.userId, userId), isAdopted);
  const statements = [
    ...finishTexts(texts),
    db.delete(uploads).where(and(isOld, areWhole(texts), isAllowed)),
    db
      .update(uploads)
      .set({ analysisId: id })
      .where(and(inArray(uploads.id, ids), areWhole(texts), isAllowed)),
    db.update(savedAnalyses).set(fields).where(isReplaced),
    ...deleteUnadopted(db, texts),
  ];
  return await runAndCheck(db, statements, isReplaced);
}

type Target = Parameters<typeof replaceTexts>[1];

/** Replaces the figures and texts of an analysis and keeps its dataset. Returns false as `replaceTexts` does. */
export const replaceFigures = (
  db: Database,
  target: Target,
  { texts, figures }: { texts: readonly FinishedUpload[]; figures: AnalysisFigures },
): Promise<boolean> => replaceTexts(db, target, { texts, fields: figures });

/** Replaces the dataset of an analysis, or adds the announced one. Returns false as `replaceTexts` does. */
export const replaceDataset = (db: Database, target: Target, dataset: FinishedUpload): Promise<boolean> =>
  replaceTexts(db, target, { texts: [dataset], fields: { awaitsDataset: false } });
