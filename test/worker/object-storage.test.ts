import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';
import {
  datasetRequest,
  gunzip,
  gzip,
  list,
  makeIncompressible,
  makeSave,
  read,
  saved,
  sendDataset,
  sendHere,
  toLines,
} from './analysis-support.ts';
import { makeFaulty } from './faulty-database.ts';
import { PASSWORD, call, count, request, signedInUser } from './support.ts';
import { eventually } from '../support/eventually.ts';

const MIB = 1024 * 1024;
const HOUR = 60 * 60 * 1000;
const BUCKET = env.SPARE_BUCKET;
const ROWS = toLines([
  ['Status', 'Source'],
  ['Qualified', 'Google'],
]);

beforeEach(async () => {
  const { objects } = await BUCKET.list();
  await BUCKET.delete(objects.map(({ key }) => key));
  await env.DB.prepare('DELETE FROM uploads WHERE object_key IS NOT NULL').run();
  await env.DB.prepare('DELETE FROM objects_to_delete').run();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const keys = async (): Promise<string[]> => (await BUCKET.list()).objects.map(({ key }) => key);

async function send(
  id: string,
  cookie: string,
  { text = ROWS, bucket = BUCKET, network = '' } = {},
): Promise<Response> {
  const sent = datasetRequest(id, await gzip(text), cookie);
  if (network) sent.headers.set('CF-Connecting-IP', network);
  return await sendHere(sent, { DATASETS: bucket });
}

const readDataset = (
  id: string,
  cookie: string,
  bindings: Partial<Env> = { DATASETS: BUCKET },
): Promise<Response> => sendHere(request(`/api/analyses/${id}/dataset`, { cookie }), bindings);

const cleanUp = (): Promise<void> =>
  worker.scheduled(createScheduledController(), { ...env, DATASETS: BUCKET });

/** A bucket that notes what is done with uploads in parts, and whose `complete` may fail. */
function watchBucket({ completes = true, afterwards = async () => {} } = {}) {
  const done: string[] = [];
  const bucket = new Proxy(BUCKET, {
    get(target, name) {
      if (name !== 'createMultipartUpload') return Reflect.get(target, name).bind(target) as unknown;
      return async (key: string): Promise<Partial<R2MultipartUpload>> => {
        const upload = await target.createMultipartUpload(key);
        return {
          uploadPart: (number, part) => {
            done.push(`part of ${(part as Uint8Array).byteLength}`);
            return upload.uploadPart(number, part);
          },
          complete: async (parts) => {
            done.push('complete');
            if (!completes) throw new Error('secret of the bucket');
            const object = await upload.complete(parts);
            await afterwards();
            return object;
          },
          abort: () => {
            done.push('abort');
            return upload.abort();
          },
        };
      };
    },
  });
  return { bucket, done };
}

test('parts have 5 MiB each, the row names the object with its bytes, and they count for the network', async () => {
  await env.DB.prepare("DELETE FROM rate_limits WHERE key LIKE 'stored:%'").run();
  const { cookie, id: userId } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  const text = makeIncompressible(12 * MIB);
  const { bucket, done } = watchBucket();
  expect((await send(id, cookie, { text, bucket, network: '198.51.100.70' })).status).toBe(200);
  expect(done).toEqual([
    'part of 5242880',
    'part of 5242880',
    expect.stringMatching(/^part of \d{7}$/) as string,
    'complete',
  ]);
  const row = await env.DB.prepare(
    "SELECT object_key, bytes, parts FROM uploads WHERE user_id = ? AND kind = 'dataset'",
  )
    .bind(userId)
    .first<{ object_key: string; bytes: number; parts: number }>();
  const object = await BUCKET.head(row?.object_key ?? '');
  expect([row?.bytes, row?.parts]).toEqual([object?.size, 3]);
  const stored = await env.DB.prepare("SELECT count FROM rate_limits WHERE key LIKE 'stored:%'").all();
  expect(stored.results).toEqual([{ count: object?.size }]);
  expect(
    await count('upload_parts WHERE upload_id IN (SELECT id FROM uploads WHERE object_key IS NOT NULL)'),
  ).toBe(0);
  expect(await count('objects_to_delete')).toBe(0);
  expect(await gunzip(await readDataset(id, cookie))).toBe(text);
}, 60_000);

test('a clean-up while a save is just finishing leaves its object alone', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  const { bucket } = watchBucket({ afterwards: cleanUp });
  expect((await send(id, cookie, { bucket })).status).toBe(200);
  await cleanUp();
  expect(await gunzip(await readDataset(id, cookie))).toBe(ROWS);
});

test('an object is deleted from its time on, and not a moment before', async () => {
  const now = Date.UTC(2026, 4, 5);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const insert = env.DB.prepare('INSERT INTO objects_to_delete VALUES (?, ?)');
  for (const [key, dueAt] of [
    ['datasets/due', now],
    ['datasets/later', now + 1],
  ] as const) {
    await insert.bind(key, dueAt).run();
    await BUCKET.put(key, 'x');
  }
  await cleanUp();
  expect(await keys()).toEqual(['datasets/later']);
  expect(await count('objects_to_delete')).toBe(1);
});

test('an object whose save breaks off waits for an hour', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const now = Date.UTC(2026, 4, 6);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const { cookie } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  await send(id, cookie, { bucket: watchBucket({ completes: false }).bucket });
  expect(await env.DB.prepare('SELECT due_at FROM objects_to_delete').first('due_at')).toBe(now + HOUR);
});

test('figures and configuration stay out of the bucket', async () => {
  const { cookie, id: userId } = await signedInUser();
  const sent = request('/api/analyses', { method: 'POST', body: makeSave(), cookie });
  expect((await sendHere(sent, { DATASETS: BUCKET })).status).toBe(201);
  expect(await keys()).toEqual([]);
  expect(await count('uploads WHERE user_id = ? AND object_key IS NULL', userId)).toBe(2);
});

test('datasets in the bucket count for the quota of their user', async () => {
  const { cookie, id: userId } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  await send(id, cookie);
  const bytes = await env.DB.prepare("SELECT bytes FROM uploads WHERE user_id = ? AND kind = 'dataset'")
    .bind(userId)
    .first<number>('bytes');
  const next = await saved(cookie, { datasetFollows: true });
  const leave = (room: number) =>
    env.DB.prepare(
      `UPDATE uploads SET bytes = ?2 - (SELECT sum(bytes) FROM uploads WHERE user_id = ?1 AND kind <> 'dataset')
       WHERE user_id = ?1 AND kind = 'dataset'`,
    )
      .bind(userId, 25 * MIB - room)
      .run();
  await leave((bytes ?? 0) - 1);
  const refused = await send(next, cookie);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'STORAGE_LIMIT' }]);
  await leave(bytes ?? 0);
  expect((await send(next, cookie)).status).toBe(200);
});

test('a dataset that is refused before its first part leaves nothing to abort', async () => {
  const log = vi.spyOn(console, 'error');
  const { cookie, id: userId } = await signedInUser();
  const [id, other] = [await saved(cookie, { datasetFollows: true }), await saved(cookie)];
  await send(other, cookie);
  const { bucket, done } = watchBucket();
  expect((await send(id, cookie, { text: `${ROWS}\n["1"]`, bucket })).status).toBe(400);
  expect([done, log.mock.calls]).toEqual([[], []]);
  expect(await gunzip(await readDataset(other, cookie))).toBe(ROWS);
  expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", userId)).toBe(1);
});

test('a dataset that is refused on its way is aborted', async () => {
  const { cookie, id: userId } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  const { bucket, done } = watchBucket();
  const text = `${makeIncompressible(7 * MIB)}\n["1"]`;
  expect((await send(id, cookie, { text, bucket })).status).toBe(400);
  await eventually(() => expect(done).toEqual(['part of 5242880', 'abort']));
  expect(await keys()).toEqual([]);
  expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", userId)).toBe(0);
}, 60_000);

test('no row names an object that the bucket did not complete', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cookie, id: userId } = await signedInUser();
  const id = await saved(cookie);
  await send(id, cookie);
  const [kept] = await keys();
  const { bucket, done } = watchBucket({ completes: false });
  const response = await send(id, cookie, { text: makeIncompressible(1000), bucket });
  expect([response.status, await response.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  await eventually(() => expect(done.at(-1)).toBe('abort'));
  expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", userId)).toBe(1);
  expect(await keys()).toEqual([kept]);
  expect(await gunzip(await readDataset(id, cookie))).toBe(ROWS);
  expect(log).toHaveBeenCalled();
});

test.each(['refuses', 'answer is lost'] as const)(
  'an object whose row is lost, since the database %s, goes after an hour',
  async (fault) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const now = Date.now();
    const [{ cookie }, other] = [await signedInUser(), await signedInUser()];
    const foreign = await saved(other.cookie);
    await send(foreign, other.cookie);
    let outcomes = 0;
    for (let step = 0; step < 12; step++) {
      await env.DB.prepare('DELETE FROM rate_limits').run();
      const id = await saved(cookie, { datasetFollows: true });
      vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
      const onSilence = () => void vi.advanceTimersByTime(25_000);
      const { database, wasReached } = makeFaulty(env.DB, { fault, step, onSilence });
      const sent = datasetRequest(id, await gzip(ROWS), cookie);
      await sendHere(sent, { DATASETS: BUCKET, DB: database });
      vi.useRealTimers();
      if (!wasReached()) break;
      outcomes++;
    }
    expect(outcomes).toBeGreaterThan(4);
    vi.useFakeTimers({ now: now + 2 * HOUR, toFake: ['Date'] });
    await cleanUp();
    const { results } = await env.DB.prepare(
      'SELECT object_key FROM uploads WHERE object_key IS NOT NULL AND analysis_id IS NOT NULL',
    ).all<{ object_key: string }>();
    expect((await keys()).toSorted()).toEqual(results.map(({ object_key }) => object_key).toSorted());
    expect(await gunzip(await readDataset(foreign, other.cookie))).toBe(ROWS);
  },
);

test.each([
  [
    'the dataset is replaced',
    (id: string, cookie: string) => send(id, cookie, { text: makeIncompressible(500) }),
  ],
  [
    'the analysis is deleted',
    (id: string, cookie: string) => call(`/api/analyses/${id}`, { method: 'DELETE', cookie }),
  ],
  [
    'the account is deleted',
    (_id: string, cookie: string) =>
      call('/api/auth/user', { method: 'DELETE', cookie, body: { password: PASSWORD } }),
  ],
])('an object is on the list once %s, and the clean-up deletes it', async (_what, change) => {
  const [{ cookie }, other] = [await signedInUser(), await signedInUser()];
  const [id, foreign] = [await saved(cookie), await saved(other.cookie)];
  await send(id, cookie);
  const [mine] = await keys();
  await send(foreign, other.cookie);
  await cleanUp();
  expect(await keys()).toContain(mine);
  expect((await change(id, cookie)).status).toBe(200);
  expect(await count('objects_to_delete WHERE object_key = ?', mine)).toBe(1);
  const before = await keys();
  await cleanUp();
  expect(await keys()).toEqual(before.filter((key) => key !== mine));
  expect(await count('objects_to_delete')).toBe(0);
  expect(await gunzip(await readDataset(foreign, other.cookie))).toBe(ROWS);
});

test('more objects than one portion are deleted', async () => {
  const insert = env.DB.prepare('INSERT INTO objects_to_delete VALUES (?, 0)');
  await env.DB.batch(Array.from({ length: 120 }, (_, index) => insert.bind(`datasets/${index}`)));
  await Promise.all(Array.from({ length: 120 }, (_, index) => BUCKET.put(`datasets/${index}`, 'x')));
  await cleanUp();
  expect(await keys()).toEqual([]);
  expect(await count('objects_to_delete')).toBe(0);
});

test('a dataset from before the bucket is read where it is, and a new one goes to the bucket', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  await sendDataset(id, await gzip(ROWS), cookie);
  expect(await keys()).toEqual([]);
  expect(await gunzip(await readDataset(id, cookie))).toBe(ROWS);
  expect(await count('upload_parts p JOIN uploads u ON u.id = p.upload_id WHERE analysis_id = ?', id)).toBe(
    3,
  );
  await send(id, cookie);
  expect(await keys()).toHaveLength(1);
  expect(await count('upload_parts p JOIN uploads u ON u.id = p.upload_id WHERE analysis_id = ?', id)).toBe(
    2,
  );
  const answer = await sendHere(request(`/api/analyses/${id}`, { cookie }), { DATASETS: BUCKET });
  expect(await answer.json()).toMatchObject({ analysisData: { headers: ['Status', 'Source'] } });
});

test('without its bucket a dataset breaks off; the list and other analyses are there', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cookie } = await signedInUser();
  const [id, bare] = [await saved(cookie), await saved(cookie)];
  await send(id, cookie);
  expect((await readDataset(id, cookie, {})).status).toBe(500);
  expect(await list(cookie)).toHaveLength(2);
  expect((await read(bare, cookie)).status).toBe(200);
});
