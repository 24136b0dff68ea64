import type { Page } from '@playwright/test';
import type { SavedAnalysis } from '#contract/answers.ts';
import type { CorrelationTest, Metric } from '#contract/metrics.ts';
import type { Delivery, MadeSource, VersionFigures } from '#contract/sources.ts';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { expect, test } from './fixtures.ts';
import { CLIENT_ADDRESS } from './pages/account.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

/** A call of the page to its own server. */
const ask = <Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ([asked, address, json]) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(address, { method: asked, ...(json !== '' && { body: json, headers }) });
      return (await answer.json()) as never;
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

/** The part of a stored metric that is counted. */
const countsOf = (metrics: readonly Metric[]) =>
  metrics
    .map(
      ({ fieldName, fieldValue, totalLeads, qualifiedLeads, conversionRate, amountSum, amountSquares }) => ({
        name: `${fieldName}: ${fieldValue}`,
        figures: [totalLeads, qualifiedLeads, conversionRate, amountSum, amountSquares],
      }),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

const nameOf = ({ attributes }: CorrelationTest) => JSON.stringify(attributes);

test('a delivered file has the figures that the browser has counted in it, to the last bit', async ({
  page,
  account,
  wizard,
  baseURL,
}) => {
  expect(account.email).toContain('@');
  await wizard.open();
  await wizard.openSample();
  for (const [at, name] of ['Source', 'Device', 'Pages Viewed'].entries())
    await wizard.choose(`Attribute ${at + 1}`, name);
  await wizard.analyze(3);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/dataset') && answer.ok());
  await wizard.button('Save Analysis').click();
  await saved;
  const [{ id } = { id: '' }] = await ask<{ id: string }[]>(page, 'GET', '/api/analyses');
  const { token, source } = await ask<MadeSource>(page, 'PUT', `/api/analyses/${id}/source`, {
    kind: 'inbox',
  });

  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' };
  const answer = await fetch(`${baseURL}/api/inbox/${source.id}`, {
    method: 'PUT',
    headers,
    body: sampleCsv(),
  });
  expect(answer.status).toBe(200);
  expect((await answer.json()) as Delivery).toMatchObject({ version: 1, newValues: [] });

  const { analysisData: own } = await ask<SavedAnalysis>(page, 'GET', `/api/analyses/${id}?dataset=apart`);
  const { analysisData: counted } = await ask<VersionFigures>(page, 'GET', `/api/analyses/${id}/versions/1`);
  expect(countsOf(counted.metrics)).toEqual(countsOf(own.metrics));
  expect([counted.totalLeads, counted.totalQualified, counted.overallRate]).toEqual([
    own.totalLeads,
    own.totalQualified,
    own.overallRate,
  ]);
  // The record has the pairs that are tested at its threshold, the version those of every threshold.
  const byName = new Map(counted.correlationTests.map((each) => [nameOf(each), each]));
  expect(own.correlationTests.length).toBeGreaterThan(0);
  for (const each of own.correlationTests) expect(byName.get(nameOf(each))).toEqual(each);
});
