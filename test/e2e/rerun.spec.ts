import { exampleSave } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, createAccount, openUserMenu } from './pages/account.ts';
import { countKeptSettings } from './pages/drafts.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

/** A file of leads, in the order of these columns. */
function leads(name: string, sources: readonly string[], columns = ['Lead Status', 'Source', 'Visits']) {
  const rows = Array.from({ length: 240 }, (_, lead) => {
    const status = lead % 3 === 0 || (lead % 2 === 0 && lead % 5 === 0) ? 'Qualified' : 'Lost';
    const cells: Record<string, string> = {
      'Lead Status': status,
      Source: sources[lead % sources.length] ?? '',
      Visits: String(lead % 30),
    };
    return columns.map((column) => cells[column] ?? 'x');
  });
  return csvFile([columns, ...rows].map((row) => `${row.join(',')}\n`).join(''), name);
}

const OCTOBER = leads('October.csv', ['Google', 'Bing', 'Referral']);
const NOVEMBER = leads(
  'November.csv',
  ['Google', 'LinkedIn', 'Referral'],
  ['Visits', 'Source', 'Lead Status'],
);
const USE = 'Use the settings of October.csv';

async function analyzeOctober(wizard: Wizard): Promise<void> {
  await wizard.open();
  await wizard.upload(OCTOBER);
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await expect.poll(() => countKeptSettings(wizard.page)).toBe(1);
}

test('settings made under an account are offered to nobody else, and go with another account or by logging out', async ({
  page,
  context,
  wizard,
  account,
  baseURL,
}) => {
  expect(account.email).not.toBe('');
  await analyzeOctober(wizard);
  await context.clearCookies();
  await wizard.open();
  await wizard.upload(NOVEMBER);
  await expect(page.getByText(/^Checked: |to look at: /)).toBeVisible();
  await expect(wizard.button(USE)).toHaveCount(0);
  expect(await countKeptSettings(page)).toBe(1);
  const other = await createAccount(context, baseURL ?? '');
  await page.reload();
  await expect.poll(() => countKeptSettings(page)).toBe(0);

  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await expect.poll(() => countKeptSettings(page)).toBe(1);
  await openUserMenu(page);
  await expect(page.getByText(other.email, { exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Get started' })).toBeVisible();
  await expect.poll(() => countKeptSettings(page)).toBe(0);
});

test.describe('saved without rows', () => {
  // The browser logs that there is no dataset.
  test.use({ refusals: ['/dataset'] });
  test('an analysis is renamed and noted by the keyboard, and its settings serve the new file that they fit', async ({
    page,
    wizard,
    account,
    baseURL,
  }) => {
    expect(account.email).not.toBe('');
    for (const fileName of ['leads.csv', 'other.csv']) {
      const answer = await page.request.post('/api/analyses', {
        data: { ...exampleSave, fileName },
        headers: { Origin: baseURL ?? '' },
      });
      expect(answer.status()).toBe(201);
    }
    await page.goto('/saved');
    await page.getByRole('button', { name: 'Rename leads.csv' }).press('Enter');
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('October, all regions');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Without the trade fair.');
    await expect(page.getByText('23 of 2,000 characters')).toBeVisible();
    await page.getByLabel('Note', { exact: true }).fill('https://example.com/'.padEnd(200, 'a'));
    await expectEveryLook(page, 'name and note of a saved analysis');
    await page.getByLabel('Note', { exact: true }).fill('Without the trade fair.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Rename October, all regions' })).toBeFocused();
    await page.reload();
    await expect(page.getByText('Without the trade fair.')).toBeVisible();

    await wizard.choose('Column', 'Device');
    await page.getByPlaceholder('Search analyses...').fill('october');
    await expect(page.getByText('1 of 2 analyses')).toBeVisible();
    await expectEveryLook(page, 'saved analyses, filtered');
    await page.getByRole('link', { name: 'New file with these settings: October, all regions' }).click();
    await expect(
      page.getByText(/used for the next file that holds their columns: Lead Status, Source, Device/),
    ).toBeVisible();
    await expectEveryLook(page, 'settings that wait for a file');
    await wizard.upload(NOVEMBER);
    await expect(page.getByText(/do not fit this file: it has no column Device/)).toBeVisible();
    await expectEveryLook(page, 'settings that do not fit');
    await wizard.button('Use Different Data').click();
    await wizard.upload(leads('December.csv', ['Search', 'Partner'], ['Device', 'Source', 'Lead Status']));
    await expect(page.getByText('Source: new in this file: Partner')).toBeVisible();
    await expect(wizard.button('Analyze with these settings')).toBeVisible();
  });
});
