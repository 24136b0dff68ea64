import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { MAX_VERSIONS, SOURCE_CHANGES } from '#contract/limits.ts';
import type { Env } from '#worker/env.ts';
import {
  analysisVersionSchema,
  madeSourceSchema,
  sourceStatusSchema,
  versionFiguresSchema,
  versionListSchema,
  type MadeSource,
  type VersionList,
} from '#contract/sources.ts';
import { saved, sendHere } from './analysis-support.ts';
import { signInWithGoogle } from './google-support.ts';
import { anInbox, callSite, deliver, makeCsv, makeInbox, storedOf, type TestInbox } from './inbox-support.ts';
import { call, count, deletion, signIn, cookieOf, signedInUser } from './support.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const MADE = { method: 'PUT', body: { kind: 'inbox' } };

afterEach(() => {
  vi.useRealTimers();
});

const change = (inbox: Pick<TestInbox, 'analysisId'>, what: string, cookie: string | null, method = 'POST') =>
  callSite(`/api/analyses/${inbox.analysisId}/${what}`, { method, cookie });

const readPage = async (analysisId: string, cookie: string, before: number | null = null) => {
  const query = before === null ? '' : `?before=${before}`;
  const answer = await call(`/api/analyses/${analysisId}/versions${query}`, { cookie });
  return versionListSchema.parse(await answer.json());
};

const readVersions = async ({ analysisId }: Pick<TestInbox, 'analysisId'>, cookie: string) => {
  const versions: VersionList['versions'] = [];
  let next: number | null = null;
  do {
    const page: VersionList = await readPage(analysisId, cookie, next);
    versions.push(...page.versions);
    next = page.next;
  } while (next !== null);
  return versions;
};

test('versions are listed in pages of 20, each once, and those of other analyses are not among them', async () => {
  const { cookie, id: userId } = await signedInUser();
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  const insert = (analysisId: string, most: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       INSERT INTO versions (analysis_id, number, user_id, source_id, made_at, leads, converted, new_values, metrics, figures)
       SELECT ?1, i, ?2, 's', i, 1, 1, '[]', '[]', '{}' FROM n`,
    )
      .bind(analysisId, userId, most)
      .run();
  await insert(inbox.analysisId, 40);
  await insert(other.analysisId, 21);
  const numbers = ({ versions }: VersionList) => versions.map(({ number }) => number);
  const first = await readPage(inbox.analysisId, cookie);
  expect([numbers(first), first.next]).toEqual([Array.from({ length: 20 }, (_, at) => 40 - at), 21]);
  const second = await readPage(inbox.analysisId, cookie, first.next);
  expect([numbers(second), second.next]).toEqual([Array.from({ length: 20 }, (_, at) => 20 - at), null]);
  expect((await readPage(other.analysisId, cookie)).next).toBe(2);
  expect((await call(`/api/analyses/${inbox.analysisId}/versions?before=x`, { cookie })).status).toBe(404);
  expect(
    (await call(`/api/analyses/${inbox.analysisId}/versions`, { cookie: (await signedInUser()).cookie }))
      .status,
  ).toBe(404);
});

test('an analysis has no source at first, then the one that its owner makes', async () => {
  const { cookie } = await signedInUser();
  const analysisId = await saved(cookie);
  const path = `/api/analyses/${analysisId}/source`;
  const readSource = async () => sourceStatusSchema.parse(await (await call(path, { cookie })).json());
  expect(await readSource()).toEqual({ source: null });

  const answer = await callSite(path, { ...MADE, cookie });
  expect(answer.status).toBe(201);
  const { token, source } = madeSourceSchema.parse(await answer.json());
  expect(source).toMatchObject({ kind: 'inbox', state: 'active', lastRunAt: null, lastError: null });
  expect(await readSource()).toEqual({ source });
  // The token is shown this once, and the database knows its hash only.
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await storedOf({ analysisId }))).not.toContain(token);

  const second = await callSite(path, { ...MADE, cookie });
  expect([second.status, await second.json()]).toEqual([
    409,
    { message: 'This analysis has a source already.', code: 'SOURCE_EXISTS' },
  ]);
  expect(await readSource()).toEqual({ source });
});

test('an analysis that waits for its dataset gets no source', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  expect((await callSite(`/api/analyses/${id}/source`, { ...MADE, cookie })).status).toBe(404);
});

test('a new token ends the earlier one, of this source alone', async () => {
  const { cookie } = await signedInUser();
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  const { token, source } = await (await change(inbox, 'source/token', cookie)).json<MadeSource>();
  expect(source.id).toBe(inbox.id);
  expect((await deliver(inbox)).status).toBe(401);
  expect((await deliver({ ...inbox, token })).status).toBe(200);
  expect((await deliver(other)).status).toBe(200);
});

test('a paused source takes nothing until it is resumed, and its neighbour goes on', async () => {
  const { cookie } = await signedInUser();
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  expect(await (await change(inbox, 'source/pause', cookie)).json()).toMatchObject({
    source: { state: 'paused' },
  });
  const refused = await deliver(inbox);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { message: 'This inbox is paused. Nothing was stored.', code: 'PAUSED' },
  ]);
  expect((await storedOf(inbox)).versions).toEqual([]);
  expect((await deliver(other)).status).toBe(200);
  expect(await (await change(inbox, 'source/resume', cookie)).json()).toMatchObject({
    source: { state: 'active' },
  });
  expect((await deliver(inbox)).status).toBe(200);
});

test('an ended source keeps its versions, and the numbers go on with the next one', async () => {
  const { cookie } = await signedInUser();
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  await deliver(inbox);
  for (const _ of [1, 2]) expect((await change(inbox, 'source', cookie, 'DELETE')).status).toBe(200);
  expect((await deliver(inbox)).status).toBe(401);
  expect(await count('sources WHERE id = ?', other.id)).toBe(1);
  const next = await makeInbox(cookie, inbox.analysisId);
  expect(await (await deliver(next)).json()).toMatchObject({ version: 2 });
  expect((await readVersions(inbox, cookie)).map(({ number }) => number)).toEqual([2, 1]);
});

test('versions are listed newest first, each with its figures, and one is marked as entered', async () => {
  const { cookie } = await signedInUser();
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  for (const leads of [40, 80]) await deliver(inbox, makeCsv(leads));
  await deliver(other, makeCsv(60));
  const path = `/api/analyses/${inbox.analysisId}/versions`;
  const { versions } = versionListSchema.parse(await (await call(path, { cookie })).json());
  expect(versions).toMatchObject([
    { number: 2, leads: 80, converted: 20, enteredAt: null },
    { number: 1, leads: 40, converted: 10, enteredAt: null },
  ]);
  expect(versions[0]?.metrics.find(({ fieldValue }) => fieldValue === 'Google')).toEqual({
    fieldName: 'Source',
    fieldValue: 'Google',
    totalLeads: 27,
    qualifiedLeads: 7,
    conversionRate: 700 / 27,
    q: 1,
  });
  const figures = versionFiguresSchema.parse(await (await call(`${path}/1`, { cookie })).json());
  expect(figures).toMatchObject({
    number: 1,
    analysisData: {
      totalLeads: 40,
      totalQualified: 10,
      overallRate: 25,
      otherStatuses: [{ value: expect.any(String), leads: 30 }],
    },
  });

  const before = await storedOf(other);
  const entered = await call(`${path}/1/entered`, { method: 'POST', cookie });
  expect(analysisVersionSchema.parse(await entered.json()).enteredAt).not.toBeNull();
  expect((await readVersions(inbox, cookie)).map(({ enteredAt }) => enteredAt !== null)).toEqual([
    false,
    true,
  ]);
  expect(await storedOf(other)).toEqual(before);
});

test.each(['0', '3', 'x', '1.0', '-1', '1234567890'])('there is no version %s', async (number) => {
  const { cookie } = await signedInUser();
  const inbox = await anInbox(cookie);
  await deliver(inbox);
  const path = `/api/analyses/${inbox.analysisId}/versions/${number}`;
  expect((await call(path, { cookie })).status).toBe(404);
  expect((await call(`${path}/entered`, { method: 'POST', cookie })).status).toBe(404);
});

const CALLS = [
  ['GET', 'source'],
  ['PUT', 'source'],
  ['POST', 'source/token'],
  ['POST', 'source/pause'],
  ['POST', 'source/resume'],
  ['DELETE', 'source'],
  ['GET', 'versions'],
  ['GET', 'versions/1'],
  ['POST', 'versions/1/entered'],
] as const;

test.each(CALLS)('%s …/%s needs a user, and finds nothing of another one', async (method, what) => {
  const [owner, other] = [await signedInUser(), await signedInUser()];
  const inbox = await anInbox(owner.cookie);
  await deliver(inbox);
  await anInbox(other.cookie);
  const before = await storedOf(inbox);
  const send = (id: string, cookie: string | null) =>
    callSite(`/api/analyses/${id}/${what}`, {
      method,
      cookie,
      ...(method === 'PUT' && { body: { kind: 'inbox' } }),
    });
  expect((await send(inbox.analysisId, null)).status).toBe(401);
  // Ending is idempotent, as that of a link: it says the same of any analysis.
  const [foreign, unknown] = [await send(inbox.analysisId, other.cookie), await send(UNKNOWN, other.cookie)];
  expect([foreign.status, unknown.status]).toEqual(method === 'DELETE' ? [200, 200] : [404, 404]);
  expect(await foreign.json()).toEqual(await unknown.json());
  expect(await storedOf(inbox)).toEqual(before);
});

test('a second session of the owner sees and changes the same source', async () => {
  const { email, cookie } = await signedInUser();
  const inbox = await anInbox(cookie);
  const second = cookieOf(await signIn(email));
  await change(inbox, 'source/pause', second);
  expect(await (await change(inbox, 'source', cookie, 'GET')).json()).toMatchObject({
    source: { id: inbox.id, state: 'paused' },
  });
});

test('a site without inboxes makes none and renews no token, and lets an earlier one be read, paused and ended', async () => {
  const { cookie } = await signedInUser();
  const inbox = await anInbox(cookie);
  const off = (what: string, options: { method: string; body?: unknown }, bindings: Partial<Env>) =>
    callSite(`/api/analyses/${inbox.analysisId}/${what}`, { ...options, cookie }, bindings);
  for (const INBOX of ['off', '', 'ON', 'yes']) {
    expect((await off('source', MADE, { INBOX })).status).toBe(404);
    expect((await off('source/token', { method: 'POST' }, { INBOX })).status).toBe(404);
    expect((await deliver(inbox, makeCsv(), { bindings: { INBOX } })).status).toBe(404);
  }
  const none = { INBOX: 'off' };
  expect((await off('source', { method: 'GET' }, none)).status).toBe(200);
  expect((await off('source/pause', { method: 'POST' }, none)).status).toBe(200);
  expect((await off('source', { method: 'DELETE' }, none)).status).toBe(200);
});

test('sources can be changed so often in a minute', async () => {
  const { cookie } = await signedInUser();
  const inbox = await anInbox(cookie); // the first change
  for (let more = 1; more < SOURCE_CHANGES.count; more++)
    expect((await change(inbox, 'source/pause', cookie)).status).toBe(200);
  expect((await change(inbox, 'source/pause', cookie)).status).toBe(429);
});

test.each([{}, { kind: 'sheet' }, { kind: 'inbox', state: 1 }])(
  'a body %j makes no source of another kind',
  async (body) => {
    const { cookie } = await signedInUser();
    const analysisId = await saved(cookie);
    const answer = await callSite(`/api/analyses/${analysisId}/source`, { method: 'PUT', body, cookie });
    expect([answer.status, await count('sources WHERE analysis_id = ?', analysisId)]).toEqual(
      body.kind === 'inbox' ? [201, 1] : [400, 0],
    );
  },
);

// --- What goes, and what stays ---

test('an analysis takes its source and its versions along, and so does an account', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [gone, stays] = [await anInbox(user.cookie), await anInbox(user.cookie)];
  const foreign = await anInbox(other.cookie);
  for (const inbox of [gone, stays, foreign]) await deliver(inbox);
  await call(`/api/analyses/${gone.analysisId}`, { method: 'DELETE', cookie: user.cookie });
  expect(await storedOf(gone)).toEqual({ sources: [], versions: [] });
  expect((await storedOf(stays)).versions).toHaveLength(1);
  expect((await deliver(gone)).status).toBe(401);

  expect((await sendHere(deletion(user.cookie))).status).toBe(200);
  expect(await storedOf(stays)).toEqual({ sources: [], versions: [] });
  expect((await deliver(foreign)).status).toBe(200);
});

test('an account that Google hands over loses its inboxes and keeps its versions; those of others stay', async () => {
  const email = `${crypto.randomUUID()}@gmail.com`;
  const [user, other] = [await signedInUser({ email }), await signedInUser()];
  const [ended, stays] = [await anInbox(user.cookie), await anInbox(other.cookie)];
  for (const inbox of [ended, stays]) await deliver(inbox);
  await signInWithGoogle({ claims: { sub: crypto.randomUUID(), email } });
  expect((await deliver(ended)).status).toBe(401);
  expect(await storedOf(ended)).toMatchObject({ sources: [], versions: [{ number: 1 }] });
  expect((await deliver(stays)).status).toBe(200);
});

test('of old versions the last one of each month stays, and the one in use', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 10), toFake: ['Date'] });
  const { cookie, id: userId } = await signedInUser();
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  const insert = (analysisId: string, number: number, madeAt: number) =>
    env.DB.prepare(
      `INSERT INTO versions (analysis_id, number, user_id, source_id, made_at, leads, converted, new_values, metrics, figures)
        VALUES (?, ?, ?, 'earlier', ?, 1, 1, '[]', '[]', '{"metrics":[]}')`,
    ).bind(analysisId, number, userId, madeAt);
  // Four in each of two months; the second one is in use.
  const days = [1, 10, 20, 31]
    .flatMap((day) => [Date.UTC(2025, 9, day), Date.UTC(2025, 10, Math.min(day, 30))])
    .toSorted();
  const filled = Array.from({ length: MAX_VERSIONS - 1 }, (_, at) => Date.UTC(2025, 11, 1) + at);
  await env.DB.batch(
    [...days, ...filled].flatMap((madeAt, at) => [
      insert(inbox.analysisId, at + 1, madeAt),
      insert(other.analysisId, at + 1, madeAt),
    ]),
  );
  await call(`/api/analyses/${inbox.analysisId}/versions/2/entered`, { method: 'POST', cookie });
  expect(await (await deliver(inbox)).json()).toMatchObject({ version: days.length + MAX_VERSIONS });
  const numbers = (await storedOf(inbox)).versions.map(({ number }) => number);
  expect(numbers.slice(0, 3)).toEqual([2, 4, 8]);
  expect(numbers).toHaveLength(MAX_VERSIONS + 3);
  expect((await storedOf(other)).versions).toHaveLength(days.length + MAX_VERSIONS - 1);
});
