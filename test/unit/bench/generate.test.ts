import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { generateFile } from '#test/bench/files/generate.ts';
import { narrowFile } from '#test/bench/files/shapes.ts';
import { FULL_SIZES } from '#test/bench/files/sizes.ts';

const folder = mkdtempSync(join(tmpdir(), 'generate-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(FULL_SIZES.files)('the $name file is as large as the page takes', ({ file }) => {
  const size = generateFile(file.shape, join(folder, 'large.csv'));
  expect(size).toBeGreaterThan(10_000_000);
  expect(size).toBeLessThanOrEqual(MAX_FILE_BYTES);
});

test('a file is the same in every byte, whenever it is made', () => {
  const paths = ['one.csv', 'two.csv'].map((name) => join(folder, name));
  for (const path of paths) generateFile(narrowFile(100).shape, path);
  const [one, two] = paths.map((path) => readFileSync(path, 'utf8'));
  expect(one).toBe(two);
});
