import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unstable_startWorker as startWorker } from 'wrangler';

let server: ViteDevServer;
let origin: string;

beforeAll(async () => {
  vi.stubEnv('CLOUDFLARE_CF_FETCH_ENABLED', 'false'); // no look at the network for made-up properties of a request
  server = await createServer({
    configFile: new URL('../../../frontend/vite.config.ts', import.meta.url).pathname,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, ws: false, watch: null },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  origin = `http://localhost:${address.port}`;
}, 60_000);

afterAll(async () => {
  await server.close();
  vi.unstubAllEnvs();
});

const signIn = (from: string) =>
  fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { Origin: from, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'any' }),
  });

test('one can sign in from the address of the development server, and from no other', async () => {
  expect(await (await signIn(origin)).json()).toMatchObject({ code: 'USER_NOT_FOUND' });
  expect(await (await signIn('http://localhost:1')).json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
});

test('Google comes back through it to the Worker, and the pages are its own', async () => {
  const back = await fetch(`${origin}/auth/google/callback`, { redirect: 'manual' });
  expect([back.status, back.headers.get('Location')]).toEqual([302, '/auth/login?error=google-expired']);
  const page = await fetch(`${origin}/auth/login`, { headers: { Accept: 'text/html' } });
  expect(await page.text()).toContain('/src/main.tsx');
});

const PROJECT = new URL('../../..', import.meta.url).pathname;

/** A copy of the Worker whose settings name a domain of its own. */
async function cloneWithRoute(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'route-'));
  // The Worker counts with code of the front end.
  for (const name of ['migrations', 'package.json', 'tsconfig.json', 'worker', 'frontend/src'])
    await cp(join(PROJECT, name), join(clone, name), { recursive: true });
  await mkdir(join(clone, 'frontend/dist'), { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(clone, 'node_modules'));
  const settings = await readFile(join(PROJECT, 'wrangler.toml'), 'utf8');
  const route = 'routes = [{ pattern = "leads.example.com", custom_domain = true }]';
  await writeFile(join(clone, 'wrangler.toml'), `${route}\n${settings}`);
  return clone;
}

test('a domain in the settings leads no local work to https', async () => {
  const clone = await cloneWithRoute();
  const worker = await startWorker({
    config: join(clone, 'wrangler.toml'),
    build: { custom: { command: '' } },
    dev: {
      server: { port: 0 },
      inspector: false,
      logLevel: 'error',
      persist: join(clone, 'state'),
      watch: false,
    },
  });
  try {
    const response = await fetch(new URL('/api/health', await worker.url), { redirect: 'manual' });
    expect([response.status, response.headers.get('Location')]).toEqual([200, null]);
  } finally {
    await worker.dispose();
    await rm(clone, { recursive: true, force: true });
  }
}, 60_000);
