import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { uploadParts, uploads } from './schema.ts';

export type UploadKind = (typeof uploads.$inferSelect)['kind'];

/** Whose upload, of what; `maxStoredBytes` is the most that its user may keep altogether. */
export interface UploadOwner {
  id: string;
  userId: string;
  kind: UploadKind;
  maxStoredBytes: number;
  now: number;
}

export interface UploadPart {
  position: number;
  content: string;
}

/**
 * Statements that keep one part, to run in one transaction. Where the user is gone or keeps too much already, nothing
 * is kept, and the upload's number of parts does not grow.
 */
export function keepPart(db: Database, owner: UploadOwner, { position, content }: UploadPart) {
  const { id, userId, kind, maxStoredBytes, now } = owner;
  const bytes = content.length; // base64: one byte per character
  return [
    db
      .insert(uploads)
      .select(sql`SELECT ${id}, id, NULL, ${kind}, 0, 0, ${now} FROM users WHERE id = ${userId}`)
      .onConflictDoNothing(),
    db
      .update(uploads)
      .set({ parts: sql`${uploads.parts} + 1`, bytes: sql`${uploads.bytes} + ${bytes}` })
      .where(
        and(
          eq(uploads.id, id),
          eq(uploads.parts, position),
          sql`(SELECT sum(bytes) FROM uploads WHERE user_id = ${userId}) + ${bytes} <= ${maxStoredBytes}`,
        ),
      ),
    db
      .insert(uploadParts)
      .select(
        sql`SELECT id, ${position}, ${content} FROM uploads WHERE id = ${id} AND parts = ${position + 1}`,
      ),
  ] as const;
}

/** Keeps one part before the upload is finished. False where the user is gone or keeps too much. */
export async function storePart(db: Database, owner: UploadOwner, part: UploadPart): Promise<boolean> {
  const [, , , kept] = await db.batch([
    ...keepPart(db, owner, part),
    db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(eq(uploads.id, owner.id), eq(uploads.parts, part.position + 1))),
  ]);
  return kept.length > 0;
}

/** A finished upload whose last part comes with the record that it belongs to. */
export interface FinishedUpload {
  owner: UploadOwner;
  lastPart: UploadPart;
}

/** Gives up uploads of a user that belong to no analysis. */
export async function deleteUploads(db: Database, userId: string, ids: readonly string[]): Promise<void> {
  await db
    .delete(uploads)
    .where(
      and(eq(uploads.userId, userId), inArray(uploads.id, [...ids]), sql`${uploads.analysisId} IS NULL`),
    );
}

/** The text of one part; undefined where the analysis is gone. */
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
