import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onBeforeLeaving, saveBeforeLeaving } from '#frontend/lib/before-leaving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each part of the page stores its work before the page is left, but none that is gone', async () => {
  const [first, second, gone] = [1, 2, 3].map(() => vi.fn<() => Promise<void>>(async () => {}));
  const takeBack = [first, second, gone].flatMap((save) => (save ? [onBeforeLeaving(save)] : []));
  takeBack.pop()?.();
  const leaving = saveBeforeLeaving(1000);
  await vi.advanceTimersByTimeAsync(1000);
  await leaving;
  expect([first, second, gone].map((save) => save?.mock.calls.length)).toEqual([1, 1, 0]);
  for (const back of takeBack) back();
});

test('the page is left once the slowest has stored its work, even where another one has failed before', async () => {
  const takeBack = [
    onBeforeLeaving(() => Promise.reject(new Error('full'))),
    onBeforeLeaving(() => new Promise((resolve) => setTimeout(resolve, 500))),
  ];
  const left = vi.fn<() => void>();
  const leaving = saveBeforeLeaving(1000).then(left);
  await vi.advanceTimersByTimeAsync(499);
  expect(left).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toHaveBeenCalledTimes(1);
  await leaving;
  for (const back of takeBack) back();
});

test('work that is never stored holds the page for the given time', async () => {
  const takeBack = onBeforeLeaving(() => new Promise(() => {}));
  const left = vi.fn<() => void>();
  const leaving = saveBeforeLeaving(700).then(left);
  await vi.advanceTimersByTimeAsync(699);
  expect(left).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toHaveBeenCalledTimes(1);
  await leaving;
  takeBack();
});
