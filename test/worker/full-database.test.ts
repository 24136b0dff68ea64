import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Context } from 'hono';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { app } from '#worker/app.ts';
import { DatabaseUnavailable } from '#worker/db/client.ts';
import type { AppEnv } from '#worker/env.ts';
import { giveBack, reserve, type GuardCounter } from '#worker/middleware/rate-limit.ts';
import { list, makeSave, saved } from './analysis-support.ts';
import { leave, signInWithGoogle } from './google-support.ts';
import { PASSWORD, call, cookieOf, count, makeUser, request, signedInUser } from './support.ts';
import { watchDatabase } from './watched-database.ts';

const MINUTE = 60 * 1000;
const UNAVAILABLE = {
  message: 'The service is unavailable right now. Please try again in a moment.',
  code: 'UNAVAILABLE',
};

let log: ReturnType<typeof vi.spyOn>;

// The key that signs is stored by the first request that needs it, long before a database is full.
beforeAll(async () => {
  await signedInUser();
});

beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A Worker that has just started, on a database that is full: it refuses every write, whatever it would change. */
function startFull() {
  const DB = watchDatabase(env.DB, ({ statements, work }) =>
    statements.every((sql) => /^\s*(select|with)\b/i.test(sql))
      ? work()
      : Promise.reject(new Error('D1_ERROR: Exceeded maximum DB size: SQLITE_FULL')),
  );
  return (sent: Request): Promise<Response> =>
    Promise.resolve(app.fetch(sent, { ...env, DB }, createExecutionContext()));
}

const signIn = (email: string, password: string, address: string) =>
  request('/api/auth/login', {
    method: 'POST',
    body: { email, password },
    headers: { 'CF-Connecting-IP': address },
  });

test('reads and the list answer as ever, and the session whose renewal is due is not renewed', async () => {
  const { cookie, id: userId } = await signedInUser();
  const id = await saved(cookie, { fileName: 'kept.csv' });
  const before = await list(cookie);
  await env.DB.prepare(
    'UPDATE sessions SET expire = expire - 7200000, seen_at = seen_at - 7200000 WHERE user_id = ?',
  )
    .bind(userId)
    .run();
  const row = () => env.DB.prepare('SELECT * FROM sessions WHERE user_id = ?').bind(userId).first();
  const session = await row();
  const send = startFull();
  for (const path of ['/api/auth/user', '/api/analyses', `/api/analyses/${id}`, '/api/preferences']) {
    const response = await send(request(path, { cookie }));
    expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 200, []]);
    const answer = await response.json();
    if (path === '/api/analyses') expect(answer).toEqual(before);
  }
  expect(await row()).toEqual(session);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('A session was not renewed: D1_ERROR'));
});

test.each([
  ['call', 'POST', 200],
  ['navigation', 'GET', 302],
])(
  'log out by %s clears the cookie, answers as ever, and logs that the row stayed',
  async (_name, method, status) => {
    const { cookie, id } = await signedInUser();
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    };
    const response = await startFull()(request('/api/auth/logout', { method, cookie, headers }));
    expect(response.status).toBe(status);
    if (method === 'GET') expect(response.headers.get('Location')).toBe('/');
    else expect(await response.json()).toEqual({ message: 'You are signed out.' });
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=; Max-Age=0; Path=\//);
    expect(await count('sessions WHERE user_id = ?', id)).toBe(1);
    expect(log.mock.calls).toEqual([
      [expect.stringContaining('The row of a session stayed at log-out: D1_ERROR')],
    ]);
  },
);

test('signing in and signing up, which can store no session, answer 503 with a text and sign nobody in', async () => {
  const { email } = await makeUser();
  const send = startFull();
  const body = { email: `full-${crypto.randomUUID()}@example.com`, password: PASSWORD };
  const attempts = [
    signIn(email, PASSWORD, '192.0.2.60'),
    request('/api/auth/signup', { method: 'POST', body, headers: { 'CF-Connecting-IP': '192.0.2.60' } }),
  ];
  for (const sent of attempts) {
    const response = await send(sent);
    expect([response.status, await response.json()]).toEqual([503, UNAVAILABLE]);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect(await count('users WHERE email = ?', body.email)).toBe(0);
});

test('signing in with Google, and linking to it, sign nobody in either, and say why', async () => {
  const { email, id } = await makeUser();
  const start = await leave({ claims: { sub: `google-${crypto.randomUUID()}`, email, hd: 'example.com' } });
  const send = startFull();
  const back = await send(request(start.back, { cookie: start.cookie }));
  expect(back.headers.get('Location')).toBe('/auth/login?error=google-unavailable');
  expect(cookieOf(back)).toBeNull();

  const asked = await signInWithGoogle({ claims: { sub: `google-${crypto.randomUUID()}`, email } });
  const cookie = cookieOf(asked, '__Host-google-link');
  const body = { password: PASSWORD };
  const link = await send(request('/api/auth/google/link', { method: 'POST', body, cookie }));
  expect([link.status, await link.json()]).toEqual([503, UNAVAILABLE]);
  expect(link.headers.getSetCookie()).toEqual([]);
  expect(await count('users WHERE id = ? AND google_id IS NULL AND password_hash IS NOT NULL', id)).toBe(1);
});

test('the isolate counts 20 saves a minute', async () => {
  const { cookie } = await signedInUser();
  const send = startFull();
  const save = async () =>
    (await send(request('/api/analyses', { method: 'POST', body: makeSave(), cookie }))).status;
  for (let n = 0; n < 20; n++) expect(await save()).toBeGreaterThan(500);
  expect(await save()).toBe(429);
});

test('a wrong password is told as ever, and the isolate counts it: 10 per account and network in 15 minutes', async () => {
  const start = Date.UTC(2026, 4, 1);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const [user, other] = [await makeUser(), await makeUser()];
  const send = startFull();
  const status = async (email: string, password: string, address: string) =>
    (await send(signIn(email, password, address))).status;
  for (let n = 0; n < 10; n++) {
    vi.setSystemTime(start + n * MINUTE);
    expect(await status(user.email, `guess ${n}`, '192.0.2.61')).toBe(401);
  }
  const refused = await send(signIn(user.email, PASSWORD, '192.0.2.61'));
  expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toEqual([
    429,
    '360',
    {
      message: 'Too many wrong passwords for this account. Please try again in 6 minutes.',
      code: 'TOO_MANY_REQUESTS',
    },
  ]);
  expect(await status(other.email, 'wrong', '192.0.2.61')).toBe(401);
  expect(await status(user.email, 'wrong', '192.0.2.62')).toBe(401);
  vi.setSystemTime(start + 15 * MINUTE);
  expect(await status(user.email, 'wrong', '192.0.2.61')).toBe(401);
});

test('the isolate counts 100 wrong passwords per account and hour, of whatever networks, and gives back right ones', async () => {
  const user = await makeUser();
  const send = startFull();
  const status = async (password: string, network: number) =>
    (await send(signIn(user.email, password, `192.0.2.${network}`))).status;
  for (let n = 0; n < 15; n++) expect(await status(PASSWORD, 70)).toBe(503);
  for (let n = 0; n < 100; n++) expect(await status('wrong', 71 + Math.floor(n / 10))).toBe(401);
  expect(await status(PASSWORD, 90)).toBe(429);
});

test('a browser that was in the account has its own counter in the isolate too', async () => {
  const user = await signedInUser();
  const known = await call('/api/auth/login', {
    method: 'POST',
    body: { email: user.email, password: PASSWORD },
  });
  const cookie = cookieOf(known, '__Host-device');
  const send = startFull();
  const guess = async (from: string | null) => {
    const body = { email: user.email, password: 'wrong' };
    const headers = { 'CF-Connecting-IP': '192.0.2.95' };
    return (await send(request('/api/auth/login', { method: 'POST', body, headers, cookie: from }))).status;
  };
  for (let n = 0; n < 10; n++) expect(await guess(null)).toBe(401);
  expect(await guess(null)).toBe(429);
  expect(await guess(cookie)).toBe(401);
});

test('the isolate counts 100 failures of a network an hour, and 30 sign-ups', async () => {
  const send = startFull();
  const headers = { 'CF-Connecting-IP': '192.0.2.96' };
  const post = async (path: string, email: string) =>
    (await send(request(path, { method: 'POST', body: { email, password: PASSWORD }, headers }))).status;
  for (let n = 0; n < 100; n++) expect(await post('/api/auth/login', `nobody-${n}@example.com`)).toBe(404);
  expect(await post('/api/auth/login', 'nobody@example.com')).toBe(429);
  const { email } = await makeUser();
  for (let n = 0; n < 30; n++) expect(await post('/api/auth/signup', email)).toBe(409);
  expect(await post('/api/auth/signup', email)).toBe(429);
});

test('an isolate that starts on a full database knows the key that signs, and so the cookies', async () => {
  const { cookie } = await signedInUser();
  expect((await startFull()(request('/api/auth/user', { cookie }))).status).toBe(200);
});

/** A call on a database that fails in this way. */
const callThat = (fails: () => never) =>
  ({ get: () => ({ insert: fails, update: fails }) }) as unknown as Context<AppEnv>; // what is used of it

const onFull = callThat(() => {
  throw new DatabaseUnavailable('full');
});

test('the isolate keeps the 10,000 counters that were used last', async () => {
  const use = (...names: number[]) =>
    reserve(
      onFull,
      names.map((name) => ({ key: `memory-${name}`, limit: { count: 1, windowMs: MINUTE }, refusal: 'No.' })),
    );
  await use(...Array(10_000).keys());
  for (const kept of [0, 1, 9_999]) await expect(use(kept)).rejects.toMatchObject({ status: 429 });
  await use(10_000);
  await use(0);
  for (const kept of [2, 9_999, 10_000, 0]) await expect(use(kept)).rejects.toMatchObject({ status: 429 });
});

describe('a counter of the isolate', () => {
  const start = Date.UTC(2026, 4, 1);
  const counterOf = (more: Partial<GuardCounter> & { count: number; windowMs?: number }): GuardCounter => {
    const { count, windowMs = MINUTE, ...rest } = more;
    return {
      key: `isolate-${crypto.randomUUID()}`,
      limit: { count, windowMs },
      refusal: 'Too often.',
      ...rest,
    };
  };
  /** How often in a row the attempt passes, of 20 times. */
  async function countPasses(...wanted: GuardCounter[]): Promise<number> {
    let passed = 0;
    for (let n = 0; n < 20; n++)
      await reserve(onFull, wanted).then(
        () => passed++,
        () => null,
      );
    return passed;
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: start, toFake: ['Date'] });
  });

  test('refuses until its time is over, from the first attempt on, and begins anew then', async () => {
    const counter = counterOf({ count: 2 });
    await reserve(onFull, [counter]);
    vi.setSystemTime(start + 30_000);
    await reserve(onFull, [counter]);
    vi.setSystemTime(start + MINUTE - 1);
    await expect(reserve(onFull, [counter])).rejects.toMatchObject({
      status: 429,
      details: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 },
    });
    vi.setSystemTime(start + MINUTE);
    expect(await countPasses(counter)).toBe(2);
  });

  test('counts amounts, up to its limit and no further', async () => {
    expect(await countPasses(counterOf({ count: 10, amount: 5 }))).toBe(2);
    expect(await countPasses(counterOf({ count: 10, amount: 4 }))).toBe(2);
    expect(await countPasses(counterOf({ count: 12, amount: 4 }))).toBe(3);
  });

  test('does not count an attempt that another counter refuses', async () => {
    const [used, other] = [counterOf({ count: 1 }), counterOf({ count: 2 })];
    await reserve(onFull, [used]);
    expect(await countPasses(used, other)).toBe(0);
    expect(await countPasses(other)).toBe(2);
  });

  test('that makes wait for longest gives the answer', async () => {
    const short = counterOf({ count: 1, refusal: 'Short.' });
    const long = counterOf({ count: 1, windowMs: 5 * MINUTE, refusal: 'Long.' });
    const fresh = counterOf({ count: 1, windowMs: 60 * MINUTE, refusal: 'Fresh.' });
    await reserve(onFull, [short, long]);
    for (const order of [
      [short, long, fresh],
      [fresh, long, short],
    ])
      await expect(reserve(onFull, order)).rejects.toThrow(/^Long\. Please try again in 5 minutes\.$/);
  });

  test('gets an attempt back, and never more than were counted', async () => {
    const [counter, other] = [counterOf({ count: 2 }), counterOf({ count: 2 })];
    await reserve(onFull, [counter, other]);
    for (let n = 0; n < 3; n++) await giveBack(onFull, [counter, counterOf({ count: 1 })]);
    expect([await countPasses(counter), await countPasses(other)]).toEqual([2, 1]);
  });

  test.each([
    [1, '1 second'],
    [1000, '1 second'],
    [1001, '2 seconds'],
    [59_000, '59 seconds'],
    [59_001, '1 minute'],
    [60_000, '1 minute'],
    [60_001, '2 minutes'],
    [7_200_000, '120 minutes'],
    [7_200_001, '3 hours'],
    [86_400_000, '24 hours'],
  ])('that lasts for %d ms longer says: %s', async (windowMs, words) => {
    const counter = counterOf({ count: 1, windowMs });
    await reserve(onFull, [counter]);
    await expect(reserve(onFull, [counter])).rejects.toMatchObject({
      message: `Too often. Please try again in ${words}.`,
      details: { retryAfterSeconds: Math.ceil(windowMs / 1000) },
    });
  });

  test('is for a database that fails: a bug is none, and without counters it is not asked', async () => {
    const withBug = callThat(() => {
      throw new RangeError('a bug');
    });
    const counter = counterOf({ count: 1 });
    await expect(reserve(withBug, [counter])).rejects.toThrow(RangeError);
    await expect(giveBack(withBug, [counter])).rejects.toThrow(RangeError);
    await reserve(withBug, []);
    await giveBack(withBug, []);
    expect(await countPasses(counter)).toBe(1);
  });
});
