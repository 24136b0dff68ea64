import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  gunzip,
  gzip,
  list,
  makeSave,
  read,
  save,
  saved,
  sendDataset,
  sendHere,
  toLines,
  UNNAMED,
} from './analysis-support.ts';
import { call, cookieOf, count, PASSWORD, request, signedInUser, signIn } from './support.ts';
import { watchDatabase } from './watched-database.ts';
import { eventually } from '../support/eventually.ts';

const ROWS = [
  ['Status', 'Source'],
  ['Qualified', 'Google'],
];

afterEach(() => {
  vi.useRealTimers();
});

const replace = (id: string, body: unknown, cookie: string | null): Promise<Response> =>
  call(`/api/analyses/${id}`, { method: 'PUT', body, cookie });

/** Another save in every field. */
function makeOther() {
  const { analysisData, configurationData } = makeSave();
  const metrics = analysisData.metrics.map((metric) => ({ ...metric, conversionRate: 99 }));
  return makeSave({
    fileName: 'other.csv',
    conversionValue: 7,
    significanceThreshold: 25,
    configurationData: { ...configurationData, qualifiedValues: ['Won'], valueMappings: {} },
    analysisData: { ...analysisData, metrics, overallRate: 50, totalLeads: 200, totalQualified: 100 },
  });
}

test('figures and configuration are replaced; id, time and dataset stay, and so do other records', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 1, 2), toFake: ['Date'] });
  const [{ cookie, id: userId }, other] = [await signedInUser(), await signedInUser()];
  const [id, second, foreign] = [await saved(cookie), await saved(cookie), await saved(other.cookie)];
  await sendDataset(id, await gzip(toLines(ROWS)), cookie);
  const [before, foreignBefore] = await Promise.all(
    [read(second, cookie), read(foreign, other.cookie)].map(async (answer) => (await answer).json()),
  );
  vi.setSystemTime(Date.UTC(2026, 1, 3));
  const body = makeOther();
  const response = await replace(id, body, cookie);
  expect([response.status, await response.json()]).toEqual([
    200,
    { id, version: 3, updatedAt: '2026-02-03T00:00:00.000Z' },
  ]);

  const [headers, ...rows] = ROWS;
  expect(await (await read(id, cookie)).json()).toEqual({
    ...body,
    ...UNNAMED,
    name: 'other.csv',
    id,
    createdAt: '2026-02-02T00:00:00.000Z',
    version: 3,
    updatedAt: '2026-02-03T00:00:00.000Z',
    analysisData: { ...body.analysisData, headers, rows },
  });
  const summary = {
    id,
    fileName: 'other.csv',
    conversionValue: 7,
    analysisData: { totalLeads: 200 },
    choices: { qualifiedValues: { first: ['Won'] } },
  };
  const listed = await list(cookie);
  expect(listed.find((item) => item.id === second)).toMatchObject({
    choices: { qualifiedValues: { first: ['Qualified'] } },
  });
  expect(listed.find((item) => item.id === id)).toMatchObject({
    ...summary,
    analysisData: { ...summary.analysisData, metrics: [{ conversionRate: 99 }, { conversionRate: 99 }] },
  });
  expect(await (await read(second, cookie)).json()).toEqual(before);
  expect(await (await read(foreign, other.cookie)).json()).toEqual(foreignBefore);
  expect(await count('uploads WHERE user_id = ?', userId)).toBe(5);
});

/** A change that was made for a version. */
const change = (id: string, cookie: string, ifMatch: string, sent: { method: string; body: unknown }) =>
  call(`/api/analyses/${id}`, { ...sent, cookie, headers: { 'If-Match': ifMatch } });

const FIGURES = { method: 'PUT', body: makeOther() };
const LABELS = { method: 'PATCH', body: { name: 'October', note: 'All regions' } };

describe.each([
  ['figures', FIGURES],
  ['a name and a note', LABELS],
])('%s for a version', (_what, sent) => {
  test('are stored for the stored version, and refused for an older one', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 1, 2), toFake: ['Date'] });
    const [user, other] = [await signedInUser(), await signedInUser()];
    const elsewhere = cookieOf(await signIn(user.email, PASSWORD)) ?? '';
    const [id, second, foreign] = [
      await saved(user.cookie),
      await saved(user.cookie),
      await saved(other.cookie),
    ];
    const others = () =>
      Promise.all(
        [read(second, user.cookie), read(foreign, other.cookie)].map(async (one) => (await one).text()),
      );
    const before = await others();
    const opened = await read(id, user.cookie);
    expect(await opened.json()).toMatchObject({ version: 1 });
    const tag = '"1"';
    expect(await list(user.cookie)).toContainEqual(expect.objectContaining({ id, version: 1 }));

    // Another session of this user changes it meanwhile.
    vi.setSystemTime(Date.UTC(2026, 1, 3));
    const first = await change(id, elsewhere, tag, sent);
    const version = { version: 2, updatedAt: '2026-02-03T00:00:00.000Z' };
    expect([first.status, await first.json()]).toMatchObject([200, version]);
    expect(await list(user.cookie)).toContainEqual(expect.objectContaining({ id, ...version }));
    const stored = await (await read(id, user.cookie)).text();

    vi.setSystemTime(Date.UTC(2026, 1, 4));
    for (const late of [FIGURES, LABELS]) {
      const answer = await change(id, user.cookie, tag, late);
      expect([answer.status, await answer.json()]).toMatchObject([
        412,
        { code: 'CHANGED', current: version },
      ]);
    }
    expect(await (await read(id, user.cookie)).text()).toBe(stored);
    expect(await count('uploads WHERE user_id = ?', user.id)).toBe(4);

    // With the version of the answer the change goes through. A foreign record is not there, whatever the version.
    expect((await change(id, user.cookie, '"2"', sent)).status).toBe(200);
    expect((await change(id, other.cookie, '"3"', sent)).status).toBe(404);
    expect((await change(foreign, user.cookie, '"1"', sent)).status).toBe(404);
    expect(await others()).toEqual(before);
  });

  test.each([
    ['"1"', 200],
    ['W/"1"', 400],
    ['"7", "1"', 200],
    ['*', 200],
    ['"0"', 412],
    ['"10"', 412],
    ['1', 400],
    ['"1"x', 400],
    ['"one"', 400],
  ])('with If-Match %s are answered %d', async (ifMatch, status) => {
    const { cookie } = await signedInUser();
    expect((await change(await saved(cookie), cookie, ifMatch, sent)).status).toBe(status);
  });
});

test('of two changes for one version that come at once, one is stored', async () => {
  const { cookie, id: userId } = await signedInUser();
  const [id, second] = [await saved(cookie), await saved(cookie)];
  // The other change comes after the version was looked at, and just before the new one is stored.
  let isFirst = true;
  const DB = watchDatabase(env.DB, async ({ statements, work }) => {
    if (isFirst && statements.some((sql) => sql.startsWith('update "saved_analyses"'))) {
      isFirst = false;
      expect((await change(id, cookie, '"1"', LABELS)).status).toBe(200);
    }
    return await work();
  });
  const sent = request(`/api/analyses/${id}`, { ...FIGURES, cookie, headers: { 'If-Match': '"1"' } });
  const response = await sendHere(sent, { DB });
  expect([response.status, await response.json()]).toMatchObject([412, { current: { version: 2 } }]);
  expect(await (await read(id, cookie)).json()).toMatchObject({ ...makeSave(), name: 'October', version: 2 });
  expect(await list(cookie)).toContainEqual(expect.objectContaining({ id: second, version: 1 }));
  await eventually(async () => expect(await count('uploads WHERE user_id = ?', userId)).toBe(4));
});

test('a dataset for an older version is refused, and the stored one stays', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  const send = async (row: string, version: number) => {
    const { url, headers } = request(`/api/analyses/${id}/dataset`, { cookie, method: 'PUT' });
    const body = await gzip(
      toLines([
        ['Status', 'Source'],
        ['Qualified', row],
      ]),
    );
    const all = {
      ...Object.fromEntries(headers),
      'If-Match': `"${version}"`,
      'Content-Type': 'application/gzip',
    };
    return await sendHere(new Request(url, { method: 'PUT', body, headers: all }));
  };
  expect((await send('first', 1)).status).toBe(200);
  expect((await send('late', 1)).status).toBe(412);
  expect(await gunzip(await call(`/api/analyses/${id}/dataset`, { cookie }))).toContain('first');
});

test('a record that waits for its dataset goes on waiting', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie, { datasetFollows: true });
  expect((await replace(id, makeOther(), cookie)).status).toBe(200);
  expect(await list(cookie)).toEqual([]);
  await sendDataset(id, await gzip(toLines(ROWS)), cookie);
  expect(await list(cookie)).toMatchObject([{ id, fileName: 'other.csv' }]);
});

test('a refused save leaves the analysis as it was', async () => {
  const [{ cookie, id: userId }, other] = [await signedInUser(), await signedInUser()];
  const id = await saved(cookie);
  await sendDataset(id, await gzip(toLines(ROWS)), cookie);
  const before = await (await read(id, cookie)).text();
  const { analysisData } = makeOther();
  const inline = { ...makeOther(), analysisData: { ...analysisData, headers: ROWS[0], rows: [ROWS[1]] } };
  const refusals: [number, Promise<Response>][] = [
    [400, replace(id, { ...makeOther(), fileName: '' }, cookie)],
    [400, replace(id, inline, cookie)],
    [401, replace(id, makeOther(), null)],
    [404, replace(id, makeOther(), other.cookie)],
    [404, replace(crypto.randomUUID(), makeOther(), cookie)],
  ];
  for (const [status, response] of refusals) expect((await response).status).toBe(status);
  expect(await (await replace(id, inline, cookie)).json()).toEqual({
    message: 'The dataset is replaced by PUT /api/analyses/{id}/dataset, not here',
    code: 'INVALID_INPUT',
  });
  await env.DB.prepare("UPDATE uploads SET bytes = 26214400 - 100 WHERE user_id = ? AND kind = 'analysis'")
    .bind(userId)
    .run();
  const full = await replace(id, makeOther(), cookie);
  expect([full.status, await full.json()]).toMatchObject([409, { code: 'STORAGE_LIMIT' }]);
  expect(await (await read(id, cookie)).text()).toBe(before);
  expect(await count('uploads WHERE user_id = ?', userId)).toBe(3);
});

test('an analysis that is deleted while it is replaced stays deleted, and others stay', async () => {
  const { cookie, id: userId } = await signedInUser();
  const [id, second] = [await saved(cookie), await saved(cookie)];
  const DB = watchDatabase(env.DB, async ({ statements, work }) => {
    if (statements.some((sql) => sql.startsWith('update "saved_analyses"')))
      await env.DB.prepare('DELETE FROM saved_analyses WHERE id = ?').bind(id).run();
    return await work();
  });
  const sent = request(`/api/analyses/${id}`, { method: 'PUT', body: makeOther(), cookie });
  const response = await sendHere(sent, { DB });
  expect([response.status, await response.json()]).toEqual([404, { message: 'Analysis not found' }]);
  expect(await list(cookie)).toMatchObject([{ id: second, fileName: 'leads.csv' }]);
  await eventually(async () => expect(await count('uploads WHERE user_id = ?', userId)).toBe(2));
});

test('a user who keeps 100 analyses replaces one of them, and one that waits for its dataset', async () => {
  const { cookie } = await signedInUser();
  const waiting = await saved(cookie, { datasetFollows: true });
  const id = await saved(cookie);
  const columns =
    'user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at';
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
     INSERT INTO saved_analyses (id, ${columns}) SELECT 'r-' || i || id, ${columns} FROM saved_analyses, n WHERE id = ?`,
  )
    .bind(id)
    .run();
  expect((await save(makeSave(), { cookie })).status).toBe(409);
  expect((await replace(id, makeOther(), cookie)).status).toBe(200);
  expect((await replace(waiting, makeOther(), cookie)).status).toBe(200);
  expect(await list(cookie)).toHaveLength(100);
});

test('it counts as a save: 20 a minute', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 6, 8), toFake: ['Date'] });
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  for (let saves = 1; saves < 20; saves++) expect((await replace(id, makeOther(), cookie)).status).toBe(200);
  expect((await replace(id, makeOther(), cookie)).status).toBe(429);
});

test('the dataset of a replaced analysis is answered as it was', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  await sendDataset(id, await gzip(toLines(ROWS)), cookie);
  await replace(id, makeOther(), cookie);
  expect(await gunzip(await call(`/api/analyses/${id}/dataset`, { cookie }))).toBe(toLines(ROWS));
});

test('what the conversion action counts is one of two answers', async () => {
  const { cookie } = await signedInUser();
  const { configurationData } = makeSave();
  const body = { ...makeSave(), configurationData: { ...configurationData, conversionAction: 'calls' } };
  expect((await save(body, { cookie })).status).toBe(400);
});

test('leads that count, names of dates and the conversion action are kept as they were sent, and only in their own record', async () => {
  const [{ cookie }, other] = [await signedInUser(), await signedInUser()];
  const [id, second, foreign] = [await saved(cookie), await saved(cookie), await saved(other.cookie)];
  const readJson = async (of: string, by: string) => (await read(of, by)).json();
  const before = [await readJson(second, cookie), await readJson(foreign, other.cookie)];
  const { configurationData, analysisData } = makeSave();
  const body = makeSave({
    configurationData: {
      ...configurationData,
      leftOutStatuses: ['Open', '(Blank)'],
      conversionAction: 'converted-leads',
      dateNames: { Created: { preset: 'weekday', format: 'day-first' } },
      dateFilter: {
        column: 'Created',
        format: null,
        from: '2026-01-01',
        to: null,
        youngerThanDays: 28,
      },
    },
    analysisData: {
      ...analysisData,
      leftOutLeads: { byStatus: 3, unreadableDate: 0, byDate: 2, young: 1 },
      otherStatuses: [{ value: 'New', leads: 40 }],
      toEnter: [
        {
          fieldName: 'Source',
          fieldValue: 'Google',
          figures: [{ platform: 'google', multiplier: 0.7 }],
          pairRules: 1,
        },
      ],
    },
  });
  expect((await replace(id, body, other.cookie)).status).toBe(404);
  expect((await replace(id, body, cookie)).status).toBe(200);
  expect(await readJson(id, cookie)).toMatchObject({
    configurationData: body.configurationData,
    analysisData: {
      leftOutLeads: body.analysisData.leftOutLeads,
      otherStatuses: body.analysisData.otherStatuses,
      toEnter: body.analysisData.toEnter,
    },
  });
  expect([await readJson(second, cookie), await readJson(foreign, other.cookie)]).toEqual(before);
  // Older clients send none of it.
  expect((await replace(id, makeSave(), cookie)).status).toBe(200);
  const { configurationData: stored } = (await readJson(id, cookie)) as { configurationData: object };
  expect(stored).toEqual(configurationData);
});

test.each([
  ['youngerThanDays', -1],
  ['youngerThanDays', 36_501],
  ['youngerThanDays', 1.5],
  ['from', '1.3.2026'],
  ['to', 17],
  ['format', 'us'],
])('a condition about dates with %s %s is refused', async (key, value) => {
  const { cookie } = await signedInUser();
  const { configurationData } = makeSave();
  const dateFilter = {
    column: 'Created',
    format: null,
    from: null,
    to: null,
    youngerThanDays: null,
    [key]: value,
  };
  const body = { ...makeSave(), configurationData: { ...configurationData, dateFilter } };
  expect((await save(body, { cookie })).status).toBe(400);
});
