import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Section } from '#frontend/exports/table.ts';
import type { ToEnterOf } from '#frontend/analysis/platforms/to-enter.ts';
import type { Bounds } from './columns.tsx';
import type { ResultsSource } from './results-source.ts';
import type { TabName } from './shown-results.tsx';
import { type ComponentType, Suspense } from 'react';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';

/** A tab of the results. Each belongs to another feature, and the page lists them. Tabs ask `useResults`. */
export interface ResultsTab {
  value: TabName;
  label: string;
  /** Absent if the tab is always shown. */
  isShown?(source: ResultsSource): boolean;
  Content: ComponentType;
  /** Fetches the code of a content that comes late. */
  preload?(): void;
  /** Its tables in 'Export All'. `toEnterOf` finds what the plans enter; null without plans. */
  exported?(analysis: Analysis, bounds: Bounds, toEnterOf: ToEnterOf | null): Section[];
}

/** The content of a tab or view with code of its own, which is fetched once the results are drawn, or when it is opened. */
export function lateContent(load: () => Promise<ComponentType>): Pick<ResultsTab, 'Content' | 'preload'> {
  const { Component, preload } = lazyWithPreload(load);
  const Content = () => (
    <Suspense fallback={<SkeletonLines label="Loading this part…" lines={6} />}>
      <Component />
    </Suspense>
  );
  return { Content, preload };
}
