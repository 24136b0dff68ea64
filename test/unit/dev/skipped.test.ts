import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import { describeSkipped, skippedIn, type SkippedTest } from '#test/support/skipped.ts';

const skipped = (given: Partial<SkippedTest>): SkippedTest => ({
  project: 'unit',
  file: 'a.test.ts',
  title: 'counts',
  needs: 'Linux',
  ...given,
});

test('one line names a reason in a project, and how many tests it keeps from running', () => {
  const tests = [
    skipped({ title: 'one' }),
    skipped({ title: 'two', file: 'b.test.ts' }),
    skipped({ needs: 'a browser' }),
    skipped({ project: 'worker' }),
  ];
  expect(describeSkipped(tests)).toEqual([
    '2 of unit: needs Linux',
    '1 of unit: needs a browser',
    '1 of worker: needs Linux',
  ]);
});

test('a test without a reason is named itself', () => {
  const tests = [skipped({ needs: null }), skipped({ needs: null, title: 'adds' })];
  expect(describeSkipped(tests)).toEqual([
    '1 of unit, a.test.ts: counts does not say why',
    '1 of unit, a.test.ts: adds does not say why',
  ]);
});

const FILE = `
  import { describe, expect, test } from 'vitest';
  test('runs', () => expect(1).toBe(1));
  test.skip('says nothing', () => {});
  test.skipIf(true)('says why', { meta: { needs: 'a key' } }, () => {});
  describe.skipIf(true)('a group', { meta: { needs: 'a file' } }, () => {
    test('in it', () => {});
    describe('another', () => void test('deep in it', () => {}));
  });
  test('finds out', ({ skip }) => skip(true, 'a network'));`;

test('a skipped test tells what it needs, or the group around it, or what it found out', async () => {
  const root = await mkdtemp(join(import.meta.dirname, '.skipped-'));
  try {
    await writeFile(join(root, 'some.test.ts'), FILE);
    const vitest = await startVitest('test', [], { root, watch: false, config: false, reporters: [{}] });
    const found = vitest.state.getTestModules().flatMap(skippedIn);
    await vitest.close();
    expect(found.map(({ title, needs }) => [title, needs])).toEqual([
      ['says nothing', null],
      ['says why', 'a key'],
      ['a group > in it', 'a file'],
      ['a group > another > deep in it', 'a file'],
      ['finds out', 'a network'],
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
