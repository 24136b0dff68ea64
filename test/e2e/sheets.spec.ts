import type { Page } from '@playwright/test';
import { startDataManager } from '../support/data-manager-stand-in.ts';
import { SPREADSHEET_ID } from '../support/google-sheets.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS } from './pages/account.ts';
import { DATA_MANAGER_ORIGIN, standInForDataManager } from './pages/data-manager.ts';
import { googleOrigin, signInAtGoogle } from './pages/google.ts';
import { SHEETS_ORIGIN, standInForSheets } from './pages/sheets.ts';
import { Wizard } from './pages/wizard.ts';

test.use({
  extraHTTPHeaders: CLIENT_ADDRESS,
  otherOrigins: async ({ baseURL }, provide) => {
    await provide([googleOrigin(baseURL), SHEETS_ORIGIN]);
  },
});

const ADDRESS = `https://docs.google.com/spreadsheets/d/${SPREADSHEET_ID}/edit?gid=100#gid=100`;
const HEADER = ['Status', 'Source', 'Campaign'];
/** Every third lead is qualified; cells at the end of a row are empty. */
const LEADS = Array.from({ length: 90 }, (_, lead) =>
  lead % 3 ? ['Lost', 'Bing'] : ['Qualified', 'Google', '"May", =1+1'],
);
const SHEET = { title: 'Leads of 2026', tabs: { April: [HEADER], "May's": [HEADER, ...LEADS] } };

/** Somebody at Google, who need not be the user of this site. */
function inventGoogleAccount() {
  const email = `sheets-${crypto.randomUUID()}@example.com`;
  return { sub: `google-${crypto.randomUUID()}`, email, email_verified: true };
}

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import from Google Sheets' });

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import from Google Sheets' }).click();
  await expect(importDialog(page)).toBeVisible();
}

async function connect(page: Page, label = 'Connect Google Sheets'): Promise<void> {
  await importDialog(page).getByRole('button', { name: label }).click();
  await page.waitForURL((url) => url.pathname === '/' && url.search === '');
  await expect(importDialog(page)).toBeVisible();
}

test('a sheet is connected and imported, over a withdrawn permission, and no cell passes the server', async ({
  page,
  wizard,
  account,
  baseURL,
}) => {
  const google = await standInForSheets(page.context(), SPREADSHEET_ID, SHEET);
  const [first, second] = [inventGoogleAccount(), inventGoogleAccount()];
  expect([first.email, second.email]).not.toContain(account.email);
  await signInAtGoogle(page.context(), googleOrigin(baseURL), { claims: first });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin === baseURL) sent.push(request.postData() ?? '');
  });
  await wizard.open();
  await wizard.openSample();
  await wizard.button('Back').click();
  await wizard.button('Use Different Data').click();
  await openImport(page);
  await expectEveryLook(page, 'before connecting');
  await connect(page);
  const dialog = importDialog(page);
  await expect(dialog.getByText(first.email)).toBeVisible();

  // The permission is over: to connect again loses neither the address nor the open file.
  await dialog.getByLabel('Address of the sheet').fill(ADDRESS);
  google.revoke();
  await dialog.getByRole('button', { name: 'Next: Choose Tab' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Connect again');
  await expectEveryLook(page, 'connect again');
  google.grant();
  google.received.length = 0;
  await signInAtGoogle(page.context(), googleOrigin(baseURL), { claims: second });
  await connect(page, 'Connect Again');
  await expect(dialog.getByText(second.email)).toBeVisible();
  await expect(page.getByText('sample-leads.csv').first()).toBeVisible();
  await expect(dialog.getByLabel('Address of the sheet')).toHaveValue(ADDRESS);
  await expect(dialog.getByRole('combobox', { name: 'Tab' })).toHaveText("May's");
  await expectEveryLook(page, 'the tabs');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();

  await wizard.expectStep('Select Columns to Analyze');
  await expect(page.getByText("Leads of 2026 - May's.csv").first()).toBeVisible();
  expect(google.received.map(({ path }) => decodeURIComponent(path))).toEqual([
    `/v4/spreadsheets/${SPREADSHEET_ID}`,
    `/v4/spreadsheets/${SPREADSHEET_ID}/values/'May''s'`,
  ]);
  expect(sent.filter((body) => body.includes('Bing') || body.includes('Qualified'))).toEqual([]);
  await expect(page.getByText(/^90 leads, 3 columns/)).toBeVisible();
});

/** Whether code of the page or of a thread may ask Google. */
const askGoogle = (addresses: string[]) =>
  Promise.all(
    addresses.map((address) =>
      fetch(address, { method: 'POST', headers: { Authorization: 'Bearer any' } }).then(
        () => 'asked',
        () => 'refused',
      ),
    ),
  );

test('neither the page nor the thread that holds the file may ask Google', async ({ browser, baseURL }) => {
  // Without the fixture, which fails on what the browser logs of a refusal.
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const wizard = new Wizard(page);
  const sheets = await standInForSheets(context, SPREADSHEET_ID, SHEET);
  const dataManager = startDataManager({ accounts: {} });
  await standInForDataManager(context, dataManager);
  const addresses = [
    `${SHEETS_ORIGIN}/v4/spreadsheets/${SPREADSHEET_ID}`,
    `${DATA_MANAGER_ORIGIN}/v1/events:ingest`,
  ];
  await wizard.open();
  expect(await page.evaluate(askGoogle, addresses)).toEqual(['refused', 'refused']);
  await openImport(page);
  await expect(importDialog(page).getByText('Please sign in first')).toBeVisible();
  await page.keyboard.press('Escape');
  await wizard.openSample();
  const [leads] = page.workers();
  expect(leads?.url()).toContain('/assets/thread-');
  expect(await leads?.evaluate(askGoogle, addresses)).toEqual(['refused', 'refused']);
  expect([...sheets.received, ...dataManager.received]).toEqual([]);
  await context.close();
});
