import { useCallback, type ComponentProps } from 'react';
import { Processing, UploadStep, type FileViews } from '#frontend/features/open-file/upload-step.tsx';
import type { AddedSource } from '#frontend/features/open-file/upload-zone.tsx';
import type { WorkflowStart } from '#frontend/features/wizard/kit/use-workflow.ts';
import { WizardFrame } from '#frontend/features/wizard/wizard-frame.tsx';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';

const fetchLater = () => import('./later-steps.tsx');
/** Shown instead of parts with missing code, since the step itself says once that code is missing. */
const Nothing = () => null;
const late = {
  bar: lazyWithPreload(async () => (await fetchLater()).WorkBar, Nothing),
  notices: lazyWithPreload(async () => (await fetchLater()).DraftNotices, Nothing),
  step: lazyWithPreload(async () => (await fetchLater()).LaterStep),
  openedFile: lazyWithPreload(async () => (await fetchLater()).OpenedFileView),
  progress: lazyWithPreload(async () => (await fetchLater()).ReadingProgress, Processing),
  stillOpen: lazyWithPreload(async () => (await fetchLater()).StillOpen, Nothing),
  problem: lazyWithPreload(async () => (await fetchLater()).UploadError),
};

const FILE_VIEWS: FileViews = {
  OpenedFile: late.openedFile.Component,
  Progress: late.progress.Component,
  StillOpen: late.stillOpen.Component,
  Problem: late.problem.Component,
  fetchSample: () => import('#frontend/features/open-file/sample-data.ts'),
};

interface WizardProps
  extends WorkflowStart, Pick<ComponentProps<(typeof late)['step']['Component']>, 'renderResults'> {
  /** Settings of a new analysis. */
  defaults: Settings;
  /** Called when the visitor is likely to open a file next, to prefetch the code of the results. */
  onIntent?(): void;
  /** A source of data in step 1 beside files, the clipboard and the sample. */
  addedSource?: AddedSource | null;
}

/** The wizard with its steps, each of which is a feature of its own. */
export function Wizard({ addedSource = null, onIntent, renderResults, ...start }: WizardProps) {
  const prefetchLater = useCallback(() => {
    for (const view of Object.values(late)) view.preload();
    onIntent?.();
  }, [onIntent]);
  return (
    <WizardFrame
      {...start}
      onIntent={prefetchLater}
      Bar={late.bar.Component}
      Notices={late.notices.Component}
      renderUpload={(slot) => <UploadStep {...slot} addedSource={addedSource} views={FILE_VIEWS} />}
      renderLater={(workflow) => <late.step.Component {...{ workflow, renderResults }} />}
    />
  );
}
