import { inArray, lte } from 'drizzle-orm';
import type { Database } from './client.ts';
import { objectsToDelete } from './schema.ts';

/** Lists an object for deletion; a record that adopts it takes it off the list. */
export async function listObject(db: Database, objectKey: string, dueAt: number): Promise<void> {
  await db.insert(objectsToDelete).values({ objectKey, dueAt });
}

export async function findDueObjects(db: Database, now: number, limit: number): Promise<string[]> {
  const rows = await db.select().from(objectsToDelete).where(lte(objectsToDelete.dueAt, now)).limit(limit);
  return rows.map(({ objectKey }) => objectKey);
}

/** Takes deleted objects off the list. */
export async function forgetObjects(db: Database, objectKeys: readonly string[]): Promise<void> {
  await db.delete(objectsToDelete).where(inArray(objectsToDelete.objectKey, [...objectKeys]));
}
