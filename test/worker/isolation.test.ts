import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionKind } from '#contract/platforms.ts';
import { LAST_USED_STEP_MS } from '#contract/limits.ts';
import { openDatabase } from '#worker/db/client.ts';
import { countAttempt, giveBackAttempt } from '#worker/db/rate-limits.ts';
import { findAnalysis, findQuota, insertAnalysis, replaceDataset } from '#worker/db/saved-analyses.ts';
import { createLink } from '#worker/db/shared-analyses.ts';
import {
  deleteConnection,
  deleteEnded,
  deleteRevoked,
  findConnection,
  markConnectionUsed,
  releaseLease,
  saveConnection,
  takeLease,
} from '#worker/db/connections.ts';
import { deleteUpload, findPart, keepPart, type FinishedUpload } from '#worker/db/uploads.ts';
import {
  gzip,
  gunzip,
  list,
  makeIncompressible,
  makeSave,
  read,
  saved,
  sendDataset,
  toLines,
} from './analysis-support.ts';
import { callShare, linksOf, open, shared } from './share-support.ts';
import { call, count, signedInUser, type TestUser } from './support.ts';
import { toJson, type StoredMetric, type Json } from '#worker/db/json.ts';
import type { SharedFigures } from '#contract/sharing.ts';

// A call changes and reads one record of one user: the second record of that user and those of a second user stay.

const db = openDatabase(env.DB, 60_000); // for all tests together

afterEach(() => {
  vi.useRealTimers();
});

const toRows = (name: string): string =>
  toLines([
    ['Status', 'Source'],
    ['Qualified', name],
  ]);

/** An analysis whose file, figures and rows are like those of no other. */
async function savedAs(name: string, cookie: string, totalLeads: number): Promise<string> {
  const { analysisData } = makeSave();
  const id = await saved(cookie, { fileName: name, analysisData: { ...analysisData, totalLeads } });
  await sendDataset(id, await gzip(toRows(name)), cookie);
  return id;
}

const readJson = async (id: string, cookie: string): Promise<unknown> => (await read(id, cookie)).json();

const readRows = async (id: string, cookie: string): Promise<string> =>
  await gunzip(await call(`/api/analyses/${id}/dataset`, { cookie }));

/** Stores the row of an upload that belongs to no record yet. */
async function unfinishedUpload(userId: string): Promise<string> {
  const id = crypto.randomUUID();
  await env.DB.prepare(
    "INSERT INTO uploads (id, user_id, kind, parts, bytes, created_at) VALUES (?, ?, 'dataset', 1, 1, ?)",
  )
    .bind(id, userId, Date.now())
    .run();
  return id;
}

const LIMITS = { maxPoolBytes: 1e9, maxTeamBytes: 1e9 };

/** A dataset of a user that lacks only the statements of its last part. */
function finished(userId: string): FinishedUpload {
  const upload = {
    id: crypto.randomUUID(),
    userId,
    kind: 'dataset' as const,
    now: 1,
    ...LIMITS,
  };
  const part = { position: 0, content: 'AAAA', bytes: 4 };
  return { ...upload, parts: 1, lastBytes: 4, lastStatements: keepPart(db, upload, part) };
}

test('of several analyses each is read as itself, with its own figures and rows', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const analyses = [
    { name: 'first.csv', leads: 101, cookie: user.cookie },
    { name: 'second.csv', leads: 102, cookie: user.cookie },
    { name: 'foreign.csv', leads: 103, cookie: other.cookie },
  ];
  const ids: string[] = [];
  for (const { name, cookie, leads } of analyses) ids.push(await savedAs(name, cookie, leads));
  for (const [at, { name, leads, cookie }] of analyses.entries()) {
    const id = ids[at] ?? '';
    expect(await readJson(id, cookie)).toMatchObject({
      id,
      fileName: name,
      analysisData: { totalLeads: leads, rows: [['Qualified', name]] },
    });
    expect(await readRows(id, cookie)).toBe(toRows(name));
  }
});

test('deleting takes one analysis; another one of the user and those of others stay whole', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [gone, kept] = [
    await savedAs('gone.csv', user.cookie, 101),
    await savedAs('kept.csv', user.cookie, 102),
  ];
  const foreign = await savedAs('foreign.csv', other.cookie, 103);
  const readBoth = () => Promise.all([readJson(kept, user.cookie), readJson(foreign, other.cookie)]);
  const before = await readBoth();
  expect((await call(`/api/analyses/${gone}`, { method: 'DELETE', cookie: user.cookie })).status).toBe(200);
  expect(await list(user.cookie)).toMatchObject([{ id: kept }]);
  expect(await list(other.cookie)).toMatchObject([{ id: foreign }]);
  expect(await readBoth()).toEqual(before);
});

test('opening a link counts for that link only', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const token = await shared(await saved(user.cookie), user.cookie);
  await shared(await saved(user.cookie), user.cookie);
  await shared(await saved(other.cookie), other.cookie);
  await open(token);
  await open(token);
  const opensOf = async (userId: string) =>
    ((await linksOf(userId)) as { opens: number }[]).map(({ opens }) => opens).toSorted();
  expect([await opensOf(user.id), await opensOf(other.id)]).toEqual([[0, 2], [0]]);
});

test('an id that is no analysis has no link, also for a user with analyses', async () => {
  const { cookie } = await signedInUser();
  await shared(await saved(cookie), cookie);
  expect((await callShare('GET', crypto.randomUUID(), cookie)).status).toBe(404);
});

test('saving and replacing leave uploads alone that are still on their way', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const ids = [await unfinishedUpload(user.id), await unfinishedUpload(other.id)];
  const id = await savedAs('leads.csv', user.cookie, 101);
  await call(`/api/analyses/${id}`, { method: 'PUT', body: makeSave(), cookie: user.cookie });
  expect(await count('uploads WHERE analysis_id IS NULL AND id IN (?, ?)', ...ids)).toBe(2);
});

test('whole analyses take no place among the five that wait for their dataset', async () => {
  const start = Date.UTC(2026, 8, 9);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const { cookie } = await signedInUser();
  const first = await saved(cookie, { datasetFollows: true });
  for (let saves = 1; saves <= 5; saves++) {
    vi.setSystemTime(start + saves);
    await saved(cookie);
  }
  vi.setSystemTime(start + 6);
  await saved(cookie, { datasetFollows: true });
  expect((await sendDataset(first, await gzip(toRows('first')), cookie)).status).toBe(200);
});

// The queries hold their user by themselves, also where an earlier check of the same call refuses another user.

test('no dataset of another user takes the place of that of an analysis', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const id = await savedAs('leads.csv', user.cookie, 101);
  const before = await readJson(id, user.cookie);
  expect(
    await replaceDataset(
      db,
      { userId: other.id, id, expected: null, editor: { id: other.id, roles: [] } },
      { dataset: finished(other.id), now: Date.now() },
    ),
  ).toBe(null);
  expect(await readJson(id, user.cookie)).toEqual(before);
  expect(await count('uploads WHERE user_id = ?', other.id)).toBe(0);
});

test('a record is stored without a text of another user', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const row = {
    id: crypto.randomUUID(),
    userId: user.id,
    idempotencyKey: null,
    name: null,
    note: '',
    fileName: 'leads.csv',
    conversionValue: 1,
    significanceThreshold: 1,
    overallRate: 1,
    totalLeads: 1,
    totalQualified: 1,
    topMetrics: toJson<StoredMetric[]>([]),
    choices: null,
    awaitsDataset: false,
    createdAt: Date.now(),
  };
  const [own, foreign] = [finished(user.id), finished(other.id)];
  await insertAnalysis(db, { row, texts: [own, foreign], editor: { id: user.id, roles: [] }, ...LIMITS });
  const textsOf = (userId: string) => count('uploads WHERE analysis_id = ? AND user_id = ?', row.id, userId);
  expect([await textsOf(user.id), await textsOf(other.id)]).toEqual([1, 0]);
});

test('the room of a user tells of the asked record only, and of no record of another user', async () => {
  const start = Date.UTC(2026, 8, 9);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const [user, other] = [await signedInUser(), await signedInUser()];
  const first = await saved(user.cookie);
  vi.setSystemTime(start + 1);
  const second = await saved(user.cookie);
  await shared(second, user.cookie);
  vi.setSystemTime(start + 2);
  await call(`/api/analyses/${second}`, { method: 'PUT', body: makeSave(), cookie: user.cookie });
  const waiting = await saved(user.cookie, { datasetFollows: true });
  const roomOf = (userId: string, id: string) => findQuota(db, { userId, id }, 0);

  expect(await roomOf(user.id, first)).toMatchObject({
    analyses: 2,
    linkBytes: 0,
    awaitsDataset: false,
    version: { version: 1, createdAt: start, updatedAt: null },
  });
  const own = await roomOf(user.id, second);
  expect(own).toMatchObject({ version: { version: 2, createdAt: start + 1, updatedAt: start + 2 } });
  expect(own?.linkBytes).toBeGreaterThan(0);
  expect(await roomOf(user.id, waiting)).toMatchObject({
    awaitsDataset: true,
    version: { createdAt: start + 2 },
  });
  // Neither does the id of a foreign record, nor one of none, while there are records of one's own.
  await saved(other.cookie);
  const none = { analyses: 1, linkBytes: 0, awaitsDataset: null, version: null };
  expect(await roomOf(other.id, second)).toMatchObject(none);
  expect(await roomOf(other.id, 'none')).toMatchObject(none);
});

test('a text of several parts comes with its first one only', async () => {
  const { id: userId, cookie } = await signedInUser();
  const id = await saved(cookie);
  await sendDataset(id, await gzip(makeIncompressible(1_600_000)), cookie);
  const { texts = [] } = (await findAnalysis(db, { userId, id }, ['dataset'])) ?? {};
  expect(texts).toHaveLength(1);
  const [{ uploadId = '', parts = 0, firstPart = null } = {}] = texts;
  expect(parts).toBeGreaterThan(1);
  expect(await findPart(db, userId, { uploadId, position: 0 })).toBe(firstPart);
});

test('texts, parts and unfinished uploads are found and deleted for their user only', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const id = await savedAs('leads.csv', user.cookie, 101);
  const target = { userId: user.id, id };
  const uploadId = (await findAnalysis(db, target, ['dataset']))?.texts[0]?.uploadId ?? '';
  const part = { uploadId, position: 0 };
  expect(await findPart(db, user.id, part)).not.toBeUndefined();
  expect(await findPart(db, other.id, part)).toBeUndefined();

  const unfinished = await unfinishedUpload(user.id);
  await deleteUpload(db, other.id, unfinished);
  await deleteUpload(db, user.id, uploadId); // an analysis has it
  expect(await count('uploads WHERE id IN (?, ?)', unfinished, uploadId)).toBe(2);
  await deleteUpload(db, user.id, await unfinishedUpload(user.id));
  expect(await count('uploads WHERE user_id = ? AND analysis_id IS NULL', user.id)).toBe(1);

  await env.DB.prepare('UPDATE uploads SET user_id = ? WHERE id = ?').bind(other.id, uploadId).run();
  expect((await findAnalysis(db, target, ['dataset']))?.texts).toEqual([]);
});

test('nobody makes a link to the analysis of another user', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const id = await saved(user.cookie);
  const figures = '{}' as Json<SharedFigures>;
  const link = { tokenHash: 'a', figures, expiresAt: null, now: Date.now() };
  expect(await createLink(db, { userId: other.id, id }, link)).toBeUndefined();
  expect([await linksOf(user.id), await linksOf(other.id)]).toEqual([[], []]);
});

const connectionOf = (userId: string, kind: ConnectionKind = 'meta') => ({
  userId,
  kind,
  account: `${userId}@example.com`,
  keyVersion: 'v1',
  refreshToken: `token of ${userId}`,
  accessToken: null,
  accessExpiresAt: 0,
  endsAt: null,
  accountId: null,
});

const rowsOf = async (...userIds: string[]): Promise<unknown[]> => {
  const { results } = await env.DB.prepare(
    'SELECT user_id, kind, lease, last_used_at FROM connections WHERE user_id IN (?, ?) ORDER BY user_id = ?, kind',
  )
    .bind(userIds[0] ?? '', userIds[1] ?? '', userIds[1] ?? '')
    .all();
  return results;
};

/** The session of a user who has one. */
const sessionOf = async ({ id }: TestUser): Promise<{ sid: string; expire: number }> =>
  (await env.DB.prepare('SELECT sid, expire FROM sessions WHERE user_id = ?').bind(id).first()) ?? {
    sid: '',
    expire: 0,
  };

/** A row of a user as it is stored. */
const row = ({ id }: TestUser, kind: ConnectionKind, more = {}) => ({
  user_id: id,
  kind,
  lease: null,
  last_used_at: null,
  ...more,
});

/** Two kinds for each of two users. */
async function connectAll(users: readonly TestUser[]): Promise<void> {
  for (const user of users)
    for (const kind of ['meta', 'microsoft'] as const)
      await saveConnection(db, connectionOf(user.id, kind), {
        sid: (await sessionOf(user)).sid,
        by: user.id,
        now: 1,
      });
}

test('a connection is stored for its user, while the session lasts that asked for it', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [{ sid, expire }, foreign] = [await sessionOf(user), await sessionOf(other)];
  const mine = connectionOf(user.id);
  expect(await saveConnection(db, mine, { sid: foreign.sid, by: user.id, now: 1 })).toBe(false);
  expect(await saveConnection(db, mine, { sid, by: user.id, now: expire })).toBe(false);
  expect(await rowsOf(user.id, other.id)).toEqual([]);
  expect(await saveConnection(db, mine, { sid, by: user.id, now: expire - 1 })).toBe(true);
  expect(await rowsOf(user.id, other.id)).toEqual([row(user, 'meta')]);
});

test('a connection is replaced, used and deleted as the one that it is, of its user and of its kind', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  await connectAll([user, other]);
  const [kept, theirs] = [row(user, 'microsoft'), [row(other, 'meta'), row(other, 'microsoft')]];
  const own = { userId: user.id, kind: 'meta' } as const;
  await markConnectionUsed(db, own, 5);
  const used = row(user, 'meta', { last_used_at: 5 });
  expect(await rowsOf(user.id, other.id)).toEqual([used, kept, ...theirs]);
  await markConnectionUsed(db, own, 4 + LAST_USED_STEP_MS);
  expect(await rowsOf(user.id, other.id)).toEqual([used, kept, ...theirs]);
  await markConnectionUsed(db, own, 5 + LAST_USED_STEP_MS);
  const later = row(user, 'meta', { last_used_at: 5 + LAST_USED_STEP_MS });
  expect(await rowsOf(user.id, other.id)).toEqual([later, kept, ...theirs]);
  await deleteRevoked(db, { ...connectionOf(other.id), refreshToken: `token of ${user.id}` });
  await deleteRevoked(db, { ...connectionOf(user.id), refreshToken: 'another' });
  expect(await rowsOf(user.id, other.id)).toEqual([later, kept, ...theirs]);
  await deleteRevoked(db, connectionOf(user.id));
  expect(await rowsOf(user.id, other.id)).toEqual([kept, ...theirs]);
  const deleted = await deleteConnection(db, { userId: other.id, kind: 'meta' });
  expect([deleted?.userId, deleted?.kind]).toEqual([other.id, 'meta']);
  expect(await rowsOf(user.id, other.id)).toEqual([kept, row(other, 'microsoft')]);
});

test('a connection that takes the place of another one was never used, and replaces none of another kind', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  await connectAll([user, other]);
  const { sid } = await sessionOf(user);
  await markConnectionUsed(db, { userId: user.id, kind: 'meta' }, 5);
  await saveConnection(db, { ...connectionOf(user.id), account: 'new' }, { sid, by: user.id, now: 7 });
  expect(await findConnection(db, { userId: user.id, kind: 'meta' })).toMatchObject({
    account: 'new',
    connectedAt: 7,
    lastUsedAt: null,
  });
  expect(await findConnection(db, { userId: user.id, kind: 'microsoft' })).toMatchObject({ connectedAt: 1 });
  expect(await findConnection(db, { userId: other.id, kind: 'meta' })).toMatchObject({ connectedAt: 1 });
});

test('the lease of a connection is taken, given back and ended for its user and its kind only', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  await connectAll([user, other]);
  const times = { now: 1000, until: 2000 };
  const own = { userId: user.id, kind: 'meta', lease: 'lease' } as const;
  const foreign = { ...own, userId: other.id };
  const ofOtherKind = { ...own, kind: 'microsoft' } as const;
  const token = `token of ${user.id}`;
  expect(await takeLease(db, foreign, { refreshToken: token, ...times })).toBe(false);
  expect(await takeLease(db, own, { refreshToken: token, ...times })).toBe(true);
  for (const strange of [foreign, ofOtherKind]) {
    expect(await releaseLease(db, strange, { accessToken: 'changed' })).toBe(false);
    expect(await deleteEnded(db, strange)).toBe(false);
  }
  const [kept, ...theirs] = [row(user, 'microsoft'), row(other, 'meta'), row(other, 'microsoft')];
  expect(await rowsOf(user.id, other.id)).toEqual([row(user, 'meta', { lease: 'lease' }), kept, ...theirs]);
  expect(await deleteEnded(db, own)).toBe(true);
  expect(await rowsOf(user.id, other.id)).toEqual([kept, ...theirs]);
});

test('an attempt that is given back twice makes no room for one more', async () => {
  const counter = { key: `twice:${crypto.randomUUID()}`, limit: { count: 1, windowMs: 1000 } };
  const attempt = () => countAttempt(db, [counter], 0);
  expect(await attempt()).toEqual([]);
  for (let times = 0; times < 2; times++) await giveBackAttempt(db, [counter]);
  expect(await attempt()).toEqual([]);
  expect(await attempt()).toEqual([{ key: counter.key, expiresAt: 1000 }]);
});
