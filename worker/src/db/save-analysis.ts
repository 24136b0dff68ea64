import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from './client.ts';
import type { AnalysisRow } from './saved-analyses.ts';
import { savedAnalyses, uploads } from './schema.ts';
import { keepPart, type FinishedUpload } from './uploads.ts';

type Statement = BatchItem<'sqlite'>;

const isWhole = ({ owner, lastPart }: FinishedUpload): SQL =>
  sql`EXISTS (SELECT 1 FROM uploads WHERE id = ${owner.id} AND parts = ${lastPart.position + 1})`;

const countVisible = (userId: string): SQL =>
  sql`(SELECT count(*) FROM saved_analyses WHERE user_id = ${userId} AND awaits_dataset = 0)`;

const lastParts = (db: Database, texts: readonly FinishedUpload[]): Statement[] =>
  texts.flatMap(({ owner, lastPart }): Statement[] => [...keepPart(db, owner, lastPart)]);

/** The record, unless the user keeps too many, an upload is not whole, or the key was used before. */
function insertRecord(
  db: Database,
  row: AnalysisRow,
  { texts, maxAnalyses }: { texts: readonly FinishedUpload[]; maxAnalyses: number },
): Statement {
  const conditions = sql.join(texts.map(isWhole), sql` AND `);
  return db
    .insert(savedAnalyses)
    .select(
      sql`SELECT ${row.id}, ${row.userId}, ${row.idempotencyKey}, ${row.fileName}, ${row.conversionValue},
        ${row.significanceThreshold}, ${row.overallRate}, ${row.totalLeads}, ${row.totalQualified},
        ${row.topMetrics}, ${row.awaitsDataset ? 1 : 0}, ${row.createdAt}
      WHERE ${countVisible(row.userId)} < ${maxAnalyses} AND ${conditions}`,
    )
    .onConflictDoNothing();
}

/** Gives an upload to a record, where both are there. */
function adopt(db: Database, { owner }: FinishedUpload, analysisId: string): Statement {
  return db
    .update(uploads)
    .set({ analysisId })
    .where(
      and(
        eq(uploads.id, owner.id),
        sql`EXISTS (SELECT 1 FROM saved_analyses WHERE id = ${analysisId} AND user_id = ${owner.userId})`,
      ),
    );
}

/** Gives up what no record has adopted. */
const giveUp = (db: Database, texts: readonly FinishedUpload[]): Statement[] =>
  texts.map(({ owner }) =>
    db.delete(uploads).where(and(eq(uploads.id, owner.id), isNull(uploads.analysisId))),
  );

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
  { texts, maxAnalyses }: { texts: readonly FinishedUpload[]; maxAnalyses: number },
): Promise<boolean> {
  const statements = [
    ...lastParts(db, texts),
    insertRecord(db, row, { texts, maxAnalyses }),
    ...texts.map((text) => adopt(db, text, row.id)),
    ...giveUp(db, texts),
  ];
  return await runAndSee(db, statements, eq(savedAnalyses.id, row.id));
}

/**
 * Puts a dataset in the place of the one that the record had, or waited for, in one transaction.
 *
 * @returns false where the record is gone or the user keeps too much already
 */
export async function replaceDataset(
  db: Database,
  { userId, id }: { userId: string; id: string },
  { text, maxAnalyses }: { text: FinishedUpload; maxAnalyses: number },
): Promise<boolean> {
  const isRoom = sql`(awaits_dataset = 0 OR ${countVisible(userId)} < ${maxAnalyses})`;
  const isAllowed = sql`EXISTS (SELECT 1 FROM saved_analyses WHERE id = ${id} AND user_id = ${userId} AND ${isRoom})`;
  const isAdopted = sql`EXISTS (SELECT 1 FROM uploads WHERE id = ${text.owner.id} AND analysis_id = ${id})`;
  const isOldDataset = and(eq(uploads.analysisId, id), eq(uploads.kind, 'dataset'));
  const statements = [
    ...lastParts(db, [text]),
    db.delete(uploads).where(and(isOldDataset, isWhole(text), isAllowed)),
    db
      .update(uploads)
      .set({ analysisId: id })
      .where(and(eq(uploads.id, text.owner.id), isWhole(text), isAllowed)),
    db
      .update(savedAnalyses)
      .set({ awaitsDataset: false })
      .where(and(eq(savedAnalyses.id, id), isAdopted)),
    ...giveUp(db, [text]),
  ];
  const isDone = and(eq(savedAnalyses.id, id), eq(savedAnalyses.userId, userId), isAdopted);
  return await runAndSee(db, statements, isDone);
}
