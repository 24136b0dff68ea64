import { env, exports } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import type { SaveAnalysis } from '#contract/analyses.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { list, makeSave, read, save, saved, UNNAMED } from './analysis-support.ts';
import { ORIGIN, call, count, deletion, signedInUser } from './support.ts';
import { expectSame } from '../support/expect-same.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const MIB = 1024 * 1024;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a save is answered with its id and comes back as it was', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2, 3, 4, 5, 678), toFake: ['Date'] });
  const { cookie } = await signedInUser();
  const body = makeSave();
  const response = await save(body, { cookie });
  const { id } = await response.json<{ id: string }>();
  expect(response.status).toBe(201);
  expect(id).toMatch(ID);
  const answer = await read(id, cookie);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/json']);
  const createdAt = '2026-01-02T03:04:05.678Z';
  const first = { version: 1, updatedAt: createdAt };
  expect(await answer.json()).toEqual({ ...body, ...UNNAMED, id, createdAt, ...first });
});

test('the figures of stages come back with their analysis, and are of no other one', async () => {
  const { cookie } = await signedInUser();
  const save = makeSave();
  const stages = STORED_STAGES;
  const id = await saved(cookie, { ...save, analysisData: { ...save.analysisData, stages } });
  const other = await saved(cookie);
  const figuresOf = async (one: string) => {
    const { analysisData } = await (await read(one, cookie)).json<SaveAnalysis>();
    return analysisData;
  };
  expect((await figuresOf(id)).stages).toEqual(STORED_STAGES);
  expect(await figuresOf(other)).not.toHaveProperty('stages');
});

test('headers and rows inside the save come back', async () => {
  const { cookie } = await signedInUser();
  const headers = ['Status', '__proto__', 'é "q" \\ \u2028'];
  const rows = [
    ['Qualified', '', '\n\t\u0000😀'],
    ['', 'constructor', '</script>'],
  ];
  const { analysisData } = makeSave();
  const id = await saved(cookie, { analysisData: { ...analysisData, headers, rows } });
  expect(await (await read(id, cookie)).json()).toMatchObject({ analysisData: { headers, rows } });
});

test('thousands of rows inside the save come back, each once and in order', async () => {
  const { cookie } = await signedInUser();
  const rows = Array.from({ length: 4001 }, (_, index) => ['Qualified', String(index)]);
  const { analysisData } = makeSave();
  const id = await saved(cookie, { analysisData: { ...analysisData, headers: ['Status', 'Source'], rows } });
  const answer = await (await read(id, cookie)).json<{ analysisData: { rows: unknown } }>();
  expect(answer.analysisData.rows).toEqual(rows);
});

test('the members may come in any order, with any spacing', async () => {
  const { cookie } = await signedInUser();
  const { analysisData, configurationData, ...rest } = makeSave();
  const body = {
    configurationData,
    analysisData: { rows: [['Qualified', 'x']], ...analysisData, headers: ['Status', 'Source'] },
    ...rest,
  };
  const response = await save(JSON.stringify(body, null, 2), { cookie });
  const { id } = await response.json<{ id: string }>();
  expect(await (await read(id, cookie)).json()).toMatchObject(body);
});

test('a field that may be missing has its default', async () => {
  const { cookie } = await signedInUser();
  const { metrics, overallRate, totalLeads, totalQualified } = makeSave().analysisData;
  const id = await saved(cookie, {
    configurationData: { statusColumn: 'S', attributeColumns: ['A'], qualifiedValues: [] },
    analysisData: { metrics, overallRate, totalLeads, totalQualified },
  });
  const answer = await (await read(id, cookie)).json<Record<string, unknown>>();
  expect(answer).toMatchObject({
    configurationData: { notQualifiedValues: [], valueMappings: {}, binningConfig: {} },
    analysisData: { correlationTests: [], dataSource: 'csv' },
  });
  expect(answer['analysisData']).not.toHaveProperty('rows');
  expect(answer['analysisData']).not.toHaveProperty('headers');
});

test('names like __proto__ are names on every level', async () => {
  const { cookie } = await signedInUser();
  const text = JSON.stringify(makeSave())
    .replaceAll('"Source"', '"__proto__"')
    .replaceAll('"fb"', '"__proto__"');
  const response = await save(text, { cookie });
  const { id } = await response.json<{ id: string }>();
  const answer = await (await read(id, cookie)).text();
  expect(answer).toContain('"valueMappings":{"__proto__":{"__proto__":"Facebook"}}');
  expect(answer).toContain('"attributeColumns":["__proto__","Age"]');
});

test('fields that the contract does not name are not kept', async () => {
  const { cookie, id: userId } = await signedInUser();
  const other = await signedInUser();
  const body = {
    ...makeSave(),
    id: UNKNOWN,
    userId: other.id,
    user_id: other.id,
    createdAt: '2001-01-01T00:00:00.000Z',
    awaitsDataset: true,
    extra: { deep: [1, { 2: 3 }] },
  };
  const metrics = [{ ...body.analysisData.metrics[0], id: 'x', html: '<b>' }];
  const response = await save(
    { ...body, analysisData: { ...body.analysisData, metrics, user: 1 } },
    { cookie },
  );
  const { id } = await response.json<{ id: string }>();
  expect(id).not.toBe(UNKNOWN);
  const answer = await (await read(id, cookie)).json<Record<string, unknown>>();
  expect(Object.keys(answer).toSorted()).toEqual([
    'analysisData',
    'configurationData',
    'conversionValue',
    'createdAt',
    'fileName',
    'id',
    'name',
    'note',
    'significanceThreshold',
    'updatedAt',
    'version',
  ]);
  expect(answer['analysisData']).toEqual({ ...body.analysisData, metrics: [body.analysisData.metrics[0]] });
  expect(new Date(String(answer['createdAt'])).getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(await count('saved_analyses WHERE user_id = ?', userId)).toBe(1);
  expect(await list(other.cookie)).toEqual([]);
});

test('the list is the newest first, with figures and the top segments, and no rows', async () => {
  const { cookie } = await signedInUser();
  const segment = (fieldValue: string, qualifiedLeads: number) => ({
    fieldName: 'Source',
    fieldValue,
    totalLeads: 10,
    qualifiedLeads,
    conversionRate: 10 * qualifiedLeads,
  });
  const metrics = [segment('a', 3), segment('b', 5), segment('c', 4), segment('d', 9), segment('e', 7)];
  const start = Date.UTC(2026, 4, 5);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const first = await saved(cookie, { fileName: 'first.csv' });
  vi.setSystemTime(start + 1000);
  const { analysisData } = makeSave();
  const rows = [['Qualified', 'x']];
  const second = await saved(cookie, {
    analysisData: { ...analysisData, metrics, headers: ['Status', 'Source'], rows },
  });
  const [newest, oldest, ...more] = await list(cookie);
  expect(more).toEqual([]);
  expect(oldest).toMatchObject({ id: first, fileName: 'first.csv' });
  expect(newest).toEqual({
    id: second,
    ...UNNAMED,
    version: 1,
    updatedAt: '2026-05-05T00:00:01.000Z',
    isShared: false,
    source: null,
    alerts: { open: 0, unseen: 0 },
    fileName: 'leads.csv',
    createdAt: '2026-05-05T00:00:01.000Z',
    conversionValue: 249.5,
    significanceThreshold: 10,
    analysisData: {
      overallRate: 34,
      totalLeads: 100,
      totalQualified: 34,
      metrics: [segment('d', 9), segment('e', 7), segment('b', 5)],
    },
    choices: {
      statusColumn: 'Status',
      qualifiedValues: { first: ['Qualified'], count: 1 },
      attributes: [
        { field: 'Source', ranges: null },
        {
          field: 'Age',
          ranges: {
            first: [
              { min: 18, max: 40, label: 'Low' },
              { min: 40.01, max: null, label: 'High' },
            ],
            count: 2,
          },
        },
      ],
    },
  });
});

test('the list has the first ten of many choices and says how many there are, with long names cut', async () => {
  const { cookie } = await signedInUser();
  const type = 'numeric' as const;
  const bins = Array.from({ length: 11 }, (_, min) => ({ min, max: min, label: 'l'.repeat(201) }));
  const values = Array.from({ length: 12 }, (_, n) => (n === 0 ? 'v'.repeat(200) : `v${n}`));
  await saved(cookie, {
    configurationData: {
      statusColumn: 's'.repeat(201),
      attributeColumns: ['constructor', 'f'.repeat(300), '__proto__'],
      qualifiedValues: values,
      binningConfig: { ['__proto__']: { type, bins }, constructor: { type, bins: [] } },
    },
  });
  const cut = (letter: string) => `${letter.repeat(199)}…`;
  expect(await list(cookie)).toMatchObject([
    {
      choices: {
        statusColumn: cut('s'),
        qualifiedValues: { first: values.slice(0, 10), count: 12 },
        attributes: [
          { field: 'constructor', ranges: null },
          { field: cut('f'), ranges: null },
          {
            field: '__proto__',
            ranges: { first: bins.slice(0, 10).map((bin) => ({ ...bin, label: cut('l') })), count: 11 },
          },
        ],
      },
    },
  ]);
});

test('an analysis of an earlier release is listed without its choices', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  await env.DB.prepare('UPDATE saved_analyses SET choices = NULL WHERE id = ?').bind(id).run();
  expect(await list(cookie)).toMatchObject([{ id, choices: null }]);
});

test('a segment at the overall rate is no top segment, and equal ones stand in their order', async () => {
  const { cookie } = await signedInUser();
  const segment = (fieldValue: string, conversionRate: number) => {
    return { fieldName: 'Source', fieldValue, totalLeads: 10, qualifiedLeads: 5, conversionRate };
  };
  const metrics = [
    segment('at', 34),
    segment('first', 34.001),
    segment('under', 33.999),
    segment('next', 34.001),
  ];
  await saved(cookie, { analysisData: { ...makeSave().analysisData, overallRate: 34, metrics } });
  expect(await list(cookie)).toMatchObject([
    { analysisData: { metrics: [{ fieldValue: 'first' }, { fieldValue: 'next' }] } },
  ]);
});

test('the list cuts names of more than 200 characters, and the analysis has them whole', async () => {
  const { cookie } = await signedInUser();
  const metric = { totalLeads: 10, qualifiedLeads: 5, conversionRate: 50 };
  const metrics = [
    { ...metric, fieldName: 'n'.repeat(200), fieldValue: 'v'.repeat(201) },
    { ...metric, fieldName: 'N'.repeat(201), fieldValue: 'V'.repeat(200) },
  ];
  const id = await saved(cookie, { analysisData: { ...makeSave().analysisData, metrics } });
  const cut = [
    { ...metric, fieldName: 'n'.repeat(200), fieldValue: `${'v'.repeat(199)}…` },
    { ...metric, fieldName: `${'N'.repeat(199)}…`, fieldValue: 'V'.repeat(200) },
  ];
  expect(await list(cookie)).toMatchObject([{ analysisData: { metrics: cut } }]);
  expect(await (await read(id, cookie)).json()).toMatchObject({ analysisData: { metrics } });
});

test('analyses of one moment are listed in the order of their ids, the last first', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 6), toFake: ['Date'] });
  const [user, other] = [await signedInUser(), await signedInUser()];
  const ids: string[] = [];
  for (let saves = 0; saves < 8; saves++) ids.push(await saved(user.cookie));
  const foreign = await saved(other.cookie);
  expect((await list(user.cookie)).map(({ id }) => id)).toEqual(ids.toSorted().toReversed());
  expect((await list(other.cookie)).map(({ id }) => id)).toEqual([foreign]);
});

test('a new user has an empty list', async () => {
  const { cookie } = await signedInUser();
  expect(await list(cookie)).toEqual([]);
});

test('deleting removes the analysis and everything of it, once', async () => {
  const { cookie, id: userId } = await signedInUser();
  const id = await saved(cookie);
  const response = await call(`/api/analyses/${id}`, { method: 'DELETE', cookie });
  expect([response.status, await response.json()]).toEqual([
    200,
    { message: 'The analysis has been deleted.' },
  ]);
  expect(await list(cookie)).toEqual([]);
  expect(await count('uploads WHERE user_id = ?', userId)).toBe(0);
  expect(await count('upload_parts p LEFT JOIN uploads u ON u.id = p.upload_id WHERE u.id IS NULL')).toBe(0);
  expect((await call(`/api/analyses/${id}`, { method: 'DELETE', cookie })).status).toBe(404);
});

test('every call needs sign-in', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  const calls: [string, string, unknown?][] = [
    ['GET', '/api/analyses'],
    ['POST', '/api/analyses', makeSave()],
    ['GET', `/api/analyses/${id}`],
    ['DELETE', `/api/analyses/${id}`],
  ];
  for (const [method, path, body] of calls) {
    const response = await call(path, { method, body });
    expect([method, path, response.status, await response.json()]).toEqual([
      method,
      path,
      401,
      { message: 'Unauthorized' },
    ]);
  }
  expect((await read(id, cookie)).status).toBe(200);
});

test('the analysis of another user is answered like one that does not exist', async () => {
  const [owner, other] = [await signedInUser(), await signedInUser()];
  const id = await saved(owner.cookie);
  for (const method of ['GET', 'DELETE']) {
    const answers = await Promise.all(
      [id, UNKNOWN, 'x', "' OR 1=1 --"].map(async (path) => {
        const response = await call(`/api/analyses/${path}`, { method, cookie: other.cookie });
        return [response.status, await response.text(), [...response.headers].toString()];
      }),
    );
    expect(answers[0]?.slice(0, 2)).toEqual([404, '{"message":"Analysis not found"}']);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  }
  expect(await list(other.cookie)).toEqual([]);
  expect((await read(id, owner.cookie)).status).toBe(200);
});

test('a retry with the same key saves once, also at the same moment', async () => {
  const { cookie, id: userId } = await signedInUser();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const responses = await Promise.all([1, 2, 3].map(() => save(makeSave(), { cookie, headers })));
  responses.push(await save(makeSave({ fileName: 'later.csv' }), { cookie, headers }));
  const ids = await Promise.all(responses.map((response) => response.json<{ id: string }>()));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  expect(await list(cookie)).toMatchObject([{ fileName: 'leads.csv' }]);
  expect(await count('uploads WHERE user_id = ?', userId)).toBe(2);
});

test('two users may use the same key, and without a key every save is its own', async () => {
  const [first, second] = [await signedInUser(), await signedInUser()];
  const headers = { 'Idempotency-Key': 'the-same' };
  await save(makeSave(), { cookie: first.cookie, headers });
  await save(makeSave(), { cookie: second.cookie, headers });
  await save(makeSave(), { cookie: second.cookie });
  await save(makeSave(), { cookie: second.cookie });
  expect((await list(first.cookie)).length).toBe(1);
  expect((await list(second.cookie)).length).toBe(3);
});

const broken = (path: string, value: unknown): unknown => {
  const body = JSON.parse(JSON.stringify(makeSave())) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, body);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return body;
};

// Some of each kind: test/unit/worker/contract/saves.test.ts has the others.
test.each([
  ['fileName', null, 'fileName: fileName must be text'],
  ['analysisData.metrics.0.fieldValue', { a: 1 }, 'analysisData.metrics.0.fieldValue: must be text'],
  [
    'analysisData.correlationTests.0.attributes',
    [],
    'analysisData.correlationTests.0.attributes: Invalid input',
  ],
  [
    'analysisData.correlationTests.0.isSignificant',
    1,
    'analysisData.correlationTests.0.isSignificant: Invalid input',
  ],
  ['analysisData.rows', [['a', 'b']], 'analysisData needs headers and rows together, or neither'],
  ['datasetFollows', 'yes', 'datasetFollows: Invalid input'],
  ['analysisData.headers', ['a', 'b'], 'analysisData needs headers and rows together, or neither'],
])('a save whose %s is %j is refused in words and keeps nothing', async (path, value, message) => {
  const { cookie, id } = await signedInUser();
  const response = await save(broken(path, value), { cookie });
  expect([response.status, await response.json()]).toEqual([400, { message, code: 'INVALID_INPUT' }]);
  expect(await count('uploads WHERE user_id = ?', id)).toBe(0);
});

test.each<[string, string, string, string?]>([
  ['broken', '{"fileName":"a.csv",', 'INVALID_JSON'],
  ['broken inside a leaf', '{"fileName":tru}', 'INVALID_JSON'],
  ['broken inside an unknown member', '{"unknown":[1,}', 'INVALID_JSON'],
  ['a list', '[]', 'INVALID_INPUT', 'The body: Invalid input'],
  ['null', 'null', 'INVALID_INPUT', 'The body: Invalid input'],
  ['10,000 deep', `{"analysisData":{"metrics":${'['.repeat(10_000)}`, 'INVALID_INPUT'],
  ['10,000 deep beside the contract', `{"x":${'{"x":'.repeat(10_000)}`, 'INVALID_INPUT'],
])('a body that is %s is refused', async (_name, body, code, message?: string) => {
  const { cookie } = await signedInUser();
  const response = await save(body, { cookie });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code, ...(message && { message }) },
  ]);
});

test('brackets in texts nest nothing, and 32 levels are read', async () => {
  const { cookie } = await signedInUser();
  const text = '\\\\"[[{'.repeat(20);
  const lists = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
  const fine = { ...makeSave({ fileName: text }), x: lists(31) };
  expect((await save(fine, { cookie })).status).toBe(201);
  const refused = await save({ ...makeSave(), x: lists(32) }, { cookie });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { message: 'The request is nested too deeply.', code: 'INVALID_INPUT' },
  ]);
  expect(await list(cookie)).toMatchObject([{ fileName: text }]);
});

test('a row that does not fit its headers is refused with its line', async () => {
  const { cookie } = await signedInUser();
  const { analysisData } = makeSave();
  const withRows = (rows: unknown) => ({
    ...makeSave(),
    analysisData: { ...analysisData, headers: ['a', 'b'], rows },
  });
  const short = await save(withRows([['1', '2'], ['3']]), { cookie });
  expect(await short.json()).toMatchObject({ message: 'Line 3 of the dataset has 1 cells instead of 2.' });
  const numbers = await save(withRows([[1, 2]]), { cookie });
  expect(await numbers.json()).toMatchObject({
    message: 'analysisData.rows.0: must be a list of texts',
  });
  const both = await save({ ...withRows([['1', '2']]), datasetFollows: true }, { cookie });
  expect(await both.json()).toMatchObject({
    message: 'The dataset comes inside analysisData or afterwards, not both',
  });
});

test.each(['', 'x'.repeat(101), 'with space'])('the key "%s" is refused', async (key) => {
  const { cookie } = await signedInUser();
  const response = await save(makeSave(), { cookie, headers: { 'Idempotency-Key': key } });
  expect([response.status, await response.json()]).toEqual([
    400,
    { message: 'Idempotency-Key must be 1 to 100 visible characters', code: 'INVALID_INPUT' },
  ]);
});

/** A save whose body has exactly that many bytes. */
function bodyOfSize(bytes: number): string {
  const empty = JSON.stringify({ ...makeSave(), note: '' });
  return JSON.stringify({ ...makeSave(), note: 'x'.repeat(bytes - empty.length) });
}

test('a body of 4 MiB is saved, one of a byte more is refused with the other way', async () => {
  const { cookie, id: userId } = await signedInUser();
  expect((await save(bodyOfSize(4 * MIB), { cookie })).status).toBe(201);
  const response = await save(bodyOfSize(4 * MIB + 1), { cookie });
  expect([response.status, await response.json()]).toEqual([
    413,
    {
      message:
        'This analysis is too large to save: more than 4 MiB. Send headers and rows by PUT /api/analyses/{id}/dataset, choose attributes with fewer values, or keep the results with Export All.',
      code: 'TOO_LARGE',
    },
  ]);
  expect(await count('saved_analyses WHERE user_id = ?', userId)).toBe(1);
});

test('a save that claims more than 4 MiB is refused before it is read', async () => {
  const { cookie } = await signedInUser();
  const headers = { 'Content-Length': String(4 * MIB + 1) };
  const response = await save('{}', { cookie, headers });
  expect([response.status, await response.json()]).toMatchObject([413, { code: 'TOO_LARGE' }]);
});

const texts = (length: number): string[] => Array<string>(length).fill('');
const dictionary = (entries: number) =>
  Object.fromEntries(Array.from({ length: entries }, (_, index) => [index, '']));
const metricOf = (index: number) => ({
  fieldName: 'P',
  fieldValue: `${index}`,
  totalLeads: 1,
  qualifiedLeads: 0,
  conversionRate: 0,
});

/** Takes a value out of an analysis. */
function takeOut(analysis: unknown, path: string): unknown {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce(
    (at, key) => at[key] as Record<string, unknown>,
    analysis as Record<string, unknown>,
  );
  const { [last]: taken } = parent;
  delete parent[last];
  return taken;
}

test.each([
  ['configurationData.qualifiedValues', 50_000, texts, 'items'],
  ['configurationData.notQualifiedValues', 50_000, texts, 'items'],
  ['configurationData.valueMappings.Source', 100_000, dictionary, 'entries'],
  ['analysisData.metrics', 45_000, (length: number) => Array.from({ length }, (_, n) => metricOf(n)), ''],
] as const)('%s may have %i of what it lists', async (path, most, make, unit) => {
  const { cookie, id: userId } = await signedInUser();
  const whole = broken(path, make(most));
  const response = await save(whole, { cookie });
  const { id } = await response.json<{ id: string }>();
  const answered = await (await read(id, cookie)).json();
  expectSame(takeOut(answered, path), takeOut(whole, path));
  expect(answered).toMatchObject(whole as object);
  expect(await count('upload_parts WHERE length(content) > 1000000')).toBe(0);
  if (unit === '') return; // the rest of 4 MiB has no room for one more
  const refused = await save(broken(path, make(most + 1)), { cookie });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { message: `${path}: must have at most ${most} ${unit}`, code: 'INVALID_INPUT' },
  ]);
  expect(await count('saved_analyses WHERE user_id = ?', userId)).toBe(1);
});

test('a text of more than 1,048,576 characters is refused', async () => {
  const { cookie } = await signedInUser();
  const body = broken('analysisData.metrics.1.fieldValue', 'x'.repeat(MIB + 1));
  const response = await save(body, { cookie });
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      message: 'analysisData.metrics.1.fieldValue: must have at most 1048576 characters',
      code: 'INVALID_INPUT',
    },
  ]);
});

test('bytes that are no UTF-8 are refused, in a small body too', async () => {
  const { cookie, id: userId } = await signedInUser();
  const send = (path: string, body: unknown): Promise<Response> => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    bytes[bytes.indexOf(0x7e)] = 0xff; // the tilde
    const headers = { Origin: ORIGIN, Cookie: cookie, 'Content-Type': 'application/json' };
    return exports.default.fetch(new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: bytes }));
  };
  const answers = [
    await send('/api/analyses', makeSave({ fileName: '~.csv' })),
    await send('/api/preferences', { defaultConversionValue: 1, defaultSignificanceThreshold: 1, x: '~' }),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_JSON' }]);
  }
  expect(await count('saved_analyses WHERE user_id = ?', userId)).toBe(0);
});

test('20 saves a minute, then a pause', async () => {
  const now = Date.UTC(2026, 6, 7);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const { cookie } = await signedInUser();
  for (let saves = 0; saves < 20; saves++) expect((await save(makeSave(), { cookie })).status).toBe(201);
  for (const [later, retryAfter, wait] of [
    [0, '60', '1 minute'],
    [1_000, '59', '59 seconds'],
    [15_000, '45', '45 seconds'],
  ] as const) {
    vi.setSystemTime(now + later);
    const refused = await save(makeSave(), { cookie });
    expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toEqual([
      429,
      retryAfter,
      { message: `You are saving very often. Please try again in ${wait}.`, code: 'TOO_MANY_REQUESTS' },
    ]);
  }
  vi.setSystemTime(now + 60_000);
  expect((await save(makeSave(), { cookie })).status).toBe(201);
});

/** Copies of a record, to come near the limit quickly. */
async function copyRecord(id: string, copies: number): Promise<void> {
  const columns =
    'user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at';
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO saved_analyses (id, ${columns}) SELECT 'copy-' || i || id, ${columns} FROM saved_analyses, n WHERE id = ?`,
  )
    .bind(copies, id)
    .run();
}

test('100 analyses are the most, also at the same moment; deleting makes room', async () => {
  const { cookie } = await signedInUser();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { id } = await (await save(makeSave(), { cookie, headers })).json<{ id: string }>();
  await copyRecord(id, 98);
  const responses = await Promise.all([1, 2, 3].map(() => save(makeSave(), { cookie })));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await list(cookie)).length).toBe(100);
  const refused = await save(makeSave(), { cookie });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      message: 'You keep 100 analyses, which is the most. Delete one to save another.',
      code: 'ANALYSIS_LIMIT',
    },
  ]);
  // A retry of a save that was kept stores nothing.
  const retry = await save(makeSave(), { cookie, headers });
  expect([retry.status, await retry.json()]).toMatchObject([201, { id }]);
  await call(`/api/analyses/${id}`, { method: 'DELETE', cookie });
  expect((await save(makeSave(), { cookie })).status).toBe(201);
});

test('deleting the account removes its analyses', async () => {
  const user = await signedInUser();
  await saved(user.cookie);
  await exports.default.fetch(deletion(user.cookie));
  expect(await count('saved_analyses WHERE user_id = ?', user.id)).toBe(0);
  expect(await count('uploads WHERE user_id = ?', user.id)).toBe(0);
});

test('the list says which analyses are kept current, and which of them are paused', async () => {
  const { cookie, id: userId } = await signedInUser();
  const other = await signedInUser();
  const [kept, paused, plain] = [await saved(cookie), await saved(cookie), await saved(cookie)];
  const foreign = await saved(other.cookie);
  const states = [
    [kept, userId, 'active'],
    [paused, userId, 'paused'],
    [foreign, other.id, 'active'],
  ] as const;
  for (const [analysis, owner, state] of states)
    await env.DB.prepare(
      "INSERT INTO sources (id, user_id, analysis_id, kind, state, created_at) VALUES (?, ?, ?, 'inbox', ?, 0)",
    )
      .bind(crypto.randomUUID(), owner, analysis, state)
      .run();
  const listed = Object.fromEntries(
    (await list(cookie)).map((item) => [item.id, 'source' in item ? item.source : undefined]),
  );
  expect(listed).toEqual({ [kept]: 'active', [paused]: 'paused', [plain]: null });
});
