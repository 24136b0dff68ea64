import type { ComponentType, ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Section } from '#frontend/exports/table.ts';
import type { ToEnterOf } from '#frontend/analysis/platforms/to-enter.ts';
import type { Bounds } from './columns.tsx';
import type { ShownResults, TabName } from './shown-results.tsx';

export interface TabProviderProps {
  /** True while the tab is shown. */
  isOpen: boolean;
  children: ReactNode;
}

/** A tab of the results. Each belongs to another feature, and the page lists them. Tabs read their data by `useShownResults`. */
export interface ResultsTab {
  value: TabName;
  label: string;
  /** Absent if the tab is always shown. */
  isShown?(shown: Pick<ShownResults, 'apply' | 'checkUnseen'> & { hasAttributes: boolean }): boolean;
  Content: ComponentType;
  /** Fetches the code of a content that comes late. */
  preload?(): void;
  /** Runs tasks that go on while other tabs are open. */
  Provider?: ComponentType<TabProviderProps>;
  /** Its tables in 'Export All'. `toEnterOf` finds what the plans enter; null without plans. */
  exported?(analysis: Analysis, bounds: Bounds, toEnterOf: ToEnterOf | null): Section[];
}
