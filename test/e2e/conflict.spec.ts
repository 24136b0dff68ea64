import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, expectMessage } from './pages/account.ts';
import { csvFile, Wizard } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

const LEADS = csvFile(
  'Lead Status,Source\n' + 'Qualified,Referral\nLost,Google\nQualified,Google\nLost,Google\n'.repeat(60),
);

/** The thresholds of the saved analyses of whoever is signed in. */
async function thresholdsOf(page: Page): Promise<number[]> {
  const answer = await page.request.get('/api/analyses');
  const list = (await answer.json()) as { significanceThreshold: number }[]; // as the contract has it
  return list.map(({ significanceThreshold }) => significanceThreshold);
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

test('two tabs change one saved analysis: the second one is asked, and replaces it', async ({
  page,
  context,
  wizard,
  account,
}) => {
  expect(account.email).not.toBe('');
  await wizard.open();
  await wizard.upload(LEADS);
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await wizard.button('Save Analysis').click();
  const link = await page.getByRole('link', { name: 'View analysis' }).getAttribute('href');
  const address = `/?loadAnalysis=${link?.split('/').at(-1)}`;
  const other = await context.newPage();
  await other.goto(address);
  await goToResults(other);

  await update(page, 20);
  await expectMessage(page, 'Analysis Updated');
  await update(other, 30);
  await expect(conflict(other)).toContainText(/Theirssaved on .+Yoursmade from the version of .+/);
  await expect(conflict(other).locator('time')).toHaveCount(2);
  expect(await thresholdsOf(page)).toEqual([20]);
  await expectEveryLook(other, 'a conflict with another tab');
  await conflict(other).getByRole('button', { name: 'Replace' }).click();
  await expectMessage(other, 'Analysis Updated');
  expect(await thresholdsOf(page)).toEqual([30]);
});
