import { spawn } from 'node:child_process';
import { keep } from './kept.ts';
import { PART_TIMES } from './slowest.ts';

/** The number of last lines of a failed script that are shown again below the others: of a long log often only the end is kept. */
const REPEATED_LINES = 150;

interface Run {
  script: string;
  /** Shows the output up to the end, the part included that came before. True if the script succeeded. */
  show(): Promise<boolean>;
  /** The last lines of its output. */
  tail(): string;
}

function start(script: string): Run {
  const { npm_execpath: npm, ...env } = process.env;
  if (!npm) throw new Error('npm runs this: see the scripts of package.json');
  const begun = Date.now();
  const child = spawn(process.execPath, [npm, 'run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...env } : env,
  });
  const ended = new Promise<boolean>((resolve) => child.on('close', (code) => resolve(code === 0)));
  child.on('close', () => keep(PART_TIMES, script, [{ name: script, ms: Date.now() - begun }]));
  const output: Buffer[] = [];
  let isShown = false;
  const take = (chunk: Buffer): void => {
    output.push(chunk);
    if (isShown) process.stdout.write(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', take);
  const show = () => {
    isShown = true;
    for (const chunk of output) process.stdout.write(chunk);
    return ended;
  };
  const tail = () => Buffer.concat(output).toString().trimEnd().split('\n').slice(-REPEATED_LINES).join('\n');
  return { script, show, tail };
}

/**
 * Runs npm scripts at the same time and shows their outputs one after another, in the order of the names. Fails once
 * all have ended, if one has failed.
 */
const runs = process.argv.slice(2).map(start);
const failed: Run[] = [];
for (const run of runs) if (!(await run.show())) failed.push(run);
if (failed.length > 0) {
  const hidden = failed.filter((run) => run !== runs.at(-1));
  for (const run of hidden) console.log(`\n${run.script} again, its end:\n${run.tail()}`);
  console.error(`Failed: ${failed.map(({ script }) => script).join(', ')}`);
  process.exitCode = 1;
}
