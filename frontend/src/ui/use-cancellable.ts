import { useCallback, useEffect, useRef, useState } from 'react';

/** Something that takes a while, and can be cancelled. */
export type Task<Result, Progress> =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'cancelled' }
  | { state: 'failed'; error: unknown }
  | { state: 'done'; result: Result };

/** What a task reports to, and the signal that cancels it. */
interface Hooks<Progress> {
  onProgress(progress: Progress): void;
  signal: AbortSignal;
}

const IDLE = { state: 'idle' } as const;

/** One task at a time: starting another one, stopping and leaving cancel it, and what it answers later is dropped. */
export function useCancellable<Result, Progress>() {
  const [task, setTask] = useState<Task<Result, Progress>>(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Resolves to null where the task was cancelled or failed. */
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

  /** Leaves the given state in place of the cancelled task. */
  const stop = useCallback((left: Task<Result, Progress> = IDLE) => {
    running.current?.abort();
    setTask(left);
  }, []);
  return { task, start, stop };
}
