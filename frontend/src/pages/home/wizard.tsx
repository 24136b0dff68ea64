import { useCallback, type ComponentProps } from 'react';
import { Processing, UploadStep, type FileViews } from '#frontend/features/open-file/upload-step.tsx';
import type { UploadSlot } from '#frontend/features/wizard/use-workflow.ts';
import { WizardFrame } from '#frontend/features/wizard/wizard-frame.tsx';
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

const Upload = (slot: UploadSlot) => <UploadStep {...slot} views={FILE_VIEWS} />;

interface WizardProps extends Omit<
  ComponentProps<typeof WizardFrame>,
  'Upload' | 'Later' | 'Bar' | 'Notices' | 'onIntent'
> {
  /** Called when the visitor is likely to open a file next, to prefetch the code of the results. */
  onIntent?(): void;
}

/** The wizard with its steps, each of which is a feature of its own. */
export function Wizard({ onIntent, ...start }: WizardProps) {
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
      Upload={Upload}
      Later={late.step.Component}
    />
  );
}
