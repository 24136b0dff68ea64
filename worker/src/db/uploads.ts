import { and, eq, inArray, isNull, sql, lte, type SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { MAX_ANALYSES, MAX_STORED_BYTES, MAX_TEAM_ANALYSES } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { uploadParts, uploads, objectsToDelete } from './schema.ts';

export type Statement = BatchItem<'sqlite'>;
export type UploadKind = (typeof uploads.$inferSelect)['kind'];

/** Limits that depend on what the operator has. */
export interface RoomLimits {
  /** Most bytes that all accounts without a Google identity may have in the database. */
  maxPoolBytes: number;
  /** Most bytes that a team may store. */
  maxTeamBytes: number;
}

/** A text that is being stored. No request can read it before it belongs to a record. */
export interface NewUpload extends RoomLimits {
  id: string;
  userId: string;
  kind: UploadKind;
  now: number;
}

/** One part of a text: base64, which has one byte for each character. */
export interface UploadPart {
  position: number;
  content: string | SQL;
  bytes: number | SQL;
}

/** An upload that lacks only its last statements, which run in the transaction of its record. */
export interface FinishedUpload {
  id: string;
  userId: string;
  kind: UploadKind;
  parts: number;
  /** The bytes that the last statements store. */
  lastBytes: number;
  lastStatements: readonly Statement[];
}

/** The database refused a save: the user has reached a limit, or the record or the user is gone. */
export class SaveRefused extends Error {}

/**
 * Condition on a row of users: it shares the room of the accounts without a Google identity. A team does so as long as none of its
 * admins has one: anybody can make accounts, and teams of these.
 */
export const isPooled: SQL = sql`(users.google_id IS NULL AND NOT EXISTS (SELECT 1 FROM members
  JOIN users AS admin ON admin.id = members.user_id
  WHERE members.team_id = users.id AND members.role = 'admin' AND admin.google_id IS NOT NULL))`;

const pooled: SQL = sql`user_id IN (SELECT id FROM users WHERE ${isPooled})`;

/** Bytes of all accounts without a Google identity in the database: texts, and figures of links and versions. */
export const poolBytes: SQL = sql`(
  (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE object_key IS NULL AND ${pooled}) +
  (SELECT coalesce(sum(octet_length(figures)), 0) FROM shared_analyses WHERE ${pooled}) +
  (SELECT coalesce(sum(octet_length(figures) + octet_length(metrics) + coalesce(octet_length(latest), 0)), 0) FROM versions
    WHERE ${pooled}))`;

/** Condition: the user has a Google identity, or the accounts without one have room for this many more bytes. */
export const hasPoolRoom = (userId: string, bytes: number | SQL, maxPoolBytes: number): SQL =>
  sql`(SELECT iif(${isPooled}, ${poolBytes} + ${bytes} <= ${maxPoolBytes}, TRUE) FROM users WHERE id = ${userId})`;

/** Condition on a row of users: it is a team. */
export const isTeam: SQL = sql`EXISTS (SELECT 1 FROM teams WHERE teams.id = users.id)`;

/** Bytes that a row of users may store. */
export const maxBytesOf = (maxTeamBytes: number): SQL => sql`CASE WHEN ${isTeam} THEN ${maxTeamBytes}
  WHEN google_id IS NULL THEN ${MAX_STORED_BYTES.password} ELSE ${MAX_STORED_BYTES.google} END`;

/** Condition: the user may store one more analysis. */
export const mayAddAnalysis = (userId: string): SQL =>
  sql`(SELECT count(*) FROM saved_analyses WHERE user_id = ${userId} AND awaits_dataset = 0)
    < iif(EXISTS (SELECT 1 FROM teams WHERE id = ${userId}), ${MAX_TEAM_ANALYSES}, ${MAX_ANALYSES})`;

/** Bytes that a user has stored: texts, and figures of links and versions. */
export const storedBytesOf = (userId: string): SQL => sql`(
  (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE user_id = ${userId}) +
  (SELECT coalesce(sum(octet_length(figures)), 0) FROM shared_analyses WHERE user_id = ${userId}) +
  (SELECT coalesce(sum(octet_length(figures) + octet_length(metrics) + coalesce(octet_length(latest), 0)), 0) FROM versions WHERE user_id = ${userId}))`;

/** Condition: the user may store this many more bytes. */
export const hasRoom = (userId: string, bytes: number | SQL, { maxTeamBytes }: RoomLimits): SQL =>
  sql`${storedBytesOf(userId)} + ${bytes} <= (SELECT ${maxBytesOf(maxTeamBytes)} FROM users WHERE id = ${userId})`;

/** A part of another upload, to be stored once more. */
export function partOf(uploadId: string, position: number): UploadPart {
  const read = (column: SQL) =>
    sql`(SELECT ${column} FROM upload_parts WHERE upload_id = ${uploadId} AND position = ${position})`;
  return { position, content: read(sql`content`), bytes: read(sql`octet_length(content)`) };
}

/**
 * Statements that store one part, to run in one transaction. If the user is gone or has no room, they store nothing, and
 * the upload's number of parts stays as it is.
 */
export function keepPart(db: Database, upload: NewUpload, { position, content, bytes }: UploadPart) {
  const { id, userId, kind, now, maxPoolBytes } = upload;
  return [
    db
      .insert(uploads)
      .select(sql`SELECT ${id}, id, NULL, ${kind}, 0, 0, ${now}, NULL FROM users WHERE id = ${userId}`)
      .onConflictDoNothing(),
    db
      .update(uploads)
      .set({ parts: sql`${uploads.parts} + 1`, bytes: sql`${uploads.bytes} + ${bytes}` })
      .where(
        and(
          eq(uploads.id, id),
          eq(uploads.parts, position),
          hasRoom(userId, bytes, upload),
          hasPoolRoom(userId, bytes, maxPoolBytes),
        ),
      ),
    db
      .insert(uploadParts)
      .select(
        sql`SELECT id, ${position}, ${content} FROM uploads WHERE id = ${id} AND parts = ${position + 1}`,
      ),
  ] as const;
}

/** Stores one part. False if the user is gone or has no room. */
export async function storePart(db: Database, upload: NewUpload, part: UploadPart): Promise<boolean> {
  const [, , , kept] = await db.batch([
    ...keepPart(db, upload, part),
    db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(eq(uploads.id, upload.id), eq(uploads.parts, part.position + 1))),
  ]);
  return kept.length > 0;
}

/** Inserts an upload that is stored as an object, unless the user is gone or has no room. */
export function keepObject(
  db: Database,
  upload: NewUpload,
  { objectKey, parts, bytes }: { objectKey: string; parts: number; bytes: number },
): Statement {
  const { id, userId, kind, now } = upload;
  return db.insert(uploads).select(
    sql`SELECT ${id}, id, NULL, ${kind}, ${parts}, ${bytes}, ${now}, ${objectKey} FROM users
        WHERE id = ${userId} AND ${hasRoom(userId, bytes, upload)}`,
  );
}

/** Deletes an upload of a user, unless an analysis has it. */
export async function deleteUpload(db: Database, userId: string, id: string): Promise<void> {
  await db
    .delete(uploads)
    .where(and(eq(uploads.userId, userId), eq(uploads.id, id), isNull(uploads.analysisId)));
}

/** Finds the text of one part; undefined if the analysis is gone. */
export async function findPart(
  db: Database,
  userId: string,
  { uploadId, position }: { uploadId: string; position: number },
): Promise<string | undefined> {
  const part = await db
    .select({ content: uploadParts.content })
    .from(uploadParts)
    .innerJoin(uploads, eq(uploads.id, uploadParts.uploadId))
    .where(
      and(eq(uploads.userId, userId), eq(uploadParts.uploadId, uploadId), eq(uploadParts.position, position)),
    )
    .get();
  return part?.content;
}

/** Lists an object for deletion. A trigger removes it from the list as soon as an analysis owns it. */
export async function listObject(db: Database, objectKey: string, dueAt: number): Promise<void> {
  await db.insert(objectsToDelete).values({ objectKey, dueAt });
}

export async function findDueObjects(db: Database, now: number, limit: number): Promise<string[]> {
  const rows = await db.select().from(objectsToDelete).where(lte(objectsToDelete.dueAt, now)).limit(limit);
  return rows.map(({ objectKey }) => objectKey);
}

/** Removes deleted objects from the list. */
export async function forgetObjects(db: Database, objectKeys: readonly string[]): Promise<void> {
  await db.delete(objectsToDelete).where(inArray(objectsToDelete.objectKey, [...objectKeys]));
}
