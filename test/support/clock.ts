import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** From now on a test can put timers forward. Else they go on as ever, and after the test they are the real ones again. */
export function startClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 1,
  });
  onTestFinished(() => void vi.useRealTimers());
}

/** Puts the timers forward, and lets everything happen that they begin. */
export async function passTime(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}
