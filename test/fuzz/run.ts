import { spawnSync } from 'node:child_process';

const [seconds = '60', seed] = process.argv.slice(2);
const isRepeat = seed !== undefined;

/** The files whose properties `support/fuzz.ts` checks, by parts of their names. */
const FILES = ['fuzz', 'properties', 'google-pushes'];

/** `npm run fuzz [-- seconds [seed]]`: each property for that long, with the number of its cases and its seed. */
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'test/vitest.config.ts', '--reporter', 'verbose', ...FILES],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, FUZZ_SECONDS: seconds, ...(isRepeat && { FUZZ_SEED: seed }) },
  },
);
process.exit(status ?? 1);
