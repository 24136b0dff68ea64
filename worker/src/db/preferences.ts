import { eq } from 'drizzle-orm';
import type { Database } from './client.ts';
import { userPreferences } from './schema.ts';

export interface PreferenceValues {
  defaultConversionValue: number;
  defaultSignificanceThreshold: number;
}

export function findPreferences(db: Database, userId: string): Promise<PreferenceValues | undefined> {
  return db
    .select({
      defaultConversionValue: userPreferences.defaultConversionValue,
      defaultSignificanceThreshold: userPreferences.defaultSignificanceThreshold,
    })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId))
    .get();
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
