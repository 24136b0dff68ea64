import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** What the policy of the document forbade, as 'directive address'. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(globalThis, 'reportViolation');
      if (typeof report === 'function') report(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  return violations;
}

test('the whole job runs under the policy of the document, which reports nothing', async ({
  page,
  wizard,
  account,
}) => {
  const violations = await collectViolations(page);
  await wizard.open();
  await expect(page.getByRole('button', { name: account.email })).toBeVisible();
  await wizard.button('Try sample data').click();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);
  for (const tab of ['Segment Details', 'Correlations', 'Lead Calculator', 'Value Rules'] as const) {
    await wizard.tab(tab).click();
    await expect(wizard.tab(tab)).toHaveAttribute('aria-selected', 'true');
  }
  await wizard.download(wizard.button('Download CSV'));
  await wizard.button('Save Analysis').click();
  await expect(page.getByText('Analysis Saved', { exact: true })).toBeVisible();
  for (const path of ['/docs', '/privacy', '/saved', '/auth/signup']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test('a script or picture that somebody smuggles into the page is refused', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const violations = await collectViolations(page);
  await page.goto('/');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
    new Image().src = 'https://example.com/stolen.png';
    void fetch('https://example.com/stolen').catch(() => {});
  });
  await expect
    .poll(() => violations.toSorted())
    .toEqual([
      'connect-src https://example.com/stolen',
      'img-src https://example.com/stolen.png',
      'script-src-elem inline',
    ]);
  await expect(page).not.toHaveTitle('taken over');
  await context.close();
});

test('documents, files and refusals carry their headers', async ({ request, page }) => {
  for (const [path, status] of [
    ['/', 200],
    ['/saved', 200],
    ['/nowhere', 404],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(status);
    expect(response.headers(), path).toMatchObject({
      'content-security-policy': expect.stringMatching(/script-src 'self' 'sha256-[^']+';/),
      'cache-control': 'public, max-age=0, must-revalidate',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  }
  await page.goto('/');
  const script = await page.locator('script[type=module]').getAttribute('src');
  const file = await request.get(script ?? 'none');
  expect(file.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(file.headers()['x-content-type-options']).toBe('nosniff');

  const missing = await request.get('/assets/index-gone.js');
  expect([missing.status(), missing.headers()['content-type'], missing.headers()['cache-control']]).toEqual([
    404,
    'text/plain; charset=UTF-8',
    'no-store',
  ]);
});
