import type { Page } from '@playwright/test';
import type { SaveAnalysis } from '#contract/analyses.ts';
import type { SheetSource } from '#contract/sources.ts';
import { exampleSave } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import type { StandInSheet } from '../support/google-sheets-stand-in.ts';
import { CLIENT_ADDRESS } from './pages/account.ts';
import { cardOf, consent, personaOf } from './pages/connections.ts';
import { googleOrigin } from './pages/google.ts';
import { deliver, makeInbox } from './pages/inbox.ts';
import { linkIn } from '../support/sent-mail.ts';
import { readMail, turnAlertMailOn } from './pages/mailbox.ts';
import { SHEETS_ORIGIN, standInForSheets } from './pages/sheets.ts';
import { csvFile } from './pages/wizard.ts';

test.use({
  extraHTTPHeaders: CLIENT_ADDRESS,
  // The analysis is saved without rows, which makes its dataset a 404.
  refusals: ['/dataset'],
  otherOrigins: async ({ baseURL }, provide) => {
    await provide([googleOrigin(baseURL), SHEETS_ORIGIN]);
  },
});

/** Where the server asks for sheets. */
const sheetsOrigin = (baseURL = ''): string => `http://127.0.0.1:${Number(new URL(baseURL).port) + 4}`;

/** Leads of a source with their devices and days; the first `converted` of them are converted. */
const leads = (source: string, count: number, converted: number, month: number): string[][] =>
  Array.from({ length: count }, (_, at) => [
    at < converted ? 'Qualified' : 'Lost',
    source,
    at % 2 ? 'Mobile' : 'Desktop',
    `2026-${month}-${String(8 + (at % 7)).padStart(2, '0')}`,
  ]);

const HEADER = ['Lead Status', 'Source', 'Device', 'Created'];
const file = (rows: readonly string[][]): string => [HEADER, ...rows].join('\n');

const OCTOBER = [
  ...leads('Referral', 120, 80, 10),
  ...leads('google', 180, 40, 10),
  ...leads('bing', 60, 12, 10),
];
/** Referral converts as the others do, and Chat is new. */
const NOVEMBER = [
  ...leads('Referral', 130, 40, 11),
  ...leads('google', 200, 50, 11),
  ...leads('bing', 70, 20, 11),
  ...leads('Chat', 90, 60, 11),
];

/** An analysis with a column of dates, which alerts need. */
const SAVE = {
  ...exampleSave,
  configurationData: {
    ...exampleSave.configurationData,
    dateFilter: { column: 'Created', format: null, from: null, to: null, youngerThanDays: null },
  },
} satisfies SaveAnalysis;

/** Saves an analysis without rows, and opens its page. */
async function openSaved(page: Page, origin = ''): Promise<string> {
  const answer = await page.request.post('/api/analyses', { headers: { Origin: origin }, data: SAVE });
  const { id } = (await answer.json()) as { id: string }; // as the contract has it
  await page.goto(`/saved/${id}`);
  return id;
}

test('an inbox keeps an analysis current, and a rule that ends raises an alert that leads to new rules', async ({
  page,
  wizard,
  account,
  baseURL,
  playwright,
}) => {
  const sender = await playwright.request.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
  await turnAlertMailOn(page, account.email, baseURL);
  await openSaved(page, baseURL);
  const inbox = await makeInbox(page);
  await expectEveryLook(page, 'the token of an inbox', page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Waiting for the first delivery.', { exact: false })).toBeVisible();

  const first = await deliver(sender, inbox, file(OCTOBER), 'october');
  expect(first).toMatchObject({ status: 200, body: { version: 1, leads: 360, converted: 132 } });
  expect(await deliver(sender, inbox, file(OCTOBER), 'october')).toEqual(first);
  expect(await deliver(sender, { ...inbox, token: `${inbox.token}x` }, file(OCTOBER))).toMatchObject({
    status: 401,
  });
  await page.reload();
  await expect(page.getByText(/^Version 1 came on .*: 360 leads, 36\.7% converted\./)).toBeVisible();
  await page.getByRole('button', { name: 'Mark as entered' }).click();
  await expect(page.getByText(/^In use Version 1 was marked as entered on/)).toBeVisible();
  await expect(page.getByText(/rules are watched: those of version 1, entered on/)).toBeVisible();

  expect(await deliver(sender, inbox, file(NOVEMBER))).toMatchObject({
    status: 200,
    body: { version: 2, leads: 490, newValues: [{ field: 'Source', first: ['Chat'], count: 1 }] },
  });
  const mail = await readMail(page, account.email, 'A rule no longer holds: leads.csv');
  expect(mail).toContain('Referral (Source)\nNow: 30.8% converted (40 of 130, ');
  await page.goto(linkIn(mail));
  const changed = page.getByRole('region', { name: 'What changed' });
  await expect(changed).toContainText('490 leads, 130 more than in version 1.');
  await expect(changed).toContainText('New values since version 1: Source: Chat.');
  await expect(changed.getByRole('row').filter({ hasText: 'Referral' })).toContainText('Unclear now');
  await page.getByRole('button', { name: 'Time line' }).click();
  await expect(page.getByRole('table', { name: 'Versions' }).getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('figure', { name: 'Lift of Each Rule by Version' })).toBeVisible();
  const fallen = page.getByRole('table', { name: 'Watched rules, version 1 and version 2' });
  await expect(fallen.getByRole('row').filter({ hasText: 'Referral' })).toContainText(
    '40 of 130 leads converted',
  );
  await expectEveryLook(page, 'an alert and the time line of versions');
  await expect(page.locator('p > span').filter({ hasText: /^490 leads$/ })).toBeVisible();
  await page.getByRole('button', { name: /^As saved/ }).click();
  await expect(page.locator('p > span').filter({ hasText: /^490 leads$/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Version 2/ }).click();
  await expect(page.getByText(/^A version keeps no rows\./)).toBeVisible();

  await page.getByRole('link', { name: '1 new alert' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '1 alert' })).toBeVisible();
  await expectEveryLook(page, 'an alert in the list and in the header');
  await page.getByRole('link', { name: 'leads.csv', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page.getByRole('link', { name: '1 new alert' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Update the rules' }).click();
  await wizard.upload(csvFile(file(NOVEMBER), 'november.csv'));
  await wizard.expectStep('Select Columns to Analyze');
  await expect(page.getByText('Settings of leads.csv in use', { exact: false })).toBeVisible();
  for (const name of ['Next: Map Values', 'Next', 'Next', 'Analyze'] as const) await wizard.next(name);
  await expect(page.getByRole('heading', { level: 1, name: 'Apply' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Rules in the platform' })).toBeVisible();
  await expectEveryLook(page, 'the way from an alert to the plan', wizard.openedView());
  await page.getByRole('button', { name: 'These rules are in use' }).click();
  await page.getByRole('link', { name: 'Back to leads.csv' }).click();
  await expect(page.getByText(/rules are watched: those of version 2, entered on/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Update the rules' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('heading', { name: 'Kept current Paused' })).toBeVisible();
  expect(await deliver(sender, inbox, file(NOVEMBER))).toMatchObject({
    status: 409,
    body: { code: 'PAUSED' },
  });
  await page.goto('/saved');
  await expect(page.getByText('Updates paused')).toBeVisible();
  await page.goto(/\bhttp\S+#stop=\S+/.exec(mail)?.[0] ?? '');
  await page.getByRole('button', { name: 'Stop these e-mails' }).click();
  await expect(page.getByRole('heading', { name: 'Alerts by e-mail are stopped' })).toBeVisible();
  await sender.dispose();
});

test('a sheet is read on a schedule and by hand, tells of a failed run, pauses and goes on', async ({
  page,
  account,
  baseURL,
}) => {
  expect(account.email).toContain('@');
  const spreadsheetId = crypto.randomUUID().replaceAll('-', '');
  /** Sets the sheet that the server finds. */
  const put = async (sheet: Partial<StandInSheet>) => {
    const tabs = [
      { title: 'April', rows: [HEADER] },
      { title: 'May', rows: [HEADER, ...OCTOBER] },
    ];
    await page.request.put(`${sheetsOrigin(baseURL)}/stand-in/${spreadsheetId}`, {
      data: { tabs, ...sheet },
    });
  };
  await put({});
  await standInForSheets(page.context(), spreadsheetId, {
    title: 'Leads 2026',
    tabs: { April: [], May: [HEADER, ...NOVEMBER] },
  });
  await page.goto('/connections');
  await consent(page, 'sheets', personaOf('sheets', 'sheets@example.com'));
  await expect(cardOf(page, 'sheets').getByText('sheets@example.com')).toBeVisible();
  const id = await openSaved(page, baseURL);

  await page.getByRole('button', { name: 'Keep current' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Address of the sheet')
    .fill(`https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit#gid=100`);
  await dialog.getByRole('button', { name: 'Next: Choose Tab' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Tab' })).toHaveText('May');
  await expectEveryLook(page, 'a tab and its schedule', dialog);
  await dialog.getByRole('button', { name: 'Keep current' }).click();
  await expect(page.getByText(/^Reads “May” of “Leads 2026” every Monday between 7 and 8 AM/)).toBeVisible();
  await expect(page.getByText(/^Next run: Monday, .*, between 7 and 8 AM\./)).toBeVisible();

  const read = async (): Promise<SheetSource> => {
    const answer = await page.request.get(`/api/analyses/${id}/source`);
    return ((await answer.json()) as { source: SheetSource }).source; // as the contract has it
  };
  const runs = async (): Promise<boolean> => (await read()).isRunning;
  const due = Date.parse((await read()).nextDueAt ?? '');
  await page.request.get(`/cdn-cgi/handler/scheduled?time=${due}`);
  await expect.poll(async () => (await read()).lastRunAt !== null && !(await runs())).toBe(true);
  await page.reload();
  await expect(page.getByText(/^Version 1 came on .*: 360 leads, 36\.7% converted\./)).toBeVisible();
  await page.getByRole('button', { name: 'Mark as entered' }).click();
  await expect(page.getByText(/^In use Version 1 was marked as entered on/)).toBeVisible();
  await put({
    tabs: [
      { title: 'April', rows: [HEADER] },
      { title: 'Moved', rows: [HEADER, ...NOVEMBER] },
    ],
  });
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText(/^Version 2 came on .*: 490 leads/)).toBeVisible();
  await page.getByRole('link', { name: 'Update the rules' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Tab' })).toHaveText('May');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Settings of leads.csv in use', { exact: false })).toBeVisible();
  await page.goto(`/saved/${id}`);

  await page.getByRole('button', { name: 'Schedule' }).click();
  await dialog.getByRole('button', { name: 'Daily' }).click();
  await dialog.getByRole('button', { name: 'Save Schedule' }).click();
  await expect(page.getByText(/^Reads “May” of “Leads 2026” every day between 7 and 8 AM/)).toBeVisible();

  // By a call, since the page asks every three seconds only how far a run is.
  const before = (await read()).lastRunAt;
  await put({ failures: [{ status: 404 }, { status: 404 }] });
  await page.request.post(`/api/analyses/${id}/source/run`, { headers: { Origin: baseURL ?? '' } });
  await expect.poll(async () => (await read()).lastRunAt !== before && !(await runs())).toBe(true);
  await page.reload();
  await expect(
    page.getByText(/The next run tries again; after 3 failed runs it pauses by itself/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('heading', { name: 'Kept current Paused' })).toBeVisible();
  await expect(page.getByText(/After 3 failed runs it pauses by itself/)).toBeVisible();
  await expectEveryLook(page, 'paused after a failed run');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await dialog.getByRole('button', { name: 'Stop reading' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop reading' }).click();
  await expect(page.getByRole('heading', { name: /^Keep current/ })).toBeVisible();
});
