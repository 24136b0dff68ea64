import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { hash } from 'bcryptjs';
import { getTableName } from 'drizzle-orm';
import type { Context } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import { app } from '#worker/app.ts';
import type { AppEnv, Env } from '#worker/env.ts';
import { USER_OWNED_TABLES } from '#worker/db/belongings.ts';
import { readBody } from '#worker/middleware/request-body.ts';
import { inflate } from '#worker/streams/gzip.ts';
import {
  datasetRequest,
  gzip,
  list,
  makeSave,
  read,
  save,
  saved,
  sendHere,
  toLines,
} from './analysis-support.ts';
import { insertConnections } from './connection-support.ts';
import { anInbox, deliver } from './inbox-support.ts';
import { storeMailLink } from './mail-support.ts';
import { insertStoredPush } from './push-support.ts';
import { callShare, linksOf, makeFigures, open, share, shared } from './share-support.ts';
import {
  ORIGIN,
  PASSWORD,
  call,
  cookieOf,
  count,
  makeUser,
  request,
  signIn,
  signedInUser,
  type CallOptions,
  deletion,
  OUR_NAVIGATION,
} from './support.ts';
import { callTeam, invite, makeTeam } from './team-support.ts';
import { watchDatabase } from './watched-database.ts';

const MIB = 1024 * 1024;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const DATASET = { headers: ['Status', 'Source'], rows: [['Qualified', 'Google']] };
const withDataset = () => makeSave({ analysisData: { ...makeSave().analysisData, ...DATASET } });

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// --- Redirects and headers ---

const ELSEWHERE = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  '%2F%2Fevil.example',
  '%5C%5Cevil.example',
  '/%09/evil.example',
  '%0A//evil.example',
  'javascript:alert(1)',
  'x%0D%0ASet-Cookie:%20evil=1',
];
const PARAMETERS = [
  'next',
  'returnTo',
  'redirect',
  'redirect_uri',
  'callback',
  'url',
  'error',
  'notice',
  'state',
];
const NAVIGATIONS: Record<string, string> = {
  '/api/login': '/auth/login',
  '/api/auth/google/confirm': '/auth/login',
  '/auth/google/callback': '/auth/login?error=google-expired',
};

test.each(Object.entries(NAVIGATIONS))(
  '%s ends where it always does, whatever its address says',
  async (path, end) => {
    for (const target of ELSEWHERE) {
      const query = PARAMETERS.map((name) => `${name}=${target}`).join('&');
      const headers = { Referer: 'https://evil.example/', 'X-Forwarded-Host': 'evil.example' };
      const response = await call(`${path}?${query}`, { headers });
      expect([target, response.status, response.headers.get('Location')]).toEqual([target, 302, end]);
      expect(JSON.stringify([...response.headers])).not.toContain('evil');
    }
  },
);

test('the way to Google leads to Google and names this site as the way back, whatever the address says', async () => {
  for (const target of ELSEWHERE) {
    const query = PARAMETERS.map((name) => `${name}=${target}`).join('&');
    const response = await call(`/api/auth/google?${query}`, {
      headers: { 'X-Forwarded-Host': 'evil.example' },
    });
    const location = new URL(response.headers.get('Location') ?? '');
    expect(location.origin + location.pathname).toBe(env.GOOGLE_AUTHORIZATION_ENDPOINT);
    expect(location.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/google/callback`);
    expect(location.href).not.toContain('evil');
  }
});

test('paths that look like other hosts get the document or a refusal, never a redirect', async () => {
  const assets = { fetch: () => Promise.resolve(new Response('document')) } as unknown as Fetcher; // what is used of it
  for (const path of [
    '//evil.example',
    '//evil.example/%2F..',
    '/%5Cevil.example',
    '//evil.example/',
    '/%5Cevil.example/',
    '/docs//evil.example/',
    '/%2F%2Fevil.example',
    '/.//evil.example',
  ]) {
    const sent = new Request(`${ORIGIN}${path}`, { redirect: 'manual' });
    const response = await app.fetch(sent, { ...env, ASSETS: assets }, createExecutionContext());
    expect([path, response.status, response.headers.get('Location')]).toEqual([path, 404, null]);
  }
});

test('line breaks in names become text of a body, never a header', async () => {
  const { cookie } = await signedInUser();
  const evil = 'leads.csv\r\nSet-Cookie: evil=1\r\n\r\n<script>';
  const id = await saved(cookie, { fileName: evil });
  for (const response of [await read(id, cookie), await call('/api/analyses', { cookie })]) {
    expect(JSON.stringify([...response.headers])).not.toContain('evil');
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(await response.text()).toContain(JSON.stringify(evil));
  }
  expect(await list(cookie)).toMatchObject([{ fileName: evil }]);
});

test.each([
  ['the host of a request comes from its address', { 'X-Forwarded-Host': 'evil.example' }],
  ['so it does with the standard header', { Forwarded: 'host=evil.example;proto=http' }],
  ['and its scheme', { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Ssl': 'off' }],
  [
    'and so it does with those of other servers',
    { 'X-Original-Host': 'evil.example', 'X-Host': 'evil.example' },
  ],
])('%s', async (_name, headers) => {
  const { email } = await makeUser();
  const body = { email, password: PASSWORD };
  const foreign = { ...headers, Origin: 'https://evil.example' };
  expect((await call('/api/auth/login', { method: 'POST', body, headers: foreign })).status).toBe(403);
  const response = await call('/api/auth/login', { method: 'POST', body, headers });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=.*; Secure;/);
  expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
});

/** Over http, whatever it claims. */
function sendPlainly(url: string, options: RequestInit = {}): Promise<Response> | Response {
  const headers = { 'X-Forwarded-Proto': 'https', Forwarded: 'proto=https', ...options.headers };
  const sent = new Request(url, { redirect: 'manual', ...options, headers });
  const assets = { fetch: () => Promise.resolve(new Response('document')) } as unknown as Fetcher; // what is used of it
  return app.fetch(sent, { ...env, ASSETS: assets }, createExecutionContext());
}

test.each([
  '/',
  '/saved?x=1',
  '/nowhere',
  '/robots.txt',
  '/assets/gone.js',
  '/api/auth/user',
  '/api/auth/google',
  '/api/auth/logout',
  '/auth/google/callback?state=x',
])('over plain http GET and HEAD of %s lead to https and set no cookie', async (path) => {
  for (const method of ['GET', 'HEAD'])
    for (const host of [
      'lva.test',
      'evil-localhost',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.0.2.1',
    ]) {
      const response = await sendPlainly(`http://${host}${path}`, { method, headers: OUR_NAVIGATION });
      expect([response.status, response.headers.get('Location')]).toEqual([301, `https://${host}${path}`]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
});

test('over plain http nothing is changed, and no session begins', async () => {
  const { email, id, cookie } = await signedInUser();
  for (const [method, path, body] of [
    ['POST', '/api/auth/login', { email, password: PASSWORD }],
    ['POST', '/api/auth/logout', undefined],
    ['DELETE', '/api/auth/user', { password: PASSWORD }],
    ['PUT', '/api/analyses/x/dataset', {}],
    ['POST', '/saved', undefined],
  ] as const) {
    const headers = {
      Origin: 'http://lva.test',
      Cookie: `${cookie}; ${cookie.replace('__Host-', '')}`,
      'Content-Type': 'application/json',
    };
    const response = await sendPlainly(`http://lva.test${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([path, response.status, await response.json()]).toMatchObject([path, 403, { code: 'INSECURE' }]);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect(await count('sessions WHERE user_id = ?', id)).toBe(1);
});

test.each(['localhost:8787', '127.0.0.1:8787', '127.0.0.10:8787', '[::1]:8787', 'site.localhost'])(
  'a developer works over plain http on %s',
  async (host) => {
    const response = await sendPlainly(`http://${host}/api/auth/logout`, { headers: OUR_NAVIGATION });
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=;/);
    expect(response.headers.has('Strict-Transport-Security')).toBe(false);
  },
);

// --- What may be kept ---

interface Answered extends CallOptions {
  path: string;
  status: number;
}

async function listAnswers(): Promise<Answered[]> {
  const user = await signedInUser();
  const { cookie, email } = user;
  const id = await saved(cookie);
  const preferences = { defaultConversionValue: 1, defaultSignificanceThreshold: 1 };
  const post = { method: 'POST', cookie };
  return [
    { path: '/api/auth/user', status: 200, cookie },
    { path: '/api/auth/user', status: 401 },
    { path: '/api/analyses', status: 200, cookie },
    { path: '/api/analyses', status: 401 },
    { path: `/api/analyses/${id}`, status: 200, cookie },
    { path: `/api/analyses/${UNKNOWN}`, status: 404, cookie },
    { path: '/api/preferences', status: 200, cookie },
    { path: '/api/health', status: 200 },
    { path: '/api/login', status: 302 },
    { path: '/api/auth/google', status: 302 },
    { path: '/auth/google/callback', status: 302 },
    { path: '/api/unknown', status: 404, cookie },
    { path: '/api/analyses', status: 201, ...post, body: makeSave() },
    { path: '/api/analyses', status: 400, ...post, body: '{' },
    {
      path: '/api/analyses',
      status: 413,
      ...post,
      body: '{}',
      headers: { 'Content-Length': String(5 * MIB) },
    },
    { path: '/api/preferences', status: 200, ...post, body: preferences },
    {
      path: '/api/preferences',
      status: 403,
      ...post,
      body: preferences,
      headers: { Origin: 'https://evil.example' },
    },
    { path: '/api/preferences', status: 415, ...post, body: '{}', headers: { 'Content-Type': 'text/plain' } },
    { path: '/api/auth/login', status: 401, method: 'POST', body: { email, password: 'wrong' } },
    { path: '/api/auth/login', status: 200, method: 'POST', body: { email, password: PASSWORD } },
    { path: '/api/auth/signup', status: 409, method: 'POST', body: { email, password: 'long enough' } },
    { path: `/api/analyses/${id}`, status: 200, method: 'PATCH', cookie, body: { note: 'x' } },
    { path: `/api/analyses/${id}/share`, status: 200, cookie },
    {
      path: `/api/analyses/${id}/share`,
      status: 201,
      ...post,
      body: { isKept: false, figures: makeFigures() },
    },
    { path: '/api/shared', status: 404, method: 'POST', body: { token: 'x'.repeat(43) } },
    { path: '/api/connections', status: 200, cookie },
    { path: '/api/connections/sheets/token', status: 404, ...post },
    { path: '/api/connections/meta/connect', status: 404, ...post, body: { returnTo: 'connections' } },
    { path: '/api/connections/microsoft', status: 200, method: 'DELETE', cookie },
    { path: '/api/sends', status: 200, cookie },
    { path: '/api/sends/key', status: 404, ...post, body: { account: '1234567890', action: '1' } },
    {
      path: '/api/sends/none',
      status: 404,
      method: 'PATCH',
      cookie,
      body: { done: 0, refused: 0, requests: [] },
    },
    { path: '/auth/meta/callback', status: 302 },
    { path: '/auth/microsoft/callback?state=microsoft.connections.x', status: 302 },
    { path: `/api/analyses/${id}`, status: 200, method: 'DELETE', cookie },
    { path: `/api/analyses/${id}`, status: 404, method: 'DELETE', cookie },
    { path: '/assets/gone.js', status: 404 },
    { path: '/assets/gone.js', status: 404, method: 'POST' },
    { path: '/saved', status: 404, method: 'POST' },
    { path: '/', status: 404, method: 'DELETE' },
    { path: '/api/auth/logout', status: 302, cookie },
    { path: '/api/auth/password', status: 401, ...post, body: { password: 'x', newPassword: 'long enough' } },
    { path: '/api/auth/user', status: 403, method: 'DELETE', cookie, body: {} },
    { path: '/api/auth/google/confirm', status: 302, cookie },
    { path: '/api/auth/logout', status: 200, ...post },
    { path: '/api/auth/logout/everywhere', status: 401, ...post },
  ];
}

test('no answer of the API may be kept or told apart by an ETag, whatever it is and whatever was kept before', async () => {
  const kept = { 'If-None-Match': '*', 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' };
  for (const { path, status, headers, ...options } of await listAnswers()) {
    const response = await call(path, { ...options, headers: { ...kept, ...headers } });
    const name = `${options.method ?? 'GET'} ${path}`;
    expect([name, response.status]).toEqual([name, status]);
    expect([name, response.headers.get('Cache-Control')]).toEqual([name, 'no-store']);
    expect([name, response.headers.get('ETag'), response.headers.get('Last-Modified')]).toEqual([
      name,
      null,
      null,
    ]);
    expect([name, response.headers.get('X-Content-Type-Options')]).toEqual([name, 'nosniff']);
    await response.text();
  }
});

test('refusals for too many attempts, for a bug and for a lost database may not be kept either', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cookie } = await signedInUser();
  await save(makeSave(), { cookie });
  await env.DB.prepare('UPDATE rate_limits SET count = 1000').run();
  const tooMany = await save(makeSave(), { cookie });
  const lost = {
    ...env,
    DB: {
      prepare: () => {
        throw new Error('lost');
      },
    } as unknown as D1Database,
  };
  const unavailable = await app.fetch(request('/api/auth/user', { cookie }), lost, createExecutionContext());
  vi.spyOn(Date, 'now').mockImplementation(() => {
    throw new RangeError('a bug');
  });
  const bug = await app.fetch(request('/api/preferences', { cookie }), env, createExecutionContext());
  expect([tooMany, unavailable, bug].map(({ status }) => status)).toEqual([429, 503, 500]);
  for (const { headers } of [tooMany, unavailable, bug])
    expect(headers.get('Cache-Control')).toBe('no-store');
});

// --- Links that are shared ---

/** All that an answer says. */
const whole = async (response: Response): Promise<unknown> => ({
  status: response.status,
  headers: [...response.headers].toSorted(),
  text: await response.text(),
});

test('ended, expired, replaced and unknown links have the same answer, byte for byte, and it is that of no token', async () => {
  const { cookie, id: userId } = await signedInUser();
  const [first, second, third] = [await saved(cookie), await saved(cookie), await saved(cookie)];
  const [ended, expired, replaced] = [
    await shared(first, cookie),
    await shared(second, cookie),
    await shared(third, cookie),
  ];
  await callShare('DELETE', first, cookie);
  await env.DB.prepare('UPDATE shared_analyses SET expires_at = ? WHERE analysis_id = ?')
    .bind(Date.now(), second)
    .run();
  const alive = await shared(third, cookie);
  const unknown = 'A'.repeat(43);
  const { results } = await env.DB.prepare('SELECT token_hash FROM shared_analyses WHERE user_id = ?')
    .bind(userId)
    .all<{ token_hash: string }>();
  const hashes = results.map((row) => row.token_hash);
  const almost = [alive.slice(1), `${alive} `, alive.toUpperCase(), `${alive}A`, alive.slice(0, -1) + '.'];
  const others = [
    ended,
    expired,
    replaced,
    ...hashes,
    first,
    '',
    'x',
    '%',
    "' OR 1=1 --",
    'x'.repeat(10_000),
    ...almost,
  ];
  const expected = await whole(await open(unknown));
  expect(expected).toMatchObject({ status: 404 });
  expect(JSON.stringify(expected)).toContain('"x-robots-tag","noindex"');
  for (const token of others) expect([token, await whole(await open(token))]).toEqual([token, expected]);
  expect((await open(alive)).status).toBe(200);
});

test('guesses of a network are limited, and the limit does not tell a guess from a hit', async () => {
  const { cookie } = await signedInUser();
  const token = await shared(await saved(cookie), cookie);
  const network = { headers: { 'CF-Connecting-IP': '192.0.2.44' } };
  const limitLeft = async (): Promise<number | undefined> => {
    const row = await env.DB.prepare("SELECT count FROM rate_limits WHERE key LIKE 'open:%'").first<{
      count: number;
    }>();
    return row?.count;
  };
  for (const [at, guess] of ['A'.repeat(43), token, 'x', token].entries()) {
    await open(guess, network);
    expect(await limitLeft()).toBe(at + 1);
  }
  await env.DB.prepare("UPDATE rate_limits SET count = 300 WHERE key LIKE 'open:%'").run();
  vi.useFakeTimers({ toFake: ['Date'] });
  const guessed = await whole(await open('A'.repeat(43), network));
  const hit = await whole(await open(token, network));
  expect(guessed).toEqual(hit);
  expect(guessed).toMatchObject({ status: 429 });
  expect((await open(token, { headers: { 'CF-Connecting-IP': '192.0.2.45' } })).status).toBe(200);
});

test('another user neither sees, makes, changes nor ends a link', async () => {
  const [owner, other] = [await signedInUser(), await signedInUser()];
  const [id, plain] = [await saved(owner.cookie), await saved(owner.cookie)];
  const token = await shared(id, owner.cookie);
  const before = await linksOf(owner.id);
  for (const cookie of [other.cookie, null]) {
    const isVisitor = cookie === null;
    for (const target of [id, plain]) {
      const statuses = [
        await callShare('GET', target, cookie),
        await share(target, cookie),
        await callShare('PUT', target, cookie, makeFigures()),
        await callShare('PATCH', target, cookie, { isKept: true }),
      ].map(({ status }) => status);
      expect(statuses).toEqual(Array(4).fill(isVisitor ? 401 : 404));
      // The same for every id: it tells nothing of what there is.
      const ended = await callShare('DELETE', target, cookie);
      expect(ended.status).toBe(isVisitor ? 401 : 200);
    }
  }
  expect(await linksOf(owner.id)).toEqual(before);
  expect((await open(token)).status).toBe(200);
});

test('a link gives no way to the account, the analysis or its rows, with or without a session', async () => {
  const [owner, other] = [await signedInUser(), await signedInUser()];
  const id = await saved(owner.cookie, withDataset());
  const token = await shared(id, owner.cookie);
  for (const cookie of [null, other.cookie, owner.cookie]) {
    const response = await open(token, { cookie });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    const text = await response.text();
    for (const personal of [owner.id, owner.email, id, 'leads.csv', 'rows', 'headers', token])
      expect(text).not.toContain(personal);
  }
  for (const path of [`/api/analyses/${token}`, `/api/shared/${token}`, `/api/shared?token=${token}`])
    expect([path, (await call(path)).status]).not.toEqual([path, 200]);
});

test('a link opens while the database takes no writes, and is then not counted', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  const token = await shared(id, cookie);
  const readOnly = watchDatabase(env.DB, ({ statements, work }) => {
    if (statements.some((sql) => /^(insert|update|delete)/i.test(sql))) throw new Error('full');
    return work();
  });
  const sent = request('/api/shared', { method: 'POST', body: { token } });
  expect((await sendHere(sent, { DB: readOnly })).status).toBe(200);
  expect(await (await callShare('GET', id, cookie)).json()).toMatchObject({ share: { opens: 0 } });
});

// --- What is logged ---

/** Bindings whose database fails at every statement, and says what it was asked. */
const brokenDatabase = (): Partial<Env> => ({
  DB: watchDatabase(env.DB, () => Promise.reject(new Error('lost'))),
});

test('no log line holds an address, a password, a cookie, a hash or a dataset', async () => {
  const logged: unknown[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => void logged.push(...values));
  }
  const { email, cookie, id } = await signedInUser();
  const secret = 'Zq471100'; // short, since engines cut what they quote
  const own = { cookie, headers: { 'Idempotency-Key': 'Secret-Key-4712' } };
  await signIn(email, secret);
  await signIn(`${secret}@example.com`, secret);
  await signIn(secret, secret);
  await call('/api/auth/signup', { method: 'POST', body: { email, password: secret } });
  await call('/api/auth/login', { method: 'POST', body: `{"email":"${secret}` });
  await call(`/api/analyses/${secret}`, { cookie });
  await call(`/api/${secret}?${secret}`, { cookie: `${cookie}x` });
  const { analysisData } = makeSave();
  for (const rows of [[[secret]], [[secret, 1]], secret, [[secret, secret, secret]]]) {
    await save(
      { ...makeSave({ fileName: secret }), analysisData: { ...analysisData, ...DATASET, rows } },
      own,
    );
  }
  await save(`{"fileName":"${secret}"`, own);
  const kept = await saved(cookie, withDataset());
  await sendHere(datasetRequest(kept, `["${secret}"`, cookie));
  await env.DB.prepare('UPDATE saved_analyses SET top_metrics = ? WHERE id = ?')
    .bind(`[${secret}`, kept)
    .run();
  expect((await call('/api/analyses', { cookie })).status).toBe(500);
  await env.DB.prepare(
    "UPDATE upload_parts SET content = 'AAAA' WHERE upload_id IN (SELECT id FROM uploads WHERE analysis_id = ?)",
  )
    .bind(kept)
    .run();
  await sendHere(request(`/api/analyses/${kept}`, { cookie }))
    .then((answer) => answer.text())
    .catch(() => 'broken off');
  await sendHere(
    request('/api/shared', { method: 'POST', body: { token: secret.padEnd(43, secret) } }),
    brokenDatabase(),
  );
  await open(`{"token":"${secret}`);
  await call('/api/shared', { method: 'POST', body: `{"token":"${secret}` });
  await call('/auth/google/callback?code=Secret-Code-4713&state=x', { cookie: `__Host-google=${secret}` });

  const hashes = await env.DB.prepare(
    'SELECT password_hash AS hash, sid FROM users u JOIN sessions s ON s.user_id = u.id WHERE u.id = ?',
  )
    .bind(id)
    .first<{ hash: string; sid: string }>();
  const token = cookie.replace(/^[^=]+=/, '').slice(0, 43);
  const text = logged
    .map((value) =>
      value instanceof Error ? `${value.stack} ${JSON.stringify(value)}` : JSON.stringify(value),
    )
    .join('\n');
  expect(logged.length).toBeGreaterThan(1);
  for (const personal of [email, secret, token, id, hashes?.hash, hashes?.sid, PASSWORD, '-4712', '-4713']) {
    expect(text).not.toContain(personal);
  }
});

// --- SQL ---

const INJECTIONS = [
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  '" OR ""="',
  "x' UNION SELECT id, password_hash FROM users --",
  '%',
  '_',
  "\\'; DELETE FROM sessions; --",
  "a'||(SELECT password_hash FROM users LIMIT 1)||'",
];

test('SQL in any input is text', async () => {
  const { cookie, id: userId } = await signedInUser();
  const other = await signedInUser();
  const theirs = await saved(other.cookie);
  const tables = await count("sqlite_master WHERE type = 'table'");
  for (const sql of INJECTIONS) {
    await env.DB.prepare('DELETE FROM rate_limits').run();
    const part = encodeURIComponent(sql);
    for (const method of ['GET', 'DELETE']) {
      expect((await call(`/api/analyses/${part}?id=${part}`, { method, cookie })).status).toBe(404);
    }
    const dataset = datasetRequest(
      part,
      await gzip(
        toLines([
          ['a', 'b'],
          ['1', '2'],
        ]),
      ),
      cookie,
    );
    expect((await sendHere(dataset)).status).toBe(404);
    expect([400, 404]).toContain((await signIn(`${sql}@example.com`)).status);
    expect((await signIn(other.email, sql)).status).toBe(401);
    const headers = {
      'Idempotency-Key': sql.replaceAll(' ', '/**/'),
      'CF-Connecting-IP': sql,
      'User-Agent': sql,
    };
    const metric = { fieldName: sql, fieldValue: sql, totalLeads: 1, qualifiedLeads: 1, conversionRate: 100 };
    const body = {
      ...makeSave({ fileName: sql }),
      configurationData: {
        statusColumn: sql,
        attributeColumns: [sql],
        qualifiedValues: [sql],
        notQualifiedValues: [sql],
        valueMappings: { [sql]: { [sql]: sql } },
        binningConfig: { [sql]: { type: 'numeric', bins: [{ min: 0, max: null, label: sql }] } },
      },
      analysisData: {
        ...makeSave().analysisData,
        metrics: [metric],
        headers: [sql, 'x'],
        rows: [[sql, sql]],
      },
    };
    const response = await save(body, { cookie, headers });
    expect(response.status).toBe(201);
    const { id } = await response.json<{ id: string }>();
    expect(await (await read(id, cookie)).json()).toMatchObject(body);
    expect(await save(body, { cookie, headers }).then((again) => again.json())).toMatchObject({ id });
  }
  expect(await count("sqlite_master WHERE type = 'table'")).toBe(tables);
  expect(await count('saved_analyses WHERE user_id = ?', userId)).toBe(INJECTIONS.length);
  expect((await read(theirs, other.cookie)).status).toBe(200);
});

// --- Bodies ---

type Path = readonly string[];

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => listPaths(item, [...path, key]))];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((now, key) => (now as Record<string, unknown>)[key], value); // the path was found in it
}

function put(value: unknown, path: Path, fresh: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return fresh;
  const entries = Object.entries(value as object); // the path was found in it
  const changed = entries.map(
    ([name, item]) => [name, name === key ? put(item, rest, fresh) : item] as const,
  );
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

const WRONG: unknown[] = [null, true, 7, 'text', [], { a: 1 }];

test('every field of a save refuses every other kind of value', async () => {
  const { cookie, id } = await signedInUser();
  const body: unknown = JSON.parse(JSON.stringify(withDataset()));
  let tried = 0;
  // The call is made only for what the contract takes and the call refuses: how a save refuses is said in analyses.test.ts.
  const isRefused = async (sent: unknown) =>
    !saveAnalysisSchema.safeParse(sent).success ||
    (await save(JSON.stringify(sent), { cookie })).status === 400;
  for (const path of listPaths(body)) {
    const kind = kindOf(at(body, path));
    const isOpenEnd = path.at(-1) === 'max';
    for (const wrong of WRONG) {
      if (kindOf(wrong) === kind || (isOpenEnd && ['null', 'number'].includes(kindOf(wrong)))) continue;
      tried += 1;
      const names = [path.join('.'), wrong];
      expect([...names, await isRefused(put(body, path, wrong))]).toEqual([...names, true]);
    }
  }
  expect(tried).toBeGreaterThan(250);
  expect(await count('saved_analyses WHERE user_id = ?', id)).toBe(0);
});

test.each([
  ['/api/auth/login', { email: 'a@example.com', password: 'long enough' }],
  ['/api/auth/signup', { email: 'a@example.com', password: 'long enough' }],
  ['/api/auth/password', { password: PASSWORD, newPassword: 'long enough' }],
  ['/api/preferences', { defaultConversionValue: 1, defaultSignificanceThreshold: 1 }],
])('every field of %s refuses every other kind of value', async (path, body) => {
  const { cookie } = await signedInUser();
  for (const [field, value] of Object.entries(body)) {
    for (const wrong of WRONG.filter((candidate) => kindOf(candidate) !== kindOf(value))) {
      const response = await call(path, { method: 'POST', body: { ...body, [field]: wrong }, cookie });
      expect([field, wrong, response.status]).toEqual([field, wrong, 400]);
    }
  }
});

/** Sends a save with a member more after its brace number `brace`; null where there is no such brace. */
async function saveWithMember(cookie: string, member: string, brace: number): Promise<Response | null> {
  const [head = '', ...rest] = JSON.stringify(withDataset()).split(/(?<=\{)/);
  const parts = [head, ...rest];
  if (brace >= parts.length - 1) return null;
  const text = parts.map((part, index) => (index === brace ? `${part}${member},` : part)).join('');
  await env.DB.prepare('DELETE FROM rate_limits').run();
  return await save(text.replaceAll(',}', '}'), { cookie });
}

test.each(['"__proto__":"polluted"', '"constructor":"polluted"', '"toString":"polluted"'])(
  'a member %s at any level of a save is unknown, or the name of a value',
  async (member) => {
    const { cookie } = await signedInUser();
    const body: unknown = JSON.parse(JSON.stringify(withDataset()));
    const refusals: unknown[] = [];
    for (let brace = 0; ; brace++) {
      const response = await saveWithMember(cookie, member, brace);
      if (!response) break;
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      const answer = await response.json<{ id: string; message: string }>();
      if (response.status === 201) {
        expect(await (await read(answer.id, cookie)).json()).toMatchObject(body as object);
      } else refusals.push(answer.message);
    }
    const name = /"(\w+)"/.exec(member)?.[1];
    // Where every name is a column, its value must be what a column has.
    expect(refusals).toEqual([
      `configurationData.valueMappings.${name}: must be an object`,
      expect.stringContaining(`configurationData.binningConfig.${name}`),
    ]);
  },
);

test('an object named __proto__ beside the members of a save is passed over', async () => {
  const { cookie } = await signedInUser();
  const member = '"__proto__":{"polluted":"yes","fileName":"evil.csv","datasetFollows":true}';
  const sections = [0, 1].map((brace) => saveWithMember(cookie, member, brace));
  for (const response of await Promise.all(sections)) expect(response?.status).toBe(201);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(await list(cookie)).toMatchObject([{ fileName: 'leads.csv' }, { fileName: 'leads.csv' }]);
});

test('the body of a small call can not say whose it is, nor when it was', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const more = {
    id: UNKNOWN,
    userId: other.id,
    user_id: other.id,
    owner: other.id,
    createdAt: 1,
    updatedAt: 1,
  };
  const values = { defaultConversionValue: 5, defaultSignificanceThreshold: 5 };
  await call('/api/preferences', { method: 'POST', body: { ...values, ...more }, cookie: user.cookie });
  expect(await count('user_preferences WHERE user_id = ?', other.id)).toBe(0);
  const row = await env.DB.prepare('SELECT id, updated_at FROM user_preferences WHERE user_id = ?')
    .bind(user.id)
    .first();
  expect(row?.['id']).not.toBe(UNKNOWN);
  expect(row?.['updated_at']).toBeGreaterThan(1e12);
  const login = await call('/api/auth/login', {
    method: 'POST',
    body: { email: user.email, password: PASSWORD, ...more },
  });
  const me = await call('/api/auth/user', { cookie: cookieOf(login) });
  expect(await me.json()).toMatchObject({ email: user.email });
});

// --- Sizes ---

/** A body without a length, of this many chunks; how many of them were taken is counted. */
function endlessBody(first: Uint8Array, chunk: Uint8Array, most: number) {
  const taken = { chunks: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (taken.chunks > most) controller.close();
      else controller.enqueue(taken.chunks++ === 0 ? first : chunk);
    },
  });
  return { body, taken };
}

test('a save without a length is cut off at 4 MiB', async () => {
  const { cookie, id } = await signedInUser();
  const { body, taken } = endlessBody(new TextEncoder().encode('{'), new Uint8Array(MIB).fill(0x20), 200);
  const headers = { Cookie: cookie, Origin: ORIGIN, 'Content-Type': 'application/json' };
  const sent = new Request(`${ORIGIN}/api/analyses`, { method: 'POST', headers, body });
  const response = await sendHere(sent);
  expect([response.status, await response.json()]).toMatchObject([413, { code: 'TOO_LARGE' }]);
  expect(taken.chunks).toBeLessThan(8);
  expect(await count('uploads WHERE user_id = ?', id)).toBe(0);
});

test('a save without a length may have 4 MiB, and not a byte more', async () => {
  const { cookie } = await signedInUser();
  const headers = { Cookie: cookie, Origin: ORIGIN, 'Content-Type': 'application/json' };
  const send = (bytes: number): Promise<Response> => {
    const text = JSON.stringify(makeSave());
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = writer.write(new TextEncoder().encode(text.padEnd(bytes))).then(() => writer.close());
    write.catch(() => {}); // nobody reads on after a refusal
    return sendHere(new Request(`${ORIGIN}/api/analyses`, { method: 'POST', headers, body: readable }));
  };
  expect((await send(4 * MIB)).status).toBe(201);
  expect((await send(4 * MIB + 1)).status).toBe(413);
});

test('bytes are counted as they come, whatever gzip makes of them', async () => {
  // A file name in the header of gzip (RFC 1952, FLG.FNAME) goes on until a zero byte, and inflates to nothing.
  const header = new Uint8Array([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
  const { body, taken } = endlessBody(header, new Uint8Array(1024).fill(0x61), 200);
  const c = { req: { header: () => undefined, raw: { body } } } as unknown as Context<AppEnv>; // what is used of it
  const reading = Array.fromAsync(inflate(readBody(c, { maxBytes: 20 * 1024, message: 'too much' })));
  await expect(reading).rejects.toMatchObject({ status: 413, message: 'too much' });
  expect(taken.chunks).toBeLessThan(25);
});

test('a dataset that claims more than 48 MiB is refused before it is read', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  const sent = new Request(datasetRequest(id, 'x', cookie), {
    headers: {
      Cookie: cookie,
      Origin: ORIGIN,
      'Content-Type': 'application/gzip',
      'Content-Length': String(48 * MIB + 1),
    },
  });
  const response = await sendHere(sent);
  expect([response.status, await response.json()]).toMatchObject([413, { code: 'TOO_LARGE' }]);
});

// --- Guessing and crowds ---

test('sign-ins of one network at the same moment do not pass together, on whichever accounts', async () => {
  const headers = { 'CF-Connecting-IP': '203.0.113.40' };
  const responses = await Promise.all(
    Array.from({ length: 105 }, (_, n) => signIn(`crowd-${n}@example.com`, 'x', { headers })),
  );
  const statuses = responses.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array<number>(100).fill(404), ...Array<number>(5).fill(429)]);
});

test('counters name networks by nothing that can be found out by trying all addresses', async () => {
  const { email } = await makeUser();
  const read = async () => {
    const { results } = await env.DB.prepare('SELECT key FROM rate_limits ORDER BY key').all<{
      key: string;
    }>();
    return results.map(({ key }) => key);
  };
  const fail = (bindings: Partial<Env>) => {
    const headers = { 'CF-Connecting-IP': '203.0.113.42' };
    const sent = request('/api/auth/login', { method: 'POST', body: { email, password: 'x' }, headers });
    return app.fetch(sent, { ...env, ...bindings }, createExecutionContext());
  };
  await fail({});
  const keys = await read();
  expect(keys.length).toBe(3);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('203.0.113.42'));
  const bytes = new Uint8Array(digest);
  for (const name of [
    '203.0.113',
    bytes.toHex(),
    bytes.toBase64({ alphabet: 'base64url', omitPadding: true }),
  ])
    expect(keys.join()).not.toContain(name);
  // Another key gives the same network another name.
  await env.DB.prepare('DELETE FROM rate_limits').run();
  await fail({ SESSION_SECRET: 'the key of another site' });
  const others = await read();
  expect(others.length).toBe(3);
  expect(others.filter((key) => keys.includes(key))).toEqual([]);
});

test('no counter names an account, neither while the account is there nor after its deletion', async () => {
  const user = await signedInUser();
  const { cookie, email, id } = user;
  const device = cookieOf(await signIn(email), '__Host-device');
  const headers = { 'CF-Connecting-IP': '203.0.113.47' };
  for (const sent of [null, device]) await signIn(email, 'wrong', { headers, cookie: sent });
  const analysis = await saved(cookie, { datasetFollows: true });
  await sendHere(
    datasetRequest(
      analysis,
      await gzip(
        toLines([
          ['a', 'b'],
          ['1', '2'],
        ]),
      ),
      cookie,
    ),
  );
  await call(`/api/analyses/${analysis}`, { method: 'PATCH', body: { note: 'x' }, cookie });
  await shared(analysis, cookie);
  for (const path of ['/api/connections/sheets/connect', '/api/connections/sheets/token'])
    await call(path, { method: 'POST', cookie, body: { returnTo: 'start' } });
  const named = () => count('rate_limits WHERE instr(key, ?) > 0', id);
  expect([(await count('rate_limits')) > 8, await named()]).toEqual([true, 0]);
  expect((await exports.default.fetch(deletion(cookie))).status).toBe(200);
  expect(await named()).toBe(0);
});

test('a cookie that claims that a browser was in an account must be ours, of that account, and of its password', async () => {
  const headers = { 'CF-Connecting-IP': '203.0.113.43' };
  const [user, other] = [await makeUser(), await makeUser()];
  const deviceOf = async (email: string): Promise<string> =>
    cookieOf(await signIn(email), '__Host-device') ?? '';
  const [known, foreign] = [await deviceOf(user.email), await deviceOf(other.email)];
  for (let n = 0; n < 10; n++) await signIn(user.email, 'wrong', { headers });
  const signature = known.slice(known.lastIndexOf('.'));
  const name = '__Host-device=';
  const forged = [
    name,
    foreign,
    foreign.replace(other.id, user.id),
    `${name}${user.id}.${crypto.randomUUID()}${signature}`,
    `${name}${user.id}.${crypto.randomUUID()}.${'A'.repeat(43)}`,
    known.slice(0, -1),
    `${known.slice(0, -2)}__~${'x'.repeat(3000)}`,
    known.replace('__Host-', ''),
  ];
  for (const cookie of forged)
    expect([cookie, (await signIn(user.email, PASSWORD, { headers, cookie })).status]).toEqual([cookie, 429]);
  expect((await signIn(user.email, PASSWORD, { headers, cookie: known })).status).toBe(200);
  // Somebody who knew the old password is as much a stranger as anybody else.
  await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
    .bind(await hash('new password', 4), user.id)
    .run();
  expect((await signIn(user.email, 'new password', { headers, cookie: known })).status).toBe(429);
});

test('sign-ups of one network at the same moment do not pass together', async () => {
  const { email } = await makeUser();
  const headers = { 'CF-Connecting-IP': '203.0.113.41' };
  const body = { email, password: 'long enough' };
  const responses = await Promise.all(
    Array.from({ length: 35 }, () => call('/api/auth/signup', { method: 'POST', body, headers })),
  );
  const statuses = responses.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array<number>(30).fill(409), ...Array<number>(5).fill(429)]);
});

// --- An unlocked computer, and a stolen session ---

test('a session alone changes no password and deletes no account', async () => {
  const user = await signedInUser();
  const before = await env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(user.id).first();
  const { cookie } = user;
  for (const [method, path, body] of [
    ['DELETE', '/api/auth/user', {}],
    ['DELETE', '/api/auth/user', { password: 'wrong' }],
    ['DELETE', '/api/auth/user', undefined],
    ['POST', '/api/auth/password', { newPassword: 'a new password' }],
    ['POST', '/api/auth/password', { password: 'wrong', newPassword: 'a new password' }],
    ['POST', '/api/auth/password', { password: '', newPassword: 'a new password' }],
  ] as const) {
    const response = await call(path, { method, cookie, ...(body && { body }) });
    expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true]);
  }
  const after = await env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(user.id).first();
  expect(after).toEqual(before);
});

// --- Deleting ---

test('a deletion takes one account with all that belongs to it, and every row of others stays', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const rowsOf = ({ id }: { id: string }) =>
    Promise.all(USER_OWNED_TABLES.map(({ table }) => count(`${getTableName(table)} WHERE user_id = ?`, id)));
  for (const { id, cookie } of [user, other]) {
    await share(await saved(cookie), cookie);
    const body = { defaultConversionValue: 5, defaultSignificanceThreshold: 5 };
    await call('/api/preferences', { method: 'POST', body, cookie });
    await insertConnections(id);
    await insertStoredPush(id);
    await storeMailLink(id, 'stop');
    const owner = { id, cookie, email: '' };
    await invite(await makeTeam(owner), owner);
    const gone = await makeTeam(owner);
    await callTeam(gone, '', { method: 'DELETE', cookie, body: { name: 'Acme' } }); // its log stays
    const inbox = await anInbox(cookie);
    await deliver(inbox);
    await env.DB.prepare("INSERT INTO alerts VALUES (?, 'reference', 0, ?, 1, '{}', 1, NULL, NULL)")
      .bind(inbox.analysisId, id)
      .run();
    await env.DB.prepare(
      "INSERT INTO push_marks SELECT id, ?, user_id, 'reference', 0, 1, NULL, '{}' FROM pushes WHERE user_id = ?",
    )
      .bind(inbox.analysisId, id)
      .run();
  }
  const before = await rowsOf(other);
  expect([before.every((rows) => rows > 0), await rowsOf(user)]).toEqual([true, before]);
  expect((await exports.default.fetch(deletion(user.cookie))).status).toBe(200);
  expect(await rowsOf(user)).toEqual(before.map(() => 0));
  expect(await rowsOf(other)).toEqual(before);
  expect(await count('users WHERE id IN (?, ?)', user.id, other.id)).toBe(1);
});

test('of deletes at the same moment one has deleted, the others found nothing', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  const responses = await Promise.all(
    [1, 2, 3].map(() => call(`/api/analyses/${id}`, { method: 'DELETE', cookie })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
});

test('an account that is deleted twice at once is gone, and says no more', async () => {
  const user = await signedInUser();
  const remove = () => exports.default.fetch(deletion(user.cookie));
  const responses = await Promise.all([remove(), remove()]);
  for (const { status } of responses) expect([200, 401]).toContain(status);
  expect((await remove()).status).toBe(401);
  expect(await count('users WHERE id = ?', user.id)).toBe(0);
});

test('an account that is deleted while a save comes leaves nothing behind', async () => {
  const { cookie, id } = await signedInUser();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const headers = { Cookie: cookie, Origin: ORIGIN, 'Content-Type': 'application/json' };
  const sending = sendHere(
    new Request(`${ORIGIN}/api/analyses`, { method: 'POST', headers, body: readable }),
  );
  const writer = writable.getWriter();
  const bytes = new TextEncoder().encode(JSON.stringify(withDataset()));
  await writer.write(bytes.subarray(0, 200));
  await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(id).run();
  await writer.write(bytes.subarray(200));
  await writer.close();
  const { status } = await sending;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  for (const table of ['saved_analyses', 'uploads', 'sessions'])
    expect(await count(`${table} WHERE user_id = ?`, id)).toBe(0);
});
