import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { AnalysisSummary } from '#contract/answers.ts';
import { app } from '#worker/app.ts';
import { datasetRequest, gzip, makeSave, saved, sendDataset, toLines } from './analysis-support.ts';
import { cookieOf, PASSWORD, request, signedInUser, type TestUser, deletion } from './support.ts';
import { watchDatabase, type RoundTrip } from './watched-database.ts';

const DATASET = toLines([
  ['Status', 'Source'],
  ['Qualified', 'Google'],
]);

interface Trip extends Pick<RoundTrip, 'statements'> {
  rowsRead: number;
}

/** Rows that a statement, or a batch of them, has read. */
function countRowsRead(answer: unknown): number {
  const results = [answer].flat() as { meta?: D1Meta }[]; // raw rows have no `meta`
  return results.reduce((sum, { meta }) => sum + (meta?.rows_read ?? 0), 0);
}

/** A Worker that has just started, and what each of its calls asks of the database. */
function startIsolate() {
  let trips: Trip[] = [];
  const database = watchDatabase(env.DB, async ({ statements, work }) => {
    const result = await work();
    trips.push({ statements, rowsRead: countRowsRead(result) });
    return result;
  });
  return async (sent: Request): Promise<{ response: Response; text: string; trips: Trip[] }> => {
    trips = [];
    const context = createExecutionContext();
    const response = await app.fetch(sent, { ...env, DB: database }, context);
    const text = await response.text();
    await waitOnExecutionContext(context);
    return { response, text, trips };
  };
}

type Send = ReturnType<typeof startIsolate>;

/** The same where the schema is known and the signing key is loaded. */
async function warmIsolate(cookie: string): Promise<Send> {
  const send = startIsolate();
  await send(request('/api/auth/user', { cookie }));
  return send;
}

const statementsOf = (trips: readonly Trip[]): string[] => trips.flatMap(({ statements }) => statements);

const json = (path: string, { cookie }: TestUser, body: unknown) =>
  request(path, { method: 'POST', body, cookie, headers: { 'CF-Connecting-IP': '192.0.2.7' } });

/** Statements and round trips of every call that asks the database, warm and without a renewal. */
const COSTS: [name: string, statements: number, roundTrips: number, make: (user: TestUser) => unknown][] = [
  ['GET /api/auth/user', 1, 1, ({ cookie }) => request('/api/auth/user', { cookie })],
  ['GET /api/auth/user without cookie', 0, 0, () => request('/api/auth/user')],
  ['GET /api/connections', 1, 1, ({ cookie }) => request('/api/connections', { cookie })],
  [
    'GET /api/analyses/{id}/share',
    2,
    2,
    async ({ cookie }) => request(`/api/analyses/${await saved(cookie)}/share`, { cookie }),
  ],
  ['GET /api/analyses', 2, 1, ({ cookie }) => request('/api/analyses', { cookie })],
  ['GET /api/preferences', 2, 2, ({ cookie }) => request('/api/preferences', { cookie })],
  ['GET /api/health', 1, 1, () => request('/api/health')],
  [
    'GET /api/analyses/{id}',
    3,
    2,
    async ({ cookie }) => request(`/api/analyses/${await saved(cookie)}`, { cookie }),
  ],
  [
    'DELETE /api/analyses/{id}',
    2,
    2,
    async ({ cookie }) => request(`/api/analyses/${await saved(cookie)}`, { method: 'DELETE', cookie }),
  ],
  [
    'POST /api/preferences',
    2,
    2,
    (user) => json('/api/preferences', user, { defaultConversionValue: 1, defaultSignificanceThreshold: 5 }),
  ],
  ['POST /api/auth/logout', 2, 2, ({ cookie }) => request('/api/auth/logout', { method: 'POST', cookie })],
  ['DELETE /api/auth/user', 9, 5, ({ cookie }) => deletion(cookie)],
  [
    'POST /api/auth/logout/everywhere',
    2,
    2,
    ({ cookie }) => request('/api/auth/logout/everywhere', { method: 'POST', cookie }),
  ],
  [
    'POST /api/auth/password',
    10,
    5,
    (user) => json('/api/auth/password', user, { password: PASSWORD, newPassword: 'a new password' }),
  ],
  [
    'POST /api/auth/login',
    6,
    4,
    ({ email }) => json('/api/auth/login', { id: '', email, cookie: '' }, { email, password: PASSWORD }),
  ],
  [
    'POST /api/auth/signup',
    7,
    4,
    () => {
      const email = `new-${crypto.randomUUID()}@example.com`;
      return json('/api/auth/signup', { id: '', email, cookie: '' }, { email, password: PASSWORD });
    },
  ],
  ['POST /api/analyses', 16, 5, (user) => json('/api/analyses', user, makeSave())],
  [
    'PUT /api/analyses/{id}/dataset',
    11,
    4,
    async ({ cookie }) =>
      datasetRequest(await saved(cookie, { datasetFollows: true }), await gzip(DATASET), cookie),
  ],
];

test.each(COSTS)(
  '%s asks the database %i statements in %i round trips',
  async (_name, ...[statements, roundTrips, make]) => {
    const user = await signedInUser();
    const send = await warmIsolate(user.cookie);
    const sent = (await make(user)) as Request; // a table of one type would hide which call it is
    const { response, trips } = await send(sent);
    expect(response.status).toBeLessThan(402);
    expect({ statements: statementsOf(trips).length, roundTrips: trips.length }).toEqual({
      statements,
      roundTrips,
    });
  },
);

test('an isolate looks at the schema once, with one statement', async () => {
  const { cookie } = await signedInUser();
  const send = startIsolate();
  const sent = () => request('/api/auth/user', { cookie });
  const first = statementsOf((await send(sent())).trips);
  expect(first.filter((sql) => sql.includes('d1_migrations'))).toEqual(['SELECT name FROM d1_migrations']);
  const second = statementsOf((await send(sent())).trips);
  expect(second.join()).not.toMatch(/d1_migrations|settings/);
});

test('a renewal that is due costs one statement more', async () => {
  const { cookie, id } = await signedInUser();
  const send = await warmIsolate(cookie);
  const hours = 2 * 60 * 60 * 1000;
  await env.DB.prepare('UPDATE sessions SET expire = expire - ?1, seen_at = seen_at - ?1 WHERE user_id = ?2')
    .bind(hours, id)
    .run();
  const { response, trips } = await send(request('/api/analyses', { cookie }));
  expect(cookieOf(response)).toBe(cookie);
  expect(statementsOf(trips)).toHaveLength(3);
  expect(statementsOf((await send(request('/api/analyses', { cookie }))).trips)).toHaveLength(2);
});

test('the list reads no byte of a dataset, however large it is', async () => {
  const { cookie, id: userId } = await signedInUser();
  const send = await warmIsolate(cookie);
  const id = await saved(cookie);
  const before = await send(request('/api/analyses', { cookie }));
  const rows = Array.from({ length: 25_000 }, () => [crypto.randomUUID(), crypto.randomUUID()]);
  const stored = await sendDataset(id, await gzip(toLines([['a', 'b'], ...rows])), cookie);
  expect(stored.status).toBe(200);

  const after = await send(request('/api/analyses', { cookie }));
  expect(after.trips.map((trip) => trip.rowsRead)).toEqual(before.trips.map((trip) => trip.rowsRead));
  // The new dataset is a new version; nothing else in the list tells it.
  const [listed] = JSON.parse(before.text) as AnalysisSummary[];
  const version = { version: 2, updatedAt: expect.any(String) as string };
  expect(JSON.parse(after.text)).toEqual([{ ...listed, ...version }]);

  const statements = statementsOf(after.trips);
  for (const sql of statements) {
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...Array.from({ length: sql.split('?').length - 1 }, () => userId))
      .all<{ detail: string }>();
    const steps = plan.results.map(({ detail }) => detail).join('\n');
    expect(steps).toMatch(/USING (COVERING )?INDEX/);
    expect(steps).not.toMatch(/upload|SCAN (?!CONSTANT)/);
  }
});

test('the list is empty-handed for a session that is over', async () => {
  const { cookie, id } = await signedInUser();
  await saved(cookie, { fileName: 'private.csv' });
  const send = await warmIsolate(cookie);
  await env.DB.prepare('UPDATE sessions SET expire = ? WHERE user_id = ?').bind(Date.now(), id).run();
  const { response, text } = await send(request('/api/analyses', { cookie }));
  expect([response.status, text]).toEqual([401, '{"message":"Unauthorized"}']);
});
