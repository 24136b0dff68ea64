import { formatCount } from '#frontend/lib/format.ts';
import type { FileProgress } from '#frontend/thread/make-leads-file.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';

interface MakingFileProps {
  label: string;
  progress: FileProgress | null;
  onCancel(): void;
}

/** A file that the thread is making. */
export function MakingFile({ label, progress, onCancel }: MakingFileProps) {
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar
        label={label}
        value={progress?.done ?? null}
        max={progress?.rows}
        detail={progress ? `${formatCount(progress.done)} of ${formatCount(progress.rows)} leads` : undefined}
      />
      <Button size="small" onClick={onCancel} className="self-start">
        Cancel
      </Button>
    </div>
  );
}

/** A file that was not made. */
export function FailedFile({ onRetry }: { onRetry(): void }) {
  return (
    <Notice
      tone="error"
      title="The file could not be made"
      action={
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      Your leads are still open, and nothing was sent.
    </Notice>
  );
}
