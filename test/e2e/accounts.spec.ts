import type { Page } from '@playwright/test';
import { exampleSave } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, expectMessage, inventAccount, openUserMenu } from './pages/account.ts';
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
  // The figures to enter are found once the page has nothing else to do.
  await expect(rows.getByTitle('The plans are being made')).toHaveCount(0);
  return rows.allInnerTexts();
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
  // The page before has such a field, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible();
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
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Saved Analyses' }).click();
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

  // The open work no longer belongs to a saved analysis, and can be saved again.
  await page.getByRole('button', { name: `Delete ${SAMPLE}` }).click();
  await page.getByRole('button', { name: 'Delete analysis' }).click();
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await page.goto('/');
  await wizard.button('Save as new').click();
  await expectMessage(page, 'Analysis Saved');
  expect(await listSaved(page)).toEqual([SAMPLE]);
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
    // The list and the preferences as such are looked at where they are used.
    await page.goto('/saved');
    await page.getByRole('button', { name: `Delete ${exampleSave.fileName}` }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectEveryLook(page, 'deleting one');
    await page.keyboard.press('Escape');
    await openUserMenu(page);
    await expectEveryLook(page, 'the menu of an account');
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
  });
});
