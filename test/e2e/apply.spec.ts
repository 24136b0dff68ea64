import type { Page } from '@playwright/test';
import { statesAndDevices } from '#test/support/states-and-devices.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

async function openApply(wizard: Wizard): Promise<void> {
  await wizard.open();
  await wizard.upload(csvFile(statesAndDevices(), 'states.csv'));
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Attribute 1', 'State');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Source');
  await wizard.analyze(3);
  await wizard.openView('Apply');
  await expectEveryLook(wizard.page, 'how the values will be used', wizard.openedView());
  await wizard.button('Rules in the platform').click();
  await expect(wizard.heading('Rules in the platform')).toBeFocused();
  await expect(wizard.button('Download Steps')).toHaveCount(0);
  await wizard.button('Every form lead').click();
}

const plan = (page: Page) => page.getByRole('region', { name: 'Plans', exact: true });

test('the reader turns the findings into rules that each platform accepts, by what an attribute is', async ({
  page,
  wizard,
}) => {
  await openApply(wizard);
  await expect(page.getByRole('combobox', { name: 'State', exact: true })).toContainText('Location');
  await expect(page.getByRole('combobox', { name: 'Device', exact: true })).toContainText('Device');
  await expect(page.getByRole('combobox', { name: 'Source', exact: true })).toContainText('None of these');

  // Google: pairs of one primary and one secondary condition, none below 0.5.
  await expect(
    wizard.heading(/^On Google Ads, \d+ rules cover \d+% of what separates good from bad leads\.$/),
  ).toBeVisible();
  const rules = wizard.table('Rules to Enter');
  await expect(rules.getByRole('row', { name: /FL/ }).first()).toContainText('limited by Google');
  await expect(rules.getByRole('row', { name: /FL/ }).first()).toContainText('0.50x');
  // On a phone the words about that limit push no column out of view.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() =>
      rules.evaluate(
        ({ parentElement }) => parentElement && parentElement.scrollWidth <= parentElement.clientWidth,
      ),
    )
    .toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(plan(page)).not.toContainText('equally specific rules.');
  await page.getByText(/rules? of the results (is|are) not entered/).click();
  await expect(plan(page)).toContainText('Google takes no such attribute as a condition.');
  await expectEveryLook(page, 'the plan for Google', wizard.openedView());

  // The base value makes up for the rules, there and in the steps.
  await wizard.button('Rescale').click();
  const base = await plan(page)
    .getByText(/^\$\d+\.\d\d/)
    .first()
    .textContent();
  expect(base).not.toContain('$100.00');
  const rescaled = await wizard.download(wizard.button('Download Steps'));
  expect(rescaled.name).toMatch(/^google_value_rules_\d{4}-\d\d-\d\d\.csv$/);
  expect(rescaled.text).toContain(`Type ${/[\d.]+/.exec(base ?? '')?.[0] ?? 'nothing'}: with it the total`);
  expect(rescaled.text).toContain('Goals > Conversions > Value rules');
  for (const [, typed] of rescaled.text.matchAll(/Multiply, type ([\d.]+)\./g)) {
    expect(Number(typed)).toBeGreaterThanOrEqual(0.5);
    expect(Number(typed)).toBeLessThanOrEqual(10);
  }

  // Meta asks about the offer before it adjusts by location.
  await page.getByRole('button', { name: /^Meta/ }).click();
  await expect(plan(page)).toContainText('They are left out until you answer');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(wizard.heading(/^On Meta, \d+ rules cover \d+%/)).toBeVisible();
  const places = wizard.table('Rules in Their Order');
  await expect(places).toContainText(/[+-]\d+%/);
  await expect(plan(page)).toContainText('Only bids change.');
  await expect(wizard.button('Rescale')).toHaveCount(0);
  await expectEveryLook(page, 'the plan for Meta', wizard.openedView());
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of [/^Google Ads/, /^Meta/, /^Microsoft Advertising/]) {
    const { x, width } = (await page.getByRole('button', { name }).boundingBox()) ?? { x: -1, width: 0 };
    expect([x >= 0, x + width <= 390], `${name} is in view`).toEqual([true, true]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(places).not.toContainText('Location');

  // Microsoft: the steps, and a file for its bulk upload.
  await page.getByRole('button', { name: /^Microsoft Advertising/ }).click();
  await expect(wizard.heading(/^On Microsoft Advertising, \d+ rules/)).toBeVisible();
  const bulk = await wizard.download(wizard.button('Download Bulk File'));
  expect(bulk.name).toMatch(/^microsoft_value_rules_check_before_upload_/);
  expect(bulk.text).toMatch(/^Type,Id,Name,Status,ConversionValueRuleValue,/);
  expect(bulk.text).toMatch(/ConversionValueRule,,"?Lead value 1: [^\r]*,Active,\d+\.\d\d,Multiply,/);

  // A choice of what an attribute is gives other plans.
  await page.getByRole('button', { name: /^Google Ads/ }).click();
  await wizard.choose('State', 'None of these');
  await wizard.choose('Source', 'Audience');
  await expect(wizard.table('Rules to Enter')).toContainText('Audience');
  await expect(wizard.table('Rules to Enter')).not.toContainText('Location');
});
