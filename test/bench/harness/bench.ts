import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { generateFile } from '../files/generate.ts';
import type { BenchFile } from '../files/shapes.ts';
import type { Sizes } from '../files/sizes.ts';
import { launchBrowser } from './browser.ts';
import type { Contestant } from './contestants.ts';
import { startRuntime } from './runtime.ts';
import { buildSite, type Site } from './site.ts';
import { serveSite } from './static-server.ts';
import { within } from './within.ts';

const START_SECONDS = 60;

export interface FileOnDisk extends BenchFile {
  path: string;
  bytes: number;
}

/** What every section works with. */
export interface Bench {
  site: Site;
  /** Where the site is served, by nothing but a file server. */
  url: string;
  /** Where the Workers runtime serves it, with the API. */
  runtimeUrl: string;
  browser: Browser;
  peers: readonly Contestant[];
  rounds: number;
  sizes: Sizes;
  /** Makes a file, once. */
  provideFile(file: BenchFile): FileOnDisk;
}

/** Builds, serves and launches what is needed, and takes it all away after `work`. */
export async function withBench(
  { peers, rounds, sizes }: Pick<Bench, 'peers' | 'rounds' | 'sizes'>,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const site = await buildSite(
    join(folder, 'site'),
    peers.map(({ script }) => script),
  );
  const server = await serveSite(site.folder);
  const runtime = await within(
    START_SECONDS,
    'The Workers runtime',
    startRuntime(site.folder, join(folder, 'state')),
  );
  const browser = await launchBrowser();
  const files = new Map<string, FileOnDisk>();
  const provideFile = (file: BenchFile): FileOnDisk => {
    const path = join(folder, `${file.shape.name}.csv`);
    const made = files.get(path) ?? { ...file, path, bytes: generateFile(file.shape, path) };
    files.set(path, made);
    return made;
  };
  try {
    await work({
      site,
      url: server.url,
      runtimeUrl: runtime.url,
      browser,
      peers,
      rounds,
      sizes,
      provideFile,
    });
  } finally {
    await browser.close();
    server.stop();
    await runtime.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
