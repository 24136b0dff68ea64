import type { ReactNode } from 'react';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';

interface FailedAnswerProps {
  error: unknown;
  title: string;
  onRetry(): void;
  /** The data that the failure left unchanged. */
  children: ReactNode;
}

/** Says that the thread could not answer, or that code is missing. */
export function FailedAnswer({ error, title, onRetry, children }: FailedAnswerProps) {
  return (
    <FailedNotice title={title} onRetry={onRetry}>
      {error instanceof PartMissing ? PART_MISSING : children}
    </FailedNotice>
  );
}

interface ThreadProgressProps {
  label: string;
  /** Both are absent until the thread reports its progress. */
  done: number | undefined;
  of: number | undefined;
  /** The unit of the two numbers: 'leads'. */
  unit: string;
  onCancel(): void;
}

/** The progress of the thread with a file or a check, and a button that cancels it. */
export function ThreadProgress({ label, done, of, unit, onCancel }: ThreadProgressProps) {
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

interface LeadsProgressProps {
  label: string;
  /** Null until the thread reports it. */
  progress: { done: number; rows: number } | null;
  onCancel(): void;
}

/** The progress of the thread with the leads of the file. */
export function LeadsProgress({ progress, ...rest }: LeadsProgressProps) {
  return <ThreadProgress {...rest} done={progress?.done} of={progress?.rows} unit="leads" />;
}
