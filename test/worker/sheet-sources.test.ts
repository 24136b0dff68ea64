import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR, RUNS_BY_HAND, SOURCE_CHANGES } from '#contract/limits.ts';
import { sourceStatusSchema, type Source } from '#contract/sources.ts';
import { errorBodySchema } from '#contract/errors.ts';
import type { Env } from '#worker/env.ts';
import { deliver, makeInbox } from './inbox-support.ts';
import {
  anAnalysis,
  aSheet,
  aSheetOwner,
  callScheduling,
  DAILY,
  describeSheet,
  makeRows,
  makeSpreadsheetId,
  readSource,
  rowOf,
  restoreBindings,
  SCHEDULING,
  sheetBody,
  versionsOf,
  withRuns,
  type TestSheet,
} from './sheet-support.ts';
import { userThere } from './connection-support.ts';
import { cookieOf, PASSWORD, spend } from './support.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

beforeEach(() => Object.assign(env, SCHEDULING));
afterEach(() => {
  restoreBindings();
  vi.useRealTimers();
});

interface Change {
  body?: unknown;
  cookie?: string;
  bindings?: Partial<Env>;
}

/** A call on the source of a sheet, by its owner unless it says otherwise. */
const call = (
  { analysisId, owner }: Pick<TestSheet, 'analysisId' | 'owner'>,
  [method, what]: readonly [string, string],
  { body, cookie = owner.cookie, bindings }: Change = {},
) => callScheduling(`/api/analyses/${analysisId}/source${what}`, { method, cookie, body }, bindings);

const MAKE = ['PUT', ''] as const;
const READ = ['GET', ''] as const;
const SCHEDULE = ['PUT', '/schedule'] as const;
const RUN = ['POST', '/run'] as const;
const PAUSE = ['POST', '/pause'] as const;
const RESUME = ['POST', '/resume'] as const;
const TOKEN = ['POST', '/token'] as const;
const END = ['DELETE', ''] as const;

async function readRefusal(answer: Response): Promise<[number, string | undefined, string]> {
  const { code, message } = errorBodySchema.parse(await answer.json());
  return [answer.status, code, message];
}

test('a sheet with a schedule is the source of an analysis, and its first run is the next hour of the schedule', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 6, 1, 5, 59), toFake: ['Date'] });
  const owner = await aSheetOwner();
  const [analysisId, spreadsheetId] = [await anAnalysis(owner.cookie), makeSpreadsheetId()];
  const answer = await call({ analysisId, owner }, MAKE, { body: sheetBody(spreadsheetId) });
  expect(answer.status).toBe(201);
  const { source } = sourceStatusSchema.parse(await answer.json());
  expect(source).toEqual({
    kind: 'sheet',
    id: expect.any(String),
    state: 'active',
    createdAt: '2026-07-01T05:59:00.000Z',
    lastRunAt: null,
    lastError: null,
    sheet: { spreadsheetId, tabId: 0, title: 'Leads', tabTitle: 'May' },
    schedule: DAILY,
    nextDueAt: '2026-07-01T06:00:00.000Z',
    isRunning: false,
  });
  expect(await (await call({ analysisId, owner }, READ)).json()).toEqual({ source });
  const again = await call({ analysisId, owner }, MAKE, { body: sheetBody(spreadsheetId) });
  expect((await readRefusal(again)).slice(0, 2)).toEqual([409, 'SOURCE_EXISTS']);
  const list = await (await callScheduling('/api/analyses', { cookie: owner.cookie })).json();
  expect(list).toMatchObject([{ source: 'active' }]);
});

test('a sheet needs the connection of its owner, and its analysis', async () => {
  const [stranger, owner] = [await userThere(), await aSheetOwner()];
  const body = sheetBody(makeSpreadsheetId());
  const own = {
    analysisId: await anAnalysis(stranger.cookie ?? ''),
    owner: { ...stranger, cookie: stranger.cookie ?? '' },
  };
  expect((await readRefusal(await call(own, MAKE, { body }))).slice(0, 2)).toEqual([409, 'DISCONNECTED']);
  expect((await call(own, MAKE, { body, cookie: owner.cookie })).status).toBe(404);
  const waiting = { owner, analysisId: await anAnalysis(owner.cookie, { datasetFollows: true }) };
  expect((await call(waiting, MAKE, { body })).status).toBe(404);
  expect(await (await call(own, READ)).json()).toEqual({ source: null });
});

const SHEET = sheetBody('1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms');

test.each([
  { kind: 'sheet' },
  { kind: 'file' },
  { ...SHEET, schedule: { ...DAILY, hour: 24 } },
  { ...SHEET, schedule: { ...DAILY, timeZone: 'Mars/Base' } },
  { ...SHEET, schedule: { ...DAILY, every: 'week' } },
  { ...SHEET, sheet: { spreadsheetId: '../x', tabId: 0, title: '', tabTitle: '' } },
  { ...SHEET, sheet: { spreadsheetId: 'x'.repeat(129), tabId: 0, title: '', tabTitle: '' } },
  { ...SHEET, sheet: { spreadsheetId: 'x'.repeat(44), tabId: -1, title: '', tabTitle: '' } },
])('a source %j is refused', async (body) => {
  const owner = await aSheetOwner();
  const made = { owner, analysisId: await anAnalysis(owner.cookie) };
  expect((await readRefusal(await call(made, MAKE, { body }))).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
});

test('a changed schedule names the next run, of this source alone', async () => {
  const owner = await aSheetOwner();
  const [sheet, other] = [await aSheet(owner), await aSheet(owner)];
  const before = await rowOf(other);
  const answer = await call(sheet, SCHEDULE, { body: { ...DAILY, hour: 8 } });
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { source: { schedule: { hour: 8 }, nextDueAt: expect.stringMatching(/T07:00/) } },
  ]);
  expect((await call(sheet, SCHEDULE, { body: { ...DAILY, hour: 25 } })).status).toBe(400);
  expect(await rowOf(other)).toEqual(before);
});

test('a run by hand reads the sheet now, and the next one is that of the schedule', async () => {
  const owner = await aSheetOwner();
  const [sheet, other] = [await aSheet(owner), await aSheet(owner)];
  const before = await rowOf(other);
  await withRuns(async () => {
    const answer = await call(sheet, RUN);
    expect(answer.status).toBe(202);
    sourceStatusSchema.parse(await answer.json());
  });
  expect(await versionsOf(sheet)).toMatchObject([{ number: 1, leads: 40 }]);
  expect(await readSource(sheet)).toMatchObject({
    isRunning: false,
    lastRunAt: expect.any(String),
    nextDueAt: new Date(sheet.dueAt).toISOString(),
  });
  await describeSheet(sheet.spreadsheetId, { tabs: [{ title: 'May', rows: makeRows(80) }] });
  await withRuns(() => call(sheet, RUN));
  expect(await versionsOf(sheet)).toMatchObject([{ number: 1 }, { number: 2, leads: 80 }]);
  expect(await rowOf(other)).toEqual(before);
});

test('a run that is under way is not begun again, and says so without its last error', async () => {
  const sheet = await aSheet(await aSheetOwner());
  const until = Date.now() + HOUR;
  await env.DB.prepare("UPDATE sources SET lease = 'x', lease_until = ?, last_error = 'y' WHERE id = ?")
    .bind(until, sheet.id)
    .run();
  const before = await rowOf(sheet);
  const answer = await call(sheet, RUN);
  expect([answer.status, await answer.json()]).toMatchObject([
    202,
    { source: { isRunning: true, lastError: null } },
  ]);
  expect(await rowOf(sheet)).toEqual(before);
  vi.useFakeTimers({ now: until, toFake: ['Date'] });
  expect(await readSource(sheet)).toMatchObject({ isRunning: false, lastError: 'y' });
});

test('a paused source has no next run, and takes none by hand; resumed, its next one is that of the schedule', async () => {
  const owner = await aSheetOwner();
  const [sheet, other] = [await aSheet(owner), await aSheet(owner)];
  await env.DB.prepare('UPDATE sources SET next_due_at = 1, failures = 3, starts = 2 WHERE id = ?')
    .bind(sheet.id)
    .run();
  expect(await (await call(sheet, PAUSE)).json()).toMatchObject({
    source: { state: 'paused', nextDueAt: null },
  });
  expect((await readRefusal(await call(sheet, RUN))).slice(0, 2)).toEqual([409, 'PAUSED']);
  expect(await (await call(sheet, RESUME)).json()).toMatchObject({
    source: { state: 'active', nextDueAt: new Date(sheet.dueAt).toISOString() },
  });
  expect(await rowOf(sheet)).toMatchObject({ failures: 0, starts: 0 });
  // Resumed once more, nothing of a run changes that waits for its turn.
  await env.DB.prepare('UPDATE sources SET next_due_at = 1 WHERE id = ?').bind(sheet.id).run();
  await call(sheet, RESUME);
  expect(await rowOf(sheet)).toMatchObject({ next_due_at: 1 });
  expect(await readSource(other)).toMatchObject({ state: 'active' });
});

test('a sheet has no token and takes no delivery, and an inbox has no schedule and no run', async () => {
  const owner = await aSheetOwner();
  const sheet = await aSheet(owner);
  const bindings = { INBOX: 'on' };
  expect((await call(sheet, TOKEN, { bindings })).status).toBe(404);
  expect(await rowOf(sheet)).toMatchObject({ token_hash: null });
  expect((await deliver({ id: sheet.id, token: '' }, 'a,b\n1,2')).status).toBe(401);
  const inbox = { owner, ...(await makeInbox(owner.cookie, await anAnalysis(owner.cookie))) };
  expect((await call(inbox, SCHEDULE, { body: DAILY })).status).toBe(404);
  expect((await call(inbox, RUN)).status).toBe(404);
  expect((await call(inbox, PAUSE)).status).toBe(200);
  expect((await call(inbox, RUN)).status).toBe(404);
  expect(await (await call(inbox, RESUME)).json()).toMatchObject({
    source: { kind: 'inbox', state: 'active' },
  });
});

test.each([MAKE, SCHEDULE, RUN, PAUSE, RESUME])(
  '%s …/source%s needs a user, and finds nothing of another one',
  async (...what) => {
    const [sheet, other] = [await aSheet(await aSheetOwner()), await aSheet(await aSheetOwner())];
    const before = await rowOf(sheet);
    const body =
      what[1] === '' ? sheetBody(sheet.spreadsheetId) : what[1] === '/schedule' ? DAILY : undefined;
    expect((await call(sheet, what, { body, cookie: '' })).status).toBe(401);
    const { cookie } = other.owner;
    const foreign = await call(sheet, what, { body, cookie });
    const unknown = await call({ ...sheet, analysisId: UNKNOWN }, what, { body, cookie });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(await foreign.json()).toEqual(await unknown.json());
    expect(await rowOf(sheet)).toEqual(before);
  },
);

test('a second session of the owner sees and changes the same source', async () => {
  const sheet = await aSheet(await aSheetOwner());
  const body = { email: sheet.owner.email, password: PASSWORD };
  const cookie = cookieOf(await callScheduling('/api/auth/login', { method: 'POST', body })) ?? '';
  await call(sheet, SCHEDULE, { body: { ...DAILY, hour: 9 }, cookie });
  expect(await readSource(sheet)).toMatchObject({ id: sheet.id, schedule: { hour: 9 } });
});

test('a site that reads no sheets makes none and runs none, and lets an earlier one be read, paused and ended', async () => {
  const sheet = await aSheet(await aSheetOwner());
  const made = { owner: sheet.owner, analysisId: await anAnalysis(sheet.owner.cookie) };
  const none: Partial<Env>[] = [
    { SCHEDULED_RUNS: 'off' },
    { SCHEDULED_RUNS: 'ON' },
    { GOOGLE_CLIENT_ID: '' },
  ];
  for (const bindings of none) {
    const answers = [
      await call(made, MAKE, { body: sheetBody(sheet.spreadsheetId), bindings }),
      await call(sheet, SCHEDULE, { body: DAILY, bindings }),
      await call(sheet, RUN, { bindings }),
    ];
    for (const answer of answers)
      expect(await readRefusal(answer)).toEqual([404, undefined, 'This site reads no sheets on a schedule.']);
  }
  const off = { bindings: { SCHEDULED_RUNS: 'off' } };
  const answers = [await call(sheet, READ, off), await call(sheet, PAUSE, off), await call(sheet, END, off)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('runs by hand and changes are limited, each by its own count and for one user', async () => {
  const [sheet, other] = [await aSheet(await aSheetOwner()), await aSheet(await aSheetOwner())];
  await call(sheet, PAUSE);
  expect((await call(sheet, RUN)).status).toBe(409);
  await spend('run', RUNS_BY_HAND.count - 2);
  expect((await call(sheet, RUN)).status).toBe(409);
  expect((await call(sheet, RUN)).status).toBe(429);
  expect((await call(sheet, SCHEDULE, { body: DAILY })).status).toBe(200);
  await spend('source', SOURCE_CHANGES.count - 4);
  expect((await call(sheet, SCHEDULE, { body: DAILY })).status).toBe(200);
  expect((await call(sheet, SCHEDULE, { body: DAILY })).status).toBe(429);
  expect((await call(other, SCHEDULE, { body: DAILY })).status).toBe(200);
});

test('an ended sheet keeps its versions, and another source can follow', async () => {
  const sheet = await aSheet(await aSheetOwner());
  await withRuns(() => call(sheet, RUN));
  expect((await call(sheet, END)).status).toBe(200);
  const answer = await call(sheet, MAKE, { body: sheetBody(sheet.spreadsheetId) });
  const { source } = await answer.json<{ source: Source }>();
  expect(source.id).not.toBe(sheet.id);
  await withRuns(() => call(sheet, RUN));
  expect(await versionsOf(sheet)).toMatchObject([
    { number: 1, source_id: sheet.id },
    { number: 2, source_id: source.id },
  ]);
  expect(sheet.dueAt - Date.now()).toBeLessThanOrEqual(DAY);
});
