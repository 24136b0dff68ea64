import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

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
