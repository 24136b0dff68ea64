import { Results } from '#frontend/features/results/results.tsx';
import { SharedAnalysis } from '#frontend/features/share/shared-analysis.tsx';

export function SharedPage() {
  return <SharedAnalysis renderResults={(slot) => <Results {...slot} headingLevel={2} />} />;
}
