import type { ComponentProps } from 'react';
import { SavedDetail } from '#frontend/features/saved/saved-detail.tsx';
import { ShareDialog } from '#frontend/features/share/share-dialog.tsx';
import { AnalysisResults } from './results/analysis-results.tsx';

const renderResults: ComponentProps<typeof SavedDetail>['renderResults'] = (shown) => (
  <AnalysisResults {...shown} headingLevel={2} />
);

export function SavedAnalysisPage({ id }: { id: string }) {
  return (
    <SavedDetail
      id={id}
      renderResults={renderResults}
      renderShare={(slot) => <ShareDialog {...slot} renderResults={renderResults} />}
    />
  );
}
