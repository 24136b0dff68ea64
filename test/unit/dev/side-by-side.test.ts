import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = new URL('../../support/side-by-side.ts', import.meta.url).pathname;
const run = promisify(execFile);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'side-by-side-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs scripts, each of which is a piece of JavaScript; one waits for another by a file that the other one makes. */
async function runScripts(scripts: Record<string, string>) {
  const npm = join(folder, 'npm.mjs');
  const start = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    const make = (name) => writeFileSync(\`${folder}/\${name}\`, '');
    const waitFor = async (name) => { while (!existsSync(\`${folder}/\${name}\`)) await setTimeout(10); };
    const scripts = {`;
  const all = Object.entries(scripts).map(([name, code]) => `${name}: async () => { ${code} },`);
  await writeFile(npm, `${start} ${all.join('\n')} };\nawait scripts[process.argv.at(-1)]();`);
  return run(process.execPath, [PROGRAM, ...Object.keys(scripts)], {
    env: { ...process.env, npm_execpath: npm },
  });
}

test('scripts run at the same time, and their outputs come one after another', async () => {
  const { stdout } = await runScripts({
    first: "console.log('first begins'); make('a'); await waitFor('b'); console.log('first ends');",
    second: "await waitFor('a'); console.error('second begins'); make('b'); console.log('second ends');",
  });
  expect(stdout.trim().split('\n')).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test.each([
  ['first', 'first ran\nsecond ran\n\nfirst again, its end:\nfirst ran\n'],
  ['second', 'first ran\nsecond ran\n'],
])('where the %s fails, all fails, and what it said comes last', async (failing, stdout) => {
  const code = (name: string) =>
    `console.log('${name} ran'); ${name === failing ? 'process.exitCode = 3;' : ''}`;
  await expect(runScripts({ first: code('first'), second: code('second') })).rejects.toMatchObject({
    code: 1,
    stdout,
    stderr: expect.stringContaining(`Failed: ${failing}`),
  });
});
