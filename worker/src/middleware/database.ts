import { openDatabase } from '#worker/db/client.ts';
import type { AppEnv } from '#worker/env.ts';
import { findDatabaseFailure } from '#worker/errors.ts';
import { createMiddleware } from 'hono/factory';

/** Milliseconds that a request may wait for the database altogether. */
export const DATABASE_BUDGET_MS = 5_000;
export const SAVE_BUDGET_MS = 25_000;

/** Opens the database for the request; nothing is asked of it yet. */
export function database(budgetMs: number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('db', openDatabase(c.env.DB, budgetMs));
    await next();
  });
}

/** Does a write that no answer has to wait for. Where the database fails, false, and the log says what stayed undone. */
export async function tryWrite(write: () => Promise<void>, undone: string): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    const failure = findDatabaseFailure(error);
    if (!failure) throw error;
    console.error(`${undone}: ${failure.message}`);
    return false;
  }
}
