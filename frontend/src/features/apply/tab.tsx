import { Suspense, useEffect, type ComponentType } from 'react';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { ResultsTab } from '#frontend/features/results/kit/tab.ts';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { PlansProvider } from './platform-plans.tsx';

interface LateContent {
  Component: ComponentType;
  preload(): void;
}

/** The tab 'Apply'. The page passes its content, since the values per lead are another feature. */
export function makeApplyTab({ Component, preload }: LateContent): ResultsTab {
  return {
    value: 'apply',
    label: 'Apply',
    isShown: ({ apply }) => apply !== undefined,
    Content: () => (
      <Suspense fallback={<SkeletonLines label="Loading the plans…" lines={6} />}>
        <Component />
      </Suspense>
    ),
    Provider(props) {
      usePreload(preload);
      return <PlansProvider {...props} />;
    },
  };
}

function usePreload(preload: () => void): void {
  const hasApply = useShownResults().apply !== undefined;
  useEffect(() => {
    if (hasApply) preload();
  }, [hasApply, preload]);
}
