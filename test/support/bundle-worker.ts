import { mkdir, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { writeMadeParts } from '../../frontend/build/made-parts.ts';

const PROJECT = new URL('../..', import.meta.url).pathname;

/**
 * Bundles a Worker of the project into `index.js` of a folder, beside the compiled reader, which it imports. Tools that start it several
 * times have nothing to build.
 */
export async function bundleWorker(entry: string, folder: string, plugins: Plugin[] = []): Promise<void> {
  await writeMadeParts();
  await mkdir(folder, { recursive: true });
  await build({
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', '*.wasm'],
    loader: { '.sql': 'text' },
    plugins,
  });
  await copyFile(join(PROJECT, 'frontend/src/csv/assembly.wasm'), join(folder, 'assembly.wasm'));
}
