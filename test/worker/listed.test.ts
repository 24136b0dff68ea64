import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { Metric } from '#contract/metrics.ts';
import { app } from '#worker/app.ts';
import { call, request, signedInUser } from './support.ts';
import { makeSave, read, saved } from './analysis-support.ts';
import { watchDatabase } from './watched-database.ts';

const metric = (fieldValue: string, [qualifiedLeads, totalLeads]: [number, number]): Metric => ({
  fieldName: 'Source',
  fieldValue,
  totalLeads,
  qualifiedLeads,
  conversionRate: (100 * qualifiedLeads) / totalLeads,
});

const METRICS = [
  metric('Referral', [60, 100]),
  metric('Email', [300, 900]),
  metric('Fair', [2, 2]),
  metric('Partner', [40, 90]),
  metric('Ads', [10, 900]),
];

const withMetrics = (metrics: Metric[], overallRate = 20) => ({
  analysisData: { ...makeSave().analysisData, metrics, overallRate, totalLeads: 3000, totalQualified: 600 },
});

interface Listed {
  id: string;
  version: number;
  updatedAt: string;
  analysisData: { metrics: Metric[] };
}
const list = async (cookie: string) => await (await call('/api/analyses', { cookie })).json<Listed[]>();
const top = async (cookie: string) =>
  (await list(cookie)).map(({ analysisData }) => analysisData.metrics.map(({ fieldValue }) => fieldValue));

/** The metrics that an earlier release stored for the list: the surest three, without a mark. */
async function storeAsBefore(id: string, metrics: readonly Metric[]): Promise<void> {
  await env.DB.prepare('UPDATE saved_analyses SET top_metrics = ? WHERE id = ?')
    .bind(JSON.stringify(metrics), id)
    .run();
}
const stored = async (id: string) =>
  (
    await env.DB.prepare('SELECT top_metrics AS text FROM saved_analyses WHERE id = ?')
      .bind(id)
      .first<{ text: string }>()
  )?.text;

test('the list has the three segments above the overall rate with the highest rates', async () => {
  const { cookie } = await signedInUser();
  await saved(cookie, withMetrics(METRICS));
  expect(await top(cookie)).toEqual([['Fair', 'Referral', 'Partner']]);
  const [{ analysisData } = { analysisData: { metrics: [] } }] = await list(cookie);
  expect(analysisData.metrics[0]).toEqual(METRICS[2]);
});

test('records of an earlier release get those of their stored figures, once and in no new version; others stay', async () => {
  const [{ cookie }, other] = [await signedInUser(), await signedInUser()];
  const before = METRICS.slice(0, 2).concat(METRICS.slice(3, 4));
  const id = await saved(cookie, withMetrics(METRICS));
  const second = await saved(cookie, withMetrics([...METRICS, metric('New', [5, 6])]));
  const theirs = await saved(other.cookie, withMetrics(METRICS));
  const [kept, untouched] = [await stored(second), await (await read(id, cookie)).json<object>()];
  await storeAsBefore(id, before);
  await storeAsBefore(theirs, before);

  const [, listed] = await list(cookie);
  expect(listed?.analysisData.metrics.map(({ fieldValue }) => fieldValue)).toEqual([
    'Fair',
    'Referral',
    'Partner',
  ]);
  expect(await stored(id)).toContain('Fair');
  expect(await stored(second)).toBe(kept);
  expect(await stored(theirs)).toBe(JSON.stringify(before));
  expect(await (await read(id, cookie)).json()).toEqual(untouched);

  await storeAsBefore(theirs, before);
  expect(await top(other.cookie)).toEqual([['Fair', 'Referral', 'Partner']]);
});

test('an earlier record with fewer than three has them all: they are only sorted', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie, withMetrics(METRICS, 45));
  const before = JSON.stringify([METRICS[0], METRICS[2]]);
  await storeAsBefore(id, JSON.parse(before) as Metric[]);
  expect(await top(cookie)).toEqual([['Fair', 'Referral']]);
  expect(await stored(id)).toBe(before);
});

test('ten records are chosen anew with one call, the others with the next', async () => {
  const { cookie } = await signedInUser();
  const before = METRICS.slice(0, 2).concat(METRICS.slice(3, 4));
  for (let record = 0; record < 11; record++)
    await storeAsBefore(await saved(cookie, withMetrics(METRICS)), before);
  const withFair = (lists: string[][]) => lists.filter((names) => names.includes('Fair')).length;
  const first = await top(cookie);
  expect(withFair(first)).toBe(10);
  expect(first.at(-1)).toEqual(['Referral', 'Partner', 'Email']);
  expect(withFair(await top(cookie))).toBe(11);
});

test('damaged figures cost no list', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie, withMetrics(METRICS));
  await storeAsBefore(id, METRICS.slice(0, 3));
  await env.DB.prepare(
    "UPDATE upload_parts SET content = 'AAAA' WHERE upload_id IN (SELECT id FROM uploads WHERE analysis_id = ? AND kind = 'analysis')",
  )
    .bind(id)
    .run();
  expect(await top(cookie)).toEqual([['Fair', 'Referral', 'Email']]);
});

test('the list answers where the database takes no write, and is chosen anew later', async () => {
  const { cookie } = await signedInUser();
  const before = METRICS.slice(0, 2).concat(METRICS.slice(3, 4));
  const id = await saved(cookie, withMetrics(METRICS));
  await storeAsBefore(id, before);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const DB = watchDatabase(env.DB, ({ statements, work }) =>
    statements.some((sql) => /update "saved_analyses"/i.test(sql))
      ? Promise.reject(new Error('D1_ERROR: Exceeded maximum DB size: SQLITE_FULL'))
      : work(),
  );
  const sent = request('/api/analyses', { cookie });
  const answer = await app.fetch(sent, { ...env, DB }, createExecutionContext());
  expect(answer.status).toBe(200);
  const [listed] = await answer.json<Listed[]>();
  const names = (metrics: readonly Metric[] = []) => metrics.map(({ fieldValue }) => fieldValue);
  expect(names(listed?.analysisData.metrics)).toEqual(['Fair', 'Referral', 'Partner']);
  expect(logged).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  expect(await stored(id)).toBe(JSON.stringify(before));
  expect(await top(cookie)).toEqual([['Fair', 'Referral', 'Partner']]);
  expect(await stored(id)).toContain('Fair');
});

test('a long name is cut', async () => {
  const { cookie } = await signedInUser();
  await saved(cookie, withMetrics([metric('x'.repeat(201), [5, 10]), metric('y'.repeat(200), [5, 10])]));
  expect(await top(cookie)).toEqual([[`${'x'.repeat(199)}…`, 'y'.repeat(200)]]);
});
