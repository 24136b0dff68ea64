import { useCallback, useEffect, useRef, useState } from 'react';

/** What the thread hears and tells while it works. */
export interface WorkHooks<Progress> {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}

export type LongWork<Result, Progress> =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'cancelled' }
  | { state: 'failed' }
  | { state: 'done'; result: Result };

/** Lets the thread work, on one thing at a time: starting another one, or leaving, cancels the one before. */
export function useLongWork<Result, Progress>() {
  const [work, setWork] = useState<LongWork<Result, Progress>>({ state: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  /** Resolves to null where the work was cancelled or failed. */
  const start = useCallback(async (ask: (hooks: WorkHooks<Progress>) => Promise<Result>) => {
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    const show = (next: LongWork<Result, Progress>) => {
      if (!signal.aborted) setWork(next);
    };
    show({ state: 'running', progress: null });
    try {
      const result = await ask({ signal, onProgress: (progress) => show({ state: 'running', progress }) });
      show({ state: 'done', result });
      return signal.aborted ? null : result;
    } catch {
      show({ state: 'failed' });
      return null;
    }
  }, []);

  const stop = useCallback((state: 'cancelled' | 'idle') => {
    controller.current?.abort();
    setWork({ state });
  }, []);
  return { work, start, stop };
}
