import type { ComponentType } from 'react';
import { lateContent } from '#frontend/features/results/late-content.tsx';
import type { ResultsTab } from '#frontend/features/results/tab.ts';

/** The tab 'Apply'. The page passes its content, since the values per lead are another feature. */
export function makeApplyTab(load: () => Promise<ComponentType>): ResultsTab {
  return {
    value: 'apply',
    label: 'Apply',
    isShown: ({ apply }) => apply !== undefined,
    ...lateContent(load),
  };
}
