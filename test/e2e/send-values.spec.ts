import { startDataManager } from '../support/data-manager-stand-in.ts';
import { makeUploadLeads, sha256, uploadCsv } from '../support/upload-leads.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS } from './pages/account.ts';
import { DATA_MANAGER_ORIGIN, standInForDataManager } from './pages/data-manager.ts';
import { googleOrigin, signInAtGoogle } from './pages/google.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

test.use({
  refusals: ['/v1/events:ingest'],
  extraHTTPHeaders: CLIENT_ADDRESS,
  otherOrigins: async ({ baseURL }, provide) => {
    await provide([googleOrigin(baseURL), DATA_MANAGER_ORIGIN]);
  },
});

const ACCOUNT = '1234567890';
const ACTION = '987654321';
const LEADS = makeUploadLeads(100, Date.now()).map((lead, index) => ({
  ...lead,
  // Google refuses an id of more than 64 characters.
  Note: index === 7 ? 'n'.repeat(65) : '',
}));

async function openSend(wizard: Wizard): Promise<void> {
  await wizard.openView('Apply');
  await wizard.button('A value per lead').click();
  await wizard.button('Every form lead').click();
  await wizard.page.getByText(/^More fields/).click();
  await wizard.choose('Order ID', 'Note');
  await wizard.choose('Time zone of the times', 'UTC');
  await wizard.choose('Country of the phone numbers', 'Germany');
  await wizard.button('Send to Google Ads').click();
}

test('values are tested and sent from the browser, and no lead passes the server', async ({
  page,
  wizard,
  account,
  baseURL,
}) => {
  expect(account.email).toContain('@');
  const google = startDataManager({
    accounts: { [ACCOUNT]: { actions: { [ACTION]: 'UPLOAD_CLICKS' } } },
    isSlow: true,
  });
  await standInForDataManager(page.context(), google);
  const email = `ads-${crypto.randomUUID()}@example.com`;
  await signInAtGoogle(page.context(), googleOrigin(baseURL), {
    claims: { sub: crypto.randomUUID(), email, email_verified: true },
  });
  const told: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin === baseURL) told.push(request.postData() ?? '');
  });

  await page.goto('/connections');
  await page
    .getByRole('listitem', { name: 'Google Ads (send values)' })
    .getByRole('button', { name: 'Connect' })
    .click();
  await expect(page.getByText(email)).toBeVisible();

  await wizard.open();
  await wizard.upload(csvFile(uploadCsv(LEADS)));
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);
  await openSend(wizard);
  await page.getByRole('textbox', { name: 'Google Ads account' }).fill('123-456-7890');
  await page.getByRole('textbox', { name: 'ID of the conversion action' }).fill(ACTION);
  await wizard.button('Look at the Values').click();
  await expect(page.getByRole('cell', { name: 'lead.0@example.com' })).toBeVisible();
  await expectEveryLook(page, 'three values in clear text', wizard.openedView());
  await wizard.button('Test').click();
  await expect(page.getByText(/Google would take 99 of 100 values/)).toBeVisible();
  expect(google.conversions()).toEqual([]);

  await wizard.button('Send 99 values').click();
  await expect(page.getByText('99 of 100 values have arrived at Google')).toBeVisible();
  expect(google.conversions()).toHaveLength(99);
  expect(JSON.stringify(google.conversions())).toContain(sha256('lead.0@example.com'));

  await expect(page.getByText(/Google is still looking at 2 requests/)).toBeVisible();
  google.process();
  await wizard.button('Ask Google Now').click();
  await expect(page.getByText(/Google has counted 99 of 99/)).toBeVisible();
  await expectEveryLook(page, 'sent', wizard.openedView());
  for (const secret of ['Lead.0@', 'lead.0@', LEADS[0]?.gclid ?? '', 'accessToken'])
    expect(told.filter((body) => body.includes(secret))).toEqual([]);
});
