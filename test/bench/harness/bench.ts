import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { generateFile, type FileShape } from '../files/generate.ts';
import { generateWorkbook } from '../files/workbook.ts';
import type { BenchFile } from '../files/shapes.ts';
import type { Sizes } from '../files/sizes.ts';
import type { Options } from '../options.ts';
import { launchBrowser } from './browser.ts';
import { SHEETJS, type Contestant } from './contestants.ts';
import { buildEarlierSite } from './earlier-site.ts';
import { startRuntime } from './runtime.ts';
import { buildSite, type Site } from './site.ts';
import { serveSite } from './static-server.ts';
import { within } from './within.ts';

const START_SECONDS = 60;

export interface FileOnDisk extends BenchFile {
  path: string;
}

/** The tools that every section works with. */
export interface Bench {
  site: Site;
  /** Where the site is served, by nothing but a file server. */
  url: string;
  /** Where the Workers runtime serves it, with the API. It starts when it is first asked for. */
  runtimeUrl(): Promise<string>;
  /** Where the runtime serves the page of an earlier commit, with the API of today; null where none is asked for. */
  earlier: { commit: string; url(): Promise<string> } | null;
  browser: Browser;
  peers: readonly Contestant[];
  rounds: number;
  sizes: Sizes;
  /** Makes a file, once. */
  provideFile(file: BenchFile): FileOnDisk;
  /** The same as an .xlsx file. */
  provideWorkbook(file: BenchFile): FileOnDisk;
}

/** Builds, serves and launches what is needed, and takes it all away after `work`, or after what failed. */
export async function withBench(
  {
    isBuilt,
    against,
    ...setting
  }: Pick<Bench, 'peers' | 'rounds' | 'sizes'> & Pick<Options, 'isBuilt' | 'against'>,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const cleanUps: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const scripts = [...setting.peers, SHEETJS].map(({ script }) => script);
    const site = await buildSite(join(folder, 'site'), { peerScripts: scripts, isBuilt });
    const server = await serveSite(site.folder);
    cleanUps.push(() => server.stop());
    /** Starts the runtime for some assets when its address is first asked for. */
    const serveWhenAsked = (assets: string, state: string) => {
      const start = async () => {
        const starting = startRuntime(assets, join(folder, state));
        const runtime = await within(START_SECONDS, 'The start of the Workers runtime', starting);
        cleanUps.push(() => runtime.stop());
        return runtime.url;
      };
      let url: Promise<string> | null = null;
      return () => (url ??= start());
    };
    const runtimeUrl = serveWhenAsked(site.folder, 'state');
    const earlier = against && {
      commit: against,
      url: serveWhenAsked(await buildEarlierSite(folder, against), 'earlier-state'),
    };
    const browser = await launchBrowser();
    cleanUps.push(() => browser.close());
    const provideFile = fileMaker(folder, 'csv', generateFile);
    const provideWorkbook = fileMaker(folder, 'xlsx', generateWorkbook);
    await work({
      ...setting,
      site,
      url: server.url,
      runtimeUrl,
      earlier: earlier || null,
      browser,
      provideFile,
      provideWorkbook,
    });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

function fileMaker(
  folder: string,
  ending: string,
  generate: (shape: FileShape, path: string) => unknown,
): Bench['provideFile'] {
  const files = new Set<string>();
  return (file) => {
    const path = join(folder, `${file.shape.name}.${ending}`);
    if (!files.has(path)) generate(file.shape, path);
    files.add(path);
    return { ...file, path };
  };
}
