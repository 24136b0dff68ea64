import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const PAGES = ['/', '/auth/login', '/auth/signup', '/docs', '/privacy', '/roadmap', '/changelog', '/nowhere'];

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const;

for (const { theme, width } of LOOKS) {
  test.describe(`${theme}, ${width} px wide`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    test('every page is accessible', async ({ page }) => {
      for (const path of PAGES) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          await expect(page).toHaveTitle(/Lead Value Analyzer/);
          await expectAccessible(page);
          await expectNoSidewaysScroll(page);
        });
      }
    });

    test('every step and tab of the wizard is accessible', async ({ page, wizard }) => {
      const check = async () => {
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      };
      await wizard.open();
      await wizard.button('Try sample data').click();
      await wizard.expectStep('Select Columns to Analyze');
      await wizard.choose('Attribute 1', 'Source');
      await wizard.choose('Attribute 2', 'Device');
      await wizard.choose('Attribute 3', 'Pages Viewed');
      await check();
      await wizard.button('Thirds (3 groups)').click();
      await check();
      await wizard.button('Change').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
      await wizard.next('Next: Map Values');
      await check();
      await wizard.next('Next');
      await check();
      await wizard.next('Next');
      await wizard.next('Next');
      await wizard.next('Analyze');
      await wizard.expectStep('Analysis Complete!');
      for (const tab of ['Value Rules', 'Segment Details', 'Correlations', 'Lead Calculator'] as const) {
        await wizard.tab(tab).click();
        await check();
      }
      await wizard.choose('Source', 'Referral');
      await wizard.choose('Device', 'Mobile');
      await wizard.choose('Pages Viewed', 'High');
      await check();
    });
  });
}

test('the theme is chosen once, kept, and there before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: /dark/i }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.route('**/assets/**', () => {});
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
});
