import { lazy, Suspense, useState } from 'react';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import type { UploadProblem, UploadStatus } from '../use-upload.ts';
import { mayBeReadNextTime, problemText } from './problem-text.ts';

const IntakeDialog = lazy(() =>
  import('./intake-dialog.tsx').then((module) => ({ default: module.IntakeDialog })),
);

export interface UploadErrorProps {
  status: Extract<UploadStatus, { kind: 'problem' }>;
  /** The file that is still open, if any. */
  openFileName?: string;
  /** Opens the refused file again, in another way or in the same. */
  onRetry(file: File, how: ReadOptions): void;
}

/** Why the last file was refused, and the way to have it read differently where that can help. */
export function UploadError({ status, openFileName, onRetry }: UploadErrorProps) {
  const { fileName, file, options, problem } = status;
  const [isChanging, setChanging] = useState(false);
  return (
    <Notice
      tone="error"
      title={
        <span className="line-clamp-2 wrap-anywhere" title={fileName}>
          {fileName} was not opened
        </span>
      }
      action={
        <>
          {mayBeMisread(problem) && (
            <Button size="small" onClick={() => setChanging(true)}>
              Change how it is read
            </Button>
          )}
          {mayBeReadNextTime(problem) && options && (
            <Button size="small" onClick={() => onRetry(file, options)}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <p>{problemText(problem)}</p>
      {openFileName && <p className="truncate text-muted">{openFileName} is still open.</p>}
      {isChanging && (
        <Suspense>
          <IntakeDialog
            file={file}
            report={null}
            onApply={(how) => onRetry(file, how)}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </Notice>
  );
}

/** With another delimiter, or another row as the header, the file may have the columns it needs. */
function mayBeMisread({ reason }: UploadProblem): boolean {
  return reason === 'too-few-columns' || reason === 'too-many-columns';
}
