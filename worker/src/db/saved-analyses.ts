import { and, desc, eq, type SQLWrapper } from 'drizzle-orm';
import type { Database } from './client.ts';
import { savedAnalyses, uploadParts, uploads } from './schema.ts';
import { selectSession, userOfSession, type SessionRow } from './sessions.ts';

export type AnalysisRow = typeof savedAnalyses.$inferSelect;

const summary = {
  id: savedAnalyses.id,
  fileName: savedAnalyses.fileName,
  createdAt: savedAnalyses.createdAt,
  conversionValue: savedAnalyses.conversionValue,
  significanceThreshold: savedAnalyses.significanceThreshold,
  overallRate: savedAnalyses.overallRate,
  totalLeads: savedAnalyses.totalLeads,
  totalQualified: savedAnalyses.totalQualified,
  topMetrics: savedAnalyses.topMetrics,
};

export type SummaryRow = Pick<AnalysisRow, keyof typeof summary>;

const isVisibleTo = (userId: string | SQLWrapper) =>
  and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.awaitsDataset, false));

/** Statement for a user's list, newest first. Touches no parts. */
const selectAnalyses = (db: Database, userId: string | SQLWrapper) =>
  db
    .select(summary)
    .from(savedAnalyses)
    .where(isVisibleTo(userId))
    .orderBy(desc(savedAnalyses.createdAt), desc(savedAnalyses.id));

/** A session and the list of its user in one round trip. Whether the session is alive is for the caller to see. */
export async function findSessionAndAnalyses(
  db: Database,
  sid: string,
): Promise<{ session: SessionRow | undefined; analyses: SummaryRow[] }> {
  const [[session], analyses] = await db.batch([
    selectSession(db, sid),
    selectAnalyses(db, userOfSession(db, sid)),
  ]);
  return { session, analyses };
}

/** The record, and each of its uploads with its first part, so that a missing one shows before an answer begins. */
export async function findAnalysis(db: Database, userId: string, id: string) {
  const [[record], texts] = await db.batch([
    db
      .select(summary)
      .from(savedAnalyses)
      .where(and(eq(savedAnalyses.id, id), isVisibleTo(userId))),
    db
      .select({
        uploadId: uploads.id,
        kind: uploads.kind,
        parts: uploads.parts,
        firstPart: uploadParts.content,
      })
      .from(uploads)
      .innerJoin(uploadParts, and(eq(uploadParts.uploadId, uploads.id), eq(uploadParts.position, 0)))
      .where(and(eq(uploads.userId, userId), eq(uploads.analysisId, id))),
  ]);
  return record ? { record, texts } : null;
}

export type StoredAnalysis = NonNullable<Awaited<ReturnType<typeof findAnalysis>>>;

/** Removes an analysis with everything that belongs to it. False where the user has none of that id. */
export async function deleteAnalysis(db: Database, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(savedAnalyses)
    .where(and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.id, id)))
    .returning({ id: savedAnalyses.id });
  return rows.length > 0;
}

/** Whether the user has a record of that id, which may still wait for its dataset. */
export async function hasRecord(db: Database, userId: string, id: string): Promise<boolean> {
  const row = await db
    .select({ id: savedAnalyses.id })
    .from(savedAnalyses)
    .where(and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.id, id)))
    .get();
  return row !== undefined;
}

/** Id of what was saved before with the same key. */
export async function findByKey(
  db: Database,
  userId: string,
  idempotencyKey: string | null,
): Promise<string | undefined> {
  if (idempotencyKey === null) return undefined;
  const row = await db
    .select({ id: savedAnalyses.id })
    .from(savedAnalyses)
    .where(and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.idempotencyKey, idempotencyKey)))
    .get();
  return row?.id;
}

/** How many analyses are in a user's list. */
export async function countAnalyses(db: Database, userId: string): Promise<number> {
  return await db.$count(savedAnalyses, isVisibleTo(userId));
}
