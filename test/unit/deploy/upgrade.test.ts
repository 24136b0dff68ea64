import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { hash } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestHarness, type TestHarness } from 'wrangler';
import { savedAnalysisSchema } from '#contract/answers.ts';
import { bundleWorker } from '#test/support/bundle-worker.ts';
import type { D1Database } from '@cloudflare/workers-types';

const PROJECT = new URL('../../..', import.meta.url).pathname;
const ORIGIN = 'https://lva.test';
const ISOLATES = ['one', 'two', 'three'];
const BURST = 10;
/** The longest step takes more than a minute beside other work. */
const TIME = 240_000;
const FIRST = '0001_initial.sql';
const NEXT = '9999_next.sql';

const NEXT_SQL = `
  ALTER TABLE users ADD COLUMN upgraded TEXT;
  UPDATE users SET upgraded = email; -- runs once: a second time would find the column there
`;

let releases: string;
let carriedFiles: string;
let carried: string[];
let server: TestHarness;

interface Bindings {
  DB: D1Database;
}

beforeAll(async () => {
  releases = await mkdtemp(join(tmpdir(), 'upgrade-'));
  carriedFiles = join(releases, 'migrations');
  await cp(join(PROJECT, 'migrations'), carriedFiles, { recursive: true });
  await writeFile(join(carriedFiles, NEXT), NEXT_SQL);
  carried = (await readdir(join(PROJECT, 'migrations'))).toSorted();
  server = createTestHarness({ workers: await makeRelease('first', [FIRST]) });
  await server.listen();
}, TIME);

afterAll(async () => {
  await server.close();
  await rm(releases, { recursive: true, force: true });
});

/** A release of the Worker that carries these migrations, running in several isolates on one database. */
async function makeRelease(name: string, migrations: readonly string[]) {
  const root = join(releases, name);
  const imports = migrations.map((file, index) => `import sql${index} from '${join(carriedFiles, file)}';`);
  const list = migrations.map((file, index) => `{ name: '${file}', sql: sql${index} }`);
  const contents = `${imports.join('\n')}\nexport const migrations = [${list.join(', ')}];\n`;
  await bundleWorker('worker/src/index.ts', root, [
    {
      name: 'migrations',
      setup: ({ onLoad }) =>
        onLoad({ filter: /\/worker\/src\/db\/migrations\.ts$/ }, () => ({ contents, resolveDir: PROJECT })),
    },
  ]);
  return ISOLATES.map((isolate) => ({
    config: {
      name: isolate,
      main: join(root, 'index.js'),
      no_bundle: true,
      rules: [{ type: 'CompiledWasm' as const, globs: ['**/*.wasm'] }],
      compatibility_date: '2026-10-23',
      d1_databases: [
        {
          binding: 'DB',
          database_name: 'lead-value-analyzer',
          database_id: 'one-for-all',
          migrations_dir: carriedFiles,
        },
      ],
    },
  }));
}

type Init = Parameters<TestHarness['fetch']>[1];

/** An isolate closes a connection that nobody has used for seconds, maybe while the next call goes into it: a call that only reads is made again. */
async function askOne(name: string, path: string, init?: Init) {
  const ask = () => server.getWorker(name).fetch(`${ORIGIN}${path}`, init);
  return init?.method ? ask() : ask().catch(ask);
}

/** The same call to every isolate at the same moment. */
const askAll = (path: string, init?: Init) => Promise.all(ISOLATES.map((name) => askOne(name, path, init)));

const readDatabase = async () => (await server.getWorker<Bindings>(ISOLATES[0]).getEnv()).DB;

async function readApplied(): Promise<unknown[]> {
  const database = await readDatabase();
  return (await database.prepare('SELECT name FROM d1_migrations ORDER BY id').raw()).flat();
}

const CONFIGURATION = {
  statusColumn: 'Status',
  attributeColumns: ['Source'],
  // More than a save may have now.
  qualifiedValues: Array.from({ length: 60_000 }, (_, index) => `v${index}`),
  notQualifiedValues: [],
  valueMappings: {},
  binningConfig: {},
};
const FIGURES = {
  metrics: Array.from({ length: 60_000 }, (_, index) => ({
    fieldName: 'Source',
    fieldValue: `s${index}`,
    totalLeads: 1,
    qualifiedLeads: 0,
    conversionRate: 0,
  })),
  overallRate: 25,
  totalLeads: 40,
  totalQualified: 10,
  correlationTests: [],
  dataSource: 'csv',
};
const LINES = ['["Status","Source"]', '["Won","Google"]', `["","${'x'.repeat(2_000_000)}"]`];

/** A text as the first release stored it: compressed, as base64. */
const storeText = (database: D1Database, kind: string, text: string) => [
  database
    .prepare(
      "INSERT INTO uploads (id, user_id, analysis_id, kind, parts, bytes, created_at) VALUES (?, 'u', 'a', ?, 1, 1, 1)",
    )
    .bind(kind, kind),
  database
    .prepare('INSERT INTO upload_parts (upload_id, position, content) VALUES (?, 0, ?)')
    .bind(kind, gzipSync(text).toString('base64')),
];

/** A user with a saved analysis, as the first release stored them. */
async function storeFirstData(): Promise<void> {
  const database = await readDatabase();
  const passwordHash = await hash('correct horse', 4);
  await database.batch([
    database
      .prepare(
        "INSERT INTO users (id, email, password_hash, created_at, updated_at) VALUES ('u', 'first@example.com', ?, 1, 1)",
      )
      .bind(passwordHash),
    database.prepare(
      `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate,
         total_leads, total_qualified, top_metrics, awaits_dataset, created_at)
       VALUES ('a', 'u', 'first.csv', 100, 10, 25, 40, 10, '[]', 0, 1)`,
    ),
    ...storeText(database, 'configuration', JSON.stringify(CONFIGURATION).slice(1, -1)),
    ...storeText(database, 'analysis', JSON.stringify(FIGURES).slice(1, -1)),
    ...storeText(database, 'dataset', LINES.join('\n')),
  ]);
}

/** All isolates run before the first of them asks the database, so that they come to the migration together. */
async function expectHealthy(): Promise<void> {
  await askAll('/api/login', { redirect: 'manual' });
  const answers = await Promise.all(Array.from({ length: BURST }, () => askAll('/api/health')));
  expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
}

/** One story in four steps, in this order whatever the seed: to start the isolates anew for each takes a minute more. */
describe('a database and the releases of the Worker', { shuffle: false, timeout: TIME }, () => {
  test('several isolates that start at once on an empty database give it the schema', async () => {
    await expectHealthy();
    expect(await readApplied()).toEqual([FIRST]);
  });

  test('several isolates of the next release bring a database with data in it to its schema', async () => {
    await storeFirstData();
    await server.update({ workers: await makeRelease('next', [...carried, NEXT]) });
    await expectHealthy();
    expect(await readApplied()).toEqual([...carried, NEXT]);
    const database = await readDatabase();
    expect(await database.prepare('SELECT id, upgraded FROM users').all()).toMatchObject({
      results: [{ id: 'u', upgraded: 'first@example.com' }],
    });

    const [signedIn] = await askAll('/api/auth/login', {
      method: 'POST',
      headers: { Origin: ORIGIN, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'first@example.com', password: 'correct horse' }),
    });
    const cookie = signedIn?.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    for (const list of await askAll('/api/analyses', { headers: { Cookie: cookie } })) {
      expect(await list.json()).toMatchObject([{ id: 'a', fileName: 'first.csv' }]);
    }
    const [analysis] = await askAll('/api/analyses/a', { headers: { Cookie: cookie } });
    const [headers, ...rows] = LINES.map((line): unknown => JSON.parse(line));
    expect(savedAnalysisSchema.parse(await analysis?.json())).toMatchObject({
      configurationData: CONFIGURATION,
      analysisData: { ...FIGURES, headers, rows },
    });
    const [dataset] = await askAll('/api/analyses/a/dataset', { headers: { Cookie: cookie } });
    expect(gunzipSync((await dataset?.arrayBuffer()) ?? '').toString()).toBe(LINES.join('\n'));
  });

  test("wrangler's own command finds nothing left to apply", async () => {
    await server.getWorker<Bindings>(ISOLATES[0]).applyD1Migrations('DB');
    expect(await readApplied()).toEqual([...carried, NEXT]);
  });

  test("the Worker finds nothing left to apply after wrangler's own command", async () => {
    await server.reset();
    await server.getWorker<Bindings>(ISOLATES[0]).applyD1Migrations('DB');
    await expectHealthy();
    expect(await readApplied()).toEqual([...carried, NEXT]);
  });
});
