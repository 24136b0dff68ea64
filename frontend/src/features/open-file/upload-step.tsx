import { Suspense, useContext, useEffect, useRef, type ComponentProps, type ComponentType } from 'react';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { UploadSlot } from '#frontend/features/wizard/use-workflow.ts';
import { bundleFiles } from '#frontend/csv/file-bundle.ts';
import { usePaste } from '#frontend/ui/drop-and-paste.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Glyph } from '#frontend/ui/glyphs.tsx';
import { toastPartMissing } from '#frontend/ui/toast-store.ts';
import type { OpenedFileView, ReadingProgress, StillOpen, UploadError } from './upload-result.tsx';
import { AddedSourceContext, OtherSources, type FetchSample, UploadZone, ZoneFrame } from './upload-zone.tsx';
import { SampleResult } from './sample-result.tsx';

/** The views of a file in this step. The page fetches their code together with that of the later steps. */
export interface FileViews {
  OpenedFile: ComponentType<ComponentProps<typeof OpenedFileView>>;
  Progress: ComponentType<ComponentProps<typeof ReadingProgress>>;
  StillOpen: ComponentType<ComponentProps<typeof StillOpen>>;
  Problem: ComponentType<ComponentProps<typeof UploadError>>;
  fetchSample: FetchSample;
}

/** The options for a file that a dialog has written. The reader still finds the header row. */
const WRITTEN_CSV: ReadOptions = { encoding: 'utf-8', delimiter: ',' };

/** Shown instead of the progress until its code has arrived, or if it cannot be fetched. Reading goes on meanwhile. */
export function Processing() {
  return <SkeletonLines label="Processing file..." lines={2} />;
}

interface UploadStepProps extends UploadSlot {
  views: FileViews;
}

/** Step 1: the zone to choose a file, or the open file. */
export function UploadStep(props: UploadStepProps) {
  usePaste((files) => void props.workflow.openFile(bundleFiles(files)));
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
        <div className="border-t border-hairline pt-6">
          <p className="text-14 font-medium">Rules and values for Google, Meta, Microsoft and LinkedIn</p>
          <p className="text-13 text-muted">Multipliers for your bids, and what each lead is worth.</p>
        </div>
      </aside>
    </div>
  );
}

function Data({ workflow, onIntent, isOver, isReplacing, onReplacingChange, views }: UploadStepProps) {
  const addedSource = useContext(AddedSourceContext);
  const { state, upload, openFile } = workflow;
  const { status } = upload;
  const input = useRef<HTMLInputElement>(null);
  const isReading = status.kind === 'reading' && status.purpose === 'open';
  const problem = status.kind === 'problem' && status.purpose === 'open' ? status : null;
  const showsFile = state.file !== null && !isReplacing;

  const error = problem && (
    <Suspense>
      <views.Problem
        status={problem}
        openFileName={showsFile ? state.file?.fileName : undefined}
        onRetry={(file, options) => void openFile(file, options)}
      />
    </Suspense>
  );

  const shown = isReading ? 'reading' : showsFile ? 'file' : 'zone';
  const lastShown = useRef(shown);
  useEffect(() => {
    // After Cancel, a refused file or 'Use Different Data', the zone replaces the element with the focus.
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
            <Suspense fallback={<Processing />}>
              <views.Progress
                fileName={status.fileName}
                progress={status.progress}
                onCancel={upload.cancel}
              />
            </Suspense>
          </ZoneFrame>
        ) : showsFile && state.file ? (
          <Suspense fallback={<SkeletonLines label="Loading…" lines={6} className="min-h-92" />}>
            <views.OpenedFile
              workflow={workflow}
              file={state.file}
              onReplace={() => onReplacingChange(true)}
            />
          </Suspense>
        ) : (
          <UploadZone
            isOver={isOver}
            isCompact={problem !== null}
            onFile={(file) => void openFile(file)}
            inputRef={input}
          >
            <OtherSources
              onFile={(file) => void openFile(file)}
              added={addedSource}
              fetchSample={views.fetchSample}
            />
          </UploadZone>
        )}
        {!showsFile && error}
      </div>
      {state.file && !showsFile && (
        <Suspense>
          <views.StillOpen fileName={state.file.fileName} onKeep={() => onReplacingChange(false)} />
        </Suspense>
      )}
      {shown !== 'file' && <CsvFormat fetchSample={views.fetchSample} />}
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

const EXPECTED_FORMAT = 'Expected CSV Format';

const RULES = [
  'Up to 20 columns supported',
  'At least 2 columns (1 Status + 1-3 attributes)',
  'First row holds column headers',
  'After upload, you select which columns to analyze',
];

function FormatRules() {
  return (
    <ul className="mt-1 list-disc pl-9 text-13 text-muted marker:text-faint">
      {RULES.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}

/** The rules for a file, open where the screen has room and in a line that unfolds elsewhere, and a sample to download. */
function CsvFormat({ fetchSample }: Pick<FileViews, 'fetchSample'>) {
  return (
    <div className="relative">
      <section aria-label={EXPECTED_FORMAT} className="hidden roomy:block">
        <h2 className="flex min-h-control-small items-center text-13 font-medium">{EXPECTED_FORMAT}</h2>
        <FormatRules />
      </section>
      <details className="group roomy:hidden">
        <summary className="flex w-fit min-h-control-small list-none items-center gap-1.5 text-13 font-medium [&::-webkit-details-marker]:hidden">
          <Glyph
            name="chevronRight"
            className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90"
          />
          {EXPECTED_FORMAT}
        </summary>
        <FormatRules />
      </details>
      <Button
        variant="ghost"
        size="small"
        className="absolute top-0 -right-2.5"
        onClick={() =>
          void fetchSample().then(
            ({ downloadSample }) => downloadSample(),
            () => toastPartMissing('The sample could not be downloaded'),
          )
        }
      >
        Download sample
      </Button>
    </div>
  );
}
