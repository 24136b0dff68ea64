import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import type { SaveAnalysis } from '#contract/analyses.ts';
import {
  datasetRequest,
  gzip,
  list,
  makeIncompressible,
  makeSave,
  read,
  save,
  saved,
  sendDataset,
  sendHere,
  toLines,
} from './analysis-support.ts';
import { count, request, signedInUser, type TestUser } from './support.ts';
import { watchDatabase } from './watched-database.ts';

const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
const QUOTA = 25 * MIB;
const ROWS = toLines([
  ['Status', 'Source'],
  ['Qualified', 'Google'],
]);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const storedBytes = async ({ id }: TestUser): Promise<number> =>
  (await env.DB.prepare('SELECT sum(bytes) AS n FROM uploads WHERE user_id = ?')
    .bind(id)
    .first<number>('n')) ?? 0;

/** Leaves a user so many bytes of room, by the size that one of its texts is said to have. */
async function leaveRoom({ id }: TestUser, bytes: number, quota = QUOTA): Promise<void> {
  await env.DB.prepare(
    `UPDATE uploads SET bytes = bytes + ?2 - (SELECT sum(bytes) FROM uploads WHERE user_id = ?1)
     WHERE id = (SELECT id FROM uploads WHERE user_id = ?1 ORDER BY kind LIMIT 1)`,
  )
    .bind(id, quota - bytes)
    .run();
}

/** What a text of a save takes once it is stored. */
async function sizeOf(fields: Partial<SaveAnalysis> = {}): Promise<number> {
  const user = await signedInUser();
  await saved(user.cookie, fields);
  return await storedBytes(user);
}

const STORAGE_LIMIT = {
  message: 'Your saved analyses take up all of your 25 MB. Delete one to save another.',
  code: 'STORAGE_LIMIT',
};

async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  expect([response.status, await response.json()]).toMatchObject([status, { code }]);
}

// --- The room of a user ---

test('a save may take the last byte of 25 MB, and not one more', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const kept = await saved(other.cookie);
  const bytes = await sizeOf();
  await saved(user.cookie);
  await leaveRoom(user, bytes - 1);
  const before = await storedBytes(user);
  const refused = await save(makeSave(), { cookie: user.cookie });
  expect([refused.status, await refused.json()]).toEqual([409, STORAGE_LIMIT]);
  expect(await storedBytes(user)).toBe(before);
  await leaveRoom(user, bytes);
  expect((await save(makeSave(), { cookie: user.cookie })).status).toBe(201);
  expect(await storedBytes(user)).toBe(QUOTA);
  expect(await list(other.cookie)).toMatchObject([{ id: kept }]);
});

test('a dataset may take the last byte, and not one more', async () => {
  const user = await signedInUser();
  const id = await saved(user.cookie, { datasetFollows: true });
  const before = await storedBytes(user);
  await sendDataset(id, await gzip(ROWS), user.cookie);
  const bytes = (await storedBytes(user)) - before;
  const next = await saved(user.cookie, { datasetFollows: true });
  await leaveRoom(user, bytes - 1);
  const refused = await sendDataset(next, await gzip(ROWS), user.cookie);
  expect([refused.status, await refused.json()]).toEqual([409, STORAGE_LIMIT]);
  await leaveRoom(user, bytes);
  expect((await sendDataset(next, await gzip(ROWS), user.cookie)).status).toBe(200);
  expect(await storedBytes(user)).toBe(QUOTA);
});

test('an account with a Google identity has 200 MB', async () => {
  const user = await signedInUser();
  await saved(user.cookie);
  await leaveRoom(user, 0);
  await expectRefusal(await save(makeSave(), user), 409, 'STORAGE_LIMIT');
  await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?').bind(`g-${user.id}`, user.id).run();
  expect((await save(makeSave(), user)).status).toBe(201);
  await leaveRoom(user, 0, 200 * MIB);
  const refused = await save(makeSave(), user);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { ...STORAGE_LIMIT, message: STORAGE_LIMIT.message.replace('25', '200') },
  ]);
});

test('a dataset for which there is no room is refused with the save that announces it', async () => {
  const user = await signedInUser();
  await saved(user.cookie);
  await leaveRoom(user, 10_000);
  const announce = (datasetBytes: number): Promise<Response> =>
    save({ ...makeSave(), datasetFollows: true, datasetBytes }, user);
  const refused = await announce(10_001);
  expect([refused.status, await refused.json()]).toEqual([409, STORAGE_LIMIT]);
  expect(await count('saved_analyses WHERE user_id = ?', user.id)).toBe(1);
  expect((await announce(10_000)).status).toBe(201);
});

test('an account that is deleted while it saves keeps nothing', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const kept = await saved(other.cookie);
  const DB = watchDatabase(env.DB, async ({ statements, work }) => {
    if (statements.some((sql) => sql.includes('AS awaitsDataset')))
      await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(user.id).run();
    return await work();
  });
  const sent = request('/api/analyses', { method: 'POST', body: makeSave(), cookie: user.cookie });
  const response = await sendHere(sent, { DB });
  expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
  expect(await count('uploads WHERE user_id = ?', user.id)).toBe(0);
  expect(await list(other.cookie)).toMatchObject([{ id: kept }]);
});

test('the hundredth analysis is completed by its dataset, the next one is not', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [last, next] = [
    await saved(user.cookie, { datasetFollows: true }),
    await saved(user.cookie, { datasetFollows: true }),
  ];
  const foreign = await saved(other.cookie, { datasetFollows: true });
  const first = await saved(user.cookie);
  const columns =
    'user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at';
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 98)
     INSERT INTO saved_analyses (id, ${columns}) SELECT 'c-' || i || id, ${columns} FROM saved_analyses, n WHERE id = ?`,
  )
    .bind(first)
    .run();
  expect(await list(user.cookie)).toHaveLength(99);
  expect((await sendDataset(last, await gzip(ROWS), user.cookie)).status).toBe(200);
  const refused = await sendDataset(next, await gzip(ROWS), user.cookie);
  await expectRefusal(refused, 409, 'ANALYSIS_LIMIT');
  expect(await list(user.cookie)).toHaveLength(100);
  expect((await sendDataset(last, await gzip(ROWS), user.cookie)).status).toBe(200);
  expect((await sendDataset(foreign, await gzip(ROWS), other.cookie)).status).toBe(200);
  // An analysis that is among the hundred already can lack bytes only.
  await leaveRoom(user, 0);
  const body = makeSave();
  for (const sent of [
    datasetRequest(last, await gzip(ROWS), user.cookie),
    request(`/api/analyses/${last}`, { method: 'PUT', body, cookie: user.cookie }),
  ])
    await expectRefusal(await sendHere(sent), 409, 'STORAGE_LIMIT');
  await expectRefusal(await sendDataset(next, await gzip(ROWS), user.cookie), 409, 'ANALYSIS_LIMIT');
  await expectRefusal(await save(makeSave(), user), 409, 'ANALYSIS_LIMIT');
});

// --- The room of a network ---

const NETWORK = { 'CF-Connecting-IP': '198.51.100.7' };
const STORED = "rate_limits WHERE key LIKE 'stored:%'";

async function setStored(bytes: number): Promise<void> {
  await env.DB.prepare("UPDATE rate_limits SET count = ? WHERE key LIKE 'stored:%'").bind(bytes).run();
}

test('a network stores 500 MB in a day, then waits; another network does not', async () => {
  const now = Date.UTC(2026, 7, 8);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await env.DB.prepare(`DELETE FROM ${STORED}`).run();
  const [first, second] = [await signedInUser(), await signedInUser()];
  const bytes = await sizeOf();
  const send = ({ cookie }: TestUser, headers = NETWORK): Promise<Response> =>
    save(makeSave(), { cookie, headers });
  expect((await send(first)).status).toBe(201);
  expect(await env.DB.prepare(`SELECT count FROM ${STORED}`).first('count')).toBe(bytes);

  await setStored(500 * MIB - bytes);
  expect((await send(second)).status).toBe(201);
  vi.setSystemTime(now + DAY - 2 * 60 * 60 * 1000);
  const refused = await send(first);
  expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toEqual([
    429,
    '7200',
    {
      message: 'Your network has saved as much as it may in a day. Please try again in 120 minutes.',
      code: 'TOO_MANY_REQUESTS',
    },
  ]);
  expect(await list(first.cookie)).toHaveLength(1);
  expect((await send(first, { 'CF-Connecting-IP': '198.51.100.8' })).status).toBe(201);
  vi.setSystemTime(now + DAY);
  expect((await send(first)).status).toBe(201);
});

test('a dataset counts for its network with every part, and the announced size counts at once', async () => {
  await env.DB.prepare(`DELETE FROM ${STORED}`).run();
  const user = await signedInUser();
  const send = (datasetBytes: number): Promise<Response> =>
    save({ ...makeSave(), datasetFollows: true, datasetBytes }, { cookie: user.cookie, headers: NETWORK });
  const response = await send(1_000_000);
  expect(response.status).toBe(201);
  const { id } = await response.json<{ id: string }>();
  await setStored(500 * MIB - 1_200_000);
  await expectRefusal(await send(1_300_000), 429, 'TOO_MANY_REQUESTS');
  const sent = datasetRequest(id, await gzip(makeIncompressible(1_000_000)), user.cookie);
  sent.headers.set('CF-Connecting-IP', NETWORK['CF-Connecting-IP']);
  await expectRefusal(await sendHere(sent), 429, 'TOO_MANY_REQUESTS');
  await vi.waitFor(async () =>
    expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", user.id)).toBe(0),
  );
  expect(await list(user.cookie)).toEqual([]);
});

// --- The room of the database ---

const databaseBytes = async (): Promise<number> => (await env.DB.prepare('SELECT 1').run()).meta.size_after;

test('saves stop at 80% of the database; everything else goes on', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const id = await saved(user.cookie);
  const waiting = await saved(user.cookie, { datasetFollows: true });
  const body = makeSave({ fileName: 'new.csv' });
  const put = () => new Request(request(`/api/analyses/${id}`, { method: 'PUT', body, cookie: user.cookie }));
  const post = () => request('/api/analyses', { method: 'POST', body, cookie: other.cookie });
  const dataset = await gzip(ROWS);
  const full = { DATABASE_MB: (await databaseBytes()) / 0.8 / MIB };
  const before = await count('uploads');
  for (const sent of [post(), put(), datasetRequest(waiting, dataset, user.cookie)]) {
    const refused = await sendHere(sent, full);
    expect([refused.status, await refused.json()]).toEqual([
      507,
      {
        message: 'This site has no room for more saved analyses right now. Keep the results with Export All.',
        code: 'SERVICE_FULL',
      },
    ]);
  }
  expect(await count('uploads')).toBe(before);
  expect(await list(user.cookie)).toMatchObject([{ id, fileName: 'leads.csv' }]);
  const calls = [
    request('/api/analyses', { cookie: user.cookie }),
    request(`/api/analyses/${id}`, { cookie: user.cookie }),
    request(`/api/analyses/${id}`, { method: 'DELETE', cookie: user.cookie }),
  ];
  for (const sent of calls) expect((await sendHere(sent, full)).status).toBe(200);
  const room = { DATABASE_MB: (await databaseBytes()) / 0.8 / MIB + 0.01 };
  expect((await sendHere(post(), room)).status).toBe(201);
});

test.each([[undefined], [0], [Number.NaN]])(
  'a database of %s megabytes is one of 500',
  async (DATABASE_MB) => {
    const { cookie } = await signedInUser();
    const post = () => request('/api/analyses', { method: 'POST', body: makeSave(), cookie });
    expect((await sendHere(post(), { DATABASE_MB })).status).toBe(201);
    expect((await sendHere(post(), { DATABASE_MB: 0.001 })).status).toBe(507);
  },
);

// --- Unfinished saves ---

test('a sixth record that waits for its dataset replaces the oldest', async () => {
  const start = Date.UTC(2026, 8, 9);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const [user, other] = [await signedInUser(), await signedInUser()];
  const foreign = await saved(other.cookie, { datasetFollows: true });
  const whole = await saved(user.cookie);
  const waiting: string[] = [];
  for (let saves = 0; saves < 7; saves++) {
    if (saves > 2) vi.setSystemTime(start + saves);
    waiting.push(await saved(user.cookie, { datasetFollows: true }));
  }
  const { results } = await env.DB.prepare(
    'SELECT id FROM saved_analyses WHERE user_id = ? AND awaits_dataset = 1 ORDER BY rowid',
  )
    .bind(user.id)
    .all<{ id: string }>();
  expect(results.map(({ id }) => id)).toEqual(waiting.slice(2));
  expect(await count('uploads WHERE user_id = ?', user.id)).toBe(2 * 6);
  expect((await sendDataset(waiting[1] ?? '', await gzip(ROWS), user.cookie)).status).toBe(404);
  expect((await sendDataset(waiting[2] ?? '', await gzip(ROWS), user.cookie)).status).toBe(200);
  expect((await sendDataset(foreign, await gzip(ROWS), other.cookie)).status).toBe(200);
  expect((await read(whole, user.cookie)).status).toBe(200);
});
