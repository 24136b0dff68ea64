import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Bench } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { analyseFile, openFirstPage } from '../harness/journey.ts';
import { filesOf, readManifest, type Chunk } from '../harness/manifest.ts';
import { weighUpload } from '../harness/worker-upload.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';

const BYTES_PER_KB = 1000;
const IS_CHART = /chart|waterfall/;
const IS_MESSAGES = /\/toast\.tsx$/;

/**
 * JavaScript, each file compressed with gzip: what the first page fetches until it is quiet; what steps 2 to 4 and the
 * thread fetch after that, up to painted results; the charts; the messages, which come when the page has nothing to do.
 */
export async function measureWeight(bench: Bench): Promise<Figure[]> {
  const { first, all } = await watchScripts(bench);
  const manifest = readManifest(bench.site.folder);
  const late = Object.values(manifest).filter(({ isDynamicEntry }) => isDynamicEntry);
  const isOf = (pattern: RegExp) => (chunk: Chunk) => pattern.test(chunk.src ?? '');
  const charts = late.filter(isOf(IS_CHART));
  const messages = late.filter(isOf(IS_MESSAGES));
  const used = late.filter(
    (chunk) => all.has(chunk.file) && !charts.includes(chunk) && !messages.includes(chunk),
  );
  const steps = without([...filesOf(manifest, used), bench.site.threadScript.slice(1)], first);
  const rest = new Set([...first, ...steps]);
  const weigh = (files: ReadonlySet<string>) => weighFiles(bench.site.folder, files);
  return [
    { what: 'First page: JavaScript, gzip', unit: 'KB', values: [await weigh(first)], goal: GOALS.firstPage },
    {
      what: 'Steps and thread, loaded when needed, gzip',
      unit: 'KB',
      values: [await weigh(steps)],
      goal: GOALS.later,
    },
    { what: 'Charts, gzip', unit: 'KB', values: [await weigh(without(filesOf(manifest, charts), rest))] },
    {
      what: 'Messages, gzip',
      unit: 'KB',
      values: [await weigh(without(filesOf(manifest, messages), rest))],
    },
    {
      what: 'Worker upload, gzip',
      unit: 'KB',
      values: [(await weighUpload(bench.site.folder)) / BYTES_PER_KB],
      goal: GOALS.worker,
    },
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
    await openFirstPage(page, bench.runtimeUrl);
    const first = new Set(all);
    if (bench.sizes.files[0]) await analyseFile(page, bench.provideFile(bench.sizes.files[0].file));
    return { first, all };
  });
}

function without(files: Iterable<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...files].filter((file) => !others.has(file)));
}

async function weighFiles(folder: string, files: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await readFile(join(folder, file))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / BYTES_PER_KB;
}
