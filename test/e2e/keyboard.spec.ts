import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { CLIENT_ADDRESS, openUserMenu } from './pages/account.ts';
import { goTo } from './pages/wizard.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS });

/** Presses Tab until the named control has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const matches = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const labels = element?.id
        ? [...document.querySelectorAll(`label[for="${CSS.escape(element.id)}"]`)]
        : [];
      const labelledBy = (element?.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '');
      const text = element?.getAttribute('aria-label') || labelledBy.join(' ') || labels[0]?.textContent;
      return (text || element?.textContent || '').trim();
    });
    if (matches(focused)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('the whole job works without a mouse', async ({ page, wizard }) => {
  await wizard.open();
  await tabTo(page, 'Try sample data');
  await page.keyboard.press('Enter');
  await wizard.expectStep('Analysis Complete!');
  await tabTo(page, 'Change');
  await page.keyboard.press('Enter');
  await wizard.expectStep('Select Columns to Analyze');

  // A word that may need explaining is reached like any control, and explains itself there.
  await tabTo(page, 'status column');
  await expect(page.getByRole('tooltip').filter({ hasText: 'how each lead ended' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip').filter({ hasText: 'how each lead ended' })).toBeHidden();

  await tabTo(page, /^Attribute 1/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Newsletter');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Next: Map Values');
  await page.keyboard.press('Enter');

  await expect(page.getByText(/^Column 1 of/)).toBeVisible();
  await tabTo(page, /^Nurturing/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: /^Nurturing/ })).toBeChecked();
  await page.keyboard.press('Space');
  await tabTo(page, 'Next');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Skip renaming and analyze');
  await page.keyboard.press('Enter');
  await wizard.expectStep('Analysis Complete!');

  await tabTo(page, 'Value Rules');
  await page.keyboard.press('ArrowRight');
  await expect(wizard.tab('Segment Details')).toBeFocused();
  await expect(wizard.table('Statistically Significant Segments')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(wizard.tab('Correlations')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(wizard.tab('Lead Calculator')).toHaveAttribute('aria-selected', 'true');
});

test('a dialog gives the focus to its first field or to Cancel, with a ring only where a key opened it, and holds the page still', async ({
  page,
  account,
}) => {
  expect(account.email).toContain('@');
  await goTo(page, '/privacy');
  const widthOfPage = () => page.evaluate(() => document.body.getBoundingClientRect().width);
  const hasRing = () => page.evaluate(() => document.activeElement?.matches(':focus-visible'));
  const item = (name: string) => page.getByRole('menuitem', { name });
  const field = page.getByLabel('Default Conversion Value ($)');
  const cancel = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' });
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Account menu/ })).toBeFocused();
  };
  for (const [name, first] of [
    ['Preferences', field],
    ['Sign out everywhere', cancel],
  ] as const) {
    await openUserMenu(page);
    const width = await widthOfPage();
    await item(name).click();
    await expect(first).toBeFocused();
    expect(await hasRing(), name).toBe(false);
    expect(await widthOfPage(), name).toBe(width);
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 600);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await page.evaluate(() => scrollY), name).toBe(0);
    await closeDialog();
    await page.mouse.move(0, 0);
    await tabTo(page, /^Account menu/);
    await page.keyboard.press('Enter');
    await expect(item('Saved Analyses')).toBeFocused();
    await page.keyboard.type(name.slice(0, 2));
    await expect(item(name)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(first).toBeFocused();
    expect(await hasRing(), name).toBe(true);
    await closeDialog();
  }
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});
