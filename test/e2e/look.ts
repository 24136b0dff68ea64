import { expect, test, type Page } from '@playwright/test';
import axe from 'axe-core';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a theme can change; every other rule looks at what both themes have in common. */
const RULES_ABOUT_COLOUR = ['color-contrast', 'link-in-text-block'];

const HEIGHT = 800;

/** Each rule runs at both widths, those about colour in both themes. */
const LOOKS = [
  { width: 1280, theme: 'light', rules: 'all' },
  { width: 1280, theme: 'dark', rules: 'colour' },
  { width: 390, theme: 'light', rules: 'all' },
] as const;

/** A small phone, and a large screen. */
const OTHER_WIDTHS = [360, 2560];

/**
 * What axe finds in the page as it looks now. It runs in the page itself: its own driver opens a second page for
 * every look, which takes ten times as long.
 */
async function findViolations(page: Page, rules: 'all' | 'colour'): Promise<object[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    runOnly:
      rules === 'all' ? { type: 'tag', values: STANDARDS } : { type: 'rule', values: RULES_ABOUT_COLOUR },
    // The stories look at it themselves, since an open dialog hides the page with its heading.
    rules: rules === 'all' ? { 'page-has-heading-one': { enabled: false } } : {},
    resultTypes: ['violations'],
  };
  return page.evaluate(async (given) => {
    // Put there by the line above.
    const inPage = Reflect.get(window, 'axe') as typeof axe;
    const { violations } = await inPage.run(document, given);
    return violations.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }));
  }, options);
}

/** No violation of WCAG 2.2 A and AA as the page looks now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page, 'all')).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [needed, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(needed).toBeLessThanOrEqual(given ?? 0);
}

/** What follows the size of the window, or the theme, is drawn again. */
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
 * The page as it stands, in both themes and at every width: nothing that axe calls a violation of WCAG 2.2 A and AA,
 * and nothing that sticks out sideways. One walk is enough for all of them, since theme and width are changed in place.
 */
export async function expectEveryLook(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    for (const { width, theme, rules } of LOOKS) {
      await takeOn(page, width, theme);
      expect(await findViolations(page, rules), `${theme}, ${width} px`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
    for (const width of OTHER_WIDTHS) {
      await takeOn(page, width, 'light');
      await expectNoSidewaysScroll(page);
    }
    await takeOn(page, LOOKS[0].width, LOOKS[0].theme);
  });
}
