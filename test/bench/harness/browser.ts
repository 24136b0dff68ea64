import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser, withoutFeatures } from '../../support/find-browser.ts';
import { within } from './within.ts';

/** No measurement takes longer than that, on any machine that somebody would measure on. */
const MEASUREMENT_SECONDS = 120;

/** One browser process; each new context of it has a renderer of its own. No renderer is kept in reserve. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      withoutFeatures('SpareRendererForSitePerProcess'),
    ],
  });
}

/** Does something in a context of its own, with nothing in its cache and no cookie, which is gone afterwards. */
export async function withContext<T>(
  browser: Browser,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  // The scripts of the benchmark are none of the site's: its policy would refuse them.
  const context = await browser.newContext({ bypassCSP: true });
  try {
    return await within(MEASUREMENT_SECONDS, 'A measurement', work(context));
  } finally {
    await context.close();
  }
}

/** Does something on a page in a renderer of its own. */
export function onFreshPage<T>(browser: Browser, url: string, work: (page: Page) => Promise<T>): Promise<T> {
  return withContext(browser, async (context) => {
    const page = await context.newPage();
    await page.goto(url);
    return work(page);
  });
}
