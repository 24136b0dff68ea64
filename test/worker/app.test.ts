import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { app } from '#worker/app.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { call, request, signedInUser } from './support.ts';

test('an anonymous visitor has no user', async () => {
  const response = await call('/api/auth/user');
  expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
});

test.each([
  ['GET', '/api/nothing'],
  ['GET', '/api/'],
  ['POST', '/api/nothing'],
  ['DELETE', '/api/preferences'],
  ['PUT', '/api/auth/user'],
])('the unknown call %s %s answers JSON', async (method, path) => {
  const { cookie } = await signedInUser();
  const response = await call(path, { method, cookie });
  expect([response.status, await response.json()]).toEqual([404, { message: 'Not found' }]);
});

test('the health check says version and database, to anybody', async () => {
  const response = await call('/api/health');
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ok', version: packageJson.version, database: 'ok' },
  ]);
});

test('the way back to sign in', async () => {
  const response = await call('/api/login');
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/auth/login']);
});

test.each([
  '/api/auth/user',
  '/api/health',
  '/api/nothing',
  '/api/login',
  '/api/auth/google',
  '/auth/google/callback',
])('%s may not be kept, framed, sniffed or embedded', async (path) => {
  const { headers } = await call(path);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  });
});

test('without https nothing is said about https', async () => {
  const response = await app.fetch(new Request('http://localhost/api/health'), env, createExecutionContext());
  expect(response.headers.has('Strict-Transport-Security')).toBe(false);
});

/** Assets that hold a document and nothing else. */
const ASSETS = {
  fetch: (input: RequestInfo | URL) => {
    const isDocument = new URL(new Request(input).url).pathname === '/';
    return Promise.resolve(
      isDocument
        ? new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html', 'X-From': 'assets' } })
        : new Response(null, { status: 404 }),
    );
  },
} as unknown as Fetcher; // the part of it that the Worker uses

test.each([
  ['/', 200],
  ['/auth/login', 200],
  ['/auth/signup/', 200],
  ['/saved', 200],
  ['/saved/0190', 200],
  ['/docs?x=1', 200],
  ['/saved/a/b', 404],
  ['/nowhere', 404],
  ['/auth/google', 404],
  ['/apinothing', 404],
])('%s is the document with status %d', async (path, status) => {
  const response = await app.fetch(request(path), { ...env, ASSETS }, createExecutionContext());
  expect([response.status, response.headers.get('X-From'), await response.text()]).toEqual([
    status,
    'assets',
    '<!doctype html>',
  ]);
});

test('a hashed file that is not there is a 404, not the page', async () => {
  const response = await app.fetch(
    request('/assets/old-1234.js'),
    { ...env, ASSETS },
    createExecutionContext(),
  );
  expect([response.status, await response.text()]).toEqual([404, 'Not found']);
});

test('nothing but reading is asked of a page', async () => {
  const response = await app.fetch(
    request('/saved', { method: 'POST' }),
    { ...env, ASSETS },
    createExecutionContext(),
  );
  expect(response.status).toBe(404);
});
