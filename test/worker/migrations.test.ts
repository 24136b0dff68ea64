import { applyD1Migrations, createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { app } from '#worker/app.ts';
import { applyMigrations } from '#worker/db/migrate.ts';
import { migrations } from '#worker/db/migrations.ts';
import { splitSql } from '#worker/db/split-sql.ts';
import { request } from './support.ts';
import { watchDatabase } from './watched-database.ts';

const { SPARE_DB } = env;

/** Names of tables in the order in which they were made. */
async function readTables(): Promise<string[]> {
  const { results } = await SPARE_DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
  ).all<{ name: string }>();
  return results.map(({ name }) => name);
}

const readApplied = async (): Promise<unknown[]> => {
  const { results } = await SPARE_DB.prepare('SELECT name FROM d1_migrations ORDER BY id').all<{
    name: string;
  }>();
  return results.map(({ name }) => name);
};

afterEach(async () => {
  const names = await readTables();
  const youngestFirst = names.toReversed(); // no table is dropped before those that refer to it
  await SPARE_DB.batch(youngestFirst.map((name) => SPARE_DB.prepare(`DROP TABLE ${name}`)));
});

const EXTRA = {
  name: '0002_extra.sql',
  sql: 'ALTER TABLE users ADD COLUMN extra TEXT; UPDATE users SET extra = id;',
};

test('an empty database has the schema at the first request', async () => {
  const bindings = { ...env, DB: SPARE_DB };
  const response = await app.fetch(request('/api/health'), bindings, createExecutionContext());
  expect(response.status).toBe(200);
  expect(await readApplied()).toEqual(migrations.map(({ name }) => name));
});

test('several at once on one database are safe', async () => {
  await Promise.all([1, 2, 3].map(() => applyMigrations(SPARE_DB)));
  expect(await readApplied()).toEqual(migrations.map(({ name }) => name));
});

test('a second time asks once, and changes nothing', async () => {
  await applyMigrations(SPARE_DB);
  const before = await readTables();
  const asked: string[] = [];
  const watched = watchDatabase(SPARE_DB, ({ statements, work }) => {
    asked.push(...statements);
    return work();
  });
  await applyMigrations(watched);
  expect(asked).toEqual(['SELECT name FROM d1_migrations']);
  expect(await readTables()).toEqual(before);
});

test('a database that does not say what was applied is not taken for an empty one', async () => {
  await applyMigrations(SPARE_DB);
  let trips = 0;
  const busy = watchDatabase(SPARE_DB, async ({ work }) => {
    if (trips++ === 0) throw new Error('busy');
    return await work();
  });
  await expect(applyMigrations(busy)).rejects.toThrow('busy');
  expect(trips).toBe(1);
});

test('a newer release upgrades a database with data in it, also several at once', async () => {
  await applyMigrations(SPARE_DB);
  await SPARE_DB.prepare(
    "INSERT INTO users (id, email, created_at, updated_at) VALUES ('a', 'a@example.com', 1, 1)",
  ).run();
  const newer = [...migrations, EXTRA];
  await Promise.all([applyMigrations(SPARE_DB, newer), applyMigrations(SPARE_DB, newer)]);
  expect(await SPARE_DB.prepare('SELECT email, extra FROM users').first()).toEqual({
    email: 'a@example.com',
    extra: 'a',
  });
  expect(await readApplied()).toEqual(newer.map(({ name }) => name));
});

test('names, links and connections come to a database whose analyses have none of them', async () => {
  const isEarlier = ({ name }: { name: string }): boolean => name < '0004';
  await applyMigrations(SPARE_DB, migrations.filter(isEarlier));
  await SPARE_DB.batch([
    SPARE_DB.prepare(
      "INSERT INTO users (id, email, created_at, updated_at) VALUES ('a', 'a@example.com', 1, 1)",
    ),
    SPARE_DB.prepare(
      `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate,
        total_leads, total_qualified, top_metrics, awaits_dataset, created_at)
       VALUES ('old', 'a', 'leads.csv', 100, 10, 42, 200, 84, '[]', 0, 5)`,
    ),
  ]);
  const before = await SPARE_DB.prepare('SELECT * FROM saved_analyses').first();
  await Promise.all([applyMigrations(SPARE_DB), applyMigrations(SPARE_DB)]);
  expect(await SPARE_DB.prepare('SELECT * FROM saved_analyses').first()).toEqual({
    ...before,
    name: null,
    note: '',
    version: 1,
    updated_at: null,
    made_by: null,
    updated_by: null,
  });
  await SPARE_DB.batch([
    SPARE_DB.prepare("INSERT INTO shared_analyses VALUES ('old', 'a', 'hash', '{}', 1, NULL, 0)"),
    SPARE_DB.prepare(
      "INSERT INTO sheets_connections VALUES ('a', 'a@example.com', 'v', 'r', NULL, 0, NULL, 0)",
    ),
    SPARE_DB.prepare("DELETE FROM users WHERE id = 'a'"),
  ]);
  for (const table of ['saved_analyses', 'shared_analyses', 'sheets_connections'])
    expect(await SPARE_DB.prepare(`SELECT * FROM ${table}`).first()).toBeNull();
});

test('connections to Google Sheets become connections of their kind, and their old table is empty', async () => {
  const isEarlier = ({ name }: { name: string }): boolean => name < '0007';
  await applyMigrations(SPARE_DB, migrations.filter(isEarlier));
  await SPARE_DB.batch([
    SPARE_DB.prepare(
      "INSERT INTO users (id, email, created_at, updated_at) VALUES ('a', 'a@example.com', 1, 1), ('b', 'b@example.com', 1, 1)",
    ),
    SPARE_DB.prepare(
      "INSERT INTO sheets_connections VALUES ('a', 'a@example.com', 'v', 'r', 'access', 5, 'lease', 9), ('b', 'b@example.com', 'w', 's', NULL, 6, NULL, 0)",
    ),
  ]);
  await Promise.all([applyMigrations(SPARE_DB), applyMigrations(SPARE_DB)]);
  const { results } = await SPARE_DB.prepare('SELECT * FROM connections ORDER BY user_id').all();
  const common = { kind: 'sheets', ends_at: null, connected_at: null, last_used_at: null };
  const free = { ...common, lease: null, lease_until: 0 };
  expect(results).toEqual([
    {
      ...free,
      user_id: 'a',
      account: 'a@example.com',
      key_version: 'v',
      refresh_token: 'r',
      access_token: 'access',
      access_expires_at: 5,
    },
    {
      ...free,
      user_id: 'b',
      account: 'b@example.com',
      key_version: 'w',
      refresh_token: 's',
      access_token: null,
      access_expires_at: 6,
    },
  ]);
  expect(await SPARE_DB.prepare('SELECT * FROM sheets_connections').first()).toBeNull();
  await SPARE_DB.prepare("DELETE FROM users WHERE id = 'a'").run();
  expect(await SPARE_DB.prepare('SELECT user_id FROM connections').all()).toMatchObject({
    results: [{ user_id: 'b' }],
  });
});

test('an account with a Google identity has a proved address, and a Worker from before goes on making accounts', async () => {
  const isEarlier = ({ name }: { name: string }): boolean => name < '0013';
  await applyMigrations(SPARE_DB, migrations.filter(isEarlier));
  const insert = (id: string, googleId: string | null) =>
    SPARE_DB.prepare(
      'INSERT INTO users (id, google_id, email, created_at, updated_at) VALUES (?, ?, ?, 1, 2)',
    ).bind(id, googleId, `${id}@example.com`);
  await SPARE_DB.batch([insert('a', 'google-a'), insert('b', null)]);
  await Promise.all([applyMigrations(SPARE_DB), applyMigrations(SPARE_DB)]);
  await insert('c', 'google-c').run();
  const { results } = await SPARE_DB.prepare(
    'SELECT id, email_proved_at, alert_mail_at FROM users ORDER BY id',
  ).all();
  expect(results).toEqual([
    { id: 'a', email_proved_at: 2, alert_mail_at: null },
    { id: 'b', email_proved_at: null, alert_mail_at: null },
    { id: 'c', email_proved_at: null, alert_mail_at: null },
  ]);
});

test('a migration that fails is not applied at all, and is tried again', async () => {
  await applyMigrations(SPARE_DB);
  const broken = { name: EXTRA.name, sql: 'ALTER TABLE users ADD COLUMN extra TEXT; SELECT * FROM nowhere;' };
  await expect(applyMigrations(SPARE_DB, [...migrations, broken])).rejects.toThrow('no such table: nowhere');
  expect(await readApplied()).toEqual(migrations.map(({ name }) => name));
  await applyMigrations(SPARE_DB, [...migrations, EXTRA]);
  expect(await readApplied()).toContain(EXTRA.name);
});

test("wrangler's own way agrees, in both orders", async () => {
  const own = migrations.map(({ name, sql }) => ({ name, queries: splitSql(sql) }));
  await applyD1Migrations(SPARE_DB, own);
  await applyMigrations(SPARE_DB);
  await applyD1Migrations(SPARE_DB, own);
  expect(await readApplied()).toEqual(migrations.map(({ name }) => name));
});
