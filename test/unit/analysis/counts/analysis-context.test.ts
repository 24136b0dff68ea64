import { expect, test } from 'vitest';
import { listRenamed } from '#frontend/analysis/counts/analysis-context.ts';

test('renamed values are listed in their order, with new names trimmed and without those of spaces only', () => {
  const mapping = new Map([
    ['FB', ' Facebook '],
    ['Bing', '  '],
    ['Google', 'Search'],
  ]);
  expect(listRenamed(mapping)).toEqual([
    ['FB', 'Facebook'],
    ['Google', 'Search'],
  ]);
  expect(listRenamed(new Map())).toEqual([]);
});
