import { csvOf, withColumn, WITH_TEST_LEADS } from '../support/lead-files.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { csvFile } from './pages/wizard.ts';

/** 200 leads with two test leads, placeholders, a column of after the click, numbers that tell the outcome, and rare values. */
function faultyFile(): string {
  const isWon = (lead: number) => WITH_TEST_LEADS['Lead Status']?.[lead] === 'Qualified';
  const cities = ['Mumbai', 'Select', 'Pune'];
  const withCity = withColumn('City', (lead) => cities[lead % 3] ?? '', WITH_TEST_LEADS);
  const withActivity = withColumn('Last Activity', (lead) => (lead % 2 === 0 ? 'Call' : 'Chat'), withCity);
  const withAge = withColumn('Months', (lead) => String((isWon(lead) ? 30 : 10) + (lead % 25)), withActivity);
  return csvOf(withColumn('Campaign', (lead) => (lead < 120 ? 'Spring' : `Trial ${lead % 6}`), withAge));
}

test('a faulty file is put right before the analysis', async ({ page, wizard }) => {
  await wizard.open();
  await wizard.upload(csvFile(faultyFile()));
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.button('Show the findings').click();
  const findings = page.getByRole('list', { name: 'Found in the file' });
  await expect(findings.getByRole('listitem')).toHaveCount(4);

  await page.getByRole('button', { name: /^Leave out: 2 leads are tests/ }).click();
  await expect(page.getByRole('button', { name: /^Put back/ })).toBeFocused();
  await expect(page.getByText(/^198 leads, 10 columns/)).toBeVisible();
  await page.getByRole('button', { name: /^Count as blank/ }).click();
  await page.getByRole('button', { name: /^Hide from the lists: 1 column is only known later/ }).click();
  await expect(page.getByText(/^1 thing to look at/)).toBeVisible();
  await expectEveryLook(page, 'the findings, most of them put right');
  await wizard.button('Close the findings').click();

  await wizard.choose('Attribute 1', 'Campaign');
  await wizard.choose('Attribute 2', 'City');
  await wizard.choose('Attribute 3', 'Months');
  await wizard.button('Best split').click();
  await expect(wizard.button('Best split')).toHaveAttribute('aria-pressed', 'true');

  await wizard.next('Next: Map Values');
  await wizard.next('Next');
  await wizard.button('Merge into “Other”').click();
  await expect(page.getByText('6 values become “Other”')).toBeVisible();
  await expectEveryLook(page, 'merged rare values');
  await wizard.next('Next');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await expect(page.getByText(/198 leads/).first()).toBeVisible();
});

test("a click on 'Next' counts where a finding comes between press and release, on a wide and on a small screen", async ({
  page,
  wizard,
}) => {
  const isWon = (lead: number) => WITH_TEST_LEADS['Lead Status']?.[lead] === 'Qualified';
  await wizard.open();
  await wizard.upload(csvFile(csvOf(withColumn('Deal', (lead) => (isWon(lead) ? 'Contract' : 'None')))));
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Country');
  const finding = page.getByText('Deal all but decides the status');
  const next = wizard.button('Next: Map Values');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const before = await next.boundingBox();
    await next.hover();
    await page.mouse.down();
    // The pointer is busy, so the keyboard chooses.
    await page.getByRole('combobox', { name: 'Attribute 3' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('Deal');
    await page.keyboard.press('Enter');
    // The detail of the column comes during the press, its finding once the press is over.
    await expect(page.getByRole('combobox', { name: 'Attribute 3' })).toContainText('Deal');
    expect(await next.boundingBox()).toEqual(before);
    await expect(finding).toBeHidden();
    await page.mouse.up();
    await wizard.expectStep('Map Values');
    await page.goBack();
    await expect(finding).toBeVisible();
    if (width === 1280) await wizard.choose('Attribute 3', 'None');
  }
});
