import { eq } from 'drizzle-orm';
import type { Database } from './client.ts';
import { settings } from './schema.ts';

/**
 * The value kept under a name; `proposal` where there was none. Two isolates at once agree on one. A value that is there
 * is only read: a full database takes no writes, not even those that change nothing.
 */
export async function keepSetting(db: Database, name: string, proposal: string): Promise<string> {
  const select = db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  const known = await select.get();
  if (known) return known.value;
  const [, [kept]] = await db.batch([
    db.insert(settings).values({ name, value: proposal }).onConflictDoNothing(),
    select,
  ]);
  return kept?.value ?? proposal;
}
