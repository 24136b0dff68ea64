import { useCallback, useEffect, useRef, useState } from 'react';

/** The state of a task that takes a while and can be cancelled. */
export type Task<Result, Progress> =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'cancelled' }
  | { state: 'failed'; error: unknown }
  | { state: 'done'; result: Result };

/** The function that receives the progress of a task, and the signal that cancels it. */
interface Hooks<Progress> {
  onProgress(progress: Progress): void;
  signal: AbortSignal;
}

const IDLE = { state: 'idle' } as const;

/** Runs one task at a time. Another task, `stop` and leaving the page cancel it; a late result is dropped. */
export function useCancellable<Result, Progress>() {
  const [task, setTask] = useState<Task<Result, Progress>>(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Resolves to null if the task was cancelled or failed. */
  const start = useCallback(
    async <Own extends Result>(ask: (hooks: Hooks<Progress>) => Promise<Own>): Promise<Own | null> => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      const show = (next: Task<Result, Progress>) => {
        if (!signal.aborted) setTask(next);
      };
      show({ state: 'running', progress: null });
      try {
        const result = await ask({ signal, onProgress: (progress) => show({ state: 'running', progress }) });
        show({ state: 'done', result });
        return signal.aborted ? null : result;
      } catch (error) {
        show({ state: 'failed', error });
        return null;
      }
    },
    [],
  );

  /** Cancels the task and sets the given state. */
  const stop = useCallback((left: Task<Result, Progress> = IDLE) => {
    running.current?.abort();
    setTask(left);
  }, []);
  return { task, start, stop };
}
