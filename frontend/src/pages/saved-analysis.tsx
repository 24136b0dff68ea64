import { Suspense, useEffect, type ReactNode } from 'react';
import { offeredSources } from '#frontend/api/sources.ts';
import { PlanOf } from '#frontend/features/platforms/plan-of.ts';
import { readNotDecided } from '#frontend/features/results/not-decided.tsx';
import type { ResultsInput } from '#frontend/features/results/results-source.ts';
import type { SavedResults } from '#frontend/features/saved/saved-results.ts';
import type { ShownFigures } from '#frontend/features/sources/newest-results.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { SavedDetail, type SavedParts } from '#frontend/features/saved/saved-detail.tsx';
import { ShareDialog } from '#frontend/features/share/share-dialog.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { AnalysisResults } from './results/analysis-results.tsx';
import { OwnSection } from './results/own-section.ts';

const PARTS: SavedParts = {
  Results,
  Share: (slot) => <ShareDialog {...slot} Results={AnalysisResults} />,
  Source: (one) =>
    offeredSources().length > 0 && (
      <Suspense>
        <keepCurrent.Component {...one} />
      </Suspense>
    ),
};

interface ResultsProps {
  id: string;
  saved: SavedResults;
  input: ResultsInput;
  /** Says how the labels differ from those that were saved. */
  labels: ReactNode;
}

function Results({ id, saved, input, labels }: ResultsProps) {
  const isOffered = offeredSources().length > 0;
  const draw = ({ input: shown, version, notice }: ShownFigures) => (
    <OwnSection value={isOffered && <timeLine.Component id={id} saved={saved} />}>
      <PlanOf value={{ id, version }}>
        <AnalysisResults
          {...shown}
          page={saved.name}
          headingLevel={2}
          notice={
            <>
              {notice}
              {version === 0 && labels}
            </>
          }
          findings={readNotDecided(shown)}
        />
      </PlanOf>
    </OwnSection>
  );
  if (!isOffered) return draw({ input, version: 0 });
  return (
    <Suspense fallback={<SkeletonLines label="Loading..." lines={6} />}>
      <newestResults.Component {...{ id, saved, input, draw }} />
    </Suspense>
  );
}

const newestResults = lazyWithPreload(
  async () => (await import('#frontend/features/sources/newest-results.tsx')).NewestResults,
);
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
    newestResults.preload();
    timeLine.preload();
  }, [isOffered]);
  return <SavedDetail id={id} parts={PARTS} />;
}
