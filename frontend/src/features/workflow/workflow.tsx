import { lazy, startTransition, Suspense, useCallback, useEffect, useState } from 'react';
import type { Settings } from '#frontend/analysis/analyse.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import type { ResultsStepProps } from './results-step.tsx';
import type { SavedWork } from '#frontend/thread/work.ts';
import { StepIndicator } from './step-indicator.tsx';
import { UploadStep } from './upload/upload-step.tsx';
import { useFileDrop } from './upload/use-file-drop.ts';
import { usePaste } from './upload/use-paste.ts';
import type { DraftKeeper } from './use-draft.ts';
import { useStepArrival } from './use-step-arrival.ts';
import { ThreadAnswers } from './thread-answers.tsx';
import { useWorkflow } from './use-workflow.ts';
import type { Step } from './workflow-state.ts';

// The first page carries none of these.
const fetchWorkBar = () => import('./work-bar.tsx');
const workBar = lazyWithPreload(async () => (await fetchWorkBar()).WorkBar);
const DraftNotices = lazy(() => fetchWorkBar().then((module) => ({ default: module.DraftNotices })));
const laterStep = lazyWithPreload(async () => (await import('./later-step.tsx')).LaterStep);

export interface WorkflowProps extends Pick<ResultsStepProps, 'renderResults' | 'onSave'> {
  /** Settings of a new analysis. */
  defaults: Settings;
  /** Opened at the start, beside this tab's draft and never over it. */
  saved?: SavedWork | null;
  /** The visitor is about to bring a file: whoever renders the results may fetch their code ahead. */
  onIntent?(): void;
}

function takeFirst(files: File[], openFile: (file: File) => Promise<void>): void {
  const [first] = files;
  if (!first) return;
  if (files.length > 1)
    toast({
      title: 'One file at a time',
      description: `${first.name} was taken, and ${files.length === 2 ? 'the other file was' : `${files.length - 1} other files were`} not.`,
    });
  void openFile(first);
}

/** The wizard: four steps over one file, kept over a reload. */
export function Workflow({ defaults, saved = null, onIntent, ...results }: WorkflowProps) {
  const workflow = useWorkflow(defaults, saved);
  const { state, dispatch, isWaiting } = workflow;
  /** The file that is to be replaced; once another one is open, or step 1 is left, it no longer is. */
  const [replaced, setReplaced] = useState<OpenedFile | null>(null);
  const room = useStepArrival(isWaiting ? null : state.step, workflow.isRevisited);
  const isOver = useFileDrop(state.step === 1 ? (files) => takeFirst(files, workflow.openFile) : null);

  const isReading = workflow.upload.status.kind === 'reading';
  const { expectFile } = workflow;
  const prepare = useCallback(() => {
    expectFile();
    laterStep.preload();
    workBar.preload();
    onIntent?.();
  }, [expectFile, onIntent]);
  useEffect(() => {
    if (isOver || isReading) prepare();
  }, [isOver, isReading, prepare]);

  if (replaced && state.step > 1) setReplaced(null);
  const visit = (step: Step) => dispatch({ type: 'stepChosen', step });
  const replace = () =>
    startTransition(() => {
      setReplaced(state.file);
      dispatch({ type: 'stepChosen', step: 1 });
    });

  if (isWaiting) return <Restoring isReading={isReading} onFile={(file) => void workflow.openFile(file)} />;
  return (
    <ThreadAnswers workflow={workflow}>
      <div ref={room} className="flex flex-1 flex-col">
        {/* A bar has its room from the start, so that the steps stay where they are when it comes. */}
        <div className="min-h-10.25 coarse:min-h-11.25" aria-live={state.file ? 'off' : 'polite'}>
          {(state.step > 1 || (!state.file && workflow.draft.orphan)) && (
            <Suspense
              fallback={
                <div className="min-h-10.25 border-b border-hairline bg-surface coarse:min-h-11.25" />
              }
            >
              <workBar.Component state={state} draft={workflow.draft} onReplace={replace} />
            </Suspense>
          )}
        </div>
        <div className="mx-auto flex w-full max-w-results flex-1 flex-col gap-5 px-4 pt-4 pb-12 sm:gap-8 sm:px-6">
          <StepIndicator workflow={workflow} onVisit={visit} />
          <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
            {hasNews(workflow.draft) && (
              <Suspense>
                <DraftNotices draft={workflow.draft} state={state} />
              </Suspense>
            )}
          </div>
          {state.step === 1 ? (
            <UploadStep
              workflow={workflow}
              onIntent={prepare}
              isOver={isOver}
              isReplacing={replaced !== null && replaced === state.file}
              onReplacingChange={(isReplacing) => setReplaced(isReplacing ? state.file : null)}
            />
          ) : (
            <Suspense fallback={<SkeletonLines label="Loading…" lines={6} />}>
              <laterStep.Component workflow={workflow} {...results} />
            </Suspense>
          )}
        </div>
      </div>
    </ThreadAnswers>
  );
}

function hasNews({ canKeep, shelvedFile }: DraftKeeper): boolean {
  return !canKeep || shelvedFile !== null;
}

/** Nothing for a moment, so that a quick restore does not flicker. */
function Restoring({ isReading, onFile }: { isReading: boolean; onFile(file: File): void }) {
  usePaste(onFile);
  return (
    <div className="flex flex-1 items-center justify-center p-12">
      <output className="text-14 text-muted [animation:ui-appear_0ms_300ms_both]">
        {isReading && 'Restoring your work…'}
      </output>
    </div>
  );
}
