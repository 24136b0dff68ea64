import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, expectMessage } from './pages/account.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

type Group = [source: string, device: string, leads: number, qualified: number];

function fileOf(name: string, groups: readonly Group[]) {
  const rows = groups.flatMap(([source, device, leads, qualified]) =>
    Array.from({ length: leads }, (_, at) => `${at < qualified ? 'Qualified' : 'Open'},${source},${device}`),
  );
  return csvFile(`Lead Status,Source,Device\n${rows.join('\n')}\n`, name);
}

const OCTOBER = fileOf('October.csv', [
  ['Referral', 'Mobile', 100, 40],
  ['Email', 'Desktop', 200, 40],
  ['Google Ads search and display in all regions', 'Desktop', 700, 120],
]);
const NOVEMBER = fileOf('November.csv', [
  ['Referral', 'Mobile', 110, 14],
  ['Email', 'Desktop', 190, 41],
  ['Google Ads search and display in all regions', 'Desktop', 600, 110],
  ['Partners', 'Desktop', 150, 45],
]);

async function analyze(wizard: Wizard, file: ReturnType<typeof csvFile>): Promise<void> {
  await wizard.upload(file);
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Analysis', exact: true }).click();
  await expectMessage(page, 'Analysis Saved');
}

test('two months are compared: from the open results, from the list, as CSV and on paper', async ({
  page,
  wizard,
  account,
}) => {
  expect(account.email).toContain('@');
  await wizard.open();
  await analyze(wizard, OCTOBER);
  await save(page);
  await wizard.button('Start Over').click();
  await analyze(wizard, NOVEMBER);

  await test.step('the open results against a saved analysis', async () => {
    await page.getByRole('link', { name: 'Compare with a saved analysis' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Compare Analyses' })).toBeVisible();
    await wizard.choose('Before', 'October.csv');
    await expect(page.getByRole('row', { name: /^Baseline rate 20\.0% 20\.0%/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Changed Source Referral/ })).toBeVisible();
    // The results are still there.
    await page.goBack();
    await wizard.expectStep('Analysis Complete!');
    await save(page);
  });

  await test.step('two ticked ones of the list', async () => {
    await page.goto('/saved');
    await page.getByRole('checkbox', { name: 'Compare November.csv' }).check();
    await page.getByRole('checkbox', { name: 'Compare October.csv' }).check();
    // Wherever the list is scrolled to.
    await page.setViewportSize({ width: 390, height: 500 });
    await expect(page.getByRole('link', { name: 'Compare', exact: true })).toBeInViewport();
    await expectEveryLook(page, 'two analyses ticked');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Before' })).toContainText('October.csv');
    await expect(page.getByRole('combobox', { name: 'After' })).toContainText('November.csv');
    await expect(page.getByRole('heading', { name: 'The rate is 20.0% in both.' })).toBeVisible();
    await expect(page.getByText(/^Of your \d rules, /)).toBeVisible();
    await expectEveryLook(page, 'a comparison');
  });

  await test.step('the same page again by its address, and its download', async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /Changed Source Referral/ })).toBeVisible();
    const { name, text } = await wizard.download(wizard.button('Download CSV'));
    expect(name).toMatch(/^comparison_October_November_/);
    expect(text).toContain('Changed,Source,Referral,');
  });

  await test.step('the report', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    await expect(page.getByText('Comparison: October.csv and November.csv')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Method' })).toBeVisible();
    await page.evaluate(() => {
      window.dispatchEvent(new Event('afterprint'));
    });
    await page.emulateMedia({ media: 'screen' });
  });
});
