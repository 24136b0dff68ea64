import type { Browser, Locator, Page } from '@playwright/test';
import { exampleSave } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS } from './pages/account.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

test.use({
  extraHTTPHeaders: CLIENT_ADDRESS,
  permissions: ['clipboard-read', 'clipboard-write'],
});

/** 400 leads: Referral converts best, and Fax has 3 leads. */
const LEADS = [
  'Status,Source,Device',
  ...leads('Referral', 120, 70),
  ...leads('Ads', 200, 30),
  ...leads('Fair', 77, 15),
  ...leads('Fax', 3, 1),
].join('\n');

function leads(source: string, count: number, converted: number): string[] {
  return Array.from(
    { length: count },
    (_, at) => `${at < converted ? 'Qualified' : 'Lost'},${source},${at % 2 ? 'Phone' : 'Desktop'}`,
  );
}

/** Saves an analysis and opens its page. */
async function openSaved(page: Page, wizard: Wizard): Promise<void> {
  await wizard.open();
  await wizard.upload(csvFile(LEADS));
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);
  await page.getByRole('button', { name: 'Save Analysis', exact: true }).click();
  await page.getByRole('link', { name: 'View analysis' }).click();
  await expect(page.getByText(/^Saved on/)).toBeVisible();
}

/** A visitor without a session. All addresses that the page asks for are noted. */
async function openAsStranger(browser: Browser, address: string) {
  const context = await browser.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await page.goto(address);
  return { page, asked, leave: () => context.close() };
}

const dialog = (page: Page) => page.getByRole('dialog');

/** A question darkens the page, and the dialog that asks it too. */
const isOverDialog = (scrim: Locator): Promise<boolean> =>
  scrim.evaluate((element) => {
    const panel = document.querySelector('[role=dialog]');
    const heightOf = (layer: Element) => Number(getComputedStyle(layer).zIndex);
    return panel !== null && heightOf(element) >= heightOf(panel);
  });

test('a read-only link shows the figures without an account, and nothing once it has ended @every-browser', async ({
  page,
  wizard,
  account,
  browser,
  baseURL,
}) => {
  await openSaved(page, wizard);
  await page.getByRole('button', { name: 'Share' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Shared analysis')).toBeVisible();
  await expect(dialog(page)).toContainText('with “Fair” added');
  await preview.getByRole('tab', { name: 'Segment Details' }).click();
  await expect(preview.getByRole('row').filter({ hasText: 'Other (small)' })).toContainText('80');
  await expect(preview.getByText('Fax', { exact: true })).toHaveCount(0);
  await expectEveryLook(page, 'the preview of a link', dialog(page));
  await page.getByRole('checkbox', { name: 'Show the name' }).check();
  await expect(preview.getByRole('heading', { name: 'leads.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Create link' }).click();

  const address = await page.getByRole('textbox', { name: 'Address' }).inputValue();
  expect(address).toMatch(new RegExp(`^${baseURL}/shared#[\\w-]{43}$`));
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expectEveryLook(page, 'a new link', dialog(page));
  await page.getByRole('button', { name: 'Done' }).click();

  const token = address.split('#')[1] ?? '';
  const stranger = await openAsStranger(browser, address);
  await expect(stranger.page.getByRole('heading', { level: 1, name: 'leads.csv' })).toBeVisible();
  await expect(stranger.page.getByText(/^Shared read-only, figures of/)).toBeVisible();
  await expect(stranger.page.getByRole('tab')).toHaveText([
    'Value Rules',
    'Segment Details',
    'Correlations',
    'Lead Calculator',
  ]);
  await stranger.page.getByRole('tab', { name: 'Segment Details' }).click();
  await expect(stranger.page.getByRole('row').filter({ hasText: 'Other (small)' })).toContainText('80');
  await expectEveryLook(stranger.page, 'the page of a link');

  // The address can be copied and passed on. The token is in no title, no text and no address that is asked for; the page asks for
  // nothing of another site, and for no rows.
  expect(stranger.page.url()).toBe(address);
  expect(await stranger.page.title()).not.toContain(token);
  expect(await stranger.page.content()).not.toContain(token);
  expect(await stranger.page.content()).not.toContain(account.email);
  expect(stranger.asked.filter((asked) => asked.includes(token))).toEqual([]);
  expect(stranger.asked.filter((asked) => !asked.startsWith(`${baseURL}/`))).toEqual([]);
  expect(stranger.asked.filter((asked) => asked.includes('/api/analyses'))).toEqual([]);
  const metas = stranger.page.locator('meta[name=referrer], meta[name=robots]');
  expect(await metas.evaluateAll((all) => all.map((meta) => meta.getAttribute('content')).sort())).toEqual([
    'no-referrer',
    'noindex',
  ]);
  await stranger.page.reload();
  await expect(stranger.page.getByRole('heading', { level: 1, name: 'leads.csv' })).toBeVisible();
  await stranger.page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await stranger.page.reload();
  await expect(stranger.page.getByRole('heading', { level: 1, name: 'leads.csv' })).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  await expect(dialog(page)).toContainText('3 times, previews of messengers included');
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog(page)).toContainText('When you end it');
  await expectEveryLook(page, 'the state of a link', dialog(page));
  await page.getByRole('button', { name: 'End link' }).click();
  expect(await isOverDialog(page.locator('.ui-scrim').last())).toBe(true);
  await page.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click();
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();

  await stranger.page.reload();
  await expect(stranger.page.getByRole('heading', { name: 'Nothing is shared here' })).toBeVisible();
  const ended = await stranger.page.getByRole('main').innerText();
  await expectEveryLook(stranger.page, 'the page of a link that has ended');
  await stranger.page.goto(`${baseURL}/shared#${'A'.repeat(43)}`);
  await expect(stranger.page.getByRole('heading', { name: 'Nothing is shared here' })).toBeVisible();
  expect(await stranger.page.getByRole('main').innerText()).toBe(ended);
  await stranger.leave();
});

test.describe('saved without rows', () => {
  // The browser logs that there is no dataset.
  test.use({ refusals: ['/dataset'] });

  test('figures with an e-mail address are not shared, and the value is named', async ({
    page,
    account,
    baseURL,
  }) => {
    expect(account.email).toContain('@');
    const answer = await page.request.post('/api/analyses', {
      headers: { Origin: baseURL ?? '' },
      data: JSON.parse(JSON.stringify(exampleSave).replaceAll('Referral', 'ann@example.com')) as object,
    });
    const { id } = (await answer.json()) as { id: string }; // as the contract has it
    await page.goto(`/saved/${id}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'The value "ann@example.com" of "Source" looks like an e-mail address',
    );
    await expect(dialog(page).getByRole('button', { name: 'Create link' })).toBeDisabled();
    await expectEveryLook(page, 'figures that cannot be shared', dialog(page));
  });
});
