import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUDGETS } from '#test/support/budgets.ts';
import { startCloudflareApi, type UploadedWorker } from '#test/support/cloudflare-api.ts';

const PROJECT = new URL('../../..', import.meta.url).pathname;
const CLONED = ['frontend', 'migrations', 'package.json', 'tsconfig.json', 'worker', 'wrangler.toml'];
// They ask for no more than their own text beside the code; OFL-1.1 is the font's.
const ALLOWED_LICENSES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1'];
const BINDINGS = ['ASSETS', 'DATABASE_MB', 'DB', 'INBOX', 'SCHEDULED_RUNS', 'SOURCE_RUNS'];
const run = promisify(execFile);

let clone: string;
let cloudflare: Awaited<ReturnType<typeof startCloudflareApi>>;

beforeAll(async () => {
  cloudflare = await startCloudflareApi();
  clone = await mkdtemp(join(tmpdir(), 'deploy-'));
  for (const name of CLONED) {
    await cp(join(PROJECT, name), join(clone, name), {
      recursive: true,
      filter: (path) => path !== join(PROJECT, 'frontend/dist'),
    });
  }
  await symlink(join(PROJECT, 'node_modules'), join(clone, 'node_modules'));
  // The first deployment, which every test looks at: tests run in any order.
  await wrangler('deploy');
  await keepBuild();
}, 120_000);

afterAll(async () => {
  cloudflare.stop();
  await rm(clone, { recursive: true, force: true });
});

/** Runs wrangler as an operator does, in a clean clone, with a fresh account and no secret. */
async function wrangler(...words: string[]): Promise<string> {
  const { stdout } = await run('node', [join(PROJECT, 'node_modules/wrangler/bin/wrangler.js'), ...words], {
    cwd: clone,
    env: {
      PATH: process.env.PATH,
      HOME: clone,
      CI: '1',
      NO_COLOR: '1',
      CLOUDFLARE_API_BASE_URL: cloudflare.url,
      CLOUDFLARE_API_TOKEN: 'token-of-the-tests',
      CLOUDFLARE_ACCOUNT_ID: '0123456789abcdef0123456789abcdef',
    },
  });
  return stdout;
}

/** Later commands find the front end built: building again would only take time. */
async function keepBuild(): Promise<void> {
  const path = join(clone, 'wrangler.toml');
  const settings = await readFile(path, 'utf8');
  await writeFile(path, settings.replace(/^command = .*$/m, 'command = ""'));
}

/** SQL on one line: a bundler may write line ends in its own way. */
const inOneLine = (text: string): string => text.replaceAll('\\n', ' ').replaceAll(/\s+/g, ' ').trim();

/** Text of a file that was uploaded for a path. */
function shipped(path: string): string {
  const { files, manifest } = cloudflare.account;
  return files.get(manifest.get(path) ?? '') ?? '';
}

const bindingNames = (worker: UploadedWorker | undefined) => worker?.bindings.map(({ name }) => name).sort();

test('one command builds and uploads everything, makes the database and binds it', async () => {
  const { databases, workers, workflows, files, manifest } = cloudflare.account;
  const [worker] = workers;
  expect(databases).toMatchObject([{ name: 'lead-value-analyzer' }]);
  expect(bindingNames(worker)).toEqual(BINDINGS);
  expect(worker?.bindings).toContainEqual({ type: 'd1', name: 'DB', id: databases[0]?.uuid });
  expect(workflows).toEqual({
    'lead-value-source-run': { script_name: 'lead-value-analyzer', class_name: 'SourceRun' },
  });
  // The services that cost CPU time are off: the same file is deployed on the free plan.
  for (const name of ['INBOX', 'SCHEDULED_RUNS'])
    expect(worker?.bindings).toContainEqual({ type: 'plain_text', name, text: 'off' });

  const code = inOneLine([...(worker?.modules.values() ?? [])].join(' '));
  for (const file of await readdir(join(PROJECT, 'migrations'))) {
    expect(code).toContain(inOneLine(await readFile(join(PROJECT, 'migrations', file), 'utf8')));
  }

  const page = shipped('/index.html');
  const linked = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(linked.length).toBeGreaterThan(1);
  for (const path of linked) expect(files.has(manifest.get(path) ?? '')).toBe(true);
});

test('the Worker is small, and its stack traces can be read', () => {
  const modules = [...(cloudflare.account.workers[0]?.modules ?? [])];
  const code = modules.filter(([name]) => !name.endsWith('.map')).map(([, text]) => text);
  expect(gzipSync(code.join('')).length).toBeLessThan(BUDGETS.worker);
  expect(modules.map(([name]) => name)).toContain('index.js.map');
  // It counts delivered files by the compiled reader. PapaParse, one of whose errors this is, stays in the browser.
  expect(code.join('')).not.toContain('UndetectableDelimiter');
  expect(modules.filter(([name]) => name.endsWith('.wasm'))).toHaveLength(1);
});

test('the code that is shipped to browsers comes with its licences, all of them allowed', () => {
  const list = shipped('/licenses.txt');
  const entries = [...list.matchAll(/^## (\S+) - \S+ \((.+)\)$/gm)];
  expect(list.match(/^## /gm)).toHaveLength(entries.length);
  const refused = entries.filter(([, , license = '']) => !ALLOWED_LICENSES.includes(license));
  expect(refused).toEqual([]);
  const names = entries.map(([, name]) => name);
  // The last one is in the code of a browser thread only.
  const some = ['react-dom', '@fontsource-variable/inter', 'tailwindcss', 'libphonenumber-js'];
  expect(names).toEqual(expect.arrayContaining(some));
});

test('the next release keeps the database and uploads no file again', async () => {
  await wrangler('deploy');
  const { databases, workers, calls } = cloudflare.account;
  expect(databases).toHaveLength(1);
  expect(workers).toHaveLength(2);
  expect(bindingNames(workers[1])).toEqual(BINDINGS);
  expect(calls.filter((call) => call === 'POST /workers/assets/upload')).toHaveLength(1);
});

test('a dry run asks nothing of the account', async () => {
  const before = cloudflare.account.calls.length;
  const output = await wrangler('deploy', '--dry-run');
  for (const binding of [
    'env.DB (lead-value-analyzer)',
    'env.SOURCE_RUNS (SourceRun)',
    'env.SCHEDULED_RUNS ("off")',
  ])
    expect(output).toContain(binding);
  expect(cloudflare.account.calls.length).toBe(before);
});
