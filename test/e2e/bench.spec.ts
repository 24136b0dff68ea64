import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { canMeasureMemory } from '../bench/harness/memory.ts';

/** All parts but the two dearest: other stories do the main job, and hold the weight of the first page. */
const PARTS = {
  read: 'From a file to all counts',
  value: 'From a file to all counts by value',
  ...(canMeasureMemory && { memory: 'Peak memory' }),
  again: 'After the first count',
  scale: 'Cost by size',
  paint: 'First paint',
  saved: 'Saving and reopening',
  routes: 'Routes on the Workers runtime',
};
/** A row as it is printed: what was measured, spaces, and a number. */
const ROW = /^ {2}\S.* {2,}[\d.]+/;

test('the benchmark measures its parts, and all readers arrive at the same counts', async () => {
  // Fails, and says why, where a part fails or counts differ.
  const words = ['test/bench/main.ts', '--smoke', ...Object.keys(PARTS)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const blocks = new Map(stdout.split('\n\n').map((block) => [block.trim().split('\n')[0], block]));
  for (const title of Object.values(PARTS)) {
    const rows = (blocks.get(title) ?? '').split('\n').filter((line) => ROW.test(line));
    expect(rows, title).not.toHaveLength(0);
    for (const row of rows) expect(row).not.toContain('NaN');
  }
});
