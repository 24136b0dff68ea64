import { expect, test } from 'vitest';
import { describeTimes } from '#test/support/slowest.ts';

test('the end of `npm test` has its parts in their order, and the ten slowest of all tests', () => {
  const parts = [
    { name: 'test:worker', ms: 350_040 },
    { name: 'lint', ms: 9000 }, // stands within another part
    { name: 'static', ms: 61_000 },
  ];
  const tests = Array.from({ length: 12 }, (_, at) => ({ name: `file ${at}`, ms: at * 1000 }));
  expect(describeTimes(parts, tests)).toEqual([
    '  61.0 s  static',
    ' 350.0 s  test:worker',
    'The slowest files and stories:',
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `${`${at}.0`.padStart(6)} s  file ${at}`),
  ]);
});
