import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Bench } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { analyseFile, openFirstPage } from '../harness/journey.ts';
import { filesOf, readManifest } from '../harness/manifest.ts';
import { weighUpload } from '../harness/worker-upload.ts';
import type { Figure, Goal } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';

const BYTES_PER_KB = 1024;
// By the names of built files: a part whose code is shared has no source of its own in the manifest.
const IS_RESULTS = /\/results-/;
const IS_MESSAGES = /\/toast-/;

/**
 * JavaScript, each file compressed with gzip: what the first page fetches until it is quiet; what the steps and the thread
 * fetch after that; the view of the results with its charts, and the messages, which come when the page has nothing to do.
 * Each part is without what the parts before it have fetched.
 */
export async function measureWeight(bench: Bench): Promise<Figure[]> {
  const { first, all } = await watchScripts(bench);
  const manifest = readManifest(bench.site.folder);
  const late = Object.values(manifest).filter(({ isDynamicEntry }) => isDynamicEntry);
  const filesLike = (pattern: RegExp) =>
    filesOf(
      manifest,
      late.filter(({ file }) => pattern.test(file)),
    );
  const apart = [IS_RESULTS, IS_MESSAGES];
  const steps = late.filter(({ file }) => all.has(file) && !apart.some((pattern) => pattern.test(file)));
  const seen = new Set<string>();
  const weighNew = (files: Iterable<string>): Promise<number> => {
    const fresh = [...files].filter((file) => !seen.has(file));
    fresh.forEach((file) => seen.add(file));
    return weighFiles(bench.site.folder, fresh);
  };
  const figure = (what: string, size: number, goal?: Goal): Figure => ({
    what: `${what}, gzip`,
    unit: 'KB',
    values: [size],
    goal,
  });
  return [
    figure('First page: JavaScript', await weighNew(first), GOALS.firstPage),
    figure(
      'Steps and thread, loaded when needed',
      await weighNew([...filesOf(manifest, steps), bench.site.threadScript.slice(1)]),
      GOALS.later,
    ),
    figure('View of the results', await weighNew(filesLike(IS_RESULTS))),
    figure('Messages', await weighNew(filesLike(IS_MESSAGES))),
    figure('Worker upload', (await weighUpload(bench.site.folder)) / BYTES_PER_KB),
  ];
}

/** Scripts fetched by the first page until it is quiet, and by the whole main job. */
function watchScripts(bench: Bench): Promise<{ first: Set<string>; all: Set<string> }> {
  return onFreshPage(bench.browser, 'about:blank', async (page) => {
    const all = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) all.add(pathname.slice(1));
    });
    await openFirstPage(page, await bench.runtimeUrl());
    const first = new Set(all);
    if (bench.sizes.files[0]) await analyseFile(page, bench.provideFile(bench.sizes.files[0].file));
    return { first, all };
  });
}

async function weighFiles(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(folder, file))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / BYTES_PER_KB;
}
