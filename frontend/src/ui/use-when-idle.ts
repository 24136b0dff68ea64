import { useEffect, useState } from 'react';

/** A change that follows within this time begins the wait anew, so that a slider that is moved starts nothing. */
const PAUSE_MS = 300;
/** Chromium may find no idle time for seconds after a click, though nothing happens on the page. */
const MOST_IDLE_MS = 1000;

/** True once the page had nothing to do for a moment after `isReady`, or a second later. Another `subject` begins the wait anew. */
export function useWhenIdle(isReady: boolean, subject: unknown): boolean {
  const [idleFor, setIdleFor] = useState<{ subject: unknown } | null>(null);
  useEffect(() => {
    if (!isReady) return;
    const controller = new AbortController();
    void waitUntilIdle(controller.signal).then(() => !controller.signal.aborted && setIdleFor({ subject }));
    return () => controller.abort();
  }, [isReady, subject]);
  return isReady && idleFor?.subject === subject;
}

async function waitUntilIdle(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  if (signal.aborted || !('requestIdleCallback' in window)) return; // Safari has none
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: MOST_IDLE_MS }));
}
