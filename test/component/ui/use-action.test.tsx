import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { untilReturn, useAction } from '#frontend/ui/use-action.ts';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

/** An action whose calls end when the test says so. */
function renderAction() {
  const calls: PromiseWithResolvers<void>[] = [];
  const call = vi.fn((_name: string) => {
    const ending = Promise.withResolvers<void>();
    calls.push(ending);
    return ending.promise;
  });
  const explain = vi.fn((error: unknown, name: string) => `${name}: ${String(error)}`);
  const { result, unmount } = renderHook(() => useAction(call, explain));
  const press = (name: string) => {
    let answer: Promise<boolean> | undefined;
    act(() => {
      answer = result.current.run(name);
    });
    return answer;
  };
  const end = (index: number) => act(async () => calls[index]?.resolve());
  const fail = (index: number) => act(async () => calls[index]?.reject('no connection'));
  return { call, explain, press, end, fail, unmount, shown: () => result.current };
}

describe('an action', () => {
  it('is busy from the press until its call ends, and says that it succeeded', async () => {
    const { press, end, shown } = renderAction();
    expect(shown().isBusy).toBe(false);
    const answer = press('save');
    expect(shown().isBusy).toBe(true);
    await end(0);
    expect(shown().isBusy).toBe(false);
    expect(await answer).toBe(true);
    expect(shown().problem).toBe(null);
  });

  it('passes on what it is called with, and does nothing at a second press', async () => {
    const { call, press, end, shown } = renderAction();
    press('save');
    expect(await press('save again')).toBe(false);
    expect(call.mock.calls).toEqual([['save']]);
    expect(shown().isBusy).toBe(true);
    await end(0);
    press('save later');
    expect(call.mock.calls).toEqual([['save'], ['save later']]);
  });

  it('does nothing at a second press before the first one is rendered', () => {
    const { call, shown } = renderAction();
    act(() => {
      void shown().run('one');
      void shown().run('two');
    });
    expect(call.mock.calls).toEqual([['one']]);
  });

  it('shows the problem of a failed call until the next one begins', async () => {
    const { press, fail, shown } = renderAction();
    const answer = press('save');
    await fail(0);
    expect(await answer).toBe(false);
    expect(shown()).toMatchObject({ isBusy: false, problem: 'save: no connection' });
    press('save');
    expect(shown()).toMatchObject({ isBusy: true, problem: null });
  });

  it('forgets its problem on demand', async () => {
    const { press, fail, shown } = renderAction();
    press('save');
    await fail(0);
    act(() => shown().setProblem(null));
    expect(shown().problem).toBe(null);
  });

  it('still tells a failure after its button is gone', async () => {
    const { press, fail, explain, unmount } = renderAction();
    press('save');
    unmount();
    await fail(0);
    expect(explain.mock.calls).toEqual([['no connection', 'save']]);
  });

  it('without words for a failure does not hide it', async () => {
    const { result } = renderHook(() => useAction(() => Promise.reject(new Error('a bug'))));
    await act(async () => expect(result.current.run()).rejects.toThrow('a bug'));
    expect(result.current.isBusy).toBe(false);
  });

  it('that leaves the page is busy until the Back button brings the page back', async () => {
    const { result } = renderHook(() => useAction(untilReturn));
    await act(async () => void result.current.run());
    expect(result.current.isBusy).toBe(true);
    await act(async () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    expect(result.current.isBusy).toBe(false);
  });
});
