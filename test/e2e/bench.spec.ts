import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

/** The parts that every reader is measured by. The others have stories of their own. */
const PARTS = {
  read: 'From a file to all counts',
  value: 'From a file to all counts by value',
  xlsx: 'From a spreadsheet to all counts',
};
/** A row as it is printed: what was measured, spaces, and a number. */
const ROW = /^ {2}\S.* {2,}[\d.]+/;

test('the benchmark measures the way from a file to all counts, and all readers arrive at the same ones', async () => {
  // Fails, and says why, where a part fails or counts differ.
  const words = ['test/bench/main.ts', '--smoke', '--built', ...Object.keys(PARTS)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const blocks = new Map(stdout.split('\n\n').map((block) => [block.trim().split('\n')[0], block]));
  for (const title of Object.values(PARTS)) {
    const rows = (blocks.get(title) ?? '').split('\n').filter((line) => ROW.test(line));
    expect(rows, title).not.toHaveLength(0);
    for (const row of rows) expect(row).not.toContain('NaN');
  }
});
