import { migrations, type Migration } from './migrations.ts';
import { splitSql } from './split-sql.ts';

// The same table as wrangler's, so that `wrangler d1 migrations apply` knows the applied files.
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

/** Runs one file in one transaction. If another isolate was faster, the first statement fails and nothing changes. */
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
 * Brings a database to the newest schema. Two isolates may do so at the same time.
 *
 * @throws the error of D1; files may have been applied by then, but never a part of one
 * @internal
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

/** Applies the migrations once per isolate: after the first success it does nothing. */
export async function ensureSchema(database: D1Database): Promise<void> {
  if (migrated.has(database)) return;
  await applyMigrations(database);
  migrated.add(database);
}
