import { Suspense, type ComponentType } from 'react';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { ResultsTab } from './tab.ts';

/** The content of a tab with code of its own, which is fetched once the results are drawn, or when the tab is opened. */
export function lateContent(load: () => Promise<ComponentType>): Pick<ResultsTab, 'Content' | 'preload'> {
  const { Component, preload } = lazyWithPreload(load);
  const Content = () => (
    <Suspense fallback={<SkeletonLines label="Loading this tab…" lines={6} />}>
      <Component />
    </Suspense>
  );
  return { Content, preload };
}
