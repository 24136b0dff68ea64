import { expect, test } from './fixtures.ts';
import { expectNoSidewaysScroll } from './look.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

async function openColumns(wizard: Wizard, text: string, status: string, attribute: string) {
  await wizard.open();
  await wizard.upload(csvFile(text));
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Lead Status Column', status);
  await wizard.choose('Attribute 1', attribute);
}

test('100,000 distinct values stay usable from upload to results', async ({ page, wizard }) => {
  const rows = Array.from(
    { length: 100_000 },
    (_, i) => `${i % 3 ? 'Lost' : 'Qualified'},user${i}@example.org\n`,
  );
  await openColumns(wizard, `Status,E-mail\n${rows.join('')}`, 'Status', 'E-mail');
  await expect(page.getByText('Mostly unique: 100,000 different values')).toBeVisible();
  await wizard.next('Next: Map Values');
  await wizard.next('Next');
  await page.getByRole('searchbox').fill('user99999');
  await expect(page.getByLabel('user99999@example.org', { exact: true })).toBeVisible();
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await expect(page.getByText('No segments exceed the ±10% threshold.', { exact: false })).toBeVisible();
  await wizard.tab('Segment Details').click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(wizard.table(/Not Significant/)).toBeVisible();
});

test('a header and values of 300 characters make no page scroll sideways', async ({ page, wizard }) => {
  const [header, value] = ['WhereDidYouHearAboutUs', 'a-landing-page-without-a-space'].map((text) =>
    text.repeat(15).slice(0, 300),
  );
  const row = (i: number) =>
    `${i % 3 ? 'Lost' : 'Qualified'},${value}${i % 4},${i % 2 ? 'Mobile' : 'Desktop'}\n`.repeat(i % 5);
  const rows = Array.from({ length: 300 }, (_, i) => row(i)).join('');
  await page.setViewportSize({ width: 390, height: 844 });
  await openColumns(wizard, `Status,${header},Device\n${rows}`, 'Status', header ?? '');
  await wizard.choose('Attribute 2', 'Device');
  await expectNoSidewaysScroll(page);
  await wizard.next('Next: Map Values');
  await expectNoSidewaysScroll(page);
  await wizard.next('Next');
  await expect(page.getByText('Column 2 of 3')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await expectNoSidewaysScroll(page);
  for (const tab of ['Segment Details', 'Correlations', 'Lead Calculator'] as const) {
    await wizard.tab(tab).click();
    await expect(wizard.tab(tab)).toHaveAttribute('aria-selected', 'true');
    await expectNoSidewaysScroll(page);
  }
  await wizard.choose(header ?? '', `${value}1`);
  await wizard.choose('Device', 'Mobile');
  await expect(page.getByRole('figure')).toBeVisible();
  await expectNoSidewaysScroll(page);
});
