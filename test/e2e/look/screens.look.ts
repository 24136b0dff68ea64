import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
const PAPER = { width: 794, height: 1123 };

/** The page, whole unless told. All ten are looked at, also when one has changed. */
async function look(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.soft(page).toHaveScreenshot(`${name}.png`, { fullPage });
}

test('ten key screens', async ({ page, wizard }) => {
  await page.addInitScript(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'));
  });
  // The report carries its date.
  await page.clock.setFixedTime(new Date(2026, 0, 15, 12));
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The whole of it is too long to draw.
  await look(page, '10-docs', { fullPage: false });

  await wizard.open();
  await look(page, '01-upload');
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Pages Viewed');
  await wizard.button('Quartiles (4 groups)').click();
  await expect(wizard.page.getByRole('group', { name: 'Range 4' })).toBeVisible();
  await look(page, '02-columns');
  await wizard.next('Next: Map Values');
  await wizard.next('Next');
  await look(page, '03-values');
  for (let column = 1; column < 3; column++) await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await look(page, '04-value-rules');
  await page.setViewportSize(NARROW);
  await page.emulateMedia({ colorScheme: 'dark' });
  await look(page, '05-value-rules-narrow-dark');

  await page.setViewportSize(WIDE);
  await wizard.tab('Correlations').click();
  await expect(page.getByRole('figure')).toBeVisible();
  await look(page, '07-correlations-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await wizard.tab('Segment Details').click();
  await wizard.button('With Chart').click();
  await expect(page.getByRole('figure')).toHaveCount(2);
  await look(page, '06-segment-details');
  await wizard.tab('Lead Calculator').click();
  await wizard.choose('Source', 'Referral');
  await wizard.choose('Device', 'Mobile');
  await wizard.choose('Pages Viewed', 'Q4 (High)');
  await expect(page.getByRole('figure')).toBeVisible();
  await look(page, '08-lead-calculator');

  await (await wizard.exportItem('Print or save as PDF')).click();
  await expect(page.locator('.ui-report')).toBeAttached();
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ colorScheme: 'light', media: 'print' });
  await look(page, '09-report');
});
