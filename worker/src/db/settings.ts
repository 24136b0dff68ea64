import { eq } from 'drizzle-orm';
import type { Database } from './client.ts';
import { settings } from './schema.ts';

/**
 * Returns the stored value of a name, or stores `proposal`. Two isolates at the same time get the same value. It writes only
 * a missing value: a full database refuses every write, even one that changes nothing.
 */
export async function findOrStoreSetting(db: Database, name: string, proposal: string): Promise<string> {
  const select = db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  const known = await select.get();
  if (known) return known.value;
  const [, [stored]] = await db.batch([
    db.insert(settings).values({ name, value: proposal }).onConflictDoNothing(),
    select,
  ]);
  return stored?.value ?? proposal;
}

export async function deleteSetting(db: Database, name: string): Promise<void> {
  await db.delete(settings).where(eq(settings.name, name));
}
