import type { Browser, Locator, Page } from '@playwright/test';
import { exampleSave } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, createAccount, expectMessage } from './pages/account.ts';
import { csvFile, Wizard } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

const LEADS = csvFile(
  'Lead Status,Source\n' + 'Qualified,Referral\nLost,Google\nQualified,Google\nLost,Google\n'.repeat(60),
);

/** Saves an analysis without its rows, beside those of the story. */
async function saveAnother(page: Page, origin: string, fileName: string): Promise<void> {
  const data = { ...exampleSave, fileName };
  const answer = await page.request.post(`${origin}/api/analyses`, { data, headers: { Origin: origin } });
  expect(answer.status()).toBe(201);
}

/** The saved analyses of whoever is signed in, newest first. */
async function readList(page: Page): Promise<{ fileName: string; significanceThreshold: number }[]> {
  return (await page.request.get('/api/analyses')).json();
}

const thresholdsOf = async (page: Page) =>
  (await readList(page)).map(({ significanceThreshold }) => significanceThreshold);

async function openAsSecondUser(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  await createAccount(context, origin);
  return context.newPage();
}

const threshold = (page: Page): Locator => page.getByLabel('Significance Threshold (%)', { exact: true });

/** An opened analysis begins with its columns. */
async function goToResults(page: Page): Promise<void> {
  const wizard = new Wizard(page);
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.analyze(1);
}

async function update(page: Page, percent: number): Promise<void> {
  await threshold(page).fill(String(percent));
  await threshold(page).blur();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
}

const conflict = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Saved elsewhere in the meantime' });

test('two tabs change one saved analysis: the second one opens theirs, replaces it, or saves a new one', async ({
  page,
  context,
  browser,
  wizard,
  account,
  baseURL,
}) => {
  expect(account.email).not.toBe('');
  const origin = baseURL ?? '';
  const stranger = await openAsSecondUser(browser, origin);
  await saveAnother(stranger, origin, 'stranger.csv');
  await saveAnother(page, origin, 'second.csv');
  const untouched = async () => [
    (await readList(page)).find(({ fileName }) => fileName === 'second.csv'),
    await readList(stranger),
  ];
  const before = await untouched();

  await wizard.open();
  await wizard.upload(LEADS);
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await wizard.button('Save Analysis').click();
  const link = await page.getByRole('link', { name: 'View analysis' }).getAttribute('href');
  const address = `/?loadAnalysis=${link?.split('/').at(-1)}`;
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(address);
    await goToResults(tab);
  }

  await update(page, 20);
  await expectMessage(page, 'Analysis Updated');
  await update(other, 30);
  await expect(conflict(other)).toContainText(/Theirssaved on .+Yoursmade from the version of .+/);
  await expect(conflict(other).locator('time')).toHaveCount(2);
  expect(await thresholdsOf(page)).toEqual([20, 10]);
  await expectEveryLook(other, 'a conflict with another tab');
  await other.getByRole('link', { name: 'Open theirs' }).click();
  await goToResults(other);
  await expect(threshold(other)).toHaveValue('20');
  await expect(other.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();

  await update(page, 40);
  await expect.poll(() => thresholdsOf(page)).toEqual([40, 10]);
  await update(other, 50);
  await conflict(other).getByRole('button', { name: 'Replace' }).click();
  await expectMessage(other, 'Analysis Updated');
  expect(await thresholdsOf(page)).toEqual([50, 10]);

  await page.goto(address);
  await goToResults(page);
  await expect(threshold(page)).toHaveValue('50');
  await update(page, 60);
  await expect.poll(() => thresholdsOf(page)).toEqual([60, 10]);
  await update(other, 70);
  await conflict(other).getByRole('button', { name: 'Save mine as new' }).click();
  await expect(other.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
  expect(await thresholdsOf(page)).toEqual([70, 60, 10]);
  // From now on each tab changes an analysis of its own.
  await update(page, 61);
  await update(other, 71);
  await expect.poll(() => thresholdsOf(page)).toEqual([71, 61, 10]);

  expect(await untouched()).toEqual(before);
  await stranger.context().close();
});
