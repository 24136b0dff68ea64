import { Suspense } from 'react';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { UnseenCheckRun } from './use-unseen-check.ts';

const tab = lazyWithPreload(async () => (await import('./check-tab.tsx')).CheckTab);

/** Fetches the code of the tab before it is opened. */
export const fetchCheck = tab.preload;

export function LateCheck(props: UnseenCheckRun) {
  return (
    <Suspense fallback={<SkeletonLines label="Loading the check…" lines={6} />}>
      <tab.Component {...props} />
    </Suspense>
  );
}
