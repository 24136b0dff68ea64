import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { CLIENT_ADDRESS, openUserMenu } from './pages/account.ts';
import { googleOrigin, signInAtGoogle } from './pages/google.ts';
import { csvFile } from './pages/wizard.ts';

/** Violations of the document's policy, as 'directive address'. */
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

test('text becomes neither HTML nor the address of a script, and what somebody smuggles into the page is refused', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const violations = await collectViolations(page);
  await page.goto('/');
  const refusals = await page.evaluate(() => {
    const policies = Reflect.get(window, 'trustedTypes') as {
      createPolicy(name: string, rules: object): unknown;
    };
    return [
      () => void (document.body.innerHTML = '<p>taken over</p>'),
      () => new Worker('/assets/any.js'),
      () => void (document.createElement('script').src = '/assets/any.js'),
      () => policies.createPolicy('another', {}),
      () =>
        void document.head.append(
          Object.assign(document.createElement('style'), { textContent: '* { color: red }' }),
        ),
    ].map((attempt) => {
      try {
        attempt();
        return 'passed';
      } catch (error) {
        return error instanceof Error ? error.name : 'refused';
      }
    });
  });
  // A style element is taken into the document, and has no effect.
  expect(refusals).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError', 'passed']);
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).not.toBe('rgb(255, 0, 0)');

  await page.goto('/docs');
  violations.length = 0;
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('document.title = "taken over"');
    document.body.append(script);
    new Image().src = 'https://example.com/stolen.png';
    new Image().src = 'https://evil.googleusercontent.com/stolen.png';
    void fetch('https://example.com/stolen').catch(() => {});
  });
  await expect
    .poll(() => violations.toSorted())
    .toEqual([
      'connect-src https://example.com/stolen',
      'img-src https://evil.googleusercontent.com/stolen.png',
      'img-src https://example.com/stolen.png',
      'require-trusted-types-for trusted-types-sink',
    ]);
  await expect(page).not.toHaveTitle('taken over');
  await context.close();
});

/** Text that would run, were it ever taken for HTML. */
const attack = (place: string): string =>
  `"><img src=x onerror="globalThis.attacked='${place}'"><script>globalThis.attacked='${place}'</script>`;

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

test.describe('text that would run as HTML', () => {
  test.use({
    extraHTTPHeaders: CLIENT_ADDRESS,
    otherOrigins: async ({ baseURL }, provide) => {
      await provide([googleOrigin(baseURL)]);
    },
  });

  test('is shown as text wherever it comes from: file name, header, value, new name, profile', async ({
    page,
    wizard,
    baseURL,
  }) => {
    const violations = await collectViolations(page);
    page.on('dialog', (dialog) => void violations.push(`dialog ${dialog.message()}`));
    const expectHarmless = async () => {
      expect(await page.evaluate<unknown>("globalThis['attacked']")).toBeUndefined();
      await expect(page.locator('img[src="x"]')).toHaveCount(0);
      expect(violations).toEqual([]);
    };
    const claims = {
      sub: `google-${crypto.randomUUID()}`,
      email: `user-${crypto.randomUUID()}@example.com`,
      email_verified: true,
      given_name: '<img src=x onerror=alert(1)>',
      family_name: '<script>alert(2)</script>',
      picture: 'javascript:alert(3)',
    };
    await signInAtGoogle(page.context(), googleOrigin(baseURL), { claims });
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await openUserMenu(page);
    await expect(page.getByText(`${claims.given_name} ${claims.family_name}`, { exact: true })).toBeVisible();
    await expectHarmless();
    await page.keyboard.press('Escape');

    const header = attack('header');
    const values = ['value 1', 'value 2'].map(attack);
    const rows = Array.from({ length: 120 }, (_, row) => [
      row % 4 ? 'Lost' : 'Qualified',
      values[row % 4 ? 0 : 1] ?? '',
    ]);
    const text = [['Status', header], ...rows].map((row) => row.map(quote).join(',')).join('\n');
    const fileName = '<img src=x onerror=globalThis.attacked=1>.csv';
    await wizard.upload(csvFile(text, fileName));
    await wizard.expectStep('Select Columns to Analyze');
    await wizard.choose('Attribute 1', header);
    await expectHarmless();
    await wizard.next('Next: Map Values');
    await wizard.next('Next');
    const name = page.getByLabel(values[0] ?? '', { exact: true });
    await name.fill(attack('new name'));
    await name.press('Escape');
    await name.blur();
    await expectHarmless();
    await wizard.next('Analyze');
    await wizard.expectStep('Analysis Complete!');
    for (const tab of ['Segment Details', 'Correlations', 'Lead Calculator', 'Value Rules'] as const) {
      await wizard.tab(tab).click();
      await expect(wizard.tab(tab)).toHaveAttribute('aria-selected', 'true');
      await expectHarmless();
    }
    const rules = wizard.table('Practical Value Rules');
    for (const text of ['header', 'new name', 'value 2']) await expect(rules).toContainText(attack(text));

    await wizard.button('Save Analysis').click();
    await expect(page.getByText('Analysis Saved', { exact: true })).toBeVisible();
    await page.goto('/saved');
    await expect(page.getByText(fileName).first()).toBeVisible();
    await expectHarmless();
    await page.getByRole('link', { name: fileName, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(fileName).first()).toBeVisible();
    await expectHarmless();
  });
});

const LEADING_AWAY = [
  '//evil.example',
  '//evil.example/',
  '//evil.example/index.html',
  '/%5Cevil.example',
  '/%5Cevil.example/index',
  '/%2F%2Fevil.example/',
  '/docs//evil.example/',
  '/.//evil.example/index.html',
];

test('no address of this site leads to another', async ({ baseURL }) => {
  for (const path of LEADING_AWAY) {
    const response = await fetch(`${baseURL}${path}`, { redirect: 'manual' });
    const location = response.headers.get('Location') ?? '/';
    expect([path, new URL(location, baseURL).origin]).toEqual([path, baseURL]);
    expect([path, location]).not.toEqual([path, expect.stringMatching(/^[/\\\s]{2}/)]);
  }
});

test('calls and navigations of the API carry their headers, whatever they answer', async ({ request }) => {
  for (const [path, status] of [
    ['/api/auth/user', 401],
    ['/api/health', 200],
    ['/api/analyses', 401],
    ['/api/nowhere', 404],
    ['/api/login', 302],
    ['/api/auth/google', 302],
    ['/auth/google/callback', 302],
    ['/assets/gone-1234.css', 404],
  ] as const) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([path, response.status()]).toEqual([path, status]);
    expect(response.headers(), path).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers()['etag'], path).toBeUndefined();
  }
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
      'content-security-policy': expect.stringMatching(
        /script-src 'self' 'wasm-unsafe-eval'( 'sha256-[^']+'){2};/,
      ),
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
