import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('the first rule stands above the fold under actions on one line, and all of it on a small screen', async ({
  page,
  wizard,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await wizard.open();
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Pages Viewed');
  await expect(wizard.page.getByRole('group', { name: 'Range 4' })).toBeVisible();
  await wizard.analyze(3);
  const table = wizard.table('Practical Value Rules');
  await expect(table).toBeVisible();
  const names = ['Save Analysis', 'Export', 'Back', 'Start Over'];
  const boxes = await Promise.all(names.map((name) => wizard.button(name).boundingBox()));
  const title = await wizard.heading('Analysis Complete!').boundingBox();
  const middles = [title, ...boxes].map((box) => (box ? box.y + box.height / 2 : NaN));
  for (const middle of middles) expect(Math.abs(middle - (middles[0] ?? NaN))).toBeLessThan(4);
  const lefts = boxes.map((box) => box?.x ?? NaN);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  await expect(page.evaluate(() => window.scrollY)).resolves.toBe(0);
  const rule = await table.getByRole('row').nth(1).boundingBox();
  expect((rule?.y ?? NaN) + (rule?.height ?? NaN)).toBeLessThan(800);

  // On a small screen the rules with their leads and confidence are in view, without gaps.
  await page.setViewportSize({ width: 390, height: 844 });
  const overhang = () =>
    table.evaluate(({ parentElement: own, scrollWidth }) => scrollWidth - (own?.clientWidth ?? 0));
  await expect.poll(overhang).toBeLessThanOrEqual(0);
  const referral = table.getByRole('row', { name: /^Use Source Referral/ });
  await expect(referral.getByRole('rowheader').getByText('248 leads')).toBeVisible();
  await expect(referral.getByRole('rowheader').getByText('Sample size 83%')).toBeVisible();
  await expect(referral.getByText('Overlapping (1)')).toBeVisible();
  for (const row of await table.getByRole('row').all()) {
    expect((await row.boundingBox())?.height).toBeLessThan(150);
  }
});

test('a user has what to do with the results on the left, and the ways out on the right', async ({
  page,
  wizard,
  account,
}) => {
  expect(account.email).toContain('@');
  await wizard.open();
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Pages Viewed');
  await wizard.analyze(3);
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('not on the page');
    return box;
  };
  const compare = page.getByRole('link', { name: 'Compare with a saved analysis' });
  await expect(compare).toBeVisible();
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const title = await boxOf(wizard.heading('Analysis Complete!'));
    const save = await boxOf(wizard.button('Save Analysis'));
    const panel = await boxOf(page.getByRole('tabpanel'));
    const end = await boxOf(wizard.button('Start Over'));
    const tops = [save, await boxOf(compare), await boxOf(wizard.button('Back')), end].map(({ y }) => y);
    expect(new Set(tops).size, 'one row').toBe(1);
    expect(save.x, 'below the title').toBe(title.x);
    // Its words end there, and not its ground, which is seen on hover only.
    expect(Math.abs(panel.x + panel.width - (end.x + end.width - 10)), 'at the edge').toBeLessThan(2);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  const names = ['Export', 'Start Over'];
  const buttons = await Promise.all([...names.map((name) => wizard.button(name)), compare].map(boxOf));
  expect(new Set(buttons.map(({ width }) => Math.round(width))).size, 'one width').toBe(1);
});
