import { SavedDetail } from '#frontend/features/saved/saved-detail.tsx';
import { ShareDialog } from '#frontend/features/share/share-dialog.tsx';
import type { ShownWork } from '#frontend/thread/work.ts';
import { AnalysisResults } from './results/analysis-results.tsx';

export function SavedAnalysisPage({ id }: { id: string }) {
  const renderResults = (shown: ShownWork) => <AnalysisResults {...shown} headingLevel={2} />;
  return (
    <SavedDetail
      id={id}
      renderResults={renderResults}
      renderShare={(slot) => <ShareDialog {...slot} renderResults={renderResults} />}
    />
  );
}
