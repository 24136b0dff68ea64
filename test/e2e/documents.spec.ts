import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { BUDGETS } from '#test/support/budgets.ts';
import { expect, test } from './fixtures.ts';
import { csvFile } from './pages/wizard.ts';

const KB = 1024;
const NAME = 'Lead Value Analyzer';
const HEADLINE = 'Calculate Lead Values for Smarter Bidding';
const LEADS = 'Status,Source\nQualified,Google\n';
const ZONE = 'Drop CSV file here or click to browse';

/** Pages that are the same for everybody, with their titles and headings. */
const PUBLIC = [
  ['/', NAME, HEADLINE],
  ['/docs', `Architecture Documentation · ${NAME}`, 'Architecture Documentation'],
  ['/docs/reading-results', `How to Read Your Results · ${NAME}`, 'How to Read Your Results'],
  ['/changelog', `Changelog · ${NAME}`, 'Changelog'],
  ['/roadmap', `Roadmap · ${NAME}`, 'Roadmap'],
  ['/privacy', `Privacy Policy · ${NAME}`, 'Privacy Policy'],
] as const;

/** Pages whose document has the frame alone. */
const FRAMES = [
  ['/auth/login', `Sign in · ${NAME}`],
  ['/auth/signup', `Sign up · ${NAME}`],
  ['/saved', `Saved Analyses · ${NAME}`],
  ['/saved/0190', `Saved Analyses · ${NAME}`],
  ['/compare', `Compare Analyses · ${NAME}`],
  ['/nowhere', `Page Not Found · ${NAME}`],
] as const;

/** Holds every script and every font back until it is released. */
async function holdFiles(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.(js|woff2)$/, async (route) => {
    await released;
    await route.fallback();
  });
  return async () => {
    release();
    await page.waitForLoadState();
  };
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('every public page has its head, its heading and its text, and describes itself', async ({ page }) => {
    const descriptions = new Set<string | null>();
    for (const [path, title, heading] of PUBLIC) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('link', { name: 'Get started' })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      const content = (selector: string, name = 'content') => page.locator(selector).getAttribute(name);
      const { origin } = new URL(page.url());
      expect(await content('link[rel=canonical]', 'href')).toBe(origin + path);
      expect(await content('meta[property="og:url"]')).toBe(origin + path);
      expect(await content('meta[property="og:title"]')).toBe(title);
      expect(await content('meta[property="og:image"]')).toBe(`${origin}/preview.png`);
      expect(await content('meta[property="og:description"]')).toBe(await content('meta[name=description]'));
      expect(await page.locator('meta[name=robots]').count()).toBe(0);
      descriptions.add(await content('meta[name=description]'));
      // Nothing lies over the edge of a small screen.
      const { width } = (await page.locator('body').boundingBox()) ?? {};
      expect(width).toBe(390);
    }
    expect(descriptions.size).toBe(PUBLIC.length);
  });

  test('every other page has its title and its notice, and no text of another page', async ({ page }) => {
    for (const [path, title] of FRAMES) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
      await expect(page.locator('noscript p')).toBeVisible();
      await expect(page.getByText(HEADLINE)).toHaveCount(0);
    }
  });
});

/** Adds up from now on, in all documents that the page will show, how far the layout shifts. Gives the sum in the document that is shown. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(Reflect.get(window, 'shifts'), 'sum')));
}

const hasPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;

const tooOld = (page: Page) => page.getByText('This browser is too old for this tool.');

test.describe('for a visitor with another language, in the dark', () => {
  test.use({ locale: 'de-DE', colorScheme: 'dark' });

  // The fixture fails on the errors of React, which reports a page that differs from the prerendered one.
  test('React hydrates every page without a change, and nothing moves', async ({ page, wizard }) => {
    const sumShifts = await watchShifts(page);
    for (const [path, , heading] of PUBLIC) {
      const release = await holdFiles(page);
      await page.goto(path, { waitUntil: 'commit' });
      const h1 = page.getByRole('heading', { level: 1, name: heading });
      await h1.evaluate((element) => element.setAttribute('data-seen', ''));
      // The font comes after the text was painted without it, as over a slow connection.
      await expect.poll(() => page.evaluate(hasPainted), path).toBe(true);
      await release();
      await expect.poll(() => page.evaluate(() => 'earlyFiles' in window), path).toBe(false);
      await expect(h1, path).toHaveAttribute('data-seen');
      // The last to come of the first page.
      if (path === '/') await expect(wizard.button('Import from Google Sheets')).toBeVisible();
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
      expect(await sumShifts(), path).toBeLessThan(0.02);
      await page.unrouteAll();
    }
    await page.goto('/');
    await expect(page.getByText('2.000 leads, 23,1')).toBeVisible();
    await expect(tooOld(page)).toBeHidden();
  });
});

test('a browser that is too old for the program says which ones are not, and shows the texts as ever', async ({
  browser,
  baseURL,
}) => {
  // Outside of the fixture, which fails on errors: the program does not even parse there.
  const old = await browser.newPage({ baseURL });
  await old.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
  await old.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'syntax of later years' }),
  );
  for (const path of ['/', '/auth/login']) {
    await old.goto(path);
    await expect(tooOld(old)).toBeVisible();
    await expect(tooOld(old)).toContainText('Chrome 131, Edge 131, Firefox 132 or Safari 18.1');
    await expect(tooOld(old)).toContainText('No file has left your browser.');
  }
  await old.goto('/docs');
  await expect(old.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(tooOld(old)).toBeHidden();
  await old.close();
});

test('a file that is chosen before the program has started is opened, and seen again as the frame and then the work, never the first step', async ({
  page,
  wizard,
}) => {
  const releaseFirst = await holdFiles(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel(ZONE).setInputFiles(csvFile(LEADS));
  await releaseFirst();
  await wizard.expectStep('Select Columns to Analyze');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft-kept'))).not.toBeNull();
  await page.unrouteAll();

  const release = await holdFiles(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Get started' })).toBeVisible();
  await expect(page.getByText(HEADLINE)).toBeHidden();
  await release();
  await wizard.expectStep('Select Columns to Analyze');
});

/** How many scripts are asked for from the first page to the first results, those of the thread included. */
const MAX_SCRIPTS_TO_RESULTS = 25;

/** Bytes of a script as a server sends it. */
const zipped = (script: Buffer) => gzipSync(script, { level: 9 }).length;

test('scripts and style sheet that a document asks for keep within the budget of the first page', async ({
  request,
}) => {
  const html = await (await request.get('/')).text();
  const weigh = async (asked: RegExp) => {
    const files = [...html.matchAll(asked)];
    expect(files.length, String(asked)).toBeGreaterThan(0);
    const sizes = await Promise.all(
      files.map(async ([, file = '']) => zipped(await (await request.get(file)).body())),
    );
    return sizes.reduce((sum, size) => sum + size);
  };
  expect(await weigh(/(?:src|modulepreload" crossorigin href)="(\/assets\/[^"]+\.js)"/g)).toBeLessThan(
    BUDGETS.firstScripts,
  );
  expect(await weigh(/href="(\/assets\/[^"]+\.css)"/g)).toBeLessThan(BUDGETS.firstStyle);
});

/** A figure that the benchmark has published, in bytes. */
function publishedWeight(what: string): number {
  const readme = readFileSync(new URL('../bench/README.md', import.meta.url), 'utf8');
  const row = readme.split('\n').find((line) => line.startsWith(`| ${what}, gzip `));
  return KB * Number(/([\d.]+) KB/.exec(row?.split('|').at(-4) ?? '')?.[1]);
}

/** In KB. `npm run bench -- weight` publishes the weights of another build. */
const MOST_BESIDE_PUBLISHED = 0.5;

test('no code of the later steps is loaded before the page rests or the visitor is about to open a file, and then little', async ({
  page,
  context,
  wizard,
}) => {
  const sizes = new Map<string, number>();
  const isFetched = (name: string) => [...sizes.keys()].some((url) => url.includes(`/assets/${name}-`));
  const bodies: Promise<unknown>[] = [];
  const weigh = (response: Response) => {
    if (!response.url().endsWith('.js')) return;
    bodies.push(response.body().then((body) => sizes.set(response.url(), zipped(body))));
  };
  context.on('response', weigh);
  // This does not count messages, which come by the clock.
  await page.route(/\/assets\/toast-/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export {}' }),
  );
  await page.goto('/');
  // The last to come.
  await expect(wizard.button('Import from Google Sheets')).toBeVisible();
  await Promise.all(bodies);
  const ofFirst = [...sizes.values()].reduce((sum, size) => sum + size);
  expect(ofFirst).toBeLessThan(BUDGETS.firstScripts);
  // All is there. The page has not rested for two seconds yet, and this browser keeps no work yet.
  expect(['thread', 'later-steps', 'draft-store'].filter(isFetched)).toEqual([]);

  sizes.clear();
  await page.getByText(ZONE).hover();
  await expect.poll(() => isFetched('thread') && isFetched('later-steps')).toBe(true);
  // Step 2 needs all of it.
  await wizard.upload(csvFile(LEADS));
  await wizard.expectStep('Select Columns to Analyze');
  // The store of work comes last. There is none from before, so nothing that reads it is fetched.
  await expect.poll(() => isFetched('draft-store')).toBe(true);
  // The check of the file begins when nothing else is left to do.
  await expect(page.getByText(/^Checked: |to look at: /)).toBeVisible();
  expect(isFetched('stored-work')).toBe(false);
  context.off('response', weigh);
  await Promise.all(bodies);
  const [ofThread, ofPage] = [/\/thread-/, /\/(?!thread-)[^/]+$/].map((name) =>
    [...sizes].reduce((sum, [url, size]) => sum + (name.test(url) ? size : 0), 0),
  );
  expect(ofThread).toBeLessThan(BUDGETS.thread);
  expect(sizes.size).toBeLessThanOrEqual(MAX_SCRIPTS_TO_RESULTS);
  // Among it is the view of the results, which comes with the steps.
  expect(ofPage).toBeLessThan(BUDGETS.toResults);
  for (const [what, size] of [
    ['First page: JavaScript', ofFirst],
    ['Of these the page', ofPage],
    ['Of these the thread', ofThread],
  ] as const)
    expect(Math.abs(Number(size) - publishedWeight(what)), what).toBeLessThan(MOST_BESIDE_PUBLISHED * KB);
  expect(
    ['late-answers', 'apply', 'over-time-view', 'calculator-tab', 'check-view', 'printed-report'].filter(
      isFetched,
    ),
  ).toEqual([]);
});

// A request that reached the Worker would get a 404: the Worker serves pages only.
test('every file of the build is served without the Worker, and documents have no address but that of their page', async ({
  baseURL,
}) => {
  const build = new URL('../../frontend/dist', import.meta.url).pathname;
  const entries = readdirSync(build, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = entries.map(({ parentPath, name }) => relative(build, join(parentPath, name)));
  const isDocument = (file: string) => file.endsWith('.html');
  expect(files.filter(isDocument).length).toBeGreaterThan(PUBLIC.length);
  const served = files.filter((name) => name !== '_headers');
  await Promise.all(
    served.map(async (file) => {
      const response = await fetch(`${baseURL}/${file}`);
      expect(response.status, file).toBe(isDocument(file) ? 404 : 200);
      const body = Buffer.from(await response.arrayBuffer());
      if (!isDocument(file)) expect(readFileSync(join(build, file)).equals(body), file).toBe(true);
    }),
  );
});
