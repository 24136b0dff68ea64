import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Bench } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { bringFile, openFirstPage } from '../harness/journey.ts';
import { weighUpload } from '../harness/worker-upload.ts';
import type { Figure, Goal } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';

const BYTES_PER_KB = 1024;
const IS_OF_THREAD = /\/thread-/;
/** It comes when the page has nothing to do, with what it shares with other parts. */
const MESSAGES = /\/assets\/toast-/;

/**
 * JavaScript, each file compressed with gzip: what the first page fetches until it is quiet, and what the page and the thread fetch after
 * that for a file up to its check in step 2. The code of the first results is among it.
 */
export async function measureWeight(bench: Bench): Promise<Figure[]> {
  const { first, later } = await watchScripts(bench);
  const weigh = (files: readonly string[]) => weighFiles(bench.site.folder, files);
  const figure = (what: string, size: number, goal?: Goal): Figure => ({
    what: `${what}, gzip`,
    unit: 'KB',
    values: [size],
    goal,
  });
  const ofThread = later.filter((file) => IS_OF_THREAD.test(file));
  const ofPage = later.filter((file) => !IS_OF_THREAD.test(file));
  return [
    figure('First page: JavaScript', await weigh(first), GOALS.firstPage),
    figure('From there to the first results', await weigh(later), GOALS.later),
    figure('Of these the page', await weigh(ofPage)),
    figure('Of these the thread', await weigh(ofThread)),
    figure('Worker upload', (await weighUpload(bench.site.folder)) / BYTES_PER_KB),
  ];
}

/** Scripts fetched by the first page until it is quiet, and after that up to the check of a file in step 2. */
function watchScripts(bench: Bench): Promise<{ first: readonly string[]; later: readonly string[] }> {
  return onFreshPage(bench.browser, 'about:blank', async (page) => {
    const all = new Set<string>();
    await page.route(MESSAGES, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'export {}' }),
    );
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js') && !MESSAGES.test(pathname)) all.add(pathname.slice(1));
    });
    await openFirstPage(page, await bench.runtimeUrl());
    const first = [...all];
    const [shortest] = bench.sizes.files;
    if (shortest) {
      await bringFile(page, bench.provideFile(shortest.file).path);
      await page.getByText(/^Checked: |to look at: /).waitFor();
    }
    return { first, later: [...all].slice(first.length) };
  });
}

async function weighFiles(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / BYTES_PER_KB;
}
