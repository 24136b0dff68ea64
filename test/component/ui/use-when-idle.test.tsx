import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useWhenIdle } from '#frontend/ui/use-when-idle.ts';

/** Chromium may find no idle time for seconds after a click, also where nothing happens. */
test('a page that never finds idle time does not wait for ever', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void, options?: IdleRequestOptions) => {
    if (options?.timeout) setTimeout(run, options.timeout);
  });
  const { result } = renderHook(() => useWhenIdle(true, 'subject'));
  expect(result.current).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(result.current).toBe(true);
});

test('another subject begins the wait anew', async () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ subject }) => useWhenIdle(true, subject), {
    initialProps: { subject: 'first' },
  });
  await act(() => vi.advanceTimersByTimeAsync(299));
  rerender({ subject: 'second' });
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(result.current).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(result.current).toBe(true);
  rerender({ subject: 'third' });
  expect(result.current).toBe(false);
});
