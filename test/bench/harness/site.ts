import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { madeParts } from '../../../frontend/build/made-parts.ts';
import type { Options } from '../options.ts';

const PROJECT = new URL('../../..', import.meta.url).pathname;
const BENCH = join(PROJECT, 'test/bench');

export interface Site {
  folder: string;
  /** Address of the thread's script, as it is shipped: with the hash in its name. */
  threadScript: string;
}

interface SiteParts extends Pick<Options, 'isBuilt'> {
  peerScripts: readonly string[];
}

/** Builds the front end as it is shipped, and beside it the page and the peers of the benchmark, below `/bench/`. */
export async function buildSite(folder: string, { peerScripts, isBuilt }: SiteParts): Promise<Site> {
  if (isBuilt) await cp(join(PROJECT, 'frontend/dist'), folder, { recursive: true });
  else await buildFrontEnd(folder);
  await buildPages(join(folder, 'bench'), peerScripts);
  const scripts = await readdir(join(folder, 'assets'));
  const thread = scripts.find((name) => /^thread-(?!code-).*\.js$/.test(name));
  if (!thread) throw new Error('The build has no script of the thread');
  return { folder, threadScript: `/assets/${thread}` };
}

async function buildFrontEnd(folder: string): Promise<void> {
  await build({
    configFile: join(PROJECT, 'frontend/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, manifest: true },
  });
}

async function buildPages(folder: string, peerScripts: readonly string[]): Promise<void> {
  const peers = peerScripts.map((name) => [name, join(BENCH, `peers/${name}.ts`)]);
  await build({
    configFile: false,
    root: join(BENCH, 'pages'),
    base: '/bench/',
    logLevel: 'error',
    // The pages connect to the thread as the site does, whose start belongs to that.
    worker: { format: 'es', plugins: () => [madeParts()] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2024',
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: { bench: join(BENCH, 'pages/index.html'), ...Object.fromEntries(peers) },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}
