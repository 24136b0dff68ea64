import {
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useState,
  type ComponentProps,
  type ComponentType,
} from 'react';
import type { Settings } from '#frontend/analysis/judge/analyse.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useNewAnalysis } from '#frontend/lib/new-analysis.ts';
import { bundleFiles } from '#frontend/csv/file-bundle.ts';
import { isDialogOpen, useFileDrop, usePaste } from '#frontend/ui/drop-and-paste.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { StepIndicator } from './step-indicator.tsx';
import { ThreadAnswers } from './thread-answers.tsx';
import { useStepArrival } from './use-step-arrival.ts';
import { isOpen } from './workflow-state.ts';
import {
  type OpenWizard,
  type UploadSlot,
  useWorkflow,
  type Workflow,
  type WorkflowStart,
} from './use-workflow.ts';
import type { DraftNotices, WorkBar } from './work-bar.tsx';

/** After this time the first page is drawn, and code that it does not need can be fetched. */
const REST_MS = 2000;

const question = lazyWithPreload(async () => (await import('./replace-question.tsx')).ReplaceQuestion);

interface WizardFrameProps extends WorkflowStart {
  /** Settings of a new analysis. */
  defaults: Settings;
  /** Called when the visitor is likely to open a file next, to prefetch the code of the later steps. */
  onIntent(): void;
  /** Step 1. */
  Upload: ComponentType<UploadSlot>;
  /** Steps 2 and 3. */
  Later: ComponentType<{ workflow: Workflow }>;
  /** Step 4. */
  Results: ComponentType<{ workflow: Workflow }>;
  Bar: ComponentType<ComponentProps<typeof WorkBar>>;
  Notices: ComponentType<ComponentProps<typeof DraftNotices>>;
}

/** The wizard: four steps for one file. The work survives a reload. */
export function WizardFrame(props: WizardFrameProps) {
  const { defaults, onIntent, Upload, Later, Results, Bar, Notices, ...start } = props;
  const workflow = useWorkflow(defaults, start);
  const { state, at, isWaiting } = workflow;
  const { step } = at;
  /** The open file after 'Use Different Data', until another file is open or the visitor leaves step 1. */
  const [replaced, setReplaced] = useState<OpenedFile | null>(null);
  const [lastStep, setLastStep] = useState(step);
  const container = useStepArrival(isWaiting ? null : step, workflow.isRevisited);
  const openFiles = (files: readonly File[]) => void workflow.openFile(bundleFiles(files));
  /** Files that were dropped on a later step, until the visitor says whether they are to be opened. */
  const [dropped, setDropped] = useState<readonly File[] | null>(null);
  const isOver = useFileDrop(step === 1 ? openFiles : (files) => isDialogOpen() || setDropped(files));

  const isReading = workflow.upload.status.kind === 'reading';
  const { expectFile } = workflow;
  const prepare = useCallback(() => {
    expectFile();
    onIntent();
  }, [expectFile, onIntent]);

  // Once this code is fetched, a file on the visitor's disk can be analysed without a connection.
  useEffect(() => {
    const timer = setTimeout(prepare, isOver || isReading ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [isOver, isReading, prepare]);

  // 'Use Different Data' ends on entering a later step, not while the browser is still on its way back to step 1.
  if (step !== lastStep) {
    setLastStep(step);
    if (step > 1) setReplaced(null);
  }
  const replace = () =>
    startTransition(() => {
      setReplaced(state.file);
      workflow.goTo(1);
    });

  useNewAnalysis(replace, !isWaiting);

  if (isWaiting) return <Restoring isReading={isReading} onFiles={openFiles} />;
  return (
    <ThreadAnswers workflow={workflow}>
      <div ref={container} className="flex flex-1 flex-col">
        {/* The height is reserved, so that a later bar does not move the steps. */}
        <div className="min-h-10.25 coarse:min-h-11.25" aria-live={state.file ? 'off' : 'polite'}>
          {(step > 1 || (!state.file && workflow.draft.abandoned)) && (
            <Suspense
              fallback={
                <div className="min-h-10.25 border-b border-hairline bg-surface coarse:min-h-11.25" />
              }
            >
              <Bar workflow={workflow} onReplace={replace} />
            </Suspense>
          )}
        </div>
        <div
          className={`mx-auto flex w-full max-w-results flex-1 flex-col gap-2.5 px-4 pt-2 pb-12 sm:px-6 sm:pt-4 ${step === 4 ? 'sm:gap-4' : 'sm:gap-8'}`}
        >
          <StepIndicator workflow={workflow} />
          {dropped && state.file && (
            <Suspense>
              <question.Component
                name={dropped[0]?.name ?? ''}
                openName={state.file.fileName}
                onOpen={() => {
                  setDropped(null);
                  replace();
                  openFiles(dropped);
                }}
                onClose={() => setDropped(null)}
              />
            </Suspense>
          )}
          <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
            {hasNews(workflow) && (
              <Suspense>
                <Notices workflow={workflow} />
              </Suspense>
            )}
          </div>
          {step === 1 ? (
            <Upload
              workflow={workflow}
              onIntent={prepare}
              isOver={isOver}
              isReplacing={replaced !== null && replaced === state.file}
              onReplacingChange={(isReplacing) => setReplaced(isReplacing ? state.file : null)}
            />
          ) : (
            <Suspense
              // Another boundary, whose fallback stands in place of step 3 until the code has come.
              key={step === 4 ? 'results' : 'later'}
              fallback={<SkeletonLines label={step === 4 ? 'Loading the results…' : 'Loading…'} lines={6} />}
            >
              {isOpen(state) &&
                (step === 4 ? (
                  <Results workflow={{ ...workflow, state }} />
                ) : (
                  <Later workflow={{ ...workflow, state }} />
                ))}
            </Suspense>
          )}
        </div>
      </div>
    </ThreadAnswers>
  );
}

function hasNews({ draft: { canKeep, setAsideFile }, reuse, at }: OpenWizard): boolean {
  return !canKeep || setAsideFile !== null || (reuse.pending !== null && at.step === 1);
}

/** Shown during a restore. Its text appears after a moment, so that a quick restore does not flicker. */
function Restoring({ isReading, onFiles }: { isReading: boolean; onFiles(files: File[]): void }) {
  usePaste(onFiles);
  return (
    <div className="flex flex-1 items-center justify-center p-12">
      <output className="text-14 text-muted [animation:ui-appear_0ms_300ms_both]">
        {isReading && 'Restoring your work…'}
      </output>
    </div>
  );
}
