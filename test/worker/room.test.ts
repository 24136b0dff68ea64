import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SaveAnalysis } from '#contract/analyses.ts';
import { openDatabase } from '#worker/db/client.ts';
import type { Env } from '#worker/env.ts';
import { limitsOf, poolOf, requireVersionQuota, bytesForSaves } from '#worker/store/require-quota.ts';
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
import { callShare, linksOf, makeFigures, open, share, shared } from './share-support.ts';
import { call, count, request, signedInUser, type TestUser } from './support.ts';
import { watchDatabase } from './watched-database.ts';
import { eventually } from '../support/eventually.ts';

const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
const QUOTA = 25 * MIB;
const ROWS = toLines([
  ['Status', 'Source'],
  ['Qualified', 'Google'],
]);

// The sizes that a test claims for its users must not fill the room of the next one.
beforeEach(async () => {
  await call('/api/health');
  await env.DB.batch([env.DB.prepare('DELETE FROM users'), env.DB.prepare('DELETE FROM rate_limits')]);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const storedBytes = async ({ id }: TestUser): Promise<number> =>
  (await env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?').bind(id).first<number>('n')) ?? 0;

/** The bytes of the texts that a user has sent, which count for the network. */
const sentBytes = async ({ id }: TestUser): Promise<number> =>
  (await env.DB.prepare('SELECT sum(bytes) AS n FROM uploads WHERE user_id = ?')
    .bind(id)
    .first<number>('n')) ?? 0;

/** Leaves a user this many bytes of room, by the size that one of its texts is said to have. */
async function leaveRoom({ id }: TestUser, bytes: number, quota = QUOTA): Promise<void> {
  await env.DB.prepare(
    `UPDATE uploads SET bytes = bytes + ?2 - (SELECT stored_bytes FROM users WHERE id = ?1)
     WHERE id = (SELECT id FROM uploads WHERE user_id = ?1 ORDER BY kind LIMIT 1)`,
  )
    .bind(id, quota - bytes)
    .run();
}

/** The bytes of a save once it is stored. */
async function sizeOf(bytesOf = storedBytes): Promise<number> {
  const user = await signedInUser();
  await saved(user.cookie);
  return await bytesOf(user);
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

test('a dataset for which there is no room is refused with the update that announces it', async () => {
  const user = await signedInUser();
  const id = await saved(user.cookie);
  await leaveRoom(user, 10_000);
  const announce = (datasetBytes: number): Promise<Response> =>
    call(`/api/analyses/${id}`, {
      method: 'PUT',
      body: { ...makeSave(), datasetBytes },
      cookie: user.cookie,
    });
  const refused = await announce(10_001);
  expect([refused.status, await refused.json()]).toEqual([409, STORAGE_LIMIT]);
  expect(await count('saved_analyses WHERE id = ? AND version = 1', id)).toBe(1);
  expect((await announce(10_000)).status).toBe(200);
  expect(await count('saved_analyses WHERE id = ? AND version = 2', id)).toBe(1);
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

/** Saves over the network of the tests. */
function saveFrom({ cookie }: TestUser, bindings: Partial<Env> = {}, more: Partial<SaveAnalysis> = {}) {
  const body = { ...makeSave(), ...more };
  return sendHere(request('/api/analyses', { method: 'POST', body, cookie, headers: NETWORK }), bindings);
}

test('a network stores a tenth of the room in a day, then waits; another network does not', async () => {
  const now = Date.UTC(2026, 7, 8);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await env.DB.prepare(`DELETE FROM ${STORED}`).run();
  const [first, second] = [await signedInUser(), await signedInUser()];
  const bytes = await sizeOf(sentBytes);
  const send = ({ cookie }: TestUser, headers = NETWORK): Promise<Response> =>
    save(makeSave(), { cookie, headers });
  expect((await send(first)).status).toBe(201);
  expect(await env.DB.prepare(`SELECT count FROM ${STORED}`).first('count')).toBe(bytes);

  await setStored(40 * MIB - bytes);
  expect((await send(second)).status).toBe(201);
  for (const [seconds, wait] of [
    [7201, '3 hours'],
    [7200, '120 minutes'],
  ] as const) {
    vi.setSystemTime(now + DAY - seconds * 1000);
    const refused = await send(first);
    expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toEqual([
      429,
      String(seconds),
      {
        message: `Your network has saved the 40 MB that it may save in a day. Please try again in ${wait}.`,
        code: 'TOO_MANY_REQUESTS',
      },
    ]);
  }
  expect(await list(first.cookie)).toHaveLength(1);
  expect((await send(first, { 'CF-Connecting-IP': '198.51.100.8' })).status).toBe(201);
  vi.setSystemTime(now + DAY);
  expect((await send(first)).status).toBe(201);
});

test.each<[string, number, Partial<Env>]>([
  ['a database of 500 MB', 40, { DATABASE_MB: 500 }],
  ['a database of 5,000 MB', 400, { DATABASE_MB: 5000 }],
  ['a database of 10,000 MB', 500, { DATABASE_MB: 10_000 }],
  ['a bucket', 500, { DATABASE_MB: 500, DATASETS: env.SPARE_BUCKET }],
])(
  'with %s a network stores %i MB in a day, updates of what is there included',
  async (_what, most, bindings) => {
    const user = await signedInUser();
    const { id } = await (await saveFrom(user, bindings)).json<{ id: string }>();
    const update = () => {
      const call = { method: 'PUT', body: makeSave(), cookie: user.cookie, headers: NETWORK };
      return sendHere(request(`/api/analyses/${id}`, call), bindings);
    };
    const bytes = await sentBytes(user);
    for (const send of [() => saveFrom(user, bindings), update]) {
      await setStored(most * MIB - bytes + 1);
      await expectRefusal(await send(), 429, 'TOO_MANY_REQUESTS');
      await setStored(most * MIB - bytes);
      expect((await send()).ok).toBe(true);
      expect(await env.DB.prepare(`SELECT count FROM ${STORED}`).first('count')).toBe(most * MIB);
    }
  },
);

test('a dataset that is announced with an update must fit the day of its network, and one that never can is told so', async () => {
  const user = await signedInUser();
  const { id } = await (await saveFrom(user)).json<{ id: string }>();
  const bytes = await sentBytes(user);
  const announce = (datasetBytes: number, bindings: Partial<Env> = {}) => {
    const body = { ...makeSave(), datasetBytes };
    const put = { method: 'PUT', body, cookie: user.cookie, headers: NETWORK };
    return sendHere(request(`/api/analyses/${id}`, put), bindings);
  };
  await setStored(20 * MIB - bytes);
  await expectRefusal(await announce(20 * MIB + 1), 429, 'TOO_MANY_REQUESTS');
  expect((await announce(20 * MIB)).status).toBe(200);
  await env.DB.prepare(`DELETE FROM ${STORED}`).run();
  const small = { DATABASE_MB: 100 };
  const never = await announce(8 * MIB, small);
  expect([never.status, await never.json()]).toEqual([
    413,
    {
      message:
        'This analysis takes more than the 8 MB that your network may save in a day. Keep the results with Export All.',
      code: 'TOO_LARGE',
    },
  ]);
  expect((await announce(8 * MIB - bytes, small)).status).toBe(200);
});

// --- The room that accounts without a Google identity share ---

/** Makes all accounts without a Google identity have this many bytes in the database, those of `by` being what is changed. */
async function fillPool(by: TestUser, bytes: number): Promise<void> {
  const all = '(SELECT sum(stored_bytes - bucket_bytes) FROM users WHERE google_id IS NULL)';
  const id = await env.DB.prepare('SELECT id FROM uploads WHERE user_id = ? LIMIT 1').bind(by.id).first('id');
  await env.DB.prepare(`UPDATE uploads SET bytes = bytes + ?2 - ${all} WHERE id = ?1`).bind(id, bytes).run();
}

const POOL = 100 * MIB;
const POOL_FULL = {
  message:
    'The accounts without Google sign-in have used up the room that they share on this site. Continue with Google to get room of your own, or keep the results with Export All.',
  code: 'SERVICE_FULL',
};

test('accounts without a Google identity share a quarter of the room, and leave the rest to those with one', async () => {
  const [user, other, holder] = [await signedInUser(), await signedInUser(), await signedInUser()];
  await saved(holder.cookie);
  const id = await saved(user.cookie, { datasetFollows: true });
  const bytes = await sizeOf();
  const statuses = async (sent: Request, bindings: Partial<Env> = {}) => {
    const answer = await sendHere(sent, bindings);
    return [answer.status, answer.ok ? null : await answer.json()];
  };
  const post = ({ cookie }: TestUser, more = {}) =>
    request('/api/analyses', { method: 'POST', body: { ...makeSave(), ...more }, cookie });
  const put = () => request(`/api/analyses/${id}`, { method: 'PUT', body: makeSave(), cookie: user.cookie });
  await fillPool(holder, POOL - bytes + 1);
  const before = await count('saved_analyses');
  expect(await statuses(post(user))).toEqual([507, POOL_FULL]);
  expect(await statuses(post(user, { datasetFollows: true, datasetBytes: bytes }))).toEqual([507, POOL_FULL]);
  const sent = await sizeOf(sentBytes);
  await fillPool(holder, POOL - sent + 1);
  expect(await statuses(put())).toEqual([507, POOL_FULL]);
  await fillPool(holder, POOL);
  expect(await statuses(datasetRequest(id, await gzip(ROWS), user.cookie))).toEqual([507, POOL_FULL]);
  const { message, ...code } = POOL_FULL;
  const without = { GOOGLE_CLIENT_ID: '' };
  const alone = message.replace('Continue with Google to get room of your own, or keep', 'Keep');
  expect(await statuses(post(user), without)).toEqual([507, { ...code, message: alone }]);
  expect(await count('saved_analyses')).toBe(before);

  await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?').bind(`g-${other.id}`, other.id).run();
  expect(await statuses(post(other))).toEqual([201, null]);
  await fillPool(holder, POOL - bytes);
  expect(await statuses(post(user))).toEqual([201, null]);
});

test('the shared room is a quarter of the room, whatever that is, and nothing in a bucket counts', async () => {
  const [user, holder] = [await signedInUser(), await signedInUser()];
  await saved(holder.cookie);
  const send = (bindings: Partial<Env> = {}) => saveFrom(user, bindings);
  await fillPool(holder, 2 * POOL);
  expect((await send()).status).toBe(507);
  expect((await send({ DATABASE_MB: 1000 })).status).toBe(507);
  expect((await send({ DATABASE_MB: 1001 })).status).toBe(201);
  await env.DB.prepare("UPDATE uploads SET object_key = 'elsewhere' WHERE user_id = ?").bind(holder.id).run();
  expect((await send()).status).toBe(201);
});

test('the figures of links are in the shared room', async () => {
  const [user, holder] = [await signedInUser(), await signedInUser()];
  for (let links = 0; links < 4; links++) await share(await saved(holder.cookie), holder.cookie);
  await env.DB.prepare('UPDATE uploads SET bytes = 0').run();
  await env.DB.prepare(
    "UPDATE shared_analyses SET figures = replace(hex(zeroblob(500000)), '00', 'ßx')",
  ).run();
  const withPool = (bytes: number) => ({ DATABASE_MB: (bytes * 4) / 0.8 / MIB });
  await expectRefusal(await saveFrom(user, withPool(4 * 1_500_000)), 507, 'SERVICE_FULL');
  expect((await saveFrom(user, withPool(4 * 1_500_000 + 20_000))).status).toBe(201);
});

test('a dataset that fills the shared room on its way is stopped there, and keeps nothing', async () => {
  const [user, holder] = [await signedInUser(), await signedInUser()];
  await saved(holder.cookie);
  const id = await saved(user.cookie, { datasetFollows: true });
  const send = async () =>
    await sendHere(datasetRequest(id, await gzip(makeIncompressible(2_500_000)), user.cookie));
  await fillPool(holder, POOL - 1_500_000);
  const refused = await send();
  expect([refused.status, await refused.json()]).toEqual([507, POOL_FULL]);
  await eventually(async () =>
    expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", user.id)).toBe(0),
  );
  await fillPool(holder, POOL - 5_000_000);
  expect((await send()).status).toBe(200);
});

test('a dataset counts for its network with every part, and the announced size counts at once', async () => {
  await env.DB.prepare(`DELETE FROM ${STORED}`).run();
  const user = await signedInUser();
  const send = (datasetBytes: number): Promise<Response> =>
    save({ ...makeSave(), datasetFollows: true, datasetBytes }, { cookie: user.cookie, headers: NETWORK });
  const response = await send(1_000_000);
  expect(response.status).toBe(201);
  const { id } = await response.json<{ id: string }>();
  await setStored(40 * MIB - 1_200_000);
  await expectRefusal(await send(1_300_000), 429, 'TOO_MANY_REQUESTS');
  const sent = datasetRequest(id, await gzip(makeIncompressible(1_000_000)), user.cookie);
  sent.headers.set('CF-Connecting-IP', NETWORK['CF-Connecting-IP']);
  await expectRefusal(await sendHere(sent), 429, 'TOO_MANY_REQUESTS');
  await eventually(async () =>
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
  await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?').bind(`g-${other.id}`, other.id).run();
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

// --- The room of links ---

/** Figures of this many bytes: a sign of three bytes is one character. */
function figuresOf(bytes: number) {
  const rest = new TextEncoder().encode(JSON.stringify(makeFigures({ note: '' }))).length;
  const signs = 300;
  return makeFigures({ note: `${'€'.repeat(signs)}${'x'.repeat(bytes - rest - 3 * signs)}` });
}

const LINK_BYTES = 2500;

test('the figures of a link may take the last byte of an account, and not one more; new ones take their place', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [id, second, foreign] = [
    await saved(user.cookie),
    await saved(user.cookie),
    await saved(other.cookie),
  ];
  await shared(foreign, other.cookie, figuresOf(LINK_BYTES));
  await leaveRoom(user, LINK_BYTES - 1);
  const refused = await share(id, user.cookie, figuresOf(LINK_BYTES));
  expect([refused.status, await refused.json()]).toEqual([409, STORAGE_LIMIT]);
  expect(await linksOf(user.id)).toEqual([]);
  await leaveRoom(user, LINK_BYTES);
  const token = await shared(id, user.cookie, figuresOf(LINK_BYTES));

  const before = await linksOf(user.id);
  for (const figures of [figuresOf(LINK_BYTES + 1), figuresOf(LINK_BYTES + 2)]) {
    await expectRefusal(await callShare('PUT', id, user.cookie, figures), 409, 'STORAGE_LIMIT');
    await expectRefusal(await share(id, user.cookie, figures), 409, 'STORAGE_LIMIT');
  }
  await expectRefusal(await share(second, user.cookie, makeFigures()), 409, 'STORAGE_LIMIT');
  await expectRefusal(await save(makeSave(), user), 409, 'STORAGE_LIMIT');
  const dataset = await gzip(ROWS);
  await expectRefusal(await sendDataset(second, dataset, user.cookie), 409, 'STORAGE_LIMIT');
  expect(await linksOf(user.id)).toEqual(before);
  expect((await open(token)).status).toBe(200);
  expect((await callShare('PUT', id, user.cookie, figuresOf(LINK_BYTES))).status).toBe(200);
  expect((await callShare('PUT', foreign, other.cookie, figuresOf(LINK_BYTES))).status).toBe(200);
  expect((await callShare('DELETE', id, user.cookie)).status).toBe(200);
  expect((await share(second, user.cookie, figuresOf(LINK_BYTES))).status).toBe(201);
});

test('the figures of a link are charged to its network in bytes, each time that they are published', async () => {
  await env.DB.prepare(`DELETE FROM ${STORED}`).run();
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [id, foreign] = [await saved(user.cookie), await saved(other.cookie)];
  const figures = figuresOf(LINK_BYTES);
  const publish = (method: 'POST' | 'PUT', headers = NETWORK) => {
    const body = method === 'PUT' ? figures : { isKept: false, figures };
    return call(`/api/analyses/${id}/share`, { method, body, cookie: user.cookie, headers });
  };
  const readStored = () => env.DB.prepare(`SELECT count FROM ${STORED}`).first('count');
  expect((await publish('POST')).status).toBe(201);
  expect(await readStored()).toBe(LINK_BYTES);
  expect((await publish('PUT')).status).toBe(200);
  expect(await readStored()).toBe(2 * LINK_BYTES);
  const before = await linksOf(user.id);
  for (const method of ['POST', 'PUT'] as const) {
    await setStored(40 * MIB - LINK_BYTES + 1);
    await expectRefusal(await publish(method), 429, 'TOO_MANY_REQUESTS');
  }
  expect(await linksOf(user.id)).toEqual(before);
  expect((await publish('POST', { 'CF-Connecting-IP': '198.51.100.8' })).status).toBe(201);
  await env.DB.prepare("UPDATE rate_limits SET count = ? WHERE key LIKE 'stored:%'")
    .bind(40 * MIB - LINK_BYTES)
    .run();
  expect((await publish('PUT')).status).toBe(200);
  expect((await share(foreign, other.cookie)).status).toBe(201);
});

test('publishing stops at 80% of the database; links that are there go on', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [id, second, foreign] = [
    await saved(user.cookie),
    await saved(user.cookie),
    await saved(other.cookie),
  ];
  const token = await shared(id, user.cookie);
  const full = { DATABASE_MB: (await databaseBytes()) / 0.8 / MIB };
  const ask = (method: string, analysis: string, cookie: string, body?: unknown) =>
    request(`/api/analyses/${analysis}/share`, { method, cookie, body });
  const before = await linksOf(user.id);
  for (const sent of [
    ask('POST', id, user.cookie, { isKept: false, figures: makeFigures() }),
    ask('POST', second, user.cookie, { isKept: false, figures: makeFigures() }),
    ask('POST', foreign, other.cookie, { isKept: false, figures: makeFigures() }),
    ask('PUT', id, user.cookie, makeFigures()),
  ])
    await expectRefusal(await sendHere(sent, full), 507, 'SERVICE_FULL');
  expect(await linksOf(user.id)).toEqual(before);
  for (const sent of [
    request('/api/shared', { method: 'POST', body: { token } }),
    ask('GET', id, user.cookie),
    ask('PATCH', id, user.cookie, { isKept: true }),
    ask('DELETE', id, user.cookie),
  ])
    expect((await sendHere(sent, full)).status).toBe(200);
});

test('figures of a link need room in the shared room, those of an account with Google do not', async () => {
  const [user, other, holder] = [await signedInUser(), await signedInUser(), await signedInUser()];
  const [id, foreign] = [await saved(user.cookie), await saved(other.cookie), await saved(holder.cookie)];
  await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?').bind(`g-${other.id}`, other.id).run();
  const figures = figuresOf(LINK_BYTES);
  const bucket = { DATASETS: env.SPARE_BUCKET };
  const publish = (analysis: string, cookie: string, bindings: Partial<Env> = {}) => {
    const sent = { method: 'POST', cookie, body: { isKept: false, figures } };
    return sendHere(request(`/api/analyses/${analysis}/share`, sent), bindings);
  };
  await fillPool(holder, POOL - LINK_BYTES + 1);
  for (const bindings of [{}, bucket])
    expect([(await publish(id, user.cookie, bindings)).status]).toEqual([507]);
  expect((await publish(foreign, other.cookie)).status).toBe(201);
  await env.DB.prepare('DELETE FROM shared_analyses').run();
  await fillPool(holder, POOL - LINK_BYTES);
  expect((await publish(id, user.cookie)).status).toBe(201);
  expect((await publish(id, user.cookie)).status).toBe(201);
});

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

// --- The room of figures that come without a user ---

test('figures of a version may take the last byte of an account and of the shared room, and none where the analysis is gone', async () => {
  const [user, holder] = [await signedInUser(), await signedInUser()];
  const [id] = [await saved(user.cookie), await saved(holder.cookie)];
  const db = openDatabase(env.DB, 60_000);
  const ask = (bytes: number, more: Partial<Env> = {}, target = { userId: user.id, id }) =>
    requireVersionQuota({ env: { ...env, ...more }, db }, target, bytes);
  await leaveRoom(user, 1000);
  await expect(ask(1000)).resolves.toBeUndefined();
  await expect(ask(1001)).rejects.toMatchObject({ status: 409, details: { code: 'STORAGE_LIMIT' } });
  await leaveRoom(user, QUOTA - 5000);
  await fillPool(holder, POOL - 1000);
  await expect(ask(1000)).resolves.toBeUndefined();
  await expect(ask(1001)).rejects.toMatchObject({ status: 507, message: POOL_FULL.message });
  const full = { DATABASE_MB: (await databaseBytes()) / 0.8 / MIB };
  await expect(ask(1, full)).rejects.toMatchObject({ status: 507, message: /no room for more/ });
  for (const target of [
    { userId: user.id, id: 'another' },
    { userId: holder.id, id },
    { userId: 'nobody', id },
  ])
    await expect(ask(1, {}, target)).rejects.toMatchObject({ status: 401 });
});

test.each<[string, Partial<Env>, number, number]>([
  ['of 500 MB', { DATABASE_MB: 500 }, 400, 50],
  ['of 2,000 MB', { DATABASE_MB: 2000 }, 1600, 200],
  ['of 2,010 MB', { DATABASE_MB: 2010 }, 1608, 200],
  ['beside a bucket', { DATABASE_MB: 500, DATASETS: env.SPARE_BUCKET }, 400, 1024],
])(
  'a database %s has room for saves, a shared quarter of it, and room for a team',
  (_what, more, room, team) => {
    const bindings = { ...env, ...more };
    expect([bytesForSaves(bindings), poolOf(bindings)]).toEqual([room * MIB, (room / 4) * MIB]);
    expect(limitsOf(bindings)).toEqual({ maxPoolBytes: (room / 4) * MIB, maxTeamBytes: team * MIB });
  },
);

test('accounts are led to Google only where its client has both id and secret', async () => {
  const [user, holder] = [await signedInUser(), await signedInUser()];
  await saved(holder.cookie);
  await fillPool(holder, POOL);
  for (const [bindings, isOffered] of [
    [{}, true],
    [{ GOOGLE_CLIENT_SECRET: '' }, false],
    [{ GOOGLE_CLIENT_ID: '' }, false],
  ] as const) {
    const { message } = await (await saveFrom(user, bindings)).json<{ message: string }>();
    expect(message.includes('Continue with Google')).toBe(isOffered);
  }
});
