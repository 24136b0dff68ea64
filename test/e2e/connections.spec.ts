import type { Page } from '@playwright/test';
import { CONNECTION_KINDS, CONNECTION_NAMES, type ConnectionKind } from '#contract/platforms.ts';
import { startDataManager } from '../support/data-manager-stand-in.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook, expectReflow } from './look.ts';
import { CLIENT_ADDRESS, expectMessage } from './pages/account.ts';
import { cardOf, consent, personaOf, standIns } from './pages/connections.ts';
import { DATA_MANAGER_ORIGIN, standInForDataManager } from './pages/data-manager.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

test.use({
  extraHTTPHeaders: CLIENT_ADDRESS,
  otherOrigins: async ({ baseURL }, provide) => {
    await provide([...standIns(baseURL), DATA_MANAGER_ORIGIN]);
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

/** A consent that is cancelled connects nothing; then each service but Google Sheets, which has a story of its own. */
async function connectAll(page: Page, account: string): Promise<void> {
  const name = CONNECTION_NAMES;
  await page.goto('/connections');
  await consent(page, 'meta', { account, error: 'access_denied' });
  await expectMessage(
    page,
    'Not connected',
    `${name.meta} was not connected. You can try again at any time.`,
  );
  await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
  for (const kind of CONNECTION_KINDS.slice(1)) {
    await consent(page, kind, personaOf(kind, account));
    await expectMessage(page, 'Connected', `${name[kind]} is connected.`);
    await expect(cardOf(page, kind).getByText(account)).toBeVisible();
  }
  expect(new URL(page.url()).search).toBe('');
}

/** The result of the check of each connection. */
const WORKS = {
  'google-values': 'Google answers this browser and takes the permission. Nothing was sent.',
  'google-rules': 'Google Ads would take a rule in the account 1234567890. None was made.',
  meta: 'Granted: ads_management, ads_read.',
  microsoft: 'Microsoft Advertising takes the keys of this site, and knows the connected user.',
} as const satisfies Partial<Record<ConnectionKind, string>>;

/** Each connection is checked, by the keyboard, and still knows its answer after a reload. An extension that blocks Google is told. */
async function checkAll(page: Page): Promise<void> {
  const google = startDataManager({ accounts: {} });
  const kinds = Object.keys(WORKS) as (keyof typeof WORKS)[];
  const button = (kind: ConnectionKind) =>
    cardOf(page, kind).getByRole('button', { name: 'Check', exact: true });
  await page.context().route(`${DATA_MANAGER_ORIGIN}/**`, (route) => route.abort('blockedbyclient'));
  await button('google-values').press('Enter');
  await expect(cardOf(page, 'google-values')).toContainText('This browser cannot reach');
  await expectEveryLook(page, 'a check that failed');
  await page.context().unroute(`${DATA_MANAGER_ORIGIN}/**`);
  await standInForDataManager(page.context(), google);
  for (const kind of kinds) {
    await button(kind).press('Enter');
    await expect(cardOf(page, kind)).toContainText(WORKS[kind]);
    await expect(button(kind)).toBeFocused();
  }
  expect(google.received).toHaveLength(1);
  expect(google.conversions()).toEqual([]);
  await page.reload();
  for (const kind of kinds) await expect(cardOf(page, kind)).toContainText(WORKS[kind]);
  await expectEveryLook(page, 'checked connections');
  await expectReflow(page, 'checked connections');
}

async function openPlan(wizard: Wizard): Promise<void> {
  await wizard.open();
  await wizard.upload(csvFile(leads(), 'states.csv'));
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'State');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);
  await wizard.openView('Apply');
  await wizard.button('Rules in the platform').click();
  await wizard.button('Every form lead').click();
}

const part = (page: Page) => page.getByRole('region', { name: 'Push Rules', exact: true });
const difference = (page: Page) => part(page).getByRole('table', { name: 'Difference for Acme' });

/** Says which places are meant: 'CA' may be California or Canada. Then lets the platform, or our Worker, look at the plan. */
async function compare(page: Page, test: 'Test' | 'Check'): Promise<void> {
  await expect(part(page).getByRole('button', { name: test })).toBeDisabled();
  for (const value of ['TX', 'CA'])
    await part(page)
      .getByRole('button', { name: `Confirm ${value}` })
      .click();
  await part(page).getByRole('button', { name: test }).click();
  await expect(difference(page)).toContainText('Location: Texas, United States');
  await expect(difference(page).getByRole('cell', { name: 'Add', exact: true }).first()).toBeVisible();
}

async function push(page: Page): Promise<void> {
  const button = part(page).getByRole('button', { name: /^Push \d+ changes$/ });
  const changes = /\d+ changes/.exec((await button.textContent()) ?? '')?.[0] ?? '';
  await button.click();
  await expect(part(page).locator('p').getByText(`${changes} written and read back`)).toBeVisible();
}

const history = (page: Page) => part(page).getByRole('region', { name: /^Your pushes to / });

/** Undoes the newest push; `undone` counts all pushes that are undone then. */
async function undo(page: Page, undone = 1): Promise<void> {
  await history(page)
    .getByRole('button', { name: /^Undo the push of/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the push' }).click();
  await expect(history(page).locator('summary').getByText('Undone', { exact: true })).toHaveCount(undone);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

/** Saves the analysis, and gives its id. */
async function save(page: Page, wizard: Wizard): Promise<string> {
  const saving = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/analyses'),
  );
  await wizard.button('Save Analysis').click();
  const { id } = (await (await saving).json()) as { id: string }; // as the contract has it
  await expect(wizard.button('Saved')).toBeVisible();
  return id;
}

/** The push of a saved analysis brings its rules into use on the server, from the wizard and from its own page, and the undo takes them back. */
async function pushSaved(page: Page, wizard: Wizard): Promise<void> {
  await wizard.leaveView();
  const id = await save(page, wizard);
  await wizard.openView('Apply');
  const usedBy = async () => {
    const answer = await page.request.get(`/api/analyses/${id}/alerts`);
    const { inUse } = (await answer.json()) as { inUse: { by: string; version: number } | null };
    return inUse && [inUse.by, inUse.version];
  };
  const words = part(page).getByText(/^These rules came into use/);
  const pushAgain = async () => {
    // The places are known from the push before.
    await wizard.button(/^Test( Again)?$/).click();
    await push(page);
    await expect(words).toBeVisible();
    expect(await usedBy()).toEqual(['google-rules', 0]);
  };
  expect(await usedBy()).toBeNull();
  // The part is still open there, with the test of before.
  await wizard.button('Rules in the platform').click();
  await page.getByRole('button', { name: /^Google Ads/ }).click();
  await pushAgain();
  await expectEveryLook(page, 'pushed rules in use', part(page));
  await undo(page, 2);
  await expect(words).toHaveCount(0);
  expect(await usedBy()).toBeNull();

  await page.goto(`/saved/${id}`);
  await wizard.openView('Apply');
  await wizard.button('Rules in the platform').click();
  await wizard.button('Push rules to Google Ads').click();
  await pushAgain();
  await untick(page);
  await expect.poll(usedBy).toEqual(['entered', 0]);
  await page.reload();
  await wizard.button('Rules in the platform').click();
  await expect(boxes(page, false)).toHaveCount(1);
}

const boxes = (page: Page, checked?: boolean) => page.getByRole('checkbox', { name: /^Entered: /, checked });

/** The rules of a push are ticked as entered, and one of them is taken back. */
async function untick(page: Page): Promise<void> {
  await expect(boxes(page).first()).toBeEnabled();
  await expect(boxes(page, false)).toHaveCount(0);
  await boxes(page).first().press('Space');
  await expect(boxes(page).first()).not.toBeChecked();
  await expect(boxes(page).first()).toBeFocused();
  await expectEveryLook(
    page,
    'rules that are ticked as entered',
    page.getByRole('table', { name: /^Rules/ }),
  );
}

test('each service is connected by a consent of its own, takes and gives back the rules of a plan, which come into use where it is saved, and is disconnected by itself', async ({
  page,
  wizard,
  account: user,
}) => {
  const account = `ads-${crypto.randomUUID()}@example.com`;
  expect(user.email).not.toBe(account);
  await connectAll(page, account);

  await openPlan(wizard);
  await wizard.button('Push rules to Google Ads').click();
  await expect(part(page)).toContainText('Beta: not yet tried with a live account');
  await compare(page, 'Test');
  await expect(part(page)).toContainText('Qualified lead');
  await expectEveryLook(page, 'the difference', part(page));
  await expectReflow(page, 'the difference');
  await push(page);
  // The account has the plan now.
  await wizard.button('Test').click();
  await expect(part(page)).toContainText('Acme already has the rules of this plan.');
  await undo(page);
  await history(page).locator('summary').first().click();
  await expectEveryLook(page, 'what was pushed and undone', part(page));

  await page.getByRole('button', { name: /^Meta/ }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await wizard.button('Push rules to Meta').click();
  await compare(page, 'Check');
  await push(page);
  await expect(part(page)).toContainText('Ads Manager > your ad set > Value rules');
  await undo(page);

  await page.getByRole('button', { name: /^Microsoft/ }).click();
  await wizard.button('Push rules to Microsoft Advertising').click();
  await compare(page, 'Check');
  await push(page);
  await undo(page);
  await pushSaved(page, wizard);

  await page.goto('/connections');
  await expect(cardOf(page, 'meta').getByText('Ends', { exact: true })).toBeVisible();
  await checkAll(page);
  await cardOf(page, 'google-rules').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(cardOf(page, 'google-rules').getByRole('button', { name: 'Connect' })).toBeVisible();
  await expect(
    cardOf(page, 'google-rules').getByText(/^Google Ads \(rules\) is disconnected here\./),
  ).toBeVisible();
  for (const kind of ['google-values', 'meta', 'microsoft'] as const)
    await expect(cardOf(page, kind).getByText(account)).toBeVisible();
  await expectEveryLook(page, 'connected and disconnected');
});
