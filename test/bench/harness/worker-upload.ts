import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROJECT = new URL('../../..', import.meta.url).pathname;
const WRANGLER = join(PROJECT, 'node_modules/wrangler/bin/wrangler.js');
const SECONDS = 60;
const BYTES_PER_KIBIBYTE = 1024;

/** Bytes that a deployment would upload as the Worker, compressed, as wrangler tells them. Nothing leaves the machine. */
export async function weighUpload(assets: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-upload-'));
  try {
    const config = join(folder, 'wrangler.toml');
    await writeFile(config, placeConfig(await readFile(join(PROJECT, 'wrangler.toml'), 'utf8'), assets));
    const words = ['deploy', '--dry-run', '--config', config, '--outdir', join(folder, 'upload')];
    const { stdout } = await promisify(execFile)(process.execPath, [WRANGLER, ...words], {
      timeout: SECONDS * 1000,
      env: { ...process.env, CI: '1', NO_COLOR: '1' },
    });
    const size = /gzip: ([\d.]+) KiB/.exec(stdout)?.[1];
    if (!size) throw new Error(`wrangler tells no size: ${stdout}`);
    return Number(size) * BYTES_PER_KIBIBYTE;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The configuration from another folder, for a front end that is built already. */
function placeConfig(config: string, assets: string): string {
  return config
    .replace(/^\[build\]\n(?:[^[].*\n|\n)*/m, '')
    .replace(/^main = "(.*)"$/m, `main = "${PROJECT}$1"`)
    .replace(/^(".*") = "\.\/(.*)"$/m, `$1 = "${PROJECT}$2"`)
    .replace(/^directory = .*$/m, `directory = "${assets}"`)
    .replace(/^migrations_dir = "(.*)"$/m, `migrations_dir = "${PROJECT}$1"`);
}
