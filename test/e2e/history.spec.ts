import { unlink, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { expect, test } from './fixtures.ts';
import { CLIENT_ADDRESS, createAccount, expectMessage, openUserMenu, signIn } from './pages/account.ts';
import { countDrafts } from './pages/drafts.ts';
import { goTo, type Wizard } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

const HEADLINE = 'Calculate Lead Values for Smarter Bidding';
const COLUMNS = 'Select Columns to Analyze';
const RESULTS = 'Analysis Complete!';
const SAMPLE = 'sample-leads.csv';

/** The heading of the step, and in step 3 its column. */
async function expectPlace({ page }: Wizard, place: string): Promise<void> {
  const isColumn = place.startsWith('Column ');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(isColumn ? 'Map Values' : place);
  if (isColumn) await expect(page.getByText(/^Column \d of \d$/)).toHaveText(place);
}

async function expectBack(wizard: Wizard, ...places: string[]): Promise<void> {
  for (const place of places) {
    await wizard.page.goBack();
    await expectPlace(wizard, place);
  }
}

async function expectForward(wizard: Wizard, ...places: string[]): Promise<void> {
  for (const place of places) {
    await wizard.page.goForward();
    await expectPlace(wizard, place);
  }
}

function countEntries(page: Page): Promise<number> {
  return page.evaluate(() => history.length);
}

/** The sample data with two attributes, up to the last column of step 3: one entry for each place. */
async function openLastColumn(wizard: Wizard): Promise<void> {
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await goToLastColumn(wizard);
}

async function goToLastColumn(wizard: Wizard): Promise<void> {
  await wizard.next('Next: Map Values');
  await expectPlace(wizard, 'Column 1 of 3');
  await wizard.next('Next');
  await expectPlace(wizard, 'Column 2 of 3');
  await wizard.next('Next');
  await expectPlace(wizard, 'Column 3 of 3');
}

async function analyze(wizard: Wizard): Promise<void> {
  await wizard.next('Analyze');
  await expectPlace(wizard, RESULTS);
}

async function editSaved(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Saved Analyses' }).click();
  await page.getByRole('link', { name: `Edit ${SAMPLE}` }).click();
}

/** Opens the sample from a disk from which it is deleted once its work is kept. */
async function openDeletedFile({ page }: Wizard, path: string): Promise<void> {
  await writeFile(path, sampleCsv());
  await page.locator('input[type=file]').setInputFiles(path);
  await expect.poll(() => countDrafts(page)).toBe(1);
  await unlink(path);
}

test('every step and column is one entry, over which Back and Forward lead, also after a reload of a file that is gone @every-browser', async ({
  page,
  wizard,
}, info) => {
  await goTo(page, '/?from=mail');
  await expectPlace(wizard, HEADLINE);
  const before = await countEntries(page);
  await openDeletedFile(wizard, info.outputPath(SAMPLE));
  await expectPlace(wizard, COLUMNS);
  // It can be read again.
  await wizard.button('Change').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await wizard.choose('Attribute 1', 'Source');
  // A choice that can be seen is kept, also where the page is left at once.
  await wizard.choose('Attribute 2', 'Device');
  await page.reload();
  await expectPlace(wizard, COLUMNS);
  await expect(page.getByText('2,000 leads, 9 columns, comma-separated, UTF-8')).toBeVisible();
  await goToLastColumn(wizard);
  await analyze(wizard);
  expect(await countEntries(page)).toBe(before + 5);

  await expectBack(wizard, 'Column 3 of 3', 'Column 2 of 3', 'Column 1 of 3', COLUMNS, HEADLINE);
  await expect(page.getByRole('heading', { name: SAMPLE })).toBeVisible();
  await expectForward(wizard, COLUMNS, 'Column 1 of 3', 'Column 2 of 3', 'Column 3 of 3', RESULTS);
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe('/?from=mail');

  // The same ways by the buttons lead back over the same entries.
  await wizard.button('Back').click();
  await expectPlace(wizard, 'Column 3 of 3');
  await wizard.button('Previous').click();
  await expectPlace(wizard, 'Column 2 of 3');
  await expectForward(wizard, 'Column 3 of 3', RESULTS);
  expect(await countEntries(page)).toBe(before + 5);

  // Back pressed twice at once goes two entries back.
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await expectPlace(wizard, 'Column 2 of 3');
  await expectForward(wizard, 'Column 3 of 3');
  await page.evaluate(() => {
    history.back();
    setTimeout(() => history.back());
  });
  await expectPlace(wizard, 'Column 1 of 3');
  await expectForward(wizard, 'Column 2 of 3', 'Column 3 of 3');

  // A button that is pressed before the browser has gone back applies to the step that is shown.
  await page.evaluate(async () => {
    const press = () => {
      for (const button of document.querySelectorAll('button'))
        if (button.textContent === 'Previous') return button.click();
    };
    press();
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.body.textContent.includes('Column 2 of 3')) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    press();
  });
  await expectPlace(wizard, 'Column 1 of 3');

  // Forward in the moment in which a button has led back, before the page shows it.
  await page.evaluate(() => {
    addEventListener('popstate', () => history.forward(), { once: true });
    for (const button of document.querySelectorAll('button'))
      if (button.textContent === 'Back to Columns') button.click();
  });
  await expectPlace(wizard, 'Column 1 of 3');
  await expectBack(wizard, COLUMNS);
});

test.describe('over the sign-in and a loaded analysis', () => {
  test.use({ refusals: ['/api/auth/user', '/api/analyses'] });

  test('Back leads over the work of this tab, and shows step 1 where an entry is of other work', async ({
    page,
    wizard,
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
    const account = await createAccount(context, baseURL ?? '');
    await context.close();
    await wizard.open();
    await openLastColumn(wizard);
    await analyze(wizard);

    // The sign-in is no step of the work, and during a save leaves the way back.
    await wizard.button('Save Analysis').click();
    await page.waitForURL('**/auth/login');
    await expectBack(wizard, RESULTS, 'Column 3 of 3');
    await expectForward(wizard, RESULTS);
    await page.getByRole('link', { name: 'Get started' }).click();
    await signIn(page, account);
    await expectMessage(page, 'Welcome back!');
    await expectPlace(wizard, RESULTS);
    await expectBack(wizard, 'Column 3 of 3');
    await expectForward(wizard, RESULTS);

    await wizard.button('Save Analysis').click();
    await expectMessage(page, 'Analysis Saved');
    await editSaved(page);
    await expectPlace(wizard, COLUMNS);
    await expect(page.getByText(/Your work on sample-leads\.csv is saved in this browser/)).toBeVisible();
    await wizard.next('Next: Map Values');
    await expectPlace(wizard, 'Column 1 of 3');
    await expectBack(wizard, COLUMNS, 'Saved Analyses', HEADLINE, HEADLINE);
    await expect(page.getByRole('heading', { name: SAMPLE })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: SAMPLE })).toBeVisible();
    await expectForward(wizard, HEADLINE, 'Saved Analyses', COLUMNS, 'Column 1 of 3');

    // The same one loaded again is other work.
    await editSaved(page);
    await expectPlace(wizard, COLUMNS);
    await expectBack(wizard, 'Saved Analyses', HEADLINE);
  });
});

test.describe('in a low window', () => {
  // Every page is longer than this one.
  test.use({ viewport: { width: 800, height: 320 } });

  test('Back and Forward restore the scroll position, over other pages and steps that are gone too, a button scrolls to the top', async ({
    page,
    wizard,
  }) => {
    const scrolledTo = () => page.evaluate(() => Math.round(scrollY));
    const scroll = async (top: number) => {
      await page.evaluate((to) => scrollTo(0, to), top);
      expect(await scrolledTo()).toBe(top);
    };
    // A click would scroll to the button or link first.
    const press = (target: Locator) => target.dispatchEvent('click');
    await wizard.open();
    await openLastColumn(wizard);
    // A step has scrolled to the top once it has the focus.
    await expect(wizard.heading('Map Values')).toBeFocused();
    await scroll(150);
    await press(wizard.button('Analyze'));
    await expect(wizard.heading(RESULTS)).toBeFocused();
    await expect.poll(scrolledTo).toBe(0);
    await expect(wizard.table('Practical Value Rules')).toBeVisible();
    await scroll(300);
    await expectBack(wizard, 'Column 3 of 3');
    await expect(wizard.heading('Map Values')).toBeFocused();
    await expect.poll(scrolledTo).toBe(150);
    await page.goForward();
    await expect(wizard.heading(RESULTS)).toBeFocused();
    await expect.poll(scrolledTo).toBe(300);
    await press(wizard.button('Back'));
    await expect(wizard.heading('Map Values')).toBeFocused();
    await expect.poll(scrolledTo).toBe(0);

    await press(page.getByRole('link', { name: 'Architecture Docs' }));
    await expectPlace(wizard, 'Architecture Documentation');
    await expect(page.getByRole('main')).toBeFocused();
    await scroll(900);
    await press(page.getByRole('link', { name: 'Privacy', exact: true }));
    await expectPlace(wizard, 'Privacy Policy');
    await expect.poll(scrolledTo).toBe(0);
    await expectBack(wizard, 'Architecture Documentation');
    await expect.poll(scrolledTo).toBe(900);
    await expectBack(wizard, 'Column 3 of 3', 'Column 2 of 3');
    await expectForward(wizard, 'Column 3 of 3', 'Architecture Documentation');

    // A link to the wizard shows the work where it was left.
    const home = page.getByRole('link', { name: 'Lead Value Analyzer', exact: true });
    await home.click();
    await expectPlace(wizard, 'Column 3 of 3');
    await expectBack(wizard, 'Architecture Documentation', 'Column 3 of 3');
    // Links that leave the step as it is add no step.
    const entries = await countEntries(page);
    await home.click();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    expect(await countEntries(page)).toBe(entries);
    await expectBack(wizard, 'Column 2 of 3', 'Column 1 of 3', COLUMNS);

    // A step that is no longer possible is not shown.
    await wizard.choose('Attribute 2', 'None');
    await expectForward(wizard, 'Column 1 of 2', 'Column 2 of 2', 'Column 2 of 2');
    await analyze(wizard);
    await expectBack(wizard, 'Column 2 of 2');
    // A name that is still being typed is part of the results that Forward shows.
    await page.getByLabel('google ads', { exact: true }).fill('Google Ads');
    await page.goForward();
    await expectPlace(wizard, RESULTS);
    await wizard.tab('Segment Details').click();
    await expect(page.getByRole('rowheader', { name: 'Google Ads', exact: true })).toHaveCount(1);
    await expect(page.getByRole('rowheader', { name: 'google ads', exact: true })).toHaveCount(0);
  });
});
