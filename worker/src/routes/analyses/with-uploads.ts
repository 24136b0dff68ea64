import type { Context } from 'hono';
import { openDatabase } from '#worker/db/client.ts';
import { deleteUploads } from '#worker/db/uploads.ts';
import type { AppEnv } from '#worker/env.ts';
import { DATABASE_BUDGET_MS } from '#worker/middleware/database.ts';
import { describeBodyProblem } from './request-body.ts';
import type { Upload } from './upload.ts';

/** Removes what no record has adopted. Where that fails, the scheduled clean-up does it. */
async function giveUp(c: Context<AppEnv>, ids: string[]): Promise<void> {
  try {
    await deleteUploads(openDatabase(c.env.DB, DATABASE_BUDGET_MS), c.get('owner').id, ids);
  } catch {
    console.error('Parts of a save that broke off are left to the scheduled clean-up');
  }
}

/** Runs a save. Afterwards, in the background, it removes what the save has stored and no record has adopted. */
export async function withUploads<T>(
  c: Context<AppEnv>,
  uploads: readonly Upload[],
  save: () => Promise<T>,
): Promise<T> {
  let isSaved = false;
  try {
    const result = await save();
    isSaved = true;
    return result;
  } catch (error) {
    throw describeBodyProblem(error);
  } finally {
    for (const upload of uploads) upload.abandon();
    const ids = uploads.map(({ storedId }) => storedId).filter((id) => id !== null);
    if (ids.length > 0 && !isSaved) c.executionCtx.waitUntil(giveUp(c, ids));
  }
}
