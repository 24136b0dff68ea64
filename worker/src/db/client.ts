import { drizzle } from 'drizzle-orm/d1';
import { guardDatabase } from './guard.ts';

/** Opens the database for one request, which may wait `budgetMs` for it altogether. */
export function openDatabase(database: D1Database, budgetMs: number) {
  return drizzle(guardDatabase(database, budgetMs));
}

export type Database = ReturnType<typeof openDatabase>;
