import { eq } from 'drizzle-orm';
import type { Database } from './client.ts';
import { settings } from './schema.ts';

/** The value kept under a name; `proposal` where there was none. Two isolates at once agree on one. */
export async function keepSetting(db: Database, name: string, proposal: string): Promise<string> {
  const [, [kept]] = await db.batch([
    db.insert(settings).values({ name, value: proposal }).onConflictDoNothing(),
    db.select({ value: settings.value }).from(settings).where(eq(settings.name, name)),
  ]);
  return kept?.value ?? proposal;
}
