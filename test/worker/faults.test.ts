import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { app } from '#worker/app.ts';
import { DatabaseUnavailable } from '#worker/db/client.ts';
import * as errors from '#worker/errors.ts';
import { datasetRequest, gzip, list, makeSave, read, save, saved, toLines } from './analysis-support.ts';
import { makeFaulty, type Fault } from './faulty-database.ts';
import { watchDatabase } from './watched-database.ts';
import {
  call,
  count,
  makeUser,
  request,
  signedInUser,
  type TestUser,
  OUR_NAVIGATION,
  deletion,
} from './support.ts';

const FAULTS: Fault[] = ['throws', 'refuses', 'hangs', 'answer is lost'];
const ANSWER_MS = 5_000;
const SAVE_MS = 25_000;

let log: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Attempt {
  request: Request;
  fault: Fault;
  step: number;
  /** Within which time an answer must be there. */
  withinMs: number;
}

/** Sends a request to a Worker whose database fails; null where it never came to the failing step. */
async function attempt({ request: sent, fault, step, withinMs }: Attempt): Promise<Response | null> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onSilence = () => void vi.advanceTimersByTime(withinMs);
  const { database, wasReached } = makeFaulty(env.DB, { fault, step, onSilence });
  const context = createExecutionContext();
  const response = await app.fetch(sent, { ...env, DB: database }, context);
  await waitOnExecutionContext(context);
  vi.useRealTimers();
  return wasReached() ? response : null;
}

async function expectUnavailable(response: Response): Promise<void> {
  const text = await response.text();
  expect([response.status, response.headers.get('Retry-After'), JSON.parse(text)]).toEqual([
    503,
    '10',
    {
      message: 'The service is unavailable right now. Please try again in a moment.',
      code: 'UNAVAILABLE',
    },
  ]);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(text).not.toMatch(/D1_ERROR|SELECT|password_hash|\.ts/);
}

/** Everything that was logged, as a log would show it. */
function readLog(): string {
  const show = (value: unknown): string =>
    value instanceof Error ? `${value.stack} ${JSON.stringify(value)}` : String(value);
  return log.mock.calls.map((values: unknown[]) => values.map(show).join(' ')).join('\n');
}

function expectLogWithout(...personal: string[]): void {
  for (const text of [...personal, 'Failed query']) expect(readLog()).not.toContain(text);
}

interface Route {
  make: (user: TestUser) => Request | Promise<Request>;
  withinMs?: number;
  /** It changes nothing, so that one user asks for all steps. */
  isRead?: true;
  /** The status with which it answers where nothing but its own write fails. */
  withoutWrite?: number;
}

const ROUTES: Record<string, Route> = {
  'GET /api/auth/user': { make: ({ cookie }) => request('/api/auth/user', { cookie }), isRead: true },
  'POST /api/auth/login': {
    make: ({ email, cookie }) =>
      request('/api/auth/login', {
        method: 'POST',
        body: { email, password: 'correct horse' },
        cookie,
        headers: { 'CF-Connecting-IP': '192.0.2.1' },
      }),
  },
  'GET /api/auth/logout': {
    make: ({ cookie }) => request('/api/auth/logout', { cookie, headers: OUR_NAVIGATION }),
    withoutWrite: 302,
  },
  'POST /api/auth/logout': {
    make: ({ cookie }) => request('/api/auth/logout', { method: 'POST', cookie }),
    withoutWrite: 200,
  },
  'DELETE /api/auth/user': { make: ({ cookie }) => deletion(cookie) },
  'GET /api/preferences': { make: ({ cookie }) => request('/api/preferences', { cookie }), isRead: true },
  'POST /api/preferences': {
    make: ({ cookie }) =>
      request('/api/preferences', {
        method: 'POST',
        body: { defaultConversionValue: 1, defaultSignificanceThreshold: 1 },
        cookie,
      }),
  },
  'GET /api/analyses': { make: ({ cookie }) => request('/api/analyses', { cookie }), isRead: true },
  'GET /api/analyses/{id}': {
    make: async ({ cookie }) => request(`/api/analyses/${await saved(cookie)}`, { cookie }),
    isRead: true,
  },
  'DELETE /api/analyses/{id}': {
    make: async ({ cookie }) => request(`/api/analyses/${await saved(cookie)}`, { method: 'DELETE', cookie }),
  },
  'PUT /api/analyses/{id}/dataset': {
    make: async ({ cookie }) =>
      datasetRequest(
        await saved(cookie, { datasetFollows: true }),
        await gzip(
          toLines([
            ['a', 'b'],
            ['1', '2'],
          ]),
        ),
        cookie,
      ),
    withinMs: SAVE_MS,
  },
};

test.each(Object.entries(ROUTES))(
  '%s answers 503 in time at whichever step the database fails',
  async (_name, route) => {
    const prepare = async () => {
      const user = await signedInUser();
      return { user, sent: await route.make(user) };
    };
    const prepared = route.isRead && (await prepare());
    for (const fault of FAULTS) {
      let step = 0;
      for (; ; step++) {
        const { user, sent } = prepared || (await prepare());
        const response = await attempt({
          request: new Request(sent),
          fault,
          step,
          withinMs: route.withinMs ?? ANSWER_MS,
        });
        if (!response) break;
        if (response.status !== route.withoutWrite) await expectUnavailable(response);
        expectLogWithout(user.email, user.id);
      }
      expect(step).toBeGreaterThan(1);
    }
  },
);

test('a failing database signs nobody out', async () => {
  const { cookie } = await signedInUser();
  const sent = request('/api/auth/user', { cookie });
  const response = await attempt({ request: sent, fault: 'refuses', step: 0, withinMs: ANSWER_MS });
  expect(response?.status).toBe(503);
  expect((await call('/api/auth/user', { cookie })).status).toBe(200);
});

test('a visitor without a cookie is anonymous, whatever the database does', async () => {
  const sent = request('/api/auth/user');
  expect(await attempt({ request: sent, fault: 'throws', step: 0, withinMs: ANSWER_MS })).toBeNull();
});

test.each(FAULTS)('a sign-up during which the database %s leaves a whole account or none', async (fault) => {
  let step = 0;
  for (; ; step++) {
    const email = `half-${crypto.randomUUID()}@example.com`;
    const sent = request('/api/auth/signup', { method: 'POST', body: { email, password: 'long enough' } });
    const response = await attempt({ request: sent, fault, step, withinMs: ANSWER_MS });
    if (!response) break;
    await expectUnavailable(response);
    expectLogWithout(email);
    const users = await count('users WHERE email = ?', email);
    const sessions = await count('sessions s JOIN users u ON u.id = s.user_id WHERE email = ?', email);
    expect([
      [0, 0],
      [1, 1],
    ]).toContainEqual([users, sessions]);
  }
  expect(step).toBeGreaterThan(1);
});

test.each(FAULTS)(
  'a save during which the database %s is whole or not there, and a retry gives one',
  async (fault) => {
    const user = await signedInUser();
    const { cookie, id: userId } = user;
    let step = 0;
    for (; ; step++) {
      await env.DB.prepare('DELETE FROM rate_limits').run();
      const headers = { 'Idempotency-Key': `${fault.replaceAll(' ', '-')}-${step}` };
      const fileName = `${fault} ${step}.csv`;
      const rows = [['Qualified', 'Google']];
      const { analysisData } = makeSave();
      const body = makeSave({
        fileName,
        analysisData: { ...analysisData, headers: ['Status', 'Source'], rows },
      });
      const sent = request('/api/analyses', { method: 'POST', body, cookie, headers });
      const response = await attempt({ request: sent, fault, step, withinMs: SAVE_MS });
      if (!response) break;
      await expectUnavailable(response);
      expectLogWithout(user.email, user.id);
      const retry = await save(body, { cookie, headers });
      expect(retry.status).toBe(201);
      const { id } = await retry.json<{ id: string }>();
      expect(await (await read(id, cookie)).json()).toMatchObject({ fileName, analysisData: { rows } });
      expect((await list(cookie)).length).toBe(step + 1);
    }
    expect(step).toBeGreaterThan(1);
    expect(await count('uploads WHERE user_id = ? AND analysis_id IS NULL', userId)).toBe(0);
  },
);

/** A dataset of several parts. */
function makeLargeDataset(): Promise<ArrayBuffer> {
  const rows = Array.from({ length: 25_000 }, () => [crypto.randomUUID(), crypto.randomUUID()]);
  return gzip(toLines([['a', 'b'], ...rows]));
}

test('a dataset during which the database fails never shows, and a retry makes it whole', async () => {
  const { cookie, id: userId } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  const dataset = await makeLargeDataset();
  for (const fault of FAULTS) {
    for (let step = 3; step < 7; step++) {
      await env.DB.prepare('DELETE FROM rate_limits').run();
      const sent = datasetRequest(id, dataset, cookie);
      const response = await attempt({ request: sent, fault, step, withinMs: SAVE_MS });
      if (response) await expectUnavailable(response);
    }
  }
  const retry = await app.fetch(datasetRequest(id, dataset, cookie), env, createExecutionContext());
  expect(retry.status).toBe(200);
  const { analysisData } = await (await read(id, cookie)).json<{ analysisData: { rows: string[][] } }>();
  expect(analysisData.rows.length).toBe(25_000);
  await env.DB.prepare('DELETE FROM uploads WHERE analysis_id IS NULL AND user_id = ?').bind(userId).run();
  expect(await count('uploads WHERE user_id = ?', userId)).toBe(3);
  expect(readLog()).toContain('Parts of a save that broke off are left to the scheduled clean-up');
}, 180_000);

test.each(['refuses', 'hangs'] as const)(
  'an answer breaks off when the database %s after its first byte',
  async (fault) => {
    const { cookie } = await signedInUser();
    const id = await saved(cookie, { datasetFollows: true });
    await app.fetch(datasetRequest(id, await makeLargeDataset(), cookie), env, createExecutionContext());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onSilence = () => void vi.advanceTimersByTime(ANSWER_MS);
    // The key, the schema, the session and the record are read before; the first part comes with the record.
    const { database, wasReached } = makeFaulty(env.DB, { fault, step: 4, onSilence });
    const response = await app.fetch(
      request(`/api/analyses/${id}`, { cookie }),
      { ...env, DB: database },
      createExecutionContext(),
    );
    expect([response.status, wasReached()]).toEqual([200, false]);
    await expect(response.text()).rejects.toThrow('The analysis could not be read to its end');
    expect(wasReached()).toBe(true);
    const reason = fault === 'hangs' ? 'no answer in time' : 'D1_ERROR';
    expect(readLog()).toContain(`A saved analysis broke off: ${reason}`);
  },
  120_000,
);

test('parts that are damaged break the answer off', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  await env.DB.prepare(
    "UPDATE upload_parts SET content = 'AAAA' WHERE upload_id IN (SELECT id FROM uploads WHERE analysis_id = ?)",
  )
    .bind(id)
    .run();
  const response = await app.fetch(request(`/api/analyses/${id}`, { cookie }), env, createExecutionContext());
  await expect(response.text()).rejects.toThrow('The analysis could not be read to its end');
  expect(readLog()).toBe('A saved analysis broke off: damaged parts');
});

test('Google sign-in ends on its page when the database fails', async () => {
  for (const fault of FAULTS) {
    const start = await attempt({
      request: request('/api/auth/google'),
      fault,
      step: 0,
      withinMs: ANSWER_MS,
    });
    expect([start?.status, start?.headers.get('Location')]).toEqual([
      302,
      '/auth/login?error=google-unavailable',
    ]);
    const cookie = '__Host-google=x.y';
    const back = request('/auth/google/callback?code=x&state=y', { cookie });
    const callback = await attempt({ request: back, fault, step: 0, withinMs: ANSWER_MS });
    expect(callback?.headers.get('Location')).toBe('/auth/login?error=google-unavailable');
  }
});

/** A database each of whose answers takes that long. */
function makeLate(milliseconds: number): D1Database {
  return watchDatabase(env.DB, async ({ work }) => {
    vi.advanceTimersByTime(milliseconds);
    return await work();
  });
}

async function askLateDatabase(milliseconds: number): Promise<{ status: number; tookMs: number }> {
  const { cookie } = await signedInUser();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const start = Date.now();
  const bindings = { ...env, DB: makeLate(milliseconds), SESSION_SECRET: undefined };
  const sent = request('/api/preferences', { cookie });
  const { status } = await app.fetch(sent, bindings, createExecutionContext());
  const tookMs = Date.now() - start;
  vi.useRealTimers();
  return { status, tookMs };
}

test('answers that are late together use up the time of a request, and none of its own', async () => {
  // The schema, the key, the session, the preferences: four trips.
  expect(await askLateDatabase(1200)).toEqual({ status: 200, tookMs: 4800 });
  const { status, tookMs } = await askLateDatabase(1300);
  expect([status, tookMs]).toEqual([503, 5200]); // the timer rings at 5,000, in the middle of the fourth
});

test('the log says that a database was silent', async () => {
  const { cookie } = await signedInUser();
  const sent = request('/api/auth/user', { cookie });
  await attempt({ request: sent, fault: 'hangs', step: 0, withinMs: ANSWER_MS });
  expect(readLog()).toBe('Database unavailable: no answer in time');
});

test('the health check says that the database is down', async () => {
  for (const fault of FAULTS) {
    const response = await attempt({ request: request('/api/health'), fault, step: 0, withinMs: ANSWER_MS });
    expect([response?.status, response?.headers.get('Retry-After'), await response?.json()]).toEqual([
      503,
      '10',
      { status: 'unavailable', version: expect.any(String) as string, database: 'unavailable' },
    ]);
  }
});

test('a bug is a 500 without words about it', async () => {
  const user = await makeUser();
  const { cookie } = await signedInUser();
  vi.spyOn(Date, 'now').mockImplementation(() => {
    throw new RangeError(`secret of ${user.email}`);
  });
  const response = await app.fetch(request('/api/preferences', { cookie }), env, createExecutionContext());
  expect([response.status, await response.json()]).toEqual([
    500,
    { message: 'Something went wrong. Please try again.', code: 'INTERNAL' },
  ]);
});

const BUG = {
  status: 500,
  message: 'Something went wrong. Please try again.',
  details: { code: 'INTERNAL' },
};

test.each(['a text', undefined, null, 7, { message: 'ann@example.com' }])(
  'what is thrown and is no error, as %j, is a bug too, and the log says no more of it',
  (thrown) => {
    expect(errors.toApiError(thrown)).toMatchObject(BUG);
    expect(log.mock.calls).toEqual([['Something was thrown that is no error']]);
  },
);

test('the log of a bug has its kind and its stack, and not its message', () => {
  const bug = new TypeError('of ann@example.com');
  expect(errors.toApiError(bug)).toMatchObject(BUG);
  expect(readLog()).toMatch(/^TypeError: …\n +at /);
  const bare = new RangeError('of ann@example.com');
  delete bare.stack;
  log.mockClear();
  errors.toApiError(bare);
  expect(readLog()).toBe('RangeError');
});

test('a failure of the database is found among the causes of an error, and nothing else is taken for one', () => {
  const failure = new DatabaseUnavailable('no answer in time');
  const wrapped = new Error('Failed query', { cause: new Error('In a batch', { cause: failure }) });
  for (const error of [failure, wrapped]) expect(errors.findDatabaseFailure(error)).toBe(failure);
  const others = [
    new Error('Failed query', { cause: 'ann@example.com' }),
    new Error('x'),
    'x',
    null,
    { cause: failure },
  ];
  for (const error of others) expect(errors.findDatabaseFailure(error)).toBeNull();
  expect(errors.toApiError(wrapped)).toMatchObject({
    status: 503,
    message: 'The service is unavailable right now. Please try again in a moment.',
    details: { code: 'UNAVAILABLE', retryAfterSeconds: 10 },
  });
  expect(log.mock.calls).toEqual([['Database unavailable: no answer in time']]);
});

test('a call that was refused stays what it is, and is not logged', () => {
  const refusal = errors.invalidInput('Not this.');
  expect(errors.toApiError(refusal)).toBe(refusal);
  expect(log).not.toHaveBeenCalled();
});

const MIB = 1024 * 1024;
const changed = { version: 3, updatedAt: '2026-10-15T15:04:00.000Z' };
const CHANGED = 'This analysis was changed in the meantime,';

test.each<[errors.ApiError, number, string | undefined, string]>([
  [errors.analysisNotFound(), 404, undefined, 'Analysis not found'],
  [errors.unauthorized(), 401, undefined, 'Unauthorized'],
  [errors.noTeam(), 404, 'NO_TEAM', 'Team not found'],
  [errors.invalidInput('Not this.'), 400, 'INVALID_INPUT', 'Not this.'],
  [errors.invalidJson(), 400, 'INVALID_JSON', 'The request is not valid JSON.'],
  [errors.bodyTooLarge('Too large.'), 413, 'TOO_LARGE', 'Too large.'],
  [errors.wrongContentType('text/csv'), 415, 'WRONG_CONTENT_TYPE', 'The request must be text/csv.'],
  [errors.lastAdmin('No.'), 409, 'LAST_ADMIN', 'No.'],
  [errors.teamLimit('No.'), 409, 'TEAM_LIMIT', 'No.'],
  [errors.notAllowed('viewer'), 403, 'NOT_ALLOWED', "Your role in this team, viewer, doesn't allow this."],
  [
    errors.domainRequired('example.com'),
    403,
    'DOMAIN_REQUIRED',
    'This team opens only after a sign-in with Google through example.com. Sign in again with your Google account of example.com. If your account here is another one, ask an admin of the team to invite that one.',
  ],
  [
    errors.analysisLimit({ isTeam: false }),
    409,
    'ANALYSIS_LIMIT',
    'You keep 100 analyses, which is the most. Delete one to save another.',
  ],
  [
    errors.analysisLimit({ isTeam: true }),
    409,
    'ANALYSIS_LIMIT',
    'This team keeps 500 analyses, which is the most. Delete one to save another.',
  ],
  [
    errors.shareLimit(),
    409,
    'SHARE_LIMIT',
    'You have 20 shared links, which is the most. End one to share another.',
  ],
  [
    errors.storageLimit(25 * MIB, { isTeam: false }),
    409,
    'STORAGE_LIMIT',
    'Your saved analyses take up all of your 25 MB. Delete one to save another.',
  ],
  [
    errors.storageLimit(40.9 * MIB, { isTeam: true }),
    409,
    'STORAGE_LIMIT',
    'The analyses of this team take up all of its 40 MB. Delete one to save another.',
  ],
  [
    errors.serviceFull(),
    507,
    'SERVICE_FULL',
    'This site has no room for more saved analyses right now. Keep the results with Export All.',
  ],
  [
    errors.poolFull({ isGoogleOffered: true }),
    507,
    'SERVICE_FULL',
    'The accounts without Google sign-in have used up the room that they share on this site. Continue with Google to get room of your own, or keep the results with Export All.',
  ],
  [
    errors.poolFull({ isGoogleOffered: false }),
    507,
    'SERVICE_FULL',
    'The accounts without Google sign-in have used up the room that they share on this site. Keep the results with Export All.',
  ],
  [
    errors.largerThanNetwork(50),
    413,
    'TOO_LARGE',
    'This analysis takes more than the 50 MB that your network may save in a day. Keep the results with Export All.',
  ],
  [errors.changedMeanwhile(changed), 412, 'CHANGED', `${CHANGED} in another tab or on another device.`],
  [errors.changedMeanwhile({ ...changed, updatedBy: 'Ann' }), 412, 'CHANGED', `${CHANGED} by Ann.`],
  [
    errors.changedMeanwhile({ ...changed, updatedBy: null }),
    412,
    'CHANGED',
    `${CHANGED} by a former member.`,
  ],
])(
  'a visitor reads what is refused, how much is allowed and what to do: %s',
  (error, status, code, words) => {
    expect([error.status, error.details.code, error.message]).toEqual([status, code, words]);
  },
);

test('a change for an older version is answered with the stored one', () => {
  expect(errors.changedMeanwhile(changed).details.current).toBe(changed);
});
