import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelayedTask } from '#frontend/drafts/delayed-task.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task runs once after its delay, and a newer one runs in its place', () => {
  const done: string[] = [];
  const tasks = createDelayedTask<void>();
  tasks.schedule(() => void done.push('first'), 100);
  vi.advanceTimersByTime(99);
  tasks.schedule(() => void done.push('second'), 100);
  vi.advanceTimersByTime(99);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['second']);
  vi.advanceTimersByTime(1000);
  expect(done).toEqual(['second']);
});

test('a task that waits can be run at once, and then does not run again', () => {
  const tasks = createDelayedTask<string>();
  const task = vi.fn<() => string>(() => 'done');
  expect(tasks.flush()).toBeUndefined();
  tasks.schedule(task, 100);
  expect(tasks.flush()).toBe('done');
  expect(tasks.flush()).toBeUndefined();
  vi.advanceTimersByTime(1000);
  expect(task).toHaveBeenCalledTimes(1);
});
