import { AnalysisResults } from './results/analysis-results.tsx';
import { SharedAnalysis } from '#frontend/features/share/shared-analysis.tsx';

export function SharedPage() {
  return <SharedAnalysis Results={AnalysisResults} />;
}
