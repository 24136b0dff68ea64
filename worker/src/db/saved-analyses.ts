import { and, desc, eq, inArray, sql, type SQLWrapper, isNull, type SQL } from 'drizzle-orm';
import { MAX_STORED_BYTES, MAX_ANALYSES, MAX_UNFINISHED } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { savedAnalyses, uploadParts, uploads } from './schema.ts';
import { isSharedAt, type Target } from './shared-analyses.ts';
import { selectSession, userOfSession, type SessionRow } from './sessions.ts';
import type { UploadKind, FinishedUpload, Statement } from './uploads.ts';

type AnalysisRow = typeof savedAnalyses.$inferSelect;

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
export async function findAnalysis(db: Database, { userId, id }: Target, kinds: readonly UploadKind[]) {
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
type LabelFields = Partial<Pick<AnalysisRow, 'name' | 'note'>>;

/** Renames an analysis or changes its note. Undefined if the user has no analysis with this id. */
export async function changeLabels(
  db: Database,
  { userId, id }: Target,
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
export async function deleteAnalysis(db: Database, { userId, id }: Target): Promise<boolean> {
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
  /** Whether the requested record still waits for its dataset; null if there is no such record. */
  awaitsDataset: boolean | null;
  /** Size of the whole database. */
  databaseBytes: number;
}

/** Reads how much a user has stored and may store; null if the user is gone. */
export async function findRoom(db: Database, { userId, id }: Target): Promise<Room | null> {
  const { results, meta } = await db.run(sql`SELECT
    (SELECT count(*) FROM saved_analyses WHERE user_id = ${userId} AND awaits_dataset = 0) AS analyses,
    (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE user_id = ${userId}) AS bytes,
    (SELECT awaits_dataset FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS awaitsDataset,
    google_id IS NOT NULL AS hasGoogle
    FROM users WHERE id = ${userId}`);
  const [row] = results as Record<string, number | null>[]; // every column is a number
  if (!row) return null;
  const awaits = row['awaitsDataset'] ?? null;
  return {
    analyses: row['analyses'] ?? 0,
    storedBytes: row['bytes'] ?? 0,
    maxStoredBytes: row['hasGoogle'] ? MAX_STORED_BYTES.google : MAX_STORED_BYTES.password,
    awaitsDataset: awaits === null ? null : awaits === 1,
    databaseBytes: meta.size_after,
  };
}

/** The columns that `PUT /api/analyses/{id}` may change. */
export type AnalysisFigures = Omit<
  AnalysisRow,
  'id' | 'userId' | 'idempotencyKey' | 'awaitsDataset' | 'createdAt' | keyof LabelFields
>;

/** A new analysis is called like its file and has no note. */
type NewAnalysis = Omit<AnalysisRow, keyof LabelFields>;

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
  { userId, id }: Target,
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

/** Replaces the figures and texts of an analysis and keeps its dataset. Returns false as `replaceTexts` does. */
export const replaceFigures = (
  db: Database,
  target: Target,
  { texts, figures }: { texts: readonly FinishedUpload[]; figures: AnalysisFigures },
): Promise<boolean> => replaceTexts(db, target, { texts, fields: figures });

/** Replaces the dataset of an analysis, or adds the announced one. Returns false as `replaceTexts` does. */
export const replaceDataset = (db: Database, target: Target, dataset: FinishedUpload): Promise<boolean> =>
  replaceTexts(db, target, { texts: [dataset], fields: { awaitsDataset: false } });
