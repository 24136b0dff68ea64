import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

interface Binding {
  type: string;
  name: string;
  id?: string;
}

/** An uploaded Worker: its bindings and the text of each of its modules. */
export interface UploadedWorker {
  bindings: Binding[];
  modules: Map<string, string>;
}

interface Account {
  databases: { uuid: string; name: string }[];
  /** Contents of files by their hash. */
  files: Map<string, string>;
  /** Hashes of the files of the last release by path. */
  manifest: Map<string, string>;
  workers: UploadedWorker[];
  /** The Worker and the class of each Workflow, by its name. */
  workflows: Record<string, { script_name: string; class_name: string }>;
  /** Calls as 'POST /path', the path below that of the account. */
  calls: string[];
  /** Runs the statements of a query on what the test takes as the database; returns the rows of each. */
  query: (sql: string) => unknown[][];
}

interface Call {
  account: Account;
  match: RegExpExecArray;
  body: Response;
}

const FAILURES = { service: 10090, script: 10007, database: 7404, workflow: 10200 };

class Missing extends Error {
  readonly code: number;
  constructor(what: keyof typeof FAILURES) {
    super(`No such ${what}`);
    this.code = FAILURES[what];
  }
}

function lastWorker(account: Account): UploadedWorker {
  const worker = account.workers.at(-1);
  if (!worker) throw new Missing('script');
  return worker;
}

function findDatabase(account: Account, idOrName: string) {
  const database = account.databases.find(({ uuid, name }) => idOrName === uuid || idOrName === name);
  if (!database) throw new Missing('database');
  return database;
}

async function createDatabase({ account, body }: Call) {
  const { name } = await body.json();
  const database = { uuid: crypto.randomUUID(), name: String(name) };
  account.databases.push(database);
  return database;
}

async function queryDatabase({ account, match, body }: Call) {
  findDatabase(account, match[1] ?? '');
  const { sql } = await body.json();
  return account.query(sql).map((results) => ({ results, success: true, meta: { duration: 0 } }));
}

async function openUpload({ account, body }: Call) {
  const { manifest } = await body.json();
  account.manifest = new Map(
    Object.entries<{ hash: string }>(manifest).map(([path, file]) => [path, file.hash]),
  );
  const wanted = [...new Set(account.manifest.values())].filter((hash) => !account.files.has(hash));
  return { jwt: 'upload.of.files', buckets: wanted.length ? [wanted] : [] };
}

async function storeFiles({ account, body }: Call) {
  for (const [hash, content] of await body.formData()) {
    const base64 = typeof content === 'string' ? content : await content.text();
    account.files.set(hash, Buffer.from(base64, 'base64').toString());
  }
  return { jwt: 'files.are.there' };
}

async function storeWorker({ account, body }: Call) {
  const modules = new Map<string, string>();
  let bindings: Binding[] = [];
  for (const [name, content] of await body.formData()) {
    const text = typeof content === 'string' ? content : await content.text();
    if (name === 'metadata') bindings = JSON.parse(text).bindings;
    else modules.set(name, text);
  }
  account.workers.push({ bindings, modules });
  const id = crypto.randomUUID();
  return { id, startup_time_ms: 1, deployment_id: id, metadata: {}, resources: { script: { etag: id } } };
}

const DEPLOYMENT = {
  id: crypto.randomUUID(),
  source: 'wrangler',
  strategy: 'percentage',
  author_email: 'operator@example.com',
  created_on: '2026-01-01T00:00:00Z',
  versions: [{ version_id: crypto.randomUUID(), percentage: 100 }],
};

const SCRIPT = '/workers/scripts/[^/]+';

async function storeWorkflow({ account, match, body }: Call) {
  const { script_name, class_name } = await body.json();
  account.workflows[match[1] ?? ''] = { script_name, class_name };
  return { script_name, class_name };
}

/** Wrangler looks whether the name belongs to another Worker. */
function findWorkflow({ account, match }: Call) {
  const workflow = account.workflows[match[1] ?? ''];
  if (!workflow) throw new Missing('workflow');
  return workflow;
}

/** The part of Cloudflare's API that `wrangler deploy` and `wrangler d1 execute` call, copied from its requests. */
const ROUTES: [RegExp, (call: Call) => unknown][] = [
  [/^GET \/workflows\/([^/]+)$/, findWorkflow],
  [/^PUT \/workflows\/([^/]+)$/, storeWorkflow],
  [
    /^GET \/workers\/services\//,
    ({ account }) => {
      if (account.workers.length === 0) throw new Missing('service');
      return { default_environment: { script: { last_deployed_from: 'wrangler' } } };
    },
  ],
  [
    /^GET \/workers\/workers\//,
    ({ account }) =>
      lastWorker(account) && {
        name: 'lead-value-analyzer',
        subdomain: { enabled: true, previews_enabled: false },
      },
  ],
  [/^GET \/workers\/subdomain$/, () => ({ subdomain: 'operator' })],
  [/^GET \/user\/tokens\/verify$/, () => ({ status: 'active' })],
  [/^POST \/d1\/database$/, createDatabase],
  [/^GET \/d1\/database$/, ({ account }) => account.databases],
  [/^GET \/d1\/database\/([^/]+)$/, ({ account, match }) => findDatabase(account, match[1] ?? '')],
  [/^POST \/d1\/database\/([^/]+)\/query$/, queryDatabase],
  [new RegExp(`^POST ${SCRIPT}/assets-upload-session$`), openUpload],
  [/^POST \/workers\/assets\/upload$/, storeFiles],
  // The first release is a PUT of the whole script, later ones are versions of it.
  [new RegExp(`^PUT ${SCRIPT}$`), storeWorker],
  [new RegExp(`^POST ${SCRIPT}/versions$`), storeWorker],
  [new RegExp(`^POST ${SCRIPT}/deployments$`), () => ({ id: DEPLOYMENT.id })],
  [new RegExp(`^GET ${SCRIPT}/settings$`), ({ account }) => ({ bindings: lastWorker(account).bindings })],
  [new RegExp(`^GET ${SCRIPT}/secrets$`), ({ account }) => lastWorker(account) && []],
  [
    new RegExp(`^GET ${SCRIPT}/deployments$`),
    ({ account }) => lastWorker(account) && { deployments: [DEPLOYMENT] },
  ],
  [new RegExp(`^(GET|POST) ${SCRIPT}/subdomain$`), () => ({ enabled: true, previews_enabled: false })],
  [new RegExp(`^PUT ${SCRIPT}/schedules$`), () => ({ schedules: [] })],
  [new RegExp(`^PATCH ${SCRIPT}/script-settings$`), () => ({})],
];

async function answer(account: Account, call: string, body: Response): Promise<[number, unknown]> {
  account.calls.push(call);
  for (const [pattern, handle] of ROUTES) {
    const match = pattern.exec(call);
    if (!match) continue;
    try {
      const result = await handle({ account, match, body });
      return [200, { success: true, errors: [], messages: [], result, result_info: { page: 1, count: 1 } }];
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      const errors = [{ code: error.code, message: error.message }];
      return [404, { success: false, errors, messages: [], result: null }];
    }
  }
  const errors = [{ code: 10000, message: `The stand-in does not know ${call}` }];
  return [501, { success: false, errors, messages: [], result: null }];
}

/** A fake of Cloudflare's API on loopback, with one account that is empty at first. */
export async function startCloudflareApi() {
  const account: Account = {
    databases: [],
    files: new Map(),
    manifest: new Map(),
    workers: [],
    workflows: {},
    calls: [],
    query: () => [],
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
    const call = `${request.method} ${pathname.replace(/^\/accounts\/[^/]+/, '')}`;
    const headers = { 'Content-Type': request.headers['content-type'] ?? 'text/plain' };
    const body = new Response(Uint8Array.from(await buffer(request)), { headers });
    const [status, json] = await answer(account, call, body);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  return { account, url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
