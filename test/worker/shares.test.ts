import { env, exports } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_SHARE_BYTES, MAX_SHARES, SHARE_MS } from '#contract/limits.ts';
import { newShareSchema, sharedAnalysisSchema, shareStatusSchema, type NewShare } from '#contract/answers.ts';
import { roundStages, type StoredStageFigures } from '#contract/stages.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { list, makeSave, saved } from './analysis-support.ts';
import {
  callShare,
  linksOf,
  makeFigures,
  open,
  pairOf,
  readShared,
  segment,
  share,
  shared,
  withMetrics,
} from './share-support.ts';
import { call, count, deletion, signedInUser, spend } from './support.ts';

const NOW = Date.UTC(2026, 9, 15);
const DAY = 24 * 60 * 60 * 1000;

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const statusOf = async (id: string, cookie: string) =>
  shareStatusSchema.parse(await (await callShare('GET', id, cookie)).json());

async function sharer() {
  const user = await signedInUser();
  return { ...user, analysis: await saved(user.cookie) };
}

// --- Creating ---

test('a link shows its figures to a visitor without an account, and counts how often', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const { analysis, cookie } = await sharer();
  expect(await statusOf(analysis, cookie)).toEqual({ share: null });
  const answer = await share(analysis, cookie);
  const details = {
    publishedAt: new Date(NOW).toISOString(),
    expiresAt: new Date(NOW + 90 * DAY).toISOString(),
    opens: 0,
    showsName: false,
    showsNote: false,
  };
  expect(answer.status).toBe(201);
  const created = newShareSchema.parse(await answer.json());
  expect(created).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), share: details });
  for (const opens of [1, 2]) {
    const figures = sharedAnalysisSchema.parse(await readShared(created.token));
    expect(figures).toEqual({ ...makeFigures(), publishedAt: details.publishedAt });
    expect(await statusOf(analysis, cookie)).toEqual({ share: { ...details, opens } });
  }
});

test('the figures of stages are shown rounded, and refused with their counts', async () => {
  const { analysis, cookie } = await sharer();
  const withStages = (stages: StoredStageFigures) => {
    const figures = makeFigures();
    return { ...figures, analysisData: { ...figures.analysisData, stages } };
  };
  const refused = await share(analysis, cookie, withStages(STORED_STAGES));
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { code: 'INVALID_INPUT', message: 'The figures of stages are not rounded' },
  ]);
  expect(await statusOf(analysis, cookie)).toEqual({ share: null });
  const token = await shared(analysis, cookie, withStages(roundStages(STORED_STAGES)));
  expect((await readShared(token)).analysisData.stages).toEqual(roundStages(STORED_STAGES));
});

test('two links have two tokens, of which only the SHA-256 is stored', async () => {
  const [first, second] = [await sharer(), await sharer()];
  const tokens = [await shared(first.analysis, first.cookie), await shared(second.analysis, second.cookie)];
  expect(new Set(tokens).size).toBe(2);
  const stored = JSON.stringify([await linksOf(first.id), await linksOf(second.id)]);
  for (const token of tokens) {
    expect(stored).not.toContain(token);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    expect(stored).toContain(new Uint8Array(digest).toHex());
  }
});

test('the name and the note are shown where the owner chose so', async () => {
  const { analysis, cookie } = await sharer();
  const token = await shared(analysis, cookie, makeFigures({ name: 'October', note: 'All regions' }));
  expect(await readShared(token)).toMatchObject({ name: 'October', note: 'All regions' });
  expect(await statusOf(analysis, cookie)).toMatchObject({ share: { showsName: true, showsNote: true } });
});

test('nothing but the figures is stored, whatever is sent with them', async () => {
  const { analysis, cookie, id, email } = await sharer();
  const figures = makeFigures();
  const more = { headers: ['Phone'], rows: [['private']], private: 'private', email, user: { email } };
  const sent = {
    ...figures,
    ...more,
    configurationData: {
      ...figures.configurationData,
      ...more,
      valueMappings: { Source: { private: 'Web' } },
    },
    analysisData: {
      ...figures.analysisData,
      ...more,
      metrics: figures.analysisData.metrics.map((metric) => ({ ...metric, ...more })),
    },
  };
  const token = await shared(analysis, cookie, sent);
  expect(JSON.stringify(await linksOf(id))).not.toMatch(/private|example\.com/);
  const { publishedAt: _time, ...read } = await readShared(token);
  expect(read).toEqual(figures);
});

test('a new link takes the place of the old one, and of no other', async () => {
  const { analysis, cookie } = await sharer();
  const another = await saved(cookie);
  const other = await sharer();
  const kept = [await shared(another, cookie), await shared(other.analysis, other.cookie)];
  const old = await shared(analysis, cookie);
  await open(old);
  const fresh = await shared(analysis, cookie);
  expect((await open(old)).status).toBe(404);
  expect(await statusOf(analysis, cookie)).toMatchObject({ share: { opens: 0 } });
  for (const token of [fresh, ...kept]) expect((await open(token)).status).toBe(200);
});

test('the figures are those of the time when they were published, until they are published anew', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const { analysis, cookie } = await sharer();
  const another = await saved(cookie);
  const [token, untouched] = [await shared(analysis, cookie), await shared(another, cookie)];
  await open(token);
  vi.setSystemTime(NOW + DAY);
  const body = makeSave({ fileName: 'changed.csv', conversionValue: 1 });
  await call(`/api/analyses/${analysis}`, { method: 'PUT', cookie, body });
  await call(`/api/analyses/${analysis}`, { method: 'PATCH', cookie, body: { name: 'New', note: 'New' } });
  expect(await readShared(token)).toEqual({ ...makeFigures(), publishedAt: new Date(NOW).toISOString() });
  const figures = makeFigures({ conversionValue: 1, name: 'New' });
  const answer = await callShare('PUT', analysis, cookie, figures);
  expect(shareStatusSchema.parse(await answer.json())).toEqual({
    share: {
      publishedAt: new Date(NOW + DAY).toISOString(),
      expiresAt: new Date(NOW + 90 * DAY).toISOString(),
      opens: 2,
      showsName: true,
      showsNote: false,
    },
  });
  expect(await readShared(token)).toEqual({ ...figures, publishedAt: new Date(NOW + DAY).toISOString() });
  expect(await readShared(untouched)).toMatchObject({ name: null, publishedAt: new Date(NOW).toISOString() });
});

// --- Ending ---

test('a link ends after 90 days, unless it is kept', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const { analysis, cookie } = await sharer();
  const [keptAtOnce, keptLater] = [await saved(cookie), await saved(cookie)];
  const ending = await shared(analysis, cookie);
  const { token: kept } = await (
    await share(keptAtOnce, cookie, makeFigures(), true)
  ).json<{ token: string }>();
  const later = await shared(keptLater, cookie);
  const answer = await callShare('PATCH', keptLater, cookie, { isKept: true });
  expect(await answer.json()).toMatchObject({ share: { expiresAt: null } });
  vi.setSystemTime(NOW + SHARE_MS - 1);
  expect((await open(ending)).status).toBe(200);
  vi.setSystemTime(NOW + SHARE_MS);
  expect((await open(ending)).status).toBe(404);
  for (const token of [kept, later]) expect((await open(token)).status).toBe(200);
});

test('a link that has ended by itself cannot be changed, only made anew', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const user = await signedInUser();
  const analysis = await saved(user.cookie);
  await share(analysis, user.cookie);
  await env.DB.prepare('UPDATE shared_analyses SET expires_at = ? WHERE user_id = ?')
    .bind(NOW, user.id)
    .run();
  expect(await statusOf(analysis, user.cookie)).toEqual({ share: null });
  expect((await callShare('PUT', analysis, user.cookie, makeFigures())).status).toBe(404);
  expect((await callShare('PATCH', analysis, user.cookie, { isKept: true })).status).toBe(404);
  expect((await open(await shared(analysis, user.cookie))).status).toBe(200);
});

test('a link that is kept no longer ends 90 days from then', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const { analysis, cookie } = await sharer();
  await share(analysis, cookie, makeFigures(), true);
  const answer = await callShare('PATCH', analysis, cookie, { isKept: false });
  expect(await answer.json()).toMatchObject({
    share: { expiresAt: new Date(NOW + 90 * DAY).toISOString() },
  });
});

test('the owner ends one link, and the others go on', async () => {
  const { analysis, cookie } = await sharer();
  const another = await saved(cookie);
  const other = await sharer();
  const [ended, kept] = [await shared(analysis, cookie), await shared(another, cookie)];
  const theirs = await shared(other.analysis, other.cookie);
  for (const _again of [1, 2]) {
    const answer = await callShare('DELETE', analysis, cookie);
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'The link has ended.' }]);
  }
  expect([await open(ended), await open(kept), await open(theirs)].map(({ status }) => status)).toEqual([
    404, 200, 200,
  ]);
  expect(await statusOf(analysis, cookie)).toEqual({ share: null });
});

test('nobody reads, changes or ends the link of another user', async () => {
  const [owner, stranger] = [await sharer(), await sharer()];
  const token = await shared(owner.analysis, owner.cookie);
  await shared(stranger.analysis, stranger.cookie);
  const before = await linksOf(owner.id);
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', body?: unknown) =>
    (await callShare(method, owner.analysis, stranger.cookie, body)).status;
  expect([
    await ask('GET'),
    await ask('POST', { isKept: true, figures: makeFigures() }),
    await ask('PUT', makeFigures()),
    await ask('PATCH', { isKept: true }),
    await ask('DELETE'),
  ]).toEqual([404, 404, 404, 404, 200]); // ending what is not there tells nothing
  expect(await linksOf(owner.id)).toEqual(before);
  expect((await open(token)).status).toBe(200);
});

test('a link ends with its analysis, and with the account', async () => {
  const [user, leaver] = [await sharer(), await sharer()];
  const kept = await saved(user.cookie);
  const tokens = [
    await shared(user.analysis, user.cookie),
    await shared(leaver.analysis, leaver.cookie),
    await shared(kept, user.cookie),
  ];
  await call(`/api/analyses/${user.analysis}`, { method: 'DELETE', cookie: user.cookie });
  await exports.default.fetch(deletion(leaver.cookie));
  const statuses = await Promise.all(tokens.map(async (token) => (await open(token)).status));
  expect(statuses).toEqual([404, 404, 200]);
  expect(await count('shared_analyses WHERE user_id = ?', leaver.id)).toBe(0);
});

test('the list says which analyses are shared now', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const { analysis, cookie } = await sharer();
  const plain = await saved(cookie);
  await share(analysis, cookie);
  const isShared = async () =>
    Object.fromEntries((await list(cookie)).map((item) => [item.id, 'isShared' in item && item.isShared]));
  expect(await isShared()).toEqual({ [analysis]: true, [plain]: false });
  await env.DB.prepare('UPDATE shared_analyses SET expires_at = ? WHERE analysis_id = ?')
    .bind(NOW, analysis)
    .run();
  expect(await isShared()).toEqual({ [analysis]: false, [plain]: false });
});

// --- What may be shared ---

test.each([
  ['4 leads', withMetrics(segment('Source', 'Fax', 4)), 400],
  ['no lead', withMetrics(segment('Source', 'Fax', 0)), 400],
  ['5 leads', withMetrics(segment('Source', 'Fax', 5)), 201],
  ['4 leads as the rest', withMetrics(segment('Source', 'Other (small)', 4)), 400],
])('a value of %s is answered as it must be', async (_what, figures, status) => {
  const { analysis, cookie } = await sharer();
  const answer = await share(analysis, cookie, figures);
  expect(answer.status).toBe(status);
  if (status === 400)
    expect(await answer.json()).toEqual({
      message: expect.stringMatching(
        /^The value "(Fax|Other \(small\))" of "Source" has fewer than 5 leads$/,
      ),
      code: 'INVALID_INPUT',
    });
});

test.each([
  ['of 4 leads', pairOf('Web', 'Mobile', 4), 'A pair of values has fewer than 5 leads'],
  [
    'with a value that is not shown',
    pairOf('Fax', 'Mobile', 50),
    'A pair has a value that is not among the values',
  ],
  ['of another column', pairOf('Mobile', 'Web', 50), 'A pair has a value that is not among the values'],
])('a pair %s is refused', async (_what, pair, message) => {
  const { analysis, cookie, id } = await sharer();
  const figures = makeFigures();
  const analysisData = { ...figures.analysisData, correlationTests: [pair] };
  const answer = await share(analysis, cookie, { ...figures, analysisData });
  expect([answer.status, await answer.json()]).toEqual([400, { message, code: 'INVALID_INPUT' }]);
  expect(await linksOf(id)).toEqual([]);
});

test.each([
  [1, 400],
  [4, 400],
  [5, 201],
  [0, 201],
])('pairs that leave %i leads of a value are answered with %i', async (left, status) => {
  const { analysis, cookie, id } = await sharer();
  const figures = makeFigures();
  const metrics = [
    segment('Source', 'Web', 60 + left),
    { ...segment('Source', 'Ads', 100 - left), qualifiedLeads: 80 - Math.floor((60 + left) / 2) },
    segment('Device', 'Phone', 60),
    segment('Device', 'Desktop', 60),
    segment('Device', 'Tablet', 40),
  ];
  const correlationTests = ['Phone', 'Desktop'].map((device) => ({
    ...pairOf('Web', device, 30),
    qualifiedLeads: 15,
  }));
  const analysisData = {
    ...figures.analysisData,
    totalLeads: 160,
    totalQualified: 80,
    metrics,
    correlationTests,
  };
  const answer = await share(analysis, cookie, { ...figures, analysisData });
  expect(answer.status).toBe(status);
  expect(await linksOf(id)).toHaveLength(status === 201 ? 1 : 0);
  if (status === 400)
    expect(await answer.json()).toEqual({
      message: expect.stringMatching(
        /^The pair of "Web" of "Source" and "(Phone|Desktop)" of "Device" tells that a group/,
      ),
      code: 'INVALID_INPUT',
    });
});

test.each([
  [4, 400],
  [5, 201],
  [45, 201], // 5 leads are lost
  [46, 400],
  [50, 201], // none is
])(
  '%i of 100 leads that are not decided yet, beside 50 conversions, are answered with %i',
  async (notDecided, status) => {
    const [{ analysis, cookie, id }, other] = [await sharer(), await sharer()];
    const foreign = await shared(other.analysis, other.cookie);
    const figures = makeFigures();
    const answer = await share(analysis, cookie, {
      ...figures,
      analysisData: { ...figures.analysisData, notDecided },
    });
    expect(answer.status).toBe(status);
    expect(await linksOf(id)).toHaveLength(status === 201 ? 1 : 0);
    if (status === 201) {
      const { token } = await answer.json<NewShare>();
      expect((await readShared(token)).analysisData.notDecided).toBe(notDecided);
    } else
      expect(await answer.json()).toEqual({
        message: 'Fewer than 5 leads are not decided yet, or lost',
        code: 'INVALID_INPUT',
      });
    expect((await readShared(foreign)).analysisData).not.toHaveProperty('notDecided');
  },
);

test('values that leave 1 to 4 of all leads are refused', async () => {
  const { analysis, cookie } = await sharer();
  const answer = await share(analysis, cookie, withMetrics(segment('Source', 'Web', 96)));
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { message: 'The values of "Source" do not add up to all leads' },
  ]);
});

test.each([
  ['a value', { metrics: [{ ...segment('Source', 'Web', 60), qualifiedLeads: 99 }] }],
  ['all leads', { totalLeads: 60, totalQualified: 99 }],
  ['a pair', { correlationTests: [{ ...pairOf('Web', 'Mobile', 60), qualifiedLeads: 99 }] }],
])('99 conversions of 60 leads of %s are refused', async (_what, wrong) => {
  const { analysis, cookie, id } = await sharer();
  const figures = makeFigures();
  const answer = await share(analysis, cookie, {
    ...figures,
    analysisData: { ...figures.analysisData, ...wrong },
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
  expect(await linksOf(id)).toEqual([]);
  const save = makeSave();
  const body = { ...save, analysisData: { ...save.analysisData, ...wrong } };
  expect((await call('/api/analyses', { method: 'POST', cookie, body })).status).toBe(400);
  expect((await call(`/api/analyses/${analysis}`, { method: 'PUT', cookie, body })).status).toBe(400);
  expect(await list(cookie)).toHaveLength(1);
});

const figuresWith = (text: string) => {
  const figures = makeFigures();
  const { configurationData, analysisData } = figures;
  const [first, ...others] = analysisData.metrics;
  if (!first) throw new Error('The figures have no segment');
  const withFirst = (changed: object) => ({
    ...figures,
    analysisData: { ...analysisData, correlationTests: [], metrics: [{ ...first, ...changed }, ...others] },
  });
  return {
    'The name': { ...figures, name: text },
    'The note': { ...figures, note: text },
    [`The column "${text}"`]: withFirst({ fieldName: text }),
    [`The value "${text}" of "Source"`]: withFirst({ fieldValue: text }),
    [`The converted value "${text}"`]: {
      ...figures,
      configurationData: { ...configurationData, qualifiedValues: [text] },
    },
  };
};

test.each([
  ['ann@example.com', 'an e-mail address'],
  ['+49 30 1234567', 'a telephone number'],
])('figures that name %s anywhere are refused, with the place', async (text, kind) => {
  const { analysis, cookie, id } = await sharer();
  for (const [what, figures] of Object.entries(figuresWith(text))) {
    for (const method of ['POST', 'PUT'] as const) {
      await env.DB.prepare('DELETE FROM rate_limits').run();
      const answer = await callShare(
        method,
        analysis,
        cookie,
        method === 'PUT' ? figures : { isKept: false, figures },
      );
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          message: `${what} looks like ${kind}, which a link must not show. Rename it or leave it out, then try again.`,
          code: 'PERSONAL_DATA',
        },
      ]);
    }
  }
  expect(await linksOf(id)).toEqual([]);
});

test('figures of 512 KB are shared, and of a byte more refused', async () => {
  const { analysis, cookie } = await sharer();
  const rest = JSON.stringify({ isKept: false, figures: makeFigures({ note: '' }) }).length;
  const sized = (bytes: number) =>
    JSON.stringify({ isKept: false, figures: makeFigures({ note: '' }), pad: '' }).replace(
      '"pad":""',
      `"pad":"${'x'.repeat(bytes - rest - 9)}"`,
    );
  expect(sized(MAX_SHARE_BYTES).length).toBe(MAX_SHARE_BYTES);
  const post = (body: string) => call(`/api/analyses/${analysis}/share`, { method: 'POST', cookie, body });
  expect((await post(sized(MAX_SHARE_BYTES))).status).toBe(201);
  const refused = await post(sized(MAX_SHARE_BYTES + 1));
  expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'TOO_LARGE' }]);
});

test('a user has at most 20 links that work at the same time', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const { analysis, cookie, id } = await sharer();
  const freely = async <T>(work: () => Promise<T>): Promise<T> => {
    await env.DB.prepare('DELETE FROM rate_limits').run(); // another limit than the one of this test
    return await work();
  };
  const others: string[] = [];
  for (let at = 0; at < MAX_SHARES; at++) others.push(await freely(() => saved(cookie)));
  const [last = '', ...more] = others;
  for (const next of [analysis, ...more]) expect((await freely(() => share(next, cookie))).status).toBe(201);
  const refused = await freely(() => share(last, cookie));
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      message: 'You have 20 shared links, which is the most. End one to share another.',
      code: 'SHARE_LIMIT',
    },
  ]);
  expect((await freely(() => share(analysis, cookie))).status).toBe(201); // in the place of its own
  const other = await sharer();
  expect((await share(other.analysis, other.cookie)).status).toBe(201);
  await env.DB.prepare('UPDATE shared_analyses SET expires_at = ? WHERE analysis_id = ?')
    .bind(NOW, analysis)
    .run();
  expect((await freely(() => share(last, cookie))).status).toBe(201);
  expect(await count('shared_analyses WHERE user_id = ?', id)).toBe(MAX_SHARES + 1);
});

test('changes of links are limited to 20 a minute per user', async () => {
  const { analysis, cookie } = await sharer();
  const other = await sharer();
  expect((await callShare('PATCH', analysis, cookie, { isKept: true })).status).toBe(404);
  await spend('share', 18);
  expect((await callShare('PATCH', analysis, cookie, { isKept: true })).status).toBe(404);
  expect((await share(analysis, cookie)).status).toBe(429);
  expect((await callShare('PUT', analysis, cookie, makeFigures())).status).toBe(429);
  expect((await callShare('PATCH', analysis, cookie, { isKept: true })).status).toBe(429);
  expect((await callShare('DELETE', analysis, cookie)).status).toBe(200);
  expect((await share(other.analysis, other.cookie)).status).toBe(201);
});

test('a record that waits for its dataset cannot be shared', async () => {
  const { cookie } = await signedInUser();
  const waiting = await saved(cookie, { datasetFollows: true });
  const answer = await share(waiting, cookie);
  expect([answer.status, await answer.json()]).toEqual([404, { message: 'Analysis not found' }]);
});
