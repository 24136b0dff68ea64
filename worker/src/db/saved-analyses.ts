import { and, desc, eq, inArray, sql, type SQLWrapper, isNull, type SQL } from 'drizzle-orm';
import { ANALYSES_PAGE, MAX_UNFINISHED } from '#contract/limits.ts';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';
import { inColumnOrder } from './column-order.ts';
import { savedAnalyses, sources, uploadParts, uploads } from './schema.ts';
import { isSharedAt, type Target } from './shared-analyses.ts';
import { selectSession, userOfSession, type SessionRow } from './sessions.ts';
import { mayChange, type Editor } from './rights.ts';
import {
  isWithinPool,
  isWithinQuota,
  isPooled,
  isTeam,
  maxBytesOf,
  maxPaidBytes,
  mayAddAnalysis,
  paidBytes,
  payerOf,
  poolBytes,
  type QuotaLimits,
} from './quota.ts';
import { bytesOfTexts } from './stored-bytes.ts';
import type { FinishedUpload, Statement, UploadKind } from './uploads.ts';

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
  version: savedAnalyses.version,
  updatedAt: savedAnalyses.updatedAt,
  madeBy: savedAnalyses.madeBy,
  updatedBy: savedAnalyses.updatedBy,
};

export type RecordRow = Pick<AnalysisRow, keyof typeof summary>;

/** The versions of a record for which a change was made; null for any version. */
export type Expected = readonly number[] | null;

/** Condition: the record has one of these versions. It is part of the changing statement, so that no other change comes between. */
const isVersion = (expected: Expected): SQL | undefined =>
  expected === null ? undefined : inArray(savedAnalyses.version, [...expected]);

/** A record of a user, in the versions that a change was made for, and who changes it. */
export interface ExpectedTarget extends Target {
  expected: Expected;
  editor: Editor;
}

/** The columns that every change of a record sets: its version, its time, and who did it. */
const changedBy = ({ id }: Editor, now: number) => ({
  version: sql`${savedAnalyses.version} + 1`,
  updatedAt: now,
  updatedBy: id,
});

const versionFields = {
  id: savedAnalyses.id,
  version: savedAnalyses.version,
  createdAt: savedAnalyses.createdAt,
  updatedAt: savedAnalyses.updatedAt,
  updatedBy: savedAnalyses.updatedBy,
};

/** A record with its version, after it was saved. */
export type VersionRow = Pick<AnalysisRow, keyof typeof versionFields>;

const isVisibleTo = (userId: string | SQLWrapper) =>
  and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.awaitsDataset, false));

const isAlertOf = sql`FROM alerts WHERE alerts.analysis_id = ${savedAnalyses.id}`;

const alertCounts = {
  openAlerts: sql<number>`(SELECT count(*) ${isAlertOf})`,
  unseenAlerts: sql<number>`(SELECT count(*) ${isAlertOf} AND alerts.seen_at IS NULL)`,
};

/** The place of an analysis in the list. It holds also where the analysis itself has left the list. */
interface ListPlace {
  createdAt: number;
  id: string;
}

/** One page of a list: links are judged by `now`, and the page begins after `before`, or at the start without it. */
export interface ListPage {
  now: number;
  before: ListPlace | undefined;
}

/** Statement for a page of a user's list, newest first. It reads no parts and no shared figures, because they are large. */
const selectAnalyses = (db: Database, userId: string | SQLWrapper, { now, before }: ListPage) =>
  db
    .select({ ...summary, isShared: isSharedAt(now), source: sources.state, ...alertCounts })
    .from(savedAnalyses)
    .leftJoin(sources, eq(sources.analysisId, savedAnalyses.id))
    .where(
      and(
        isVisibleTo(userId),
        before &&
          sql`(${savedAnalyses.createdAt}, ${savedAnalyses.id}) < (${before.createdAt}, ${before.id})`,
      ),
    )
    .orderBy(desc(savedAnalyses.createdAt), desc(savedAnalyses.id))
    .limit(ANALYSES_PAGE);

export type SummaryRow = Awaited<ReturnType<typeof selectAnalyses>>[number];

/** Finds a session and the list of its user in one round trip. The caller checks whether the session has expired. */
export async function findSessionAndAnalyses(
  db: Database,
  sid: string,
  page: ListPage,
): Promise<{ session: SessionRow | undefined; analyses: SummaryRow[] }> {
  const [[session], analyses] = await db.batch([
    selectSession(db, sid),
    selectAnalyses(db, userOfSession(db, sid), page),
  ]);
  return { session, analyses };
}

/** Finds a record and its texts of these kinds, with the first part of each, so that most failures precede the answer. */
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
        bytes: uploads.bytes,
        objectKey: uploads.objectKey,
        createdAt: uploads.createdAt,
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

/** Renames an analysis or changes its note. Undefined if the user has no analysis with this id in an expected version. */
export async function changeLabels(
  db: Database,
  { userId, id, expected, editor }: ExpectedTarget,
  { fields, now }: { fields: LabelFields; now: number },
): Promise<RecordRow | undefined> {
  const [row] = await db
    .update(savedAnalyses)
    .set({ ...fields, ...changedBy(editor, now) })
    .where(and(eq(savedAnalyses.id, id), isVisibleTo(userId), isVersion(expected), mayChange(userId, editor)))
    .returning(summary);
  return row;
}

/** Replaces the segments of the list, unless a save has done so meanwhile. They follow from the stored figures, so this is no new version. */
export async function replaceTopMetrics(
  db: Database,
  { userId, id }: Target,
  { from, to }: Record<'from' | 'to', AnalysisRow['topMetrics']>,
): Promise<void> {
  await db
    .update(savedAnalyses)
    .set({ topMetrics: to })
    .where(
      and(eq(savedAnalyses.id, id), eq(savedAnalyses.userId, userId), eq(savedAnalyses.topMetrics, from)),
    );
}

/** The list of a user who is not the one of the session, such as a team. */
export const listAnalyses = (db: Database, userId: string, page: ListPage): Promise<SummaryRow[]> =>
  selectAnalyses(db, userId, page).all();

/** The version of an analysis in the user's list. */
export const findVersion = (db: Database, { userId, id }: Target): Promise<VersionRow | undefined> =>
  db
    .select(versionFields)
    .from(savedAnalyses)
    .where(and(eq(savedAnalyses.id, id), isVisibleTo(userId)))
    .get();

/** Deletes an analysis; its uploads and its shared link cascade. False if the user has no analysis with this id. */
export async function deleteSavedAnalysis(db: Database, { userId, id }: Target): Promise<boolean> {
  const rows = await db
    .delete(savedAnalyses)
    .where(and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.id, id)))
    .returning({ id: savedAnalyses.id });
  return rows.length > 0;
}

/** The record that was saved with this key. */
export async function findByKey(
  db: Database,
  userId: string,
  idempotencyKey: string | null,
): Promise<VersionRow | undefined> {
  if (idempotencyKey === null) return undefined;
  return await db
    .select(versionFields)
    .from(savedAnalyses)
    .where(and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.idempotencyKey, idempotencyKey)))
    .get();
}

/** The room of a user: stored analyses and bytes, and their limits. */
export interface Quota {
  analyses: number;
  storedBytes: number;
  maxStoredBytes: number;
  /** The same of the user whom the bytes count for, with the teams that this user has made; null for a team whose maker is gone. */
  paid: { storedBytes: number; maxStoredBytes: number } | null;
  /** Bytes of the requested record that a change may replace: the figures behind its link, its name, its note, and its rules in use. */
  linkBytes: number;
  nameBytes: number;
  noteBytes: number;
  ruleBytes: number;
  /** Bytes of all accounts without a Google identity in the database; null for an account with one. */
  poolBytes: number | null;
  isTeam: boolean;
  /** Whether the requested record still waits for its dataset; null if there is no such record. */
  awaitsDataset: boolean | null;
  /** Version of the requested record; null if there is no such record. */
  version: Omit<VersionRow, 'id'> | null;
  /** Size of the whole database. */
  databaseBytes: number;
}

/** The size of the whole database: every answer of it says that. */
export async function findDatabaseBytes(db: Database): Promise<number> {
  const { meta } = await db.run(sql`SELECT 1`);
  return meta.size_after;
}

/** Reads how much a user has stored and may store; null if the user is gone. */
export async function findQuota(
  db: Database,
  { userId, id }: Target,
  maxTeamBytes: number,
): Promise<Quota | null> {
  const { results, meta } = await db.run(sql`SELECT
    (SELECT count(*) FROM saved_analyses WHERE user_id = ${userId} AND awaits_dataset = 0) AS analyses,
    stored_bytes AS bytes,
    (SELECT ${paidBytes} FROM users WHERE id = ${payerOf(userId)}) AS paidBytes,
    (SELECT ${maxPaidBytes(maxTeamBytes)} FROM users WHERE id = ${payerOf(userId)}) AS maxPaidBytes,
    (SELECT octet_length(figures) FROM shared_analyses WHERE user_id = ${userId} AND analysis_id = ${id}) AS linkBytes,
    (SELECT octet_length(name) FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS nameBytes,
    (SELECT octet_length(note) FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS noteBytes,
    (SELECT octet_length(reference) + octet_length(rules) FROM watched_rules WHERE user_id = ${userId} AND analysis_id = ${id}) AS ruleBytes,
    (SELECT awaits_dataset FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS awaitsDataset,
    (SELECT version FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS version,
    (SELECT created_at FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS createdAt,
    (SELECT updated_at FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS updatedAt,
    (SELECT updated_by FROM saved_analyses WHERE user_id = ${userId} AND id = ${id}) AS updatedBy,
    ${isTeam} AS isTeam, ${maxBytesOf(maxTeamBytes)} AS maxBytes,
    iif(${isPooled}, ${poolBytes}, NULL) AS poolBytes
    FROM users WHERE id = ${userId}`);
  const [row] = results as (Record<string, number | null> & { updatedBy: string | null })[]; // the others are numbers
  if (!row) return null;
  const awaits = row['awaitsDataset'] ?? null;
  const version = row['version'] ?? null;
  const paid = row['paidBytes'] ?? null;
  return {
    analyses: row['analyses'] ?? 0,
    storedBytes: row['bytes'] ?? 0,
    linkBytes: row['linkBytes'] ?? 0,
    nameBytes: row['nameBytes'] ?? 0,
    noteBytes: row['noteBytes'] ?? 0,
    ruleBytes: row['ruleBytes'] ?? 0,
    maxStoredBytes: row['maxBytes'] ?? 0,
    paid: paid === null ? null : { storedBytes: paid, maxStoredBytes: row['maxPaidBytes'] ?? 0 },
    isTeam: row['isTeam'] === 1,
    poolBytes: row['poolBytes'] ?? null,
    awaitsDataset: awaits === null ? null : awaits === 1,
    version:
      version === null
        ? null
        : {
            version,
            createdAt: row['createdAt'] ?? 0,
            updatedAt: row['updatedAt'] ?? null,
            updatedBy: row.updatedBy,
          },
    databaseBytes: meta.size_after,
  };
}

/** The columns that `PUT /api/analyses/{id}` may change. */
export type AnalysisFigures = Omit<
  AnalysisRow,
  'userId' | 'idempotencyKey' | 'awaitsDataset' | 'madeBy' | keyof VersionRow | keyof LabelFields
>;

/** A new analysis is its first version. */
export type NewAnalysis = Omit<AnalysisRow, 'version' | 'updatedAt' | 'madeBy' | 'updatedBy'>;

/** It is called like its file, and has no note. */
export const UNLABELLED = { name: null, note: '' };

const areWhole = (texts: readonly FinishedUpload[]): SQL =>
  sql.join(
    texts.map(({ id, parts }) => sql`EXISTS (SELECT 1 FROM uploads WHERE id = ${id} AND parts = ${parts})`),
    sql` AND `,
  );

const finishTexts = (texts: readonly FinishedUpload[]): Statement[] =>
  texts.flatMap(({ lastStatements }) => [...lastStatements]);

/** A record to be stored with its texts, and who saves it. */
export interface NewRecord extends QuotaLimits {
  row: NewAnalysis;
  texts: readonly FinishedUpload[];
  editor: Editor;
}

/** Inserts the record, unless the user has too many or no room, an upload is incomplete, the key was used before, or the author may not any more. */
function insertRecord(db: Database, { row, texts, editor, ...limits }: NewRecord): Statement {
  const bytes = bytesOfTexts(row.fileName, row.topMetrics, row.choices, row.name, row.note);
  const isWithin = sql`${isWithinQuota(row.userId, bytes, limits)} AND ${isWithinPool(row.userId, bytes, limits.maxPoolBytes)}`;
  const values: AnalysisRow = {
    ...row,
    version: 1,
    updatedAt: null,
    madeBy: editor.id,
    updatedBy: editor.id,
  };
  return db
    .insert(savedAnalyses)
    .select(
      sql`SELECT ${inColumnOrder(savedAnalyses, values)}
      WHERE ${mayAddAnalysis(row.userId)} AND ${isWithin} AND ${areWhole(texts)} AND ${mayChange(row.userId, editor)}`,
    )
    .onConflictDoNothing();
}

/** Deletes the oldest records of the user that wait for their announced dataset, as far as there are more than `MAX_UNFINISHED`; in a team, of the author's. */
function dropOldUnfinished(db: Database, userId: string, editor: Editor): Statement {
  const isByEditor = editor.id === userId ? undefined : eq(savedAnalyses.madeBy, editor.id);
  const waits = and(eq(savedAnalyses.userId, userId), eq(savedAnalyses.awaitsDataset, true), isByEditor);
  return db
    .delete(savedAnalyses)
    .where(
      and(
        waits,
        sql`id NOT IN (SELECT id FROM saved_analyses WHERE ${waits} ORDER BY created_at DESC, rowid DESC LIMIT ${MAX_UNFINISHED})`,
      ),
    );
}

/** Gives an upload to a record, if both exist. */
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

/** Deletes the uploads that no record has. */
const deleteUnadopted = (db: Database, texts: readonly FinishedUpload[]): Statement[] =>
  texts.map(({ id }) => db.delete(uploads).where(and(eq(uploads.id, id), isNull(uploads.analysisId))));

/** Runs the statements in one transaction and returns the record that then meets the condition; null without one. */
async function runAndFind(
  db: Database,
  statements: Statement[],
  condition: SQL | undefined,
): Promise<VersionRow | null> {
  const found: Statement = db.select(versionFields).from(savedAnalyses).where(condition);
  const all = [...statements, found];
  const results = await db.batch(all as [Statement, ...Statement[]]); // never empty
  const [row] = results.at(-1) as VersionRow[]; // the last result is that of `found`
  return row ?? null;
}

/**
 * Saves a record with its texts in one transaction, so that no request sees a part of it.
 *
 * @returns null if the user has reached a limit or has used the key before, or the author may not save any more
 */
export async function insertAnalysis(db: Database, record: NewRecord): Promise<VersionRow | null> {
  const { row, texts } = record;
  const statements = [
    ...finishTexts(texts),
    insertRecord(db, record),
    ...texts.map((text) => adopt(db, text, row.id)),
    ...deleteUnadopted(db, texts),
    ...(row.awaitsDataset ? [dropOldUnfinished(db, row.userId, record.editor)] : []),
  ];
  return await runAndFind(db, statements, eq(savedAnalyses.id, row.id));
}

/**
 * Replaces the texts of a record that have these kinds, in one transaction.
 *
 * @returns null if the record is gone or is another version, if the user has reached a limit, or the author may not save any more
 */
async function replaceTexts(
  db: Database,
  { userId, id, expected, editor }: ExpectedTarget,
  {
    texts,
    kinds,
    fields,
  }: {
    texts: readonly FinishedUpload[];
    kinds: readonly UploadKind[];
    fields: SQLiteUpdateSetSource<typeof savedAnalyses>;
  },
): Promise<VersionRow | null> {
  const ids = texts.map((text) => text.id);
  // A new record is counted when its dataset arrives, because the list shows it only then.
  const isWithin =
    fields.awaitsDataset === false ? sql`(awaits_dataset = 0 OR ${mayAddAnalysis(userId)})` : sql`TRUE`;
  const isOwn = and(eq(savedAnalyses.id, id), eq(savedAnalyses.userId, userId));
  const isAllowed = sql`EXISTS (SELECT 1 FROM saved_analyses WHERE ${and(isOwn, isWithin, isVersion(expected), mayChange(userId, editor))})`;
  const isAdopted = sql`EXISTS (SELECT 1 FROM uploads WHERE id = ${ids[0]} AND analysis_id = ${id})`;
  const isOld = and(eq(uploads.analysisId, id), inArray(uploads.kind, [...kinds]));
  const isReplaced = and(isOwn, isAdopted);
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
  return await runAndFind(db, statements, isReplaced);
}

/** Replaces the figures and texts of an analysis and keeps its dataset. Returns null as `replaceTexts` does. */
export const replaceFigures = (
  db: Database,
  target: ExpectedTarget,
  { texts, figures, now }: { texts: readonly FinishedUpload[]; figures: AnalysisFigures; now: number },
): Promise<VersionRow | null> =>
  replaceTexts(db, target, {
    texts,
    kinds: ['configuration', 'analysis', 'mixes'],
    fields: { ...figures, ...changedBy(target.editor, now) },
  });

/** Replaces the dataset of an analysis, or adds the announced one. Returns null as `replaceTexts` does. */
export const replaceDataset = (
  db: Database,
  target: ExpectedTarget,
  { dataset, now }: { dataset: FinishedUpload; now: number },
): Promise<VersionRow | null> =>
  replaceTexts(db, target, {
    texts: [dataset],
    kinds: ['dataset'],
    fields: { awaitsDataset: false, ...changedBy(target.editor, now) },
  });
