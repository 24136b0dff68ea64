import { lazy, Suspense } from 'react';
import { useSaveAnalysis } from '#frontend/features/saved-analyses/use-save-analysis.ts';
import { DEFAULT_SETTINGS } from '#frontend/features/workflow/workflow-state.ts';
import { Workflow } from '#frontend/features/workflow/workflow.tsx';
import { PageMeta } from '#frontend/ui/page-meta.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';

const Results = lazy(() =>
  import('#frontend/features/results/results.tsx').then((module) => ({ default: module.Results })),
);

export function HomePage() {
  const { save } = useSaveAnalysis();
  return (
    <>
      <PageMeta />
      <Workflow
        defaults={DEFAULT_SETTINGS}
        onSave={(work) => void save(work)}
        renderResults={(slot) => (
          <Suspense fallback={<SkeletonLines label="Loading the results…" lines={6} />}>
            <Results {...slot} />
          </Suspense>
        )}
      />
    </>
  );
}
