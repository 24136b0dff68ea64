import { Suspense, useEffect } from 'react';
import { offeredSources } from '#frontend/api/sources.ts';
import { PlanOf } from '#frontend/features/platforms/plan-of.ts';
import { readNotDecided } from '#frontend/features/results/not-decided.tsx';
import { SavedDetail, type SavedParts } from '#frontend/features/saved/saved-detail.tsx';
import { ShareDialog } from '#frontend/features/share/share-dialog.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { AnalysisResults } from './results/analysis-results.tsx';
import { OwnSection } from './results/own-section.ts';

const PARTS: SavedParts = {
  Results: ({ id, saved, input }) => (
    <OwnSection value={offeredSources().length > 0 && <timeLine.Component id={id} saved={saved} />}>
      <PlanOf value={{ id, version: 0 }}>
        <AnalysisResults {...input} page={saved.name} headingLevel={2} findings={readNotDecided(input)} />
      </PlanOf>
    </OwnSection>
  ),
  Share: (slot) => <ShareDialog {...slot} Results={AnalysisResults} />,
  Source: (one) =>
    offeredSources().length > 0 && (
      <Suspense>
        <keepCurrent.Component {...one} />
      </Suspense>
    ),
};

const keepCurrent = lazyWithPreload(
  async () => (await import('#frontend/features/sources/keep-current.tsx')).KeepCurrent,
);
const timeLine = lazyWithPreload(
  async () => (await import('#frontend/features/sources/time-line.tsx')).TimeLinePrinted,
);

export function SavedAnalysisPage({ id }: { id: string }) {
  const isOffered = offeredSources().length > 0;
  useEffect(() => {
    if (!isOffered) return;
    keepCurrent.preload();
    timeLine.preload();
  }, [isOffered]);
  return <SavedDetail id={id} parts={PARTS} />;
}
