import { Suspense } from 'react';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { CheckTabProps } from './check-tab.tsx';

const tab = lazyWithPreload(async () => (await import('./check-tab.tsx')).CheckTab);

/** Fetches the code of the tab before it is opened. */
export const fetchCheck = tab.preload;

export function LateCheck(props: CheckTabProps) {
  return (
    <Suspense fallback={<SkeletonLines label="Loading the check…" lines={6} />}>
      <tab.Component {...props} />
    </Suspense>
  );
}
