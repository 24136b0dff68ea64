import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectEveryLook, expectReflow } from './look.ts';
import { CLIENT_ADDRESS, expectMessage } from './pages/account.ts';
import { consent, personaOf, standIns } from './pages/connections.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

test.use({
  extraHTTPHeaders: CLIENT_ADDRESS,
  otherOrigins: async ({ baseURL }, provide) => {
    await provide(standIns(baseURL));
  },
});

/** Leads by state and device, of which both matter. */
function leads(): string {
  const cells: [string, string, number, number][] = [
    ['CA', 'Mobile', 300, 120],
    ['CA', 'Desktop', 300, 210],
    ['TX', 'Mobile', 500, 20],
    ['TX', 'Desktop', 500, 90],
  ];
  const rows = cells.flatMap(([state, device, count, won]) =>
    Array.from({ length: count }, (_, at) => `${at < won ? 'Qualified' : 'Lost'},${state},${device}`),
  );
  return ['Status,State,Device', ...rows].join('\n');
}

async function openPlan(wizard: Wizard): Promise<void> {
  await wizard.open();
  await wizard.upload(csvFile(leads(), 'states.csv'));
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'State');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);
  await wizard.tab('Apply').click();
  await wizard.button('Rules in the platform').click();
  await wizard.button('Only converted leads').click();
}

const part = (page: Page) => page.getByRole('region', { name: 'Push Rules', exact: true });
const difference = (page: Page) => part(page).getByRole('table', { name: 'Difference for Acme' });

/** How many rules of the difference have this action. */
const count = (page: Page, action: string) =>
  difference(page).getByRole('cell', { name: action, exact: true });

test('a plan is pushed to an account of Google Ads, changed by a second push, and each is undone', async ({
  page,
  wizard,
  account,
}) => {
  expect(account.email).not.toBe('');
  await page.goto('/connections');
  await consent(page, 'google-rules', personaOf('google-rules', `ads-${crypto.randomUUID()}@example.com`));
  await expectMessage(page, 'Connected');
  await openPlan(wizard);
  await wizard.button('Push rules to Google Ads').click();

  // 'CA' may be California or Canada, so somebody says which.
  await expect(part(page)).toContainText('Beta: not yet tried with a live account');
  await expect(wizard.button('Test')).toBeDisabled();
  await part(page).getByRole('button', { name: 'Confirm TX' }).click();
  const california = part(page).getByRole('button', { name: 'Confirm CA' });
  await california.click();
  await wizard.button('Test').click();
  await expect(count(page, 'Add').first()).toBeVisible();
  const added = await count(page, 'Add').count();
  await expect(part(page)).toContainText('Qualified lead');
  await expectEveryLook(page, 'the difference');
  await expectReflow(page, 'the difference');
  await wizard.button(`Push ${added} changes`).click();
  await expect(part(page).locator('p').getByText(`${added} changes written and read back`)).toBeVisible();

  // The account has the plan now. Another plan pauses what it no longer has, and a place is known.
  await wizard.button('Test').click();
  await expect(part(page)).toContainText('Acme already has the rules of this plan.');
  await page.getByRole('combobox', { name: 'State', exact: true }).click();
  await page.getByRole('option', { name: 'None of these' }).click();
  await expect(part(page).getByText('Your choices have changed since the test')).toBeVisible();
  await wizard.button('Test Again').click();
  await expect(difference(page)).toContainText('Location: Texas, United States');
  const push = part(page).getByRole('button', { name: /^Push \d+ changes?$/ });
  await push.click();
  await expect(
    part(page)
      .locator('p')
      .getByText(/changes? written and read back/),
  ).toBeVisible();

  const history = part(page).getByRole('region', { name: 'Your pushes to Google Ads' });
  const written = history.locator('summary').getByText('Written', { exact: true });
  await expect(written).toHaveCount(2);
  const undo = history.getByRole('button', { name: /^Undo the push of/ });
  for (const left of [1, 0]) {
    await expect(undo).toHaveCount(1);
    await undo.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the push' }).click();
    await expect(written).toHaveCount(left);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
  await expect(undo).toHaveCount(0);
  await history.locator('summary').first().click();
  await expectEveryLook(page, 'what was pushed and undone');
});

for (const { kind, name, plan, button } of [
  { kind: 'meta', name: 'Meta', plan: /^Meta/, button: 'Push rules to Meta' },
  {
    kind: 'microsoft',
    name: 'Microsoft Advertising',
    plan: /^Microsoft/,
    button: 'Push rules to Microsoft Advertising',
  },
] as const)
  test(`a plan is checked, pushed to an account of ${name}, and undone`, async ({
    page,
    wizard,
    account,
  }) => {
    expect(account.email).not.toBe('');
    await page.goto('/connections');
    await consent(page, kind, personaOf(kind, `ads-${crypto.randomUUID()}@example.com`));
    await expectMessage(page, 'Connected');
    await openPlan(wizard);
    await page.getByRole('button', { name: plan }).click();
    const no = page.getByRole('button', { name: 'No', exact: true });
    if (kind === 'meta') await no.click();
    await wizard.button(button).click();
    for (const value of ['TX', 'CA'])
      await part(page)
        .getByRole('button', { name: `Confirm ${value}` })
        .click();
    await wizard.button('Check').click();
    await expect(count(page, 'Add').first()).toBeVisible();
    await expect(difference(page)).toContainText('Location: Texas, United States');
    const added = await count(page, 'Add').count();
    await expectEveryLook(page, 'the difference');
    await wizard.button(`Push ${added} changes`).click();
    await expect(part(page).locator('p').getByText(`${added} changes written and read back`)).toBeVisible();
    if (kind === 'meta') await expect(part(page)).toContainText('Ads Manager > your ad set > Value rules');
    const history = part(page).getByRole('region', { name: `Your pushes to ${name}` });
    await history.getByRole('button', { name: /^Undo the push of/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the push' }).click();
    await expect(history.locator('summary').getByText('Undone', { exact: true })).toHaveCount(1);
  });
