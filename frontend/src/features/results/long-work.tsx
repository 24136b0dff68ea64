import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';

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
