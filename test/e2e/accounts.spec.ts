import type { Page } from '@playwright/test';
import { exampleSave } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import {
  CLIENT_ADDRESS,
  createAccount,
  expectMessage,
  inventAccount,
  openUserMenu,
  pressAndExpectMessage,
  signIn,
  signInElsewhere,
} from './pages/account.ts';
import type { Wizard } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

const SAMPLE = 'sample-leads.csv';

/** The sample data with its choices, up to the results. */
async function analyzeSample(wizard: Wizard): Promise<void> {
  await wizard.open();
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Pages Viewed');
  await wizard.button('Thirds (3 groups)').click();
  await wizard.next('Next: Map Values');
  await wizard.next('Next');
  await wizard.page.getByLabel('google ads', { exact: true }).fill('Google Ads');
  await wizard.page.keyboard.press('Escape');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Analysis', exact: true }).click();
  await expectMessage(page, 'Analysis Saved', 'Your analysis has been saved successfully.');
}

/** Saves an analysis without rows, and answers with its id. */
async function saveByCall(page: Page, origin = ''): Promise<string> {
  const answer = await page.request.post('/api/analyses', { headers: { Origin: origin }, data: exampleSave });
  const { id } = (await answer.json()) as { id: string }; // as the contract has it
  return id;
}

/** The names of the saved analyses. */
async function listSaved(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/analyses');
  return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
}

/** The figures of the value rules, row by row. */
async function readRules(wizard: Wizard): Promise<string[]> {
  const rows = wizard.table('Practical Value Rules').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  // A saved analysis has no counts of combinations, which balanced multipliers need.
  return (await rows.allInnerTexts()).map((text) => text.replace(/\nbalanced \S+/, ''));
}

test('save the sample by signing up, find it, open it, work on it again, delete it', async ({
  page,
  wizard,
}) => {
  const account = inventAccount();
  await analyzeSample(wizard);
  await page.getByLabel('Conversion Value ($)').fill('250');
  await page.getByLabel('Conversion Value ($)').blur();
  const rules = await readRules(wizard);
  await wizard.button('Save Analysis').click();
  await page.waitForURL('**/auth/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Email').fill(` ${account.email.toUpperCase()} `);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign up with Email' }).click();

  // Back where the work was, which is saved.
  await expectMessage(page, 'Analysis Saved', 'Your analysis has been saved successfully.');
  await wizard.expectStep('Analysis Complete!');
  // The draft knows it.
  await page.reload();
  await expect(wizard.button('Saved')).toBeVisible();

  await openUserMenu(page);
  await expect(page.getByText(account.email, { exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Saved Analyses' }).click();
  await page.getByPlaceholder('Search analyses...').fill('SAMPLE');
  const row = page.getByRole('listitem').filter({ hasText: SAMPLE });
  await expect(row).toContainText('$250.00');
  await expect(row).toContainText('2,000');
  await expect(row).toContainText('Referral');
  await page.getByPlaceholder('Search analyses...').fill('something else');
  await page.getByRole('button', { name: 'Clear Search' }).click();

  await row.getByRole('link', { name: SAMPLE, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: SAMPLE })).toBeVisible();
  await expect(page.getByText(/^Saved on/)).toBeVisible();
  expect(await readRules(wizard)).toEqual(rules);
  await page.reload();
  expect(await readRules(wizard)).toEqual(rules);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await wizard.expectStep('Select Columns to Analyze');
  await expectMessage(page, 'Analysis Loaded', `Loaded "${SAMPLE}" for editing`);
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByRole('combobox', { name: 'Attribute 2' })).toContainText('Pages Viewed');
  await wizard.next('Next: Map Values');
  await wizard.next('Next');
  await expect(page.getByLabel('google ads', { exact: true })).toHaveValue('Google Ads');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await expect(page.getByLabel('Conversion Value ($)')).toHaveValue('250');
  expect(await readRules(wizard)).toEqual(rules);

  // It is the saved analysis until something changes.
  await expect(wizard.button('Saved')).toBeVisible();
  await page.getByLabel('Conversion Value ($)').fill('300');
  await page.getByLabel('Conversion Value ($)').blur();
  await wizard.button('Update').click();
  await expectMessage(page, 'Analysis Updated', 'Your saved analysis has been updated.');
  await page.getByLabel('Conversion Value ($)').fill('400');
  await page.getByLabel('Conversion Value ($)').blur();
  await wizard.button('Save as new').click();
  await expectMessage(page, 'Analysis Saved', 'Your analysis has been saved successfully.');
  await page.goto('/saved');
  await expect(page.getByRole('link', { name: SAMPLE, exact: true })).toHaveCount(2);
  for (const value of ['$300.00', '$400.00']) await expect(page.getByText(value)).toBeVisible();
  await expect(page.getByText(/^Source; Pages Viewed \(Low: /).first()).toBeVisible();
  await page
    .getByRole('button', { name: `Delete ${SAMPLE}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete analysis' }).click();
  await expectMessage(page, 'Analysis Deleted', 'The analysis has been deleted successfully.');
  await expect(page.getByRole('link', { name: SAMPLE, exact: true })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('link', { name: SAMPLE, exact: true })).toHaveCount(1);

  // The open work is no saved analysis any more, and can be saved anew.
  await page.getByRole('button', { name: `Delete ${SAMPLE}` }).click();
  await page.getByRole('button', { name: 'Delete analysis' }).click();
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await page.goto('/');
  await wizard.button('Save as new').click();
  await expectMessage(page, 'Analysis Saved');
  expect(await listSaved(page)).toEqual([SAMPLE]);
});

test('an analysis of another user is in no list, and cannot be found, loaded or deleted', async ({
  page,
  account,
  browser,
  baseURL,
}) => {
  expect(account.email).toContain('@');
  const id = await saveByCall(page, baseURL);
  const pathname = `/saved/${id}`;

  const others = await browser.newContext({ baseURL, extraHTTPHeaders: CLIENT_ADDRESS });
  await createAccount(others, baseURL ?? '');
  const other = await others.newPage();
  await other.goto('/saved');
  await expect(other.getByRole('link', { name: 'Create Your First Analysis' })).toBeVisible();
  await other.goto(pathname);
  await expect(other.getByRole('heading', { name: 'Analysis not found' })).toBeVisible();
  await other.goto(`/?loadAnalysis=${id}`);
  await expectMessage(other, 'Load Failed', 'Could not load the saved analysis');
  await expect(other.getByText('Drop CSV file here or click to browse')).toBeVisible();
  expect(new URL(other.url()).search).toBe('');
  const answers = await other.evaluate(
    async ([own, unknown]) => {
      const remove = async (url: string) => {
        const answer = await fetch(url, { method: 'DELETE' });
        return [answer.status, await answer.text()];
      };
      return [await remove(own), await remove(unknown)];
    },
    [`/api/analyses/${id}`, '/api/analyses/00000000-0000-4000-8000-000000000000'] as const,
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(404);
  await others.close();

  expect(await listSaved(page)).toEqual([exampleSave.fileName]);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('Delete is in view, and by keyboard everywhere', async ({ page, account, baseURL }) => {
    expect(account.email).toContain('@');
    await saveByCall(page, baseURL);
    await page.goto('/saved');
    const remove = page.getByRole('button', { name: 'Delete leads.csv' });
    await expect(remove).toBeVisible();
    const opacity = () =>
      remove.evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity);
    expect(await opacity()).toBe('1');
    await remove.press('Enter');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
});

test.describe('a session that has ended', () => {
  // Every call of the page after the end of the session is refused.
  test.use({ refusals: ['/api/analyses', '/api/preferences'] });
  test('while saving: the work waits until the user is signed in again', async ({
    page,
    wizard,
    account,
    context,
  }) => {
    await context.clearCookies();
    await wizard.open();
    await wizard.openSample();
    await wizard.choose('Attribute 1', 'Source');
    await wizard.analyze(1);
    await wizard.button('Save Analysis').click();
    await page.waitForURL('**/auth/login');
    await page.getByRole('link', { name: 'Lead Value Analyzer', exact: true }).click();
    await wizard.expectStep('Analysis Complete!');
    await expect(wizard.button('Save Analysis')).toBeVisible();
    // A sign-in that Save has not started saves nothing.
    await page.getByRole('link', { name: 'Get started' }).click();
    await signIn(page, account);
    await expectMessage(page, 'Welcome back!');
    await expect(wizard.button('Save Analysis')).toBeVisible();
    expect(await listSaved(page)).toEqual([]);

    await context.clearCookies();
    const button = wizard.button('Save Analysis');
    await pressAndExpectMessage(button, 'Login Required', 'Please log in to save analyses.');
    await page.waitForURL('**/auth/login');
    await signIn(page, account);
    await expectMessage(page, 'Analysis Saved');
    await wizard.expectStep('Analysis Complete!');
    expect(await listSaved(page)).toEqual([SAMPLE]);
  });

  test('hides the saved analyses, and the page says so', async ({ page, account }) => {
    await page.goto('/saved');
    await expect(page.getByText('Nothing saved yet')).toBeVisible();
    await page.context().clearCookies();
    await page.reload();
    await expectMessage(page, 'Login Required', 'Please log in to view saved analyses.');
    await page.waitForURL('**/auth/login');
    await page.goto('/saved/whatever');
    await expectMessage(page, 'Login Required', 'Please log in to view this analysis.');
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/auth/login');
    await signIn(page, account);
    await page.waitForURL((url) => url.pathname === '/');
  });
});

test('a saved analysis opens beside work in progress, which is offered again afterwards', async ({
  page,
  wizard,
  account,
}) => {
  expect(account.email).toContain('@');
  await analyzeSample(wizard);
  await save(page);
  await wizard.button('Start Over').click();
  await wizard.upload({
    name: 'unfinished.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Status,Region\nQualified,North\nLost,South\n'),
  });
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'Region');

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Saved Analyses' }).click();
  await page.getByRole('link', { name: `Edit ${SAMPLE}` }).click();
  await wizard.expectStep('Select Columns to Analyze');
  await expect(page.getByText('2,000 leads', { exact: true })).toBeVisible();
  await expect(page.getByText(/Your work on unfinished\.csv is saved in this browser/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('2,000 leads', { exact: true })).toBeVisible();
  await wizard.next('Next: Map Values');
  await wizard.next('Next');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.button('Start Over').click();
  await expect(wizard.heading('Calculate Lead Values for Smarter Bidding')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/unfinished\.csv, last changed/)).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await wizard.expectStep('Select Columns to Analyze');
  await expect(page.getByRole('combobox', { name: 'Attribute 1' })).toContainText('Region');
});

test('preferences begin new analyses, and logging out leaves nothing behind', async ({
  page,
  wizard,
  account,
}) => {
  await wizard.open();
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  await wizard.choose('Default Currency', 'JPY');
  const preference = page.getByLabel('Default Conversion Value (JPY)');
  await expect(preference).toHaveValue('100');
  await preference.fill('75.5');
  await page.getByRole('button', { name: 'Increase Default Significance Threshold' }).click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expectMessage(page, 'Preferences saved');
  await page.reload();
  const analyze = async () => {
    await wizard.openSample();
    await wizard.choose('Attribute 1', 'Source');
    await wizard.analyze(1);
  };
  await analyze();
  const value = page.getByLabel('Conversion Value (JPY)');
  await expect(value).toHaveValue('75.5');
  await expect(page.getByLabel('Significance Threshold (%)')).toHaveValue('11');
  await wizard.tab('Segment Details').click();
  await expect(page.getByRole('columnheader', { name: 'Lead Value (JPY)' })).toBeVisible();
  // Yen have no decimals.
  await expect(page.getByRole('cell', { name: /^¥\d+$/ }).first()).toBeVisible();
  await value.fill('1');
  await value.blur();
  await wizard.button('Start Over').click();
  await analyze();
  await expect(value).toHaveValue('75.5');

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Get started' })).toBeVisible();
  await expect(page.getByText('Drop CSV file here or click to browse')).toBeVisible();
  await page.getByRole('link', { name: 'Get started' }).click();
  await signIn(page, { ...account, email: account.email.toUpperCase() });
  await expectMessage(page, 'Welcome back!');
  await expect(page.getByText('Drop CSV file here or click to browse')).toBeVisible();
});

test.describe('an account', () => {
  test.use({ refusals: ['/api/auth/login', '/api/auth/signup', '/api/auth/user', '/api/auth/password'] });

  test('that is deleted is gone with all its data', async ({ page, account, baseURL }) => {
    await saveByCall(page, baseURL);
    await page.goto('/saved');
    await expect(page.getByRole('link', { name: exampleSave.fileName, exact: true })).toBeVisible();
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password', { exact: true }).fill('not this one');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByText('The password is not right. Please try again.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(account.password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expectMessage(page, 'Account deleted');
    await expect(page.getByText('Drop CSV file here or click to browse')).toBeVisible();
    await page.getByRole('link', { name: 'Get started' }).click();
    await signIn(page, account);
    await expectMessage(page, 'Account not found', 'That email address does not have an account.');
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign up with Email' }).click();
    await expectMessage(page, 'Account created!');
    await page.goto('/saved');
    await expect(page.getByText('Nothing saved yet')).toBeVisible();
  });

  test('gets a new password, which signs other devices out, and only the new one lets in', async ({
    page,
    account,
    browser,
    baseURL,
  }) => {
    const other = await signInElsewhere(browser, baseURL, account);
    await page.goto('/docs');
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password', { exact: true }).fill('not this one');
    await dialog.getByLabel('New password', { exact: true }).fill('a new password');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('The password is not right. Please try again.')).toBeVisible();
    await dialog.getByLabel('Current password', { exact: true }).fill(account.password);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expectMessage(page, 'Password changed', 'All other devices have been signed out.');
    await page.reload();
    await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
    await other.reload();
    await expect(other.getByRole('link', { name: 'Get started' })).toBeVisible();
    await other.context().close();

    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Sign out everywhere?' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('link', { name: 'Get started' }).click();
    await signIn(page, account);
    await expectMessage(page, 'Login failed');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('another password');
    await page.getByRole('button', { name: 'Sign up with Email' }).click();
    await expectMessage(page, 'Signup failed');
    await page.getByRole('link', { name: 'Get started' }).click();
    await signIn(page, { ...account, password: 'a new password' });
    await expectMessage(page, 'Welcome back!');
  });
});

test.describe('looks', () => {
  // The browser logs that there is no such analysis, and none with rows.
  const refusals = ['/api/analyses/nothing?dataset=apart', '/dataset'];
  test.use({ refusals });

  test('every page, menu and dialog of an account is accessible in both themes at every width', async ({
    page,
    wizard,
    account,
    baseURL,
  }) => {
    expect(account.email).toContain('@');
    await page.goto('/saved');
    await expect(page.getByText('Nothing saved yet')).toBeVisible();
    await expectEveryLook(page, 'nothing saved yet');
    await page.goto('/saved/nothing');
    await expect(page.getByRole('heading', { name: 'Analysis not found' })).toBeVisible();
    await expectEveryLook(page, 'not found');

    await saveByCall(page, baseURL);
    await page.goto('/saved');
    await expect(page.getByRole('link', { name: exampleSave.fileName, exact: true })).toBeVisible();
    await expectEveryLook(page, 'saved analyses');
    await page.getByRole('button', { name: `Delete ${exampleSave.fileName}` }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectEveryLook(page, 'deleting one');
    await page.keyboard.press('Escape');
    await openUserMenu(page);
    await expectEveryLook(page, 'the menu of an account');
    await page.getByRole('menuitem', { name: 'Preferences' }).click();
    await expect(page.getByLabel('Default Conversion Value ($)')).toBeVisible();
    await expectEveryLook(page, 'preferences');
    await page.keyboard.press('Escape');
    for (const [item, button] of [
      ['Change password', 'Change Password'],
      ['Sign out everywhere', null],
      ['Delete account', 'Delete account'],
    ] as const) {
      await openUserMenu(page);
      await page.getByRole('menuitem', { name: item }).click();
      // With nothing entered: the messages are to be seen too.
      if (button) await page.getByRole('button', { name: button }).click();
      await expectEveryLook(page, item);
      await page.keyboard.press('Escape');
    }
    await page.getByPlaceholder('Search analyses...').fill('no such file');
    await expectEveryLook(page, 'a search that finds nothing');
    await page.getByRole('button', { name: 'Clear Search' }).click();
    await page.getByRole('link', { name: exampleSave.fileName, exact: true }).click();
    await expect(wizard.table('Practical Value Rules')).toBeVisible();
    await expectEveryLook(page, 'a saved analysis');

    await page.context().clearCookies();
    await page.goto('/auth/signup');
    await page.getByRole('button', { name: 'Sign up with Email' }).click();
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await expectEveryLook(page, 'a refused sign-up');
  });
});
