import { ComparisonView } from '#frontend/features/results/compare/comparison.tsx';
import { CompareSaved } from '#frontend/features/saved-analyses/compare-saved.tsx';

export function ComparePage() {
  return (
    <CompareSaved renderComparison={(before, after) => <ComparisonView before={before} after={after} />} />
  );
}
