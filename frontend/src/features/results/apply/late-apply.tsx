import { Suspense } from 'react';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { ApplyTabProps } from './apply-tab.tsx';

const tab = lazyWithPreload(async () => (await import('./apply-tab.tsx')).ApplyTab);

/** Fetches the code of the tab before it is opened. */
export const fetchApply = tab.preload;

export function LateApply(props: ApplyTabProps) {
  return (
    <Suspense fallback={<SkeletonLines label="Loading the plans…" lines={6} />}>
      <tab.Component {...props} />
    </Suspense>
  );
}
