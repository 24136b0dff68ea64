import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, expectMessage } from './pages/account.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

type Group = [source: string, device: string, leads: number, qualified: number];

const COLUMNS = ['Lead Status', 'Source', 'Device'] as const;
type Column = (typeof COLUMNS)[number];

/** A file of leads, in the order of these columns. */
function fileOf(name: string, groups: readonly Group[], columns: readonly Column[] = COLUMNS) {
  const rows = groups.flatMap(([Source, Device, leads, qualified]) =>
    Array.from({ length: leads }, (_, at) => {
      const lead = { 'Lead Status': at < qualified ? 'Qualified' : 'Open', Source, Device };
      return columns.map((column) => lead[column]);
    }),
  );
  return csvFile([columns, ...rows].map((row) => `${row.join(',')}\n`).join(''), name);
}

const OCTOBER = fileOf('October.csv', [
  ['Referral', 'Mobile', 100, 40],
  ['Email', 'Desktop', 200, 40],
  ['Google Ads search and display in all regions', 'Desktop', 700, 120],
]);
const NOVEMBER = fileOf(
  'November.csv',
  [
    ['Referral', 'Mobile', 110, 14],
    ['Email', 'Desktop', 190, 41],
    ['Google Ads search and display in all regions', 'Desktop', 600, 110],
    ['Partners', 'Desktop', 150, 45],
  ],
  ['Device', 'Source', 'Lead Status'],
);

async function analyzeOctober(wizard: Wizard): Promise<void> {
  await wizard.open();
  await wizard.upload(OCTOBER);
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Analysis', exact: true }).click();
  await expectMessage(page, 'Analysis Saved');
}

/** By the settings of October, which the draft holds. */
async function analyzeNovember(page: Page, wizard: Wizard): Promise<void> {
  const use = wizard.button('Use the settings of October.csv');
  await wizard.button('Use Different Data').click();
  await wizard.upload(NOVEMBER);
  await expect(use).toBeVisible();
  await expect(page.getByText('November.csv').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Attribute 1' })).not.toContainText('Source');
  await expectEveryLook(page, 'an offer of earlier settings');
  await use.press('Enter');
  await expect(page.getByText('Source: new in this file: Partners')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Attribute 2' })).toContainText('Device');
  await expectEveryLook(page, 'earlier settings in use');
  await expect(wizard.button('Analyze with these settings')).toBeVisible();
  await page.reload();
  await wizard.button('Same settings as October.csv: show results and what changed').click();
  await expect(page.getByRole('heading', { level: 1, name: 'What changed' })).toBeVisible();
  await expect(page.getByText(/^Compared with the (saved analysis|counts of) October\.csv/)).toBeVisible();
  await expect(
    page.getByRole('heading', { level: 2, name: /^Conversion is 20\.0% in both\./ }),
  ).toBeVisible();
  await expectEveryLook(page, 'what has changed since the earlier analysis');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'What changed' })).toBeVisible();
  await wizard.button('Back to results').click();
  await wizard.expectStep('Analysis Complete!');
}

test('a second month is analyzed as the first one, and compared with it: from the open results, from the list, as CSV and on paper', async ({
  page,
  wizard,
  account,
}) => {
  expect(account.email).toContain('@');
  await analyzeOctober(wizard);
  await save(page);
  await analyzeNovember(page, wizard);

  await test.step('the open results against a saved analysis', async () => {
    await wizard.button('What changed').click();
    await page.getByRole('link', { name: 'Compare with a saved analysis' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Compare Analyses' })).toBeVisible();
    await wizard.choose('Before', 'October.csv');
    await expect(page.getByRole('row', { name: /^Baseline rate 20\.0% 20\.0%/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Changed Source Referral/ })).toBeVisible();
    // The results are still there.
    await page.goBack();
    await wizard.button('Back to results').click();
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
    await expect(page.getByRole('heading', { name: /^Conversion is 20\.0% in both\./ })).toBeVisible();
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
