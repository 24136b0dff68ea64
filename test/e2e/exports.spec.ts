import type { Locator } from '@playwright/test';
import { SHAPED_EXPORTS } from '#test/support/shaped-exports.ts';
import { DROPPED_AT } from '#test/support/shaped-leads.ts';
import { expect, test } from './fixtures.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

/*
 * Two exports of real shape from drop to what a form or a platform takes. The findings and files of all ten are checked in
 * `unit/threads/ten-exports.test.ts`.
 */
const WALKED = [
  {
    name: 'pipedrive',
    bar: 'Converted: Won (18.6% of leads). Compared by Deal - Source channel. Value: Deal - Value (EUR, average 5,765 per won deal). Without 613 leads younger than 80 days.',
    sentence: 'With your amounts a LinkedIn lead is worth about €1,800, a Paid Social lead €360',
    next: 'Look the value up in your form',
    asksName: false,
    download: 'Download JavaScript',
  },
  {
    name: 'german',
    bar: 'Converted: Gewonnen (22.5% of leads). Compared by Quelle. Value: Auftragswert (EUR, average 7,219 per won deal). Without 487 leads younger than 28 days.',
    sentence: 'With your amounts a Messe lead (Quelle) is worth about €4,700, a Webseite lead (Quelle) €480',
    next: 'Upload 942 of 1,013 values to Google Ads',
    asksName: true,
    download: 'Download for Google Data Manager',
  },
] as const;

type Walked = (typeof WALKED)[number];

async function walk(
  wizard: Wizard,
  { name, bar, sentence, next, asksName, download }: Walked,
): Promise<void> {
  const { page } = wizard;
  let clicks = 0;
  const click = async (button: Locator) => {
    await button.click();
    clicks++;
  };
  await wizard.upload(csvFile(SHAPED_EXPORTS[name]().bytes));
  await expect(page.getByRole('region', { name: 'Quick start' })).toContainText(bar);
  await click(wizard.button('Show results'));
  await wizard.expectStep('Analysis Complete!');
  await expect(page.getByText(sentence)).toBeVisible();
  await click(wizard.button(next));
  await click(wizard.button('Every form lead'));
  // Google asks for the name of the conversion action, which no file knows.
  if (asksName) await page.getByRole('textbox', { name: 'Conversion name' }).fill('Lead');
  const downloading = page.waitForEvent('download');
  await click(wizard.button(download));
  await downloading;
  expect(clicks).toBe(4);
}

test('four clicks lead from the dropped file to what is taken, with one file and with the next', async ({
  page,
  wizard,
}) => {
  await page.clock.setFixedTime(DROPPED_AT);
  await wizard.open();
  for (const walked of WALKED)
    await test.step(walked.name, async () => {
      await walk(wizard, walked);
      await wizard.leaveView();
      await wizard.button('Start Over').click();
    });
});
