import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  CLIENT_ADDRESS,
  createAccount,
  openUserMenu,
  pressAndExpectMessage,
  signIn,
} from './pages/account.ts';
import { ageDrafts, closeTab, countDrafts } from './pages/drafts.ts';
import { csvFile, Wizard } from './pages/wizard.ts';

const GIVEN = 'Status,Region\nQualified,North\nLost,South\n';
const ZONE = 'Drop CSV file here or click to browse';

/**
 * Nothing happens later any more, until the page is loaded again. Everything on the page must have come before: React waits with timers
 * too.
 */
async function stopTimers(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
}

/** A tab of its own that works on a file, whose work is kept. */
async function workOn(context: BrowserContext, fileName: string): Promise<Wizard> {
  const tab = new Wizard(await context.newPage());
  await tab.open();
  const before = await countDrafts(tab.page);
  await tab.upload(csvFile('Status,Source,Device\nQualified,Google,Mobile\nLost,Bing,Desktop\n', fileName));
  await tab.expectStep('Select Columns to Analyze');
  await expect.poll(() => countDrafts(tab.page)).toBe(before + 1);
  return tab;
}

const picked = (tab: Wizard) => tab.page.getByRole('combobox', { name: 'Attribute 1', exact: true });

/** A choice that can be seen is kept, also where the page is left at once. */
async function chooseAndReload(tab: Wizard, attribute: string): Promise<void> {
  await tab.choose('Attribute 1', attribute);
  await tab.page.reload();
}

test('each tab has its own work, even a copy of a tab; the work of a closed tab is offered once, and goes after a week', async ({
  page,
  context,
}) => {
  const closed = await workOn(context, 'closed.csv');
  await closed.page.close();
  const open = await workOn(context, 'open.csv');

  // The newer of the two drafts belongs to an open tab, so no other tab offers it.
  const second = new Wizard(page);
  await second.open();
  await expect(page.getByText(/^closed\.csv, last changed/)).toBeVisible();
  await second.button('Restore').click();
  await second.expectStep('Select Columns to Analyze');

  // A window that a page opens begins with a copy of its session storage, like a duplicated tab.
  const copying = context.waitForEvent('page');
  await chooseAndReload(open, 'Source');
  await open.expectStep('Select Columns to Analyze');
  await open.page.evaluate(() => void window.open('/'));
  const copy = new Wizard(await copying);
  await copy.expectStep('Select Columns to Analyze');
  await expect(picked(copy)).toContainText('Source');
  await chooseAndReload(copy, 'Device');
  await expect(picked(copy)).toContainText('Device');
  await open.page.reload();
  await expect(picked(open)).toContainText('Source');
  await expect(open.page.getByText('open.csv').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('closed.csv').first()).toBeVisible();
  expect(await countDrafts(page)).toBe(3);

  // Whatever page is opened removes them. Those of open tabs stay, however old.
  await closeTab(copy.page, page);
  await ageDrafts(page, 8);
  await page.goto('/privacy');
  await expect.poll(() => countDrafts(page)).toBe(2);
});

/** Drops a file on the page. It is evaluated there. */
function dropFile(leads: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([leads], 'given.csv', { type: 'text/csv' }));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

/** The next time that the page is loaded, a file is dropped on it as soon as that text is in it. */
async function dropDuringLoad(page: Page, text: string): Promise<void> {
  await page.addInitScript(`{
    const observer = new MutationObserver(() => {
      if (!document.getElementById('root')?.textContent.includes(${JSON.stringify(text)})) return;
      observer.disconnect();
      sessionStorage.setItem('dropped', 'yes');
      (${dropFile})(${JSON.stringify(GIVEN)});
    });
    if (!sessionStorage.getItem('dropped')) observer.observe(document, { childList: true, subtree: true });
  }`);
}

test('work in progress survives the way to the sign-in and a reload onto which a file is dropped, and Start Over removes it', async ({
  page,
  wizard,
}) => {
  const threshold = page.getByLabel('Significance Threshold (%)', { exact: true });
  const expectResults = async () => {
    await wizard.expectStep('Analysis Complete!');
    await expect(threshold).toHaveValue('15');
  };
  await wizard.open();
  await wizard.button('Try sample data').click();
  await wizard.expectStep('Analysis Complete!');
  await expect.poll(() => countDrafts(page)).toBe(1);
  // The change is kept when the page is left, before any timer has ended.
  await stopTimers(page);
  await threshold.fill('15');
  await threshold.blur();
  await page.reload();
  await expectResults();
  const button = wizard.button('Save Analysis');
  await pressAndExpectMessage(button, 'Login Required', 'Please log in to save your analysis.');
  await page.waitForURL('**/auth/login');
  await page.goto('/');
  await expectResults();

  // A file that is dropped before the program has come is opened, and the older work is offered again, however old.
  await ageDrafts(page, 8);
  await dropDuringLoad(page, ZONE);
  await page.reload();
  await wizard.expectStep('Select Columns to Analyze');
  await expect(page.getByText('given.csv').first()).toBeVisible();
  await expect(page.getByText(/^Your work on sample-leads\.csv is saved in this browser/)).toBeVisible();
  await expect.poll(() => countDrafts(page)).toBe(2);
  await wizard.choose('Attribute 1', 'Region');
  await wizard.analyze(1);
  await wizard.button('Start Over').click();
  await wizard.button('Restore').click();
  await expectResults();
  expect(await countDrafts(page)).toBe(1);

  await wizard.button('Start Over').click();
  await expect(wizard.heading('Calculate Lead Values for Smarter Bidding')).toBeVisible();
  await expect.poll(() => countDrafts(page)).toBe(0);
  await page.reload();
  await expect(page.getByText(ZONE)).toBeVisible();
});

/** Works on a file until it is kept. */
async function workAs(wizard: Wizard, fileName: string): Promise<void> {
  await wizard.open();
  await wizard.upload(csvFile(GIVEN, fileName));
  await wizard.expectStep('Select Columns to Analyze');
  await expect.poll(() => countDrafts(wizard.page)).toBe(1);
}

test.describe('people who share a browser', () => {
  // A session may end while a tab asks for preferences, while step 2 looks for saved settings, or while the open menu asks for teams.
  test.use({ refusals: ['/api/preferences', '/api/analyses', '/api/teams'] });
  test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

  test('see no work of an account whose session is over, which gets it back, nor of one that logs out in any tab', async ({
    page,
    wizard,
    account,
    context,
    baseURL,
  }) => {
    const expectNobody = async (tab: Page) => {
      await expect(tab.getByRole('link', { name: 'Get started' })).toBeVisible();
      await expect(tab.getByText(ZONE)).toBeVisible();
    };
    await workAs(wizard, 'A-private.csv');
    await context.clearCookies();
    await page.reload();
    await expectNobody(page);
    const other = new Wizard(await context.newPage());
    for (const tab of [page, other.page]) {
      await tab.goto('/');
      await expectNobody(tab);
      await expect(tab.getByText(/A-private\.csv/)).toHaveCount(0);
    }
    await page.goto('/auth/login');
    await signIn(page, account);
    await expect(page.getByText(/^A-private\.csv, last changed/)).toBeVisible();
    await wizard.button('Restore').click();
    await wizard.expectStep('Select Columns to Analyze');

    // Logging out leaves no draft in any tab, not even of what is kept only when a page is left.
    await wizard.choose('Attribute 1', 'Region');
    await wizard.next('Next: Map Values');
    const lost = page.getByRole('checkbox', { name: /^Lost/ });
    await expect(lost).toBeVisible();
    await other.open();
    for (const tab of [page, other.page]) await stopTimers(tab);
    await lost.click();
    await other.upload(csvFile(GIVEN));
    await other.expectStep('Select Columns to Analyze');
    expect(await countDrafts(page)).toBe(1);
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    for (const tab of [page, other.page]) {
      await expectNobody(tab);
      // The tab reloads, which may interrupt the reading of its drafts.
      await expect(async () => expect(await countDrafts(tab)).toBe(0)).toPass();
    }
    await other.page.close();

    // Another account removes what the session before has left.
    await createAccount(context, baseURL ?? '');
    await workAs(wizard, 'B-private.csv');
    await context.clearCookies();
    await createAccount(context, baseURL ?? '');
    await page.goto('/docs');
    await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
    await expect.poll(() => countDrafts(page)).toBe(0);

    // Logging out by an address that was typed is asked first, and leaves no draft either.
    await workAs(wizard, 'C-private.csv');
    await page.goto('/api/auth/logout');
    await expect(page.getByRole('heading', { level: 1, name: 'Log out?' })).toBeVisible();
    await page.getByRole('link', { name: 'Stay and go to the start page' }).click();
    await wizard.expectStep('Select Columns to Analyze');
    await page.goto('/api/auth/logout');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expectNobody(page);
    await expect.poll(() => countDrafts(page)).toBe(0);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('signed-out');
    // Work that comes afterwards is kept as ever.
    await workAs(wizard, 'mine.csv');
  });
});
