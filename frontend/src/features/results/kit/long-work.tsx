import { useCallback, useEffect, useRef, useState } from 'react';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';

export type LongWork<Result, Progress> =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'cancelled' }
  | { state: 'failed' }
  | { state: 'done'; result: Result };

type Ask<Result, Progress> = (hooks: {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}) => Promise<Result>;

/** Lets the thread work, on one thing at a time: starting another one, or leaving, cancels the one before. */
export function useLongWork<Result, Progress>() {
  const [work, setWork] = useState<LongWork<Result, Progress>>({ state: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  /** Resolves to null where the work was cancelled or failed. */
  const start = useCallback(async (ask: Ask<Result, Progress>) => {
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

interface WorkProgressProps {
  label: string;
  /** Both are absent until the thread tells how far it is. */
  done: number | undefined;
  of: number | undefined;
  /** What is counted: 'leads'. */
  unit: string;
  onCancel(): void;
}

/** How far the thread is with a file or a check. */
export function WorkProgress({ label, done, of, unit, onCancel }: WorkProgressProps) {
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar
        label={label}
        value={done ?? null}
        max={of}
        detail={
          done === undefined || of === undefined
            ? undefined
            : `${formatCount(done)} of ${formatCount(of)} ${unit}`
        }
      />
      <Button size="small" onClick={onCancel} className="self-start">
        Cancel
      </Button>
    </div>
  );
}
