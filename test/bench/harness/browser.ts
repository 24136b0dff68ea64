import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../../support/find-browser.ts';
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
      '--disable-features=SpareRendererForSitePerProcess',
    ],
  });
}

/** Does something on a page in a renderer of its own, which is gone afterwards. */
export async function onFreshPage<T>(
  browser: Browser,
  url: string,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    return await within(MEASUREMENT_SECONDS, url, work(page));
  } finally {
    await context.close();
  }
}
