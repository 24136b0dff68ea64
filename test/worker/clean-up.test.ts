import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import worker from '#worker/index.ts';
import { gzip, list, makeSave, save, saved, sendDataset, toLines } from './analysis-support.ts';
import { share } from './share-support.ts';
import { call, count, signedInUser } from './support.ts';
import { watchDatabase } from './watched-database.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 3);

afterEach(() => {
  vi.useRealTimers();
});

function setClock(time: number): void {
  vi.useFakeTimers({ now: time, toFake: ['Date'] });
}

const cleanUp = (DB = env.DB): Promise<void> => worker.scheduled(createScheduledController(), { ...env, DB });

test('sessions that are over go, others stay', async () => {
  setClock(START);
  const old = await signedInUser();
  setClock(START + DAY);
  const young = await signedInUser();
  setClock(START + 7 * DAY);
  await cleanUp();
  expect(await count('sessions WHERE user_id = ?', old.id)).toBe(0);
  expect(await count('sessions WHERE user_id = ?', young.id)).toBe(1);
  expect((await call('/api/auth/user', { cookie: young.cookie })).status).toBe(200);
});

test('mailed links go when they are over, others stay', async () => {
  setClock(START);
  const { id } = await signedInUser();
  await env.DB.prepare("INSERT INTO mail_links VALUES ('old', ?1, 'stop', ?2), ('young', ?1, 'stop', ?2 + 1)")
    .bind(id, START)
    .run();
  await cleanUp();
  const links = await env.DB.prepare('SELECT token_hash FROM mail_links WHERE user_id = ?').bind(id).all();
  expect(links.results).toEqual([{ token_hash: 'young' }]);
});

test('more than a portion goes in portions', async () => {
  const { id } = await signedInUser();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     INSERT INTO sessions (sid, user_id, sess, expire) SELECT 'old-' || i, ?, '{"createdAt":1}', 2 FROM n`,
  )
    .bind(id)
    .run();
  await cleanUp();
  expect(await count("sessions WHERE sid LIKE 'old-%'")).toBe(0);
  expect(await count('sessions WHERE user_id = ?', id)).toBe(1);
});

/** This many uploads of a user that belong to no analysis, an hour old at the start. */
async function leaveParts(userId: string, uploads: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO uploads (id, user_id, kind, parts, bytes, created_at) SELECT 'left-' || i, ?, 'dataset', 1, 4, ? FROM n`,
  )
    .bind(uploads, userId, START - HOUR)
    .run();
}

test('however much is left goes, and nothing that an analysis has', async () => {
  setClock(START - HOUR);
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [id, foreign] = [await saved(user.cookie), await saved(other.cookie)];
  await leaveParts(user.id, 250);
  setClock(START + 3 * DAY);
  await cleanUp();
  expect(await count('uploads WHERE user_id = ?', user.id)).toBe(2);
  expect(await count('uploads WHERE analysis_id IN (?, ?)', id, foreign)).toBe(4);
  expect(await list(user.cookie)).toMatchObject([{ id }]);
  expect(await list(other.cookie)).toMatchObject([{ id: foreign }]);
});

test('the clean-up stops when its time is used, and goes on the next time', async () => {
  setClock(START);
  const { id } = await signedInUser();
  await leaveParts(id, 60);
  const slow = watchDatabase(env.DB, async ({ work }) => {
    vi.setSystemTime(Date.now() + 60_000);
    return await work();
  });
  await cleanUp(slow);
  const left = await count('uploads WHERE user_id = ?', id);
  expect(left).toBeGreaterThan(0);
  setClock(START + HOUR);
  await cleanUp();
  expect(await count('uploads WHERE user_id = ?', id)).toBe(0);
});

test('a record that waits for its dataset goes after a day, with its texts', async () => {
  setClock(START);
  const { cookie, id: userId } = await signedInUser();
  const whole = await saved(cookie);
  const waiting = await saved(cookie, { datasetFollows: true });
  setClock(START + DAY - 1);
  await cleanUp();
  expect(await count('saved_analyses WHERE id = ?', waiting)).toBe(1);
  setClock(START + DAY);
  await cleanUp();
  expect(await count('saved_analyses WHERE id = ?', waiting)).toBe(0);
  expect(await count('uploads WHERE user_id = ?', userId)).toBe(2);
  expect(await list(cookie)).toMatchObject([{ id: whole }]);
  expect(
    (
      await sendDataset(
        waiting,
        await gzip(
          toLines([
            ['a', 'b'],
            ['1', '2'],
          ]),
        ),
        cookie,
      )
    ).status,
  ).toBe(404);
});

test('parts of a save that broke off go after an hour', async () => {
  setClock(START);
  const { cookie, id: userId } = await signedInUser();
  await save(makeSave(), { cookie });
  const insert =
    'INSERT INTO uploads (id, user_id, kind, parts, bytes, created_at) VALUES (?, ?, ?, 1, 4, ?)';
  await env.DB.prepare(insert).bind('left', userId, 'dataset', START).run();
  await env.DB.prepare(insert)
    .bind('under way', userId, 'dataset', START + 1)
    .run();
  await env.DB.prepare("INSERT INTO upload_parts VALUES ('left', 0, 'AAAA')").run();
  setClock(START + HOUR);
  await cleanUp();
  expect(await count("upload_parts WHERE upload_id = 'left'")).toBe(0);
  expect(await count("uploads WHERE id IN ('left', 'under way')")).toBe(1);
  expect(await count('uploads WHERE user_id = ?', userId)).toBe(3);
});

test('links that are over go, those that are kept or not over yet stay', async () => {
  setClock(START);
  const user = await signedInUser();
  const [over, kept, young] = [await saved(user.cookie), await saved(user.cookie), await saved(user.cookie)];
  await share(over, user.cookie);
  await share(kept, user.cookie, undefined, true);
  setClock(START + 1);
  await share(young, user.cookie);
  setClock(START + 90 * DAY);
  await cleanUp();
  expect(await count('shared_analyses WHERE analysis_id = ?', over)).toBe(0);
  expect(await count('shared_analyses WHERE analysis_id IN (?, ?)', kept, young)).toBe(2);
});

test('counters and used Google sign-ins go when they are over', async () => {
  await env.DB.batch([
    env.DB.prepare("INSERT INTO rate_limits VALUES ('old', 5, ?)").bind(START),
    env.DB.prepare("INSERT INTO rate_limits VALUES ('new', 5, ?)").bind(START + 1),
    env.DB.prepare("INSERT INTO used_states VALUES ('old', ?)").bind(START),
    env.DB.prepare("INSERT INTO used_states VALUES ('new', ?)").bind(START + 1),
  ]);
  setClock(START);
  await cleanUp();
  expect(await count("rate_limits WHERE key IN ('old', 'new')")).toBe(1);
  expect(await count("used_states WHERE state IN ('old', 'new')")).toBe(1);
});

/** A database that refuses to delete from a table. */
const refusing = (table: string): D1Database =>
  watchDatabase(env.DB, ({ statements, work }) =>
    statements.some((sql) => sql.startsWith(`delete from "${table}"`))
      ? Promise.reject(new Error('D1_ERROR: no'))
      : work(),
  );

const LEFTOVERS: readonly [table: string, insert: string][] = [
  [
    'sessions',
    `INSERT INTO sessions (sid, user_id, sess, expire) VALUES ('refused', ?1, '{"createdAt":1}', 2)`,
  ],
  ['rate_limits', "INSERT INTO rate_limits SELECT 'refused', 5, 2 FROM users WHERE id = ?1"],
  ['used_states', "INSERT INTO used_states SELECT 'refused', 2 FROM users WHERE id = ?1"],
  ['mail_links', "INSERT INTO mail_links VALUES ('refused', ?1, 'stop', 2)"],
  [
    'uploads',
    "INSERT INTO uploads (id, user_id, kind, parts, bytes, created_at) VALUES ('refused', ?1, 'dataset', 1, 4, 2)",
  ],
];

test.each(LEFTOVERS)('where %s cannot be deleted, the rest is, and the log says why', async (table) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { id } = await signedInUser();
  await env.DB.batch(LEFTOVERS.map(([, insert]) => env.DB.prepare(insert).bind(id)));
  await env.DB.prepare("INSERT OR REPLACE INTO settings VALUES ('signing_key', 'old')").run();
  const leftIn = async () => {
    const marks = await Promise.all(
      LEFTOVERS.map(([name]) => count(`${name} WHERE ${keyOf(name)} = 'refused'`)),
    );
    return LEFTOVERS.flatMap(([name], at) => (marks[at] ? [name] : []));
  };
  await worker.scheduled(createScheduledController(), {
    ...env,
    DB: refusing(table),
    SESSION_SECRET: 'x'.repeat(32),
  });
  expect(await leftIn()).toEqual([table]);
  expect(await count("settings WHERE name = 'signing_key'")).toBe(0); // a step of its own, after them
  expect(new Set(log.mock.calls.flat())).toEqual(new Set(['Database unavailable: D1_ERROR: no']));
  expect(await count('sessions WHERE user_id = ?', id)).toBe(table === 'sessions' ? 2 : 1);
  log.mockRestore();
  await cleanUp();
  expect(await leftIn()).toEqual([]);
});

const keyOf = (table: string) =>
  ({ sessions: 'sid', rate_limits: 'key', used_states: 'state', mail_links: 'token_hash' })[table] ?? 'id';
