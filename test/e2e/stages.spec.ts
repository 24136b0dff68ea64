import { stagesBesideOutcome, stagesOfStatus, stagesWithDates } from '#test/support/staged-exports.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

async function showResults(wizard: Wizard, csv: string, choices: Readonly<Record<string, string>>) {
  await wizard.open();
  await wizard.upload(csvFile(csv));
  await wizard.expectStep('Select Columns to Analyze');
  for (const [dropdown, option] of Object.entries(choices)) await wizard.choose(dropdown, option);
  await wizard.next('Next: Map Values');
}

async function chooseConverted(wizard: Wizard, status: string) {
  await wizard.page.getByRole('checkbox', { name: new RegExp(`^${status}`) }).click();
}

test('dates per stage say what a lead is worth and which conversion to bid on', async ({ page, wizard }) => {
  await showResults(wizard, stagesWithDates(), {
    'Lead Status Column': 'Lifecycle Stage',
    'Attribute 1': 'Source',
    'Value column (optional)': 'Amount',
  });
  await chooseConverted(wizard, 'Customer');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await page.getByRole('button', { name: 'By conversions' }).click();
  await page.screenshot({ path: '/tmp/sv/results.png' });
  await wizard.button('Work it out').click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/sv/work.png' });
  await page.keyboard.press('Escape');
  await wizard.openView('Stages');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/sv/dates.png', fullPage: true });
  await expectEveryLook(page, 'the stages', wizard.openedView());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '/tmp/sv/dates390.png', fullPage: true });
});
test('status', async ({ page, wizard }) => {
  await showResults(wizard, stagesOfStatus(), { 'Lead Status Column': 'Status', 'Attribute 1': 'Source' });
  await chooseConverted(wizard, 'Won');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await wizard.button('Work it out').click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/sv/work-status.png' });
  await page.keyboard.press('Escape');
  await wizard.openView('Stages');
  await page.waitForTimeout(1500);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: '/tmp/sv/status.png', fullPage: true });
});
test('beside', async ({ page, wizard }) => {
  await showResults(wizard, stagesBesideOutcome(), {
    'Lead Status Column': 'Deal - Status',
    'Attribute 1': 'Deal - Source',
  });
  await chooseConverted(wizard, 'Won');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await wizard.openView('Stages');
  await page.waitForTimeout(1500);
  await page.emulateMedia({ colorScheme: 'dark' });
  await wizard.button('Change the order').click();
  await page.screenshot({ path: '/tmp/sv/beside.png', fullPage: true });
});
