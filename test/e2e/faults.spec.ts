import { expect, test } from './fixtures.ts';

test.describe('a new release while a tab is open', () => {
  test.use({ refusals: ['.js'] });

  test('the page is loaded again, once, with the work in it', async ({ page, wizard }) => {
    let isGone = true;
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route('**/assets/columns-step-*.js', (route) =>
      isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
    );
    await page.route('**/', async (route) => {
      if (documents > 1) isGone = false;
      await route.continue();
    });
    await wizard.open();
    await wizard.button('Try sample data').click();
    await wizard.expectStep('Select Columns to Analyze');
    await expect(page.getByText('2,000 leads, 9 columns')).toBeVisible();
    expect(documents).toBe(2);
  });

  test('code that stays away ends in a page that says so, not in a loop', async ({ page, wizard }) => {
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route('**/assets/columns-step-*.js', (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await wizard.open();
    await wizard.button('Try sample data').click();
    await expect.poll(() => documents).toBe(2);
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await page.waitForTimeout(2000);
    expect(documents).toBe(2);
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  });
});

test.describe('the API is down', () => {
  test.use({ refusals: ['/api/auth/user', '/api/preferences'] });

  test('an anonymous visitor does the whole job', async ({ page, wizard }) => {
    await page.route('**/api/**', (route) => route.abort());
    await wizard.open();
    await wizard.button('Try sample data').click();
    await wizard.choose('Attribute 1', 'Source');
    await wizard.analyze(1);
    const file = await wizard.download(wizard.button('Download CSV'));
    expect(file.text).toContain('Referral');
  });
});

test('a browser that forbids storage works, and says that the work is not kept', async ({ page, wizard }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError');
    };
    for (const name of ['getItem', 'setItem'] as const) {
      Storage.prototype[name] = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
    }
  });
  await wizard.open();
  await wizard.button('Try sample data').click();
  await wizard.expectStep('Select Columns to Analyze');
  await expect(page.getByText(/This browser cannot keep your work/)).toBeVisible();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
});
