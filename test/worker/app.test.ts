import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { app } from '#worker/app.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { call, signedInUser } from './support.ts';

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
