import { ComparisonView } from '#frontend/features/compare/comparison.tsx';
import { CompareSaved } from '#frontend/features/compare/compare-saved.tsx';

export function ComparePage() {
  return (
    <CompareSaved renderComparison={(before, after) => <ComparisonView before={before} after={after} />} />
  );
}
