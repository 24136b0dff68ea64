import { afterEach, expect, test, vi } from 'vitest';
import { runInSlices } from '#frontend/threads/leads/run-in-slices.ts';

afterEach(() => void vi.useRealTimers());

test('a search pauses once a slice has taken 10 ms, and gives what it found', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const said: string[] = [];
  function* search(): Generator<undefined, string> {
    for (const milliseconds of [9, 1, 9.999, 0.001, 5]) {
      vi.advanceTimersByTime(milliseconds);
      said.push(`step ${milliseconds}`);
      yield;
    }
    return 'found';
  }
  const pause = async () => {
    said.push('pause');
    // Other questions may take long: the next slice begins behind them.
    vi.advanceTimersByTime(1000);
  };
  expect(await runInSlices(search(), pause)).toBe('found');
  expect(said).toEqual(['step 9', 'step 1', 'pause', 'step 9.999', 'step 0.001', 'pause', 'step 5']);
});
