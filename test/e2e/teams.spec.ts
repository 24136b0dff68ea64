import type { Locator, Page } from '@playwright/test';
import { exampleSave } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import {
  CLIENT_ADDRESS,
  createAccount,
  expectMessage,
  inventAccount,
  openUserMenu,
} from './pages/account.ts';
import { csvFile, Wizard } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

const LEADS = csvFile(
  'Lead Status,Source\n' + 'Qualified,Referral\nLost,Google\nQualified,Google\n'.repeat(60),
);

const teamSwitch = (page: Page): Locator => page.getByRole('button', { name: /^Personal or team: / });

async function switchTo(page: Page, name: string): Promise<void> {
  await teamSwitch(page).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(teamSwitch(page)).toHaveText(name);
}

const row = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

async function choose(page: Page, box: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: box }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The answer of the calls below, as the contract has it. */
type Listed = { id: string; name: string; significanceThreshold: number }[];

test('two people side by side: a team is made, joined, worked in, and left', async ({
  page: theirs,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
  const admin = await createAccount(context, baseURL ?? '');
  const page = await context.newPage();
  const colleague = inventAccount();
  const headers = { Origin: baseURL ?? '' };

  await test.step('who has no team can make one, and nothing else', async () => {
    await page.goto('/saved');
    await openUserMenu(page);
    await expect(teamSwitch(page)).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'New team' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Growth');
    await page.getByRole('button', { name: 'Make team' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Growth');
  });
  const work = `/api/teams/${await page.evaluate(() => sessionStorage.getItem('team'))}`;

  const link = await test.step('an admin invites by a link', async () => {
    await page.getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByRole('list', { name: 'Waiting invitations' })).toContainText(
      'Editor, for whoever has the link',
    );
    await expectEveryLook(page, 'the page of a team');
    return page.getByRole('textbox', { name: 'Link' }).inputValue();
  });

  await test.step('the link names nothing before the sign-in, and is there again after it', async () => {
    await theirs.goto(link);
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('You are invited to a team');
    await theirs.getByRole('link', { name: 'Sign up' }).click();
    await theirs.getByLabel('Email').fill(colleague.email);
    await theirs.getByLabel('Password', { exact: true }).fill(colleague.password);
    await theirs.getByRole('button', { name: 'Sign up with Email' }).click();
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Join Growth?');
    await expectEveryLook(theirs, 'an invitation');
    await theirs.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(teamSwitch(theirs)).toHaveText('Growth');
  });

  await test.step('what one saves, the other lists and changes', async () => {
    const wizard = new Wizard(page);
    await wizard.open();
    await wizard.upload(LEADS);
    await wizard.expectStep('Select Columns to Analyze');
    await wizard.choose('Attribute 1', 'Source');
    await wizard.analyze(1);
    await wizard.button('Save Analysis').click();
    await expectMessage(page, 'Analysis Saved');
    const own = { ...exampleSave, fileName: 'theirs.csv' };
    await theirs.request.post(`${work}/analyses`, { headers, data: own });
    await theirs.reload();
    await row(theirs, 'leads.csv').getByRole('button', { name: 'Rename leads.csv' }).click();
    await theirs.getByRole('textbox', { name: 'Name' }).fill('October');
    await theirs.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(row(theirs, 'October')).toContainText(`by ${admin.email}, changed by ${colleague.email}`);
  });

  await test.step('a conflict names who was first', async () => {
    const list = async () => (await (await theirs.request.get(`${work}/analyses`)).json()) as Listed;
    const thresholdOf = async (changed?: string) =>
      (await list()).find((listed) => listed.id === changed)?.significanceThreshold;
    const id = (await list()).find(({ name }) => name === 'October')?.id;
    const changed = { ...exampleSave, significanceThreshold: 40 };
    await theirs.request.put(`${work}/analyses/${id}`, { headers, data: changed });
    await page.getByLabel('Significance Threshold (%)', { exact: true }).fill('20');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: 'Saved elsewhere in the meantime' });
    await expect(conflict).toContainText(`${colleague.email} has saved this analysis`);
    await expect(conflict).toContainText(/Theirssaved on .+Yoursmade from the version of .+/);
    await expect(conflict.locator('time')).toHaveCount(2);
    expect(await thresholdOf(id)).toBe(40);
    await expectEveryLook(page, 'a conflict', conflict);
    await conflict.getByRole('button', { name: 'Replace' }).click();
    await expectMessage(page, 'Analysis Updated');
    expect(await thresholdOf(id)).toBe(20);
    expect(await (await page.request.get('/api/analyses')).json()).toEqual([]);
  });

  await test.step('the open file comes along to personal work, marked with the team', async () => {
    await switchTo(page, 'Personal');
    await expect(page.getByText('Begun in Growth')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save as new' })).toBeVisible();
    await switchTo(page, 'Growth');
    await expect(page.getByText('Begun in Growth')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
    await page.goto('/saved');
    await row(page, 'theirs.csv').getByRole('button', { name: 'Move or copy theirs.csv' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expectMessage(page, 'Analysis Copied', '“theirs.csv” is in Personal now.');
    expect(await (await page.request.get('/api/analyses')).json()).toHaveLength(1);
  });

  await test.step('whoever is made a viewer changes nothing any more', async () => {
    await page.goto('/team');
    await choose(page, `Role of ${colleague.email}`, 'Viewer');
    await expect(page.getByRole('combobox', { name: `Role of ${colleague.email}` })).toHaveText('Viewer');
    await theirs.reload();
    await expect(row(theirs, 'October')).toBeVisible();
    await expect(row(theirs, 'October').getByRole('button')).toHaveCount(0);
    await row(theirs, 'October').getByRole('link', { name: 'October', exact: true }).click();
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('October');
    await expect(theirs.getByRole('link', { name: 'New file with these settings' })).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Share' })).toHaveCount(0);
  });

  await test.step('an open page of somebody who has left says so at its next call', async () => {
    const tab = await theirs.context().newPage();
    // The address names the team, so that it works in another tab.
    await tab.goto(theirs.url());
    await tab.getByRole('link', { name: 'Back to Saved Analyses' }).click();
    await expect(teamSwitch(tab)).toHaveText('Growth');
    await theirs.goto('/team');
    await theirs.getByRole('button', { name: 'Leave team' }).click();
    await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave team' }).click();
    await expectMessage(theirs, 'You have left the team');
    await expect(teamSwitch(theirs)).toHaveCount(0);
    await tab.getByRole('link', { name: 'October', exact: true }).click();
    const lost = tab.getByRole('dialog', { name: 'You are no longer in this team' });
    await expect(lost).toBeVisible();
    await expectEveryLook(tab, 'a team that was left', lost);
    await lost.getByRole('button', { name: 'Go to Personal' }).click();
    await expect(tab.getByText('Nothing saved yet')).toBeVisible();
  });

  await test.step('what they have made stays, until the team is deleted', async () => {
    await page.goto('/team');
    await page.getByRole('button', { name: 'Delete team' }).click();
    const deletion = page.getByRole('dialog', { name: 'Delete this team?' });
    await expect(deletion).toContainText('2 analyses with their datasets');
    await deletion.getByRole('textbox').fill('growth');
    await deletion.getByRole('button', { name: 'Delete team' }).click();
    await expect(deletion.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await deletion.getByRole('textbox').fill('Growth');
    await deletion.getByRole('button', { name: 'Delete team' }).click();
    await expectMessage(page, 'Team deleted');
    await expect(teamSwitch(page)).toHaveCount(0);
  });
  await context.close();
});
