import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { CLIENT_ADDRESS, createAccount, expectMessage, openUserMenu, signIn } from './pages/account.ts';
import { csvFile, goTo, type Wizard } from './pages/wizard.ts';

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
  await wizard.next('Next: Map Values');
  await expectPlace(wizard, 'Column 1 of 3');
  await wizard.next('Next');
  await expectPlace(wizard, 'Column 2 of 3');
  await wizard.next('Next');
  await expectPlace(wizard, 'Column 3 of 3');
}

async function analyzeSample(wizard: Wizard): Promise<void> {
  await openLastColumn(wizard);
  await wizard.next('Analyze');
  await expectPlace(wizard, RESULTS);
}

test('every step and column is one entry, the address stays, and Back and Forward lead over all of them @every-browser', async ({
  page,
  wizard,
}) => {
  await goTo(page, '/?from=mail');
  await expectPlace(wizard, HEADLINE);
  const before = await countEntries(page);
  await analyzeSample(wizard);
  expect(await countEntries(page)).toBe(before + 5);

  await expectBack(wizard, 'Column 3 of 3', 'Column 2 of 3', 'Column 1 of 3', COLUMNS, HEADLINE);
  await expect(page.getByRole('heading', { name: SAMPLE })).toBeVisible();
  await expectForward(wizard, COLUMNS, 'Column 1 of 3', 'Column 2 of 3', 'Column 3 of 3', RESULTS);
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe('/?from=mail');

  // The same ways by the buttons: all of them lead back over the same entries.
  await wizard.button('Back').click();
  await expectPlace(wizard, 'Column 3 of 3');
  await wizard.button('Previous').click();
  await expectPlace(wizard, 'Column 2 of 3');
  await wizard.button('Previous').click();
  await expectPlace(wizard, 'Column 1 of 3');
  await wizard.button('Back to Columns').click();
  await expectPlace(wizard, COLUMNS);
  await expectForward(wizard, 'Column 1 of 3', 'Column 2 of 3', 'Column 3 of 3', RESULTS);
  expect(await countEntries(page)).toBe(before + 5);

  // They go on after a reload.
  await expectBack(wizard, 'Column 3 of 3', 'Column 2 of 3');
  await page.reload();
  await expectPlace(wizard, 'Column 2 of 3');
  await expectBack(wizard, 'Column 1 of 3', COLUMNS);
  await expectForward(wizard, 'Column 1 of 3', 'Column 2 of 3', 'Column 3 of 3', RESULTS);
  await expectBack(wizard, 'Column 3 of 3');
  await expectForward(wizard, RESULTS);

  // Back pressed twice at once goes two entries back.
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await expectPlace(wizard, 'Column 2 of 3');
  await expectForward(wizard, 'Column 3 of 3', RESULTS);
  await expectBack(wizard, 'Column 3 of 3');
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
  await expectForward(wizard, 'Column 1 of 3', 'Column 2 of 3', 'Column 3 of 3');
});

test('a step that is no longer possible is not shown, and entries of earlier work lead to step 1', async ({
  page,
  wizard,
}) => {
  await wizard.open();
  await analyzeSample(wizard);
  await expectBack(wizard, 'Column 3 of 3', 'Column 2 of 3', 'Column 1 of 3', COLUMNS);
  await wizard.choose('Attribute 2', 'None');
  await expectForward(wizard, 'Column 1 of 2', 'Column 2 of 2');
  // No button shows the removed column or its results.
  await expectForward(wizard, 'Column 2 of 2', 'Column 2 of 2');
  await expectBack(wizard, 'Column 1 of 2');
  await expectForward(wizard, 'Column 2 of 2');
  await wizard.next('Analyze');
  await expectPlace(wizard, RESULTS);
  await expectBack(wizard, 'Column 2 of 2');

  // A name that is still being typed is part of the results that Forward shows.
  await page.getByLabel('google ads', { exact: true }).fill('Google Ads');
  await page.goForward();
  await expectPlace(wizard, RESULTS);
  await wizard.tab('Segment Details').click();
  await expect(page.getByRole('rowheader', { name: 'Google Ads', exact: true })).toHaveCount(1);
  await expect(page.getByRole('rowheader', { name: 'google ads', exact: true })).toHaveCount(0);

  // Earlier work.
  const before = await countEntries(page);
  await wizard.button('Start Over').click();
  await expectPlace(wizard, HEADLINE);
  expect(await countEntries(page)).toBe(before + 1);
  await expectBack(wizard, HEADLINE, HEADLINE);
  await expect(page.getByText('Drop CSV file here or click to browse')).toBeVisible();

  await wizard.upload(csvFile('Status,Region\nQualified,North\nLost,South\n', 'next.csv'));
  await expectPlace(wizard, COLUMNS);
  await wizard.choose('Attribute 1', 'Region');
  await expectBack(wizard, HEADLINE, HEADLINE);
  await expect(page.getByRole('heading', { name: 'next.csv' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'next.csv' })).toBeVisible();
  await expectForward(wizard, HEADLINE, COLUMNS);
  await expect(page.getByRole('combobox', { name: 'Attribute 1', exact: true })).toContainText('Region');

  // A new file beside the open one.
  await wizard.next('Next: Map Values');
  await wizard.button('Use Different Data').click();
  await wizard.upload(csvFile('Status,Town\nQualified,Ulm\nLost,Bonn\n', 'last.csv'));
  await expectPlace(wizard, COLUMNS);
  await expectBack(wizard, HEADLINE, HEADLINE, HEADLINE);
  await expect(page.getByRole('heading', { name: 'last.csv' })).toBeVisible();
});

test('Back from another page leads to the last step', async ({ page, wizard }) => {
  await wizard.open();
  await openLastColumn(wizard);
  await page.getByRole('link', { name: 'Architecture Docs' }).click();
  await expectPlace(wizard, 'Architecture Documentation');
  await expectBack(wizard, 'Column 3 of 3', 'Column 2 of 3');
  await expectForward(wizard, 'Column 3 of 3', 'Architecture Documentation');

  // A link to the wizard shows the work where it was left.
  await page.getByRole('link', { name: 'Lead Value Analyzer', exact: true }).click();
  await expectPlace(wizard, 'Column 3 of 3');
  await wizard.next('Analyze');
  await expectPlace(wizard, RESULTS);
  await expectBack(wizard, 'Column 3 of 3', 'Architecture Documentation', 'Column 3 of 3');

  // Links that leave the step as it is add no step.
  await page.getByRole('link', { name: 'Lead Value Analyzer', exact: true }).click();
  await wizard.button('Previous').click();
  await expectPlace(wizard, 'Column 2 of 3');
  await expectForward(wizard, 'Column 3 of 3');
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expectBack(wizard, 'Column 2 of 3');
});

test.describe('signing in', () => {
  test.use({ refusals: ['/api/auth/user', '/api/analyses'] });

  test('adds no step to the history of the work, and during a save leaves the way back', async ({
    page,
    wizard,
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
    const account = await createAccount(context, baseURL ?? '');
    await context.close();
    await wizard.open();
    await analyzeSample(wizard);
    await wizard.button('Save Analysis').click();
    await page.waitForURL('**/auth/login');
    await expectBack(wizard, RESULTS, 'Column 3 of 3');
    await expectForward(wizard, RESULTS);

    await page.getByRole('link', { name: 'Get started' }).click();
    await signIn(page, account);
    await expectMessage(page, 'Welcome back!');
    await expectPlace(wizard, RESULTS);
    await expectBack(wizard, 'Column 3 of 3', 'Column 2 of 3');
    await expectForward(wizard, 'Column 3 of 3', RESULTS);
  });
});

test('a loaded saved analysis makes earlier entries lead to step 1', async ({ page, wizard, account }) => {
  expect(account.email).toContain('@');
  await wizard.open();
  await analyzeSample(wizard);
  await page.getByRole('button', { name: 'Save Analysis', exact: true }).click();
  await expectMessage(page, 'Analysis Saved');
  await wizard.button('Back').click();
  await expectPlace(wizard, 'Column 3 of 3');
  await page.goto('/saved');
  await page.getByRole('link', { name: `Edit ${SAMPLE}` }).click();
  await expectPlace(wizard, COLUMNS);
  await expect(page.getByText(/Your work on sample-leads\.csv is saved in this browser/)).toBeVisible();
  await wizard.next('Next: Map Values');
  await expectPlace(wizard, 'Column 1 of 3');
  await expectBack(wizard, COLUMNS, 'Saved Analyses', HEADLINE, HEADLINE);
  await expect(page.getByRole('heading', { name: SAMPLE })).toBeVisible();
  await expectForward(wizard, HEADLINE, 'Saved Analyses', COLUMNS, 'Column 1 of 3');

  // The same one loaded again is other work.
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Saved Analyses' }).click();
  await page.getByRole('link', { name: `Edit ${SAMPLE}` }).click();
  await expectPlace(wizard, COLUMNS);
  await expectBack(wizard, 'Saved Analyses', HEADLINE);
});

test.describe('in a low window', () => {
  // Every page is longer than this one.
  test.use({ viewport: { width: 800, height: 320 } });

  test('Back and Forward restore the scroll position, a button scrolls to the top', async ({
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
    await analyzeSample(wizard);
    await expectBack(wizard, 'Column 3 of 3');
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
    await scroll(900);
    await press(page.getByRole('link', { name: 'Privacy', exact: true }));
    await expectPlace(wizard, 'Privacy Policy');
    await expect.poll(scrolledTo).toBe(0);
    await expectBack(wizard, 'Architecture Documentation');
    await expect.poll(scrolledTo).toBe(900);
  });
});
