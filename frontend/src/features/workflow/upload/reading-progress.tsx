import type { ReadProgress } from '#frontend/csv/read-csv.ts';
import { formatConfidence, formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';

export interface ReadingProgressProps {
  fileName: string;
  /** Null until the first part has been read. */
  progress: ReadProgress | null;
  onCancel(): void;
}

/** How far a file has been read, and the way to stop. */
export function ReadingProgress({ fileName, progress, onCancel }: ReadingProgressProps) {
  const share = progress && progress.bytesTotal > 0 ? progress.bytesRead / progress.bytesTotal : null;
  return (
    <div className="flex w-full max-w-md flex-col gap-4 text-left">
      <p className="truncate text-center text-16 font-semibold" title={fileName}>
        {fileName}
      </p>
      <ProgressBar
        label="Processing file..."
        value={share}
        max={1}
        detail={
          progress && share !== null
            ? `${formatCount(progress.rowsRead)} rows read, ${formatConfidence(share)}`
            : undefined
        }
      />
      <Button className="self-center" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
