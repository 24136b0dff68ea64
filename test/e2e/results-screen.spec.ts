import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createAccount } from './pages/account.ts';

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the page');
  return { ...box, end: box.y + box.height };
};

/** How often Tab stops in the part of the page that is in view, but for the skip link. The chart and the list of tabs are one stop each. */
const countStops = (page: Page, end: number) =>
  page.evaluate((lowest) => {
    const stops = document.querySelectorAll<HTMLElement>('a[href]:not([href^="#"]), button, input');
    return [...stops].filter((stop) => {
      const { top, left, width } = stop.getBoundingClientRect();
      return stop.tabIndex >= 0 && left >= 0 && width > 1 && top < lowest;
    }).length;
  }, end);

test('what to do and its chart come first, then the table; what is done with the results stands on the left, the ways out on the right', async ({
  page,
  wizard,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await wizard.open();
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Pages Viewed');
  await wizard.button('Quartiles (4 groups)').click();
  await expect(wizard.page.getByRole('group', { name: 'Range 4' })).toBeVisible();
  await wizard.analyze(3);
  const table = wizard.table('Practical Value Rules');
  await expect(table).toBeVisible();
  // The menu comes after the results, and puts another button in the place of the first.
  await expect(wizard.button('Other exports')).toBeEnabled();
  const names = ['Save Analysis', 'Export All', 'Other exports', 'Back', 'Start Over'];
  const boxes = await Promise.all(names.map((name) => wizard.button(name).boundingBox()));
  const heading = await wizard.heading('Analysis Complete!').boundingBox();
  const middles = [heading, ...boxes].map((box) => (box ? box.y + box.height / 2 : NaN));
  for (const middle of middles) expect(Math.abs(middle - (middles[0] ?? NaN))).toBeLessThan(4);
  const lefts = boxes.map((box) => box?.x ?? NaN);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  await expect(page.evaluate(() => window.scrollY)).resolves.toBe(0);
  const sentence = page.getByText('Referral leads convert at');
  const next = wizard.button(/^(Use these values|Enter \d+ rules? on|Upload [\d,]+ of|Look the value up)/);
  const chart = page.getByRole('img', { name: /^Conversion rates of \d segments/ });
  const rule = table.getByRole('row').nth(1);
  const inOrder = async () => {
    const parts = await Promise.all([sentence, next, chart, wizard.tab('Value Rules'), rule].map(boxOf));
    for (const [at, part] of parts.slice(1).entries())
      expect(part.y, `part ${at + 2} is below the one before`).toBeGreaterThanOrEqual(parts[at]?.end ?? NaN);
    return parts.map(({ end }) => end);
  };
  const [, , chartEnd, tabEnd] = await inOrder();
  expect(chartEnd).toBeLessThan(720);
  expect(tabEnd).toBeLessThan(840);
  expect(await countStops(page, 900)).toBeLessThanOrEqual(32);
  await page.setViewportSize({ width: 390, height: 844 });
  // 'Back' and 'Save Analysis' are pinned at its end, and count.
  const pinned = await boxOf(wizard.button('Save Analysis'));
  expect(pinned.end).toBeLessThan(844);
  expect(2 + (await countStops(page, pinned.y - 20))).toBeLessThanOrEqual(14);

  // A user has more of it.
  await createAccount(page.context(), baseURL ?? '');
  await page.reload();
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
    // Beside the title, or where there is too little room in a row of their own.
    const isBelow = save.y >= title.end;
    expect(isBelow ? save.x === title.x : save.x > title.x + title.width, 'at the left').toBe(true);
    expect(Math.abs(panel.x + panel.width - (end.x + end.width)), 'at the edge').toBeLessThan(2);
  }

  // On a small screen a row shows value and suggested rule; its leads, confidence and status open with it.
  await page.setViewportSize({ width: 390, height: 844 });
  const overhang = () =>
    table.evaluate(({ parentElement: own, scrollWidth }) => scrollWidth - (own?.clientWidth ?? 0));
  await expect.poll(overhang).toBeLessThanOrEqual(0);
  const referral = table.getByRole('row', { name: /^Use Source Referral/ });
  await expect(table.getByText('Overlapping (1)')).toHaveCount(0);
  for (const row of await table.getByRole('row').all()) {
    expect((await row.boundingBox())?.height, await row.innerText()).toBeLessThan(110);
  }
  await referral.getByRole('button', { name: 'Referral', expanded: false }).click();
  const detail = referral.locator('xpath=following-sibling::tr[1]');
  for (const fact of [/^248$/, /^83% \(high\)/, /Overlapping \(1\)/, /^Likely to hold/])
    await expect(detail.getByText(fact).first()).toBeVisible();
  await expect.poll(overhang).toBeLessThanOrEqual(0);
  await referral.getByRole('button', { name: 'Referral', expanded: true }).click();
  await inOrder();
  // The ways to use the results stand below them.
  await expect(wizard.button('Other exports')).toBeEnabled();
  const { end: panelEnd } = await boxOf(page.getByRole('tabpanel'));
  for (const below of [wizard.button('Export All'), compare, wizard.button('Start Over')]) {
    const { x, y, width } = await boxOf(below);
    expect(y).toBeGreaterThan(panelEnd - 1);
    expect(x + width).toBeLessThanOrEqual(390);
  }
});
