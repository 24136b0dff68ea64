import type { Locator, Page } from '@playwright/test';
import { PAGE_DOCUMENTS } from '#contract/page-documents.ts';
import { PAGE_ENTRIES } from '#contract/pages.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible, expectEveryLook, expectReflow } from './look.ts';
import { csvFile, goTo, type Wizard } from './pages/wizard.ts';

/** The pages that are the same for every visitor, and those of a visitor without an account. */
const STATIC_PAGES = PAGE_ENTRIES.filter(([name]) => PAGE_DOCUMENTS[name].document === 'page').map(
  ([, { path }]) => path,
);
const PAGES = [...STATIC_PAGES, '/auth/login', '/auth/signup', '/nowhere'];

test('every page is accessible in both themes at every width', async ({ page }) => {
  for (const path of PAGES) {
    await goTo(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/Lead Value Analyzer/);
    if (path === '/auth/signup') await refuseSignUp(page);
    await expectEveryLook(page, path);
    await expectReflow(page, path);
  }
});

/** The messages of the form are to be seen too. */
async function refuseSignUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign up with Email' }).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
}

test('every step and every tab of the results is accessible in both themes at every width', async ({
  page,
  wizard,
}) => {
  await wizard.open();
  await wizard.upload(csvFile('Status\nQualified\n'));
  await expect(page.getByRole('alert')).toBeVisible();
  await expectEveryLook(page, 'a refused file');
  await wizard.openSample();
  await expectEveryLook(page, 'columns, none chosen');
  await wizard.button('Back').click();
  await expect(wizard.button('Next: Select Columns')).toBeVisible();
  await expectEveryLook(page, 'the open file');
  await wizard.next('Next: Select Columns');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Pages Viewed');
  await wizard.button('Thirds (3 groups)').click();
  await expectEveryLook(page, 'columns with ranges');
  await wizard.button('Change').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectEveryLook(page, 'how the file is read');
  await expectUsableWhenLow(page);
  await page.keyboard.press('Escape');
  await wizard.next('Next: Map Values');
  await expectEveryLook(page, 'status values');
  await expectMarksInForcedColours(page, wizard);
  await wizard.next('Next');
  await page.getByLabel('google ads', { exact: true }).fill('Google Ads');
  await page.keyboard.press('Escape');
  // The name counts after a pause in typing, and moves the list.
  await expect(page.getByText('2 values become “Google Ads”')).toBeVisible();
  await expectEveryLook(page, 'names of values');
  await wizard.next('Next');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');
  await expectEveryTab(page, wizard);
});

/** A page at 400 % on a screen of 1280 by 1024. */
async function expectUsableWhenLow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const name of ['Encoding', 'Delimiter']) {
    const control = page.getByRole('dialog').getByRole('combobox', { name });
    await control.scrollIntoViewIfNeeded();
    await expect(control).toBeInViewport({ ratio: 1 });
  }
  const apply = page.getByRole('dialog').getByRole('button', { name: 'Apply' });
  await apply.scrollIntoViewIfNeeded();
  await expect(apply).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Of a box that is ticked and one that is not, and of the main button, in the visitor's own palette. */
async function expectMarksInForcedColours(page: Page, wizard: Wizard): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = (box: Locator, part?: string) =>
    box.evaluate((element, pseudo) => {
      const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(element, pseudo);
      return { color, backgroundColor, forcedColorAdjust };
    }, part);
  const ticked = page.getByRole('checkbox', { checked: true }).first();
  const canvas = (await colours(page.locator('html'))).backgroundColor;
  const [box, tick] = [await colours(ticked), await colours(ticked, '::before')];
  expect(box.backgroundColor).not.toBe(canvas);
  expect(tick.backgroundColor).not.toBe(box.backgroundColor);
  const next = await colours(wizard.button('Next'));
  expect(next.backgroundColor).not.toBe(canvas);
  expect(next.color).not.toBe(next.backgroundColor);
  expect(next.forcedColorAdjust).toBe('none'); // else its text has a background of its own
  await page.emulateMedia({ forcedColors: 'none' });
}

async function expectEveryTab(page: Page, wizard: Wizard): Promise<void> {
  for (const tab of ['Value Rules', 'Segment Details', 'Correlations', 'Lead Calculator'] as const) {
    await wizard.tab(tab).click();
    await expect(wizard.tab(tab)).toHaveAttribute('aria-selected', 'true');
    // The page around the tabs is the same for all of them.
    await expectEveryLook(page, tab, tab === 'Value Rules' ? undefined : wizard.openPanel());
    await expectReflow(page, tab);
  }
  await wizard.choose('Source', 'Referral');
  await wizard.choose('Device', 'Mobile');
  await wizard.choose('Pages Viewed', 'High');
  await expectEveryLook(page, 'a lead value', wizard.openPanel());
}

test('the theme is chosen once, kept, and there before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await goTo(page, '/');
  await page.getByRole('button', { name: /dark/i }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.route('**/assets/**', () => {});
  await page.reload({ waitUntil: 'commit' });
  // So early there may be no document yet.
  await page.waitForFunction(() => document.querySelector('html')?.dataset['theme'] === 'dark');
});

test('controls at a sticky bar are judged alike wherever the page stands, and the bar stays', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await page.setContent(`<!doctype html><html lang="en"><title>Covered</title><body style="margin: 0"><main><h1>Covered</h1>
    <div style="height: 250px"></div>
    <button style="display: block; height: 40px; width: 99px">First</button>
    <button style="display: block; height: 40px; width: 99px">Second</button>
    <div style="height: 250px"></div>
    <div id="bar" style="position: sticky; bottom: 0; height: 60px; background: white"><button>Next</button></div>
    </main>`);
  await expectAccessible(page);
  expect(await page.locator('#bar').evaluate(({ style }) => style.position)).toBe('sticky');
});
