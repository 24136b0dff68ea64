import { spawn } from 'node:child_process';

interface Run {
  script: string;
  /** Shows the output up to the end, the part included that came before. True if the script succeeded. */
  show(): Promise<boolean>;
}

function start(script: string): Run {
  const { npm_execpath: npm, ...env } = process.env;
  if (!npm) throw new Error('npm runs this: see the scripts of package.json');
  const child = spawn(process.execPath, [npm, 'run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...env } : env,
  });
  const ended = new Promise<boolean>((resolve) => child.on('close', (code) => resolve(code === 0)));
  const before: Buffer[] = [];
  let keep = (chunk: Buffer): void => void before.push(chunk);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => keep(chunk));
  const show = () => {
    keep = (chunk) => void process.stdout.write(chunk);
    before.forEach(keep);
    return ended;
  };
  return { script, show };
}

/**
 * Runs npm scripts at the same time and shows their outputs one after another, in the order of the names. Fails once
 * all have ended, if one has failed.
 */
const runs = process.argv.slice(2).map(start);
const failed: string[] = [];
for (const { script, show } of runs) if (!(await show())) failed.push(script);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
