import { Suspense, useEffect, type ComponentProps } from 'react';
import { offersInbox } from '#frontend/api/sources.ts';
import { SavedDetail } from '#frontend/features/saved/saved-detail.tsx';
import { ShareDialog } from '#frontend/features/share/share-dialog.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { AnalysisResults } from './results/analysis-results.tsx';

const renderResults: ComponentProps<typeof SavedDetail>['renderResults'] = (shown) => (
  <AnalysisResults {...shown} headingLevel={2} />
);

const keepCurrent = lazyWithPreload(
  async () => (await import('#frontend/features/sources/keep-current.tsx')).KeepCurrent,
);

export function SavedAnalysisPage({ id }: { id: string }) {
  const isOffered = offersInbox();
  useEffect(() => {
    if (isOffered) keepCurrent.preload();
  }, [isOffered]);
  return (
    <SavedDetail
      id={id}
      renderResults={renderResults}
      renderShare={(slot) => <ShareDialog {...slot} renderResults={renderResults} />}
      renderSource={(ofAnalysis, saved) =>
        isOffered && (
          <Suspense>
            <keepCurrent.Component id={ofAnalysis} saved={saved} />
          </Suspense>
        )
      }
    />
  );
}
