import { Suspense, useEffect, type ComponentProps } from 'react';
import { offeredSources } from '#frontend/api/sources.ts';
import { PlanOf } from '#frontend/features/push/kit/pushed-rules.ts';
import { readNotDecided } from '#frontend/features/results/kit/not-decided.tsx';
import { SavedDetail } from '#frontend/features/saved/saved-detail.tsx';
import { ShareDialog } from '#frontend/features/share/share-dialog.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { AnalysisResults } from './results/analysis-results.tsx';
import { OwnSection } from './results/own-section.ts';

const renderShared: ComponentProps<typeof ShareDialog>['renderResults'] = (shown) => (
  <AnalysisResults {...shown} headingLevel={2} />
);

const renderResults: ComponentProps<typeof SavedDetail>['renderResults'] = (shown, id, saved) => (
  <OwnSection value={offeredSources().length > 0 && <timeLine.Component id={id} saved={saved} />}>
    <PlanOf value={{ id, version: 0 }}>
      <AnalysisResults {...shown} headingLevel={2} findings={readNotDecided(shown)} />
    </PlanOf>
  </OwnSection>
);

const keepCurrent = lazyWithPreload(
  async () => (await import('#frontend/features/sources/keep-current.tsx')).KeepCurrent,
);
const timeLine = lazyWithPreload(
  async () => (await import('#frontend/features/sources/time-line-report.tsx')).TimeLinePrinted,
);

export function SavedAnalysisPage({ id }: { id: string }) {
  const isOffered = offeredSources().length > 0;
  useEffect(() => {
    if (!isOffered) return;
    keepCurrent.preload();
    timeLine.preload();
  }, [isOffered]);
  return (
    <SavedDetail
      id={id}
      renderResults={renderResults}
      renderShare={(slot) => <ShareDialog {...slot} renderResults={renderShared} />}
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
