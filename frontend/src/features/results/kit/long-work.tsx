import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { PART_MISSING } from '#frontend/lib/part-missing.ts';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';

export type LongWork<Result, Progress> =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'cancelled' }
  | { state: 'failed'; error: unknown }
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
    } catch (error) {
      show({ state: 'failed', error });
      return null;
    }
  }, []);

  const stop = useCallback((state: 'cancelled' | 'idle') => {
    controller.current?.abort();
    setWork({ state });
  }, []);
  return { work, start, stop };
}

interface FailedWorkProps {
  error: unknown;
  title: string;
  onRetry(): void;
  /** What the failure leaves as it is. */
  children: ReactNode;
}

/** An answer that the thread could not give: code that is missing is named. */
export function FailedWork({ error, title, onRetry, children }: FailedWorkProps) {
  return (
    <FailedNotice title={title} onRetry={onRetry}>
      {error instanceof PartMissing ? PART_MISSING : children}
    </FailedNotice>
  );
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
