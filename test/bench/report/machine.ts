import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';

const BYTES_PER_GIGABYTE = 1024 ** 3;

/** The machine as far as it matters to a figure: nothing that tells which one it is. */
export function describeMachine(browserVersion: string): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = Math.round(totalmem() / BYTES_PER_GIGABYTE);
  return `${availableParallelism()} cores (${model}), ${memory} GB, ${process.platform}, Chromium ${browserVersion}`;
}

/** The commit that is measured, and whether files have changed since. */
export function describeCommit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`;
}
