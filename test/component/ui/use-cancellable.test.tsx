import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useCancellable } from '#frontend/ui/use-cancellable.ts';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

/** A task whose answers come when the test says so. */
function renderTask() {
  const { result, unmount } = renderHook(() => useCancellable<string, number>());
  const begin = () => {
    const answer = Promise.withResolvers<string>();
    let hooks: { signal: AbortSignal; onProgress(progress: number): void } | undefined;
    let end: Promise<string | null> | undefined;
    act(() => {
      end = result.current.start((given) => {
        hooks = given;
        return answer.promise;
      });
    });
    return {
      end,
      isAborted: () => hooks?.signal.aborted,
      progress: (done: number) => act(() => hooks?.onProgress(done)),
      resolve: (text: string) => act(async () => answer.resolve(text)),
      reject: (error: unknown) => act(async () => answer.reject(error)),
    };
  };
  return { begin, unmount, shown: () => result.current.task, stop: () => result.current.stop };
}

describe('a task that can be cancelled', () => {
  it('tells how far it is, and then its result', async () => {
    const { begin, shown } = renderTask();
    expect(shown()).toEqual({ state: 'idle' });
    const task = begin();
    expect(shown()).toEqual({ state: 'running', progress: null });
    task.progress(3);
    expect(shown()).toEqual({ state: 'running', progress: 3 });
    await task.resolve('ready');
    expect(shown()).toEqual({ state: 'done', result: 'ready' });
    expect(await task.end).toBe('ready');
  });

  it('shows its error until it is started again', async () => {
    const { begin, shown } = renderTask();
    const task = begin();
    await task.reject('no connection');
    expect(shown()).toEqual({ state: 'failed', error: 'no connection' });
    expect(await task.end).toBe(null);
    begin();
    expect(shown()).toEqual({ state: 'running', progress: null });
  });

  it('is cancelled by a stop, which leaves what it is given, and a late answer is dropped', async () => {
    const { begin, shown, stop } = renderTask();
    const task = begin();
    act(() => stop()({ state: 'cancelled' }));
    expect(task.isAborted()).toBe(true);
    task.progress(3);
    await task.resolve('too late');
    expect(shown()).toEqual({ state: 'cancelled' });
    expect(await task.end).toBe(null);
    act(() => stop()());
    expect(shown()).toEqual({ state: 'idle' });
  });

  it('shows no error that comes after it was cancelled', async () => {
    const { begin, shown, stop } = renderTask();
    const task = begin();
    act(() => stop()());
    await task.reject('aborted');
    expect(shown()).toEqual({ state: 'idle' });
    expect(await task.end).toBe(null);
  });

  it('is replaced by the next one, whose answer counts', async () => {
    const { begin, shown } = renderTask();
    const first = begin();
    const second = begin();
    expect([first.isAborted(), second.isAborted()]).toEqual([true, false]);
    await second.resolve('second');
    await first.resolve('first');
    expect(shown()).toEqual({ state: 'done', result: 'second' });
    expect([await first.end, await second.end]).toEqual([null, 'second']);
  });

  it('is cancelled when its page is left', async () => {
    const { begin, unmount } = renderTask();
    const task = begin();
    unmount();
    expect(task.isAborted()).toBe(true);
    await task.resolve('too late');
    expect(await task.end).toBe(null);
  });
});
