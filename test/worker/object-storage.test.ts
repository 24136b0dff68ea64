import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#worker/db/client.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import { SaveRefused, type FinishedUpload, type NewUpload } from '#worker/db/uploads.ts';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';
import { deleteListedObjects } from '#worker/store/r2-store.ts';
import { openStores } from '#worker/store/open-stores.ts';
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

const cleanUp = (bindings: Partial<Env> = { DATASETS: BUCKET }): Promise<void> =>
  worker.scheduled(createScheduledController(), { ...env, ...bindings });

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
      `UPDATE uploads SET bytes = bytes + ?2 - (SELECT stored_bytes FROM users WHERE id = ?1)
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
  await cleanUp({}); // a site whose bucket was taken away
  expect(await count('objects_to_delete WHERE object_key = ?', mine)).toBe(1);
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

// --- The stores themselves ---

const openTestDatabase = () => openDatabase(env.DB, 60_000);
const openTestStores = (bucket: R2Bucket | undefined = BUCKET) =>
  openStores(openTestDatabase(), { open: openTestDatabase, bucket });

const newText = (userId: string): NewUpload => ({
  id: crypto.randomUUID(),
  userId,
  kind: 'dataset',
  now: Date.now(),
  maxPoolBytes: 1e9,
  maxTeamBytes: 1e9,
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Completes a text as the transaction of a record does, and gives it as a reader finds it. */
async function complete({ id, userId, kind, parts, lastStatements }: FinishedUpload): Promise<StoredText> {
  const db = openTestDatabase();
  const [first, ...rest] = lastStatements;
  if (first) await db.batch([first, ...rest]);
  const row = await env.DB.prepare(
    `SELECT bytes, object_key AS objectKey, created_at AS createdAt,
      (SELECT content FROM upload_parts WHERE upload_id = uploads.id AND position = 0) AS firstPart
      FROM uploads WHERE id = ? AND user_id = ?`,
  )
    .bind(id, userId)
    .first<Pick<StoredText, 'bytes' | 'objectKey' | 'createdAt' | 'firstPart'>>();
  if (!row) throw new Error('Nothing was stored');
  return { uploadId: id, userId, kind, parts, ...row };
}

const textOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> =>
  await new Blob((await Array.fromAsync(pieces)) as Uint8Array<ArrayBuffer>[]).text();

const partsOf = ({ id }: NewUpload) => count('upload_parts WHERE upload_id = ?', id);

/** Stores a text of three parts in the database, of a user who has room for it. */
async function threeParts(userId: string): Promise<StoredText> {
  const writer = openTestStores().texts.begin(newText(userId));
  await writer.write(bytesOf('one, '));
  await writer.write(bytesOf('two, '));
  return await complete(await writer.finish(bytesOf('three')));
}

test('a text in the database is read in the order of its parts, and so is its copy, whose parts are its own', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const text = await threeParts(user.id);
  const { texts, of } = openTestStores();
  expect(await textOf(of(text).read(text))).toBe('one, two, three');
  const upload = newText(other.id);
  const finished = await texts.copy(text, upload).finish();
  expect([finished.parts, finished.lastBytes, await partsOf(upload)]).toEqual([3, 0, 2]);
  const copy = await complete(finished);
  expect([copy.parts, copy.bytes]).toEqual([3, text.bytes]);
  await env.DB.prepare('DELETE FROM uploads WHERE id = ?').bind(text.uploadId).run();
  expect(await textOf(texts.read(copy))).toBe('one, two, three');
});

test('a text breaks off with a reason where a later part is gone', async () => {
  const { id } = await signedInUser();
  const text = await threeParts(id);
  await env.DB.prepare('DELETE FROM upload_parts WHERE upload_id = ? AND position = 2')
    .bind(text.uploadId)
    .run();
  const pieces = openTestStores().texts.read(text)[Symbol.asyncIterator]();
  expect([(await pieces.next()).value, (await pieces.next()).value]).toEqual([
    bytesOf('one, '),
    bytesOf('two, '),
  ]);
  await expect(pieces.next()).rejects.toThrow('The analysis was deleted while it was read');
});

test('a part or a copy for which a user has no room is refused, and what is given up is deleted', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [text, theirs] = [await threeParts(user.id), await threeParts(other.id)];
  const { texts } = openTestStores();
  const [full, later] = [{ ...newText(user.id), maxPoolBytes: 0 }, newText(user.id)];
  await expect(texts.begin(full).write(bytesOf('x'))).rejects.toBeInstanceOf(SaveRefused);
  await expect(texts.copy(text, full).finish()).rejects.toBeInstanceOf(SaveRefused);
  expect(await partsOf(full)).toBe(0);

  const writer = texts.begin(later);
  await writer.write(bytesOf('x'));
  const upload = newText(user.id);
  const copied = texts.copy(text, upload);
  await copied.finish();
  expect([await partsOf(later), await partsOf(upload)]).toEqual([1, 2]);
  await writer.abandon();
  await copied.abandon();
  expect([await partsOf(later), await partsOf(upload)]).toEqual([0, 0]);
  for (const kept of [text, theirs]) expect(await textOf(texts.read(kept))).toBe('one, two, three');
});

test('a part in the database takes its length in base64, and a part of an object its own', () => {
  const { texts, datasets } = openTestStores();
  const writers = [texts, datasets].map((store) => store.begin(newText('nobody')));
  expect(writers.map(({ partBytes }) => partBytes)).toEqual([750_000, 5 * MIB]);
  expect(writers.map(({ sizeOf }) => [0, 1, 3, 4, 750_000].map((bytes) => sizeOf(bytes)))).toEqual([
    [0, 4, 4, 8, 1_000_000],
    [0, 1, 3, 4, 750_000],
  ]);
});

test('a copy of an object is an object of its own, due for deletion in an hour until a record has it', async () => {
  const { id } = await signedInUser();
  const writer = openTestStores().datasets.begin(newText(id));
  const text = await complete(await writer.finish(bytesOf('an object')));
  const upload = newText(id);
  const now = Date.UTC(2026, 4, 7);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const finished = await openTestStores().of(text).copy(text, upload).finish();
  expect([finished.parts, finished.lastBytes]).toEqual([1, 0]);
  expect(
    await env.DB.prepare('SELECT due_at FROM objects_to_delete WHERE object_key = ?')
      .bind(`datasets/${upload.id}`)
      .first('due_at'),
  ).toBe(now + HOUR);
  const copy = await complete(finished);
  expect([copy.bytes, copy.objectKey]).toEqual([9, `datasets/${upload.id}`]);
  await BUCKET.delete(text.objectKey ?? '');
  expect(await textOf(openTestStores().of(copy).read(copy))).toBe('an object');
  await expect(textOf(openTestStores().of(text).read(text))).rejects.toThrow('is missing');
});

test('the clean-up of objects stops with its time, and when nothing is due', async () => {
  const insert = env.DB.prepare('INSERT INTO objects_to_delete VALUES (?, 0)');
  await env.DB.batch(Array.from({ length: 60 }, (_, index) => insert.bind(`datasets/${index}`)));
  const left: number[] = [];
  for (const portions of [0, 1, 5]) {
    let asked = 0;
    const hasTime = () => asked++ < portions;
    await deleteListedObjects(openTestDatabase(), BUCKET, { now: 1, hasTime });
    left.push(await count('objects_to_delete'), asked);
  }
  expect(left).toEqual([60, 1, 10, 2, 0, 2]);
});
