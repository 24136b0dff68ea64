import { openDatabase } from '#worker/db/client.ts';
import type { AppContext, AppEnv, Site } from '#worker/env.ts';
import { findDatabaseFailure } from '#worker/errors.ts';
import { createMiddleware } from 'hono/factory';

/** Milliseconds that one request may wait for the database in total. */
export const DATABASE_BUDGET_MS = 5_000;
const SAVE_BUDGET_MS = 25_000;

/** Opens the database for the request. This runs no query yet. Changes have the actor that is noted by the time they are made. */
export function database(budgetMs: number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    open(c, budgetMs);
    await next();
  });
}

function open(c: AppContext, budgetMs: number): void {
  c.set(
    'db',
    openDatabase(c.env.DB, budgetMs, () => c.get('auditActor') ?? null),
  );
}

/** Gives a handler that stores much more time with the database: what it could not note would be lost. */
export const withTimeToSave =
  <C extends AppContext, Answer>(handle: (c: C) => Answer) =>
  (c: C): Answer => {
    open(c, SAVE_BUDGET_MS);
    return handle(c);
  };

/** The part of the site that a call needs besides its request. */
export const siteOf = (c: AppContext): Site => ({ env: c.env, db: c.get('db') });

/** Runs a write that the answer does not depend on. If the database fails, it logs `failureText` and returns false. */
export async function tryWrite(write: () => Promise<void>, failureText: string): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    const failure = findDatabaseFailure(error);
    if (!failure) throw error;
    console.error(`${failureText}: ${failure.message}`);
    return false;
  }
}
