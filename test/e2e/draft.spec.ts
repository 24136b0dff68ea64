import { expect, test } from './fixtures.ts';

test('work in progress survives a reload and the way to sign-in, and Start Over removes it', async ({
  page,
  wizard,
}) => {
  await wizard.open();
  await wizard.button('Try sample data').click();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.next('Next: Map Values');
  await wizard.next('Next');
  await page.getByLabel('google ads', { exact: true }).fill('Google Ads');
  await page.waitForTimeout(500);

  await page.reload();
  await expect(page.getByText('Column 2 of 2')).toBeVisible();
  await expect(page.getByLabel('google ads', { exact: true })).toHaveValue('Google Ads');
  await page.keyboard.press('Escape');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await page.getByLabel('Significance Threshold (%)', { exact: true }).fill('15');
  await page.getByLabel('Significance Threshold (%)', { exact: true }).blur();

  await wizard.button('Save Analysis').click();
  await expect(page.getByText('Login Required', { exact: true })).toBeVisible();
  await expect(page.getByText('Please log in to save your analysis.', { exact: true })).toBeVisible();
  await page.waitForURL('**/auth/login');
  await page.goto('/');
  await wizard.expectStep('Analysis Complete!');
  await expect(page.getByLabel('Significance Threshold (%)', { exact: true })).toHaveValue('15');

  await wizard.button('Start Over').click();
  await expect(wizard.heading('Calculate Lead Values for Smarter Bidding')).toBeVisible();
  await page.waitForTimeout(500);
  await page.reload();
  await expect(page.getByText('Drop CSV file here or click to browse')).toBeVisible();
});

test('a second tab has work of its own, and the work of a closed tab is offered', async ({
  page,
  wizard,
  context,
}) => {
  await wizard.open();
  await wizard.button('Try sample data').click();
  await wizard.expectStep('Select Columns to Analyze');
  const second = await context.newPage();
  await second.goto('/');
  await expect(second.getByText('Drop CSV file here or click to browse')).toBeVisible();
  await page.waitForTimeout(500);
  await page.close();
  await second.reload();
  await second.getByRole('button', { name: /Restore/ }).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Select Columns to Analyze' })).toBeVisible();
});
