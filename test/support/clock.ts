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

/**
 * From now on waits of a quarter of a second to a second are over at once, and the clock of `Date.now` goes on by them: pauses of
 * typing, waits before a page leads on, and between two requests. Ends with the test.
 *
 * @param isHeld asked at the begin of each wait: one that is held is never over
 * @returns the waits so far, in milliseconds
 */
export function skipWaits(isHeld = () => false): number[] {
  const [begin, now] = [globalThis.setTimeout, Date.now];
  const waits: number[] = [];
  let skipped = 0;
  const skip = (run: () => void, ms: number) => {
    waits.push(ms);
    const end = () => {
      skipped += ms;
      run();
    };
    return isHeld() ? begin(() => {}) : begin(end);
  };
  Date.now = () => now() + skipped;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...rest: []) =>
    ms >= 250 && ms <= 1000 ? skip(run, ms) : begin(run, ms, ...rest),
  );
  onTestFinished(() => {
    globalThis.setTimeout = begin;
    Date.now = now;
  });
  return waits;
}
