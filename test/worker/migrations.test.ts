import { applyD1Migrations, createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { app } from '#worker/app.ts';
import { openDatabase } from '#worker/db/client.ts';
import { applyMigrations } from '#worker/db/migrate.ts';
import { migrations } from '#worker/db/migrations.ts';
import { nameResource } from '#worker/db/named-resources.ts';
import { splitSql } from '#worker/db/split-sql.ts';
import { countedBytesOf } from './stored-bytes-support.ts';
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
  // Another object, as a new isolate has: a test before may have brought this database up to date.
  const bindings = { ...env, DB: watchDatabase(SPARE_DB, ({ work }) => work()) };
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
  const free = { ...common, lease: null, lease_until: 0, last_check: null, account_id: null };
  expect(results).toEqual([
    {
      ...free,
      user_id: 'a',
      made_by: 'a',
      account: 'a@example.com',
      key_version: 'v',
      refresh_token: 'r',
      access_token: 'access',
      access_expires_at: 5,
    },
    {
      ...free,
      user_id: 'b',
      made_by: 'b',
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

/** The data of a user of the first release: a session, and an analysis with a dataset in two parts. */
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
    // The team's data stays when its maker goes.
    const { results } = await SPARE_DB.prepare(
      'SELECT s.user_id, s.made_by, s.updated_by, t.made_by AS team_by, count(*) AS parts FROM saved_analyses s, teams t, upload_parts',
    ).all();
    expect(results).toEqual([{ user_id: 't', made_by: null, updated_by: null, team_by: null, parts: 2 }]);
    await run(["DELETE FROM users WHERE id = 't'"]);
    expect((await readAll()).flat()).toEqual([]);
  },
);

test('teams of a release before 0023 count for an admin of theirs', async () => {
  await applyMigrations(SPARE_DB, migrations.slice(0, 22));
  const user = (id: string) =>
    `INSERT INTO users (id, email, created_at, updated_at) VALUES ('${id}', '${id}@example.com', 1, 1)`;
  const team = (id: string, maker: string) =>
    `INSERT INTO teams (id, name, made_by, created_at) VALUES ('${id}', 'Team', ${maker}, 1)`;
  await run([
    ...['a', 'b', 'c', 'gone', 'left', 'own'].map(user),
    team('gone', 'NULL'),
    team('left', "'a'"),
    team('own', "'a'"),
    "INSERT INTO members VALUES ('gone', 'a', 'viewer', 1), ('gone', 'b', 'admin', 3), ('gone', 'c', 'admin', 2)",
    "INSERT INTO members VALUES ('left', 'a', 'editor', 1), ('left', 'b', 'admin', 2)",
    "INSERT INTO members VALUES ('own', 'a', 'admin', 2), ('own', 'b', 'admin', 1)",
  ]);
  await applyMigrations(SPARE_DB);
  const { results } = await SPARE_DB.prepare('SELECT id, made_by FROM teams ORDER BY id').all();
  expect(results).toEqual([
    { id: 'gone', made_by: 'c' },
    { id: 'left', made_by: 'b' },
    { id: 'own', made_by: 'a' },
  ]);
});

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
  // Triggers add their own changes, and the database names a session.
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

test('what is stored at the upgrade counts for its owners, and only for them', async () => {
  await applyMigrations(
    SPARE_DB,
    migrations.filter(({ name }) => name < '0018'),
  );
  const analysis = (id: string, owner: string, note: string) =>
    `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads,
      total_qualified, top_metrics, awaits_dataset, created_at, note)
     VALUES ('${id}', '${owner}', 'é.csv', 100, 10, 42, 200, 84, '[]', 0, 5, '${note}')`;
  await run([
    "INSERT INTO users (id, email, created_at, updated_at) VALUES ('a', 'a@example.com', 1, 1), ('b', 'b@example.com', 1, 1), ('none', 'n@example.com', 1, 1), ('t', 'team:t', 1, 1)",
    "INSERT INTO teams (id, name, made_by, created_at) VALUES ('t', 'Acme', 'a', 1)",
    "INSERT INTO members VALUES ('t', 'a', 'admin', 1)",
    analysis('of-a', 'a', ''),
    analysis('of-b', 'b', 'a note'),
    analysis('of-t', 't', ''),
    "INSERT INTO uploads VALUES ('u1', 'a', 'of-a', 'dataset', 1, 1000, 1, NULL), ('u2', 'a', 'of-a', 'analysis', 1, 500, 1, 'object'), ('u3', 'b', NULL, 'dataset', 1, 7, 1, NULL)",
    "INSERT INTO shared_analyses VALUES ('of-a', 'a', 'hash', '{}', 1, NULL, 0)",
    "INSERT INTO pushes VALUES ('p', 't', 'meta', '1', NULL, 'Ads', 'a@example.com', 1, 'done', 0, '[1]', '[]', '{}', NULL, '[]', NULL, '[]', NULL, '[]', '[]', NULL)",
    "INSERT INTO sends VALUES ('s', 'a', '1', NULL, '2', 'abc', 3, 1, 0, 0, '{}', 1, 1)",
    "INSERT INTO sources (id, user_id, analysis_id, kind, spec, state, created_at) VALUES ('q', 'a', 'of-a', 'sheet', '{}', 'active', 1)",
    "INSERT INTO versions (analysis_id, number, user_id, source_id, made_at, leads, converted, new_values, metrics, figures, latest) VALUES ('of-a', 1, 'a', 'q', 1, 1, 1, '[]', '[1]', '{}', '{}')",
    "INSERT INTO watched_rules VALUES ('of-a', 'a', 'r', 1, 1, 'entered', NULL, NULL, NULL, 0, '[]')",
    "INSERT INTO alerts VALUES ('of-a', 'r', 1, 'a', 1, '{}', 1, NULL, NULL)",
    "INSERT INTO invitations VALUES ('i', 't', 'a', 'viewer', 'hash', 'c@example.com', 1, 9, NULL)",
  ]);
  await Promise.all([applyMigrations(SPARE_DB), applyMigrations(SPARE_DB)]);
  const { results } = await SPARE_DB.prepare(
    'SELECT id, stored_bytes AS stored, bucket_bytes AS bucket FROM users ORDER BY id',
  ).all<{ id: string; stored: number; bucket: number }>();
  expect(results).toEqual([
    { id: 'a', stored: await countedBytesOf('a', SPARE_DB), bucket: 500 },
    { id: 'b', stored: 7 + 'é.csv[]a note'.length + 1, bucket: 0 },
    { id: 'none', stored: 0, bucket: 0 },
    { id: 't', stored: await countedBytesOf('t', SPARE_DB), bucket: 0 },
  ]);
  expect(results[0]?.stored).toBeGreaterThan(1500);
  await run(["DELETE FROM saved_analyses WHERE id = 'of-a'", 'DELETE FROM sends']);
  expect(
    await SPARE_DB.prepare("SELECT stored_bytes, bucket_bytes FROM users WHERE id = 'a'").first(),
  ).toEqual({
    stored_bytes: 0,
    bucket_bytes: 0,
  });
});

test('a push of an earlier release names no analysis, and rules in use stay as they are', async () => {
  await applyMigrations(
    SPARE_DB,
    migrations.filter(({ name }) => name < '0020'),
  );
  await run([
    "INSERT INTO users (id, email, created_at, updated_at) VALUES ('a', 'a@example.com', 1, 1)",
    `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads,
      total_qualified, top_metrics, awaits_dataset, created_at, note) VALUES ('of-a', 'a', 'x.csv', 1, 1, 1, 1, 1, '[]', 0, 1, '')`,
    "INSERT INTO pushes VALUES ('p', 'a', 'meta', '1', NULL, 'Ads', 'a@example.com', 1, 'done', 0, '[1]', '[]', '{}', NULL, '[]', NULL, '[]', NULL, '[]', '[]', NULL)",
    "INSERT INTO watched_rules VALUES ('of-a', 'a', 'r', 1, 1, 'meta', NULL, NULL, NULL, 0, '[]')",
  ]);
  const rowsOf = (table: string) => SPARE_DB.prepare(`SELECT * FROM ${table}`).first<object>();
  const [push, watched, user] = [
    await rowsOf('pushes'),
    await rowsOf('watched_rules'),
    await rowsOf('users'),
  ];
  await Promise.all([applyMigrations(SPARE_DB), applyMigrations(SPARE_DB)]);
  expect(await rowsOf('pushes')).toEqual({ ...push, in_use: null });
  expect([await rowsOf('watched_rules'), await rowsOf('users')]).toEqual([watched, user]);
  expect(await rowsOf('push_marks')).toBeNull();
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

test('a connection gets its maker from the log of its team, a user’s own is theirs, and what is in use is named', async () => {
  const isEarlier = ({ name }: { name: string }): boolean => name < '0016';
  await applyMigrations(SPARE_DB, migrations.filter(isEarlier));
  const run = (query: string) => SPARE_DB.prepare(query);
  const connection = (owner: string, kind: string) =>
    run(
      `INSERT INTO connections VALUES ('${owner}', '${kind}', 'g@example.com', 'v', 'token ${owner} ${kind}', NULL, 0, NULL, NULL, NULL, NULL, 0)`,
    );
  const act = (person: string) => run(`INSERT OR REPLACE INTO acting VALUES (1, '${person}', NULL, 5)`);
  const analysis = (id: string) =>
    run(
      `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate,
        total_leads, total_qualified, top_metrics, awaits_dataset, created_at)
       VALUES ('${id}', 't', 'leads.csv', 100, 10, 42, 200, 84, '[]', 0, 5)`,
    );
  const source = (id: string, owner: string, sheet: string) =>
    run(
      `INSERT INTO sources (id, user_id, analysis_id, kind, state, spec, created_at, last_run_at)
       VALUES ('s${id}', '${owner}', '${id}', 'sheet', 'active', '{"spreadsheetId":"${sheet}","title":"Leads"}', 1, 7)`,
    );
  await SPARE_DB.batch([
    run(
      "INSERT INTO users (id, email, created_at, updated_at) VALUES ('t', 'team:t', 1, 1), ('u', 'team:u', 1, 1), ('a', 'a@example.com', 1, 1), ('b', 'b@example.com', 1, 1), ('gone', 'c@example.com', 1, 1), ('left', 'd@example.com', 1, 1)",
    ),
    run("INSERT INTO teams (id, name, created_at) VALUES ('t', 'Acme', 1), ('u', 'Other', 1)"),
    run(
      "INSERT INTO members VALUES ('t', 'a', 'admin', 1), ('t', 'b', 'admin', 1), ('t', 'gone', 'admin', 1), ('t', 'left', 'admin', 1), ('u', 'a', 'admin', 1), ('u', 'b', 'editor', 1), ('u', 'left', 'admin', 1)",
    ),
    run("UPDATE audit_people SET person = 'p-' || id"),
    // Of two consents the later one counts; one of an account that is gone tells nothing; nor does one before the log.
    act('p-a'),
    connection('t', 'sheets'),
    connection('t', 'google-rules'),
    act('p-b'),
    run("UPDATE connections SET connected_at = 9 WHERE kind = 'sheets'"),
    act('p-gone'),
    connection('t', 'meta'),
    // Nor does one of a member who has left the team, or of one who is no admin any more; the admin before them is not the maker.
    act('p-a'),
    connection('u', 'meta'),
    connection('u', 'sheets'),
    act('p-b'),
    run("UPDATE connections SET connected_at = 9 WHERE user_id = 'u' AND kind = 'sheets'"),
    act('p-left'),
    run("UPDATE connections SET connected_at = 9 WHERE user_id = 'u' AND kind = 'meta'"),
    connection('t', 'google-values'),
    run('DELETE FROM acting'),
    run("DELETE FROM members WHERE team_id = 't' AND user_id = 'left'"),
    run("UPDATE members SET role = 'viewer' WHERE team_id = 'u' AND user_id = 'left'"),
    connection('t', 'microsoft'),
    connection('a', 'sheets'),
    run("DELETE FROM users WHERE id = 'gone'"),
    analysis('x'),
    analysis('y'),
    run("UPDATE saved_analyses SET user_id = 'a' WHERE id = 'y'"),
    source('x', 't', 'named-sheet'),
    source('y', 'a', 'own-sheet'),
    run(
      `INSERT INTO pushes VALUES ('p', 't', 'google-rules', '123', NULL, 'Acme Ads', 'x', 3, 'done', 0, '[]', '[]', NULL, NULL, '[]', NULL, '[]', NULL, '[]', '[]', NULL),
        ('q', 'a', 'google-rules', '456', NULL, 'Own Ads', 'x', 3, 'done', 0, '[]', '[]', NULL, NULL, '[]', NULL, '[]', NULL, '[]', '[]', NULL)`,
    ),
  ]);
  await Promise.all([applyMigrations(SPARE_DB), applyMigrations(SPARE_DB)]);
  const makers = await run('SELECT user_id, kind, made_by FROM connections ORDER BY user_id, kind').raw();
  expect(makers).toEqual([
    ['a', 'sheets', 'a'],
    ['t', 'google-rules', 'a'],
    ['t', 'google-values', null],
    ['t', 'meta', null],
    ['t', 'microsoft', null],
    ['t', 'sheets', 'b'],
    ['u', 'meta', null],
    ['u', 'sheets', null],
  ]);
  const named = await run(
    'SELECT team_id, kind, resource_id, name, named_by, first_read_at FROM named_resources ORDER BY kind',
  ).raw();
  expect(named).toEqual([
    ['t', 'google-rules', '123', 'Acme Ads', null, 3],
    ['t', 'sheets', 'named-sheet', 'Leads', null, 7],
  ]);
  const entries = await run(
    "SELECT action, object, person FROM audit WHERE action GLOB 'resource.*' ORDER BY object",
  ).raw();
  expect(entries).toEqual([
    ['resource.named', '123', null],
    ['resource.named', 'named-sheet', null],
  ]);
  // From now on what a maker has connected ends with the role.
  await run("UPDATE members SET role = 'editor' WHERE user_id = 'b'").run();
  expect(await run("SELECT kind FROM connections WHERE user_id = 't' ORDER BY kind").raw()).toEqual([
    ['google-rules'],
    ['google-values'],
    ['meta'],
    ['microsoft'],
  ]);
  expect(await run('SELECT refresh_token FROM ended_rights').raw()).toEqual([['token t sheets']]);
});

test('connections from before have no check, and a new consent empties that of its own alone, whichever release stores it', async () => {
  await applyMigrations(
    SPARE_DB,
    migrations.filter(({ name }) => name < '0021'),
  );
  const run = (query: string) => SPARE_DB.prepare(query);
  const connection = (user: string, kind: string) =>
    run(
      `INSERT INTO connections VALUES ('${user}', '${kind}', 'g@example.com', 'v', 'r', NULL, 0, NULL, 1, NULL, NULL, 0, '${user}')`,
    );
  await SPARE_DB.batch([
    ...['a', 'b'].map((id) =>
      run(
        `INSERT INTO users (id, email, created_at, updated_at) VALUES ('${id}', '${id}@example.com', 1, 1)`,
      ),
    ),
    connection('a', 'sheets'),
    connection('a', 'meta'),
    connection('b', 'sheets'),
  ]);
  await applyMigrations(SPARE_DB);
  const checks = async () => await run('SELECT last_check FROM connections ORDER BY user_id, kind').raw();
  expect(await checks()).toEqual([[null], [null], [null]]);
  await run("UPDATE connections SET last_check = '{}'").run();
  await run("UPDATE connections SET access_token = 't', last_used_at = 2").run();
  expect(await checks()).toEqual([['{}'], ['{}'], ['{}']]);
  await run("UPDATE connections SET connected_at = 2 WHERE user_id = 'a' AND kind = 'sheets'").run();
  expect(await checks()).toEqual([['{}'], [null], ['{}']]);
});

test('ad accounts and spreadsheets that were named before stay named, and are reached as the list says', async () => {
  await applyMigrations(
    SPARE_DB,
    migrations.filter(({ name }) => name < '0022'),
  );
  const run = (query: string) => SPARE_DB.prepare(query);
  await SPARE_DB.batch([
    run(
      "INSERT INTO users (id, email, created_at, updated_at) VALUES ('t', 'team:t', 1, 1), ('u', 'team:u', 1, 1), ('a', 'a@example.com', 1, 1)",
    ),
    run("INSERT INTO teams (id, name, created_at) VALUES ('t', 'Acme', 1), ('u', 'Other', 1)"),
    run("INSERT INTO members VALUES ('t', 'a', 'admin', 1), ('u', 'a', 'admin', 1)"),
    run(
      "INSERT INTO named_resources VALUES ('t', 'google-rules', '42', 'Shop', 'a', 5, 7), ('t', 'sheets', 's', 'Leads', NULL, 5, NULL), ('u', 'google-rules', '42', 'Their shop', 'a', 6, NULL)",
    ),
  ]);
  const rows = async () => await run('SELECT * FROM named_resources ORDER BY team_id, kind').all();
  const { results: before } = await rows();
  await applyMigrations(SPARE_DB);
  expect((await rows()).results).toEqual(before.map((row) => ({ ...row, via: null })));
  const db = openDatabase(SPARE_DB, 60_000);
  const key = { userId: 't', kind: 'google-rules', resourceId: '42' } as const;
  expect(await nameResource(db, { ...key, name: 'Shop', via: '555', by: 'a', now: 9 })).toBe(true);
  expect((await rows()).results).toEqual(
    before.map((row) => ({
      ...row,
      via: row['team_id'] === 't' && row['kind'] === 'google-rules' ? '555' : null,
    })),
  );
});
