import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { openByChanceCsv, QUALIFIED_ROW, YOUNG_ROW } from '#test/support/open-by-chance.ts';
import { stagesBesideOutcome, stagesOfStatus, stagesWithDates } from '#test/support/staged-exports.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible, expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS } from './pages/account.ts';
import { deliver, makeInbox } from './pages/inbox.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

const HUBSPOT = {
  status: 'Lifecycle Stage',
  source: 'Source',
  converted: 'Sales Qualified Lead',
  amounts: 'Amount',
};

/** Opens a file with its status column, its source and the status that counts as converted. */
async function showResults(
  wizard: Wizard,
  csv: string,
  {
    status,
    source,
    converted,
    amounts,
  }: { status: string; source: string; converted: string; amounts?: string },
): Promise<void> {
  await wizard.open();
  await wizard.upload(csvFile(csv));
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Lead Status Column', status);
  await wizard.choose('Attribute 1', source);
  if (amounts) await wizard.choose('Value column (optional)', amounts);
  await wizard.next('Next: Map Values');
  await wizard.page.getByRole('checkbox', { name: new RegExp(`^${converted}`) }).click();
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
}

test('dates per stage say what a conversion is worth, and which stage to bid on', async ({
  page,
  wizard,
}) => {
  await showResults(wizard, stagesWithDates(), HUBSPOT);
  await wizard.button('By conversions').click();
  await wizard.button('Work it out').click();
  const dialog = page.getByRole('dialog', { name: 'Work out the conversion value' });
  await expect(dialog).toContainText(
    /A conversion is worth about \$1,000: 6 of 10 are won, at \$1,900 on average\./,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Use \$/ }).click();
  const field = page.getByRole('spinbutton', { name: 'Conversion Value ($)', exact: true });
  await expect(field).not.toHaveValue('100');
  await wizard.button('Undo').click();
  await expect(field).toHaveValue('100');

  await wizard.openView('Stages');
  expect(new URL(page.url()).hash).toBe('#stages');
  const view = wizard.openedView();
  await expect(view).toContainText('A sales qualified lead is worth about $1,000');
  await expect(view).toContainText(
    /LinkedIn leads reach Sales qualified lead about as often as others, but are won/,
  );
  await expect(wizard.table('Figures by Stage').getByRole('row')).toHaveCount(5);
  await expectEveryLook(page, 'stages with dates', view);
  const { text } = await wizard.download(wizard.button('Download CSV'));
  expect(text).toContain('Became a sales qualified lead date');
});

test('open leads count by their chance, in money alone', async ({ page, wizard }) => {
  await showResults(wizard, openByChanceCsv(), {
    status: 'Lifecycle Stage',
    source: 'Source',
    converted: 'Customer',
    amounts: 'Amount',
  });
  const findings = page.getByRole('list', { name: 'What may mislead' });
  const counted = 'Counted in money by their chance: 220 open leads, of which about 14 will be won.';
  await findings.getByRole('button', { name: /^Count by chance/ }).click();
  await expect(findings).toContainText(counted);
  await expectEveryLook(page, 'open leads by their chance', findings);
  await page.reload();
  await expect(findings).toContainText(counted);

  await wizard.openView('Apply');
  await wizard.button('A value per lead').click();
  await wizard.button('Every form lead').click();
  await expect(wizard.openedView()).toContainText('220 open leads have their chance instead');
  await expectEveryLook(page, 'values of open leads by their chance', wizard.openedView());
  const { text } = await wizard.download(wizard.button('Download leads with values'));
  const rows = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  const valueOf = (row: number) => Number(rows[row]?.['Lead Value ($)']);
  expect(rows[QUALIFIED_ROW]).toMatchObject({ 'Chance to Be Won': '0.5', Amount: '300' });
  expect([YOUNG_ROW, QUALIFIED_ROW, QUALIFIED_ROW + 1].map(valueOf)).toEqual([100, 150, 500]);
  expect(rows[0]).toMatchObject({ 'Lifecycle Stage': 'Customer', 'Chance to Be Won': '' });
  await wizard.leaveView();
  await wizard.openView('Stages');
  await expect(wizard.openedView()).toContainText('which are worth about $14,000.');
  await wizard.leaveView();

  // Leaving them out ends it, and the message brings it back.
  await findings.getByRole('button', { name: /^Leave out: Not decided yet/ }).click();
  await expect(findings).toContainText('Left out as not decided yet');
  await expect(findings).not.toContainText(counted);
  await wizard.button('Undo').last().click();
  await expect(findings).toContainText(counted);
  await findings.getByRole('button', { name: /^Undo: Counted/ }).click();
  await expect(findings.getByRole('button', { name: /^Count by chance/ })).toBeVisible();
});

test('a stage beside the outcome can be put into another order, which is kept', async ({ page, wizard }) => {
  await showResults(wizard, stagesBesideOutcome(), {
    status: 'Deal - Status',
    source: 'Deal - Source',
    converted: 'Won',
  });
  await wizard.openView('Stages');
  const order = page.getByRole('region', { name: 'Order of the stages' });
  await expect(order).toContainText('Qualified → Demo Scheduled → Proposal Made → Won');
  await wizard.button('Change the order').click();
  // By keys, then by drag.
  await wizard.button('Move Proposal Made earlier').focus();
  await page.keyboard.press('Enter');
  await expect(order).toContainText('Qualified → Proposal Made → Demo Scheduled → Won');
  await expect(order.getByRole('status')).toHaveText('Proposal Made is stage 2 of 4 now.');
  await expectEveryLook(page, 'the order of stages', wizard.openedView());
  const grip = (stage: string) =>
    order.getByRole('listitem').filter({ hasText: stage }).locator('span').first();
  await grip('Proposal Made').dragTo(grip('Demo Scheduled'));
  await expect(order).toContainText('Qualified → Demo Scheduled → Proposal Made → Won');
  await wizard.button('Move Proposal Made earlier').click();
  await expect(order).toContainText('Qualified → Proposal Made → Demo Scheduled → Won');
  await page.reload();
  await expect(order).toContainText('Qualified → Proposal Made → Demo Scheduled → Won');
});

test('one status column says what is missing, and what it can tell', async ({ page, wizard }) => {
  await showResults(wizard, stagesOfStatus(), { status: 'Status', source: 'Source', converted: 'Won' });
  await wizard.openView('Stages');
  const view = wizard.openedView();
  await expect(view).toContainText('Lost leads do not say how far they came');
  await expect(wizard.table('Figures by Stage').getByRole('rowheader')).toHaveText([
    'New',
    'Contacted',
    'Won',
  ]);
  await expectEveryLook(page, 'stages of one status column', view);
});

test.describe('a saved analysis', () => {
  test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

  test('keeps its stages: rounded behind a read-only link, current by an inbox, and beside those of another file', async ({
    page,
    wizard,
    account,
    browser,
    playwright,
  }) => {
    expect(account.email).toContain('@');
    await showResults(wizard, stagesWithDates(), HUBSPOT);
    await wizard.openView('Stages');
    const reached = async (view: Page) => {
      const row = view
        .getByRole('table', { name: 'Figures by Stage' })
        .getByRole('row', { name: /^Sales qualified lead/ });
      return Number((await row.getByRole('cell').first().textContent())?.replaceAll(',', ''));
    };
    const own = await reached(page);
    await wizard.leaveView();
    await page.getByRole('button', { name: 'Save Analysis', exact: true }).click();
    await page.getByRole('link', { name: 'View analysis' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const address = await page.getByRole('textbox', { name: 'Address' }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();

    const context = await browser.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
    const stranger = await context.newPage();
    await stranger.goto(address);
    await stranger.getByRole('button', { name: 'Stages', exact: true }).click();
    await expect(stranger.getByText(/^A sales qualified lead is worth about \$1,000/)).toBeVisible();
    await expect(stranger.getByText(/^A read-only link rounds these figures/)).toBeVisible();
    expect(await reached(stranger)).toBe(own - (own % 5));
    await expectEveryLook(stranger, 'stages behind a link');
    await context.close();

    const inbox = await makeInbox(page);
    const sender = await playwright.request.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
    const lines = stagesWithDates().split('\n');
    for (const csv of [lines.join('\n'), lines.slice(0, 901).join('\n')])
      expect(await deliver(sender, inbox, csv)).toMatchObject({ status: 200 });
    await sender.dispose();
    await page.reload();
    await expect(page.getByRole('button', { name: /^Version 2/ })).toBeVisible();
    await page.getByRole('button', { name: 'Stages', exact: true }).click();
    await expect(page.getByText(/^A sales qualified lead is worth about \$/)).toBeVisible();
    const ofVersion = await reached(page);
    expect(ofVersion).toBeGreaterThan(0);
    expect(ofVersion).toBeLessThan(own);
    await expectEveryLook(page, 'the stages of a version', page.getByRole('main'));
    await page.getByRole('button', { name: /^As saved/ }).click();
    await expect.poll(() => reached(page)).toBe(own);
    const changes = page.getByRole('region', { name: 'What changed' });
    await changes.getByRole('button', { name: 'Show' }).last().click();
    await expect(
      changes
        .getByRole('table', { name: 'Stages, version 1 and version 2' })
        .getByRole('row', { name: /^Sales qualified lead/ }),
    ).toContainText(`${own}${ofVersion}`);
    await expectEveryLook(page, 'the stages of two versions', changes);

    // The open work is still there.
    await page.goto('/');
    await wizard.expectStep('Analysis Complete!');
    await wizard.openView('Stages');
    await expect(wizard.table('Figures by Stage')).toBeVisible();
    await wizard.leaveView();
    await page.getByRole('link', { name: 'Compare with a saved analysis' }).click();
    await wizard.choose('Before', 'leads.csv');
    // The same file has the same leads, so nothing is tested.
    await expect(
      wizard.table('Stages Before and After').getByRole('row', { name: /^Not tested Sales qualified lead/ }),
    ).toBeVisible();
    await expectEveryLook(page, 'the stages of two analyses');
  });
});
