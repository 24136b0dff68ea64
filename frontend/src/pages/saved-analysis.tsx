import { Results } from '#frontend/features/results/results.tsx';
import { SavedDetail } from '#frontend/features/saved/saved-detail.tsx';

export function SavedAnalysisPage({ id }: { id: string }) {
  return <SavedDetail id={id} renderResults={(slot) => <Results {...slot} headingLevel={2} />} />;
}
