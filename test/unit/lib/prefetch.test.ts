import { expect, test, vi } from 'vitest';
import { isPrefetchFailure, prefetch } from '#frontend/lib/prefetch.ts';

test('an early fetch that fails is known by its error and by the causes of that, and stays silent', async () => {
  const lost = new TypeError('Failed to fetch');
  const missing = new Error('This part is missing', { cause: lost });
  prefetch(
    () => Promise.reject(missing),
    () => Promise.resolve('code'),
  );
  await Promise.resolve();
  const others = [new TypeError('Failed to fetch'), 'Failed to fetch', null, undefined];
  expect([missing, lost, ...others].map(isPrefetchFailure)).toEqual([true, true, false, false, false, false]);
});

test('each part is fetched, whatever becomes of the others, and what is no error is no failure', async () => {
  const started: string[] = [];
  prefetch(
    async () => {
      started.push('first');
      throw 'offline'; // oxlint-disable-line no-throw-literal -- a browser may reject with anything
    },
    async () => void started.push('second'),
  );
  await Promise.resolve();
  expect(started).toEqual(['first', 'second']);
  expect(isPrefetchFailure('offline')).toBe(false);
});

test.each([
  [{ saveData: true, effectiveType: '4g' }, 0],
  [{ saveData: false, effectiveType: 'slow-2g' }, 0],
  [{ saveData: false, effectiveType: '2g' }, 0],
  [{ saveData: false, effectiveType: '3g' }, 0],
  [{ saveData: false, effectiveType: '4g' }, 1],
  [{}, 1],
  [undefined, 1],
])('with the connection %j code is fetched ahead %i times', (connection, times) => {
  vi.stubGlobal('navigator', { connection });
  const load = vi.fn(() => Promise.resolve());
  prefetch(load);
  expect(load).toHaveBeenCalledTimes(times);
  vi.unstubAllGlobals();
});
