import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified form, since every page compiles it again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The project that looks. */
const CHROMIUM = 'chromium';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const HEIGHT = 800;

/** Each rule runs in both themes, on a wide and on a small screen. */
const LOOKS = [
  { width: 1280, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const;

const LARGE_SCREEN = 2560;
const NARROWEST_SCREEN = 320;

/**
 * The faults that axe finds in the page, or in a part of it, as it looks now. It runs in the page itself: its own driver opens a second
 * page for every look, which takes ten times as long.
 */
async function findViolations(page: Page, part = page.locator('html')): Promise<object[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return part.evaluate(async (root, standards) => {
    // Put there by the line above.
    const inPage = Reflect.get(window, 'axe') as typeof axe;
    // An element below a sticky bar has its full size once it is scrolled, but axe counts the part in sight. With the bars at their own
    // places, its findings don't depend on how far the page is scrolled.
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => getComputedStyle(element).position === 'sticky',
    );
    const positions = bars.map(({ style }) => style.position);
    for (const { style } of bars) style.position = 'static';
    // Else the text of every element is copied, those without a fault included: a tenth of the time.
    inPage.configure({ noHtml: true });
    const { violations } = await inPage.run(root === document.documentElement ? document : root, {
      runOnly: { type: 'tag', values: standards },
      // The stories look at it themselves, since an open dialog hides the page with its heading.
      rules: { 'page-has-heading-one': { enabled: false } },
      resultTypes: ['violations'],
      elementRef: true,
      // Only a rule that is not among these needs the style sheets.
      preload: false,
    });
    bars.forEach(({ style }, bar) => (style.position = positions[bar] ?? ''));
    return violations.map(({ id, nodes }) => ({
      rule: id,
      elements: nodes.map(({ element, target }) => element?.outerHTML ?? target.join(' ')),
    }));
  }, STANDARDS);
}

/** No violation of WCAG 2.2 A and AA as the page looks now. */
export async function expectAccessible(page: Page): Promise<void> {
  if (test.info().project.name !== CHROMIUM) return;
  expect(await findViolations(page)).toEqual([]);
}

/** A table learns a moment after it is drawn that it is too wide, and then scrolls in itself. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(excess, { message: 'pixels beyond the window', timeout: 5000 }).toBeLessThanOrEqual(0);
}

/** Nothing sticks out on a large screen, nor on the narrowest of WCAG 2.2 (1.4.10), which is also a wide one at 400 %. */
export async function expectReflow(page: Page, name: string): Promise<void> {
  for (const width of [LARGE_SCREEN, NARROWEST_SCREEN]) {
    await test.step(`${name}, ${width} px`, async () => {
      await page.setViewportSize({ width, height: HEIGHT });
      await settle(page);
      await expectNoSidewaysScroll(page);
    });
  }
}

/** Waits until the page is drawn again for another size of the window, or another theme. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

async function takeOn(page: Page, width: number, theme: 'light' | 'dark'): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: HEIGHT });
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
  await settle(page);
}

/**
 * The page as it stands, in both themes, wide and narrow: nothing that axe calls a violation of WCAG 2.2 A and AA,
 * and nothing that sticks out sideways. One walk is enough for all of them, since theme and width are changed in place.
 * Of a page that is looked at elsewhere, axe looks at the new `part` alone, such as an open dialog: whole results take seconds.
 */
export async function expectEveryLook(page: Page, name: string, part?: Locator): Promise<void> {
  // Names, roles and widths are those of the same elements in every browser: one of them looks at them.
  if (test.info().project.name !== CHROMIUM) return;
  await test.step(name, async () => {
    for (const { width, theme } of LOOKS) {
      await takeOn(page, width, theme);
      expect(await findViolations(page, part), `${theme}, ${width} px`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize({ width: LOOKS[0].width, height: HEIGHT });
    await settle(page);
  });
}
