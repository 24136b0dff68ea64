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
  await SPARE_DB.prepare('DROP VIEW IF EXISTS audit_entries').run();
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

test('a session of an earlier release gets a name for the list of devices, and one that its Worker begins meanwhile too', async () => {
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '0019_devices.sql'),
  );
  await applyMigrations(SPARE_DB, before);
  const insert = (sid: string) =>
    SPARE_DB.prepare('INSERT INTO sessions (sid, user_id, sess, expire) VALUES (?, ?, ?, 1)').bind(
      sid,
      'a',
      '{}',
    );
  await SPARE_DB.batch([
    SPARE_DB.prepare(
      "INSERT INTO users (id, email, created_at, updated_at) VALUES ('a', 'a@example.com', 1, 1)",
    ),
    insert('s'),
    insert('t'),
  ]);
  await applyMigrations(SPARE_DB);
  await insert('u').run();
  const { results } = await SPARE_DB.prepare('SELECT * FROM sessions ORDER BY sid').all<{ id: string }>();
  const unknown = { user_id: 'a', sess: '{}', expire: 1, browser: null, country: null, seen_at: null };
  expect(results).toMatchObject(['s', 't', 'u'].map((sid) => ({ sid, ...unknown })));
  for (const { id } of results) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(results.map(({ id }) => id)).size).toBe(3);
});

/** What a user of the first release has: a session, and an analysis with a dataset in two parts. */
const FIRST_RELEASE = [
  "INSERT INTO users (id, email, created_at, updated_at) VALUES ('a', 'a@example.com', 1, 1)",
  "INSERT INTO sessions (sid, user_id, sess, expire) VALUES ('s', 'a', '{}', 1)",
  `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads,
     total_qualified, top_metrics, awaits_dataset, created_at) VALUES ('one', 'a', 'leads.csv', 100, 10, 42, 200, 84, '[]', 0, 5)`,
  "INSERT INTO uploads (id, user_id, analysis_id, kind, parts, bytes, created_at) VALUES ('u', 'a', 'one', 'dataset', 2, 8, 5)",
  "INSERT INTO upload_parts (upload_id, position, content) VALUES ('u', 0, 'AAAA'), ('u', 1, 'BBBB')",
  "INSERT INTO user_preferences (id, user_id, default_conversion_value, default_significance_threshold, updated_at) VALUES ('p', 'a', 1, 2, 3)",
];
const FILLED = ['users', 'sessions', 'saved_analyses', 'uploads', 'upload_parts', 'user_preferences'];

const run = (statements: readonly string[]) => SPARE_DB.batch(statements.map((sql) => SPARE_DB.prepare(sql)));

test.each(migrations.map(({ name }, at) => [name, at + 1] as const))(
  'a database of a release that ended with %s is upgraded with all that is in it, and teams then own as users do',
  async (_name, number) => {
    await applyMigrations(SPARE_DB, migrations.slice(0, number));
    await run(FIRST_RELEASE);
    const readAll = async () =>
      (await run(FILLED.map((table) => `SELECT * FROM ${table}`))).map(({ results }) => results);
    const before = await readAll();
    await applyMigrations(SPARE_DB);
    expect(await readAll()).toMatchObject(before);
    await run([
      "INSERT INTO users (id, email, created_at, updated_at) VALUES ('t', 'team:t', 1, 1)",
      "INSERT INTO teams (id, name, made_by, created_at) VALUES ('t', 'Team', 'a', 1)",
      "INSERT INTO members VALUES ('t', 'a', 'admin', 1)",
      "UPDATE saved_analyses SET user_id = 't', made_by = 'a', updated_by = 'a'",
      "UPDATE uploads SET user_id = 't'",
      "DELETE FROM users WHERE id = 'a'",
    ]);
    // What belongs to the team stays when its maker goes.
    const { results } = await SPARE_DB.prepare(
      'SELECT s.user_id, s.made_by, s.updated_by, t.made_by AS team_by, count(*) AS parts FROM saved_analyses s, teams t, upload_parts',
    ).all();
    expect(results).toEqual([{ user_id: 't', made_by: null, updated_by: null, team_by: null, parts: 2 }]);
    await run(["DELETE FROM users WHERE id = 't'"]);
    expect((await readAll()).flat()).toEqual([]);
  },
);

/** The changing statements of the release before teams, as its Workers run them while a newer one is deployed. */
const RELEASE_BEFORE_TEAMS = [
  `insert into "users" ("id", "google_id", "email", "password_hash", "first_name", "last_name", "profile_image_url", "created_at", "updated_at")
     values ('a', null, 'a@example.com', 'hash', null, null, null, 1, 1) on conflict do nothing returning "id"`,
  `insert into "sessions" ("sid", "user_id", "sess", "expire") SELECT 's', "users"."id", '{}', 9 FROM "users" WHERE "users"."id" = 'a'`,
  `insert into "uploads" ("id", "user_id", "analysis_id", "kind", "parts", "bytes", "created_at", "object_key")
     SELECT 'u', id, NULL, 'analysis', 0, 0, 1, NULL FROM users WHERE id = 'a' on conflict do nothing`,
  `update "uploads" set "parts" = "uploads"."parts" + 1, "bytes" = "uploads"."bytes" + 4 where "uploads"."id" = 'u'
     and (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE user_id = 'a') + 4 <=
       (SELECT iif(google_id IS NULL, 100, 200) FROM users WHERE id = 'a')`,
  `insert into "upload_parts" ("upload_id", "position", "content") SELECT id, 0, 'AAAA' FROM uploads WHERE id = 'u' AND parts = 1`,
  `insert into "saved_analyses" ("id", "user_id", "idempotency_key", "file_name", "conversion_value", "significance_threshold", "overall_rate",
     "total_leads", "total_qualified", "top_metrics", "awaits_dataset", "created_at", "choices", "name", "note", "version", "updated_at")
     SELECT 'one', 'a', 'key', 'leads.csv', 1, 1, 1, 1, 1, '[]', 0, 1, null, null, '', 1, null
     WHERE (SELECT count(*) FROM saved_analyses WHERE user_id = 'a' AND awaits_dataset = 0) < 100 on conflict do nothing`,
  `update "uploads" set "analysis_id" = 'one' where "uploads"."id" = 'u'`,
  `update "saved_analyses" set "note" = 'n', "version" = "saved_analyses"."version" + 1, "updated_at" = 2 where "saved_analyses"."id" = 'one'`,
  `insert into "connections" ("user_id", "kind", "account", "key_version", "refresh_token", "access_token", "access_expires_at", "ends_at",
     "connected_at", "last_used_at", "lease", "lease_until") SELECT user_id, 'sheets', 'x', 'v', 'r', 'a', 1, NULL, 1, NULL, NULL, 0
     FROM sessions WHERE sid = 's' AND user_id = 'a' AND expire > 1`,
  `update "users" set "password_hash" = 'new', "updated_at" = 3 where "users"."id" = 'a' and "users"."password_hash" = 'hash'`,
];

test('Workers of the release before teams serve personal work on a database of this one', async () => {
  await applyMigrations(SPARE_DB);
  await run([
    "INSERT INTO users (id, email, created_at, updated_at) VALUES ('t', 'team:t', 1, 1)",
    "INSERT INTO teams (id, name, created_at) VALUES ('t', 'Team', 1)",
  ]);
  // That of a session counts two: the database gives it a name.
  for (const result of await run(RELEASE_BEFORE_TEAMS)) expect(result.meta.changes).toBeGreaterThan(0);
  const { results } = await SPARE_DB.prepare(
    'SELECT u.password_hash, s.note, s.version, p.content, c.kind FROM users u JOIN saved_analyses s ON s.user_id = u.id JOIN uploads ON analysis_id = s.id JOIN upload_parts p ON upload_id = uploads.id JOIN connections c ON c.user_id = u.id',
  ).all();
  expect(results).toEqual([{ password_hash: 'new', note: 'n', version: 2, content: 'AAAA', kind: 'sheets' }]);
  await run([`delete from "users" where "users"."id" = 'a'`]);
  expect(await SPARE_DB.prepare('SELECT id FROM users').all()).toMatchObject({ results: [{ id: 't' }] });
});

test('the log begins in a database that has teams and personal work, which stay as they are', async () => {
  const isEarlier = ({ name }: { name: string }): boolean => name < '0015';
  await applyMigrations(SPARE_DB, migrations.filter(isEarlier));
  const analysis = (id: string, owner: string) =>
    SPARE_DB.prepare(
      `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate,
        total_leads, total_qualified, top_metrics, awaits_dataset, created_at)
       VALUES (?, ?, 'leads.csv', 100, 10, 42, 200, 84, '[]', 0, 5)`,
    ).bind(id, owner);
  await SPARE_DB.batch([
    SPARE_DB.prepare(
      "INSERT INTO users (id, email, created_at, updated_at) VALUES ('a', 'a@example.com', 1, 1), ('b', 'b@example.com', 1, 1), ('t', 'team:t', 1, 1)",
    ),
    SPARE_DB.prepare("INSERT INTO teams (id, name, created_at) VALUES ('t', 'Acme', 1)"),
    SPARE_DB.prepare("INSERT INTO members VALUES ('t', 'a', 'admin', 1)"),
    analysis('own', 'b'),
    analysis('shared', 't'),
  ]);
  const read = async () => (await SPARE_DB.prepare('SELECT * FROM saved_analyses ORDER BY id').all()).results;
  const before = await read();
  await applyMigrations(SPARE_DB);
  expect(await read()).toEqual(before);
  expect(await SPARE_DB.prepare('SELECT required_domain, dataset_days FROM teams').first()).toEqual({
    required_domain: null,
    dataset_days: null,
  });
  const { results: people } = await SPARE_DB.prepare('SELECT id FROM audit_people').all();
  expect(people).toEqual([{ id: 'a' }]);
  await SPARE_DB.prepare("DELETE FROM saved_analyses WHERE id IN ('own', 'shared')").run();
  const { results: log } = await SPARE_DB.prepare('SELECT team_id, action, object FROM audit').all();
  expect(log).toEqual([{ team_id: 't', action: 'analysis.deleted', object: 'shared' }]);
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
