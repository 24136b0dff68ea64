import { Suspense, useState } from 'react';
import type { Unpacked } from '#frontend/csv/packed.ts';
import type { ReadOptions, ReadProgress } from '#frontend/csv/read-csv.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';
import { Table, TableScroll, Th } from '#frontend/ui/table.tsx';
import { StepActions } from '#frontend/features/wizard/step-layout.tsx';
import type { UploadProblem, UploadStatus } from '#frontend/features/wizard/use-upload.ts';
import type { OpenWizard } from '#frontend/features/wizard/use-workflow.ts';
import { countNoun, formatConfidence, formatCount, formatFileSize, shortText } from '#frontend/lib/format.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { intakeDialog, IntakeLine } from './intake-line.tsx';
import { mayBeReadNextTime, problemText } from './intake-text.ts';

/** Few files are too large, and the advice reads the file. Without its code, the limit is said alone. */
const tooLargeAdvice = lazyWithPreload(
  async () => (await import('./too-large-advice.tsx')).TooLargeAdvice,
  () => null,
);

interface UploadErrorProps {
  status: Extract<UploadStatus, { kind: 'problem' }>;
  /** The file that is still open, if any. */
  openFileName?: string;
  /** Opens the refused file again, with the same options or with others. */
  onRetry(file: File, options: ReadOptions): void;
}

/** The reason why the last file was refused. Buttons try again or with other options, if that can help. */
export function UploadError({ status, openFileName, onRetry }: UploadErrorProps) {
  const { fileName, file, options, problem } = status;
  const [isChanging, setChanging] = useState(false);
  const isOtherProgram = problem.reason === 'old-excel' || problem.reason === 'open-document';
  return (
    <Notice
      tone="error"
      title={
        isOtherProgram ? (
          problemText({ reason: 'not-csv' })
        ) : (
          <span className="line-clamp-2 wrap-anywhere" title={fileName}>
            {fileName} was not opened
          </span>
        )
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
      {isOtherProgram && <p className="wrap-anywhere text-muted">{fileName} was not opened.</p>}
      {problem.reason === 'too-large' && (
        <Suspense>
          <tooLargeAdvice.Component file={file} />
        </Suspense>
      )}
      {openFileName && <p className="truncate text-muted">{openFileName} is still open.</p>}
      {isChanging && (
        <Suspense>
          <intakeDialog.Component
            file={file}
            report={null}
            unpacked={insideOf(problem)}
            onApply={(next) => onRetry(file, next)}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </Notice>
  );
}

/** Whether another delimiter, header row or sheet may give the file a table. */
function mayBeMisread(problem: UploadProblem): boolean {
  const { reason } = problem;
  if ('inFile' in problem && problem.inFile) return false;
  const isWrongTable = ['too-few-columns', 'too-many-columns', 'no-table'].includes(reason);
  return isWrongTable || (reason === 'too-few-rows' && hasOthers(insideOf(problem)));
}

/** Whether another sheet, or file of a zip, may be read instead. */
function hasOthers(unpacked: Unpacked | null): boolean {
  return unpacked !== null && unpacked.sheets.length + unpacked.entries.length > 1;
}

function insideOf(problem: UploadProblem): Unpacked | null {
  return ('unpacked' in problem && problem.unpacked) || null;
}

interface OpenedFileViewProps {
  workflow: OpenWizard;
  file: OpenedFile;
  onReplace(): void;
}

const TITLE_LENGTH = 40;
/** A cell of the preview shows at most this many characters. */
const CELL_LENGTH = 16;

/** The open file in step 1, with its first rows. */
export function OpenedFileView({ workflow, file, onReplace }: OpenedFileViewProps) {
  return (
    <section aria-labelledby="opened-file" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <div className="flex items-baseline gap-3">
          <h2 id="opened-file" className="truncate text-16" title={file.fileName}>
            {shortText(file.fileName, TITLE_LENGTH)}
          </h2>
          <span className="shrink-0 text-13 text-muted">{formatFileSize(file.sizeBytes)}</span>
        </div>
        <IntakeLine workflow={workflow} />
      </div>
      <Preview file={file} />
      <StepActions
        back={
          <Button className="max-sm:px-2.5!" onClick={onReplace}>
            Use Different Data
          </Button>
        }
        next={
          <Button variant="primary" className="max-sm:px-2.5!" onClick={() => workflow.goTo(2)}>
            Next: Select Columns
          </Button>
        }
      />
    </section>
  );
}

function Preview({ file }: { file: OpenedFile }) {
  const caption = `First ${formatCount(file.preview.length)} of ${countNoun(file.rowCount, 'row')}`;
  return (
    <TableScroll label={caption}>
      <Table caption={caption} className="[&_td]:py-1.5! [&_td]:text-13">
        <thead>
          <tr>
            {file.headers.map((header) => (
              <Th key={header} className="max-w-40 truncate" title={header}>
                {shortText(header, CELL_LENGTH)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.preview.map((row, index) => (
            // Rows have no other identity than their position.
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={file.headers[column]} className="max-w-40 truncate" title={cell}>
                  {shortText(cell, CELL_LENGTH)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

interface ReadingProgressProps {
  fileName: string;
  /** Null until the first part has been read. */
  progress: ReadProgress | null;
  onCancel(): void;
}

/** The progress of reading, and a button to cancel it. */
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
            ? `${countNoun(progress.rowsRead, 'row')} read, ${formatConfidence(share)}`
            : undefined
        }
      />
      <Button className="self-center" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** A line under the zone with a button that leads back to the open file. */
export function StillOpen({ fileName, onKeep }: { fileName: string; onKeep(): void }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-13 text-muted">
      {fileName} is still loaded.
      <Button variant="ghost" size="small" className="-mx-2.5 text-accent!" onClick={onKeep}>
        Go back to it
      </Button>
    </p>
  );
}
