import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Context } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { app } from '#worker/app.ts';
import type { AppEnv } from '#worker/env.ts';
import { parseBody, readJson } from '#worker/middleware/request-body.ts';
import { ORIGIN, signedInUser } from './support.ts';

let cookie: string;

beforeAll(async () => {
  ({ cookie } = await signedInUser());
});

const ID = '00000000-0000-4000-8000-000000000000';
const CHANGES = [
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/signup'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/auth/logout/everywhere'],
  ['POST', '/api/auth/password'],
  ['DELETE', '/api/auth/user'],
  ['POST', '/api/analyses'],
  ['PUT', `/api/analyses/${ID}/dataset`],
  ['DELETE', `/api/analyses/${ID}`],
  ['PATCH', `/api/analyses/${ID}`],
  ['POST', `/api/analyses/${ID}/share`],
  ['PUT', `/api/analyses/${ID}/share`],
  ['PATCH', `/api/analyses/${ID}/share`],
  ['DELETE', `/api/analyses/${ID}/share`],
  ['PUT', `/api/analyses/${ID}/source`],
  ['DELETE', `/api/analyses/${ID}/source`],
  ['POST', `/api/analyses/${ID}/source/token`],
  ['POST', `/api/analyses/${ID}/source/pause`],
  ['POST', `/api/analyses/${ID}/source/resume`],
  ['POST', `/api/analyses/${ID}/versions/1/entered`],
  ['POST', `/api/analyses/${ID}/rules-in-use`],
  ['POST', `/api/analyses/${ID}/alerts/seen`],
  ['POST', '/api/shared'],
  ['POST', '/api/connections/meta/connect'],
  ['POST', '/api/connections/sheets/token'],
  ['DELETE', '/api/connections/sheets'],
  ['POST', '/api/sends/key'],
  ['POST', '/api/sends'],
  ['PATCH', `/api/sends/${ID}`],
  ['POST', '/api/preferences'],
  ['POST', `/api/analyses/${ID}/move`],
  ['POST', `/api/analyses/${ID}/copy`],
  ['POST', '/api/teams'],
  ['DELETE', `/api/teams/${ID}`],
  ['POST', `/api/teams/${ID}/invitations`],
  ['PUT', `/api/teams/${ID}/analyses/${ID}/dataset`],
  ['POST', '/api/invitations/accept'],
  ['POST', '/api/auth/forgot'],
  ['POST', '/api/auth/reset'],
  ['POST', '/api/mail/link'],
  ['POST', '/api/mail/confirm'],
  ['PUT', '/api/mail/alerts'],
] as const;

const FOREIGN: Record<string, Record<string, string>> = {
  'another site': { Origin: 'https://evil.example' },
  'this host without https': { Origin: 'http://lva.test' },
  'this host on another port': { Origin: 'https://lva.test:8443' },
  'a subdomain': { Origin: 'https://sub.lva.test', 'Sec-Fetch-Site': 'same-site' },
  'a look-alike': { Origin: 'https://lva.test.evil.example' },
  'a hidden origin': { Origin: 'null' },
  'another site by fetch metadata alone': { 'Sec-Fetch-Site': 'cross-site' },
  'another site that claims our origin': { Origin: ORIGIN, 'Sec-Fetch-Site': 'cross-site' },
  nowhere: {},
  'another host that claims to be forwarded': {
    Origin: 'https://evil.example',
    'X-Forwarded-Host': 'evil.example',
  },
};

function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: BodyInit,
): Promise<Response> {
  const sent = new Request(`${ORIGIN}${path}`, {
    method,
    headers: { Cookie: cookie, ...headers },
    ...(body && { body }),
  });
  return Promise.resolve(app.fetch(sent, env, createExecutionContext()));
}

test.each(CHANGES)('%s %s is refused from anywhere else', async (method, path) => {
  for (const [from, headers] of Object.entries(FOREIGN)) {
    const response = await send(method, path, headers);
    expect([from, response.status, await response.json()]).toEqual([
      from,
      403,
      {
        message: 'This request came from another site. Please open this site itself and try again.',
        code: 'FOREIGN_ORIGIN',
      },
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

/** Calls that change something and come from no page: each has its token, and its own tests. */
const WITHOUT_ORIGIN = ['POST /api/stop/:token', 'PUT /api/inbox/:id'];

test('two calls alone need no origin: the inbox of a program, and the one click that stops e-mails', async () => {
  const changing = app.routes.filter(({ method }) => !['ALL', 'GET', 'HEAD'].includes(method));
  const calls = [...new Set(changing.map(({ method, path }) => `${method} ${path}`))];
  expect(calls.length).toBeGreaterThan(30);
  const open: string[] = [];
  for (const route of calls) {
    const [method = '', path = ''] = route.split(' ');
    const response = await send(method, path.replace(/:\w+/g, ID), {});
    const { code } = await response.json<{ code?: string }>();
    if (code !== 'FOREIGN_ORIGIN') open.push(route);
  }
  expect(open.toSorted()).toEqual(WITHOUT_ORIGIN);
});

test.each([
  ['its origin', { Origin: ORIGIN }],
  ['fetch metadata', { 'Sec-Fetch-Site': 'same-origin' }],
  ['both', { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' }],
])('a call is known to come from here by %s', async (_name, headers) => {
  const body = '{"defaultConversionValue":1,"defaultSignificanceThreshold":1}';
  const response = await send(
    'POST',
    '/api/preferences',
    { ...headers, 'Content-Type': 'application/json' },
    body,
  );
  expect(response.status).toBe(200);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  'application/jsonx',
  '',
])('a body of type "%s" is refused', async (type) => {
  for (const path of ['/api/auth/login', '/api/auth/logout', '/api/analyses', '/api/preferences']) {
    const response = await send('POST', path, { Origin: ORIGIN, 'Content-Type': type }, '{}');
    expect([path, response.status, await response.json()]).toEqual([
      path,
      415,
      { message: 'The request must be application/json.', code: 'WRONG_CONTENT_TYPE' },
    ]);
  }
});

test('a body without any type is refused, and one of 0 bytes needs none', async () => {
  const body = new Uint8Array([0x7b, 0x7d]);
  expect((await send('POST', '/api/preferences', { Origin: ORIGIN }, body)).status).toBe(415);
  const path = `/api/analyses/${ID}`;
  expect((await send('DELETE', path, { Origin: ORIGIN }, body)).status).toBe(415);
  const headers = { Origin: ORIGIN, 'Content-Length': '0' };
  expect((await send('DELETE', path, headers, new Uint8Array())).status).toBe(404);
});

test('a dataset must be gzip', async () => {
  const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
  const response = await send('PUT', `/api/analyses/${ID}/dataset`, headers, '[]');
  expect([response.status, await response.json()]).toEqual([
    415,
    { message: 'The request must be application/gzip.', code: 'WRONG_CONTENT_TYPE' },
  ]);
});

test('JSON with a character set is JSON', async () => {
  const headers = { Origin: ORIGIN, 'Content-Type': 'Application/JSON; charset=UTF-8' };
  const body = '{"defaultConversionValue":1,"defaultSignificanceThreshold":1}';
  expect((await send('POST', '/api/preferences', headers, body)).status).toBe(200);
});

test.each([
  ['nothing', undefined, 415, 'WRONG_CONTENT_TYPE'],
  ['an empty text', '', 415, 'WRONG_CONTENT_TYPE'],
  ['half an object', '{"email":', 400, 'INVALID_JSON'],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400, 'INVALID_JSON'],
  ['a list', '[]', 400, 'INVALID_INPUT'],
  ['null', 'null', 400, 'INVALID_INPUT'],
  ['7,000 lists in each other', `${'['.repeat(7000)}${']'.repeat(7000)}`, 400, 'INVALID_INPUT'],
  ['a prototype', '{"__proto__":{"email":"a@example.com"},"constructor":{}}', 400, 'INVALID_INPUT'],
  ['20 KB', JSON.stringify({ email: 'x'.repeat(20_000) }), 413, 'TOO_LARGE'],
])('a body of %s is answered in words', async (_name, body, status, code) => {
  for (const path of ['/api/auth/login', '/api/auth/signup', '/api/preferences']) {
    const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
    const response = await send('POST', path, headers, body);
    expect([path, response.status, await response.json()]).toMatchObject([path, status, { code }]);
  }
});

test('a body that is too large is answered with what to do', async () => {
  const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
  const response = await send('POST', '/api/auth/login', headers, `"${'x'.repeat(16 * 1024)}"`);
  expect([response.status, await response.json()]).toEqual([
    413,
    { message: 'The request is too large. Please enter something shorter.', code: 'TOO_LARGE' },
  ]);
});

test('a body that is longer than it claims is cut off', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const writing = (async () => {
    for (let at = 0; at < 100; at++) await writer.write(new Uint8Array(1000).fill(0x20));
  })().catch(() => 'cut off');
  const sent = new Request(`${ORIGIN}/api/preferences`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: ORIGIN, 'Content-Type': 'application/json' },
    body: readable,
  });
  const response = await app.fetch(sent, env, createExecutionContext());
  expect(response.status).toBe(413);
  expect(await writing).toBe('cut off');
});

/** The part of a body that is read where this many bytes are allowed. */
function readWithin(
  maxBytes: number,
  body: BodyInit | null,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const raw = new Request(ORIGIN, { method: 'POST', headers, body });
  const req = { raw, header: (name: string) => raw.headers.get(name) ?? undefined };
  return readJson({ req, get: () => undefined } as unknown as Context<AppEnv>, {
    maxBytes,
    message: 'Too large.',
  }); // what is used of it
}

const inChunks = (...chunks: number[][]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const bytes of chunks) controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });

describe('a body', () => {
  const tooLarge = { status: 413, message: 'Too large.' };
  const notJson = { status: 400, message: 'The request is not valid JSON.' };

  test('is read up to its limit, by what it is and by what it states', async () => {
    expect(await readWithin(10, '"12345678"')).toBe('12345678');
    await expect(readWithin(9, '"12345678"')).rejects.toMatchObject(tooLarge);
    expect(await readWithin(10, '""', { 'Content-Length': '10' })).toBe('');
    await expect(readWithin(10, '""', { 'Content-Length': '11' })).rejects.toMatchObject(tooLarge);
    await expect(readWithin(3, inChunks([0x22, 0x22], [0x20, 0x20]))).rejects.toMatchObject(tooLarge);
  });

  test('is UTF-8, in whatever pieces it comes, with a byte order mark or without', async () => {
    expect(await readWithin(10, inChunks([0x22, 0xc3], [0xa4, 0x22]))).toBe('ä');
    expect(await readWithin(10, inChunks([0xef, 0xbb, 0xbf, 0x22, 0x22]))).toBe('');
    for (const bytes of [
      [0x22, 0x22, 0xc3],
      [0x22, 0xff, 0x22],
    ])
      await expect(readWithin(10, inChunks(bytes))).rejects.toMatchObject(notJson);
    await expect(readWithin(10, '{')).rejects.toMatchObject(notJson);
  });

  test('that breaks off is not answered as JSON that is wrong', async () => {
    const broken = new ReadableStream({
      pull() {
        throw new RangeError('broken off');
      },
    });
    await expect(readWithin(10, broken)).rejects.toThrow(RangeError);
  });

  test('must be there', async () => {
    await expect(readWithin(10, null)).rejects.toMatchObject({
      status: 415,
      message: 'The request must be application/json.',
    });
  });
});

/** One value within this many lists. */
const within = (depth: number, value = ''): string => `${'['.repeat(depth)}${value}${']'.repeat(depth)}`;
const inObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('JSON', () => {
  test.each([
    ['32 lists', within(32)],
    ['32 objects', inObjects(32)],
    ['16 lists of 16 objects', within(16, inObjects(16))],
    ['many lists side by side', `[${'[],{},'.repeat(100)}[]]`],
    ['brackets in a text', JSON.stringify('[{'.repeat(40))],
    ['brackets after a quote in a text', JSON.stringify(`"${'['.repeat(40)}`)],
    ['brackets after a backslash and a quote in a text', JSON.stringify(`\\"${'{'.repeat(40)}`)],
    ['brackets in a key', JSON.stringify({ ['['.repeat(40)]: 1 })],
  ])('of %s is read', async (_, json) => {
    expect(await readWithin(10_000, json)).toEqual(JSON.parse(json));
  });

  test.each([
    ['33 lists', within(33)],
    ['33 objects', inObjects(33)],
    ['17 lists of 16 objects', within(17, inObjects(16))],
    ['33 lists after a text of one character', `["a",${within(32)}]`],
    ['33 lists after a text of two characters', `["ab",${within(32)}]`],
    ['33 lists after a text that ends with a backslash', `["\\\\",${within(32)}]`],
    ['33 lists after an escaped quote', `["\\"",${within(32)}]`],
    ['33 lists after closed ones', `[[],[[]],{},${within(32)}]`],
  ])('of %s is nested too deeply', async (_, json) => {
    await expect(readWithin(10_000, json)).rejects.toMatchObject({
      status: 400,
      message: 'The request is nested too deeply.',
    });
  });
});

test('a body that does not fit is refused with the place of its first problem, and unknown keys are dropped', () => {
  const schema = z.object({ list: z.array(z.object({ count: z.number('no number') })) });
  expect(parseBody(schema, { list: [{ count: 1, more: 2 }] })).toEqual({ list: [{ count: 1 }] });
  const refused = (body: unknown) => {
    try {
      return parseBody(schema, body);
    } catch (error) {
      return String(error);
    }
  };
  expect(refused({ list: [{ count: 1 }, { count: 'a' }, { count: 'b' }] })).toBe(
    'Error: list.1.count: no number',
  );
  expect(refused(7)).toBe('Error: The body: Invalid input');
});

test('reading needs no origin', async () => {
  for (const method of ['GET', 'HEAD']) expect((await send(method, '/api/auth/user', {})).status).toBe(200);
});
