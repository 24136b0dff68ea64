import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { canMeasureMemory } from '../bench/harness/memory.ts';

const SECTIONS = [
  'From a file to all counts',
  'From a file to all counts by value',
  ...(canMeasureMemory ? ['Peak memory'] : []),
  'The main job in the page',
  'After the first count',
  'Cost by size',
  'Weight',
  'First paint',
  'Saving and reopening',
  'Routes on the Workers runtime',
];
/** A row as it is printed: what was measured, spaces, and a number. */
const ROW = /^ {2}\S.* {2,}[\d.]+/;

test('the benchmark measures every part, and all readers arrive at the same counts', async () => {
  // Fails, and says why, where a part fails or counts differ.
  const { stdout } = await promisify(execFile)(process.execPath, ['test/bench/main.ts', '--smoke']);
  const blocks = new Map(stdout.split('\n\n').map((block) => [block.trim().split('\n')[0], block]));
  for (const title of SECTIONS) {
    const rows = (blocks.get(title) ?? '').split('\n').filter((line) => ROW.test(line));
    expect(rows, title).not.toHaveLength(0);
    for (const row of rows) expect(row).not.toContain('NaN');
  }
});
