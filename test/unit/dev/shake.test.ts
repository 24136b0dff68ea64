import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const PROGRAM = new URL('../../support/shake.ts', import.meta.url).pathname;
const run = promisify(execFile);

interface Started {
  script: string;
  args: string[];
  seed: string;
  /** Processes beside it that keep the processors busy. */
  busy: number[];
}

/** In the place of npm: notes what it is asked to run and what runs beside it. Script `broken` fails. */
const NPM = (notes: string) => `
  import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
  const [script, ...args] = process.argv.slice(4);
  const isBeside = (pid) => {
    try {
      const parent = /^PPid:\\s*(\\d+)/m.exec(readFileSync('/proc/' + pid + '/status', 'utf8'))[1];
      return Number(parent) === process.ppid && pid !== process.pid;
    } catch {
      return false; // it has ended meanwhile
    }
  };
  const busy = existsSync('/proc') ? readdirSync('/proc').map(Number).filter((pid) => pid > 0 && isBeside(pid)) : [];
  appendFileSync('${notes}', JSON.stringify({ script, args, seed: process.env.TEST_SEED, busy }) + '\\n');
  process.exitCode = script === 'broken' ? 3 : 0;`;

let folder: string;
let notes: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shake-'));
  notes = join(folder, 'notes');
  await writeFile(join(folder, 'npm.mjs'), NPM(notes));
});
beforeEach(() => writeFile(notes, ''));
afterAll(() => rm(folder, { recursive: true, force: true }));

const shake = (...args: string[]) =>
  run(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, npm_execpath: join(folder, 'npm.mjs') },
  });

const started = async (): Promise<Started[]> =>
  (await readFile(notes, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Started);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('three rounds run all tests by default, each in its own order, on a build made before them', async () => {
  const { stdout } = await shake();
  const [build, ...rest] = await started();
  expect(build).toMatchObject({ script: 'build', busy: [] });
  const rounds = [0, 2, 4].map((at) => rest.slice(at, at + 2));
  expect(rest).toHaveLength(6);
  for (const [fast, stories] of rounds) {
    expect(fast).toMatchObject({ script: 'test:fast', args: [] });
    expect(stories).toMatchObject({
      script: 'test:e2e',
      args: ['--', '--shuffle', fast?.seed],
      seed: fast?.seed,
    });
    expect(stdout).toMatch(new RegExp(`seed ${fast?.seed}, \\d+ s: passed`));
  }
  expect(new Set(rest.map(({ seed }) => seed)).size).toBe(3);
});

// It finds the processes in /proc.
test.runIf(process.platform === 'linux')(
  'a process for each processor keeps it busy in each round, and ends with it',
  { meta: { needs: 'Linux' } },
  async () => {
    await shake('--rounds', '2', 'one', 'two');
    const busy = (await started()).map((each) => each.busy);
    expect(busy.map(({ length }) => length)).toEqual(Array<number>(4).fill(availableParallelism()));
    expect(busy[0]).toEqual(busy[1]);
    expect(busy[2]).not.toEqual(busy[1]);
    expect(busy.flat().filter(isRunning)).toEqual([]);
  },
);

test('a seed repeats one round', async () => {
  await shake('--seed', '7', '--rounds', '5', 'one');
  expect(await started()).toMatchObject([{ script: 'one', seed: '7' }]);
});

test('a failure is told with its seed, after all other tests have run', async () => {
  const failure = shake('--seed', '7', 'broken', 'one');
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/seed 7, \d+ s: FAILED: broken/),
  });
  expect((await started()).map(({ script }) => script)).toEqual(['broken', 'one']);
});
