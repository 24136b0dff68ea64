import { and, eq, inArray, isNull, sql, lte, type SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from './client.ts';
import { isWithinPool, isWithinQuota, type QuotaLimits } from './quota.ts';
import { uploadParts, uploads, objectsToDelete } from './schema.ts';

export type Statement = BatchItem<'sqlite'>;
export type UploadKind = (typeof uploads.$inferSelect)['kind'];

/** A text that is being stored. No request can read it before it belongs to a record. */
export interface NewUpload extends QuotaLimits {
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
          isWithinQuota(userId, bytes, upload),
          isWithinPool(userId, bytes, maxPoolBytes),
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
        WHERE id = ${userId} AND ${isWithinQuota(userId, bytes, upload)}`,
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
