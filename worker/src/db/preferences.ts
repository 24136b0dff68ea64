import { eq, getTableColumns } from 'drizzle-orm';
import type { Database } from './client.ts';
import { userPreferences } from './schema.ts';

const { id: _id, userId: _userId, updatedAt: _updatedAt, ...columns } = getTableColumns(userPreferences);

export type PreferenceValues = Pick<typeof userPreferences.$inferSelect, keyof typeof columns>;

export function findPreferences(db: Database, userId: string): Promise<PreferenceValues | undefined> {
  return db.select(columns).from(userPreferences).where(eq(userPreferences.userId, userId)).get();
}

export async function savePreferences(
  db: Database,
  userId: string,
  { now, ...values }: PreferenceValues & { now: number },
): Promise<void> {
  await db
    .insert(userPreferences)
    .values({ id: crypto.randomUUID(), userId, ...values, updatedAt: now })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { ...values, updatedAt: now } });
}
