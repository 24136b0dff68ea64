import { and, desc, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { MAX_STORED_BYTES } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { savedAnalyses, uploadParts, uploads } from './schema.ts';
import { isSharedAt } from './shared-analyses.ts';
import { selectSession, userOfSession, type SessionRow } from './sessions.ts';
import type { UploadKind } from './uploads.ts';

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
  choices: savedAnalyses.choices,
  name: savedAnalyses.name,
  note: savedAnalyses.note,
};

export type RecordRow = Pick<AnalysisRow, keyof typeof summary>;

const isVisibleTo = (userId: string | SQLWrapper) =>
  and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.awaitsDataset, false));

/** Statement for a user's list, newest first. It reads no parts and no shared figures, because they are large. */
const selectAnalyses = (db: Database, userId: string | SQLWrapper, now: number) =>
  db
    .select({ ...summary, isShared: isSharedAt(now) })
    .from(savedAnalyses)
    .where(isVisibleTo(userId))
    .orderBy(desc(savedAnalyses.createdAt), desc(savedAnalyses.id));

export type SummaryRow = Awaited<ReturnType<typeof selectAnalyses>>[number];

/** Finds a session and the list of its user in one round trip. The caller checks whether the session has expired. */
export async function findSessionAndAnalyses(
  db: Database,
  sid: string,
  now: number,
): Promise<{ session: SessionRow | undefined; analyses: SummaryRow[] }> {
  const [[session], analyses] = await db.batch([
    selectSession(db, sid),
    selectAnalyses(db, userOfSession(db, sid), now),
  ]);
  return { session, analyses };
}

/** Finds a record and its texts of these kinds. Their first parts come along, so that most failures precede the answer. */
export async function findAnalysis(
  db: Database,
  { userId, id }: { userId: string; id: string },
  kinds: readonly UploadKind[],
) {
  const [[record], texts] = await db.batch([
    db
      .select(summary)
      .from(savedAnalyses)
      .where(and(eq(savedAnalyses.id, id), isVisibleTo(userId))),
    db
      .select({
        userId: uploads.userId,
        uploadId: uploads.id,
        kind: uploads.kind,
        parts: uploads.parts,
        objectKey: uploads.objectKey,
        firstPart: uploadParts.content,
      })
      .from(uploads)
      .leftJoin(uploadParts, and(eq(uploadParts.uploadId, uploads.id), eq(uploadParts.position, 0)))
      .where(and(eq(uploads.userId, userId), eq(uploads.analysisId, id), inArray(uploads.kind, [...kinds]))),
  ]);
  return record ? { record, texts } : null;
}

export type StoredAnalysis = NonNullable<Awaited<ReturnType<typeof findAnalysis>>>;
export type StoredText = StoredAnalysis['texts'][number];

/** The columns that `PATCH /api/analyses/{id}` may change. */
export type LabelFields = Partial<Pick<AnalysisRow, 'name' | 'note'>>;

/** Renames an analysis or changes its note. Undefined if the user has no analysis with this id. */
export async function changeLabels(
  db: Database,
  { userId, id }: { userId: string; id: string },
  fields: LabelFields,
): Promise<RecordRow | undefined> {
  const [row] = await db
    .update(savedAnalyses)
    .set(fields)
    .where(and(eq(savedAnalyses.id, id), isVisibleTo(userId)))
    .returning(summary);
  return row;
}

/** Deletes an analysis; its uploads and its shared link cascade. False if the user has no analysis with this id. */
export async function deleteAnalysis(db: Database, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(savedAnalyses)
    .where(and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.id, id)))
    .returning({ id: savedAnalyses.id });
  return rows.length > 0;
}

/** Id of the record that was saved with this key. */
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

/** A user's stored analyses and bytes, and their limits. */
export interface Room {
  analyses: number;
  storedBytes: number;
  maxStoredBytes: number;
  /** Whether the requested record exists; its dataset may still be missing. */
  hasRecord: boolean;
  /** Size of the whole database. */
  databaseBytes: number;
}

/** Reads how much a user has stored and may store; null if the user is gone. */
export async function findRoom(db: Database, userId: string, id = ''): Promise<Room | null> {
  const { results, meta } = await db.run(sql`SELECT
    (SELECT count(*) FROM saved_analyses WHERE user_id = ${userId} AND awaits_dataset = 0) AS analyses,
    (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE user_id = ${userId}) AS bytes,
    EXISTS (SELECT 1 FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS hasRecord,
    google_id IS NOT NULL AS hasGoogle
    FROM users WHERE id = ${userId}`);
  const [row] = results as Record<string, number>[]; // every column is a number
  if (!row) return null;
  return {
    analyses: row['analyses'] ?? 0,
    storedBytes: row['bytes'] ?? 0,
    maxStoredBytes: row['hasGoogle'] ? MAX_STORED_BYTES.google : MAX_STORED_BYTES.password,
    hasRecord: Boolean(row['hasRecord']),
    databaseBytes: meta.size_after,
  };
}
