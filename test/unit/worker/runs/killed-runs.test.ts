import { createServer, type Server } from 'node:http';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#contract/limits.ts';
import { bundleWorker } from '#test/support/bundle-worker.ts';
import { makeGoogleSheetsStandIn } from '#test/support/google-sheets-stand-in.ts';
import { toText } from '#test/support/stand-in.ts';

/** Ten seconds on a machine that has nothing else to do. */
const TIME = 240_000;
const SECRET = 'a secret of the test';
const SHEET = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';

/** Where the runtime keeps its state from one start to the next. */
let persisted: string;
let server: Server;
let origin: string;
/** The step after whose work the runtime is killed. */
let killedIn: string | null = null;
let runtime: Miniflare;

beforeAll(async () => {
  persisted = await mkdtemp(join(tmpdir(), 'killed-'));
  // The Worker whose runs tell when a step is done.
  await bundleWorker('test/worker/killable-worker.ts', join(persisted, 'worker'));
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, TIME);

afterAll(async () => {
  server.close();
  await rm(persisted, { recursive: true, force: true });
});

const sheets = makeGoogleSheetsStandIn();

/** Answers as Google, and when the work of a step is done: never where the runtime is killed then. */
const answer: Parameters<typeof createServer>[1] = (request, response) => {
  const { method = 'GET', url = '' } = request;
  if (url === `/done/${killedIn}`) return void kill();
  if (url.startsWith('/done/')) return void response.end();
  const headers = new Headers(request.headers as Record<string, string>);
  const { status, body } = sheets({ method, url: new URL(url, origin), headers, body: '' });
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(toText({ status, body }));
};

let killed: () => void = () => {};

/** Ends the process of the runtime that has our files open, without a word. */
async function kill(): Promise<void> {
  killedIn = null;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const comm = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (comm.trim() !== 'workerd') continue;
    const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const files = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
    if (files.some((file) => file.startsWith(persisted))) process.kill(Number(pid), 'SIGKILL');
  }
  killed();
}

async function start(): Promise<void> {
  const [script, wasm] = await Promise.all([
    readFile(join(persisted, 'worker/index.js'), 'utf8'),
    readFile(join(persisted, 'worker/assembly.wasm')),
  ]);
  runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: [
        { type: 'ESModule', path: 'index.mjs', contents: script },
        { type: 'CompiledWasm', path: 'assembly.wasm', contents: wasm },
      ],
      compatibilityDate: '2026-10-23',
      d1Databases: { DB: 'leads' },
      workflows: { SOURCE_RUNS: { name: 'runs', className: 'SourceRun' } },
      resourcePersistencePath: persisted,
      cf: false,
      bindings: {
        SESSION_SECRET: SECRET,
        GOOGLE_CLIENT_ID: 'client',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_SHEETS_ORIGIN: origin,
        KILLER: origin,
        SCHEDULED_RUNS: 'on',
      },
    }),
  );
  await runtime.ready;
}

const get = async (path: string): Promise<string> => {
  const answer = await runtime.dispatchFetch(`http://localhost${path}`);
  return await answer.text();
};

async function fireHourly(time: number): Promise<void> {
  const worker = await runtime.getWorker();
  await worker.scheduled({ scheduledTime: new Date(time), cron: '' });
}

/** A busy runtime may close a connection that is to carry the next statement. The statement is sent once more then. */
async function query(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  const send = async () => {
    const database = await runtime.getD1Database('DB');
    return await database
      .prepare(sql)
      .bind(...values)
      .all<Record<string, unknown>>();
  };
  const { results } = await send().catch((error: unknown) => {
    if (!isClosedConnection(error)) throw error;
    return send();
  });
  return results;
}

const isClosedConnection = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === 'UND_ERR_SOCKET';

// The counts with which the rules were entered, and later leads in which 20 of 300 of A convert among 150 of 800: no raise any more. See
// `methods`, E.1.
const REFERENCE = { A: [500, 150], B: [500, 100], C: [700, 100], D: [300, 50] };
const FALLEN = { A: [300, 20], B: [200, 80], C: [200, 30], D: [100, 20] };
const SAVED_AT = Date.UTC(2026, 2, 2, 9);

const rows = Object.entries(FALLEN).flatMap(([source, [leads = 0, converted = 0]]) =>
  Array.from({ length: leads }, (_, at) => [
    at < converted ? 'Won' : 'Lost',
    source,
    new Date(SAVED_AT + (8 - (at % 5)) * DAY).toISOString().slice(0, 10),
  ]),
);

const TEXTS = {
  configuration: {
    statusColumn: 'Status',
    attributeColumns: ['Source'],
    qualifiedValues: ['Won'],
    notQualifiedValues: ['Lost'],
    valueMappings: {},
    binningConfig: {},
    dateFilter: { column: 'Created', format: null, from: null, to: null, youngerThanDays: null },
  },
  analysis: {
    metrics: Object.entries(REFERENCE).map(([fieldValue, [totalLeads = 0, qualifiedLeads = 0]]) => ({
      fieldName: 'Source',
      fieldValue,
      totalLeads,
      qualifiedLeads,
      conversionRate: (100 * qualifiedLeads) / totalLeads,
    })),
    overallRate: 20,
    totalLeads: 2000,
    totalQualified: 400,
    correlationTests: [],
    dataSource: 'csv',
  },
};

/** A user with a connection, and an analysis that is kept current from a sheet. */
async function store(): Promise<void> {
  sheets({
    method: 'PUT',
    url: new URL(`${origin}/stand-in/${SHEET}`),
    headers: new Headers(),
    body: JSON.stringify({ tabs: [{ title: 'May', rows: [['Status', 'Source', 'Created'], ...rows] }] }),
  });
  const { version, token } = JSON.parse(await get('/sealed'));
  await query("INSERT INTO users (id, email, created_at, updated_at) VALUES ('u', 'a@example.com', 1, 1)");
  await query(
    `INSERT INTO connections (user_id, kind, account, key_version, refresh_token, access_token, access_expires_at, lease_until)
     VALUES ('u', 'sheets', 'a', ?, 'x', ?, 9e15, 0)`,
    version,
    token,
  );
  await query(
    `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads,
       total_qualified, top_metrics, awaits_dataset, created_at) VALUES ('a', 'u', 'a.csv', 100, 10, 20, 2000, 400, '[]', 0, ?)`,
    SAVED_AT,
  );
  for (const [kind, text] of Object.entries(TEXTS)) {
    await query(
      "INSERT INTO uploads (id, user_id, analysis_id, kind, parts, bytes, created_at) VALUES (?, 'u', 'a', ?, 1, 1, 1)",
      kind,
      kind,
    );
    const members = gzipSync(JSON.stringify(text).slice(1, -1)).toString('base64');
    await query('INSERT INTO upload_parts (upload_id, position, content) VALUES (?, 0, ?)', kind, members);
  }
  await query(
    "INSERT INTO sources (id, user_id, analysis_id, kind, spec, schedule, state, created_at) VALUES ('s', 'u', 'a', 'sheet', ?, ?, 'active', 1)",
    JSON.stringify({ spreadsheetId: SHEET, tabId: 0, title: 'Leads', tabTitle: 'May' }),
    JSON.stringify({ every: 'day', hour: 7, timeZone: 'Europe/Berlin' }),
  );
}

/** Waits until the run for this time has ended. */
async function waitForEnd(dueAt: number): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(
        await query('SELECT 1 FROM sources WHERE next_due_at > ? AND lease IS NULL', dueAt),
      ).toHaveLength(1),
    { timeout: 60_000, interval: 50 },
  );
}

/** Begins the run for this time, and ends the runtime when the work of a step is done. Then the runtime starts again. */
async function killIn(step: string, dueAt: number): Promise<void> {
  await query('UPDATE sources SET next_due_at = ?', dueAt);
  const isKilled = new Promise<void>((resolve) => (killed = resolve));
  killedIn = step;
  await fireHourly(dueAt);
  await isKilled;
  await runtime.dispose().catch(() => {}); // it has lost its process
  await start();
}

// It finds the process in /proc.
test.runIf(process.platform === 'linux')(
  'a run whose runtime is killed in any step is begun again, and its version is stored and judged once',
  { meta: { needs: 'Linux' }, timeout: TIME },
  async () => {
    await start();
    await get('/api/health'); // makes the tables
    await store();
    const today = Math.floor(Date.now() / DAY) * DAY;
    for (const [at, step] of ['count', 'store', 'compare', 'notify', 'end'].entries()) {
      const dueAt = today + (at + 2) * DAY;
      await killIn(step, dueAt);
      await fireHourly(dueAt + HOUR);
      await waitForEnd(dueAt);
      const stored = await query('SELECT number FROM versions WHERE delivery_key = ?', String(dueAt));
      expect([step, stored]).toEqual([step, [{ number: at + 1 }]]);
    }
    expect(await query('SELECT failures, state, last_error FROM sources')).toEqual([
      { failures: 0, state: 'active', last_error: null },
    ]);
    // Of the first version: a rule raises one alert.
    expect(await query('SELECT version FROM alerts')).toEqual([{ version: 1 }]);
    await runtime.dispose();
  },
);
