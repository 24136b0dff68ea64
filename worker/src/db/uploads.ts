import { and, eq, inArray, isNull, sql, lte, type SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { MAX_STORED_BYTES } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { uploadParts, uploads, objectsToDelete } from './schema.ts';

export type Statement = BatchItem<'sqlite'>;
export type UploadKind = (typeof uploads.$inferSelect)['kind'];

/** A text that is being stored. No request can read it before it belongs to a record. */
export interface NewUpload {
  id: string;
  userId: string;
  kind: UploadKind;
  now: number;
  /** Most bytes that all accounts without a Google identity may have in the database. */
  maxPoolBytes: number;
}

export interface UploadPart {
  position: number;
  content: string;
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

/** Bytes of all accounts without a Google identity in the database: texts, and figures of links and versions. */
export const poolBytes: SQL = sql`(
  (SELECT coalesce(sum(bytes), 0) FROM uploads
    WHERE object_key IS NULL AND user_id IN (SELECT id FROM users WHERE google_id IS NULL)) +
  (SELECT coalesce(sum(octet_length(figures)), 0) FROM shared_analyses
    WHERE user_id IN (SELECT id FROM users WHERE google_id IS NULL)) +
  (SELECT coalesce(sum(octet_length(figures) + octet_length(metrics) + coalesce(octet_length(latest), 0)), 0) FROM versions
    WHERE user_id IN (SELECT id FROM users WHERE google_id IS NULL)))`;

/** Condition: the user has a Google identity, or the accounts without one have room for this many more bytes. */
export const hasPoolRoom = (userId: string, bytes: number, maxPoolBytes: number): SQL =>
  sql`(SELECT iif(google_id IS NULL, ${poolBytes} + ${bytes} <= ${maxPoolBytes}, TRUE) FROM users WHERE id = ${userId})`;

/** Bytes that a user has stored: texts, and figures of links and versions. */
export const storedBytesOf = (userId: string): SQL => sql`(
  (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE user_id = ${userId}) +
  (SELECT coalesce(sum(octet_length(figures)), 0) FROM shared_analyses WHERE user_id = ${userId}) +
  (SELECT coalesce(sum(octet_length(figures) + octet_length(metrics) + coalesce(octet_length(latest), 0)), 0) FROM versions WHERE user_id = ${userId}))`;

/** Condition: the user may store this many more bytes. */
export const hasRoom = (userId: string, bytes: number): SQL =>
  sql`${storedBytesOf(userId)} + ${bytes} <=
    (SELECT iif(google_id IS NULL, ${MAX_STORED_BYTES.password}, ${MAX_STORED_BYTES.google}) FROM users WHERE id = ${userId})`;

/**
 * Statements that store one part, to run in one transaction. If the user is gone or has no room, they store nothing, and
 * the upload's number of parts stays as it is.
 */
export function keepPart(db: Database, upload: NewUpload, { position, content }: UploadPart) {
  const { id, userId, kind, now, maxPoolBytes } = upload;
  const bytes = content.length; // base64: one byte per character
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
          hasRoom(userId, bytes),
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
  { id, userId, kind, now }: NewUpload,
  { objectKey, parts, bytes }: { objectKey: string; parts: number; bytes: number },
): Statement {
  return db.insert(uploads).select(
    sql`SELECT ${id}, id, NULL, ${kind}, ${parts}, ${bytes}, ${now}, ${objectKey} FROM users
        WHERE id = ${userId} AND ${hasRoom(userId, bytes)}`,
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
