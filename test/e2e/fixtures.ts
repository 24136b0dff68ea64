import { test as base, expect } from '@playwright/test';
import { adaptFirefox, typeWhereFilled } from './firefox.ts';
import { createAccount, type Account } from './pages/account.ts';
import { Wizard } from './pages/wizard.ts';

interface Fixtures {
  wizard: Wizard;
  /** A user of this test's own, signed in in its browser. */
  account: Account;
  /** Ends of addresses that refuse something in the story: the browser logs that. */
  refusals: readonly string[];
  /** Origins of other hosts that the story goes to. */
  otherOrigins: readonly string[];
}

/** An unknown page is a 404, which the browser logs. */
const EXPECTED_REFUSALS = ['/nowhere'];

/**
 * Every story fails when the page throws, logs an error, or asks any other host for anything.
 */
export const test = base.extend<Fixtures>({
  browser: [
    ({ browser, browserName }, provide) =>
      provide(browserName === 'firefox' ? adaptFirefox(browser) : browser),
    { scope: 'worker' },
  ],
  context: async ({ context, browserName }, provide) => {
    if (browserName === 'firefox') await typeWhereFilled(context);
    await provide(context);
  },
  refusals: [[], { option: true }],
  otherOrigins: [[], { option: true }],
  page: async ({ page, baseURL, refusals, otherOrigins }, provide) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const { url } = message.location();
      const isExpected = [...EXPECTED_REFUSALS, ...refusals].some((path) => url.endsWith(path));
      if (message.type() === 'error' && !isExpected) faults.push(`console: ${message.text()} ${url}`);
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      const isExpected = origin === baseURL || otherOrigins.includes(origin);
      if (protocol.startsWith('http') && !isExpected) faults.push(`request: ${request.url()}`);
    });
    await provide(page);
    expect(faults).toEqual([]);
  },
  wizard: async ({ page }, provide) => {
    await provide(new Wizard(page));
  },
  account: async ({ page, baseURL }, provide) => {
    await provide(await createAccount(page.context(), baseURL ?? ''));
  },
});

export { expect };
