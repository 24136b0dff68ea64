import { expect, test } from 'vitest';
import { createRandom } from '#frontend/analysis/stats/random.ts';

test('draws the numbers of mulberry32', () => {
  // The generator with whole numbers of Python, masked to 32 bits.
  const random = createRandom(1);
  expect([random(), random(), random()]).toEqual([
    0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
  ]);
});
