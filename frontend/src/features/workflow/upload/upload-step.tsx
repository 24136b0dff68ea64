import { lazy, Suspense, useEffect, useRef } from 'react';
import type { ReadOptions, ReadProgress } from '#frontend/csv/read-csv.ts';
import { countNoun, formatConfidence } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { fetchLaterStep } from '../fetch-later-step.ts';
import type { Workflow } from '../use-workflow.ts';
import { CsvFormat } from './csv-format.tsx';
import { OtherSources, type AddedSource } from './other-sources.tsx';
import { SampleResult } from './sample-result.tsx';
import { UploadZone, ZoneFrame } from './upload-zone.tsx';
import { usePaste } from './use-paste.ts';

const OpenedFileView = lazy(() => fetchLaterStep().then((module) => ({ default: module.OpenedFileView })));
const UploadError = lazy(() => fetchLaterStep().then((module) => ({ default: module.UploadError })));

/** How a file that a dialog has written is read: its header row is still found. */
const WRITTEN_CSV: ReadOptions = { encoding: 'utf-8', delimiter: ',' };

interface UploadStepProps {
  workflow: Workflow;
  /** Called when the visitor is likely to open a file next, to prefetch code. */
  onIntent(): void;
  /** True while a dragged file is over the page. */
  isOver: boolean;
  /** True while the zone is shown although a file is open, so that the visitor can choose another one. */
  isReplacing: boolean;
  onReplacingChange(isReplacing: boolean): void;
  addedSource: AddedSource | null;
}

/** Step 1: choose a file, or see the one that is open. */
export function UploadStep(props: UploadStepProps) {
  usePaste((file) => void props.workflow.openFile(file));
  return (
    <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <header className="flex flex-col gap-3">
          <h1 className="text-28 tracking-[-0.02em] sm:text-40">Calculate Lead Values for Smarter Bidding</h1>
          <p className="max-w-prose text-16 text-muted">
            See which leads convert, how sure you can be, and what to bid.
          </p>
        </header>
        <Data {...props} />
      </div>
      <aside className="flex flex-col gap-8 lg:pt-3" aria-label="What you get">
        <SampleResult />
        <HowItWorks />
      </aside>
    </div>
  );
}

function Data({ workflow, onIntent, isOver, isReplacing, onReplacingChange, addedSource }: UploadStepProps) {
  const { state, upload, openFile } = workflow;
  const { status } = upload;
  const input = useRef<HTMLInputElement>(null);
  const isReading = status.kind === 'reading' && status.purpose === 'open';
  const problem = status.kind === 'problem' && status.purpose === 'open' ? status : null;
  const showsFile = state.file !== null && !isReplacing;

  const error = problem && (
    <Suspense>
      <UploadError
        status={problem}
        openFileName={showsFile ? state.file?.fileName : undefined}
        onRetry={(file, options) => void openFile(file, options)}
      />
    </Suspense>
  );

  const shown = isReading ? 'reading' : showsFile ? 'file' : 'zone';
  const lastShown = useRef(shown);
  useEffect(() => {
    // The zone replaces the element with the focus, after Cancel, a refused file or 'Use Different Data'.
    if (shown === 'zone' && lastShown.current !== 'zone') input.current?.focus({ preventScroll: true });
    lastShown.current = shown;
  }, [shown]);

  return (
    <div className="flex flex-col gap-4" onPointerEnter={onIntent} onFocus={onIntent}>
      {/* The zone shrinks to make room for a message under it, so that nothing else moves. */}
      <div className="flex min-h-73 flex-col gap-4 sm:min-h-64">
        {showsFile && error}
        {isReading ? (
          <ZoneFrame>
            <ReadingProgress fileName={status.fileName} progress={status.progress} onCancel={upload.cancel} />
          </ZoneFrame>
        ) : showsFile && state.file ? (
          <Suspense fallback={<SkeletonLines label="Loading…" lines={6} className="min-h-92" />}>
            <OpenedFileView workflow={workflow} file={state.file} onReplace={() => onReplacingChange(true)} />
          </Suspense>
        ) : (
          <UploadZone
            isOver={isOver}
            isCompact={problem !== null}
            onFile={(file) => void openFile(file)}
            inputRef={input}
          >
            <OtherSources onFile={(file) => void openFile(file)} added={addedSource} />
          </UploadZone>
        )}
        {!showsFile && error}
      </div>
      {state.file && !showsFile && (
        <StillOpen fileName={state.file.fileName} onKeep={() => onReplacingChange(false)} />
      )}
      {shown !== 'file' && <CsvFormat />}
      {addedSource?.isOpen && (
        <Suspense>
          {addedSource.renderDialog({
            onFile(file) {
              addedSource.onOpenChange(false);
              void openFile(file, WRITTEN_CSV);
            },
            keepWork: workflow.draft.flush,
          })}
        </Suspense>
      )}
    </div>
  );
}

function StillOpen({ fileName, onKeep }: { fileName: string; onKeep(): void }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-13 text-muted">
      {fileName} is still loaded.
      <Button variant="ghost" size="small" className="-mx-2.5 text-accent!" onClick={onKeep}>
        Go back to it
      </Button>
    </p>
  );
}

const STEPS = [
  ['Choose the status column', 'It says how each lead ended.'],
  ['Mark the conversions', '“Qualified”, “Won” or your own word for them.'],
  ['Get value rules and lead values', 'Multipliers for your bids, and what each lead is worth.'],
] as const;

/** The steps after the upload, in three lines. */
function HowItWorks() {
  return (
    <ol className="flex flex-col gap-3" aria-label="How it works">
      {STEPS.map(([title, explanation], index) => (
        <li key={title} className="flex gap-3">
          <span aria-hidden className="w-4 shrink-0 text-14 font-semibold text-accent tabular-nums">
            {index + 1}
          </span>
          <div>
            <p className="text-14 font-medium">{title}</p>
            <p className="text-13 text-muted">{explanation}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

interface ReadingProgressProps {
  fileName: string;
  /** Null until the first part has been read. */
  progress: ReadProgress | null;
  onCancel(): void;
}

/** The progress of reading, and a button to cancel it. */
function ReadingProgress({ fileName, progress, onCancel }: ReadingProgressProps) {
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
