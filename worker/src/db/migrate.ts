import { migrations, type Migration } from './migrations.ts';
import { splitSql } from './split-sql.ts';

// Wrangler's own table, in wrangler's own words, so that `wrangler d1 migrations apply` agrees.
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

const migrated = new WeakSet<D1Database>();

const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('no such table');

async function readApplied(database: D1Database): Promise<Set<string>> {
  try {
    const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
    return new Set(results.map(({ name }) => name));
  } catch (error) {
    if (isMissingTable(error)) return new Set();
    throw error;
  }
}

/** One transaction per file. Its first statement fails where another isolate was faster, before anything is done. */
async function applyMigration(database: D1Database, { name, sql }: Migration): Promise<void> {
  const statements = splitSql(sql).map((statement) => database.prepare(statement));
  const record = database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
  try {
    await database.batch([record, ...statements]);
  } catch (error) {
    if (!(await readApplied(database)).has(name)) throw error;
  }
}

/**
 * Brings a database to the newest schema. Safe in two isolates at once.
 *
 * @throws what D1 throws; whole files may have been applied by then, never a part of one
 */
export async function applyMigrations(
  database: D1Database,
  list: readonly Migration[] = migrations,
): Promise<void> {
  const applied = await readApplied(database);
  const missing = list.filter(({ name }) => !applied.has(name));
  if (missing.length === 0) return;
  await database.prepare(CREATE_TABLE).run();
  for (const migration of missing) await applyMigration(database, migration);
}

/** The same, once per isolate: after the first success it costs nothing. */
export async function ensureSchema(database: D1Database): Promise<void> {
  if (migrated.has(database)) return;
  await applyMigrations(database);
  migrated.add(database);
}
