import type { Database } from './client.ts';
import { usedStates } from './schema.ts';

/** Marks a state as used. False if it was used before. */
export async function markUsed(db: Database, state: string, expiresAt: number): Promise<boolean> {
  const rows = await db
    .insert(usedStates)
    .values({ state, expiresAt })
    .onConflictDoNothing()
    .returning({ state: usedStates.state });
  return rows.length > 0;
}
