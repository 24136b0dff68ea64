import type { Page, Route } from '@playwright/test';
import { analysesExamples } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { CLIENT_ADDRESS, expectMessage } from './pages/account.ts';
import { csvFile } from './pages/wizard.ts';

/** The server has another release: from now on the home page names another first script wherever it is looked up. */
async function releaseAnother(page: Page): Promise<void> {
  const body = '<!doctype html><script type="module" src="/assets/index-another.js"></script>';
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) =>
      route.request().isNavigationRequest()
        ? route.fallback()
        : route.fulfill({ contentType: 'text/html', body }),
  );
}

test.describe('a new release while a tab is open', () => {
  test.use({ refusals: ['.js'] });

  test('the page reloads once, says what is missing, and has the work once the code is there', async ({
    page,
    wizard,
  }) => {
    let isGone = true;
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route('**/assets/later-steps-*.js', (route) =>
      isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
    );
    await releaseAnother(page);
    await wizard.open();
    await wizard.upload(csvFile('Status,Region\nWon,North\nLost,South\n'));
    await expect.poll(() => documents).toBe(2);
    await expect(page.getByRole('alert')).toContainText('This part could not be fetched.');
    // It does not go on reloading.
    const fetched = page.waitForResponse('**/assets/later-steps-*.js');
    await wizard.button('Try Again').click();
    expect((await fetched).status()).toBe(404);
    await expect(page.getByRole('alert')).toContainText('This part could not be fetched.');
    expect(documents).toBe(2);
    isGone = false;
    await wizard.button('Try Again').click();
    await expect(page.getByText('2 leads, 2 columns')).toBeVisible();
    expect(documents).toBe(2);
  });
});

test.describe('without a connection', () => {
  test.use({ refusals: ['.js', '.css', '/'] });

  test('a file and the sample say that they could not be opened, and open once the connection is back', async ({
    page,
    wizard,
    context,
  }) => {
    await wizard.open();
    await context.setOffline(true);
    await wizard.upload(csvFile('Status,Source\nQualified,Google\n'));
    await expect(page.getByRole('alert')).toHaveText(
      'This part could not be fetched. Connect once and try again; your file is safe.',
    );
    await wizard.button('Try sample data').press('Enter');
    await expect(page.getByText('The sample could not be fetched.')).toBeVisible();
    await context.setOffline(false);
    await wizard.openSample();
    await wizard.expectStep('Select Columns to Analyze');
  });

  test('a file opens, to the results, on a page that was left alone for a moment before', async ({
    page,
    wizard,
    context,
  }) => {
    const fetched = new Set<string>();
    let lastAt = 0;
    context.on('request', () => (lastAt = Date.now()));
    context.on('requestfinished', (request) => {
      fetched.add(new URL(request.url()).pathname);
      lastAt = Date.now();
    });
    const isFetched = (name: string) => [...fetched].some((path) => path.startsWith(`/assets/${name}-`));
    await wizard.open();
    await expect
      .poll(() => ['thread', 'later-steps', 'results'].every(isFetched), { timeout: 15_000 })
      .toBe(true);
    // Their own parts follow.
    await expect.poll(() => Date.now() - lastAt).toBeGreaterThan(500);
    await context.setOffline(true);
    await wizard.upload(csvFile(`Status,Source\n${'Qualified,Google\nLost,Bing\n'.repeat(40)}`));
    await wizard.expectStep('Select Columns to Analyze');
    await wizard.choose('Attribute 1', 'Source');
    await wizard.analyze(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

const NO_ROOM = analysesExamples.saveAnnouncedTooLarge;

test.describe('an API that', () => {
  test.use({ refusals: ['/api/auth/user', '/api/preferences', '/api/connections'] });

  test('never answers lets an anonymous visitor do the whole job', async ({ page, wizard }) => {
    await page.route('**/api/**', () => {});
    await wizard.open();
    await wizard.button('Try sample data').click();
    await wizard.expectStep('Analysis Complete!');
    const file = await wizard.download(wizard.button('Download CSV'));
    expect(file.text).toContain('Referral');
  });
});

test.describe('a save', () => {
  test.use({ refusals: ['/dataset', '/api/analyses'], extraHTTPHeaders: CLIENT_ADDRESS });

  test('without room sends no rows, and leaves one copy after a second attempt, wherever the connection was cut', async ({
    page,
    wizard,
    account,
  }) => {
    await wizard.open();
    await expect(page.getByRole('button', { name: account.email })).toBeVisible();
    await wizard.button('Try sample data').click();
    await wizard.expectStep('Analysis Complete!');
    const messages = page.getByRole('region', { name: /^Notifications/ });
    const expectError = async (text: string) => {
      await expectMessage(page, 'Error', text);
      await messages.getByRole('button', { name: /Close|Dismiss/ }).click();
      // The next one may have the same words.
      await expect(messages.getByText(text)).toHaveCount(0);
      await page.unrouteAll({ behavior: 'wait' });
    };

    const sent: string[] = [];
    await page.route(/\/api\/analyses/, async (route) => {
      const request = route.request();
      if (request.method() === 'GET') return await route.continue();
      sent.push(request.method());
      expect(request.postDataJSON()).toMatchObject({
        datasetFollows: true,
        datasetBytes: expect.any(Number),
      });
      await route.fulfill({ status: NO_ROOM.status, json: NO_ROOM.answer });
    });
    await wizard.button('Save Analysis').click();
    await expectError('Your saved analyses take up all of your 25 MB. Delete one to save another.');
    expect(sent).toEqual(['POST']);

    // The record is stored and its answer lost; the rows are lost on their way; they are stored and their answer lost.
    const cuts: { method: string; isReceived: boolean }[] = [
      { method: 'POST', isReceived: true },
      { method: 'PUT', isReceived: false },
      { method: 'PUT', isReceived: true },
    ];
    for (const { method, isReceived } of cuts) {
      const cut = async (route: Route) => {
        if (route.request().method() !== method) return await route.continue();
        if (isReceived) await route.fetch();
        await route.abort('connectionreset');
      };
      await page.route(/\/api\/analyses/, cut);
      await wizard.button('Save Analysis').click();
      await expectError('Failed to save analysis. Please try again.');
    }
    await wizard.button('Save Analysis').click();
    await expect(page.getByText('Analysis Saved', { exact: true })).toBeVisible();
    const answer = await page.request.get('/api/analyses');
    const saved = (await answer.json()) as { id: string }[];
    expect(saved.length).toBe(1);
    const whole = (await (await page.request.get(`/api/analyses/${saved[0]?.id}`)).json()) as {
      analysisData: { rows: unknown[] };
    };
    expect(whole.analysisData.rows.length).toBe(2000);
  });
});

test('a browser that forbids storage works on the page, and says that the work is not kept', async ({
  page,
  wizard,
}) => {
  await page.addInitScript(() => {
    const forbid = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    IDBFactory.prototype.open = forbid;
    IDBFactory.prototype.databases = forbid;
    LockManager.prototype.request = async () => forbid();
    // Where a browser refuses all cookies, already the name of the storage throws.
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: forbid });
  });
  const documents: string[] = [];
  page.on('load', () => documents.push(page.url()));
  await wizard.open();
  await page.getByRole('button', { name: /^Switch to (dark|light) theme$/ }).click();
  await wizard.openSample();
  await expect(page.getByText(/This browser cannot keep your work/)).toBeVisible();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await wizard.openMoreControls();
  await wizard.button('Semicolon, 1,5').click();
  const file = await wizard.download(wizard.button('Download CSV'));
  expect(file.text).toContain(';');
  expect(documents.length).toBe(1);
});

test('a browser whose storage is full works, and says that the work is not kept', async ({
  page,
  wizard,
}) => {
  await page.addInitScript(() => {
    // A browser finds out that its storage is full when it writes, and then takes everything back.
    IDBTransaction.prototype.commit = function () {
      this.abort();
    };
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...entry) {
      if (this === localStorage) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      setItem.apply(this, entry);
    };
  });
  await wizard.open();
  await wizard.button('Try sample data').click();
  await wizard.expectStep('Analysis Complete!');
  await expect(page.getByText(/This browser cannot keep your work/)).toBeVisible();
});
