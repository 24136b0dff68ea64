import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { csvFile } from './pages/wizard.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEWEST = Date.UTC(2026, 5, 30);

/**
 * 3,000 leads of 250 days, twelve a day at different hours: of the leads of the last four weeks hardly any has converted yet.
 * Search converts best. 60 are open, 25 are tests, 10 have no date.
 */
function datedLeads(): string {
  const lines = Array.from({ length: 3000 }, (_, lead) => {
    const age = Math.floor(lead / 12);
    const time = new Date(NEWEST - age * DAY_MS + (6 + (lead % 12)) * 60 * 60 * 1000);
    const source = ['Search', 'Social', 'Mail', 'Fair'][(lead * 7) % 4]!;
    const isYoung = age < 28;
    const wins = (lead * 37) % 100 < (source === 'Search' ? 36 : 12) && !(isYoung && lead % 5 !== 0);
    const status = lead % 50 === 3 ? 'Open' : lead % 120 === 7 ? 'Test' : wins ? 'Won' : 'Lost';
    const created = lead % 300 === 11 ? '' : time.toISOString().slice(0, 16).replace('T', ' ');
    return `${status},${source},${created}\n`;
  });
  return `Lead Status,Source,Created At\n${lines.join('')}`;
}

test('statuses, days and young leads are left out of all figures, with a word on how many and why', async ({
  page,
  wizard,
}) => {
  await wizard.open();
  await wizard.upload(csvFile(datedLeads()));
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Created At');
  await wizard.button('Weekday').click();
  // The column of dates is found; nothing is left out yet.
  await expect(page.getByRole('combobox', { name: 'Date column (optional)' })).toContainText('Created At');
  const days = page.getByRole('region', { name: 'Dates that count' });
  await expect(days).toContainText('2025-10-24 to 2026-06-30, year first. 10 leads without a date.');
  await days.getByLabel('From').fill('2025-11-01');
  await expectEveryLook(page, 'columns with dates');
  await wizard.next('Next: Map Values');

  await page.getByRole('checkbox', { name: 'Won' }).check();
  await page.getByRole('checkbox', { name: 'Test' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Leave out Open' }).click();
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText(/of 2,8\d\d leads count as converted/);
  const ages = page.getByRole('region', { name: 'Conversion by age' });
  await expect(ages).toContainText('A change of campaign at that time can look the same.');
  await expectEveryLook(page, 'status values with dates');
  await ages.getByRole('button', { name: 'Use 28 days' }).click();
  await expect(ages).toContainText('leads younger than 28 days left out.');

  await page.getByRole('button', { name: 'Skip renaming and analyze' }).click();
  await wizard.expectStep('Analysis Complete!');
  const words =
    /^\d+ leads left out: 85 by status \(Open, Test\), 10 without a date in Created At, 9\d before 2025-11-01, 3\d\d younger than 28 days\.$/;
  await expect(page.getByText(words)).toBeVisible();

  const { text } = await wizard.download(await wizard.exportItem('Export All'));
  expect(text).toContain('Leads Left Out,85,"by status (Open, Test)"');

  // Young leads are in no other figure; over time they are grey.
  await wizard.openView('Over Time');
  const overTime = wizard.openedView();
  await expect(overTime).toContainText('have leads younger than 28 days, which count in no other figure');
  await expect(overTime.getByRole('figure', { name: 'Lift by Month' })).toBeVisible();
  await overTime.getByRole('button', { name: 'Quarter' }).click();
  const quarters = wizard.table('Source: Search by Quarter').getByRole('row');
  await expect(quarters).toHaveText([/^Quarter/, /^2025 Q4/, /^2026 Q1/, /^2026 Q2too young/]);
  const rules = await wizard.download(wizard.button('Download All Rules by Quarter'));
  expect(rules.text).toMatch(/^Source,Search,2026 Q2,.*Too young/m);
  await expectEveryLook(page, 'rules over time', overTime);

  await wizard.leaveView();

  // Dates that became weekdays are in the order of the week.
  await wizard.tab('Lead Calculator').click();
  await page.getByRole('combobox', { name: 'Created At' }).click();
  await expect(page.getByRole('option')).toHaveText([/Mon/, /Tue/, /Wed/, /Thu/, /Fri/, /Sat/, /Sun/]);
  await page.keyboard.press('Escape');

  await wizard.openView('How this was checked');
  await expect(page.getByText(/^Rules were learned on 70% of the leads/)).toBeVisible();
  await wizard.button('The latest 30%').click();
  await expect(page.getByText(/^Rules were learned on the older 70%/)).toBeVisible();
  await expect(page.getByText('No young leads are left out')).toBeHidden();
});
