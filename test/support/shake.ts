import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

// `npm run shake [-- --rounds 3 --seed 7 test:fast test:e2e]`: runs the tests in random orders while other work keeps the
// processors busy, to find tests that pass by chance. A seed repeats a round.

const STORIES = 'test:e2e';
const LARGEST_SEED = 2 ** 31;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, seed: { type: 'string' } },
});
const scripts = positionals.length > 0 ? positionals : ['test:fast', STORIES];
const rounds = values.seed === undefined ? Number(values.rounds) : 1;

/** Works until it is ended, or its parent ends. */
const BUSY = `
  process.on('disconnect', () => process.exit());
  (function work() {
    const end = Date.now() + 50;
    while (Date.now() < end);
    setImmediate(work);
  })();`;

/** Keeps each processor busy until the returned function is called. */
function keepBusy(): () => void {
  const children = Array.from({ length: availableParallelism() }, (): ChildProcess =>
    spawn(process.execPath, ['-e', BUSY], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  return () => children.forEach((child) => child.kill());
}

async function runScript(script: string, seed: number): Promise<boolean> {
  const { npm_execpath: npm } = process.env;
  if (!npm) throw new Error('Start this by `npm run shake`');
  // Vitest's config reads the seed, Playwright takes it as an argument only.
  const args = script === STORIES ? ['--', '--shuffle', String(seed)] : [];
  const child = spawn(process.execPath, [npm, 'run', '--silent', script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, TEST_SEED: String(seed) },
  });
  const [code] = await once(child, 'close');
  return code === 0;
}

/** Runs all scripts, also after one has failed. Returns the names of those that failed. */
async function runRound(seed: number): Promise<string[]> {
  const rest = keepBusy();
  const failed: string[] = [];
  try {
    for (const script of scripts) if (!(await runScript(script, seed))) failed.push(script);
  } finally {
    rest();
  }
  return failed;
}

if (scripts.includes(STORIES) && !(await runScript('build', 0))) process.exit(1);
const reports: string[] = [];
for (let round = 1; round <= rounds; round++) {
  const seed = Number(values.seed ?? Math.floor(Math.random() * LARGEST_SEED));
  console.log(`\nRound ${round} of ${rounds}, seed ${seed}`);
  const begun = Date.now();
  const failed = await runRound(seed);
  const outcome = failed.length === 0 ? 'passed' : `FAILED: ${failed.join(', ')}`;
  reports.push(`seed ${seed}, ${Math.round((Date.now() - begun) / 1000)} s: ${outcome}`);
  if (failed.length > 0) process.exitCode = 1;
}
console.log(
  `\nRounds on busy processors, each repeated by \`npm run shake -- --seed S\`:\n${reports.join('\n')}`,
);
