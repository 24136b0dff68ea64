import { useParams } from 'react-router-dom';
import { Results } from '#frontend/features/results/results.tsx';
import { SavedDetail } from '#frontend/features/saved-analyses/saved-detail.tsx';

export function SavedAnalysisPage() {
  const { id = '' } = useParams();
  return <SavedDetail id={id} renderResults={(slot) => <Results {...slot} headingLevel={2} />} />;
}
